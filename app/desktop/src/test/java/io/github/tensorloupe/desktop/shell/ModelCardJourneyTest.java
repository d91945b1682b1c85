package io.github.tensorloupe.desktop.shell;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.tensorloupe.desktop.pane.metadata.MetadataPane;
import io.github.tensorloupe.desktop.selection.DocumentState;
import io.github.tensorloupe.desktop.testing.ScriptedDialogs;
import io.github.tensorloupe.desktop.testing.StageExtension;
import io.github.tensorloupe.desktop.testing.TestWindow;
import io.github.tensorloupe.export.FileExport;
import io.github.tensorloupe.format.Metadata;
import io.github.tensorloupe.model.TensorFile;
import io.github.tensorloupe.testing.TensorFiles;
import io.github.tensorloupe.work.Cancellation;
import java.io.IOException;
import java.nio.file.Path;
import java.time.LocalDate;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import javafx.geometry.Bounds;
import javafx.scene.Node;
import javafx.scene.control.ButtonBase;
import javafx.scene.control.DatePicker;
import javafx.scene.control.Labeled;
import javafx.scene.control.ListView;
import javafx.scene.control.MenuButton;
import javafx.scene.control.TextInputControl;
import javafx.scene.image.ImageView;
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

/// Fills in the model card of a LoRA and saves it.
@ExtendWith(StageExtension.class)
class ModelCardJourneyTest {

  @TempDir Path folder;

  private final ScriptedDialogs dialogs = new ScriptedDialogs();
  private Workspace workspace;
  private Path file;

  @BeforeEach
  void writeSamples() throws IOException {
    file =
        new TensorFiles()
            .floats("lora_unet_a.lora_down.weight", 1, 2)
            .floats("lora_unet_a.lora_up.weight", 1, 2)
            .metadata("format", "pt")
            .metadata("ss_base_model_version", "sdxl_base_v1-0")
            .metadata("ss_seed", "42")
            .metadata("ss_epoch", "3")
            .write(folder.resolve("night-harbour.safetensors"));
    Path picture = folder.resolve("p.png");
    int[] argb = new int[600 * 400];
    Arrays.setAll(argb, i -> 0xFF000000 | i * 40503);
    FileExport.writePicture(
        FileExport.checkPicture(picture, List.of()), argb, 600, 400, Cancellation.NEVER);
    dialogs.picture = Optional.of(picture);
  }

  @Start
  void show(Stage stage) {
    workspace = new Workspace(new TestEnvironment(folder).dialogs(dialogs).build());
    TestWindow.show(stage, workspace.view, 1000, 1000);
  }

  @AfterEach
  void close(FxRobot robot) {
    robot.interact(() -> TestWindow.close(workspace::close));
  }

  private static boolean isShown(FxRobot robot, String id) {
    return robot
        .lookup("#" + id)
        .tryQuery()
        .filter(node -> node.getScene() != null && isVisible(node))
        .isPresent();
  }

  private static boolean isVisible(Node node) {
    return node == null || node.isVisible() && isVisible(node.getParent());
  }

  private static String text(FxRobot robot, String id) {
    return robot.lookup("#" + id).tryQueryAs(Labeled.class).map(Labeled::getText).orElse("");
  }

  private static void fire(FxRobot robot, String id) {
    robot.interact(() -> robot.lookup("#" + id).queryAs(ButtonBase.class).fire());
  }

  private static void type(FxRobot robot, String id, String text) {
    robot.interact(() -> robot.lookup("#" + id).query().requestFocus());
    robot.write(text, 0);
  }

  private void openCard(FxRobot robot) {
    robot.interact(() -> workspace.opener.open(file));
    TestWindow.waitUntil(
        "it is open",
        () -> workspace.context.selection().documentProperty().get() instanceof DocumentState.Open);
    robot.interact(() -> workspace.view.panes.show(MetadataPane.DESCRIPTOR));
    TestWindow.waitUntil("the entries are shown", () -> isShown(robot, "metadata-detail-key"));
    fire(robot, "metadata-mode-card");
  }

  private String value(FxRobot robot, String id) {
    return robot.lookup("#" + id).queryAs(TextInputControl.class).getText();
  }

  private static Map<String, String> onDisk(Path path) throws IOException {
    try (TensorFile open = TensorFile.open(path)) {
      return open.header().metadata().orElse(Metadata.EMPTY).entries();
    }
  }

  private void save(FxRobot robot) {
    robot.push(KeyCode.CONTROL, KeyCode.S);
    TestWindow.waitUntil("the plan is shown", () -> isShown(robot, "save-plan-how"));
  }

  @Test
  void aCardIsFilledAndSaved(FxRobot robot) throws IOException {
    openCard(robot);
    fire(robot, "card-fill");
    TestWindow.waitUntil("values are proposed", () -> isShown(robot, "metadata-proposal"));
    fire(robot, "metadata-proposal-apply");
    TestWindow.waitUntil(
        "the title is there", () -> value(robot, "card-title").equals("night-harbour"));

    type(robot, "card-author", "Ada");
    type(robot, "card-license", "apac");
    TestWindow.waitUntil("licences are offered", () -> isShown(robot, "metadata-suggestions"));
    robot.push(KeyCode.DOWN).push(KeyCode.ENTER);
    type(robot, "card-tags", "night,sea,");
    fire(robot, "card-replace");
    TestWindow.waitUntil(
        "the picture is smaller",
        () -> text(robot, "card-import-size").startsWith("256 × 171 px, "));
    fire(robot, "card-import-take");
    save(robot);
    robot.push(KeyCode.ENTER);
    TestWindow.waitUntil("it is saved", () -> text(robot, "status-notice").contains("is saved"));

    assertThat(onDisk(file))
        .containsEntry("modelspec.architecture", "stable-diffusion-xl-v1-base/lora")
        .containsEntry("modelspec.sai_model_spec", "1.0.1")
        .containsEntry("modelspec.author", "Ada")
        .containsEntry("modelspec.license", "Apache-2.0")
        .containsEntry("modelspec.tags", "night, sea");
    assertThat(onDisk(file).get("modelspec.thumbnail")).startsWith("data:image/jpeg;base64,");
  }

  @Test
  void eachStepIsUndoneSeparately(FxRobot robot) {
    openCard(robot);
    type(robot, "card-tags", "night,sea");
    robot.push(KeyCode.ENTER);
    TestWindow.waitUntil("two chips", () -> robot.lookup(".tag-chip").queryAll().size() == 2);
    robot.push(KeyCode.BACK_SPACE);
    TestWindow.waitUntil("one chip", () -> robot.lookup(".tag-chip").queryAll().size() == 1);
    assertThat(robot.lookup("#card-tags").query().isFocused()).isTrue();

    robot.interact(workspace.context.edits()::undo);
    TestWindow.waitUntil("two again", () -> robot.lookup(".tag-chip").queryAll().size() == 2);
    robot.interact(workspace.context.edits()::undo);
    TestWindow.waitUntil("one again", () -> robot.lookup(".tag-chip").queryAll().size() == 1);
    robot.interact(workspace.context.edits()::undo);

    TestWindow.waitUntil("none", () -> robot.lookup(".tag-chip").queryAll().isEmpty());
    assertThat(workspace.context.edits().changedProperty().get()).isFalse();
  }

  @Test
  void escapeClosesTheListAndThenDropsWhatWasTyped(FxRobot robot) {
    openCard(robot);
    type(robot, "card-architecture", "sdx");
    TestWindow.waitUntil("values are offered", () -> isShown(robot, "metadata-suggestions"));

    robot.push(KeyCode.ESCAPE);
    assertThat(isShown(robot, "metadata-suggestions")).isFalse();
    assertThat(value(robot, "card-architecture")).isEqualTo("sdx");
    robot.push(KeyCode.ESCAPE);

    assertThat(value(robot, "card-architecture")).isEmpty();
    assertThat(workspace.context.edits().changedProperty().get()).isFalse();
  }

  @Test
  void allChoicesAreListedAndOneIsSelectedWithTheMouse(FxRobot robot) {
    openCard(robot);
    robot.interact(() -> robot.lookup("#card-resolution").query().requestFocus());
    fire(robot, "card-resolution-choices");
    TestWindow.waitUntil("values are offered", () -> isShown(robot, "metadata-suggestions"));
    ListView<?> list = robot.lookup("#metadata-suggestions").queryListView();
    assertThat(list.getItems()).hasSize(3);

    robot.clickOn(robot.from(list).lookup("768x768").<Node>query());

    assertThat(value(robot, "card-resolution")).isEqualTo("768x768");
    assertThat(workspace.context.edits().pending()).hasSize(1);
  }

  @Test
  void aDayThatIsPickedTakesThePlaceOfTheText(FxRobot robot) {
    openCard(robot);
    type(robot, "card-date", "2024-06-03T12:30:00Z");
    robot.push(KeyCode.ENTER);
    DatePicker picker = robot.lookup("#card-date-picker").queryAs(DatePicker.class);

    robot.interact(picker::show);
    assertThat(picker.getValue()).isEqualTo(LocalDate.of(2024, 6, 3));
    robot.interact(() -> picker.setValue(LocalDate.of(2026, 11, 23)));
    robot.interact(picker::hide);

    assertThat(value(robot, "card-date")).isEqualTo("2026-11-23");
    assertThat(workspace.context.edits().pending().getFirst().edits().metadata().entries())
        .containsEntry("modelspec.date", "2026-11-23");
  }

  @Test
  void descriptionPreviewRendersMarkdown(FxRobot robot) {
    openCard(robot);
    robot.interact(() -> robot.lookup("#card-description").query().requestFocus());
    robot.interact(
        () ->
            robot
                .lookup("#card-description")
                .queryAs(TextInputControl.class)
                .setText("# Harbour\n![x](https://example.com/x.png)"));
    fire(robot, "card-description-preview");

    assertThat(isShown(robot, "card-description")).isFalse();
    assertThat(robot.lookup(".markdown-title").queryAll()).hasSize(1);
    assertThat(robot.lookup(".markdown-picture").queryAll()).hasSize(1);
  }

  @Test
  void aLinkOfTheDescriptionLeadsToTheBrowserAndNothingElseDoes(FxRobot robot) {
    openCard(robot);
    robot.interact(
        () ->
            robot
                .lookup("#card-description")
                .queryAs(TextInputControl.class)
                .setText("[page](https://example.com/m) [file](file:///etc/passwd) [here](#top)"));
    fire(robot, "card-description-preview");

    assertThat(robot.lookup(".markdown-link").queryAll()).hasSize(3);
    assertThat(robot.lookup(".markdown-page").queryAll()).hasSize(1);
    robot.interact(() -> robot.lookup(".markdown-page").queryAs(ButtonBase.class).fire());

    TestWindow.assertEventually(
        () ->
            assertThat(text(robot, "status-notice"))
                .isEqualTo(
                    "No browser could be started. The address is in the clipboard:"
                        + " https://example.com/m"));
  }

  @Test
  void onlyTheTickedKeysAreStripped(FxRobot robot) {
    openCard(robot);
    robot.interact(
        () -> robot.lookup("#metadata-presets").queryAs(MenuButton.class).getItems().get(1).fire());
    TestWindow.waitUntil("keys are listed", () -> isShown(robot, "metadata-proposal"));
    TestWindow.assertEventually(
        () -> assertThat(text(robot, "metadata-proposal-all")).isEqualTo("2 of 2 selected"));

    ListView<?> list = robot.lookup("#metadata-proposal-changes").queryListView();
    robot.interact(
        () -> {
          list.requestFocus();
          list.getSelectionModel().select(0);
        });
    robot.push(KeyCode.SPACE);
    assertThat(text(robot, "metadata-proposal-summary")).contains("1 removed");
    fire(robot, "metadata-proposal-apply");

    assertThat(workspace.context.edits().pending().getFirst().edits().metadata().entries())
        .containsKeys("format", "ss_base_model_version", "ss_seed")
        .doesNotContainKey("ss_epoch");
  }

  @Test
  void theReviewOfASaveShowsPicturesAsPictures(FxRobot robot) {
    openCard(robot);
    fire(robot, "card-replace");
    TestWindow.waitUntil("it is offered", () -> isShown(robot, "card-import-take"));
    fire(robot, "card-import-take");

    save(robot);

    Node changes = robot.lookup("#save-changes").query();
    TestWindow.waitUntil(
        "the picture is decoded",
        () ->
            robot
                .from(changes)
                .lookup(".change-picture ImageView")
                .queryAllAs(ImageView.class)
                .stream()
                .anyMatch(view -> view.getImage() != null));
    assertThat(robot.from(changes).lookup(".label").queryAllAs(Labeled.class))
        .noneMatch(label -> label.getText().contains("base64"));
  }

  @Test
  void pictureButtonsAreNextToThePicture(FxRobot robot) {
    openCard(robot);
    fire(robot, "card-replace");
    TestWindow.waitUntil("it is offered", () -> isShown(robot, "card-import-take"));
    fire(robot, "card-import-take");
    TestWindow.waitUntil("it is shown", () -> isShown(robot, "card-picture"));

    Bounds picture = inScene(robot, "card-picture");
    Bounds button = inScene(robot, "card-replace");
    assertThat(button.getMinX()).isGreaterThanOrEqualTo(picture.getMaxX());
    assertThat(button.getMinY()).isBetween(picture.getMinY(), picture.getMaxY());
    assertThat(button.getMaxX()).isLessThanOrEqualTo(inScene(robot, "metadata-card").getMaxX());
  }

  private static Bounds inScene(FxRobot robot, String id) {
    Node node = robot.lookup("#" + id).query();
    return node.localToScene(node.getLayoutBounds());
  }

  @Test
  void knownKeysCompleteThemselves(FxRobot robot) {
    openCard(robot);
    fire(robot, "metadata-mode-entries");
    TestWindow.waitUntil("entries", () -> isShown(robot, "metadata-add"));
    fire(robot, "metadata-add");
    TestWindow.waitUntil("the key is edited", () -> isShown(robot, "metadata-cell-field"));

    robot.write("trigger", 0);
    TestWindow.waitUntil("keys are offered", () -> isShown(robot, "metadata-suggestions"));
    robot.push(KeyCode.DOWN).push(KeyCode.ENTER);

    assertThat(workspace.context.edits().pending().getFirst().edits().metadata().entries())
        .containsKey("modelspec.trigger_phrase");
    assertThat(Window.getWindows()).hasSize(1);
  }
}
