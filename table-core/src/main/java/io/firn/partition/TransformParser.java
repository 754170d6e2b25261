package io.firn.partition;

import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Reads the spec's transform texts. */
final class TransformParser {
  private static final Pattern WITH_WIDTH = Pattern.compile("(bucket|truncate)\\[(\\d{1,9})]");

  private TransformParser() {}

  static Transform parse(String text) {
    String lower = text.toLowerCase(Locale.ROOT);
    Matcher matcher = WITH_WIDTH.matcher(lower);
    if (matcher.matches()) {
      int width = Integer.parseInt(matcher.group(2));
      return matcher.group(1).equals("bucket")
          ? new BucketTransform(width)
          : new TruncateTransform(width);
    }
    return switch (lower) {
      case "identity" -> IdentityTransform.IDENTITY;
      case "year" -> TimeTransform.YEAR;
      case "month" -> TimeTransform.MONTH;
      case "day" -> TimeTransform.DAY;
      case "hour" -> TimeTransform.HOUR;
      case "void" -> VoidTransform.VOID;
      default -> new UnknownTransform(text);
    };
  }
}
