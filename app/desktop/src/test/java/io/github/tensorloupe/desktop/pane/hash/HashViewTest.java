package io.github.tensorloupe.desktop.pane.hash;

import static io.github.tensorloupe.desktop.testing.TestWindow.waitUntil;
import static org.assertj.core.api.Assertions.assertThat;

import module java.base;

import io.github.tensorloupe.desktop.job.Jobs;
import io.github.tensorloupe.desktop.selection.DocumentState;
import io.github.tensorloupe.desktop.selection.FileDocument;
import io.github.tensorloupe.desktop.selection.PastedHash;
import io.github.tensorloupe.desktop.selection.ScanResults;
import io.github.tensorloupe.desktop.selection.Selection;
import io.github.tensorloupe.desktop.testing.OpenFiles;
import io.github.tensorloupe.desktop.testing.StageExtension;
import io.github.tensorloupe.desktop.testing.TestWindow;
import io.github.tensorloupe.desktop.text.Messages;
import io.github.tensorloupe.integrity.hash.HashKind;
import io.github.tensorloupe.model.TensorFile;
import io.github.tensorloupe.testing.HubRepositoryBuilder;
import io.github.tensorloupe.testing.SampleBytes;
import io.github.tensorloupe.testing.TensorFiles;
import java.nio.file.Path;
import javafx.scene.Node;
import javafx.scene.control.Button;
import javafx.scene.control.Label;
import javafx.scene.control.ListView;
import javafx.scene.control.ScrollPane;
import javafx.scene.control.TextField;
import javafx.scene.input.Clipboard;
import javafx.scene.input.KeyCode;
import javafx.stage.Stage;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.testfx.api.FxRobot;
import org.testfx.framework.junit5.Start;

@ExtendWith(StageExtension.class)
class HashViewTest {

  @TempDir static Path folder;

  private final OpenFiles files = new OpenFiles();
  private final Selection selection = new Selection();
  private final ScanResults results = new ScanResults();
  private HashViewModel model;
  private HashView view;

  @Start
  void show(Stage stage) {
    Messages messages = Messages.english();
    selection.documentProperty().subscribe(_ -> results.begin(selection.openDocument()));
    model = new HashViewModel(selection, results, Jobs.onFxThread(), messages);
    view = new HashView(model, messages);
    TestWindow.show(stage, view, 700, 900);
  }

  @AfterEach
  void closeFiles(FxRobot robot) throws IOException {
    robot.interact(() -> selection.show(new DocumentState.Empty()));
    files.close();
  }

  private void open(FxRobot robot, Path path) throws IOException {
    FileDocument document = files.open(path);
    robot.interact(() -> selection.show(new DocumentState.Open(document)));
  }

  private void openSet(FxRobot robot) throws IOException {
    Path set = folder.resolve("set");
    SampleBytes.write(set.resolve("a-1.safetensors"), SampleBytes.floats(1));
    SampleBytes.write(set.resolve("a-2.safetensors"), SampleBytes.floats(2));
    open(
        robot,
        SampleBytes.write(
            set.resolve("model.safetensors.index.json"),
            SampleBytes.index("t", "a-1.safetensors", "u", "a-2.safetensors")));
  }

  private static String text(FxRobot robot, String id) {
    return robot.lookup(id).<Label>query().getText();
  }

  private static boolean isShown(FxRobot robot, String id) {
    return robot
        .lookup(id)
        .tryQuery()
        .filter(node -> node.isVisible() && node.getParent().isVisible())
        .isPresent();
  }

  private void expectHash(FxRobot robot, byte[] bytes) {
    TestWindow.assertEventually(
        () ->
            assertThat(text(robot, "#hash-value-sha256"))
                .isEqualTo(HubRepositoryBuilder.sha256(bytes)));
  }

  @Test
  void buttonComputesTheHashesAndDisappears(FxRobot robot) throws IOException {
    Path file = SampleBytes.write(folder.resolve("a.safetensors"), SampleBytes.floats(1));
    open(robot, file);
    assertThat(text(robot, "#hash-value-sha256")).isEqualTo("not computed yet");
    assertThat(text(robot, "#hash-file")).isEqualTo("a.safetensors");

    robot.clickOn("#hash-compute");
    expectHash(robot, SampleBytes.floats(1));

    assertThat(isShown(robot, "#hash-compute")).isFalse();
    assertThat(text(robot, "#hash-value-autoV2"))
        .isEqualTo(HubRepositoryBuilder.sha256(SampleBytes.floats(1)).substring(0, 10));
    assertThat(text(robot, "#hash-outcome")).contains("Paste the SHA-256");
  }

  @Test
  void answerToATypedHashIsVisibleInALowWindow(FxRobot robot) throws IOException {
    robot.interact(() -> view.getScene().getWindow().setHeight(300));
    open(robot, SampleBytes.write(folder.resolve("a.safetensors"), SampleBytes.floats(1)));
    robot.interact(view::focusHashField);
    robot.interact(() -> robot.lookup("#hash-compute").<Button>query().fire());
    expectHash(robot, SampleBytes.floats(1));
    robot.interact(() -> robot.lookup("#expected-hash").<TextField>query().setText("0123456789"));

    Node pane = robot.lookup("#hash-scroll").query();
    Node answer = robot.lookup("#expected-hash-result").query();
    TestWindow.assertEventually(
        () ->
            assertThat(pane.localToScene(pane.getLayoutBounds()))
                .matches(bounds -> bounds.contains(answer.localToScene(answer.getLayoutBounds()))));
  }

  @Test
  void hashFieldIsScrolledToTheTop(FxRobot robot) throws IOException {
    robot.interact(() -> view.getScene().getWindow().setHeight(420));
    open(robot, SampleBytes.write(folder.resolve("a.safetensors"), SampleBytes.floats(1)));
    ScrollPane pane = robot.lookup("#hash-scroll").query();
    robot.interact(() -> pane.setVvalue(1));
    assertThat(isInSight(robot, "#expected-hash")).isFalse();

    robot.interact(view::focusHashField);

    assertThat(isInSight(robot, "#hash-outcome")).as("the top of the section").isTrue();
    assertThat(isInSight(robot, "#expected-hash")).as("the field").isTrue();
  }

  @Test
  void nextDocumentStartsAtTheTop(FxRobot robot) throws IOException {
    robot.interact(() -> view.getScene().getWindow().setHeight(300));
    openSet(robot);
    ScrollPane pane = robot.lookup("#hash-scroll").query();
    robot.interact(() -> pane.setVvalue(1));
    robot.interact(() -> model.showFile(model.files().getLast()));
    assertThat(pane.getVvalue()).as("in the same document").isPositive();

    open(robot, SampleBytes.write(folder.resolve("a.safetensors"), SampleBytes.floats(1)));

    assertThat(pane.getVvalue()).isZero();
  }

  private static boolean isInSight(FxRobot robot, String id) {
    Node pane = robot.lookup("#hash-scroll").query();
    Node node = robot.lookup(id).query();
    return pane.localToScene(pane.getLayoutBounds())
        .contains(node.localToScene(node.getLayoutBounds()));
  }

  @Test
  void aHashFromAPageIsCompared(FxRobot robot) throws IOException {
    open(robot, SampleBytes.write(folder.resolve("a.safetensors"), SampleBytes.floats(1)));
    String right = HubRepositoryBuilder.sha256(SampleBytes.floats(1));
    robot.interact(() -> robot.lookup("#expected-hash").<TextField>query().setText(right));
    assertThat(text(robot, "#expected-hash-result")).contains("when the hashes are computed");

    robot.clickOn("#hash-compute");
    expectHash(robot, SampleBytes.floats(1));
    assertThat(text(robot, "#expected-hash-result")).contains("Matches the SHA-256");
    assertThat(results.pastedHashProperty().get()).containsInstanceOf(PastedHash.Same.class);
    assertThat(isShown(robot, "#hash-outcome")).as("it asks for the given hash").isFalse();

    String wrong = HubRepositoryBuilder.sha256(SampleBytes.floats(2));
    robot.interact(() -> robot.lookup("#expected-hash").<TextField>query().setText(wrong));
    assertThat(text(robot, "#expected-hash-result")).contains("Matches none of the hashes");
    robot.interact(() -> robot.lookup("#expected-hash").<TextField>query().clear());
    assertThat(results.pastedHashProperty().get())
        .as("the other panes learn it also after the field is empty")
        .containsInstanceOf(PastedHash.Other.class);

    open(robot, SampleBytes.write(folder.resolve("b.safetensors"), SampleBytes.floats(2)));
    assertThat(robot.lookup("#expected-hash").<TextField>query().getText()).isEmpty();
    assertThat(isShown(robot, "#hash-outcome")).isTrue();
    assertThat(results.pastedHashProperty().get()).isEmpty();
  }

  @Test
  void matchingFileDoesNotHideAMismatch(FxRobot robot) throws IOException {
    openSet(robot);
    TensorFile first = model.files().getFirst();
    robot.interact(() -> model.examineAll());
    waitUntil("all are hashed", () -> model.examination(model.files().getLast()).isPresent());
    robot.interact(() -> model.pasted.set(HubRepositoryBuilder.sha256(SampleBytes.floats(2))));
    robot.interact(() -> model.showFile(model.files().getLast()));
    robot.interact(() -> model.pasted.set(HubRepositoryBuilder.sha256(SampleBytes.floats(2))));

    assertThat(results.pastedHashProperty().get()).contains(new PastedHash.Other(first, true));

    robot.interact(() -> model.showFile(first));
    robot.interact(() -> model.pasted.set(HubRepositoryBuilder.sha256(SampleBytes.floats(1))));
    assertThat(results.pastedHashProperty().get())
        .contains(new PastedHash.Same(first, HashKind.SHA256));
  }

  @Test
  void hashOfEmptyDataHasANote(FxRobot robot) throws IOException {
    open(robot, SampleBytes.write(folder.resolve("a.safetensors"), SampleBytes.floats(1)));
    robot.clickOn("#hash-compute");
    expectHash(robot, SampleBytes.floats(1));

    assertThat(text(robot, "#hash-value-modelHash")).isEqualTo("e3b0c442");
    assertThat(text(robot, "#hash-of-nothing-modelHash")).contains("hash of empty input");
    assertThat(robot.lookup("#hash-of-nothing-sha256").tryQuery()).isEmpty();
  }

  @Test
  void keyboardComputesAndCopies(FxRobot robot) throws IOException {
    open(robot, SampleBytes.write(folder.resolve("b.safetensors"), SampleBytes.floats(2)));
    robot.interact(() -> robot.lookup("#hash-compute").query().requestFocus());
    robot.push(KeyCode.SPACE);
    expectHash(robot, SampleBytes.floats(2));
    Button copy = robot.lookup("#hash-copy-sha256").query();
    assertThat(copy.getAccessibleText()).isEqualTo("Copy SHA-256");

    robot.interact(copy::requestFocus);
    robot.push(KeyCode.SPACE);

    String[] copied = {""};
    robot.interact(() -> copied[0] = Clipboard.getSystemClipboard().getString());
    assertThat(copied[0]).isEqualTo(HubRepositoryBuilder.sha256(SampleBytes.floats(2)));
    assertThat(copy.getAccessibleText()).isEqualTo("SHA-256 copied");
  }

  @Test
  void intactDownloadIsGreenAndADamagedOneRed(FxRobot robot) throws IOException {
    robot.interact(() -> model.active.set(true));
    HubRepositoryBuilder repository = HubRepositoryBuilder.repository(folder, "org", "name");
    Path link =
        repository.addLarge(
            HubRepositoryBuilder.commit("c"), "good.safetensors", SampleBytes.floats(3));
    open(robot, link);
    waitUntil(
        "the download is intact",
        () ->
            text(robot, "#hash-outcome")
                .equals("The download is intact: its hash matches the Hub."));
    assertThat(robot.lookup("#hash-outcome").query().getStyleClass())
        .contains("hash-outcome-success");

    Path bad =
        repository.addLarge(
            HubRepositoryBuilder.commit("c"), "bad.safetensors", SampleBytes.floats(4));
    HubRepositoryBuilder.flipBit(bad, SampleBytes.floats(4).length - 1);
    open(robot, bad);
    waitUntil(
        "the damage is reported",
        () ->
            robot.lookup("#hash-outcome").query().getStyleClass().contains("hash-outcome-danger"));
    assertThat(robot.lookup(HubRepositoryBuilder.sha256(SampleBytes.floats(4))).tryQuery())
        .isPresent();
  }

  @Test
  void expectedHashOfALargeFileIsListedBeforeHashing(FxRobot robot) throws IOException {
    robot.interact(() -> model.active.set(true));
    Path path = SampleBytes.write(folder.resolve("l/a.safetensors"), SampleBytes.floats(1));
    try (var channel = Files.newByteChannel(path, StandardOpenOption.WRITE)) {
      channel.position(HashViewModel.SMALL_BYTES).write(ByteBuffer.allocate(1));
    }
    Path sums =
        Files.writeString(folder.resolve("l/SHA256SUMS"), "0".repeat(64) + "  a.safetensors");
    open(robot, path);

    waitUntil("it is listed", () -> robot.lookup(".hash-check").queryAll().size() == 1);
    assertThat(robot.lookup(".hash-check .label").queryAllAs(Label.class))
        .extracting(Label::getText)
        .contains("Checksum list", "Not compared yet.", "0".repeat(64), sums.toString());
    assertThat(text(robot, "#hash-outcome")).startsWith("Not compared yet.");
  }

  @Test
  void inconclusiveMismatchHasANeutralMark(FxRobot robot) throws IOException {
    robot.interact(() -> model.active.set(true));
    open(
        robot,
        new TensorFiles()
            .floats("t", 1)
            .metadata("sshs_legacy_hash", "00000000")
            .metadata("sshs_model_hash", "1".repeat(64))
            .write(folder.resolve("lora.safetensors")));
    waitUntil("both are compared", () -> robot.lookup(".hash-check").queryAll().size() == 2);

    assertThat(marks(robot))
        .containsExactlyInAnyOrder("differs, does not indicate damage false", "mismatch true");
  }

  /// Returns, for each expected hash, the text of its mark and whether the mark has the danger
  /// style.
  private static List<String> marks(FxRobot robot) {
    return robot.lookup(".hash-check").queryAll().stream()
        .map(row -> row.lookup(".ikonli-font-icon"))
        .map(icon -> icon.getAccessibleText() + " " + icon.getStyleClass().contains("icon-danger"))
        .toList();
  }

  @Test
  void selectedFileOfASetIsShown(FxRobot robot) throws IOException {
    openSet(robot);
    assertThat(isShown(robot, "#hash-files")).isTrue();

    robot.clickOn("#hash-compute-all");
    waitUntil("all are hashed", () -> !isShown(robot, "#hash-compute-all"));
    robot.interact(
        () -> robot.lookup("#hash-files").<ListView<?>>query().getSelectionModel().select(1));

    expectHash(robot, SampleBytes.floats(2));
    assertThat(text(robot, "#hash-file")).isEqualTo("a-2.safetensors");
  }

  @Test
  void singleFileHasNoListOfFiles(FxRobot robot) throws IOException {
    open(robot, SampleBytes.write(folder.resolve("c.safetensors"), SampleBytes.floats(1)));

    assertThat(isShown(robot, "#hash-files")).isFalse();
    assertThat(isShown(robot, "#hash-compute-all")).isFalse();
  }

  @Test
  void emptyPaneHasAHint(FxRobot robot) {
    assertThat(robot.lookup("#hash-scroll").query().isVisible()).isFalse();
    assertThat(robot.lookup("Open a file to see its hashes.").query().isVisible()).isTrue();
  }

  @Test
  void otherSectionsAreAddedBelow(FxRobot robot) throws IOException {
    open(robot, SampleBytes.write(folder.resolve("d.safetensors"), SampleBytes.floats(1)));
    Label other = new Label("another section");

    robot.interact(() -> view.addSection(other));

    assertThat(other.getParent().getChildrenUnmodifiable().getLast()).isSameAs(other);
    assertThat(robot.lookup("another section").tryQuery()).isPresent();
  }
}
