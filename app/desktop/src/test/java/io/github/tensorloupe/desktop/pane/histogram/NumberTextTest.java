package io.github.tensorloupe.desktop.pane.histogram;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.tensorloupe.desktop.pane.histogram.FiguresPane.NumberText;
import java.math.BigInteger;
import org.junit.jupiter.api.Test;

class NumberTextTest {

  @Test
  void integersAreWrittenInFull() {
    assertThat(NumberText.of(Long.MIN_VALUE)).isEqualTo("−9,223,372,036,854,775,808");
    assertThat(NumberText.of(new BigInteger("18446744073709551615")))
        .isEqualTo("18,446,744,073,709,551,615");
  }

  @Test
  void otherNumbersHaveSixDigits() {
    assertThat(NumberText.of(-0.03124567)).isEqualTo("−0.0312457");
  }

  @Test
  void neighboursAreToldApart() {
    assertThat(NumberText.of(1000.0001, 0.001)).isEqualTo("1000.0001");
    assertThat(NumberText.of(1000.0011, 0.001)).isEqualTo("1000.0011");
    assertThat(NumberText.of(1000.0011, 5000)).isEqualTo("1000");
    assertThat(NumberText.of(0.1, 0)).isEqualTo("0.1");
  }

  @Test
  void approximateNumbersHaveNoDigitsThatMeanNothing() {
    assertThat(NumberText.approximate(0.046512)).isEqualTo("0.0465");
    assertThat(NumberText.approximate(new BigInteger("18428729675200069632")))
        .isEqualTo("1.84e+19");
  }
}
