package io.github.tensorloupe.desktop.pane.histogram;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.tensorloupe.analysis.distribution.Bins;
import io.github.tensorloupe.analysis.distribution.Histogram;
import io.github.tensorloupe.analysis.distribution.ValueCounts;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class HistogramCsvTest {

  private final Locale before = Locale.getDefault();

  @AfterEach
  void restoreLocale() {
    Locale.setDefault(before);
  }

  private static final Histogram HISTOGRAM =
      new Histogram(Bins.linear(-0.1, 0.2, 3), new long[] {1, 0, 5}, 2, 0, true);
  private static final ValueCounts COUNTS = new ValueCounts(8, 1, 0, 1, 3, 0);

  private static List<List<String>> rows(List<HistogramCsv.Compared> compared) {
    return HistogramCsv.of(HISTOGRAM, COUNTS, compared)
        .lines()
        .map(line -> Arrays.asList(line.split(",", -1)))
        .toList();
  }

  @Test
  void eachBinHasARowThatReadsBackExactly() {
    Locale.setDefault(Locale.GERMANY);
    List<String> row = rows(List.of()).get(3);

    assertThat(row.get(0)).isEqualTo("bin");
    assertThat(Double.parseDouble(row.get(1))).isEqualTo(HISTOGRAM.bins().edge(2));
    assertThat(Double.parseDouble(row.get(2))).isEqualTo(0.2);
    assertThat(row.get(3)).isEqualTo("5");
    assertThat(Double.parseDouble(row.get(4))).isEqualTo(5.0 / 8);
  }

  @Test
  void whatIsNotInTheBinsHasRowsOfItsOwn() {
    assertThat(rows(List.of()))
        .contains(
            List.of("below", "", "-0.1", "2", "0.25"),
            List.of("above", "0.2", "", "0", "0.0"),
            List.of("nan", "", "", "1", "0.1"),
            List.of("inf", "", "", "0", "0.0"),
            List.of("negative-inf", "", "", "1", "0.1"),
            List.of("zero", "", "", "3", "0.3"));
  }

  @Test
  void whatItIsComparedWithHasAColumn() {
    List<List<String>> rows =
        rows(List.of(new HistogramCsv.Compared("a \"b\"", new double[] {0.5, 0.25, 0.25})));

    assertThat(rows.get(0)).endsWith("\"a \"\"b\"\"\"");
    assertThat(rows.get(1)).endsWith("0.5");
    assertThat(rows).allSatisfy(row -> assertThat(row).hasSize(6));
  }

  @Test
  void nameIsNoFormulaToASpreadsheet() {
    for (String name : List.of("=1+1", "+a", "-a", "@a")) {
      assertThat(rows(List.of(new HistogramCsv.Compared(name, new double[3]))).getFirst())
          .endsWith("\"'" + name + "\"");
    }
  }

  @Test
  void withoutValuesSharesAreEmpty() {
    Histogram nothing = new Histogram(Bins.linear(0, 1, 1), new long[1], 0, 0, true);

    assertThat(HistogramCsv.of(nothing, ValueCounts.NONE, List.of()))
        .contains("bin,0.0,1.0,0,\n")
        .doesNotContain("NaN");
  }
}
