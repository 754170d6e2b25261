package io.firn.codec.json;

import io.firn.error.UnsupportedFeatureException;
import io.firn.types.DecimalType;
import io.firn.types.FixedType;
import io.firn.types.GeographyType;
import io.firn.types.GeometryType;
import io.firn.types.SimpleType;
import io.firn.types.Type;
import io.firn.types.VariantType;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The spec's strings for types without fields. */
final class TypeNames {
  private static final Pattern FIXED = Pattern.compile("fixed\\[\\s*(\\d{1,9})\\s*]");
  private static final Pattern DECIMAL =
      Pattern.compile("decimal\\(\\s*(\\d{1,4})\\s*,\\s*(\\d{1,4})\\s*\\)");
  private static final Pattern GEOMETRY =
      Pattern.compile("geometry\\s*(?:\\(\\s*([^)]*?)\\s*\\))?", Pattern.CASE_INSENSITIVE);
  private static final Pattern GEOGRAPHY =
      Pattern.compile(
          "geography\\s*(?:\\(\\s*([^,)]*?)\\s*(?:,\\s*(\\w*)\\s*)?\\))?",
          Pattern.CASE_INSENSITIVE);
  private static final Map<String, Type> SIMPLE = simple();

  private TypeNames() {}

  private static Map<String, Type> simple() {
    Map<String, Type> types = new HashMap<>();
    for (SimpleType type : SimpleType.values()) {
      types.put(type.toString(), type);
    }
    types.put(VariantType.VARIANT.toString(), VariantType.VARIANT);
    return Map.copyOf(types);
  }

  /**
   * @throws UnsupportedFeatureException for a type that this version does not know
   * @throws IllegalArgumentException for a known type with impossible parameters
   */
  static Type parse(String text) {
    String lower = text.toLowerCase(Locale.ROOT);
    Type simple = SIMPLE.get(lower);
    if (simple != null) {
      return simple;
    }
    Matcher fixed = FIXED.matcher(lower);
    if (fixed.matches()) {
      return new FixedType(Integer.parseInt(fixed.group(1)));
    }
    Matcher decimal = DECIMAL.matcher(lower);
    if (decimal.matches()) {
      return new DecimalType(
          Integer.parseInt(decimal.group(1)), Integer.parseInt(decimal.group(2)));
    }
    return parseGeo(text);
  }

  private static Type parseGeo(String text) {
    Matcher geometry = GEOMETRY.matcher(text);
    if (geometry.matches()) {
      return new GeometryType(orDefault(geometry.group(1), GeometryType.DEFAULT_CRS));
    }
    Matcher geography = GEOGRAPHY.matcher(text);
    if (geography.matches()) {
      String algorithm = orDefault(geography.group(2), GeographyType.DEFAULT_ALGORITHM);
      return new GeographyType(
          orDefault(geography.group(1), GeometryType.DEFAULT_CRS),
          algorithm.toLowerCase(Locale.ROOT));
    }
    throw new UnsupportedFeatureException("Unknown type '" + text + "'");
  }

  private static String orDefault(@org.jspecify.annotations.Nullable String text, String other) {
    return text == null || text.isEmpty() ? other : text;
  }
}
