package io.github.tensorloupe.element;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.tensorloupe.format.Dtype;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

class ElementTypeTest {

  @ParameterizedTest
  @CsvSource({
    "F4, 1, 0.5",
    "F4, 7, 6",
    "F4, F, -6",
    "F6_E2M3, 1, 0.125",
    "F6_E2M3, 1F, 7.5",
    "F6_E3M2, 1, 0.0625",
    "F6_E3M2, 3F, -28",
    "F8_E4M3, 7E, 448",
    "F8_E4M3, 1, 0x1p-9",
    "F8_E4M3, 8, 0x1p-6",
    "F8_E4M3, 7F, NaN",
    "F8_E4M3, FF, NaN",
    "F8_E5M2, 7B, 57344",
    "F8_E5M2, 1, 0x1p-16",
    "F8_E5M2, 7C, Infinity",
    "F8_E5M2, FC, -Infinity",
    "F8_E5M2, 7D, NaN",
    "F8_E4M3FNUZ, 7F, 240",
    "F8_E4M3FNUZ, 80, NaN",
    "F8_E4M3FNUZ, 81, -0x1p-10",
    "F8_E5M2FNUZ, FF, -57344",
    "F8_E5M2FNUZ, 80, NaN",
    "F8_E5M2FNUZ, 1, 0x1p-17",
    "F8_E8M0, 0, 0x1p-127",
    "F8_E8M0, 7F, 1",
    "F8_E8M0, FE, 0x1p127",
    "F8_E8M0, FF, NaN",
    "F16, 7BFF, 65504",
    "F16, 3C00, 1",
    "F16, 8001, -0x1p-24",
    "F16, FC00, -Infinity",
    "F16, 7E00, NaN",
    "BF16, 3F80, 1",
    "BF16, C049, -3.140625",
    "BF16, 1, 0x1p-133",
    "BF16, 7F80, Infinity",
    "F32, 1, 0x1p-149",
    "F32, FF7FFFFF, -0x1.fffffep127",
    "C64, 40490FDB, 0x1.921fb6p1",
    "F64, 1, 0x1p-1074",
    "F64, FFEFFFFFFFFFFFFF, -0x1.fffffffffffffp1023",
    "BOOL, FF, 255",
    "U8, FF, 255",
    "I8, FF, -1",
    "I16, 8000, -32768",
    "U16, 8000, 32768",
    "I32, FFFFFFFF, -1",
    "U32, FFFFFFFF, 4294967295",
    "I64, 8000000000000000, -0x1p63",
    "U64, 8000000000000000, 0x1p63",
    "U64, FFFFFFFFFFFFFFFF, 0x1p64",
    "U64, FFFFFFFFFFFFFBFF, 0x1.fffffffffffffp63",
  })
  void codeIsDecodedToItsNumber(Dtype dtype, String code, String number) {
    assertThat(ElementType.of(dtype).toDouble(Long.parseUnsignedLong(code, 16)))
        .isEqualTo(Double.valueOf(number));
  }

  @ParameterizedTest
  @CsvSource({
    "F4, 8",
    "F6_E2M3, 20",
    "F6_E3M2, 20",
    "F8_E4M3, 80",
    "F16, 8000",
    "F64, 8000000000000000"
  })
  void signOfZeroIsKept(Dtype dtype, String code) {
    assertThat(
            Double.doubleToRawLongBits(
                ElementType.of(dtype).toDouble(Long.parseUnsignedLong(code, 16))))
        .isEqualTo(Long.MIN_VALUE);
  }

  @Test
  void halfFloatsAreThoseOfTheJavaLibrary() {
    ElementType type = ElementType.of(Dtype.F16);
    for (int code = 0; code <= 0xffff; code++) {
      assertThat(type.toDouble(code)).isEqualTo(Double.valueOf(Float.float16ToFloat((short) code)));
    }
  }

  @Test
  void brainFloatsAreTheUpperHalfOfFloats() {
    ElementType type = ElementType.of(Dtype.BF16);
    for (int code = 0; code <= 0xffff; code++) {
      assertThat(type.toDouble(code)).isEqualTo(Double.valueOf(Float.intBitsToFloat(code << 16)));
    }
  }

  @Test
  void floatsAndDoublesAreThoseOfTheProcessor() {
    ElementType f32 = ElementType.of(Dtype.F32);
    ElementType f64 = ElementType.of(Dtype.F64);
    for (long code : CodeSamples.of(f64)) {
      assertThat(f64.toDouble(code)).isEqualTo(Double.valueOf(Double.longBitsToDouble(code)));
      long half = code >>> 32;
      assertThat(f32.toDouble(half)).isEqualTo(Double.valueOf(Float.intBitsToFloat((int) half)));
    }
  }

  @ParameterizedTest
  @EnumSource(Dtype.class)
  void encodingANumberReturnsItsCode(Dtype dtype) {
    ElementType type = ElementType.of(dtype);
    for (long code : CodeSamples.of(type)) {
      boolean isExactAsDouble =
          !type.isInteger()
              || new BigDecimal(type.text(code)).compareTo(new BigDecimal(type.toDouble(code)))
                  == 0;
      if (type.classify(code) != ElementClass.NAN && isExactAsDouble) {
        assertThat(type.encode(type.toDouble(code))).isEqualTo(code);
      }
    }
  }

  @ParameterizedTest
  @EnumSource(Dtype.class)
  void ranksAscend(Dtype dtype) {
    ElementType type = ElementType.of(dtype);
    double previous = Double.NEGATIVE_INFINITY;
    long[] ranks = CodeSamples.of(type);
    for (long rank : ranks) {
      long code = type.codeAtRank(rank);
      if (type.classify(code) != ElementClass.NAN) {
        assertThat(type.toDouble(code)).as("rank %x", rank).isGreaterThanOrEqualTo(previous);
        previous = type.toDouble(code);
      }
    }
  }

  @ParameterizedTest
  @EnumSource(Dtype.class)
  void everyRankHasACodeOfItsOwn(Dtype dtype) {
    ElementType type = ElementType.of(dtype);
    long[] ranks = CodeSamples.of(type);
    assertThat(Arrays.stream(ranks).map(type::codeAtRank).distinct().count())
        .isEqualTo(ranks.length);
  }

  @ParameterizedTest
  @EnumSource(Dtype.class)
  void ranksOfCodesRoundTrip(Dtype dtype) {
    ElementType type = ElementType.of(dtype);
    for (long rank : CodeSamples.of(type)) {
      assertThat(type.rankOf(type.codeAtRank(rank))).isEqualTo(rank);
    }
  }

  @ParameterizedTest
  @EnumSource(Dtype.class)
  void classAgreesWithTheNumber(Dtype dtype) {
    ElementType type = ElementType.of(dtype);
    for (long code : CodeSamples.of(type)) {
      double number = type.toDouble(code);
      ElementClass expected =
          Double.isNaN(number)
              ? ElementClass.NAN
              : number == Double.POSITIVE_INFINITY
                  ? ElementClass.POSITIVE_INFINITY
                  : number == Double.NEGATIVE_INFINITY
                      ? ElementClass.NEGATIVE_INFINITY
                      : number == 0
                          ? ElementClass.ZERO
                          : Math.abs(number) < smallestNormal(dtype)
                              ? ElementClass.SUBNORMAL
                              : ElementClass.NORMAL;
      assertThat(type.classify(code)).as("%x", code).isEqualTo(expected);
    }
  }

  private static double smallestNormal(Dtype dtype) {
    return switch (dtype) {
      case F4, F6_E2M3 -> 1;
      case F6_E3M2 -> 0.25;
      case F8_E4M3 -> 0x1p-6;
      case F8_E5M2, F16 -> 0x1p-14;
      case F8_E4M3FNUZ -> 0x1p-7;
      case F8_E5M2FNUZ -> 0x1p-15;
      case BF16, F32, C64 -> 0x1p-126;
      case F64 -> 0x1p-1022;
      case BOOL, U8, I8, F8_E8M0, I16, U16, I32, U32, I64, U64 -> 0;
    };
  }

  @ParameterizedTest
  @EnumSource
  void shownNumberIsTheTextInAnotherStyle(Dtype dtype) {
    ElementType type = ElementType.of(dtype);
    Random random = new Random(7);
    for (int i = 0; i < 2000; i++) {
      long code = random.nextLong() >>> Long.SIZE - type.partBits();
      String shown = type.displayText(code);
      assertThat(shown).doesNotContain("-").doesNotContain("E");
      double read = Double.parseDouble(shown.replace('−', '-').replace("∞", "Infinity"));
      assertThat(Double.valueOf(read)).isEqualTo(Double.valueOf(type.text(code)));
    }
  }

  @Test
  void wideIntegersAreExactAsNumbers() {
    assertThat(ElementType.of(Dtype.U64).toNumber(-1L))
        .isEqualTo(new BigInteger("18446744073709551615"));
    assertThat(ElementType.of(Dtype.U64).toNumber(7)).isEqualTo(BigInteger.valueOf(7));
    assertThat(ElementType.of(Dtype.I64).toNumber(Long.MAX_VALUE)).isEqualTo(Long.MAX_VALUE);
    assertThat(ElementType.of(Dtype.U32).toNumber(0xffff_ffffL)).isEqualTo(0xffff_ffffL);
    assertThat(ElementType.of(Dtype.F16).toNumber(0x3c00)).isEqualTo(1.0);
  }

  @Test
  void onlyComplexElementsHaveTwoParts() {
    for (Dtype dtype : Dtype.values()) {
      ElementType type = ElementType.of(dtype);
      assertThat(type.partsPerElement()).isEqualTo(dtype == Dtype.C64 ? 2 : 1);
      assertThat(type.partBits() * type.partsPerElement()).isEqualTo(dtype.bits());
      assertThat(type.dtype()).isEqualTo(dtype);
    }
  }

  @ParameterizedTest
  @CsvSource({
    "F4, 3, 6",
    "F6_E2M3, 0, 0",
    "F6_E2M3, 1, 1",
    "F6_E2M3, 2, 2",
    "F6_E2M3, 3, 4",
    "F6_E3M2, 7, 9",
    "F6_E3M2, 9223372036854775807, 12297829382473034409",
    "I16, 5, 2",
    "C64, 15, 1",
    "F64, 7, 0",
  })
  void onlyWholeElementsAreCounted(Dtype dtype, long byteCount, String elements) {
    assertThat(ElementType.of(dtype).elementsIn(byteCount))
        .isEqualTo(Long.parseUnsignedLong(elements));
  }
}
