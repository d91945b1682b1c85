package io.github.tensorloupe.compare.report;

import module java.base;

import io.github.tensorloupe.analysis.layers.LayerMap;
import io.github.tensorloupe.analysis.layers.LayerStack;
import io.github.tensorloupe.analysis.layers.LayerStatistic.Spread;
import io.github.tensorloupe.analysis.layers.StatisticScale;
import io.github.tensorloupe.compare.PairDistribution.EvenBins;
import io.github.tensorloupe.compare.PairResult;
import io.github.tensorloupe.export.SvgPicture;
import io.github.tensorloupe.export.SvgPicture.Anchor;
import io.github.tensorloupe.format.DisplayText;
import io.github.tensorloupe.text.Quantities;
import io.github.tensorloupe.text.Sentence;
import io.github.tensorloupe.text.Sentences;

/// The pictures of a report, as SVG elements whose colors are variables of its style sheet.
///
/// @param language of titles and numbers
record ReportPictures(Sentences language) {

  /// The number of colors from the smallest to the largest difference.
  private static final int HEAT_STEPS = 7;

  private static final String TEXT = "var(--text)";
  private static final String LINE = "var(--line)";
  private static final String A = "var(--a)";
  private static final String B = "var(--b)";
  private static final double FONT = 11;
  private static final double CHARACTER = 6.4;
  private static final int MOST_NAME = 40;
  private static final double CELL = 16;
  private static final double CHART_WIDTH = 440;
  private static final double CHART_HEIGHT = 120;
  private static final double FOOT = 18;

  /// The relative L2 of each layer, from left to right, and role, one below the other.
  ///
  /// @param stack its tensors are indexes of pairs
  /// @param results of a pair; null where there is none
  String layers(LayerStack stack, List<PairResult> results) {
    List<String> names =
        stack.columnNames().stream().map(name -> DisplayText.of(name, MOST_NAME)).toList();
    double left = 12 + CHARACTER * names.stream().mapToInt(String::length).max().orElse(0);
    double top = 20;
    double bottom = top + names.size() * CELL;
    double[] all =
        Arrays.stream(stack.tensors()).mapToDouble(it -> relativeL2(results, it)).toArray();
    StatisticScale scale = StatisticScale.of(Spread.LOGARITHMIC, all);
    String title = text(Sentence.of("Relative L2 of each layer and role"));
    double width = left + Math.max(stack.layerCount() * CELL, 300) + 10;
    SvgPicture picture = new SvgPicture(width, bottom + 34, title);
    int step = stack.layerCount() > 0 && stack.layer(stack.layerCount() - 1) > 9 ? 2 : 1;
    for (int row = 0; row < stack.layerCount(); row++) {
      double x = left + row * CELL;
      if (row % step == 0) {
        String number = Integer.toString(stack.layer(row));
        picture.text(x + CELL / 2, top - 6, number, FONT, Anchor.MIDDLE, TEXT);
      }
      for (int column = 0; column < names.size(); column++) {
        int pair = stack.tensor(row, column);
        if (pair != LayerMap.NO_TENSOR) {
          double size = relativeL2(results, pair);
          String known = Double.isNaN(size) ? "–" : number(size);
          String meaning = stack.layer(row) + " " + names.get(column) + ": " + known;
          double y = top + column * CELL;
          picture.rectangle(x, y, CELL - 1, CELL - 1, color(scale, size), meaning);
        }
      }
    }
    for (int column = 0; column < names.size(); column++) {
      double y = top + column * CELL + CELL - 4;
      picture.text(left - 6, y, names.get(column), FONT, Anchor.END, TEXT);
    }
    legend(picture, scale, left, bottom + 12);
    return picture.element();
  }

  private void legend(SvgPicture picture, StatisticScale scale, double x, double y) {
    picture.rectangle(x, y, 12, 12, "var(--equal)");
    picture.text(x + 16, y + 10, text(Sentence.of("equal")), FONT, Anchor.START, TEXT);
    picture.rectangle(x + 70, y, 12, 12, "var(--other)");
    String other = text(Sentence.of("not comparable"));
    picture.text(x + 86, y + 10, other, FONT, Anchor.START, TEXT);
    if (scale.high() > 0) {
      double from = x + 190;
      for (int heat = 0; heat < HEAT_STEPS; heat++) {
        picture.rectangle(from + 12 * heat, y, 12, 12, "var(--heat-" + heat + ")");
      }
      String low = number(scale.low());
      String both = scale.isPoint() ? low : low + " – " + number(scale.high());
      picture.text(from + 12 * HEAT_STEPS + 6, y + 10, both, FONT, Anchor.START, TEXT);
    }
  }

  /// NaN where there is none.
  static double relativeL2(List<PairResult> results, int pair) {
    return results.get(pair) == null
        ? Double.NaN
        : results.get(pair).relativeL2().orElse(Double.NaN);
  }

  private static String color(StatisticScale scale, double size) {
    if (!(size > 0)) {
      return size == 0 ? "var(--equal)" : "var(--other)";
    }
    return "var(--heat-%d)"
        .formatted(Math.min(HEAT_STEPS - 1, (int) (scale.position(size) * HEAT_STEPS)));
  }

  /// Two histograms over the same bins, as lines over each other: the base dashed.
  String histograms(String title, EvenBins bins, List<Long> a, List<Long> b) {
    long most = Stream.concat(a.stream(), b.stream()).mapToLong(Long::longValue).max().orElse(0);
    SvgPicture picture = chart(title, bins);
    outline(picture, a, most, A, List.of(4.0, 3.0));
    outline(picture, b, most, B, List.of());
    return picture.element();
  }

  /// One histogram as bars, with heights by the logarithm, since most numbers hardly move.
  String histogram(String title, EvenBins bins, List<Long> counts) {
    SvgPicture picture = chart(title, bins);
    bars(picture, counts);
    return picture.element();
  }

  /// In how many elements each bit differs, the highest on the left.
  String bits(String title, List<Long> bits) {
    SvgPicture picture = new SvgPicture(CHART_WIDTH, CHART_HEIGHT + FOOT, title);
    bars(picture, bits.reversed());
    double width = CHART_WIDTH / bits.size();
    for (int i = 0; i < bits.size(); i++) {
      int bit = bits.size() - 1 - i;
      if (bits.size() <= 16 || bit % 8 == 0) {
        double x = (i + 0.5) * width;
        String number = Integer.toString(bit);
        picture.text(x, CHART_HEIGHT + 13, number, FONT, Anchor.MIDDLE, TEXT);
      }
    }
    base(picture);
    return picture.element();
  }

  private SvgPicture chart(String title, EvenBins bins) {
    SvgPicture picture = new SvgPicture(CHART_WIDTH, CHART_HEIGHT + FOOT, title);
    double y = CHART_HEIGHT + 13;
    picture.text(0, y, number(bins.low()), FONT, Anchor.START, TEXT);
    picture.text(CHART_WIDTH, y, number(bins.high()), FONT, Anchor.END, TEXT);
    base(picture);
    return picture;
  }

  private static void base(SvgPicture picture) {
    double[] y = {CHART_HEIGHT, CHART_HEIGHT};
    picture.path(new double[] {0, CHART_WIDTH}, y, LINE, 1, List.of());
  }

  private void bars(SvgPicture picture, List<Long> counts) {
    double most = Math.log1p(Collections.max(counts));
    double width = CHART_WIDTH / counts.size();
    for (int i = 0; i < counts.size(); i++) {
      if (counts.get(i) > 0) {
        double height = Math.log1p(counts.get(i)) / most * CHART_HEIGHT;
        String meaning = language.localized(Quantities.count(counts.get(i)));
        picture.rectangle(i * width, CHART_HEIGHT - height, width - 1, height, B, meaning);
      }
    }
  }

  private static void outline(
      SvgPicture picture, List<Long> counts, long most, String color, List<Double> dashes) {
    double[] xs = new double[2 * counts.size()];
    double[] ys = new double[xs.length];
    double width = CHART_WIDTH / counts.size();
    for (int i = 0; i < counts.size(); i++) {
      double y =
          CHART_HEIGHT - (most == 0 ? 0 : (double) counts.get(i) / most * (CHART_HEIGHT - 2));
      xs[2 * i] = i * width;
      xs[2 * i + 1] = (i + 1) * width;
      ys[2 * i] = y;
      ys[2 * i + 1] = y;
    }
    picture.path(xs, ys, color, 1.5, dashes);
  }

  private String number(double value) {
    double rounded = new BigDecimal(value).round(new MathContext(3)).doubleValue();
    return language.localized(Quantities.value(rounded));
  }

  private String text(Sentence sentence) {
    return language.text(sentence);
  }
}
