package io.firn.it;

import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.spark.sql.Row;
import scala.jdk.javaapi.CollectionConverters;

/** Values of rows as text that compares: bytes as hex, maps by key. */
public final class ValueText {
  private ValueText() {}

  public static String of(Object value) {
    if (value instanceof Row row) {
      List<String> parts = new ArrayList<>();
      for (int i = 0; i < row.length(); i++) {
        parts.add(of(row.get(i)));
      }
      return parts.toString();
    }
    if (value instanceof byte[] bytes) {
      return "x" + HexFormat.of().formatHex(bytes);
    }
    if (value instanceof scala.collection.Map<?, ?> map) {
      Map<String, String> sorted = new TreeMap<>();
      CollectionConverters.asJava(map).forEach((key, v) -> sorted.put(of(key), of(v)));
      return sorted.toString();
    }
    if (value instanceof scala.collection.Seq<?> seq) {
      List<String> parts = new ArrayList<>();
      CollectionConverters.asJava(seq).forEach(element -> parts.add(of(element)));
      return parts.toString();
    }
    return String.valueOf(value);
  }
}
