package io.firn.types;

/** The primitive types without parameters. */
public enum SimpleType implements PrimitiveType {
  BOOLEAN("boolean", 1),
  INT("int", 1),
  LONG("long", 1),
  FLOAT("float", 1),
  DOUBLE("double", 1),
  DATE("date", 1),
  TIME("time", 1),
  TIMESTAMP("timestamp", 1),
  TIMESTAMPTZ("timestamptz", 1),
  TIMESTAMP_NS("timestamp_ns", 3),
  TIMESTAMPTZ_NS("timestamptz_ns", 3),
  STRING("string", 1),
  UUID("uuid", 1),
  BINARY("binary", 1),
  UNKNOWN("unknown", 3);

  private final String text;
  private final int minFormatVersion;

  SimpleType(String text, int minFormatVersion) {
    this.text = text;
    this.minFormatVersion = minFormatVersion;
  }

  /** The lowest format version that has this type. */
  public int minFormatVersion() {
    return minFormatVersion;
  }

  @Override
  public <R> R match(Cases<R> cases) {
    return cases.simple(this);
  }

  @Override
  public String toString() {
    return text;
  }
}
