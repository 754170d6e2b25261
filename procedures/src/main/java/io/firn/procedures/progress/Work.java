package io.firn.procedures.progress;

/**
 * What a procedure has to do.
 *
 * @param procedure its name
 * @param table the table's full name
 * @param unit what is counted, in the plural: {@code groups}, {@code files}
 * @param total how many there are; 0 if that is not known
 * @param bytes how many bytes they have together; 0 if that is not known
 */
public record Work(String procedure, String table, String unit, long total, long bytes) {

  /** Work of which it turns out later how much it is. */
  public static Work of(String procedure, String table, String unit) {
    return new Work(procedure, table, unit, 0, 0);
  }

  /** Work of which only the number of units is known, or nothing if that is 0. */
  public static Work of(String procedure, String table, String unit, long total) {
    return new Work(procedure, table, unit, total, 0);
  }

  /** What a Spark job is called that does a part of it: {@code group 3 of 12}. */
  public String jobName(String part) {
    return "Firn " + this + ": " + part;
  }

  @Override
  public String toString() {
    return procedure + " " + table;
  }
}
