package io.github.tensorloupe.element;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.tensorloupe.element.BitField.Kind;
import io.github.tensorloupe.format.Dtype;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

class BitFieldTest {

  @ParameterizedTest
  @EnumSource(Dtype.class)
  void fieldsTakeAllBitsOfACode(Dtype dtype) {
    ElementType type = ElementType.of(dtype);

    assertThat(type.bitFields().stream().mapToInt(BitField::bitCount).sum())
        .isEqualTo(type.partBits());
  }

  @ParameterizedTest
  @CsvSource({
    "F64, 11, 52",
    "F32, 8, 23",
    "C64, 8, 23",
    "F16, 5, 10",
    "BF16, 8, 7",
    "F8_E4M3, 4, 3",
    "F8_E5M2FNUZ, 5, 2",
    "F6_E2M3, 2, 3",
    "F4, 2, 1"
  })
  void floatsHaveSignExponentAndMantissa(Dtype dtype, int exponentBits, int mantissaBits) {
    assertThat(ElementType.of(dtype).bitFields())
        .containsExactly(
            new BitField(Kind.SIGN, 1),
            new BitField(Kind.EXPONENT, exponentBits),
            new BitField(Kind.MANTISSA, mantissaBits));
  }

  @Test
  void aFloatOfPowersOfTwoHasAnExponentOnly() {
    assertThat(ElementType.of(Dtype.F8_E8M0).bitFields())
        .isEqualTo(List.of(new BitField(Kind.EXPONENT, 8)));
  }

  @Test
  void onlySignedIntegersHaveASign() {
    assertThat(ElementType.of(Dtype.I16).bitFields())
        .containsExactly(new BitField(Kind.SIGN, 1), new BitField(Kind.INTEGER, 15));
    assertThat(ElementType.of(Dtype.U16).bitFields())
        .containsExactly(new BitField(Kind.INTEGER, 16));
  }
}
