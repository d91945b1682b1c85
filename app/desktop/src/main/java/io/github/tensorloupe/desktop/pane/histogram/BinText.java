package io.github.tensorloupe.desktop.pane.histogram;

import module java.base;

import io.github.tensorloupe.desktop.control.plot.BinSelection;
import io.github.tensorloupe.desktop.control.plot.ChartData;
import io.github.tensorloupe.desktop.control.plot.ChartData.Outline;
import io.github.tensorloupe.desktop.pane.histogram.FiguresPane.NumberText;
import io.github.tensorloupe.desktop.text.Messages;

/// The description of selected bins.
record BinText(ChartData data, Messages messages) {

  private static final int NAME_LIMIT = 28;

  /// Describes bins: their range, the number of values, their share, and the share of the values
  /// below their end; then the compared distributions.
  ///
  /// @param bins must not be empty
  String of(BinSelection bins) {
    String cumulative = messages.share(data.cumulativeShare(bins.end() - 1));
    Stream<String> compared =
        data.outlines().stream()
            .filter(outline -> outline.kind() != Outline.Kind.SIBLING)
            .map(outline -> compared(outline, bins));
    String values = counted(data.count(bins.begin(), bins.end()));
    String below = messages.text("histogram.bin.cumulative", cumulative);
    Stream<String> own = Stream.of(range(bins.begin(), bins.end()), values, below);
    return Stream.concat(own, compared).collect(Collectors.joining("\n"));
  }

  private String counted(long count) {
    String figure = messages.count(count);
    boolean exact = data.histogram().exact() || count == 0;
    String shown = exact ? figure : messages.text("histogram.approximately", figure);
    String key = count == 1 ? "histogram.bin.count.one" : "histogram.bin.count";
    return messages.text(key, shown, messages.share((double) count / data.finite()));
  }

  private String compared(Outline outline, BinSelection bins) {
    double share = IntStream.range(bins.begin(), bins.end()).mapToDouble(outline::share).sum();
    String name =
        outline.kind() == Outline.Kind.SIBLINGS
            ? messages.text("histogram.legend.siblings")
            : ending(outline.name());
    return messages.text("histogram.bin.compared", name, messages.share(share));
  }

  // Tensor names differ at their ends.
  private static String ending(String name) {
    return name.length() <= NAME_LIMIT
        ? name
        : "…" + name.substring(name.length() - NAME_LIMIT + 1);
  }

  private String range(int begin, int end) {
    NumberText numbers = new NumberText(messages);
    Number min = data.distribution().min();
    if (min.equals(data.distribution().max()) && data.count(begin, end) == data.finite()) {
      return numbers.of(min);
    }
    double from = data.axis().bins().edge(begin);
    double to = data.axis().bins().edge(end);
    String reals = range(numbers.of(from, to - from), numbers.of(to, to - from));
    if (!data.axis().integers()) {
      return reals;
    }
    BigInteger first = integer(from, RoundingMode.CEILING);
    // The last bin is closed.
    BigInteger last =
        end == data.binCount()
            ? integer(to, RoundingMode.FLOOR)
            : integer(to, RoundingMode.CEILING).subtract(BigInteger.ONE);
    // A bin narrower than 1 may contain no integer.
    return first.compareTo(last) <= 0 ? range(numbers.of(first), numbers.of(last)) : reals;
  }

  private static BigInteger integer(double number, RoundingMode rounding) {
    return new BigDecimal(number).setScale(0, rounding).toBigInteger();
  }

  private String range(String from, String to) {
    return from.equals(to) ? from : messages.text("histogram.bin.range", from, to);
  }
}
