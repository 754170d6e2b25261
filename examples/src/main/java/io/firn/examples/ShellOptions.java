package io.firn.examples;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * What the command line says.
 *
 * @param scripts the texts of {@code -e} and {@code -f}, in their order; none means a prompt
 * @param conf settings for Spark, which win over those of {@link LakeSession}
 * @param warehouse where the catalog {@code lake} keeps its tables
 * @param output how much to print
 */
record ShellOptions(List<String> scripts, Map<String, String> conf, Path warehouse, Output output) {

  /** How much to say about a failure. */
  enum Output {
    BRIEF,
    STACK_TRACES
  }

  /** A command line that cannot be followed; the message is for its author. */
  static final class BadUsageException extends Exception {
    private static final long serialVersionUID = 1L;

    BadUsageException(String message) {
      super(message);
    }
  }

  static ShellOptions parse(String[] arguments) throws BadUsageException {
    List<String> scripts = new ArrayList<>();
    Map<String, String> conf = new LinkedHashMap<>();
    Path warehouse = defaultWarehouse();
    Output output = Output.BRIEF;
    for (int at = 0; at < arguments.length; at++) {
      String name = arguments[at];
      switch (name) {
        case "--verbose" -> output = Output.STACK_TRACES;
        case "-e" -> scripts.add(value(arguments, ++at, name));
        case "-f" -> scripts.add(read(value(arguments, ++at, name)));
        case "--warehouse" -> warehouse = Path.of(value(arguments, ++at, name)).toAbsolutePath();
        case "--conf" -> putSetting(conf, value(arguments, ++at, name));
        default -> throw new BadUsageException("There is no option '" + name + "'.");
      }
    }
    return new ShellOptions(List.copyOf(scripts), conf, warehouse.normalize(), output);
  }

  /** {@code FIRN_WAREHOUSE}, or a folder of the checkout that the launcher started from. */
  private static Path defaultWarehouse() {
    String chosen = System.getenv("FIRN_WAREHOUSE");
    return chosen == null || chosen.isEmpty()
        ? Path.of(System.getProperty("firn.root", "."), ".firn", "warehouse").toAbsolutePath()
        : Path.of(chosen).toAbsolutePath();
  }

  private static String value(String[] arguments, int at, String name) throws BadUsageException {
    if (at >= arguments.length) {
      throw new BadUsageException("The option " + name + " needs a value.");
    }
    return arguments[at];
  }

  private static void putSetting(Map<String, String> conf, String setting)
      throws BadUsageException {
    int equals = setting.indexOf('=');
    if (equals <= 0) {
      throw new BadUsageException("--conf takes KEY=VALUE, not '" + setting + "'.");
    }
    conf.put(setting.substring(0, equals), setting.substring(equals + 1));
  }

  private static String read(String file) throws BadUsageException {
    try {
      return Files.readString(Path.of(file));
    } catch (NoSuchFileException e) {
      throw new BadUsageException("There is no script " + file + ".");
    } catch (IOException e) {
      throw new BadUsageException("Cannot read the script " + file + ": " + e.getMessage());
    }
  }
}
