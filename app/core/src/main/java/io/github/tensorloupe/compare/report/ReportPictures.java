package io.github.tensorloupe.compare.report;

import module java.base;

import io.github.tensorloupe.analysis.layers.LayerMap;
import io.github.tensorloupe.analysis.layers.LayerStack;
import io.github.tensorloupe.compare.Comparison;
import io.github.tensorloupe.export.SvgPicture;
import io.github.tensorloupe.export.SvgPicture.Anchor;
import io.github.tensorloupe.format.DisplayText;
import io.github.tensorloupe.text.Quantities;
import io.github.tensorloupe.text.Sentence;
import io.github.tensorloupe.text.Sentences;

/// The pictures of a report. The style sheet of the report defines their colors.
record ReportPictures(Sentences language) {

  private static final int HEAT_STEPS = 7;
  private static final String TEXT = "var(--text)";
  private static final double FONT = 11;
  private static final int MAX_NAME = 40;
  private static final double WIDTH = 300;
  private static final double HEIGHT = 90;
  private static final double HEAD = 16;
  private static final double FOOT = 18;

  /// A logarithmic scale of colors.
  private record HeatScale(double low, double high) {

    /// The minimum width: a factor of 1.1, so that nearly equal values have similar colors.
    private static final double MIN_WIDTH = Math.log(1.1);

    static HeatScale of(double[] values) {
      DoubleSummaryStatistics range =
          Arrays.stream(values)
              .filter(value -> value > 0 && Double.isFinite(value))
              .summaryStatistics();
      if (range.getCount() == 0) {
        return new HeatScale(0, 0);
      }
      double low = range.getMin();
      double high = range.getMax();
      double missing = Math.exp(MIN_WIDTH / 2) / Math.sqrt(high / low);
      double room = low == high ? 1 : Math.max(1, missing);
      return new HeatScale(low / room, high * room);
    }

    int step(double value) {
      double position = low == high ? 0.5 : Math.log(value / low) / Math.log(high / low);
      return Math.min(HEAT_STEPS - 1, (int) (Math.clamp(position, 0, 1) * HEAT_STEPS));
    }
  }

  /// Returns a heat map of the relative L2 norm by role (rows) and layer (columns).
  ///
  /// @param stack a stack whose tensor indexes are pair indexes
  String layers(LayerStack stack, Comparison comparison) {
    double[] all =
        Arrays.stream(stack.tensors())
            .mapToDouble(tensor -> relativeL2(comparison, tensor))
            .toArray();
    HeatScale scale = HeatScale.of(all);
    StringBuilder html = new StringBuilder("<table class=\"map\"><tr><th></th>");
    for (int layer = 0; layer < stack.layerCount(); layer++) {
      html.append("<th>%s</th>".formatted(stack.layerLabel(layer)));
    }
    for (int role = 0; role < stack.roles().size(); role++) {
      String name = SvgPicture.escaped(DisplayText.of(stack.columnNames().get(role), MAX_NAME));
      html.append("</tr>\n<tr><th>%s</th>".formatted(name));
      for (int layer = 0; layer < stack.layerCount(); layer++) {
        int pair = stack.tensor(layer, role);
        double size = pair == LayerMap.NO_TENSOR ? Double.NaN : relativeL2(comparison, pair);
        String color = pair == LayerMap.NO_TENSOR ? "none" : color(scale, size);
        String known = Double.isNaN(size) ? "–" : number(size);
        String meaning = stack.layerLabel(layer) + " " + name + ": " + known;
        html.append("<td class=\"%s\" title=\"%s\"></td>".formatted(color, meaning));
      }
    }
    return html.append("</tr></table>\n").append(legend(scale)).toString();
  }

  private String legend(HeatScale scale) {
    StringBuilder html = new StringBuilder("<table class=\"map\"><tr>");
    html.append(key("equal", language.text(Sentence.of("equal"))));
    html.append(key("other", language.text(Sentence.of("not comparable"))));
    if (scale.high() > 0) {
      html.append(key("heat-0", number(scale.low())));
      html.append(key("heat-" + (HEAT_STEPS - 1), number(scale.high())));
    }
    return html.append("</tr></table>\n").toString();
  }

  private static String key(String color, String text) {
    return "<td class=\"%s\"></td><th>%s</th>".formatted(color, SvgPicture.escaped(text));
  }

  static double relativeL2(Comparison comparison, int pair) {
    return comparison
        .result(pair)
        .map(result -> result.relativeL2().orElse(Double.NaN))
        .orElse(Double.NaN);
  }

  private static String color(HeatScale scale, double size) {
    return size == 0 ? "equal" : size > 0 ? "heat-" + scale.step(size) : "other";
  }

  /// Returns a bar chart with a logarithmic scale, with labels for the first and the last bar.
  String bars(String title, long[] counts, String low, String high) {
    SvgPicture picture = new SvgPicture(WIDTH, HEAD + HEIGHT + FOOT, title);
    long highest = LongStream.of(counts).max().orElse(0);
    double maxLogarithm = Math.log1p(highest);
    double width = WIDTH / counts.length;
    for (int i = 0; i < counts.length; i++) {
      if (counts[i] > 0) {
        double height = Math.log1p(counts[i]) / maxLogarithm * HEIGHT;
        String meaning = language.localized(Quantities.formatCount(counts[i]));
        double gap = Math.min(1, width / 4);
        picture.rectangle(
            i * width, HEAD + HEIGHT - height, width - gap, height, "var(--b)", meaning);
      }
    }
    String scale = language.text(Sentence.of("up to {0}, logarithmic", highest));
    picture.text(WIDTH, FONT, scale, FONT, Anchor.END, TEXT);
    picture.rectangle(0, HEAD + HEIGHT, WIDTH, 1, "var(--line)");
    picture.text(0, HEAD + HEIGHT + 13, low, FONT, Anchor.START, TEXT);
    picture.text(WIDTH, HEAD + HEIGHT + 13, high, FONT, Anchor.END, TEXT);
    return picture.element();
  }

  String number(double value) {
    return language.localized(Quantities.rounded(value));
  }
}
