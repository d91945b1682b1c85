package io.github.tensorloupe.ui.hex;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.tensorloupe.format.Dtype;
import io.github.tensorloupe.format.Shape;
import io.github.tensorloupe.format.TensorInfo;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
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
  void bytesBehindTheShapeHaveNoElement() {
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

  @Test
  void anElementHasItsValueOnceItsBytesAreThere() {
    byte[] bytes =
        ByteBuffer.allocate(8).order(ByteOrder.LITTLE_ENDIAN).putFloat(1.5f).putFloat(-2).array();
    ElementPosition second = ElementPosition.of(tensor(Dtype.F32, 2), 6).orElseThrow();

    assertThat(second.valueText(new HexWindow(100, bytes), 100)).contains("-2.0");
    assertThat(second.valueText(new HexWindow(100, bytes), 101)).isEmpty();
  }

  @Test
  void aComplexElementHasTwoParts() {
    byte[] bytes =
        ByteBuffer.allocate(8).order(ByteOrder.LITTLE_ENDIAN).putFloat(1.5f).putFloat(-2).array();
    ElementPosition element = ElementPosition.of(tensor(Dtype.C64, 1), 5).orElseThrow();

    assertThat(element.valueText(new HexWindow(0, bytes), 0)).contains("1.5 − 2.0i");
  }

  @Test
  void partsOfBytesAreTakenFromTheLowBitsUp() {
    // Four codes of six bits: 1, 2, 3, 4; in F6_E2M3 a code counts eighths.
    int word = 1 | 2 << 6 | 3 << 12 | 4 << 18;
    byte[] bytes = {(byte) word, (byte) (word >> 8), (byte) (word >> 16)};
    HexWindow window = new HexWindow(0, bytes);
    TensorInfo tensor = tensor(Dtype.F6_E2M3, 4);

    assertThat(new ElementPosition(tensor, 1).valueText(window, 0)).contains("0.25");
    assertThat(new ElementPosition(tensor, 2).valueText(window, 0)).contains("0.375");
    assertThat(new ElementPosition(tensor, 3).valueText(window, 0)).contains("0.5");
  }

  @Test
  void theLargestUnsignedIntegerIsNotNegative() {
    byte[] bytes = new byte[8];
    Arrays.fill(bytes, (byte) 0xff);
    ElementPosition element = ElementPosition.of(tensor(Dtype.U64, 1), 0).orElseThrow();

    assertThat(element.valueText(new HexWindow(0, bytes), 0)).contains("18446744073709551615");
  }
}
