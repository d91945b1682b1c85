package io.github.tensorloupe.desktop.pane.hex;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.tensorloupe.desktop.pane.hex.HexView.ScrollMarks;
import org.junit.jupiter.api.Test;

class ScrollMarksTest {

  @Test
  void marksKeepTheirPlaceWhateverTheHeight() {
    double[] fractions = {0, 0.5, 1};

    assertThat(ScrollMarks.rows(fractions, 102).stream()).containsExactly(0, 50, 100);
    assertThat(ScrollMarks.rows(fractions, 402).stream()).containsExactly(0, 200, 400);
  }

  @Test
  void aMillionMarksTakeNoMoreThanTheRowsThatThereAre() {
    double[] fractions = new double[1_000_000];
    for (int i = 0; i < fractions.length; i++) {
      fractions[i] = i / 1e6;
    }

    assertThat(ScrollMarks.rows(fractions, 300).cardinality()).isLessThanOrEqualTo(300);
  }

  @Test
  void withoutRoomThereAreNoMarks() {
    assertThat(ScrollMarks.rows(new double[] {0.5}, 0).cardinality()).isZero();
  }
}
