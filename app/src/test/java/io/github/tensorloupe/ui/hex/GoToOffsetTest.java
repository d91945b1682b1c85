package io.github.tensorloupe.ui.hex;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class GoToOffsetTest {

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
        "0x0000_ACA5 | 44197"
      })
  void decimalAndHexadecimalNumbersAreOffsets(String text, long byteOffset) {
    assertThat(GoToOffset.parse(text)).hasValue(byteOffset);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", " ", "abc", "0x", "-1", "1.5", "0xg", "18446744073709551616"})
  void otherTextsAreNone(String text) {
    assertThat(GoToOffset.parse(text)).isEmpty();
  }

  @Test
  void theLargestNumberIsUnsigned() {
    assertThat(GoToOffset.parse("0xFFFFFFFFFFFFFFFF")).hasValue(-1L);
  }
}
