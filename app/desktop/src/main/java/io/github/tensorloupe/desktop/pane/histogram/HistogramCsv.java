package io.github.tensorloupe.desktop.pane.histogram;

import module java.base;

import io.github.tensorloupe.analysis.distribution.Bins;
import io.github.tensorloupe.analysis.distribution.Histogram;
import io.github.tensorloupe.analysis.distribution.ValueCounts;
import io.github.tensorloupe.desktop.control.copy.QuotedText;

/// A histogram as comma-separated values. The output does not depend on the locale, and the numbers
/// round-trip through Java's parsing.
///
/// The first line names the columns. `kind` is the kind of the row: `bin` counts the values from
/// `lower` (inclusive) to `upper` (exclusive, except in the last bin), `below` and `above` count
/// the finite values outside of the bins, and `nan`, `inf`, `negative-inf`, `zero` and `subnormal`
/// count the values of these classes. `share` is the share of all finite values in rows of the
/// first three kinds, otherwise the share of all values. Further columns contain the shares of
/// compared distributions. A name that a spreadsheet would interpret as a formula is prefixed with
/// an apostrophe.
public final class HistogramCsv {

  /// A distribution that the histogram is compared with.
  ///
  /// @param name the name of the column
  /// @param shares the share of each bin
  public record Compared(String name, double[] shares) {}

  private HistogramCsv() {}

  /// Returns the text, with a line feed after each line.
  ///
  /// @param counts the counts of all values, including values outside of the bins
  /// @param compared further columns, which are empty except in the rows of bins
  public static String of(Histogram histogram, ValueCounts counts, List<Compared> compared) {
    Bins bins = histogram.bins();
    StringJoiner lines = new StringJoiner("\n", "", "\n");
    lines.add(
        "kind,lower,upper,count,share" + more(compared, column -> QuotedText.csv(column.name())));
    for (int i = 0; i < bins.count(); i++) {
      int bin = i;
      lines.add(
          row("bin", bins.edge(i), bins.edge(i + 1), histogram.counts()[i], counts.finite())
              + more(compared, column -> column.shares()[bin]));
    }
    String none = more(compared, _ -> "");
    double end = bins.edge(bins.count());
    lines.add(row("below", "", bins.edge(0), histogram.below(), counts.finite()) + none);
    lines.add(row("above", end, "", histogram.above(), counts.finite()) + none);
    lines.add(row("nan", "", "", counts.nan(), counts.total()) + none);
    lines.add(row("inf", "", "", counts.positiveInfinity(), counts.total()) + none);
    lines.add(row("negative-inf", "", "", counts.negativeInfinity(), counts.total()) + none);
    lines.add(row("zero", "", "", counts.zero(), counts.total()) + none);
    lines.add(row("subnormal", "", "", counts.subnormal(), counts.total()) + none);
    return lines.toString();
  }

  private static String row(String kind, Object lower, Object upper, long count, long whole) {
    String share = whole == 0 ? "" : String.valueOf((double) count / whole);
    return kind + ',' + lower + ',' + upper + ',' + count + ',' + share;
  }

  private static String more(List<Compared> compared, Function<Compared, Object> field) {
    return compared.stream().map(column -> "," + field.apply(column)).collect(Collectors.joining());
  }
}
