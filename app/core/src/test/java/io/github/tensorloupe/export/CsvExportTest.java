package io.github.tensorloupe.export;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.tensorloupe.element.ElementType;
import io.github.tensorloupe.format.Dtype;
import io.github.tensorloupe.testing.CodeBytes;
import io.github.tensorloupe.testing.TensorFiles;
import java.io.IOException;
import java.math.BigInteger;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Random;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class CsvExportTest {

  @TempDir private Path folder;

  private String csv(Dtype dtype, byte[] bytes, long... shape) throws IOException {
    try (ExportScene scene = ExportScene.of(folder, dtype, bytes, shape)) {
      scene.write("t", ExportOptions.of(ExportFormat.CSV).withReplaces(true), "t.csv");
    }
    return Files.readString(folder.resolve("t.csv"));
  }

  private String bytes(long... shape) throws IOException {
    int count = (int) Arrays.stream(shape).reduce(1, (left, right) -> left * right);
    byte[] bytes = new byte[count];
    for (int i = 0; i < count; i++) {
      bytes[i] = (byte) i;
    }
    return csv(Dtype.U8, bytes, shape);
  }

  @Test
  void scalarIsALineVectorsGoDownAndMatricesAreTables() throws IOException {
    assertThat(bytes()).isEqualTo("0\n");
    assertThat(bytes(3)).isEqualTo("0\n1\n2\n");
    assertThat(bytes(2, 3)).isEqualTo("0,1,2\n3,4,5\n");
  }

  @Test
  void additionalAxesPrecedeEachRow() throws IOException {
    assertThat(bytes(2, 2, 3))
        .isEqualTo(
            """
            axis0,axis1,0,1,2
            0,0,0,1,2
            0,1,3,4,5
            1,0,6,7,8
            1,1,9,10,11
            """);
  }

  @Test
  void tensorWithMoreAxesThanInNumPyIsRefused() throws IOException {
    long[] axes = new long[64];
    Arrays.fill(axes, 1);
    assertThat(bytes(axes)).startsWith("axis0,axis1,");
    assertThatThrownBy(() -> bytes(Arrays.copyOf(axes, 65)))
        .hasMessageContaining("65 dimensions")
        .hasMessageContaining("at most 64");
  }

  @Test
  void emptyTensorIsAnEmptyFile() throws IOException {
    assertThat(bytes(0)).isEmpty();
    assertThat(bytes(1L << 40, 0)).isEmpty();
    assertThat(bytes(0, 2, 1L << 40)).isEmpty();
  }

  @Test
  void complexNumbersTakeTwoColumns() throws IOException {
    byte[] bytes =
        CodeBytes.of(
            Dtype.C64,
            Float.floatToRawIntBits(1.5f),
            Float.floatToRawIntBits(-2),
            0,
            Float.floatToRawIntBits(0.1f) & 0xffff_ffffL);

    assertThat(csv(Dtype.C64, bytes, 2)).isEqualTo("1.5,-2.0\n0.0,0.1\n");
    assertThat(csv(Dtype.C64, bytes, 1, 2)).isEqualTo("1.5,-2.0,0.0,0.1\n");
    assertThat(csv(Dtype.C64, bytes, 1, 1, 2))
        .isEqualTo("axis0,axis1,0.re,0.im,1.re,1.im\n0,0,1.5,-2.0,0.0,0.1\n");
  }

  @Test
  void whatIsNotFiniteIsSpelledAsPythonReadsIt() throws IOException {
    try (ExportScene scene =
        ExportScene.of(
            folder,
            new TensorFiles()
                .floats(
                    "t",
                    Float.NaN,
                    Float.POSITIVE_INFINITY,
                    Float.NEGATIVE_INFINITY,
                    -0.0f,
                    1e-45f))) {
      scene.write("t", ExportFormat.CSV, "t.csv");
    }

    assertThat(folder.resolve("t.csv")).hasContent("NaN\ninf\n-inf\n-0.0\n1.4E-45\n");
  }

  @Test
  void integersAreWrittenInFull() throws IOException {
    assertThat(csv(Dtype.U64, CodeBytes.of(Dtype.U64, -1, Long.MIN_VALUE), 2))
        .isEqualTo("18446744073709551615\n9223372036854775808\n");
    assertThat(csv(Dtype.I64, CodeBytes.of(Dtype.I64, -1, Long.MIN_VALUE), 2))
        .isEqualTo("-1\n-9223372036854775808\n");
  }

  @ParameterizedTest
  @EnumSource(Dtype.class)
  void everyNumberReadsBackAsItself(Dtype dtype) throws IOException {
    ElementType type = ElementType.of(dtype);
    long mask = -1L >>> 64 - type.partBits();
    long[] codes =
        type.partBits() <= 16
            ? LongStream.rangeClosed(0, mask).toArray()
            : new Random(3).longs(40_000).map(code -> code & mask).toArray();
    String[] lines =
        csv(dtype, CodeBytes.of(dtype, codes), codes.length / type.partsPerElement())
            .split("[,\n]");

    assertThat(lines).hasSize(codes.length);
    for (int i = 0; i < codes.length; i++) {
      assertThat(number(type, lines[i]))
          .as("code %x of %s", codes[i], dtype)
          .isEqualTo(type.toNumber(codes[i]));
    }
  }

  private static Number number(ElementType type, String text) {
    if (type.isInteger()) {
      return type.dtype() == Dtype.U64 ? new BigInteger(text) : (Number) Long.valueOf(text);
    }
    String java = text.replace("inf", "Infinity");
    return type.partBits() == 64 ? Double.parseDouble(java) : (double) Float.parseFloat(java);
  }
}
