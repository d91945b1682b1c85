package io.github.tensorloupe.analysis.health;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.tensorloupe.analysis.chunk.Chunk;
import io.github.tensorloupe.element.ElementClass;
import io.github.tensorloupe.element.ElementType;
import io.github.tensorloupe.format.ByteRange;
import io.github.tensorloupe.format.Dtype;
import io.github.tensorloupe.format.Shape;
import io.github.tensorloupe.format.TensorInfo;
import io.github.tensorloupe.model.FileBytes;
import io.github.tensorloupe.model.FileChangedException;
import io.github.tensorloupe.model.TensorData;
import io.github.tensorloupe.testing.CodeBytes;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.function.IntPredicate;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class HealthScanTest {

  /// Three shares of the work: two of 8 chunks, and a short one.
  private static final int LARGE = 2 * 8 * Chunk.MAX_BYTES + 12_345;

  @TempDir Path folder;

  @ParameterizedTest
  @EnumSource
  void everyCodeIsPutIntoItsClass(Dtype dtype) throws IOException {
    ElementType type = ElementType.of(dtype);
    long[] codes = boundaryCodes(type);
    check(
        dtype,
        codes,
        HealthFiles.scan(
            folder, dtype, CodeBytes.of(dtype, codes), codes.length / type.partsPerElement()));
  }

  @ParameterizedTest
  @EnumSource
  void randomTensorsOfAnyLengthAreCounted(Dtype dtype) throws IOException {
    ElementType type = ElementType.of(dtype);
    Random random = new Random(dtype.ordinal());
    for (int round = 0; round < 60; round++) {
      int elements = random.nextInt(round % 10 == 0 ? 70_000 : 300);
      int parts = elements * type.partsPerElement();
      long[] telling = boundaryCodes(type);
      boolean isRough = random.nextBoolean();
      long[] codes =
          random
              .longs(parts)
              .map(
                  bits ->
                      isRough
                          ? telling[(int) Math.floorMod(bits, (long) telling.length)]
                          : type.encode(bits / 0x1p63 + 1.5))
              .toArray();
      byte[] bytes = CodeBytes.of(dtype, codes);
      check(dtype, codes, HealthFiles.scan(folder, dtype, bytes, elements));
    }
  }

  @ParameterizedTest
  @EnumSource
  void equalCodesFillNoCounter(Dtype dtype) throws IOException {
    ElementType type = ElementType.of(dtype);
    long sign = 1L << type.partBits() - 1;
    for (long code : new long[] {0, sign - 1, sign | 1, 2 * sign - 1}) {
      long[] codes = new long[150_000];
      Arrays.fill(codes, code);
      check(dtype, codes, scanElements(dtype, codes));
    }
  }

  /// Returns all codes of narrow dtypes; for wide dtypes, the codes around each limit and a few
  /// others.
  private static long[] boundaryCodes(ElementType type) {
    int bits = type.partBits();
    if (bits <= 16) {
      long[] all = new long[1 << bits];
      Arrays.setAll(all, code -> code);
      return all;
    }
    long mask = -1L >>> 64 - bits;
    return LongStream.of(
            0,
            1L << bits - 1,
            type.encode(Double.POSITIVE_INFINITY),
            type.encode(Double.NEGATIVE_INFINITY),
            type.encode(Float.MIN_NORMAL),
            type.encode(-Double.MIN_NORMAL),
            type.encode(1))
        .flatMap(edge -> LongStream.rangeClosed(-3, 3).map(near -> edge + near & mask))
        // C64 has two parts.
        .limit(48)
        .toArray();
  }

  private static void check(Dtype dtype, long[] codes, TensorHealth health) {
    ElementType type = ElementType.of(dtype);
    assertThat(health.partCount()).isEqualTo(codes.length);
    ElementClass[] classes =
        LongStream.of(codes).mapToObj(type::classify).toArray(ElementClass[]::new);
    assertThat(health.nan()).isEqualTo(naive(classes, ElementClass.NAN));
    assertThat(health.positiveInfinity()).isEqualTo(naive(classes, ElementClass.POSITIVE_INFINITY));
    assertThat(health.negativeInfinity()).isEqualTo(naive(classes, ElementClass.NEGATIVE_INFINITY));
    assertThat(health.zero()).isEqualTo(naive(classes, ElementClass.ZERO));
    assertThat(health.subnormal()).isEqualTo(naive(classes, ElementClass.SUBNORMAL));
    assertThat(health.invalid())
        .isEqualTo(where(codes.length, at -> dtype == Dtype.BOOL && codes[at] > 1));
  }

  private static Occurrences naive(ElementClass[] classes, ElementClass wanted) {
    return where(classes.length, at -> classes[at] == wanted);
  }

  private static Occurrences where(int count, IntPredicate isWanted) {
    int[] found = IntStream.range(0, count).filter(isWanted).toArray();
    return found.length == 0 ? Occurrences.NONE : new Occurrences(found.length, found[0]);
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 7})
  void anyNumberOfThreadsFindsTheSame(int threads) throws IOException {
    Random random = new Random(7);
    byte[] bytes = new byte[LARGE];
    random.nextBytes(bytes);
    for (int i = 0; i < 40; i++) {
      int begin = random.nextInt(LARGE - 40_000);
      Arrays.fill(bytes, begin, begin + random.nextInt(40_000), (byte) 0);
    }
    TensorHealth alone = HealthFiles.scan(folder, 1, Dtype.U8, bytes, LARGE);
    assertThat(HealthFiles.scan(folder, threads, Dtype.U8, bytes, LARGE)).isEqualTo(alone);
    assertThat(alone.zeroPages().runCount()).isGreaterThan(5);
    long zeros = 0;
    for (byte value : bytes) {
      zeros += value == 0 ? 1 : 0;
    }
    assertThat(alone.zero().count()).isEqualTo(zeros);
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 4095, 8 * Chunk.MAX_BYTES - 1, 8 * Chunk.MAX_BYTES, LARGE - 1})
  void singleNanIsFoundAtItsIndex(int index) throws IOException {
    byte[] bytes = new byte[LARGE];
    Arrays.fill(bytes, (byte) 0x38);
    bytes[index] = (byte) 0xff;
    TensorHealth health = HealthFiles.scan(folder, Dtype.F8_E4M3, bytes, LARGE);
    assertThat(health.nan()).isEqualTo(new Occurrences(1, index));
    assertThat(health.issues()).containsExactly(HealthIssue.NAN);
  }

  @Test
  void pagesOfZeroBytesAreFoundInsideTheTensorOnly() throws IOException {
    byte[] bytes = new byte[20 * 4096];
    Arrays.fill(bytes, (byte) 1);
    // From the middle of one page to the middle of another, and to the end of the tensor.
    Arrays.fill(bytes, 5000, 20_000, (byte) 0);
    Arrays.fill(bytes, 15 * 4096, bytes.length, (byte) 0);
    TensorHealth health = HealthFiles.scan(folder, Dtype.U8, bytes, bytes.length);
    assertThat(health.zeroPages())
        .isEqualTo(
            new ZeroPages(
                6, 2, List.of(new ByteRange(8192, 16_384), new ByteRange(16 * 4096, 20 * 4096))));
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 5})
  void aRunOfPagesAcrossManySharesIsOneRun(int threads) throws IOException {
    byte[] bytes = new byte[LARGE];
    bytes[0] = 1;
    bytes[LARGE - 1] = 1;
    TensorHealth health = HealthFiles.scan(folder, threads, Dtype.U8, bytes, LARGE);
    long end = (HealthFiles.BEGIN + LARGE - 1L) / 4096 * 4096;
    assertThat(health.zeroPages())
        .isEqualTo(new ZeroPages(end / 4096 - 1, 1, List.of(new ByteRange(4096, end))));
  }

  @Test
  void runsBeyondTheStoredOnesAreCounted() throws IOException {
    byte[] bytes = new byte[401 * 4096];
    for (int page = 0; page < 401; page += 2) {
      Arrays.fill(bytes, page * 4096, page * 4096 + 10, (byte) 3);
      bytes[page * 4096 + 4090] = 3;
    }
    TensorHealth health = HealthFiles.scan(folder, Dtype.U8, bytes, bytes.length);
    assertThat(health.zeroPages().runCount()).isZero();
    byte[] shifted = new byte[bytes.length];
    System.arraycopy(bytes, 0, shifted, 4096 - HealthFiles.BEGIN, bytes.length - 4096);
    assertThat(HealthFiles.scan(folder, Dtype.U8, shifted, bytes.length).zeroPages())
        .matches(pages -> pages.runCount() == 200 && pages.pageCount() == 200, "all counted")
        .matches(pages -> pages.runs().size() == ZeroPages.MAX_RUNS, "some kept")
        .matches(pages -> pages.runs().getFirst().begin() == 2 * 4096, "the first of them");
  }

  @ParameterizedTest
  @EnumSource
  void equalElementsAreConstant(Dtype dtype) throws IOException {
    ElementType type = ElementType.of(dtype);
    int parts = type.partsPerElement();
    for (int elements : new int[] {2, 3, 7, 8, 9, 40, 1000, 40_000}) {
      long[] codes = new long[elements * parts];
      Arrays.setAll(codes, i -> type.encode(parts == 2 ? 1 + i % 2 : 1));
      assertThat(scanElements(dtype, codes).repetition()).isEqualTo(Repetition.CONSTANT);
      codes[codes.length - 1] = type.encode(0.5) == codes[0] ? 0 : type.encode(4) ^ 1;
      assertThat(scanElements(dtype, codes).repetition()).isEqualTo(Repetition.VARIED);
    }
  }

  private TensorHealth scanElements(Dtype dtype, long[] codes) throws IOException {
    int parts = ElementType.of(dtype).partsPerElement();
    return HealthFiles.scan(folder, dtype, CodeBytes.of(dtype, codes), codes.length / parts);
  }

  @Test
  void aSingleElementIsNotConstant() throws IOException {
    assertThat(HealthFiles.scan(folder, Dtype.F8_E4M3, new byte[] {5}).repetition())
        .isEqualTo(Repetition.VARIED);
    assertThat(HealthFiles.scan(folder, Dtype.U8, new byte[0], 0).repetition())
        .isEqualTo(Repetition.VARIED);
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3})
  void equalChunksOfDifferentValuesAreNotConstant(int threads) throws IOException {
    byte[] bytes = new byte[LARGE];
    Arrays.fill(bytes, 8 * Chunk.MAX_BYTES, LARGE, (byte) 2);
    assertThat(HealthFiles.scan(folder, threads, Dtype.U8, bytes, LARGE).repetition())
        .isEqualTo(Repetition.VARIED);
  }

  @ParameterizedTest
  @ValueSource(ints = {2, 48, 1000, 500_000, 9_000_000})
  void equalRowsAreFoundHoweverLong(int rowBytes) throws IOException {
    byte[] row = new byte[rowBytes];
    new Random(rowBytes).nextBytes(row);
    int rows = Math.max(2, Math.min(1000, LARGE / rowBytes));
    byte[] bytes = new byte[rows * rowBytes];
    for (int i = 0; i < rows; i++) {
      System.arraycopy(row, 0, bytes, i * rowBytes, rowBytes);
    }
    assertThat(HealthFiles.scan(folder, 3, Dtype.U8, bytes, rows, rowBytes).repetition())
        .isEqualTo(Repetition.EQUAL_ROWS);
    bytes[bytes.length - 1]++;
    assertThat(HealthFiles.scan(folder, 3, Dtype.U8, bytes, rows, rowBytes).repetition())
        .isEqualTo(Repetition.VARIED);
  }

  @ParameterizedTest
  @CsvSource({"F4, 3", "F4, 4", "F6_E2M3, 2", "F6_E2M3, 3", "F6_E3M2, 5", "F16, 3", "C64, 5"})
  void rowsNeedNotBeginAtAByte(Dtype dtype, int columns) throws IOException {
    ElementType type = ElementType.of(dtype);
    int parts = type.partsPerElement();
    // A whole number of bytes, a quarter more than a chunk.
    int many = Chunk.MAX_BYTES / 4 * 5 / (columns * dtype.bits()) * 8;
    for (int rows : new int[] {2, 8, 800, many}) {
      long[] codes = new long[rows * columns * parts];
      Arrays.setAll(codes, i -> i % (columns * parts) + 1);
      assertThat(HealthFiles.scan(folder, dtype, CodeBytes.of(dtype, codes), rows, columns))
          .matches(health -> health.repetition() == Repetition.EQUAL_ROWS, "equal rows");
      codes[codes.length - columns * parts] = 7;
      assertThat(HealthFiles.scan(folder, dtype, CodeBytes.of(dtype, codes), rows, columns))
          .matches(health -> health.repetition() == Repetition.VARIED, "one row differs");
    }
  }

  @Test
  void rowsThatDoNotFillBytesAreNotCompared() throws IOException {
    byte[] bytes = {0x41, 0x41};
    assertThat(HealthFiles.scan(folder, Dtype.F6_E2M3, bytes, 2, 1).repetition())
        .isEqualTo(Repetition.VARIED);
  }

  @Test
  void wholeElementsOfATruncatedTensorAreScanned() throws IOException {
    Path path = Files.write(folder.resolve("cut"), new byte[HealthFiles.BEGIN + 10]);
    try (FileBytes file = FileBytes.open(path)) {
      TensorHealth health = HealthFiles.scan(2, HealthFiles.tensor(file, Dtype.F32, 10, 8));
      assertThat(health.partCount()).isEqualTo(2);
      assertThat(health.isAllZero()).isTrue();
    }
  }

  @Test
  void aCutTensorIsNotCalledZeroOrConstantAsAWhole() throws IOException {
    Path path = Files.write(folder.resolve("cut"), new byte[HealthFiles.BEGIN + 8]);
    try (FileBytes file = FileBytes.open(path)) {
      TensorInfo info = new TensorInfo("t", Dtype.F32, Shape.of(8), 0, 32);
      ByteRange there = new ByteRange(HealthFiles.BEGIN, HealthFiles.BEGIN + 8);
      TensorHealth health = HealthFiles.scan(2, new TensorData(file, info, there));

      assertThat(health.zero().count()).isEqualTo(2);
      assertThat(health.isComplete()).isFalse();
      assertThat(health.issues()).isEmpty();
    }
  }

  @Test
  void aFileThatShrinksWhileItIsOpenIsAFailure() throws IOException {
    Path path = Files.write(folder.resolve("shrinking"), new byte[LARGE]);
    try (FileBytes file = FileBytes.open(path)) {
      try (FileChannel channel = FileChannel.open(path, StandardOpenOption.WRITE)) {
        channel.truncate(100_000);
      }
      assertThatThrownBy(
              () ->
                  HealthFiles.scan(2, HealthFiles.tensor(file, Dtype.U8, LARGE - 100, LARGE - 100)))
          .isInstanceOf(FileChangedException.class);
    }
  }
}
