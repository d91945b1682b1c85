package io.github.tensorloupe.desktop.pane.heatmap;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.tensorloupe.analysis.heatmap.PixelBlock;
import io.github.tensorloupe.analysis.heatmap.Pooling;
import io.github.tensorloupe.analysis.slice.SliceAxes;
import io.github.tensorloupe.analysis.slice.TensorSlice.Cell;
import io.github.tensorloupe.desktop.job.Jobs;
import io.github.tensorloupe.desktop.pane.HeatMapBudget;
import io.github.tensorloupe.desktop.selection.FileDocument;
import io.github.tensorloupe.desktop.selection.Selection;
import io.github.tensorloupe.desktop.selection.Selection.ShownSlice;
import io.github.tensorloupe.desktop.testing.OpenFiles;
import io.github.tensorloupe.desktop.text.Messages;
import io.github.tensorloupe.format.Dtype;
import io.github.tensorloupe.model.TensorFile;
import io.github.tensorloupe.model.TensorRef;
import io.github.tensorloupe.testing.TensorFiles;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Queue;
import javax.imageio.ImageIO;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class HeatMapViewModelTest {

  private static final int SIDE = 300;

  @TempDir private Path folder;
  private final OpenFiles files = new OpenFiles();
  private final Selection selection = new Selection();
  private final Queue<Runnable> background = new ArrayDeque<>();
  private final Queue<Runnable> foreground = new ArrayDeque<>();
  private FileDocument document;
  private HeatMapViewModel model;

  @BeforeEach
  void openFile() throws IOException {
    float[] matrix = new float[SIDE * SIDE];
    Arrays.fill(matrix, 0.5f);
    matrix[40 * SIDE + 200] = -8;
    matrix[211 * SIDE + 77] = Float.NaN;
    document =
        files.show(
            new TensorFiles()
                .tensor("matrix", Dtype.F32, TensorFiles.f32(matrix), SIDE, SIDE)
                .tensor("cube", Dtype.F32, TensorFiles.f32(new float[24]), 2, 3, 4)
                .tensor("vector", Dtype.F32, TensorFiles.f32(new float[4100]), 4100)
                .tensor("scalar", Dtype.F32, new byte[4])
                .tensor("empty", Dtype.F32, new byte[0], 0, 3)
                .write(folder.resolve("a.safetensors")),
            selection);
  }

  @AfterEach
  void closeFile() throws IOException {
    files.close();
  }

  private TensorRef tensor(String name) {
    return document.checkpoint().tensor(name).orElseThrow();
  }

  /// Shows a tensor in a tenth of the size of the matrix, so that each pixel covers 10 × 10
  /// elements.
  private void show(String name, Jobs jobs) {
    model = new HeatMapViewModel(selection, jobs, new HeatMapBudget(1 << 20), Messages.english());
    model.active.set(true);
    model.setRoom(30, 30);
    selection.select(tensor(name));
  }

  private void show(String name) {
    show(name, new Jobs(Runnable::run, Runnable::run));
  }

  private HeatPicture picture() {
    return model.pictureProperty().get().orElseThrow();
  }

  private double value(long row, long column) {
    PixelBlock block = picture().blockAt(row, column).orElseThrow();
    return block.value(block.index(row, column));
  }

  private void placeCaret(String name, long elementIndex) {
    TensorFile file = tensor(name).file();
    selection.placeCaret(
        file, tensor(name).data().orElseThrow().range().begin() + 4 * elementIndex);
  }

  private long caretElement() {
    long offset = selection.caretProperty().get().orElseThrow().byteOffset();
    TensorRef selected = selection.tensorProperty().get().orElseThrow();
    return (offset - selected.data().orElseThrow().range().begin()) / 4;
  }

  @Test
  void exactPictureShowsOutliers() {
    show("matrix");

    assertThat(picture().complete()).isTrue();
    assertThat(value(4, 20)).isEqualTo(-8);
    assertThat(value(0, 0)).isEqualTo(0.5);
    assertThat(picture().nanCount()).isEqualTo(1);
  }

  @Test
  void previewIsShownFirstAndLabeled() {
    show("matrix", new Jobs(background::add, foreground::add));
    while (!background.isEmpty()) {
      background.remove().run();
    }
    while (picture().preview().isEmpty()) {
      foreground.remove().run();
    }

    assertThat(picture().complete()).isFalse();
    assertThat(model.textAt(20, 4).orElseThrow()).contains("one of them: 0.5");
    foreground.forEach(Runnable::run);
    assertThat(picture().complete()).isTrue();
    assertThat(picture().preview()).isEmpty();
    assertThat(model.textAt(20, 4).orElseThrow()).isEqualTo("[40–49, 200–209]  extreme −8");
  }

  @Test
  void nothingIsReadWhileThePaneIsTurnedAway() {
    model =
        new HeatMapViewModel(
            selection,
            new Jobs(background::add, Runnable::run),
            new HeatMapBudget(1 << 20),
            Messages.english());
    model.setRoom(30, 30);
    selection.select(tensor("matrix"));

    assertThat(background).isEmpty();
    model.active.set(true);
    assertThat(background).isNotEmpty();
  }

  @ParameterizedTest
  @CsvSource({"1, true", "100000000, false"})
  void heatMapsShareOneBudgetForTheirTiles(long maxBytes, boolean isReadAgain) {
    HeatMapBudget budget = new HeatMapBudget(maxBytes);
    Jobs jobs = new Jobs(background::add, Runnable::run);
    selection.select(tensor("matrix"));
    List<HeatMapViewModel> models = new ArrayList<>();
    for (int i = 0; i < 2; i++) {
      model = new HeatMapViewModel(selection, jobs, budget, Messages.english());
      model.setRoom(30, 30);
      model.active.set(true);
      background.remove().run();
      assertThat(picture().complete()).isTrue();
      models.add(model);
    }

    models.getFirst().active.set(false);
    models.getFirst().active.set(true);

    assertThat(!background.isEmpty()).isEqualTo(isReadAgain);
  }

  @Test
  void theScaleEndsWhereFewPixelsGoBeyond() {
    show("matrix");

    assertThat(picture().limit()).isEqualTo(0.5);
    model.percentile.set(100.0);
    assertThat(picture().limit()).isEqualTo(8);
    assertThat(picture().signed()).isTrue();
    model.pooling.set(Pooling.RMS);
    assertThat(picture().signed()).isFalse();
    assertThat(model.textAt(0, 0).orElseThrow()).isEqualTo("[0–9, 0–9]  rms 0.5");
  }

  @Test
  void movingAboutLeavesTheColoursAsTheyAre() {
    show("matrix");
    model.zoom(4, 0, 0);
    double limit = picture().limit();
    model.pan(4000, 4000);

    assertThat(picture().complete()).isTrue();
    assertThat(picture().limit()).isEqualTo(limit);
  }

  @Test
  void aPixelIsPickedForItsExtreme() {
    show("matrix");
    model.pickAt(20, 4);

    assertThat(caretElement()).isEqualTo(40 * SIDE + 200);
    assertThat(model.caret.get()).contains(new Cell(40, 200));
  }

  @Test
  void aPixelWithANanIsPickedForIt() {
    show("matrix");
    model.pickAt(7, 21);

    assertThat(caretElement()).isEqualTo(211 * SIDE + 77);
    assertThat(model.textAt(7, 21).orElseThrow())
        .isEqualTo("[210–219, 70–79]  extreme 0.5 and NaN");
  }

  @Test
  void indexAndNumberAreShownAtOneElementPerPixel() {
    show("matrix");
    model.showElementwise();
    model.pan(-4000, -4000);
    model.pan(40, 200);

    assertThat(model.textAt(0, 0)).contains("[40, 200]  = −8");
    model.pickAt(3, 2);
    assertThat(caretElement()).isEqualTo(42 * SIDE + 203);
  }

  @Test
  void theCaretOfAnotherPaneIsFollowed() {
    show("matrix");
    model.showElementwise();
    placeCaret("matrix", 299 * SIDE + 1);

    assertThat(model.caret.get()).contains(new Cell(299, 1));
    assertThat(picture().frame().visible().contains(299, 1)).isTrue();
  }

  @Test
  void aPickedElementDoesNotMoveThePicture() {
    show("matrix");
    model.showElementwise();
    HeatMapViewport before = picture().frame();
    model.pickAt(29, 0);

    assertThat(picture().frame()).isEqualTo(before);
  }

  @Test
  void theCaretLeadsIntoAnotherMatrixOfTheTensor() {
    show("cube");
    assertThat(model.slice().orElseThrow().axes().text()).isEqualTo("[0, :, :]");
    placeCaret("cube", 12 + 7);

    assertThat(model.slice().orElseThrow().axes().text()).isEqualTo("[1, :, :]");
    assertThat(model.caret.get()).contains(new Cell(1, 3));
  }

  @Test
  void axesAreHeldAndExchanged() {
    show("cube");
    model.hold(0, 99);
    assertThat(model.slice().orElseThrow().axes().text()).isEqualTo("[1, :, :]");
    model.transpose();
    assertThat(model.slice().orElseThrow().rowCount()).isEqualTo(4);
    model.showAxis(0, true);
    assertThat(model.slice().orElseThrow().axes().text()).isEqualTo("[:, :, 0]");
    model.showAxis(1, true);
    assertThat(model.slice().orElseThrow().axes().rowAxis()).isEqualTo(1);
    assertThat(model.slice().orElseThrow().axes().columnAxis()).isZero();
  }

  @Test
  void theSliceThatAnotherPaneShowsIsFollowed() {
    show("cube");
    SliceAxes other = new SliceAxes(0, 1, List.of(0L, 0L, 2L));
    TensorRef tensor = selection.tensorProperty().get().orElseThrow();

    selection.sliceProperty().set(Optional.of(new ShownSlice(tensor, other)));
    assertThat(model.slice().orElseThrow().axes()).isEqualTo(other);
    model.hold(2, 1);
    assertThat(selection.axesOf(tensor)).contains(other.at(2, 1));
  }

  @Test
  void aLongVectorIsFolded() {
    show("vector");

    assertThat(model.slice().orElseThrow().columnCount()).isEqualTo(64);
    assertThat(model.slice().orElseThrow().rowCount()).isEqualTo(65);
    model.showElementwise();
    model.pan(100, 0);
    assertThat(model.textAt(29, 29).orElseThrow()).endsWith("after the last element");
    model.pickAt(29, 29);
    assertThat(model.refusal.get()).contains("after the last element");
    assertThat(caretElement()).isZero();
  }

  @Test
  void whatHasNoPictureSaysSo() {
    for (String name : new String[] {"scalar", "empty"}) {
      show(name);

      assertThat(model.note.get()).isNotEmpty();
      assertThat(model.pictureProperty().get()).isEmpty();
    }
  }

  @Test
  void arrowsMoveTheCursorFromPixelToPixel() {
    show("matrix");
    model.moveCursor(4, 20);
    assertThat(model.textAtCursor().orElseThrow()).isEqualTo("[40–49, 200–209]  extreme −8");
    model.moveCursor(Integer.MAX_VALUE, 1);
    assertThat(model.cursor.get()).contains(new Cell(290, 210));
    model.moveCursor(-25, -1);
    model.pickAtCursor();
    assertThat(caretElement()).isEqualTo(40 * SIDE + 200);
  }

  @Test
  void onlyTheExactPictureIsSaved() throws IOException {
    // The drawing jobs do not run, so no exact picture is shown.
    show("matrix", new Jobs(background::add, Runnable::run));
    assertThat(picture().exact()).isEmpty();
    background.clear();
    Path file = folder.resolve("a.png");
    model.export.save(model.slice().orElseThrow(), Pooling.EXTREME, 99.5, file);
    assertThat(model.export.running.get()).isPresent();
    background.remove().run();

    var image = ImageIO.read(file.toFile());
    assertThat(image.getWidth()).isEqualTo(SIDE);
    assertThat(image.getRGB(77, 211)).isEqualTo(0xfff000b8);
    assertThat(image.getRGB(200, 40)).isEqualTo(0xff4b2a85);
    assertThat(model.export.running.get()).isEmpty();
    assertThat(model.export.notice.get().orElseThrow().sentence()).startsWith("Saved: ");
  }

  @Test
  void aSaveThatWasStoppedLeavesNoFile() {
    show("matrix", new Jobs(background::add, Runnable::run));
    background.clear();
    Path file = folder.resolve("b.png");
    model.export.save(model.slice().orElseThrow(), Pooling.EXTREME, 99.5, file);
    model.export.stop();
    background.remove().run();

    assertThat(Files.exists(file)).isFalse();
    assertThat(model.export.notice.get().orElseThrow().sentence()).contains("canceled");
  }
}
