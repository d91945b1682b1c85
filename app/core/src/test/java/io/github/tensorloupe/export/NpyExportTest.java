package io.github.tensorloupe.export;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.tensorloupe.element.ElementType;
import io.github.tensorloupe.export.ExportOptions.UnsupportedDtypes;
import io.github.tensorloupe.format.Dtype;
import io.github.tensorloupe.testing.CodeBytes;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Locale;
import java.util.Random;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class NpyExportTest {

  private static final long[][] SHAPES = {
    {}, {8}, {300}, {4, 8}, {2, 3, 4}, {2, 1, 2, 8}, {1, 2, 2, 2, 4}, {0}, {3, 0}, {0, 4, 2}
  };

  @TempDir private Path folder;

  private static final ExportOptions AS_BITS =
      new ExportOptions(ExportFormat.NPY, UnsupportedDtypes.RAW, true, false, true);

  private static final ExportOptions AS_F32 = ExportOptions.of(ExportFormat.NPY).withReplaces(true);

  private static long elementCount(long[] shape) {
    return Arrays.stream(shape).reduce(1, (left, right) -> left * right);
  }

  private static long[] codes(Dtype dtype, long[] shape) {
    ElementType type = ElementType.of(dtype);
    int count = (int) elementCount(shape) * type.partsPerElement();
    Random random = new Random(31L * dtype.ordinal() + shape.length);
    long mask = dtype == Dtype.BOOL ? 1 : -1L >>> 64 - type.partBits();
    // The longest shape contains every code of the narrow dtypes.
    return count == 300 && type.partBits() <= 8
        ? LongStream.range(0, count).map(i -> i & mask).toArray()
        : random.longs(count).map(code -> code & mask).toArray();
  }

  private static boolean fills(Dtype dtype, long[] shape) {
    return elementCount(shape) * dtype.bits() % 8 == 0;
  }

  private static double[] numbers(Dtype dtype, long[] codes) {
    return Arrays.stream(codes).mapToDouble(ElementType.of(dtype)::toDouble).toArray();
  }

  @ParameterizedTest
  @EnumSource(Dtype.class)
  void everyNumberOfEveryShapeIsReadBackByAnIndependentReader(Dtype dtype) throws Exception {
    for (long[] shape : SHAPES) {
      if (!fills(dtype, shape)) {
        continue;
      }
      long[] codes = codes(dtype, shape);
      byte[] bytes = CodeBytes.of(dtype, codes);
      try (ExportScene scene = ExportScene.of(folder, dtype, bytes, shape)) {
        ExportResult exported = scene.write("t", AS_F32, "t.npy");
        NpyArray array = NpyArray.read(folder.resolve("t.npy"));

        assertThat(array.shape()).isEqualTo(shape);
        assertThat(array.version()).isEqualTo(1);
        assertThat(array.descr()).isEqualTo(exported.writtenAs()).isEqualTo(descr(dtype));
        assertThat(array.numbers()).isEqualTo(numbers(dtype, codes));
        assertThat(exported.byteCount()).isEqualTo(folder.resolve("t.npy").toFile().length());
        assertThat(exported.notes()).hasSize(isForeign(dtype) ? 1 : 0);
      }
    }
  }

  private static boolean isForeign(Dtype dtype) {
    return dtype.name().matches("F4|F6_.*|F8_.*|BF16");
  }

  private static String descr(Dtype dtype) {
    if (isForeign(dtype)) {
      return "<f4";
    }
    String name = dtype.name();
    return switch (dtype) {
      case BOOL -> "|b1";
      case U8, I8 -> "|" + name.toLowerCase(Locale.ROOT).charAt(0) + 1;
      default ->
          "<" + name.toLowerCase(Locale.ROOT).charAt(0) + Integer.parseInt(name.substring(1)) / 8;
    };
  }

  @ParameterizedTest
  @EnumSource(Dtype.class)
  void bitsAreThoseOfTheSourceIfRequested(Dtype dtype) throws Exception {
    for (long[] shape : SHAPES) {
      if (!fills(dtype, shape)) {
        continue;
      }
      byte[] bytes = CodeBytes.of(dtype, codes(dtype, shape));
      try (ExportScene scene = ExportScene.of(folder, dtype, bytes, shape)) {
        ExportResult exported = scene.write("t", AS_BITS, "t.npy");
        NpyArray array = NpyArray.read(folder.resolve("t.npy"));

        assertThat(array.bytes()).isEqualTo(bytes);
        if (dtype.bits() < 8) {
          assertThat(array.shape()).containsExactly(bytes.length);
          assertThat(exported.notes().getFirst()).asString().contains("packed");
        } else {
          assertThat(array.shape()).isEqualTo(shape);
        }
        assertThat(array.descr())
            .isEqualTo(!isForeign(dtype) ? descr(dtype) : dtype == Dtype.BF16 ? "<u2" : "|u1");
      }
    }
  }

  @Test
  void payloadOfABf16NanIsKept() throws Exception {
    byte[] bytes = CodeBytes.of(Dtype.BF16, 0x7f81, 0xffc3);
    try (ExportScene scene = ExportScene.of(folder, Dtype.BF16, bytes, 2)) {
      scene.write("t", ExportFormat.NPY, "t.npy");
    }

    NpyArray array = NpyArray.read(folder.resolve("t.npy"));
    assertThat(array.data().getInt(0)).isEqualTo(0x7f81_0000);
    assertThat(array.data().getInt(4)).isEqualTo(0xffc3_0000);
  }

  @Test
  void boolBytesThatAreNeitherZeroNorOneAreWrittenAsBytes() throws Exception {
    byte[] bytes = {0, 1, 2, (byte) 255};
    try (ExportScene scene = ExportScene.of(folder, Dtype.BOOL, bytes, 2, 2)) {
      ExportResult exported = scene.write("t", ExportFormat.NPY, "t.npy");

      assertThat(exported.writtenAs()).isEqualTo("|u1");
      assertThat(exported.notes().getFirst())
          .asString()
          .contains("2 bytes")
          .contains("neither 0 nor 1");
    }
    NpyArray array = NpyArray.read(folder.resolve("t.npy"));
    assertThat(array.descr()).isEqualTo("|u1");
    assertThat(array.bytes()).isEqualTo(bytes);
    assertThat(array.shape()).containsExactly(2, 2);
  }

  @Test
  void tensorLongerThanABlockIsWrittenWhole() throws Exception {
    long[] codes = new Random(1).longs(2_100_000).map(code -> code & 0x3f).toArray();
    byte[] bytes = CodeBytes.of(Dtype.F6_E2M3, codes);
    try (ExportScene scene = ExportScene.of(folder, Dtype.F6_E2M3, bytes, 2100, 1000)) {
      scene.write("t", ExportFormat.NPY, "t.npy");
    }

    assertThat(NpyArray.read(folder.resolve("t.npy")).numbers())
        .isEqualTo(numbers(Dtype.F6_E2M3, codes));
  }

  @Test
  void headerThatIsTooLongForVersionOneIsOfVersionTwo() throws Exception {
    long[] shape = new long[30_000];
    Arrays.fill(shape, 1);
    try (ExportScene scene = ExportScene.of(folder, Dtype.U8, new byte[] {7}, shape)) {
      scene.write("t", ExportFormat.NPY, "t.npy");
    }

    NpyArray array = NpyArray.read(folder.resolve("t.npy"));
    assertThat(array.version()).isEqualTo(2);
    assertThat(array.shape()).isEqualTo(shape);
    assertThat(array.bytes()).containsExactly(7);
  }

  @Test
  void longestHeaderOfVersionOneIsRead() throws IOException {
    // The limit of version 1.0 is 65,472 bytes in total: less than 65,536 after the length field.
    for (int rank = 21_760; rank < 21_850; rank++) {
      long[] shape = new long[rank];
      byte[] header = NpyExport.header("|u1", shape);
      int version = header[6];
      int length = header.length - (version == 1 ? 10 : 12);

      assertThat(header.length % 64).isZero();
      assertThat(version).isEqualTo(length <= 0xffff && version == 1 ? 1 : 2);
      if (version == 1) {
        assertThat((header[8] & 0xff) + ((header[9] & 0xff) << 8)).isEqualTo(length);
      }
    }
  }
}
