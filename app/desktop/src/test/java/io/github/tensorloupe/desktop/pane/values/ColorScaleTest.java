package io.github.tensorloupe.desktop.pane.values;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.tensorloupe.desktop.job.Jobs;
import io.github.tensorloupe.desktop.pane.values.GridPage.ColorScale;
import io.github.tensorloupe.desktop.pane.values.GridPage.GridText;
import io.github.tensorloupe.desktop.selection.FileDocument;
import io.github.tensorloupe.desktop.selection.Selection;
import io.github.tensorloupe.desktop.testing.OpenFiles;
import io.github.tensorloupe.desktop.text.Messages;
import io.github.tensorloupe.format.Dtype;
import io.github.tensorloupe.testing.CodeBytes;
import io.github.tensorloupe.testing.SampleBytes;
import io.github.tensorloupe.testing.TensorFiles;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ColorScaleTest {

  @TempDir Path folder;

  private final OpenFiles files = new OpenFiles();
  private final Selection selection = new Selection();
  private final ValuesViewModel model =
      new ValuesViewModel(selection, new Jobs(Runnable::run, Runnable::run), Messages.english());

  @AfterEach
  void close() throws IOException {
    files.close();
  }

  /// Shows the only tensor of a file, with this many fully visible rows and columns.
  private void show(Path path, int wholeRows, int wholeColumns) throws IOException {
    model.active.set(true);
    model.colored.set(true);
    model.setWholeCells(wholeRows, wholeColumns);
    FileDocument document = files.show(path, selection);
    selection.select(document.checkpoint().tensors().getFirst());
  }

  /// Returns the color limit of a matrix of four columns, with one fully visible row and column.
  private double limitOf(float... values) throws IOException {
    long[] codes =
        IntStream.range(0, values.length)
            .mapToLong(i -> Float.floatToIntBits(values[i]) & 0xffffffffL)
            .toArray();
    Path path =
        new TensorFiles()
            .tensor("m", Dtype.F32, CodeBytes.of(Dtype.F32, codes), values.length / 4, 4)
            .write(Files.createTempFile(folder, "m", ".safetensors"));
    show(path, 1, 1);
    return scale().limit();
  }

  private ColorScale scale() {
    return model.page.get().orElseThrow().scale().orElseThrow();
  }

  @Test
  void partlyVisibleColumnCountsAndTheNextDoesNot() throws IOException {
    assertThat(limitOf(1, 5, 50, 50, 0, 0, 50, 50, 50, 50, 50, 50)).isEqualTo(5);
  }

  @Test
  void partlyVisibleRowCountsAndTheNextDoesNot() throws IOException {
    assertThat(limitOf(1, 2, 50, 50, 7, 3, 50, 50, 50, 50, 50, 50)).isEqualTo(7);
    assertThat(limitOf(1, 2, 50, 50, 3, 8, 50, 50, 50, 50, 50, 50)).isEqualTo(8);
  }

  @Test
  void limitIsTheLargestMagnitude() throws IOException {
    assertThat(limitOf(-9, 5, 0, 0, 2, -3, 0, 0)).isEqualTo(9);
  }

  @Test
  void whatIsNotFiniteHasNoPlace() throws IOException {
    assertThat(limitOf(Float.NaN, 5, 0, 0, Float.NEGATIVE_INFINITY, 3, 0, 0)).isEqualTo(5);
    GridText text = model.page.get().orElseThrow().text().orElseThrow();

    assertThat(ColorScale.isColored(text, 0, 0)).isFalse();
    assertThat(ColorScale.isColored(text, 0, 1)).isTrue();
    assertThat(ColorScale.isColored(text, 1, 0)).isFalse();
    assertThat(ColorScale.isColored(text, 0, 4)).isFalse();
    assertThat(ColorScale.isColored(text, 2, 0)).isFalse();
  }

  @Test
  void zerosAloneStillHaveAScale() throws IOException {
    assertThat(limitOf(0, 0, 0, 0)).isEqualTo(1);
    assertThat(scale().position(0)).isZero();
  }

  @Test
  void scaleFollowsWhatIsScrolledIntoSight() throws IOException {
    assertThat(limitOf(1, 2, 40, 30, 0, 0, 0, 0)).isEqualTo(2);

    model.scroll(viewport -> viewport.at(0, 1));
    assertThat(scale().limit()).isEqualTo(40);
    model.scroll(viewport -> viewport.at(0, 3));
    assertThat(scale().limit()).isEqualTo(30);
  }

  @Test
  void cellsThatAreNotInTheFileHaveNoPlace() throws IOException {
    byte[] cut = SampleBytes.file(SampleBytes.entry("t", "U8", "[1,4]", 0, 4), (byte) 3, (byte) 2);
    show(Files.write(folder.resolve("cut.safetensors"), cut), 4, 4);
    GridText text = model.page.get().orElseThrow().text().orElseThrow();

    assertThat(scale().limit()).isEqualTo(3);
    assertThat(ColorScale.isColored(text, 0, 1)).isTrue();
    assertThat(ColorScale.isColored(text, 0, 2)).isFalse();
  }

  @Test
  void positionsAreBetweenTheEnds() {
    ColorScale scale = new ColorScale(4);

    assertThat(scale.position(-4)).isEqualTo(-1);
    assertThat(scale.position(1)).isEqualTo(0.25);
    assertThat(scale.position(4)).isEqualTo(1);
    assertThat(scale.position(5)).isEqualTo(1);
    assertThat(scale.position(-5)).isEqualTo(-1);
  }

  @Test
  void withoutColoursThereIsNoScale() throws IOException {
    limitOf(1, 2, 3, 4);

    model.colored.set(false);

    assertThat(model.page.get().orElseThrow().scale()).isEmpty();
  }
}
