package io.github.tensorloupe.element;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.tensorloupe.format.Dtype;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

class EncodeTest {

  @ParameterizedTest
  @CsvSource({
    "F4, 5, 6",
    "F4, 5.001, 7",
    "F4, 1e9, 7",
    "F4, -Infinity, F",
    "F4, NaN, 8",
    "F6_E2M3, 100, 1F",
    "F6_E3M2, -100, 3F",
    "F8_E4M3, 464, 7E",
    "F8_E4M3, 464.001, 7F",
    "F8_E4M3, -1000, FF",
    "F8_E4M3, -1e-30, 80",
    "F8_E5M2, 61440, 7C",
    "F8_E5M2, 61439, 7B",
    "F8_E5M2, NaN, 7E",
    "F8_E4M3FNUZ, 248, 80",
    "F8_E4M3FNUZ, 247, 7F",
    "F8_E4M3FNUZ, -0.0, 0",
    "F8_E4M3FNUZ, -1e-30, 0",
    "F8_E5M2FNUZ, Infinity, 80",
    "F8_E8M0, 0, FF",
    "F8_E8M0, -1, FF",
    "F8_E8M0, 1.5, 80",
    "F8_E8M0, 1.4999, 7F",
    "F8_E8M0, 1e-60, 0",
    "F8_E8M0, Infinity, FF",
    "F16, 65519.99, 7BFF",
    "F16, 65520, 7C00",
    "F16, 0x1.002p0, 3C00",
    "F16, 0x1.006p0, 3C02",
    "F16, 0x1p-25, 0",
    "F16, 0x1.00001p-25, 1",
    "BF16, 0x1.01p0, 3F80",
    "BF16, 0x1.0100000000001p0, 3F81",
    "BF16, -3.4e38, FF80",
    "F32, 1e300, 7F800000",
    "F32, 0x1.0000010000001p0, 3F800001",
    "F64, -0.1, BFB999999999999A",
    "BOOL, 1, 1",
    "U8, 254.5, FE",
    "U8, 300, FF",
    "U8, -1, 0",
    "I8, -200, 80",
    "I8, -1.5, FE",
    "I16, NaN, 0",
    "I32, 1e10, 7FFFFFFF",
    "U32, 1e10, FFFFFFFF",
    "U32, 1e30, FFFFFFFF",
    "I64, 1e30, 7FFFFFFFFFFFFFFF",
    "U64, 0x1p63, 8000000000000000",
    "U64, 0x1.8p63, C000000000000000",
    "U64, 1e30, FFFFFFFFFFFFFFFF",
    "U64, -1, 0",
  })
  void numberBecomesTheNearestCode(Dtype dtype, String number, String code) {
    assertThat(ElementType.of(dtype).encode(Double.parseDouble(number)))
        .as(code)
        .isEqualTo(Long.parseUnsignedLong(code, 16));
  }

  @Test
  void halfFloatsRoundAsInTheJavaLibrary() {
    ElementType type = ElementType.of(Dtype.F16);
    new Random(5)
        .ints(100_000)
        .mapToObj(Float::intBitsToFloat)
        .filter(value -> !Float.isNaN(value))
        .forEach(
            value ->
                assertThat(type.encode(value)).isEqualTo(Float.floatToFloat16(value) & 0xffffL));
  }

  @Test
  void floatsRoundAsInAJavaCast() {
    ElementType type = ElementType.of(Dtype.F32);
    Random random = new Random(6);
    for (int i = 0; i < 100_000; i++) {
      double value = Math.scalb(random.nextDouble() - 0.5, random.nextInt(-160, 140));
      assertThat(type.encode(value))
          .isEqualTo(Float.floatToRawIntBits((float) value) & 0xffff_ffffL);
    }
  }

  @ParameterizedTest
  @EnumSource(names = {"F4", "F6_E2M3", "F6_E3M2", "F8_E4M3", "F8_E5M2", "F8_E4M3FNUZ", "BF16"})
  void noCodeIsNearer(Dtype dtype) {
    ElementType type = ElementType.of(dtype);
    Random random = new Random(7);
    int codes = 1 << type.partBits();
    for (int i = 0; i < 500; i++) {
      double value = (random.nextDouble() - 0.5) * Math.scalb(1.0, random.nextInt(-14, 3));
      double error = Math.abs(type.toDouble(type.encode(value)) - value);
      for (int code = 0; code < codes; code++) {
        double other = type.toDouble(code);
        assertThat(other == other && Math.abs(other - value) < error).isFalse();
      }
    }
  }
}
