package io.github.tensorloupe.compare;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.tensorloupe.analysis.chunk.ChunkedScan;
import io.github.tensorloupe.analysis.distribution.Distribution;
import io.github.tensorloupe.analysis.distribution.DistributionScan;
import io.github.tensorloupe.element.ElementType;
import io.github.tensorloupe.format.ByteRange;
import io.github.tensorloupe.format.Dtype;
import io.github.tensorloupe.format.LoadError;
import io.github.tensorloupe.format.Shape;
import io.github.tensorloupe.format.TensorInfo;
import io.github.tensorloupe.model.FileBytes;
import io.github.tensorloupe.model.FileChangedException;
import io.github.tensorloupe.model.TensorData;
import io.github.tensorloupe.model.TensorFile;
import io.github.tensorloupe.testing.CodeBytes;
import io.github.tensorloupe.work.Cancellation;
import io.github.tensorloupe.work.Progress;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.LongStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DifferenceFileTest {

  /// Elements of every dtype fill whole bytes.
  private static final int COUNT = 40;

  private static final int BEGIN = 13;

  @TempDir Path folder;

  private final List<FileBytes> open = new java.util.ArrayList<>();

  @AfterEach
  void close() throws IOException {
    for (FileBytes file : open) {
      file.close();
    }
  }

  @Test
  void elementsOfEveryTwoDtypesAreSubtractedExactlyAndRoundedOnce() throws IOException {
    for (Dtype a : Dtype.values()) {
      for (Dtype b : Dtype.values()) {
        long[] codesA = codes(a, 1);
        long[] codesB = codes(b, 2);
        TensorFile file = difference(tensor("a", a, codesA), tensor("b", b, codesB));
        Dtype dtype = file.header().tensors().getFirst().dtype();
        assertThat(numbers(file))
            .as("%s − %s as %s", b, a, dtype)
            .containsExactly(expected(a, codesA, b, codesB, dtype));
      }
    }
  }

  /// Returns boundary codes and random codes.
  private static long[] codes(Dtype dtype, int seed) {
    ElementType type = ElementType.of(dtype);
    Random random = new Random(seed);
    long mask = -1L >>> Long.SIZE - type.partBits();
    long[] ends = {0, mask, mask >>> 1, (mask >>> 1) + 1, mask >>> 2, 1};
    return LongStream.range(0, (long) COUNT * type.partsPerElement())
        .map(i -> i % 3 == seed ? ends[(int) (i / 3 % ends.length)] : random.nextLong() & mask)
        .toArray();
  }

  private static double[] expected(Dtype a, long[] codesA, Dtype b, long[] codesB, Dtype dtype) {
    int parts = ElementType.of(dtype).partsPerElement();
    double[] expected = new double[COUNT * parts];
    for (int i = 0; i < expected.length; i++) {
      Number from = number(a, codesA, i, parts);
      Number to = number(b, codesB, i, parts);
      if (Double.isFinite(from.doubleValue()) && Double.isFinite(to.doubleValue())) {
        BigDecimal exact = decimal(to).subtract(decimal(from));
        expected[i] = dtype == Dtype.F64 ? exact.doubleValue() : exact.floatValue();
      } else {
        boolean same = from.doubleValue() == to.doubleValue();
        boolean bothNan = Double.isNaN(from.doubleValue()) && Double.isNaN(to.doubleValue());
        expected[i] = same || bothNan ? 0 : to.doubleValue() - from.doubleValue();
      }
    }
    return expected;
  }

  private static Number number(Dtype dtype, long[] codes, int part, int parts) {
    ElementType type = ElementType.of(dtype);
    if (type.partsPerElement() == parts) {
      return type.toNumber(codes[part]);
    }
    return part % 2 == 0 ? type.toNumber(codes[part / 2]) : 0.0;
  }

  private static BigDecimal decimal(Number number) {
    return number instanceof Double d ? new BigDecimal(d) : new BigDecimal(number.toString());
  }

  private static double[] numbers(TensorFile file) throws IOException {
    TensorData data = file.data(file.header().tensors().getFirst()).orElseThrow();
    double[] numbers = new double[(int) data.partCount()];
    for (int i = 0; i < numbers.length; i++) {
      numbers[i] = ElementType.of(data.info().dtype()).toDouble(data.code(i));
    }
    return numbers;
  }

  @Test
  void infinityStaysInfiniteAndEqualOnesAreNoDifference() throws IOException {
    double inf = Double.POSITIVE_INFINITY;
    double[] before = {2, inf, inf, -inf, inf, Double.NaN, Double.NaN, 1};
    double[] after = {inf, 2, -inf, inf, inf, Double.NaN, inf, Double.NaN};
    ElementType type = ElementType.of(Dtype.F32);
    long[] a = Arrays.copyOf(Arrays.stream(before).mapToLong(type::encode).toArray(), COUNT);
    long[] b = Arrays.copyOf(Arrays.stream(after).mapToLong(type::encode).toArray(), COUNT);
    TensorFile file = difference(tensor("a", Dtype.F32, a), tensor("b", Dtype.F32, b));
    assertThat(numbers(file)).startsWith(inf, -inf, -inf, inf, 0, 0, Double.NaN, Double.NaN);
  }

  @Test
  void partOfAComplexDifferenceIsRoundedOnceAndNotToADoubleBefore() throws IOException {
    // A double cannot represent the sum, which is slightly above the middle of two floats.
    long[] a = new long[2 * COUNT];
    a[0] = ElementType.of(Dtype.C64).encode(-0x1p-80);
    long[] b = new long[COUNT];
    b[0] = ElementType.of(Dtype.F64).encode(1 + 0x1p-24);
    TensorFile file = difference(tensor("a", Dtype.C64, a), tensor("b", Dtype.F64, b));
    assertThat(numbers(file)[0]).isEqualTo(1 + 0x1p-23);
  }

  @Test
  void theDtypeHoldsTheDifferencesOfBoth() throws IOException {
    assertThat(dtypeOf(Dtype.BF16, Dtype.F32)).isEqualTo(Dtype.F32);
    assertThat(dtypeOf(Dtype.F4, Dtype.I16)).isEqualTo(Dtype.F32);
    assertThat(dtypeOf(Dtype.BF16, Dtype.F64)).isEqualTo(Dtype.F64);
    assertThat(dtypeOf(Dtype.U32, Dtype.F8_E4M3)).isEqualTo(Dtype.F64);
    assertThat(dtypeOf(Dtype.C64, Dtype.F64)).isEqualTo(Dtype.C64);
  }

  private Dtype dtypeOf(Dtype a, Dtype b) throws IOException {
    TensorFile file = difference(tensor("a", a, codes(a, 1)), tensor("b", b, codes(b, 2)));
    return file.header().tensors().getFirst().dtype();
  }

  @Test
  void blocksMayBeginAndEndAnywhere() throws IOException {
    for (Dtype b : List.of(Dtype.F6_E2M3, Dtype.C64, Dtype.I64)) {
      TensorData a = tensor("a", Dtype.F32, codes(Dtype.F32, 1));
      TensorFile file = difference(a, tensor("b", b, codes(b, 2)));
      int length = (int) file.bytes().length();
      byte[] whole = file.bytes().read(0, length);
      for (int begin = 0; begin <= length; begin++) {
        for (int end = begin; end <= length; end += 5) {
          assertThat(file.bytes().read(begin, end - begin))
              .isEqualTo(Arrays.copyOfRange(whole, begin, end));
        }
      }
    }
  }

  @Test
  void fileReadAsAnyOtherIsASafetensorsFile() throws IOException {
    TensorData b = tensor("b", Dtype.F32, codes(Dtype.F32, 2));
    TensorFile file = difference(tensor("a", Dtype.F32, codes(Dtype.F32, 1)), b);
    Path written = folder.resolve("written.safetensors");
    Files.write(written, file.bytes().read(0, (int) file.bytes().length()));
    try (TensorFile read = TensorFile.open(written)) {
      assertThat(read.isRefused()).isFalse();
      assertThat(read.header()).isEqualTo(file.header());
      assertThat(numbers(read)).containsExactly(numbers(file));
    }
    assertThat(file.findings()).isEmpty();
    assertThat(file.path()).hasToString("b − a");
  }

  @Test
  void scansSeeTheDifferences() throws IOException {
    long[] before = new long[300_000];
    long[] after = new long[before.length];
    after[250_000] = ElementType.of(Dtype.BF16).encode(-2);
    TensorFile file = difference(tensor("a", Dtype.BF16, before), tensor("b", Dtype.BF16, after));
    TensorData data = file.data(file.header().tensors().getFirst()).orElseThrow();
    Distribution counted =
        new DistributionScan(ChunkedScan.onAllProcessors())
            .of(data, Cancellation.NEVER, Progress.NONE);
    assertThat(counted.min()).isEqualTo(-2.0);
    assertThat(counted.max()).isEqualTo(0.0);
    assertThat(counted.summary().mean() * before.length).isEqualTo(-2);
  }

  @Test
  void elementsMissingOnASideAreCutOff() throws IOException {
    TensorData whole = tensor("a", Dtype.F32, codes(Dtype.F32, 1));
    TensorData short6 = tensor("b", Dtype.F6_E3M2, codes(Dtype.F6_E3M2, 2));
    TensorData cut = new TensorData(short6.file(), short6.info(), new ByteRange(BEGIN, BEGIN + 7));
    TensorFile file = difference(whole, cut);
    assertThat(file.reading().loadError()).contains(LoadError.METADATA_INCOMPLETE_BUFFER);
    TensorData data = file.data(file.header().tensors().getFirst()).orElseThrow();
    assertThat(data.elementCount()).isEqualTo(7 * 8 / 6);
    assertThat(numbers(file)).containsExactly(Arrays.copyOf(numbers(difference(whole, short6)), 9));
  }

  @Test
  void writingToEitherFileIsNoticed() throws IOException {
    for (String changed : List.of("a", "b")) {
      TensorFile file =
          difference(
              tensor("a", Dtype.F32, codes(Dtype.F32, 1)),
              tensor("b", Dtype.F32, codes(Dtype.F32, 2)));
      file.bytes().requireUnchanged();
      Files.write(folder.resolve(changed), new byte[1], StandardOpenOption.APPEND);
      assertThatThrownBy(file.bytes()::requireUnchanged)
          .isInstanceOf(FileChangedException.class)
          .hasMessageContaining(folder.resolve(changed).toString());
      try (var cut = Files.newByteChannel(folder.resolve(changed), StandardOpenOption.WRITE)) {
        cut.truncate(BEGIN);
      }
      assertThatThrownBy(() -> numbers(file)).isInstanceOf(FileChangedException.class);
    }
  }

  @Test
  void onlyElementsThatDifferInValueOrInBitsOfOneDtypeAreChanged() throws IOException {
    ElementType type = ElementType.of(Dtype.F32);
    long minusZero = type.encode(-0.0);
    long[] before = new long[COUNT];
    long[] after = new long[COUNT];
    after[3] = minusZero;
    after[9] = type.encode(Double.NaN);
    PairedElements same =
        new PairedElements(tensor("a", Dtype.F32, before), tensor("b", Dtype.F32, after));
    assertThat(same.changed(0, COUNT).stream()).containsExactly(3, 9);
    assertThat(same.changed(2, COUNT + 5).stream()).containsExactly(1, 7);
    long[] narrow = new long[COUNT];
    narrow[9] = ElementType.of(Dtype.BF16).encode(Double.NaN);
    PairedElements converted =
        new PairedElements(tensor("a", Dtype.BF16, narrow), tensor("b", Dtype.F32, after));
    assertThat(converted.changed(0, COUNT).stream()).isEmpty();
    long[] wide = new long[COUNT];
    wide[9] = 1;
    PairedElements other =
        new PairedElements(tensor("a", Dtype.I64, wide), tensor("b", Dtype.F32, after));
    assertThat(other.changed(0, COUNT).stream()).containsExactly(9);
  }

  @Test
  void largeIntegersAreComparedExactly() throws IOException {
    long[] before = new long[COUNT];
    Arrays.fill(before, Long.MAX_VALUE);
    before[5] = 1L << 62;
    long[] after = new long[COUNT];
    Arrays.fill(after, ElementType.of(Dtype.F64).encode(0x1p63));
    after[5] = ElementType.of(Dtype.F64).encode(0x1p62);
    PairedElements pair =
        new PairedElements(tensor("a", Dtype.I64, before), tensor("b", Dtype.F64, after));
    assertThat(pair.changed(0, COUNT).cardinality()).isEqualTo(COUNT - 1);
    assertThat(pair.changed(0, COUNT).get(5)).isFalse();
  }

  private static TensorFile difference(TensorData a, TensorData b) {
    return DifferenceFile.of(new PairedElements(a, b)).orElseThrow();
  }

  private TensorData tensor(String name, Dtype dtype, long[] codes) throws IOException {
    byte[] bytes = CodeBytes.of(dtype, codes);
    ByteBuffer content = ByteBuffer.allocate(BEGIN + bytes.length).order(ByteOrder.LITTLE_ENDIAN);
    content.put(BEGIN, bytes);
    Path path = folder.resolve(name);
    Files.deleteIfExists(path);
    FileBytes file = FileBytes.open(Files.write(path, content.array()));
    open.add(file);
    long count = codes.length / ElementType.of(dtype).partsPerElement();
    TensorInfo info = new TensorInfo(name, dtype, Shape.of(count), 0, bytes.length);
    return new TensorData(file, info, new ByteRange(BEGIN, BEGIN + bytes.length));
  }
}
