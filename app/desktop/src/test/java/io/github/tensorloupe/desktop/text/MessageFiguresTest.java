package io.github.tensorloupe.desktop.text;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.tensorloupe.format.Shape;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class MessageFiguresTest {

  private final Messages messages = Messages.english();

  @ParameterizedTest
  @CsvSource({
    "0, 0 B",
    "999, 999 B",
    "1000, 1.00 kB",
    "9994, 9.99 kB",
    "9995, 10.0 kB",
    "99949, 99.9 kB",
    "99950, 100 kB",
    "999499, 999 kB",
    "999500, 1.00 MB",
    "1582501, 1.58 MB",
    "9223372036854775807, 9.22 EB"
  })
  void bytesHaveThreeSignificantDigits(long byteCount, String text) {
    assertThat(messages.bytes(byteCount)).isEqualTo(text);
  }

  @ParameterizedTest
  @CsvSource({
    "1073741824, 1 GiB",
    "8589934592, 8 GiB",
    "137438953472, 128 GiB",
    "65536, 64 KiB",
    "5000000000, 5.00 GB",
    "0, 0 B"
  })
  void aChosenNumberOfBytesReadsAsItWasChosen(long byteCount, String text) {
    assertThat(messages.chosenBytes(byteCount)).isEqualTo(text);
  }

  @ParameterizedTest
  @CsvSource({"9999, '9,999'", "10000, 10.0 k", "7241732096, 7.24 B", "999999999999, 1.00 T"})
  void largeCountsAreShortened(long count, String text) {
    assertThat(messages.shortCount(count)).isEqualTo(text);
  }

  @ParameterizedTest
  @CsvSource({
    "0, 0",
    "-0.0, 0",
    "42, 42",
    "-42, −42",
    "0.0321, 0.0321",
    "0.1, 0.1",
    "1234567, 1234567",
    "12345678, 1.23457e+07",
    "0.00001, 1e−05",
    "-1.5e-9, −1.5e−09",
    "NaN, NaN",
    "Infinity, ∞",
    "-Infinity, −∞"
  })
  void valuesAreShortAndReadable(double value, String text) {
    assertThat(messages.value(value)).isEqualTo(text);
  }

  @ParameterizedTest
  @CsvSource({"0, 0.0 %", "0.0004, <0.1 %", "0.125, 12.5 %", "1, 100 %"})
  void sharesDistinguishZeroFromAlmostZero(double fraction, String text) {
    assertThat(messages.share(fraction)).isEqualTo(text);
  }

  @Test
  void shapesAreWrittenWithTimesSigns() {
    assertThat(messages.shape(Shape.of(2, 3))).isEqualTo("2 × 3");
    assertThat(messages.shape(Shape.SCALAR)).isEqualTo("scalar");
    assertThat(messages.shape(Shape.of(-1L))).isEqualTo("18446744073709551615");
  }

  @Test
  void shapesOfVeryHighRankAreCut() {
    assertThat(messages.shape(Shape.of(new long[1000]))).hasSizeLessThan(80).endsWith(" × …");
  }
}
