package io.github.tensorloupe.convert;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.tensorloupe.element.ElementType;
import io.github.tensorloupe.format.Dtype;
import java.lang.foreign.MemorySegment;
import java.math.BigDecimal;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

class CastTest {

  private static final int COUNT = 20_000;

  /// Floats of any exponent, with many ties for 16 bits.
  private static float[] floats() {
    Random random = new Random(7);
    float[] values = new float[COUNT];
    for (int i = 0; i < COUNT; i++) {
      int bits = random.nextInt();
      values[i] = Float.intBitsToFloat(i % 2 == 0 ? bits : bits & 0xffff_8000);
    }
    return values;
  }

  private static byte[] bytes(float[] values) {
    ByteBuffer bytes =
        ByteBuffer.allocate(values.length * Float.BYTES).order(ByteOrder.LITTLE_ENDIAN);
    for (float value : values) {
      bytes.putInt(Float.floatToRawIntBits(value));
    }
    return bytes.array();
  }

  private static ByteBuffer converted(Cast cast, byte[] source, int count) {
    ByteBuffer target =
        ByteBuffer.allocate(count * cast.to().bits() / Byte.SIZE).order(ByteOrder.LITTLE_ENDIAN);
    cast.convert(MemorySegment.ofArray(source), count, target);
    return target.flip();
  }

  @Test
  void floatsBecomeTheNearestHalves() {
    float[] values = floats();
    ByteBuffer halves = converted(new Cast(Dtype.F32, Dtype.F16, false), bytes(values), COUNT);

    for (float value : values) {
      short half = halves.getShort();
      if (Float.isNaN(value)) {
        assertThat(half & 0x7fff).isEqualTo(0x7e00);
        assertThat(half < 0).isEqualTo(Float.floatToRawIntBits(value) < 0);
      } else {
        assertThat(half).isEqualTo(Float.floatToFloat16(value));
      }
    }
  }

  @ParameterizedTest
  @CsvSource({"false", "true"})
  void floatsBecomeTheNearestBfloatsLikeByTheGeneralRule(boolean saturates) {
    ElementType bfloat = ElementType.of(Dtype.BF16);
    float[] values = floats();
    ByteBuffer fast = converted(new Cast(Dtype.F32, Dtype.BF16, saturates), bytes(values), COUNT);

    for (float value : values) {
      short code = fast.getShort();
      if (!Float.isNaN(value)) {
        double exact = value;
        boolean overflows = Double.isInfinite(bfloat.toDouble(bfloat.encode(exact)));
        if (saturates && overflows && !Float.isInfinite(value)) {
          exact = Math.copySign(0x1.fep127, value);
        }
        assertThat(code & 0xffffL).isEqualTo(bfloat.encode(exact));
      }
    }
  }

  @Test
  void doublesAreRoundedOnce() {
    // Rounding to F32 first would give a tie for BF16, and the even neighbor below.
    double value = 1 + 0x1p-8 + 0x1p-40;
    ByteBuffer source = ByteBuffer.allocate(Double.BYTES).order(ByteOrder.LITTLE_ENDIAN);
    source.putDouble(value);

    ByteBuffer target = converted(new Cast(Dtype.F64, Dtype.BF16, false), source.array(), 1);

    assertThat(ElementType.of(Dtype.BF16).toDouble(target.getShort() & 0xffffL))
        .isEqualTo(1 + 0x1p-7);
  }

  @ParameterizedTest
  @EnumSource(names = {"F8_E4M3", "F8_E5M2", "F8_E4M3FNUZ", "F8_E5M2FNUZ", "F8_E8M0"})
  void everyValueOfAByteIsExactInDouble(Dtype dtype) {
    byte[] codes = new byte[256];
    for (int i = 0; i < codes.length; i++) {
      codes[i] = (byte) i;
    }
    Cast cast = new Cast(dtype, Dtype.F64, false);
    ByteBuffer target = ByteBuffer.allocate(256 * Double.BYTES).order(ByteOrder.LITTLE_ENDIAN);

    CastCounts counts = cast.convert(MemorySegment.ofArray(codes), codes.length, target);

    assertThat(counts.rounded() + counts.overflow() + counts.underflow()).isZero();
    target.flip();
    for (int i = 0; i < codes.length; i++) {
      assertThat(Double.valueOf(target.getDouble()))
          .isEqualTo(Double.valueOf(ElementType.of(dtype).toDouble(i)));
    }
  }

  @Test
  void effectsAreCounted() {
    float[] values = {
      1, 1 + 0x1p-20f, 70_000, -70_000, Float.POSITIVE_INFINITY, Float.NaN, 1e-30f, 0, 1e-7f
    };
    ByteBuffer target =
        ByteBuffer.allocate(values.length * Short.BYTES).order(ByteOrder.LITTLE_ENDIAN);
    Cast cast = new Cast(Dtype.F32, Dtype.F16, false);

    CastCounts counts = cast.convert(MemorySegment.ofArray(bytes(values)), values.length, target);

    assertThat(counts.overflow()).isEqualTo(2);
    assertThat(counts.nan()).isEqualTo(1);
    assertThat(counts.underflow()).isEqualTo(1);
    assertThat(counts.rounded()).isEqualTo(2);
    assertThat(BigDecimal.valueOf(counts.largestError())).isGreaterThan(BigDecimal.ZERO);
    assertThat(counts.isLossy()).isTrue();
  }

  @Test
  void infinityHasNoCodeInE4m3() {
    float[] values = {Float.NEGATIVE_INFINITY, 1000};
    ByteBuffer target = ByteBuffer.allocate(2).order(ByteOrder.LITTLE_ENDIAN);
    Cast cast = new Cast(Dtype.F32, Dtype.F8_E4M3, true);

    CastCounts counts = cast.convert(MemorySegment.ofArray(bytes(values)), 2, target);

    assertThat(target.array()).containsExactly(0xff, 0x7e);
    assertThat(counts.infToNan()).isEqualTo(1);
    assertThat(counts.saturated()).isEqualTo(1);
  }
}
