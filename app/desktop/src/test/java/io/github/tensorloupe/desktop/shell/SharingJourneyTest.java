package io.github.tensorloupe.desktop.shell;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.tensorloupe.desktop.command.Command;
import io.github.tensorloupe.desktop.pane.problems.ProblemsPane;
import io.github.tensorloupe.desktop.selection.DocumentEdits.Edited;
import io.github.tensorloupe.desktop.selection.DocumentVerdict;
import io.github.tensorloupe.desktop.testing.StageExtension;
import io.github.tensorloupe.desktop.testing.TestWindow;
import io.github.tensorloupe.testing.TensorFiles;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import javafx.scene.Node;
import javafx.scene.control.Label;
import javafx.scene.control.Labeled;
import javafx.scene.control.ListView;
import javafx.scene.input.KeyCode;
import javafx.stage.Stage;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.testfx.api.FxRobot;
import org.testfx.framework.junit5.Start;

/// Reviews and removes private data of the metadata, in the whole window.
@ExtendWith(StageExtension.class)
class SharingJourneyTest {

  @TempDir Path folder;

  private Workspace workspace;

  @Start
  void show(Stage stage) {
    workspace = new Workspace(new TestEnvironment(folder).build());
    TestWindow.show(stage, workspace.view, 1000, 800);
  }

  @AfterEach
  void close(FxRobot robot) {
    robot.interact(() -> TestWindow.close(workspace::close));
  }

  private void open(FxRobot robot, Path path) {
    robot.interact(() -> workspace.opener.open(path));
    TestWindow.waitUntil(
        "it is summed up", () -> robot.lookup("#overview-title").tryQuery().isPresent());
  }

  private static TensorFiles privateFile() {
    return new TensorFiles()
        .metadata("format", "pt")
        .metadata("hf_token", "0123456789abcdef")
        .metadata("author", "anna@uni-bonn.de")
        .metadata("note", "trained in /home/anna/data")
        .floats("a", 1);
  }

  private List<?> review(FxRobot robot) {
    robot.interact(() -> workspace.context.commands().run(Command.BEFORE_SHARING));
    TestWindow.waitUntil(
        "it is searched", () -> robot.lookup("#sharing-apply").tryQuery().isPresent());
    return list(robot).getItems();
  }

  private static ListView<?> list(FxRobot robot) {
    return robot.lookup("#sharing-changes").queryListView();
  }

  private List<Map<String, String>> pending() {
    return workspace.context.edits().pending().stream()
        .map(Edited::edits)
        .map(edits -> (Map<String, String>) edits.metadata().entries())
        .toList();
  }

  private boolean isShown(FxRobot robot, String query) {
    return robot.lookup(query).tryQuery().filter(Node::isVisible).isPresent();
  }

  @Test
  void problemsLeadToTheReviewAndChangesArePending(FxRobot robot) throws IOException {
    open(robot, privateFile().write(folder.resolve("a.safetensors")));
    robot.interact(() -> workspace.view.panes.show(ProblemsPane.DESCRIPTOR));
    String remedy = "#problems-list #remedy-text-before-sharing";
    TestWindow.waitUntil("the remedy is shown", () -> isShown(robot, remedy));
    assertThat(workspace.context.results().healthProperty().get().orElseThrow().verdict())
        .isEqualTo(DocumentVerdict.WARNINGS);

    robot.interact(() -> robot.lookup(remedy).queryButton().fire());
    TestWindow.waitUntil("it is searched", () -> isShown(robot, "#sharing-apply"));
    robot.interact(() -> robot.lookup("#sharing-apply").queryButton().fire());

    assertThat(isShown(robot, "#sharing")).isFalse();
    assertThat(pending())
        .containsExactly(Map.of("format", "pt", "note", "trained in /home/***/data"));
  }

  @Test
  void unselectedChangesAreNotMade(FxRobot robot) throws IOException {
    open(robot, privateFile().write(folder.resolve("a.safetensors")));

    assertThat(review(robot)).hasSize(3);
    robot.interact(
        () -> {
          list(robot).requestFocus();
          list(robot).getSelectionModel().select(1);
        });
    robot.push(KeyCode.SPACE);
    robot.interact(() -> robot.lookup("#sharing-apply").queryButton().fire());

    assertThat(pending())
        .singleElement()
        .satisfies(
            entries ->
                assertThat(entries)
                    .containsEntry("author", "anna@uni-bonn.de")
                    .doesNotContainKey("hf_token"));
  }

  @Test
  void unsavedEditsOfAllShardsAreSearched(FxRobot robot) throws IOException {
    new TensorFiles().floats("a", 1).write(folder.resolve("m-00001-of-00002.safetensors"));
    new TensorFiles()
        .metadata("note", "/home/bert/x")
        .floats("b", 1)
        .write(folder.resolve("m-00002-of-00002.safetensors"));
    Files.writeString(
        folder.resolve("m.safetensors.index.json"),
        "{\"weight_map\":{\"a\":\"m-00001-of-00002.safetensors\","
            + "\"b\":\"m-00002-of-00002.safetensors\"}}");
    open(robot, folder.resolve("m.safetensors.index.json"));
    robot.interact(
        () -> {
          var edits = workspace.context.edits();
          var files = workspace.context.selection().openDocument().orElseThrow().checkpoint();
          Edited first = edits.ofAll(files.files()).getFirst();
          edits.edit(first, each -> each.add(0, "author", "Anna anna@uni-bonn.de"));
        });

    assertThat(review(robot)).hasSize(2);
    robot.interact(() -> robot.lookup("#sharing-apply").queryButton().fire());

    assertThat(pending())
        .containsExactly(Map.of("author", "Anna ***"), Map.of("note", "/home/***/x"));
  }

  @Test
  void repeatedKeyMustBeRenamedFirst(FxRobot robot) throws IOException {
    open(robot, privateFile().write(folder.resolve("a.safetensors")));
    robot.interact(
        () -> {
          var edits = workspace.context.edits();
          var files = workspace.context.selection().openDocument().orElseThrow().checkpoint();
          edits.edit(
              edits.ofAll(files.files()).getFirst(),
              each -> each.rename(each.add(0, "other", "x").id(), "note"));
        });

    robot.interact(() -> workspace.context.commands().run(Command.BEFORE_SHARING));

    TestWindow.waitUntil(
        "it is refused",
        () ->
            robot.lookup("#sharing .label").<Label>queryAllAs(Label.class).stream()
                .anyMatch(label -> label.getText().contains("Two entries have the key")));
    assertThat(isShown(robot, "#sharing-apply")).isFalse();
  }

  @Test
  void fileWithoutPrivateDataIsReportedAsSuch(FxRobot robot) throws IOException {
    open(robot, new TensorFiles().floats("a", 1).write(folder.resolve("a.safetensors")));

    robot.interact(() -> workspace.context.commands().run(Command.BEFORE_SHARING));

    TestWindow.waitUntil("it is searched", () -> isShown(robot, "#sharing-nothing"));
    assertThat(isShown(robot, "#sharing-apply")).isFalse();
    assertThat(pending()).isEmpty();
  }

  @Test
  void sameChangeIsTriedForManyFiles(FxRobot robot) throws IOException {
    open(robot, privateFile().write(folder.resolve("a.safetensors")));
    review(robot);

    robot.interact(() -> robot.lookup("#sharing-many").queryButton().fire());
    TestWindow.waitUntil("it is shown", () -> isShown(robot, "#batch-try"));
    robot.interact(() -> robot.lookup("#batch-try").queryButton().fire());
    TestWindow.waitUntil(
        "it is tried",
        () ->
            robot.lookup("#batch-summary").<Labeled>query().getText().startsWith("Would save: 1."));

    String message =
        String.valueOf(
            robot.lookup("#batch-table").queryTableView().getColumns().getLast().getCellData(0));
    assertThat(message)
        .contains("\"hf_token\" is removed: it contains access tokens, keys or passwords.")
        .contains("\"note\" contains names of users in paths, which are masked.")
        .doesNotContain("anna", "0123456789abcdef");
  }
}
