package io.firn.examples;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ShellOptionsTest {
  @TempDir Path folder;

  @Test
  void scriptsKeepTheirOrderAndSettingsTheirEqualsSigns() throws Exception {
    Path file = Files.writeString(folder.resolve("a.sql"), "SELECT 2");
    ShellOptions options =
        ShellOptions.parse(
            new String[] {
              "-e", "SELECT 1", "-f", file.toString(), "--conf", "a.uri=jdbc:x?y=z", "--verbose"
            });
    assertEquals(List.of("SELECT 1", "SELECT 2"), options.scripts());
    assertEquals(Map.of("a.uri", "jdbc:x?y=z"), options.conf());
    assertEquals(ShellOptions.Output.STACK_TRACES, options.output());
  }

  @Test
  void theWarehouseIsMadeAbsolute() throws Exception {
    ShellOptions options = ShellOptions.parse(new String[] {"--warehouse", "some/../where"});
    assertEquals(Path.of("where").toAbsolutePath(), options.warehouse());
  }

  @Test
  void aWrongCommandLineIsRefusedWithItsReason() {
    assertRefused("There is no option '-x'.", "-x");
    assertRefused("The option -e needs a value.", "-e");
    assertRefused("--conf takes KEY=VALUE, not 'abc'.", "--conf", "abc");
    assertRefused("There is no script gone.sql.", "-f", "gone.sql");
  }

  private static void assertRefused(String message, String... arguments) {
    Exception refusal =
        assertThrows(ShellOptions.BadUsageException.class, () -> ShellOptions.parse(arguments));
    assertEquals(message, refusal.getMessage());
  }
}
