package io.github.tensorloupe.desktop.pane.histogram;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.tensorloupe.desktop.pane.histogram.FiguresPane.NumberText;
import io.github.tensorloupe.desktop.text.Language;
import io.github.tensorloupe.desktop.text.Messages;
import java.math.BigInteger;
import org.junit.jupiter.api.Test;

class NumberTextTest {

  private final NumberText numbers = new NumberText(Messages.english());

  @Test
  void integersAreWrittenInFullWithoutGroups() {
    assertThat(numbers.of(Long.MIN_VALUE)).isEqualTo("−9223372036854775808");
    assertThat(numbers.of(new BigInteger("18446744073709551615")))
        .isEqualTo("18446744073709551615");
  }

  @Test
  void otherNumbersHaveSixDigits() {
    assertThat(numbers.of(-0.03124567)).isEqualTo("−0.0312457");
  }

  @Test
  void neighborsHaveDifferentTexts() {
    assertThat(numbers.of(1000.0001, 0.001)).isEqualTo("1000.0001");
    assertThat(numbers.of(1000.0011, 0.001)).isEqualTo("1000.0011");
    assertThat(numbers.of(1000.0011, 5000)).isEqualTo("1000");
    assertThat(numbers.of(0.1, 0)).isEqualTo("0.1");
  }

  @Test
  void approximateNumbersHaveNoDigitsThatMeanNothing() {
    assertThat(numbers.approximate(0.046512)).isEqualTo("0.0465");
    assertThat(numbers.approximate(new BigInteger("18428729675200069632"))).isEqualTo("1.84e+19");
  }

  @Test
  void numbersHaveTheSeparatorsOfTheLanguage() {
    NumberText german = new NumberText(Messages.of(Language.GERMAN));

    assertThat(german.of(-1_234_567L)).isEqualTo("−1234567");
    assertThat(german.of(0.03124567)).isEqualTo("0,0312457");
    assertThat(german.of(1000.0011, 0.001)).isEqualTo("1000,0011");
    assertThat(german.approximate(0.046512)).isEqualTo("0,0465");
  }
}
