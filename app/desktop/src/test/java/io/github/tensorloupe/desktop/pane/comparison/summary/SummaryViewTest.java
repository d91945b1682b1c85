package io.github.tensorloupe.desktop.pane.comparison.summary;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.tensorloupe.compare.Figures;
import io.github.tensorloupe.compare.PairResult;
import io.github.tensorloupe.desktop.job.Jobs;
import io.github.tensorloupe.desktop.pane.PaneContext;
import io.github.tensorloupe.desktop.pane.comparison.ReportFlow;
import io.github.tensorloupe.desktop.testing.ComparedFiles;
import io.github.tensorloupe.desktop.testing.Pulses;
import io.github.tensorloupe.desktop.testing.ScriptedDialogs;
import io.github.tensorloupe.desktop.testing.StageExtension;
import io.github.tensorloupe.desktop.testing.TestWindow;
import io.github.tensorloupe.desktop.text.Messages;
import io.github.tensorloupe.testing.FineTunedPair;
import io.github.tensorloupe.testing.TensorFiles;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.OptionalInt;
import javafx.beans.property.ReadOnlyBooleanWrapper;
import javafx.scene.Node;
import javafx.scene.Parent;
import javafx.scene.control.Hyperlink;
import javafx.scene.control.Labeled;
import javafx.stage.Stage;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.testfx.api.FxRobot;
import org.testfx.framework.junit5.Start;

@ExtendWith(StageExtension.class)
class SummaryViewTest {

  @TempDir static Path folder;

  private final ScriptedDialogs dialogs = new ScriptedDialogs();
  private Stage stage;
  private ComparedFiles files;

  @Start
  void keep(Stage shown) {
    stage = shown;
  }

  @AfterEach
  void closeFiles() throws IOException {
    if (files != null) {
      files.close();
    }
  }

  private void show(FxRobot robot, Path a, Path b) throws IOException {
    files = new ComparedFiles(a, b);
    PaneContext context =
        files.context(new Jobs(Runnable::run, Runnable::run), dialogs, Messages.english());
    robot.interact(
        () -> {
          Node view = SummaryView.pane(context).createView(new ReadOnlyBooleanWrapper(true));
          TestWindow.show(stage, (Parent) view, 700, 900);
        });
  }

  private void compare(FxRobot robot) {
    robot.interact(
        () -> {
          try {
            files.compare();
          } catch (IOException e) {
            throw new AssertionError(e);
          }
        });
    Pulses.settle();
  }

  private void showTuned(FxRobot robot) throws IOException {
    FineTunedPair pair = FineTunedPair.write(folder);
    show(robot, pair.base(), pair.tuned());
    compare(robot);
  }

  private static void press(FxRobot robot, String id) {
    robot.interact(() -> robot.lookup(id).queryButton().fire());
    Pulses.settle();
  }

  private static String text(FxRobot robot, String id) {
    return robot.lookup(id).queryAs(Labeled.class).getText();
  }

  @Test
  void pressedTensorIsSelectedAtItsLargestDifference(FxRobot robot) throws IOException {
    showTuned(robot);

    robot.interact(() -> robot.lookup("#compare-worst-0").queryAs(Hyperlink.class).fire());

    OptionalInt pair = files.selection().pairProperty().get();
    Figures figures =
        files.results().result(pair.orElseThrow()).flatMap(PairResult::figures).orElseThrow();
    assertThat(files.comparison().pairs().get(pair.getAsInt()).name()).contains("layers.23.");
    assertThat(files.selection().elementProperty().get()).isEqualTo(figures.maxAbsElement());
  }

  @Test
  void sameFileSaysSo(FxRobot robot) throws IOException {
    Path file = FineTunedPair.write(folder).base();
    show(robot, file, file);

    assertThat(robot.lookup("#compare-notes .label").queryAs(Labeled.class).getText())
        .isEqualTo("A and B are the same file.");
  }

  @Test
  void brokenSideIsNamedAndTheRestIsCompared(FxRobot robot) throws IOException {
    FineTunedPair pair = FineTunedPair.write(folder);
    byte[] bytes = Files.readAllBytes(pair.tuned());
    Path cut = folder.resolve("cut.safetensors");
    Files.write(cut, java.util.Arrays.copyOf(bytes, bytes.length - 4000));
    show(robot, pair.base(), cut);
    compare(robot);

    assertThat(robot.lookup("#compare-notes .label").queryAs(Labeled.class).getText())
        .startsWith("In B: ")
        .contains("truncated");
    assertThat(text(robot, "#compare-verdict")).contains("differ", "cannot be read");
  }

  @Test
  void buttonSwapsTheSides(FxRobot robot) throws IOException {
    showTuned(robot);

    press(robot, "#text-swap-sides");

    assertThat(files.swaps()).isEqualTo(1);
  }

  private void report(FxRobot robot, Path target) {
    dialogs.target = Optional.of(target);
    PaneContext context =
        files.context(new Jobs(Runnable::run, Runnable::run), dialogs, Messages.english());
    robot.interact(() -> new ReportFlow(context).choose());
  }

  @Test
  void reportsAreWrittenWhereTheUserChose(FxRobot robot) throws IOException {
    showTuned(robot);

    report(robot, folder.resolve("report.html"));
    report(robot, folder.resolve("report.json"));

    assertThat(folder.resolve("report.html")).content().startsWith("<!DOCTYPE html>");
    assertThat(Files.readAllLines(folder.resolve("report.json"))).hasSize(291 + 2 + 1);
    assertThat(files.told()).last().isEqualTo("The report report.json has been written.");
  }

  @Test
  void reportNeverReplacesAFileThatIsCompared(FxRobot robot) throws IOException {
    showTuned(robot);
    Path compared = files.comparison().sideA().path();
    byte[] before = Files.readAllBytes(compared);

    report(robot, compared);

    assertThat(Files.readAllBytes(compared)).isEqualTo(before);
    assertThat(files.told().getLast()).startsWith("The report was not written.");
  }

  @Test
  void headersAreComparedToo(FxRobot robot) throws IOException {
    showTuned(robot);

    assertThat(robot.lookup("#compare-headers .label").queryAllAs(Labeled.class))
        .extracting(Labeled::getText)
        .contains("Header length");
  }

  @Test
  void tensorWithoutANameHasALinkToRead(FxRobot robot) throws IOException {
    show(
        robot,
        new TensorFiles().floats("", 1, 2).write(folder.resolve("unnamed-a.safetensors")),
        new TensorFiles().floats("", 1, 3).write(folder.resolve("unnamed-b.safetensors")));
    compare(robot);

    assertThat(text(robot, "#compare-worst-0")).startsWith("(empty name)");
  }
}
