package io.github.tensorloupe.desktop.pane.histogram;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.tensorloupe.analysis.distribution.Bins;
import io.github.tensorloupe.analysis.distribution.Distribution;
import io.github.tensorloupe.desktop.pane.histogram.FiguresPane.Figure;
import io.github.tensorloupe.desktop.pane.histogram.FiguresPane.KeyFigures;
import io.github.tensorloupe.desktop.text.Messages;
import io.github.tensorloupe.testing.DistributionSamples;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Test;

class KeyFiguresTest {

  private static List<Figure> figures(Distribution distribution) {
    return new KeyFigures(distribution, Optional.empty(), Messages.english()).list();
  }

  private static String value(List<Figure> figures, String label) {
    return figures.stream()
        .filter(figure -> figure.label().equals(label))
        .findFirst()
        .orElseThrow()
        .value();
  }

  @Test
  void figuresAreListedByImportance() {
    List<Figure> figures = figures(DistributionSamples.floats(0, 3, 4, -1));

    assertThat(figures)
        .extracting(Figure::label)
        .containsExactly(
            "min",
            "max",
            "mean",
            "std",
            "rms",
            "median",
            "p1",
            "p99",
            "zeros",
            "subnormal",
            "entropy");
    assertThat(value(figures, "rms")).isEqualTo("2.54951");
    assertThat(value(figures, "zeros")).isEqualTo("25.0 %");
  }

  @Test
  void onlyWhatIsNotExactIsMarked() {
    float[] values = new float[300_000];
    Random random = new Random(1);
    for (int i = 0; i < values.length; i++) {
      values[i] = random.nextFloat() + 1;
    }
    List<Figure> wide = figures(DistributionSamples.floats(values));

    assertThat(value(wide, "p99")).startsWith("≈ 1.99");
    assertThat(wide)
        .filteredOn(figure -> figure.value().startsWith("≈"))
        .extracting(Figure::label)
        .containsExactly("median", "p1", "p99", "entropy");
    assertThat(figures(DistributionSamples.floats(1, 1)))
        .noneMatch(figure -> figure.value().startsWith("≈"));
  }

  @Test
  void figuresOfTheShownPartAreNextToThoseOfAllValues() {
    Distribution distribution = DistributionSamples.floats(0, 3, 4, -1, 3.5f);

    List<Figure> figures =
        new KeyFigures(
                distribution,
                Optional.of(distribution.within(Bins.linear(2, 3.75, 8))),
                Messages.english())
            .list();

    assertThat(figures.subList(0, 6))
        .extracting(
            figure -> figure.label() + "|" + figure.part().orElse("") + "|" + figure.value())
        .containsExactly(
            "|shown|all",
            "count|2|5",
            "share|40.0 %|100 %",
            "min|3|−1",
            "max|3.5|4",
            "mean|3.25|1.9");
    assertThat(figures.subList(6, figures.size())).allMatch(figure -> figure.part().isEmpty());
  }

  @Test
  void partWithoutValuesHasACountOnly() {
    Distribution distribution = DistributionSamples.floats(0, 4);

    assertThat(
            new KeyFigures(
                    distribution,
                    Optional.of(distribution.within(Bins.linear(1, 2, 8))),
                    Messages.english())
                .list())
        .extracting(figure -> figure.part().orElse(""))
        .startsWith("shown", "0", "0.0 %", "–", "–", "–");
  }

  @Test
  void estimatesOfThePartAreMarked() {
    float[] values = new float[300_000];
    Random random = new Random(1);
    for (int i = 0; i < values.length; i++) {
      values[i] = (float) random.nextGaussian();
    }
    Distribution distribution = DistributionSamples.floats(values);

    List<Figure> figures =
        new KeyFigures(
                distribution,
                Optional.of(distribution.within(Bins.linear(0.501, 10, 8))),
                Messages.english())
            .list();

    assertThat(figures.get(1).part().orElseThrow()).startsWith("≈ 92,");
    assertThat(figures.get(3).part()).contains("≈ 0.501");
    assertThat(figures.get(4).part()).contains(figures.get(4).value());
    assertThat(figures.get(5).part().orElseThrow()).startsWith("≈ 1.1");
  }

  @Test
  void entropyIsComputedFromTheStoredBits() {
    Figure entropy = figures(DistributionSamples.bytes(0, 1)).getLast();

    assertThat(entropy.value()).isEqualTo("1 of 8 bits");
    assertThat(entropy.explanation()).contains("All bit patterns");
  }

  @Test
  void integersHaveNoSubnormals() {
    assertThat(figures(DistributionSamples.bytes(0, 3)))
        .extracting(Figure::label)
        .doesNotContain("subnormal");
  }
}
