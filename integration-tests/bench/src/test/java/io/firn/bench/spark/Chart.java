package io.firn.bench.spark;

import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * An SVG of Firn's time over the others': a row a measure, a dot an engine, on a logarithmic axis
 * from a tenth to ten times; left of the line in the middle Firn is faster.
 */
final class Chart {
  private static final int ROW = 18;
  private static final int LEFT = 330;
  private static final int WIDTH = 480;
  private static final int TOP = 60;

  private final BenchOptions options;
  private final List<Measure> measures;
  private final Results results;

  Chart(BenchOptions options, List<Measure> measures, Results results) {
    this.options = options;
    this.measures = measures;
    this.results = results;
  }

  String svg() {
    int height = TOP + ROW * measures.size() + 30;
    StringBuilder svg = new StringBuilder();
    svg.append(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%d\" height=\"%d\" font-family=\"sans-serif\" font-size=\"11\">%n"
            .formatted(LEFT + WIDTH + 40, height));
    svg.append("<rect width=\"100%\" height=\"100%\" fill=\"white\"/>\n");
    text(svg, 10, 20, "Time of Firn / time of the other; left of 1 Firn is faster");
    legend(svg);
    for (double tick : List.of(0.1, 0.2, 0.5, 1.0, 2.0, 5.0, 10.0)) {
      line(svg, x(tick), TOP - 8, height - 25, tick == 1 ? "#333" : "#ddd");
      text(svg, x(tick) - 6, height - 10, number(tick));
    }
    for (int i = 0; i < measures.size(); i++) {
      row(svg, measures.get(i), TOP + ROW * i + ROW / 2);
    }
    return svg.append("</svg>\n").toString();
  }

  private void legend(StringBuilder svg) {
    int x = LEFT;
    for (Engine engine : others()) {
      dot(svg, x, 36, color(engine), engine.label());
      text(svg, x + 10, 40, engine.label());
      x += 90;
    }
  }

  private void row(StringBuilder svg, Measure measure, int y) {
    text(svg, 10, y + 4, measure.workload() + ": " + measure.name());
    for (Engine engine : others()) {
      Optional<Double> ratio = results.ratio(measure.id(), engine, Sample::millis);
      ratio.ifPresent(
          r ->
              dot(
                  svg,
                  x(Math.max(0.1, Math.min(10, r))),
                  y,
                  color(engine),
                  engine.label() + " " + number(r)));
    }
  }

  private List<Engine> others() {
    return options.engines().stream().filter(engine -> engine != Engine.FIRN).toList();
  }

  private static int x(double ratio) {
    return (int) Math.round(LEFT + WIDTH * (Math.log10(ratio) + 1) / 2);
  }

  private static String color(Engine engine) {
    return switch (engine) {
      case FIRN -> "#333333";
      case ICEBERG -> "#2b7bba";
      case DELTA -> "#d1495b";
      case PARQUET -> "#6a994e";
    };
  }

  private static void text(StringBuilder svg, int x, int y, String text) {
    String escaped = text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;");
    svg.append("<text x=\"%d\" y=\"%d\">%s</text>%n".formatted(x, y, escaped));
  }

  private static void line(StringBuilder svg, int x, int from, int to, String color) {
    svg.append(
        "<line x1=\"%d\" y1=\"%d\" x2=\"%d\" y2=\"%d\" stroke=\"%s\"/>%n"
            .formatted(x, from, x, to, color));
  }

  private static void dot(StringBuilder svg, int x, int y, String color, String tip) {
    svg.append(
        "<circle cx=\"%d\" cy=\"%d\" r=\"5\" fill=\"%s\"><title>%s</title></circle>%n"
            .formatted(x, y, color, tip));
  }

  private static String number(double value) {
    return String.format(Locale.ROOT, value < 1 ? "%.2f" : "%.1f", value);
  }
}
