package io.github.tensorloupe.desktop.pane.heatmap;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.tensorloupe.desktop.job.Jobs;
import io.github.tensorloupe.desktop.pane.HeatMapBudget;
import io.github.tensorloupe.desktop.pane.heatmap.LineViewModel.Kind;
import io.github.tensorloupe.desktop.selection.FileDocument;
import io.github.tensorloupe.desktop.selection.Selection;
import io.github.tensorloupe.desktop.testing.OpenFiles;
import io.github.tensorloupe.desktop.text.Messages;
import io.github.tensorloupe.format.Dtype;
import io.github.tensorloupe.model.TensorRef;
import io.github.tensorloupe.testing.TensorFiles;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LineViewModelTest {

  @TempDir private Path folder;
  private final OpenFiles files = new OpenFiles();
  private final Selection selection = new Selection();
  private final Jobs jobs = new Jobs(Runnable::run, Runnable::run);
  private final HeatMapViewModel heat =
      new HeatMapViewModel(selection, jobs, new HeatMapBudget(1 << 20), Messages.english());
  private final LineViewModel line = new LineViewModel(heat, jobs, Messages.english());
  private FileDocument document;

  @BeforeEach
  void openFile() throws IOException {
    byte[] counting = new byte[100];
    for (int i = 0; i < counting.length; i++) {
      counting[i] = (byte) i;
    }
    ByteBuffer large = ByteBuffer.allocate(16).order(ByteOrder.LITTLE_ENDIAN);
    large.putLong((1L << 53) + 1).putLong(7);
    document =
        files.show(
            new TensorFiles()
                .tensor("vector", Dtype.U8, counting, 100)
                .tensor("large", Dtype.I64, large.array(), 2)
                .tensor("matrix", Dtype.U8, counting, 4, 25)
                .write(folder.resolve("a.safetensors")),
            selection);
    line.active.set(true);
    line.setPoints(50);
  }

  @AfterEach
  void closeFile() throws IOException {
    files.close();
  }

  private void select(String name) {
    TensorRef tensor = document.checkpoint().tensor(name).orElseThrow();
    selection.select(tensor);
  }

  private LinePlot plot() {
    return line.plotProperty().get().orElseThrow();
  }

  private long caretIn(String name) {
    TensorRef tensor = document.checkpoint().tensor(name).orElseThrow();
    return selection.caretProperty().get().orElseThrow().byteOffset()
        - tensor.data().orElseThrow().range().begin();
  }

  @Test
  void inexactIntegersAreMarkedAsApproximate() {
    select("large");

    assertThat(line.textAt(0)).contains("[0]  ≈ 9.0072e+15");
    assertThat(line.textAt(1)).contains("[1]  = 7");
  }

  @Test
  void vectorsDefaultToCurvesAndMatricesToPictures() {
    select("vector");
    assertThat(line.kind.get()).isEqualTo(Kind.ROW);
    assertThat(plot().size()).isEqualTo(50);
    assertThat(plot().high(49)).isEqualTo(99);

    select("matrix");
    assertThat(line.kind.get()).isEqualTo(Kind.PICTURE);
    assertThat(line.plotProperty().get()).isEmpty();
    line.kind.set(Kind.COLUMN);
    select("vector");
    assertThat(line.kind.get()).isEqualTo(Kind.ROW);
    select("matrix");
    assertThat(line.kind.get()).isEqualTo(Kind.COLUMN);
  }

  @Test
  void theCurveIsThatOfTheRowOrColumnOfTheCursor() {
    select("matrix");
    line.kind.set(Kind.ROW);
    selection.placeCaret(
        document.checkpoint().tensors().getFirst().file(),
        selection.caretProperty().get().orElseThrow().byteOffset() + 2 * 25 + 7);

    assertThat(plot().size()).isEqualTo(25);
    assertThat(plot().low(0)).isEqualTo(50);
    assertThat(line.position()).hasValue(7);
    assertThat(line.textAt(7)).contains("[2, 7]  = 57");

    line.kind.set(Kind.COLUMN);
    assertThat(plot().size()).isEqualTo(4);
    assertThat(plot().low(3)).isEqualTo(82);
    line.move(0, 1);
    assertThat(caretIn("matrix")).isEqualTo(2 * 25 + 8);
    line.move(1, 0);
    assertThat(caretIn("matrix")).isEqualTo(3 * 25 + 8);
  }

  @Test
  void lowestAndHighestOfSeveralNumbersAreShown() {
    select("vector");

    assertThat(line.textAt(10)).contains("[10] – [11]  10 to 11");
    line.zoom(1, 0);
    assertThat(plot().part().end()).isEqualTo(50);
    assertThat(line.textAt(10)).contains("[10]  = 10");
    line.pan(1000);
    assertThat(plot().part().begin()).isEqualTo(50);
    for (long edge : new long[] {50, 99}) {
      line.pick(edge);
      assertThat(plot().part().begin()).as("%d is in sight", edge).isEqualTo(50);
    }
    line.pick(3);
    assertThat(caretIn("vector")).isEqualTo(3);
    assertThat(plot().part().begin()).isZero();
    line.pick(50);
    assertThat(plot().part().begin()).as("the first out of sight").isEqualTo(25);
    line.fit();
    assertThat(plot().part().end()).isEqualTo(100);
  }
}
