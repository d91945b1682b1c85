package io.github.tensorloupe.ui.histogram;

import io.github.tensorloupe.analysis.TensorStatistics.Histogram;
import io.github.tensorloupe.ui.text.Figures;
import io.github.tensorloupe.ui.text.Messages;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.RoundingMode;
import java.util.List;

/// What is said of one bin of a histogram.
final class BinText {

  private BinText() {}

  /// From where to where the bin goes, and how many values it holds.
  ///
  /// @param total how many values the histogram holds, at least 1
  static String of(Histogram histogram, int bin, long total, Messages messages) {
    long count = histogram.counts().get(bin);
    String counted =
        messages.text(
            count == 1 ? "histogram.bin.count.one" : "histogram.bin.count",
            Figures.count(count),
            Figures.share((double) count / total));
    return range(histogram, bin, messages) + "\n" + counted;
  }

  private static String range(Histogram histogram, int bin, Messages messages) {
    List<Number> edges = histogram.edges();
    Number from = edges.get(bin);
    Number to = edges.get(bin + 1);
    if (!NumberText.isInteger(edges.getFirst())) {
      double width = to.doubleValue() - from.doubleValue();
      return range(NumberText.of(from, width), NumberText.of(to, width), messages);
    }
    boolean last = bin == histogram.counts().size() - 1;
    BigInteger first = ceiling(from);
    BigInteger behind = last ? ceiling(to).add(BigInteger.ONE) : ceiling(to);
    // A bin narrower than 1 may lie between two integers.
    return first.compareTo(behind) < 0
        ? range(NumberText.of(first), NumberText.of(behind.subtract(BigInteger.ONE)), messages)
        : range(NumberText.of(from), NumberText.of(to), messages);
  }

  private static BigInteger ceiling(Number number) {
    return new BigDecimal(number.toString()).setScale(0, RoundingMode.CEILING).toBigInteger();
  }

  private static String range(String from, String to, Messages messages) {
    return from.equals(to) ? from : messages.text("histogram.bin.range", from, to);
  }
}
