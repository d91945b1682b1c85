package io.github.tensorloupe.desktop.pane.comparison.layers;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.tensorloupe.analysis.layers.LayerCell;
import io.github.tensorloupe.desktop.control.layermap.LayerMapCanvas;
import io.github.tensorloupe.desktop.control.layermap.StackStatistic;
import io.github.tensorloupe.desktop.control.layermap.StackStatistic.Cell;
import io.github.tensorloupe.desktop.control.layermap.StackStatistic.Cell.Kind;
import io.github.tensorloupe.desktop.job.Jobs;
import io.github.tensorloupe.desktop.pane.PaneContext;
import io.github.tensorloupe.desktop.testing.ComparedFiles;
import io.github.tensorloupe.desktop.testing.Pulses;
import io.github.tensorloupe.desktop.testing.ScriptedDialogs;
import io.github.tensorloupe.desktop.testing.StageExtension;
import io.github.tensorloupe.desktop.testing.TestWindow;
import io.github.tensorloupe.desktop.text.Messages;
import io.github.tensorloupe.testing.FineTunedPair;
import io.github.tensorloupe.testing.TensorFiles;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Queue;
import javafx.beans.property.ReadOnlyObjectWrapper;
import javafx.scene.control.Labeled;
import javafx.scene.input.KeyCode;
import javafx.stage.Stage;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.testfx.api.FxRobot;
import org.testfx.framework.junit5.Start;

@ExtendWith(StageExtension.class)
class DifferenceMapViewTest {

  private static final String TUNED = "model.layers.22.mlp.up_proj.weight";

  @TempDir static Path folder;

  private ComparedFiles files;
  private DifferenceMapView view;
  private Stage stage;

  @Start
  void keep(Stage shown) {
    stage = shown;
  }

  @AfterEach
  void closeFiles() throws IOException {
    files.close();
  }

  private void show(FxRobot robot, ComparedFiles shown) {
    files = shown;
    robot.interact(() -> show(new Jobs(Runnable::run, Runnable::run)));
    Pulses.settle();
  }

  private void show(Jobs jobs) {
    PaneContext context = files.context(jobs, new ScriptedDialogs(), Messages.english());
    view = new DifferenceMapView(context, new ReadOnlyObjectWrapper<>(true));
    TestWindow.show(stage, view, 700, 700);
  }

  private static ComparedFiles tuned() throws IOException {
    FineTunedPair pair = FineTunedPair.write(folder);
    return new ComparedFiles(pair.base(), pair.tuned());
  }

  private StackStatistic map() {
    return view.model.heatMapProperty().get().orElseThrow();
  }

  private LayerCell place(String name) {
    return map().stack().cellOf(files.pair(name)).orElseThrow();
  }

  private Cell cell(String name) {
    return map().cell(place(name));
  }

  @Test
  void clickedPlaceSelectsItsPair(FxRobot robot) throws IOException {
    show(robot, tuned().compare());
    LayerMapCanvas canvas = robot.lookup("#layer-map").queryAs(LayerMapCanvas.class);

    robot.clickOn(canvas.localToScreen(canvas.middleOf(place(TUNED))));

    assertThat(files.selection().pairProperty().get()).hasValue(files.pair(TUNED));
  }

  @Test
  void keysGoToAPlaceAndSelectIt(FxRobot robot) throws IOException {
    show(robot, tuned().compare());
    robot.interact(() -> robot.lookup("#layer-map").query().requestFocus());

    robot.type(KeyCode.DOWN, KeyCode.DOWN, KeyCode.ENTER);

    assertThat(files.selection().pairProperty().get()).isPresent();
    assertThat(files.selection().selected().orElseThrow().name()).startsWith("model.layers.1.");
  }

  @Test
  void pairSelectedElsewhereIsMarkedAndDescribed(FxRobot robot) throws IOException {
    show(robot, tuned().compare());

    robot.interact(() -> files.selection().select(files.pair(TUNED)));

    assertThat(view.model.selectedPlaceProperty().get()).contains(place(TUNED));
    assertThat(robot.lookup("#compare-layers-readout").queryAs(Labeled.class).getText())
        .startsWith("Layer 22 · mlp.up_proj.weight · relative L2 0.0");
  }

  @Test
  void pairSelectedBeforeTheMapIsReadyIsDescribed(FxRobot robot) throws IOException {
    files = tuned().compare();
    Queue<Runnable> waiting = new ArrayDeque<>();
    robot.interact(
        () -> {
          files.selection().select(files.pair(TUNED));
          show(new Jobs(waiting::add, Runnable::run));
        });

    robot.interact(() -> waiting.remove().run());

    assertThat(robot.lookup("#compare-layers-readout").queryAs(Labeled.class).getText())
        .startsWith("Layer 22 · ");
  }

  @Test
  void valuesFillInAsTheyArrive(FxRobot robot) throws IOException {
    show(robot, tuned());
    assertThat(cell(TUNED).kind()).isEqualTo(Kind.UNKNOWN);

    robot.interact(
        () -> {
          try {
            files.compare();
          } catch (IOException e) {
            throw new AssertionError(e);
          }
        });

    assertThat(cell(TUNED).kind()).isEqualTo(Kind.VALUE);
    assertThat(cell("model.layers.3.mlp.up_proj.weight").kind()).isEqualTo(Kind.ZERO);
  }

  @Test
  void pairWithoutARelativeL2IsNoNumber(FxRobot robot) throws IOException {
    Path a =
        new TensorFiles()
            .floats("layers.0.w", 0, 0)
            .floats("layers.1.w", 1)
            .floats("layers.2.w", 1)
            .write(folder.resolve("a.safetensors"));
    Path b =
        new TensorFiles()
            .floats("layers.0.w", 1, 0)
            .floats("layers.1.w", 1, 2)
            .floats("layers.2.w", Float.NaN)
            .write(folder.resolve("b.safetensors"));
    show(robot, new ComparedFiles(a, b).compare());

    assertThat(cell("layers.0.w").kind()).isEqualTo(Kind.NO_NUMBER);
    assertThat(cell("layers.1.w").kind()).isEqualTo(Kind.NO_NUMBER);
    assertThat(cell("layers.2.w").notFinite()).isTrue();
  }

  @Test
  void tensorsWithoutLayersSaySo(FxRobot robot) throws IOException {
    Path a = new TensorFiles().floats("x", 1).write(folder.resolve("x.safetensors"));
    show(robot, new ComparedFiles(a, a).compare());

    assertThat(robot.lookup("#compare-layers-note").queryAs(Labeled.class).getText())
        .isEqualTo("The names of these tensors do not indicate repeated layers.");
  }
}
