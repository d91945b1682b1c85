package io.github.tensorloupe.desktop.pane.hex;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.tensorloupe.element.ElementPosition;
import io.github.tensorloupe.format.Dtype;
import io.github.tensorloupe.format.Shape;
import io.github.tensorloupe.format.TensorInfo;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import org.junit.jupiter.api.Test;

class ByteWindowTest {

  private static TensorInfo tensor(Dtype dtype, long... shape) {
    return new TensorInfo("t", dtype, Shape.of(shape), 0, 1000);
  }

  @Test
  void anElementHasItsValueOnceItsBytesAreThere() {
    byte[] bytes =
        ByteBuffer.allocate(8).order(ByteOrder.LITTLE_ENDIAN).putFloat(1.5f).putFloat(-2).array();
    ElementPosition second = ElementPosition.of(tensor(Dtype.F32, 2), 6).orElseThrow();

    assertThat(new ByteWindow(100, bytes).text(second, 100)).contains("−2");
    assertThat(new ByteWindow(100, bytes).text(second, 101)).isEmpty();
  }

  @Test
  void aComplexElementHasTwoParts() {
    byte[] bytes =
        ByteBuffer.allocate(8).order(ByteOrder.LITTLE_ENDIAN).putFloat(1.5f).putFloat(-2).array();
    ElementPosition element = ElementPosition.of(tensor(Dtype.C64, 1), 5).orElseThrow();

    assertThat(new ByteWindow(0, bytes).text(element, 0)).contains("1.5 − 2i");
  }

  @Test
  void subByteElementsStartAtTheLowBits() {
    // Four six-bit codes: 1, 2, 3, 4. A code of F6_E2M3 counts eighths.
    int word = 1 | 2 << 6 | 3 << 12 | 4 << 18;
    byte[] bytes = {(byte) word, (byte) (word >> 8), (byte) (word >> 16)};
    ByteWindow window = new ByteWindow(0, bytes);
    TensorInfo tensor = tensor(Dtype.F6_E2M3, 4);

    assertThat(window.text(new ElementPosition(tensor, 1), 0)).contains("0.25");
    assertThat(window.text(new ElementPosition(tensor, 2), 0)).contains("0.375");
    assertThat(window.text(new ElementPosition(tensor, 3), 0)).contains("0.5");
  }

  @Test
  void theLargestUnsignedIntegerIsNotNegative() {
    byte[] bytes = new byte[8];
    Arrays.fill(bytes, (byte) 0xff);
    ElementPosition element = ElementPosition.of(tensor(Dtype.U64, 1), 0).orElseThrow();

    assertThat(new ByteWindow(0, bytes).text(element, 0)).contains("18446744073709551615");
  }
}
