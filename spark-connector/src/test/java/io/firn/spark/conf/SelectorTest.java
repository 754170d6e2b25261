package io.firn.spark.conf;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.firn.error.InvalidInputException;
import java.util.Map;
import java.util.Optional;
import org.apache.spark.sql.util.CaseInsensitiveStringMap;
import org.junit.jupiter.api.Test;

class SelectorTest {

  @Test
  void eachOptionSelects() {
    assertEquals(Optional.of(new Selector.SnapshotId(5)), of(Map.of("snapshot-id", "5")));
    assertEquals(Optional.of(new Selector.AsOf(9)), of(Map.of("as-of-timestamp", "9")));
    assertEquals(Optional.of(new Selector.Branch("dev")), of(Map.of("branch", "dev")));
    assertEquals(Optional.of(new Selector.Tag("v1")), of(Map.of("tag", "v1")));
    assertEquals(Optional.of(new Selector.Version("v1")), of(Map.of("versionAsOf", "v1")));
    assertEquals(Optional.empty(), of(Map.of("split-size", "1")));
  }

  @Test
  void twoSelectingOptionsContradict() {
    InvalidInputException e =
        assertThrows(
            InvalidInputException.class, () -> of(Map.of("snapshot-id", "5", "tag", "v1")));
    assertEquals(
        "The options snapshot-id=5 and tag=v1 each say which snapshot to read: give one of them",
        e.getMessage());
    assertThrows(
        InvalidInputException.class,
        () -> of(Map.of("timestampAsOf", "2024-01-01", "branch", "dev")));
  }

  @Test
  void malformedValueIsNamed() {
    InvalidInputException e =
        assertThrows(
            InvalidInputException.class, () -> of(Map.of("as-of-timestamp", "2024-01-01")));
    assertEquals(
        "Invalid value '2024-01-01' of option as-of-timestamp: expected milliseconds since"
            + " 1970-01-01T00:00:00Z (option timestampAsOf takes a date and time)",
        e.getMessage());
  }

  @Test
  void namePartsSelectAndRoundTrip() {
    for (Selector selector :
        new Selector[] {
          new Selector.Branch("Dev_1"),
          new Selector.Tag("v1"),
          new Selector.SnapshotId(-7),
          new Selector.AsOf(1700000000000L)
        }) {
      String part = SelectorText.namePart(selector);
      assertEquals(Optional.of(selector), SelectorText.ofNamePart(part), part);
    }
    assertEquals(Optional.empty(), SelectorText.ofNamePart("snapshot_id_x"));
    assertEquals(Optional.empty(), SelectorText.ofNamePart("orders"));
  }

  private static Optional<Selector> of(Map<String, String> options) {
    return SelectorText.ofOptions(new CaseInsensitiveStringMap(options));
  }
}
