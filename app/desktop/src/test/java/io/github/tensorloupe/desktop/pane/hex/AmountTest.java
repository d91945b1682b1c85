package io.github.tensorloupe.desktop.pane.hex;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class AmountTest {

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "0 | 0",
        "4096 | 4096",
        "1,582,501 | 1582501",
        "1_000 | 1000",
        "12 345 | 12345",
        "0x1000 | 4096",
        "0XfF | 255",
        "0x0000_ACA5 | 44197",
        "1k | 1024",
        "3 M | 3145728",
        "2g | 2147483648",
        "1T | 1099511627776"
      })
  void decimalAndHexadecimalNumbersAreAmounts(String text, long byteOffset) {
    assertThat(PlaceReader.amount(text)).hasValue(byteOffset);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        " ",
        "abc",
        "0x",
        "-1",
        "1.5",
        "0xg",
        "18446744073709551616",
        "k",
        "0x1k",
        "1kk",
        "99999999999t"
      })
  void otherTextsAreNone(String text) {
    assertThat(PlaceReader.amount(text)).isEmpty();
  }

  @Test
  void theLargestNumberIsUnsigned() {
    assertThat(PlaceReader.amount("0xFFFFFFFFFFFFFFFF")).hasValue(-1L);
  }
}
