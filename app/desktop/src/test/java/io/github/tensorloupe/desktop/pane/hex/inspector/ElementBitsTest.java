package io.github.tensorloupe.desktop.pane.hex.inspector;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.tensorloupe.desktop.pane.hex.inspector.ElementBits.Field;
import io.github.tensorloupe.element.BitField.Kind;
import io.github.tensorloupe.element.ElementPosition;
import io.github.tensorloupe.format.Dtype;
import io.github.tensorloupe.format.Shape;
import io.github.tensorloupe.format.TensorInfo;
import java.util.List;
import org.junit.jupiter.api.Test;

class ElementBitsTest {

  private static ElementBits bits(Dtype dtype, Long... codes) {
    TensorInfo info = new TensorInfo("t", dtype, Shape.of(100), 0, 1000);
    return new ElementBits(new ElementPosition(info, 0), List.of(codes));
  }

  @Test
  void aFloatFallsIntoItsFields() {
    ElementBits bits = bits(Dtype.F32, Float.floatToRawIntBits(-10f) & 0xffff_ffffL);

    assertThat(bits.fields(0))
        .containsExactly(
            new Field(Kind.SIGN, "1", 1),
            new Field(Kind.EXPONENT, "10000010", 130),
            new Field(Kind.MANTISSA, "01000000000000000000000", 0x200000));
    assertThat(bits.product(0)).contains("−1.25 × 2^3");
  }

  @Test
  void theWidestIntegerKeepsItsHighestBit() {
    ElementBits bits = bits(Dtype.U64, -1L);

    assertThat(bits.text()).isEqualTo("18446744073709551615");
    assertThat(bits.fields(0)).containsExactly(new Field(Kind.INTEGER, "1".repeat(64), -1));
    assertThat(bits.product(0)).isEmpty();
  }

  @Test
  void whatIsNoProductIsNotWrittenAsOne() {
    assertThat(bits(Dtype.F16, 0x7c00L).product(0)).isEmpty();
    assertThat(bits(Dtype.F16, 0x7e00L).product(0)).isEmpty();
    assertThat(bits(Dtype.F16, 0x8000L).product(0)).isEmpty();
    assertThat(bits(Dtype.F16, 0x0001L).product(0)).contains("1 × 2^−24");
  }

  @Test
  void aComplexElementHasTheFieldsOfBothParts() {
    ElementBits bits =
        bits(
            Dtype.C64,
            (long) Float.floatToRawIntBits(1.5f),
            Float.floatToRawIntBits(-2f) & 0xffff_ffffL);

    assertThat(bits.text()).isEqualTo("1.5 − 2i");
    assertThat(bits.product(1)).contains("−1 × 2^1");
  }
}
