package io.github.tensorloupe.element;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.tensorloupe.format.Dtype;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

class ElementTextTest {

  @ParameterizedTest
  @CsvSource({
    "BOOL, 1, 1",
    "I8, FF, -1",
    "U64, FFFFFFFFFFFFFFFF, 18446744073709551615",
    "I64, 8000000000000000, -9223372036854775808",
    "F32, 3DCCCCCD, 0.1",
    "F64, 3FB999999999999A, 0.1",
    "F16, 2E66, 0.1",
    "F16, 3555, 0.3333",
    "F16, 7BFF, 65504.0",
    "F16, 1, 5.96E-8",
    "F16, 8000, -0.0",
    "BF16, 4049, 3.14",
    "BF16, 7F7F, 3.39E38",
    "BF16, FF80, -Infinity",
    "F8_E4M3, 7E, 448.0",
    "F8_E4M3, 7F, NaN",
    "F8_E4M3, 1, 0.00195",
    "F8_E8M0, 0, 5.87E-39",
    "F8_E8M0, 93, 1050000.0",
    "F8_E8M0, 7F, 1.0",
    "F6_E2M3, 1F, 7.5",
    "F6_E2M3, 1, 0.125",
    "F4, 8, -0.0",
    "F4, D, -3.0",
  })
  void codeIsWrittenShortly(Dtype dtype, String code, String text) {
    assertThat(ElementType.of(dtype).text(Long.parseUnsignedLong(code, 16))).isEqualTo(text);
  }

  @ParameterizedTest
  @EnumSource(Dtype.class)
  void textNamesOneCode(Dtype dtype) {
    ElementType type = ElementType.of(dtype);
    for (long code : CodeSamples.of(type)) {
      if (!type.isInteger() && type.classify(code) != ElementClass.NAN) {
        assertThat(type.encode(Double.parseDouble(type.text(code))))
            .as(type.text(code))
            .isEqualTo(code);
      } else if (type.isInteger()) {
        assertThat(type.text(code)).isEqualTo(type.toNumber(code).toString());
      }
    }
  }
}
