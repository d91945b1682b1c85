package io.github.tensorloupe.model;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.tensorloupe.format.Shape;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.Random;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class StridedElementsTest {

  /// Returns the position of a row-major element.
  private static long position(long index, long[] dimensions, long[] strides) {
    long position = 0;
    for (int axis = dimensions.length - 1; axis >= 0; axis--) {
      position += index % dimensions[axis] * strides[axis];
      index /= dimensions[axis];
    }
    return position;
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 4, 8})
  void everyRangeOfAnyViewIsInRowMajorOrder(int elementBytes) throws IOException {
    Random random = new Random(elementBytes);
    for (int run = 0; run < 300; run++) {
      long[] dimensions = random.longs(random.nextInt(5), 1, 6).toArray();
      long[] strides = random.longs(dimensions.length, 0, 40).toArray();
      long first = random.nextInt(9);
      byte[] data = new byte[(int) (first + 40 * 5 * 5) * elementBytes];
      random.nextBytes(data);
      Shape shape = Shape.of(dimensions);
      StridedElements elements =
          new StridedElements(
              (at, target) -> target.put(data, (int) at, target.remaining()),
              shape,
              strides,
              first,
              elementBytes,
              1);
      int total = (int) shape.elementCount().orElseThrow();
      int begin = random.nextInt(total);
      int count = 1 + random.nextInt(total - begin);
      byte[] expected = new byte[count * elementBytes];
      for (int i = 0; i < count; i++) {
        int from = (int) (first + position(begin + i, dimensions, strides)) * elementBytes;
        System.arraycopy(data, from, expected, i * elementBytes, elementBytes);
      }

      byte[] actual = new byte[expected.length];
      elements.compute(begin, count, ByteBuffer.wrap(actual));

      assertThat(actual).as(Arrays.toString(strides) + shape).isEqualTo(expected);
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {2, 4, 8})
  void bytesOfBigEndianNumbersAreReversed(int swappedBytes) throws IOException {
    byte[] data = {1, 2, 3, 4, 5, 6, 7, 8};
    StridedElements elements =
        new StridedElements(
            (_, target) -> target.put(data), Shape.of(1), new long[] {1}, 0, 8, swappedBytes);
    ByteBuffer target = ByteBuffer.allocate(8);

    elements.compute(0, 1, target);

    ByteBuffer big = ByteBuffer.wrap(data);
    ByteBuffer little = target.flip().order(ByteOrder.LITTLE_ENDIAN);
    for (int at = 0; at < 8; at += swappedBytes) {
      switch (swappedBytes) {
        case 2 -> assertThat(little.getShort(at)).isEqualTo(big.getShort(at));
        case 4 -> assertThat(little.getInt(at)).isEqualTo(big.getInt(at));
        default -> assertThat(little.getLong(at)).isEqualTo(big.getLong(at));
      }
    }
  }

  @ParameterizedTest
  @CsvSource({"17, 1", "2000, 1", "35, 17"})
  void elementsWithSmallGapsAreReadTogether(long outer, long inner) throws IOException {
    AtomicLong reads = new AtomicLong();
    StridedElements elements =
        new StridedElements(
            (at, target) -> {
              reads.incrementAndGet();
              while (target.hasRemaining()) {
                target.put((byte) at++);
              }
            },
            Shape.of(20_000, 2),
            new long[] {outer, inner},
            0,
            1,
            1);
    ByteBuffer target = ByteBuffer.allocate(40_000);

    elements.compute(0, 40_000, target);

    for (int i = 0; i < 40_000; i++) {
      assertThat(target.get(i)).isEqualTo((byte) (i / 2 * outer + i % 2 * inner));
    }
    assertThat(reads.get()).isLessThan(5);
  }

  @Test
  void elementsFarApartAreReadAlone() throws IOException {
    AtomicLong readBytes = new AtomicLong();
    StridedElements elements =
        new StridedElements(
            (at, target) -> {
              readBytes.addAndGet(target.remaining());
              target.put((byte) (at / (1L << 40)));
            },
            Shape.of(100),
            new long[] {1L << 40},
            0,
            1,
            1);
    ByteBuffer target = ByteBuffer.allocate(50);

    elements.compute(20, 50, target);

    assertThat(target.get(0)).isEqualTo((byte) 20);
    assertThat(target.get(49)).isEqualTo((byte) 69);
    assertThat(readBytes.get()).isEqualTo(50);
  }
}
