package io.github.tensorloupe.desktop.pane.hex.search;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.tensorloupe.element.ElementClass;
import io.github.tensorloupe.element.ElementType;
import io.github.tensorloupe.format.Dtype;
import java.util.Optional;
import java.util.Random;
import java.util.function.Predicate;
import java.util.stream.LongStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class ElementTestTest {

  /// Returns all codes of types of up to 16 bits; for wider types, many random codes and the codes
  /// of special numbers.
  private static LongStream codes(ElementType type) {
    int bits = type.partBits();
    if (bits <= 16) {
      return LongStream.range(0, 1L << bits);
    }
    double[] numbers = {0, -0.0, 1, Double.NaN, 1 / 0.0, -1 / 0.0, Double.MIN_VALUE, 1e300};
    return LongStream.concat(
            LongStream.of(
                LongStream.range(0, numbers.length)
                    .map(i -> type.encode(numbers[(int) i]))
                    .flatMap(
                        code ->
                            LongStream.of(
                                code, code + 1, code - 1, code ^ ElementTest.highestBit(bits)))
                    .toArray()),
            new Random(1).longs(1000))
        .map(code -> code & ElementTest.allBits(bits));
  }

  private static void assertAccepts(
      Dtype dtype, Optional<ElementTest> test, Predicate<ElementClass> sort) {
    ElementType type = ElementType.of(dtype);
    codes(type)
        .forEach(
            code ->
                assertThat(test.isPresent() && NaiveSearch.accepts(test.get(), code))
                    .as("%s %x", dtype, code)
                    .isEqualTo(sort.test(type.classify(code))));
  }

  @ParameterizedTest
  @EnumSource(Dtype.class)
  void sortsOfNumbersAreThoseOfTheElements(Dtype dtype) {
    assertAccepts(dtype, ElementTest.nan(dtype), sort -> sort == ElementClass.NAN);
    assertAccepts(dtype, ElementTest.zero(dtype), sort -> sort == ElementClass.ZERO);
    assertAccepts(
        dtype, Optional.of(ElementTest.nonZero(dtype)), sort -> sort != ElementClass.ZERO);
    assertAccepts(
        dtype,
        ElementTest.infinity(dtype),
        sort -> sort == ElementClass.POSITIVE_INFINITY || sort == ElementClass.NEGATIVE_INFINITY);
  }
}
