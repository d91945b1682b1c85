package io.github.tensorloupe.desktop.pane.filemap;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.tensorloupe.desktop.job.Jobs;
import io.github.tensorloupe.desktop.pane.filemap.FileMapViewModel.Coloring;
import io.github.tensorloupe.desktop.selection.DocumentState;
import io.github.tensorloupe.desktop.selection.FileDocument;
import io.github.tensorloupe.desktop.selection.ScanResults;
import io.github.tensorloupe.desktop.selection.ScanResults.ScannedTensor;
import io.github.tensorloupe.desktop.selection.Selection;
import io.github.tensorloupe.desktop.testing.OpenFiles;
import io.github.tensorloupe.desktop.testing.StageExtension;
import io.github.tensorloupe.desktop.testing.TestWindow;
import io.github.tensorloupe.desktop.text.Messages;
import io.github.tensorloupe.format.Dtype;
import io.github.tensorloupe.testing.SampleHealth;
import io.github.tensorloupe.testing.TensorFiles;
import java.io.IOException;
import java.lang.Thread.UncaughtExceptionHandler;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.stream.IntStream;
import javafx.scene.canvas.Canvas;
import javafx.scene.control.CustomMenuItem;
import javafx.scene.control.Label;
import javafx.scene.control.MenuButton;
import javafx.scene.control.MenuItem;
import javafx.scene.image.PixelReader;
import javafx.scene.paint.Color;
import javafx.stage.Stage;
import org.assertj.core.api.InstanceOfAssertFactories;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.testfx.api.FxRobot;
import org.testfx.framework.junit5.Start;
import org.testfx.util.WaitForAsyncUtils;

@ExtendWith(StageExtension.class)
class FileMapViewTest {

  private static final int TENSORS = 4000;

  /// Below the marks of warnings, above the marks of holes.
  private static final int MARK_Y = 6;

  @TempDir private Path folder;

  private final OpenFiles files = new OpenFiles();
  private final Selection selection = new Selection();
  private final ScanResults results = new ScanResults();
  private final FileMapViewModel model =
      new FileMapViewModel(
          selection, results, new Jobs(Runnable::run, Runnable::run), Messages.english());

  @Start
  void start(Stage stage) throws IOException {
    TensorFiles file = new TensorFiles();
    for (int i = 0; i < TENSORS; i++) {
      file.tensor("t" + i, Dtype.F32, new byte[1000], 250);
    }
    file.tensor("u", Dtype.F8_E4M3, new byte[1], 1);
    FileDocument document = files.open(file.write(folder.resolve("a.safetensors")));
    results.begin(Optional.of(document));
    selection.show(new DocumentState.Open(document));
    TestWindow.show(stage, new FileMapView(model, Messages.english()), 900, 30);
  }

  @AfterEach
  void closeFiles() throws IOException {
    files.close();
  }

  private static Color[] line(FxRobot robot, int y) throws Exception {
    Callable<Color[]> colors =
        () -> {
          Canvas canvas =
              robot
                  .from(robot.lookup("#file-map").queryAll())
                  .lookup(Canvas.class::isInstance)
                  .query();
          PixelReader pixels = canvas.snapshot(null, null).getPixelReader();
          return IntStream.range(0, (int) canvas.getWidth())
              .mapToObj(x -> pixels.getColor(x, y))
              .toArray(Color[]::new);
        };
    return WaitForAsyncUtils.asyncFx(colors).get();
  }

  @Test
  @Tag("pixels")
  void oneFaultyTensorAmongThousandsIsVisibleInEveryColoring(FxRobot robot) throws Exception {
    for (Coloring coloring : Coloring.values()) {
      robot.interact(() -> model.coloring.set(coloring));
      Color[] before = line(robot, MARK_Y);

      robot.interact(
          () ->
              results.addHealth(
                  List.of(
                      new ScannedTensor(
                          2000 + coloring.ordinal() * 500, SampleHealth.nanAt(5), List.of()))));

      Color[] after = line(robot, MARK_Y);
      assertThat(IntStream.range(0, after.length).filter(x -> !after[x].equals(before[x])).count())
          .as("columns that stand out, coloured by %s", coloring)
          .isGreaterThanOrEqualTo(4);
    }
  }

  /// JavaFX parses the character after an underscore as a mnemonic.
  @Test
  void legendOfADtypeWithAnUnderscoreOpens(FxRobot robot) {
    MenuButton legend = robot.lookup("#file-map-legend").queryAs(MenuButton.class);
    List<Throwable> thrown = new ArrayList<>();
    robot.interact(
        () -> {
          Thread thread = Thread.currentThread();
          UncaughtExceptionHandler before = thread.getUncaughtExceptionHandler();
          thread.setUncaughtExceptionHandler((_, failure) -> thrown.add(failure));
          model.coloring.set(Coloring.DTYPE);
          legend.show();
          legend.hide();
          thread.setUncaughtExceptionHandler(before);
        });

    assertThat(legend.getItems().stream().map(FileMapViewTest::text)).contains("F8_E4M3");
    assertThat(thrown).isEmpty();
  }

  @Test
  void legendExplainsProblemMarksInEveryColoring(FxRobot robot) {
    MenuButton legend = robot.lookup("#file-map-legend").queryAs(MenuButton.class);
    for (Coloring coloring : Coloring.values()) {
      robot.interact(
          () -> {
            model.coloring.set(coloring);
            legend.show();
          });

      assertThat(legend.getItems().stream().map(FileMapViewTest::text))
          .as("entries where the map is coloured by %s", coloring)
          .contains("Warning", "Error");
      assertThat(legend.getItems().stream().filter(item -> text(item).equals("Error")))
          .singleElement(InstanceOfAssertFactories.type(CustomMenuItem.class))
          .extracting(entry -> entry.getContent().lookup(".file-map-key-label"))
          .satisfies(label -> assertThat(((Label) label).getGraphic()).isNotNull());
      robot.interact(legend::hide);
    }
  }

  private static String text(MenuItem item) {
    return String.valueOf(item.getText());
  }
}
