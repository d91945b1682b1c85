package io.github.tensorloupe.element;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.tensorloupe.format.Dtype;
import io.github.tensorloupe.format.Shape;
import io.github.tensorloupe.format.TensorInfo;
import java.util.Arrays;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ElementPositionTest {

  private static TensorInfo tensor(Dtype dtype, long... shape) {
    return new TensorInfo("t", dtype, Shape.of(shape), 0, 1000);
  }

  private static Optional<String> index(TensorInfo tensor, long byteOffset) {
    return ElementPosition.of(tensor, byteOffset).map(ElementPosition::indexText);
  }

  @ParameterizedTest
  @CsvSource({
    "F32, 0, '[0, 0]'",
    "F32, 3, '[0, 0]'",
    "F32, 4, '[0, 1]'",
    "F32, 43, '[1, 0]'",
    "F64, 159, '[1, 9]'",
    "C64, 84, '[1, 0]'",
    "BOOL, 12, '[1, 2]'",
    "F4, 6, '[1, 2]'",
    "F6_E2M3, 4, '[0, 5]'",
    "F6_E2M3, 14, '[1, 8]'"
  })
  void aByteBelongsToTheElementThatBeginsItOrIsInIt(Dtype dtype, long byteOffset, String text) {
    assertThat(index(tensor(dtype, 2, 10), byteOffset)).contains(text);
  }

  @Test
  void aScalarHasNoIndexes() {
    assertThat(index(tensor(Dtype.I64), 7)).contains("[]");
  }

  @Test
  void bytesBeyondTheShapeHaveNoElement() {
    assertThat(index(tensor(Dtype.F32, 2), 8)).isEmpty();
    assertThat(index(tensor(Dtype.F32, 0), 0)).isEmpty();
    assertThat(index(tensor(Dtype.F32, -1, -1), 0)).isEmpty();
  }

  @Test
  void manyAxesAreCut() {
    long[] shape = new long[40];
    Arrays.fill(shape, 1);

    assertThat(index(tensor(Dtype.U8, shape), 0))
        .hasValueSatisfying(text -> assertThat(text).endsWith("0, …]"));
  }

  @ParameterizedTest
  @CsvSource({"F32, 3, 12", "C64, 3, 24", "U8, 3, 3", "F4, 3, 1", "F6_E2M3, 3, 2", "F6_E3M2, 9, 6"})
  void anElementBeginsInItsFirstByte(Dtype dtype, long elementIndex, long byteOffset) {
    assertThat(new ElementPosition(tensor(dtype, 2, 10), elementIndex).byteOffset())
        .isEqualTo(byteOffset);
  }
}
