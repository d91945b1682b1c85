package io.github.tensorloupe.desktop.shell;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.tensorloupe.desktop.command.Command;
import io.github.tensorloupe.desktop.pane.library.LibrarySources;
import io.github.tensorloupe.desktop.selection.SurveyRow;
import io.github.tensorloupe.desktop.session.RememberedDocument;
import io.github.tensorloupe.desktop.testing.Pulses;
import io.github.tensorloupe.desktop.testing.ScriptedDialogs;
import io.github.tensorloupe.desktop.testing.StageExtension;
import io.github.tensorloupe.desktop.testing.TestWindow;
import io.github.tensorloupe.testing.TensorFiles;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import javafx.scene.Node;
import javafx.scene.control.Labeled;
import javafx.scene.control.TableColumn;
import javafx.scene.control.TableView;
import javafx.scene.input.KeyCode;
import javafx.scene.input.MouseButton;
import javafx.scene.input.MouseEvent;
import javafx.stage.Stage;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.testfx.api.FxRobot;
import org.testfx.framework.junit5.Start;

/// The results of a survey, opened as a table.
@ExtendWith(StageExtension.class)
class SurveyJourneyTest {

  @TempDir Path folder;

  private final ScriptedDialogs dialogs = new ScriptedDialogs();
  private final List<Path> newTabs = new ArrayList<>();
  private Workspace workspace;
  private Path model;

  @Start
  void show(Stage stage) {
    LibrarySources nothing = Desktop.nothing().library();
    TabHost host =
        new TestTab() {
          @Override
          public void open(RememberedDocument document) {
            newTabs.add(document.path());
            super.open(document);
          }
        };
    workspace =
        new Workspace(
            new TestEnvironment(folder)
                .dialogs(dialogs)
                .outside(new Desktop(nothing, _ -> {}))
                .host(host)
                .build());
    TestWindow.show(stage, workspace.view, 1000, 800);
  }

  @BeforeEach
  void writeResults() throws IOException {
    model = new TensorFiles().floats("w", Float.NaN).write(folder.resolve("b.safetensors"));
    write(
        "1.jsonl",
        line("a.safetensors", 100, 0),
        line("b.safetensors", 300, 12),
        line("c.safetensors", 200, 0));
    write("2.jsonl", line("d.safetensors", 400, 1));
  }

  @AfterEach
  void close(FxRobot robot) {
    robot.interact(() -> TestWindow.close(workspace::close));
  }

  private static byte[] line(String path, long size, long nan) {
    String findings = nan > 0 ? "\"nan\"" : "";
    String line =
        """
        {"record":"file","path":"%s","verdict":"ok","size":%d,"nan":%d,"findings":[%s]}
        """
            .formatted(path, size, nan, findings);
    return line.getBytes(StandardCharsets.UTF_8);
  }

  private void write(String name, byte[]... lines) throws IOException {
    ByteArrayOutputStream all = new ByteArrayOutputStream();
    for (byte[] line : lines) {
      all.write(line);
    }
    Files.write(folder.resolve(name), all.toByteArray());
  }

  private static void waitFor(FxRobot robot, String id, String text) {
    TestWindow.waitUntil(
        id + " says " + text,
        () ->
            robot
                .lookup("#" + id)
                .tryQueryAs(Labeled.class)
                .filter(it -> it.getText().equals(text))
                .isPresent());
  }

  private static List<String> paths(FxRobot robot) {
    TableView<SurveyRow> table = robot.lookup("#survey-table").query();
    return table.getItems().stream().map(SurveyRow::path).toList();
  }

  private static void expectPaths(FxRobot robot, String... expected) {
    TestWindow.assertEventually(() -> assertThat(paths(robot)).isEqualTo(List.of(expected)));
  }

  /// Sorts like a click on the column header.
  private static void sort(TableView<SurveyRow> table, String column) {
    table.getSortOrder().setAll(List.of(column(table, column)));
  }

  private static TableColumn<SurveyRow, ?> column(TableView<SurveyRow> table, String id) {
    return table.getColumns().stream()
        .filter(each -> id.equals(each.getId()))
        .findFirst()
        .orElseThrow();
  }

  /// Fires the second click of a double-click, independent of the speed of the machine.
  private static void doubleClick(Node on) {
    on.fireEvent(
        new MouseEvent(
            MouseEvent.MOUSE_CLICKED,
            0,
            0,
            0,
            0,
            MouseButton.PRIMARY,
            2,
            false,
            false,
            false,
            false,
            true,
            false,
            false,
            true,
            false,
            true,
            null));
  }

  @Test
  void filesAreSortedFilteredAndOpened(FxRobot robot) {
    dialogs.file = Optional.of(folder.resolve("1.jsonl"));
    robot.interact(() -> workspace.context.commands().run(Command.OPEN_FILE));
    waitFor(robot, "survey-title", "3 files");
    waitFor(robot, "document-name", "1.jsonl");
    waitFor(robot, "survey-health-nan", "NaN: 1");
    waitFor(robot, "survey-health-healthy", "Values fine: 2");

    robot.interact(() -> sort(robot.lookup("#survey-table").query(), "survey-column-size"));
    expectPaths(robot, "b.safetensors", "c.safetensors", "a.safetensors");
    robot.clickOn("#survey-health-healthy");
    expectPaths(robot, "c.safetensors", "a.safetensors");
    robot.clickOn("#survey-health-healthy");
    robot.clickOn("#survey-search").write("nan>0");
    waitFor(robot, "survey-title", "1 of 3 files");
    expectPaths(robot, "b.safetensors");

    robot.clickOn("b.safetensors");
    robot.interact(() -> doubleClick(robot.lookup("b.safetensors").query()));
    TestWindow.assertEventually(() -> assertThat(newTabs).isEqualTo(List.of(model)));
  }

  @Test
  void healthOfAFileIsReadableInANarrowTable(FxRobot robot) {
    robot.interact(() -> workspace.opener.open(folder.resolve("1.jsonl")));
    waitFor(robot, "survey-title", "3 files");
    TableColumn<SurveyRow, ?> health =
        column(robot.lookup("#survey-table").query(), "survey-column-health");

    robot.interact(() -> health.setPrefWidth(20));
    Pulses.settle();

    assertThat(health.getWidth()).isGreaterThan(100);
  }

  @Test
  void missingFileIsReportedInPlace(FxRobot robot) {
    robot.interact(() -> workspace.opener.open(folder.resolve("1.jsonl")));
    waitFor(robot, "survey-title", "3 files");

    robot.clickOn("a.safetensors").push(KeyCode.ENTER);

    waitFor(robot, "survey-note", "a.safetensors was found neither here nor next to the results.");
    assertThat(newTabs).isEmpty();
  }

  @Test
  void partsAddUpAndTheSurveyIsClosedLikeADocument(FxRobot robot) {
    robot.interact(() -> workspace.dropped(List.of(folder.resolve("1.jsonl"))));
    waitFor(robot, "survey-title", "3 files");
    dialogs.file = Optional.of(folder.resolve("2.jsonl"));
    robot.clickOn("#survey-add");
    waitFor(robot, "survey-title", "4 files");
    waitFor(robot, "document-name", "1.jsonl +1");
    waitFor(robot, "survey-health-nan", "NaN: 2");

    robot.push(KeyCode.CONTROL, KeyCode.W);

    TestWindow.waitUntil("the start page is back", () -> workspace.state.remembered().isEmpty());
    assertThat(robot.lookup("#survey").tryQuery()).isEmpty();
  }

  @Test
  void invalidSurveyIsReportedInPlace(FxRobot robot) throws IOException {
    Files.writeString(folder.resolve("other.jsonl"), "{\"text\":1}\n");

    robot.interact(() -> workspace.opener.open(folder.resolve("other.jsonl")));

    TestWindow.assertEventually(
        () -> assertThat(robot.lookup("#start-sentence").tryQuery()).isPresent());
  }
}
