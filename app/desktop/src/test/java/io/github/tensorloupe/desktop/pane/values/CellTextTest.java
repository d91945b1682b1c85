package io.github.tensorloupe.desktop.pane.values;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.tensorloupe.analysis.slice.SliceBlock;
import io.github.tensorloupe.analysis.slice.TensorSlice;
import io.github.tensorloupe.desktop.pane.values.CellCopying.NumpyText;
import io.github.tensorloupe.desktop.pane.values.GridPage.CellWidth;
import io.github.tensorloupe.desktop.pane.values.GridPlace.CellRange;
import io.github.tensorloupe.desktop.pane.values.GridText.CellFormat;
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

class CellTextTest {

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

  private static SliceBlock block(TensorSlice slice) throws IOException {
    return slice.read(0, 0, (int) slice.rowCount(), (int) slice.columnCount());
  }

  private static GridText text(TensorSlice slice, CellFormat format) throws IOException {
    return GridText.of(block(slice), format, Cancellation.NEVER);
  }

  private static String numpy(TensorSlice slice, int axes) throws IOException {
    CellRange all =
        new CellRange(
            new TensorSlice.Cell(0, 0),
            new TensorSlice.Cell(slice.rowCount() - 1, slice.columnCount() - 1));
    return CopiedCells.write(
        slice, all, new NumpyText(slice.type(), axes), Cancellation.NEVER, Progress.NONE);
  }

  @Test
  void fixedDigitsAreThoseBehindThePoint() throws IOException {
    GridText text =
        text(
            numbers(Dtype.F64, 1.0 / 3, -2, 1e12, Double.NaN, Double.NEGATIVE_INFINITY),
            new CellFormat.Fixed(3));

    assertThat(text.text(0, 0)).isEqualTo("0.333");
    assertThat(text.text(0, 1)).isEqualTo("-2.000");
    assertThat(text.text(0, 2)).isEqualTo("1.000e+12");
    assertThat(text.text(0, 3)).isEqualTo("NaN");
    assertThat(text.text(0, 4)).isEqualTo("-Infinity");
  }

  @Test
  void theHexadecimalCodeHasTheDigitsOfTheDtype() throws IOException {
    assertThat(text(numbers(Dtype.F32, 1), new CellFormat.Hexadecimal()).text(0, 0))
        .isEqualTo("3F800000");
    assertThat(text(numbers(Dtype.BF16, -1), new CellFormat.Hexadecimal()).text(0, 0))
        .isEqualTo("BF80");
    assertThat(text(numbers(Dtype.F4, 6), new CellFormat.Hexadecimal()).text(0, 0)).isEqualTo("7");
    assertThat(text(numbers(Dtype.F6_E2M3, 1), new CellFormat.Hexadecimal()).text(0, 0))
        .isEqualTo("08");
    assertThat(text(numbers(Dtype.C64, 1, -1), new CellFormat.Hexadecimal()).text(0, 0))
        .isEqualTo("3F800000 BF800000");
  }

  @Test
  void bothPartsOfAComplexNumberAreWritten() throws IOException {
    TensorSlice slice = numbers(Dtype.C64, 1.5, -2);
    assertThat(text(slice, new CellFormat.Shortest()).text(0, 0)).isEqualTo("1.5 − 2.0i");
    assertThat(text(slice, new CellFormat.Fixed(2)).text(0, 0)).isEqualTo("1.50 − 2.00i");
  }

  @Test
  void pointsStandBelowEachOther() throws IOException {
    TensorSlice slice = numbers(Dtype.F32, 1.5, -1234.125, 0.0625, Double.NaN);
    GridText text = text(slice, new CellFormat.Shortest());
    CellWidth width = text.width();

    assertThat(width).isEqualTo(new CellWidth(5, 5, 9));
    for (int column = 0; column < 3; column++) {
      String number = text.text(0, column);
      int behindPoint =
          number.length() - number.indexOf('.') + text.charactersBehind(0, column, width);
      assertThat(behindPoint).isEqualTo(width.after());
    }
    assertThat(text.charactersBehind(0, 3, width)).isZero();
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
                    1e-8f),
                1))
        .isEqualTo("array([0.1, nan, inf, -inf, -0.0, 1.0e-8], dtype=float32)");
    assertThat(numpy(numbers(Dtype.C64, 1.5, -2, Double.NaN, 0, 1, 2), 1))
        .isEqualTo("array([(1.5-2.0j), complex(nan, 0.0), (1.0+2.0j)], dtype=complex64)");
    assertThat(numpy(numbers(Dtype.BOOL, 0, 1), 1)).isEqualTo("array([False, True], dtype=bool)");
    assertThat(numpy(slice(Dtype.U64, new long[] {-1}), 0))
        .isEqualTo("array(18446744073709551615, dtype=uint64)");
    assertThat(numpy(slice(Dtype.I8, new long[] {0x80, 0x7f}, 1, 2), 2))
        .isEqualTo("array([[-128, 127]], dtype=int8)");
    assertThat(numpy(numbers(Dtype.F16, 65504, 0.1), 1))
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
    String array = numpy(slice(dtype, codes, count), 1);
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
