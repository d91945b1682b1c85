package io.github.tensorloupe.desktop.pane.values;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.tensorloupe.analysis.slice.SliceBlock;
import io.github.tensorloupe.analysis.slice.TensorSlice;
import io.github.tensorloupe.desktop.pane.values.GridPage.CellWidth;
import io.github.tensorloupe.desktop.pane.values.GridPage.GridText;
import io.github.tensorloupe.desktop.text.Language;
import io.github.tensorloupe.desktop.text.Messages;
import io.github.tensorloupe.element.ElementType;
import io.github.tensorloupe.format.ByteRange;
import io.github.tensorloupe.format.Dtype;
import io.github.tensorloupe.format.Shape;
import io.github.tensorloupe.format.TensorInfo;
import io.github.tensorloupe.model.FileBytes;
import io.github.tensorloupe.model.TensorData;
import io.github.tensorloupe.testing.CodeBytes;
import io.github.tensorloupe.work.Cancellation;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.BitSet;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

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
    return GridText.of(block(slice), new BitSet(), format, Messages.english(), Cancellation.NEVER);
  }

  @Test
  void fixedDigitsAreThoseAfterThePoint() throws IOException {
    GridText text =
        text(
            numbers(Dtype.F64, 1.0 / 3, -2, 1e12, Double.NaN, Double.NEGATIVE_INFINITY),
            new CellFormat.Fixed(3));

    assertThat(text.text(0, 0)).isEqualTo("0.333");
    assertThat(text.text(0, 1)).isEqualTo("−2.000");
    assertThat(text.text(0, 2)).isEqualTo("1.000e+12");
    assertThat(text.text(0, 3)).isEqualTo("NaN");
    assertThat(text.text(0, 4)).isEqualTo("−∞");
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
    assertThat(text(slice, new CellFormat.Shortest()).text(0, 0)).isEqualTo("1.5 − 2i");
    assertThat(text(slice, new CellFormat.Fixed(2)).text(0, 0)).isEqualTo("1.50 − 2.00i");
  }

  @Test
  void numbersHaveTheSeparatorOfTheLanguage() throws IOException {
    TensorSlice slice = numbers(Dtype.F32, -0.03125, 7.5e-10, 1);
    GridText text =
        GridText.of(
            block(slice),
            new BitSet(),
            new CellFormat.Shortest(),
            Messages.of(Language.GERMAN),
            Cancellation.NEVER);

    assertThat(text.text(0, 0)).isEqualTo("−0,03125");
    assertThat(text.text(0, 1)).isEqualTo("7,5e−10");
    assertThat(text.value(new TensorSlice.Cell(0, 0))).isEqualTo("−0,03125");
    assertThat(text.width.after()).isEqualTo(6);
  }

  @Test
  void decimalPointsAreAligned() throws IOException {
    TensorSlice slice = numbers(Dtype.F32, 1.5, -1234.125, 0.0625, Double.NaN);
    GridText text = text(slice, new CellFormat.Shortest());
    CellWidth width = text.width;

    assertThat(width).isEqualTo(new CellWidth(5, 5, 9));
    for (int column = 0; column < 3; column++) {
      String number = text.text(0, column);
      int digitsAfterPoint =
          number.length() - number.indexOf('.') + text.trailingCharacters(0, column, width);
      assertThat(digitsAfterPoint).isEqualTo(width.after());
    }
    assertThat(text.trailingCharacters(0, 3, width)).isZero();
  }
}
