package io.github.tensorloupe.desktop.control.plot;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.tensorloupe.analysis.distribution.Bins;
import io.github.tensorloupe.desktop.control.plot.ChartAxis.ValueRange;
import org.junit.jupiter.api.Test;

class BinSelectionTest {

  @Test
  void firstStepSelectsAnOuterBin() {
    assertThat(BinSelection.NONE.step(1, false, 8)).isEqualTo(BinSelection.of(0));
    assertThat(BinSelection.NONE.step(-1, false, 8)).isEqualTo(BinSelection.of(7));
  }

  @Test
  void stepsStayInside() {
    assertThat(BinSelection.of(7).step(1, false, 8)).isEqualTo(BinSelection.of(7));
    assertThat(BinSelection.of(0).step(-1, false, 8)).isEqualTo(BinSelection.of(0));
  }

  @Test
  void extendingKeepsWhereItBegan() {
    BinSelection marked = BinSelection.of(5).step(-1, true, 8).step(-1, true, 8);

    assertThat(marked.begin()).isEqualTo(3);
    assertThat(marked.end()).isEqualTo(6);
    assertThat(marked.contains(3)).isTrue();
    assertThat(marked.contains(6)).isFalse();
  }

  @Test
  void rangeSpansTheEdgesOfTheBins() {
    ChartAxis axis = new ChartAxis(ValueScale.LINEAR, Bins.linear(0, 8, 8), 0, false);

    assertThat(BinSelection.of(5).to(3).range(axis)).isEqualTo(new ValueRange(3, 6));
  }
}
