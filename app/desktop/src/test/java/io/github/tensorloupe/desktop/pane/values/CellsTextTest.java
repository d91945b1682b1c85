package io.github.tensorloupe.desktop.pane.values;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.tensorloupe.analysis.slice.TensorSlice;
import io.github.tensorloupe.analysis.slice.TensorSlice.Cell;
import io.github.tensorloupe.element.ElementType;
import io.github.tensorloupe.format.ByteRange;
import io.github.tensorloupe.format.Dtype;
import io.github.tensorloupe.format.Shape;
import io.github.tensorloupe.format.TensorInfo;
import io.github.tensorloupe.model.FileBytes;
import io.github.tensorloupe.model.TensorData;
import io.github.tensorloupe.testing.CodeBytes;
import io.github.tensorloupe.work.Cancellation;
import io.github.tensorloupe.work.Progress;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class CellsTextTest {

  @TempDir Path folder;

  private FileBytes file;

  @AfterEach
  void close() throws IOException {
    if (file != null) {
      file.close();
    }
  }

  private TensorSlice slice(Dtype dtype, long[] codes, long... shape) throws IOException {
    byte[] bytes = CodeBytes.of(dtype, codes);
    file = FileBytes.open(Files.write(folder.resolve("t"), bytes));
    TensorInfo info = new TensorInfo("t", dtype, Shape.of(shape), 0, bytes.length);
    return TensorSlice.of(new TensorData(file, info, new ByteRange(0, bytes.length)));
  }

  private TensorSlice numbers(Dtype dtype, double... values) throws IOException {
    long[] codes = Arrays.stream(values).mapToLong(ElementType.of(dtype)::encode).toArray();
    return slice(dtype, codes, values.length / ElementType.of(dtype).partsPerElement());
  }

  private static String numpy(TensorSlice slice) throws IOException {
    CellRange all =
        new CellRange(new Cell(0, 0), new Cell(slice.rowCount() - 1, slice.columnCount() - 1));
    return CellsText.numpy(slice, all, Cancellation.NEVER, Progress.NONE);
  }

  @Test
  void arraysSpellSpecialNumbersAsNumpyDoes() throws IOException {
    assertThat(
            numpy(
                numbers(
                    Dtype.F32,
                    0.1f,
                    Double.NaN,
                    Double.POSITIVE_INFINITY,
                    Double.NEGATIVE_INFINITY,
                    -0.0,
                    1e-8f)))
        .isEqualTo("array([0.1, nan, inf, -inf, -0.0, 1.0e-8], dtype=float32)");
    assertThat(numpy(numbers(Dtype.C64, 1.5, -2, Double.NaN, 0, 1, 2)))
        .isEqualTo("array([(1.5-2.0j), complex(nan, 0.0), (1.0+2.0j)], dtype=complex64)");
    assertThat(numpy(numbers(Dtype.BOOL, 0, 1))).isEqualTo("array([False, True], dtype=bool)");
    assertThat(numpy(slice(Dtype.U64, new long[] {-1})))
        .isEqualTo("array(18446744073709551615, dtype=uint64)");
    assertThat(numpy(slice(Dtype.I8, new long[] {0x80, 0x7f}, 1, 2)))
        .isEqualTo("array([[-128, 127]], dtype=int8)");
    assertThat(numpy(numbers(Dtype.F16, 65504, 0.1)))
        .isEqualTo("array([65504.0, 0.1], dtype=float16)");
  }

  @ParameterizedTest
  @EnumSource(
      value = Dtype.class,
      names = {"BF16", "F8_.*", "F6_.*", "F4"},
      mode = EnumSource.Mode.MATCH_ANY)
  void numbersOfDtypesThatNumpyLacksAreExactAsSingles(Dtype dtype) throws IOException {
    ElementType type = ElementType.of(dtype);
    int count = Math.min(512, 1 << type.partBits());
    long step = (1L << type.partBits()) / count;
    long[] codes = new long[count];
    for (int i = 0; i < count; i++) {
      codes[i] = i * step;
    }
    String array = numpy(slice(dtype, codes, count));
    assertThat(array).endsWith("], dtype=float32)");
    String[] numbers = array.substring(7, array.indexOf(']')).split(", ");
    for (int i = 0; i < count; i++) {
      double value = type.toDouble(codes[i]);
      if (Double.isFinite(value)) {
        assertThat((double) Float.parseFloat(numbers[i])).isEqualTo(value);
      } else {
        assertThat(numbers[i]).matches("nan|-?inf");
      }
    }
  }
}
