package io.github.tensorloupe.element;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.tensorloupe.format.Dtype;
import java.lang.foreign.MemorySegment;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class PackingTest {

  private static MemorySegment bytes(int... bytes) {
    byte[] array = new byte[bytes.length];
    for (int i = 0; i < bytes.length; i++) {
      array[i] = (byte) bytes[i];
    }
    return MemorySegment.ofArray(array);
  }

  private static long[] codes(Dtype dtype, MemorySegment bytes, long first, int count) {
    long[] codes = new long[count];
    ElementType.of(dtype).codes(bytes, first, codes, count);
    return codes;
  }

  @Test
  void firstOfTwoNibblesIsTheLowOne() {
    assertThat(codes(Dtype.F4, bytes(0x21, 0xf3), 0, 4)).containsExactly(1, 2, 3, 15);
  }

  @Test
  void fourSixBitCodesFillThreeBytesFromTheLowestBitUp() {
    // 0b000001, 0b100010, 0b110011, 0b111100
    MemorySegment bytes = bytes(0b10_000001, 0b0011_1000, 0b111100_11);
    assertThat(codes(Dtype.F6_E2M3, bytes, 0, 4))
        .containsExactly(0b000001, 0b100010, 0b110011, 0b111100);
  }

  @Test
  void firstByteIsTheLowest() {
    MemorySegment bytes = bytes(0xff, 0x01, 0x02, 0x03, 0x84, 0x05, 0x06, 0x07, 0x88);
    assertThat(ElementType.of(Dtype.I16).code(bytes.asSlice(1), 1)).isEqualTo(0x8403);
    assertThat(ElementType.of(Dtype.U32).code(bytes.asSlice(1), 1)).isEqualTo(0x8807_0605L);
    assertThat(ElementType.of(Dtype.I64).code(bytes.asSlice(1), 0))
        .isEqualTo(0x8807_0605_8403_0201L);
  }

  @Test
  void partsOfComplexElementsAlternate() {
    MemorySegment bytes = bytes(0, 0, 0x80, 0x3f, 0, 0, 0, 0xc0);
    double[] parts = new double[2];
    ElementType.of(Dtype.C64).doubles(bytes, 0, parts, 2);
    assertThat(parts).containsExactly(1, -2);
  }

  @ParameterizedTest
  @EnumSource(Dtype.class)
  void codesThatWereWrittenAreRead(Dtype dtype) {
    ElementType type = ElementType.of(dtype);
    int count = 24 * 8 / type.partBits();
    byte[] array = new byte[24];
    new Random(2).nextBytes(array);
    MemorySegment bytes = MemorySegment.ofArray(array);
    long[] written =
        new Random(3).longs(count).map(code -> code & -1L >>> -type.partBits()).toArray();
    for (int i = count - 1; i >= 0; i--) {
      type.put(array, i, written[i]);
    }
    assertThat(codes(dtype, bytes, 0, count)).isEqualTo(written);
  }

  @ParameterizedTest
  @EnumSource(Dtype.class)
  void manyCodesAreReadAsOneByOne(Dtype dtype) {
    ElementType type = ElementType.of(dtype);
    byte[] array = new byte[24 * 1024];
    new Random(4).nextBytes(array);
    MemorySegment bytes = MemorySegment.ofArray(array);
    int count = 24 * 1024 * 8 / type.partBits() - 3;
    double[] numbers = new double[count];
    type.doubles(bytes, 3, numbers, count);
    for (int i = 0; i < count; i++) {
      assertThat(numbers[i]).isEqualTo(Double.valueOf(type.toDouble(type.code(bytes, i + 3))));
    }
  }

  @ParameterizedTest
  @EnumSource(Dtype.class)
  void codeBeyondTheBytesIsRefused(Dtype dtype) {
    ElementType type = ElementType.of(dtype);
    MemorySegment bytes = bytes(new int[24]);
    assertThatThrownBy(() -> type.code(bytes, 24 * 8 / type.partBits()))
        .isInstanceOf(IndexOutOfBoundsException.class);
  }
}
