package io.github.tensorloupe.desktop.pane.hex.search;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.tensorloupe.desktop.pane.hex.search.ValueText.Absent;
import io.github.tensorloupe.desktop.pane.hex.search.ValueText.Found;
import io.github.tensorloupe.desktop.pane.hex.search.ValueText.Named;
import io.github.tensorloupe.desktop.pane.hex.search.ValueText.NotANumber;
import io.github.tensorloupe.desktop.pane.hex.search.ValueText.Unsupported;
import io.github.tensorloupe.element.ElementType;
import io.github.tensorloupe.format.Dtype;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class ValueTextTest {

  private static Found code(Dtype dtype, long code) {
    return new Found(ElementTest.code(dtype, code));
  }

  @ParameterizedTest
  @EnumSource(Dtype.class)
  void theTextOfEveryElementFindsIt(Dtype dtype) {
    ElementType type = ElementType.of(dtype);
    long all = ElementTest.allBits(type.partBits());
    Random random = new Random(1);
    for (int i = 0; i < 3000; i++) {
      long code = (type.partBits() <= 8 ? i : random.nextLong()) & all;
      ElementTest test =
          switch (ValueText.read(type.text(code), dtype)) {
            case Found(ElementTest found) -> found;
            case Named(ElementTest found, _) -> found;
            case Absent _, Unsupported _, NotANumber _ ->
                throw new AssertionError(dtype + " " + type.text(code));
          };
      assertThat(NaiveSearch.accepts(test, code)).as("%s %s", dtype, type.text(code)).isTrue();
    }
  }

  @Test
  void integersAreExactBeyondTheDigitsOfADouble() {
    assertThat(ValueText.read("9007199254740993", Dtype.I64))
        .isEqualTo(code(Dtype.I64, 9007199254740993L));
    assertThat(ValueText.read("18446744073709551615", Dtype.U64)).isEqualTo(code(Dtype.U64, -1));
    assertThat(ValueText.read("-1", Dtype.I16)).isEqualTo(code(Dtype.I16, 0xffff));
    assertThat(ValueText.read("0xFF", Dtype.U8)).isEqualTo(code(Dtype.U8, 255));
    assertThat(ValueText.read("2e2", Dtype.U8)).isEqualTo(code(Dtype.U8, 200));
    assertThat(ValueText.read("true", Dtype.BOOL)).isEqualTo(code(Dtype.BOOL, 1));
  }

  @Test
  void zeroIsFoundWithEitherSign() {
    assertThat(ValueText.read("0", Dtype.BF16))
        .isEqualTo(new Found(ElementTest.zero(Dtype.BF16).orElseThrow()));
    assertThat(ValueText.read("-0.0", Dtype.F64))
        .isEqualTo(new Found(ElementTest.zero(Dtype.F64).orElseThrow()));
  }

  @ParameterizedTest
  @CsvSource({
    "300, U8, 255",
    "-1, U8, 0",
    "0.5, I32, 0",
    "1e-2000000000, I32, 0",
    "1e2000000000, I64, 9223372036854775807",
    "-1e2000000000, I64, −9223372036854775808",
    "7, F4, 6",
    "-7, F4, −6",
    "1e9, F8_E4M3, 448",
    "-1e9, F8_E4M3FNUZ, −240",
    "1e9, F8_E5M2, 57344",
    "0, F8_E8M0, 5.87e−39",
    "-3, F8_E8M0, 5.87e−39",
    "1e999, F32, 3.4028235e+38",
    "-1e999, F64, −1.7976931348623157e+308",
    "0.12345678, BF16, 0.1235"
  })
  void unrepresentableNumberSuggestsTheNearestOne(String text, Dtype dtype, String nearest) {
    assertThat(ValueText.read(text, dtype)).isEqualTo(new Absent(nearest));
    assertThat(ValueText.read(nearest, dtype)).isNotInstanceOf(Absent.class);
  }

  @Test
  void roundedNumberIsFoundAndShownExactly() {
    long code = ElementType.of(Dtype.F16).encode(0.1);
    assertThat(ValueText.read("0.1", Dtype.F16))
        .isEqualTo(new Named(ElementTest.code(Dtype.F16, code), "0.09998"));
    assertThat(ValueText.read("0.1", Dtype.F32))
        .isEqualTo(code(Dtype.F32, Float.floatToIntBits(0.1f)));
  }

  @Test
  void nanAndInfinityAreFoundWhereThereAreSome() {
    assertThat(ValueText.read("NaN", Dtype.BF16))
        .isEqualTo(new Found(ElementTest.nan(Dtype.BF16).orElseThrow()));
    assertThat(ValueText.read("-inf", Dtype.F16)).isEqualTo(code(Dtype.F16, 0xfc00));
    assertThat(ValueText.read("∞", Dtype.F32)).isEqualTo(code(Dtype.F32, 0x7f800000));
    assertThat(ValueText.read("inf", Dtype.F8_E4M3)).isEqualTo(new Unsupported());
    assertThat(ValueText.read("nan", Dtype.I8)).isEqualTo(new Unsupported());
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "abc", "1.2.3", "+-1", "--1", "0x", "0x-1", "1e99999999999", "1,5"})
  void otherTextsAreNoNumbers(String text) {
    assertThat(ValueText.read(text, Dtype.F32)).isEqualTo(new NotANumber());
    assertThat(ValueText.read(text, Dtype.U8)).isEqualTo(new NotANumber());
  }

  @ParameterizedTest
  @CsvSource({
    "1.5 − 2.0i, 1.5, -2.0",
    "1.5+2i, 1.5, 2",
    "-2.5e-3-1e+2i, -0.0025, -100",
    "2i, 0, 2",
    "-i, 0, -1",
    "3, 3, 0",
    "1e-3j, 0, 0.001"
  })
  void complexNumbersHaveTwoParts(String text, float real, float imaginary) {
    assertThat(ValueText.read(text, Dtype.C64))
        .isInstanceOfSatisfying(
            Found.class,
            found -> {
              long code =
                  (long) Float.floatToIntBits(imaginary) << 32
                      | Float.floatToIntBits(real) & 0xffffffffL;
              assertThat(found.test().bits()).isEqualTo(64);
              assertThat(NaiveSearch.accepts(found.test(), code)).isTrue();
              assertThat(NaiveSearch.accepts(found.test(), code ^ 1)).isFalse();
            });
  }
}
