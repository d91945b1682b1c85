package io.github.tensorloupe.text;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigDecimal;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class QuantitiesTest {

  @ParameterizedTest
  @CsvSource({
    "0, 0",
    "-0.0, 0",
    "42, 42",
    "9999999, 9999999",
    "-0.00306702345, −0.00306702",
    "0.0001234567, 0.000123457",
    "0.000012345678, 1.23457e−05",
    "-7.25957e-10, −7.25957e−10",
    "12345678, 1.23457e+07",
    "1e300, 1e+300",
    "NaN, NaN",
    "Infinity, ∞",
    "-Infinity, −∞"
  })
  void figuresHaveSixDigitsAndOneStyleOfExponents(double value, String text) {
    assertThat(Quantities.value(value)).isEqualTo(text);
  }

  @ParameterizedTest
  @CsvSource({
    "0.033741668, 0.033741668",
    "1234567.890, 1234567.89",
    "-1E-7, −1e−07",
    "3.4028235E38, 3.4028235e+38",
    "0.00, 0"
  })
  void numbersKeepAllOfTheirDigits(String exact, String text) {
    assertThat(Quantities.number(new BigDecimal(exact))).isEqualTo(text);
  }
}
