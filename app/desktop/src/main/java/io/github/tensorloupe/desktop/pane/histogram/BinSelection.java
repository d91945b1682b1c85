package io.github.tensorloupe.desktop.pane.histogram;

import module java.base;

import io.github.tensorloupe.analysis.chart.ChartAxis;
import io.github.tensorloupe.analysis.chart.ChartAxis.ValueRange;
import io.github.tensorloupe.analysis.chart.ChartData;
import io.github.tensorloupe.analysis.chart.ChartData.Outline;
import io.github.tensorloupe.desktop.text.Figures;
import io.github.tensorloupe.desktop.text.Messages;

/// The bins that are marked in a chart: none, one, or a part of them. Immutable.
///
/// @param anchor the bin where the selection began, -1 for none
/// @param at the bin where it ends, -1 for none
record BinSelection(int anchor, int at) {

  /// No bin is marked.
  static final BinSelection NONE = new BinSelection(-1, -1);

  /// One bin is marked.
  static BinSelection of(int bin) {
    return new BinSelection(bin, bin);
  }

  /// From where it began to this bin.
  BinSelection to(int bin) {
    return isEmpty() ? of(bin) : new BinSelection(anchor, bin);
  }

  /// One bin further.
  ///
  /// @param direction -1 to the left, 1 to the right
  /// @param extended true to extend the selection
  /// @param binCount the number of bins
  BinSelection step(int direction, boolean extended, int binCount) {
    int from = isEmpty() ? direction > 0 ? -1 : binCount : at;
    int next = Math.clamp(from + direction, 0, binCount - 1);
    return extended ? to(next) : of(next);
  }

  boolean isEmpty() {
    return at < 0;
  }

  boolean contains(int bin) {
    return !isEmpty() && begin() <= bin && bin < end();
  }

  /// The first marked bin; only where there are some.
  int begin() {
    return Math.min(anchor, at);
  }

  /// The bin behind the last marked one.
  int end() {
    return Math.max(anchor, at) + 1;
  }

  /// The values that the marked bins take.
  ValueRange range(ChartAxis axis) {
    return new ValueRange(axis.bins().edge(begin()), axis.bins().edge(end()));
  }

  /// Describes bins of the chart.
  record BinText(ChartData data, Messages messages) {

    private static final int NAME_LIMIT = 28;

    /// From where to where the bins go, how many values they hold, what share that is, and what
    /// share lies below their end; then what is kept for comparison.
    ///
    /// @param bins at least one
    String of(BinSelection bins) {
      String cumulative = Figures.share(data.cumulativeShare(bins.end() - 1));
      Stream<String> compared =
          data.outlines().stream()
              .filter(outline -> outline.kind() != Outline.Kind.SIBLING)
              .map(outline -> compared(outline, bins));
      return Stream.concat(
              Stream.of(
                  range(bins.begin(), bins.end()),
                  counted(data.count(bins.begin(), bins.end())),
                  messages.text("histogram.bin.cumulative", cumulative)),
              compared)
          .collect(Collectors.joining("\n"));
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
      double share = IntStream.range(bins.begin(), bins.end()).mapToDouble(outline::share).sum();
      String name =
          outline.kind() == Outline.Kind.SIBLINGS
              ? messages.text("histogram.legend.siblings")
              : ending(outline.name());
      return messages.text("histogram.bin.compared", name, Figures.share(share));
    }

    /// Names of tensors differ at their ends.
    private static String ending(String name) {
      return name.length() <= NAME_LIMIT
          ? name
          : "…" + name.substring(name.length() - NAME_LIMIT + 1);
    }

    private String range(int begin, int end) {
      Number least = data.distribution().min();
      if (least.equals(data.distribution().max()) && data.count(begin, end) == data.finite()) {
        return NumberText.of(least);
      }
      double from = data.axis().bins().edge(begin);
      double to = data.axis().bins().edge(end);
      return data.axis().integers() ? integers(from, to, end == data.binCount()) : reals(from, to);
    }

    private String reals(double from, double to) {
      return range(NumberText.of(from, to - from), NumberText.of(to, to - from));
    }

    private String integers(double from, double to, boolean last) {
      BigInteger first = integer(from, RoundingMode.CEILING);
      // The last bin is closed.
      BigInteger behind =
          last
              ? integer(to, RoundingMode.FLOOR).add(BigInteger.ONE)
              : integer(to, RoundingMode.CEILING);
      // A bin narrower than 1 may lie between two integers.
      return first.compareTo(behind) < 0
          ? range(NumberText.of(first), NumberText.of(behind.subtract(BigInteger.ONE)))
          : reals(from, to);
    }

    private static BigInteger integer(double number, RoundingMode rounding) {
      return new BigDecimal(number).setScale(0, rounding).toBigInteger();
    }

    private String range(String from, String to) {
      return from.equals(to) ? from : messages.text("histogram.bin.range", from, to);
    }
  }
}
