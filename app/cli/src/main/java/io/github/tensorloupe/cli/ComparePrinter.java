package io.github.tensorloupe.cli;

import module java.base;

import io.github.tensorloupe.cli.TextPrinter.Style;
import io.github.tensorloupe.compare.ChangeSentence;
import io.github.tensorloupe.compare.Comparison;
import io.github.tensorloupe.compare.Likeness;
import io.github.tensorloupe.compare.Totals;
import io.github.tensorloupe.compare.report.HeaderDifference;
import io.github.tensorloupe.compare.report.ReportTable;
import io.github.tensorloupe.format.DisplayText;
import io.github.tensorloupe.text.Sentence;

/// Prints the result of `compare` as text: a summary, then the differences in descending order of
/// importance.
///
/// @param typedA the typed path of the base
/// @param isSameFile true if both paths lead to the same files
/// @param headers the differences between the headers, if all tensors are equal
record ComparePrinter(
    String typedA,
    String typedB,
    Comparison comparison,
    Totals totals,
    boolean isSameFile,
    List<HeaderDifference> headers) {

  private static final int VALUE_LIMIT = 60;

  void print(TextPrinter text) {
    text.gap();
    text.line("A  " + text.paint(Style.STRONG, TextPrinter.shown(typedA)));
    text.line("B  " + text.paint(Style.STRONG, TextPrinter.shown(typedB)));
    if (isSameFile) {
      text.line("A and B are the same file, so nothing was read.");
    }
    text.line(
        text.paint(
            totals.differs() ? Style.NOTABLE : Style.GOOD,
            TextPrinter.shown(ChangeSentence.of(comparison, totals).sentence().toString())));
    Likeness likeness = Likeness.of(comparison, totals);
    Sentence summary = likeness.evidence().stream().reduce(likeness.sentence(), Sentence::then);
    text.line(TextPrinter.shown(summary.toString()));
    if (comparison.options().tolerance().isPresent()) {
      text.line("Tolerated: " + TextPrinter.count(totals.tolerated(), "tensor"));
    }
    print(text, ReportTable.pairs(comparison));
    print(
        text,
        ReportTable.metadata(comparison, value -> '"' + DisplayText.of(value, VALUE_LIMIT) + '"'));
    print(text, ReportTable.headers(headers));
  }

  private static void print(TextPrinter text, ReportTable table) {
    if (table.rowCount() == 0) {
      return;
    }
    String[] heads = texts(table.heads());
    for (int i = 0; i < heads.length; i++) {
      heads[i] = (i < table.textCount() ? "" : ">") + heads[i].toUpperCase(Locale.ROOT);
    }
    text.gap();
    List<Integer> rows = IntStream.range(0, table.rowCount()).boxed().toList();
    text.table(rows, row -> texts(table.row().apply(row)), _ -> Style.PLAIN, heads);
  }

  private static String[] texts(List<?> cells) {
    return cells.stream().map(Object::toString).toArray(String[]::new);
  }
}
