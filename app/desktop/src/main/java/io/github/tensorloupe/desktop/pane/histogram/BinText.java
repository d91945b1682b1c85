package io.github.tensorloupe.desktop.pane.histogram;

import io.github.tensorloupe.desktop.text.Figures;
import io.github.tensorloupe.desktop.text.Messages;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.RoundingMode;

/// What is said of bins of a chart.
///
/// @param data what the chart draws
/// @param messages gives the words
record BinText(ChartData data, Messages messages) {

  private static final int NAME_LIMIT = 28;

  /// From where to where the bins go, how many values they hold, what share that is, and what share
  /// lies below their end; then what is kept for comparison.
  ///
  /// @param bins at least one
  String of(BinSelection bins) {
    long count = data.count(bins.begin(), bins.end());
    StringBuilder text = new StringBuilder(range(bins.begin(), bins.end()));
    text.append('\n').append(counted(count));
    text.append('\n')
        .append(
            messages.text(
                "histogram.bin.cumulative", Figures.share(data.cumulativeShare(bins.end() - 1))));
    for (Outline outline : data.outlines()) {
      if (outline.kind() != Outline.Kind.SIBLING) {
        text.append('\n').append(compared(outline, bins));
      }
    }
    return text.toString();
  }

  private String counted(long count) {
    String figure = Figures.count(count);
    return messages.text(
        count == 1 ? "histogram.bin.count.one" : "histogram.bin.count",
        data.histogram().exact() || count == 0
            ? figure
            : messages.text("histogram.approximately", figure),
        Figures.share((double) count / data.finite()));
  }

  private String compared(Outline outline, BinSelection bins) {
    double share = 0;
    for (int bin = bins.begin(); bin < bins.end(); bin++) {
      share += outline.share(bin);
    }
    String name =
        switch (outline.kind()) {
          case PIN, SIBLING -> ending(outline.name());
          case SIBLINGS -> messages.text("histogram.legend.siblings");
        };
    return messages.text("histogram.bin.compared", name, Figures.share(share));
  }

  /// Names of tensors differ at their ends.
  private static String ending(String name) {
    return name.length() <= NAME_LIMIT
        ? name
        : "…" + name.substring(name.length() - NAME_LIMIT + 1);
  }

  /// From where to where bins go.
  ///
  /// @param begin the first
  /// @param end the one behind the last
  String range(int begin, int end) {
    if (isOneValue(begin, end)) {
      return NumberText.of(data.distribution().min());
    }
    double from = data.axis().bins().edge(begin);
    double to = data.axis().bins().edge(end);
    return data.axis().integers() ? integers(from, to, end == data.binCount()) : reals(from, to);
  }

  private boolean isOneValue(int begin, int end) {
    return data.distribution().min().equals(data.distribution().max())
        && data.count(begin, end) == data.finite();
  }

  private String reals(double from, double to) {
    return range(NumberText.of(from, to - from), NumberText.of(to, to - from));
  }

  private String integers(double from, double to, boolean last) {
    BigInteger first = ceiling(from);
    // The last bin is closed.
    BigInteger behind = last ? floor(to).add(BigInteger.ONE) : ceiling(to);
    // A bin narrower than 1 may lie between two integers.
    return first.compareTo(behind) < 0
        ? range(NumberText.of(first), NumberText.of(behind.subtract(BigInteger.ONE)))
        : reals(from, to);
  }

  private static BigInteger ceiling(double number) {
    return new BigDecimal(number).setScale(0, RoundingMode.CEILING).toBigInteger();
  }

  private static BigInteger floor(double number) {
    return new BigDecimal(number).setScale(0, RoundingMode.FLOOR).toBigInteger();
  }

  private String range(String from, String to) {
    return from.equals(to) ? from : messages.text("histogram.bin.range", from, to);
  }
}
