package io.github.tensorloupe.desktop.shell;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.tensorloupe.desktop.settings.ChosenSettings;
import io.github.tensorloupe.desktop.storage.Settings;
import io.github.tensorloupe.desktop.testing.ScriptedDialogs;
import io.github.tensorloupe.desktop.testing.StageExtension;
import io.github.tensorloupe.desktop.testing.TestWindow;
import io.github.tensorloupe.testing.DemoSamples;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import javafx.scene.Node;
import javafx.scene.control.Labeled;
import javafx.scene.control.TableView;
import javafx.scene.control.TextField;
import javafx.scene.input.KeyCode;
import javafx.stage.Stage;
import javafx.stage.Window;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.testfx.api.FxRobot;
import org.testfx.framework.junit5.Start;

/// Follows the texts in the window without knowledge of the window or the format.
@ExtendWith(StageExtension.class)
class NewUserJourneyTest {

  @TempDir Path folder;

  private final ScriptedDialogs dialogs = new ScriptedDialogs();
  private Workspace workspace;

  @BeforeEach
  void writeSamples() throws IOException {
    DemoSamples.write(folder.resolve("samples"));
  }

  @Start
  void show(Stage stage) {
    // A window chooses its first focus owner when it is shown.
    stage.hide();
    workspace =
        new Workspace(
            new TestEnvironment(folder)
                .dialogs(dialogs)
                .settings(ChosenSettings.inMemory(Settings.DEFAULT))
                .build());
    TestWindow.show(stage, workspace.view, 1000, 900);
  }

  @AfterEach
  void close(FxRobot robot) {
    robot.interact(() -> TestWindow.close(workspace::close));
  }

  private static String text(FxRobot robot, String id) {
    return robot.lookup("#" + id).tryQueryAs(Labeled.class).map(Labeled::getText).orElse("");
  }

  private static boolean isShown(FxRobot robot, String query) {
    return robot.lookup(query).tryQuery().filter(node -> node.isVisible()).isPresent();
  }

  private void open(FxRobot robot, Path path) {
    dialogs.file = Optional.of(path);
    robot.push(KeyCode.CONTROL, KeyCode.O);
    TestWindow.waitUntil(
        path + " is summed up",
        () ->
            text(robot, "document-name").equals(path.getFileName().toString())
                && robot.lookup("#overview-title").tryQuery().isPresent());
  }

  private Path sample(String name) {
    return folder.resolve("samples").resolve(name);
  }

  private static Optional<String> focused(FxRobot robot) {
    Node page = robot.lookup("#start-page").query();
    return Optional.ofNullable(page.getScene().getFocusOwner())
        .filter(owner -> isInside(owner, page))
        .map(Node::getId);
  }

  private static boolean isInside(Node node, Node parent) {
    return node != null && (node == parent || isInside(node.getParent(), parent));
  }

  @Test
  void withNothingToSearchTheKeysAreOnOpeningAFileAndLaterInTheSearch(FxRobot robot) {
    assertThat(focused(robot)).contains("text-open-file");

    open(robot, sample("nan-and-inf.safetensors"));
    robot.push(KeyCode.CONTROL, KeyCode.W);

    TestWindow.assertEventually(
        () -> assertThat(focused(robot)).isEqualTo(Optional.of("library-search")));
  }

  @Test
  void introductionThatAppearsDoesNotMoveTheFocus(FxRobot robot) {
    Window window = workspace.view.getScene().getWindow();
    robot.interact(() -> window.setHeight(400));
    robot.interact(() -> robot.lookup("#library-watch").query().requestFocus());

    robot.interact(() -> window.setHeight(900));

    assertThat(isShown(robot, "#text-open-file")).isTrue();
    assertThat(focused(robot)).contains("library-watch");
  }

  @Test
  void theFirstPageSaysThatAFileHoldsNanAndLeadsToThePlace(FxRobot robot) {
    open(robot, sample("nan-and-inf.safetensors"));
    TestWindow.waitUntil(
        "the NaN are reported", () -> text(robot, "overview-values").contains("with NaN"));

    TestWindow.waitUntil(
        "the badge next to the title is not calm",
        () -> text(robot, "verdict").equals("Loads, but has NaN and Inf"));
    robot.clickOn("#overview-values");
    TestWindow.waitUntil("the problems are listed", () -> isShown(robot, "nan"));
    robot.clickOn(".finding-cell:member");

    TestWindow.waitUntil(
        "the tensor is selected",
        () -> workspace.context.selection().tensorProperty().get().isPresent());
    assertThat(workspace.context.selection().caretProperty().get().orElseThrow().byteOffset())
        .isPositive();
  }

  @Test
  void theCountOfErrorsInTheStatusBarLeadsToThem(FxRobot robot) {
    open(robot, sample("truncated.safetensors"));

    robot.clickOn("#status-problems");

    TestWindow.assertEventually(() -> assertThat(isShown(robot, "truncated")).isTrue());
  }

  @Test
  void aMetadataKeyIsCorrectedAndTheSaveSaysThatTheTensorsStay(FxRobot robot) {
    open(robot, sample("rich-metadata.safetensors"));
    robot.clickOn("#tab-metadata");
    TestWindow.waitUntil("the entries are shown", () -> isShown(robot, "#metadata-table"));
    robot.interact(
        () -> {
          TableView<?> table = robot.lookup("#metadata-table").queryTableView();
          table.requestFocus();
          table.getSelectionModel().clearAndSelect(1);
        });
    robot.push(KeyCode.ENTER);
    robot.interact(
        () -> robot.lookup("#metadata-cell-field").queryAs(TextField.class).setText("dusk"));

    robot.push(KeyCode.CONTROL, KeyCode.S);
    TestWindow.waitUntil("the plan is shown", () -> isShown(robot, "#save-plan-tensors"));
    assertThat(text(robot, "save-plan-tensors")).contains("Unchanged, byte for byte");
    robot.push(KeyCode.ENTER);

    TestWindow.assertEventually(
        () ->
            assertThat(text(robot, "status-notice"))
                .endsWith("is saved. The tensors are unchanged."));
  }

  @Test
  void aDownloadThatWasCutOffIsCalledIncompleteAndSaysWhatHelps(FxRobot robot) {
    open(robot, sample("truncated.safetensors"));

    assertThat(text(robot, "overview-verdict-title")).isEqualTo("62.5 % of the file is here");
    assertThat(text(robot, "overview-verdict-sentence")).contains("9 of 16 tensors are whole.");
    assertThat(text(robot, "overview-advice")).contains("Get the file again");
  }

  @Test
  void aWebPageNamedLikeAModelIsCalledAWebPage(FxRobot robot) throws IOException {
    Path page =
        Files.writeString(
            folder.resolve("page.safetensors"),
            "<!DOCTYPE html>\n<html><head><title>Sign in</title></head></html>\n");

    open(robot, page);

    assertThat(text(robot, "overview-title")).isEqualTo("Web page");
    assertThat(text(robot, "overview-loads")).isEqualTo("Not a safetensors file");
    assertThat(text(robot, "overview-advice")).contains("download the file again");
  }

  @Test
  void theVerdictLeadsFromAFileThatLoadsToItsHashes(FxRobot robot) {
    open(robot, sample("rich-metadata.safetensors"));

    robot.clickOn("#overview-check-download");

    TestWindow.waitUntil("the hashes are shown", () -> isShown(robot, "Expected hashes"));
    Node field = robot.lookup("#expected-hash").query();
    Node pane = robot.lookup("#hash-scroll").query();
    assertThat(field.isFocused()).isTrue();
    assertThat(pane.localToScene(pane.getLayoutBounds()))
        .matches(sight -> sight.contains(field.localToScene(field.getLayoutBounds())));
  }

  @Test
  void copiedTextIsReportedInTheStatusBar(FxRobot robot) {
    open(robot, sample("rich-metadata.safetensors"));

    robot.rightClickOn("#overview-title").clickOn("#menu-item-copy-this");

    assertThat(text(robot, "status-notice")).isEqualTo("Copied: Harbour lights");
  }
}
