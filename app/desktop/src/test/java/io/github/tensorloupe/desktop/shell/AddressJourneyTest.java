package io.github.tensorloupe.desktop.shell;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.tensorloupe.desktop.command.Command;
import io.github.tensorloupe.desktop.job.Job.JobOutcome;
import io.github.tensorloupe.desktop.selection.DocumentState;
import io.github.tensorloupe.desktop.selection.ScanResults.ScanState;
import io.github.tensorloupe.desktop.testing.ScriptedDialogs;
import io.github.tensorloupe.desktop.testing.StageExtension;
import io.github.tensorloupe.desktop.testing.TestWindow;
import io.github.tensorloupe.remote.RemoteAccess;
import io.github.tensorloupe.remote.RemoteSettings;
import io.github.tensorloupe.testing.DemoSamples;
import io.github.tensorloupe.testing.HubServer;
import io.github.tensorloupe.testing.ModelServer;
import io.github.tensorloupe.testing.ModelServer.Content;
import io.github.tensorloupe.testing.ModelServer.Request;
import io.github.tensorloupe.testing.TensorFiles;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import javafx.scene.Node;
import javafx.scene.control.Hyperlink;
import javafx.scene.control.Labeled;
import javafx.scene.control.TextField;
import javafx.scene.input.KeyCode;
import javafx.stage.Stage;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.testfx.api.FxRobot;
import org.testfx.framework.junit5.Start;

/// Opens checkpoints on a server.
@ExtendWith(StageExtension.class)
class AddressJourneyTest {

  private static final String ADDRESS = "hf://" + HubServer.REPOSITORY;

  @TempDir private Path folder;

  private final HubServer hub = new HubServer();
  private final ScriptedDialogs dialogs = new ScriptedDialogs();
  private Workspace workspace;
  private RemoteAccess access;

  AddressJourneyTest() throws IOException {}

  @Start
  void show(Stage stage) throws IOException {
    DemoSamples.write(folder);
    hub.folder(folder);
    byte[] header =
        "{\"t\":{\"dtype\":\"F32\",\"shape\":[5000,5000],\"data_offsets\":[0,100000000]}}"
            .getBytes(StandardCharsets.US_ASCII);
    byte[] beginning =
        ByteBuffer.allocate(Long.BYTES + header.length)
            .order(ByteOrder.LITTLE_ENDIAN)
            .putLong(header.length)
            .put(header)
            .array();
    Content huge = Content.of(beginning, beginning.length + 100_000_000L);
    hub.large("huge.safetensors", huge, "ab".repeat(32));
    access =
        new RemoteAccess(
            RemoteSettings.of(
                Map.of("HF_ENDPOINT", hub.endpoint()), Optional::empty, Optional.empty()));
    Desktop nothing = Desktop.nothing();
    workspace =
        new Workspace(
            new TestEnvironment(folder)
                .dialogs(dialogs)
                .outside(
                    new Desktop(
                        nothing.library(),
                        nothing.fileManager(),
                        nothing.bookmarks(),
                        access,
                        nothing.heatMaps()))
                .build());
    TestWindow.show(stage, workspace.view, 1280, 900);
  }

  @AfterEach
  void close(FxRobot robot) throws IOException {
    robot.interact(() -> TestWindow.close(workspace::close));
    access.close();
    hub.close();
  }

  private static String text(FxRobot robot, String id) {
    return robot.lookup(id).tryQueryAs(Labeled.class).map(Labeled::getText).orElse("");
  }

  private static boolean isShown(FxRobot robot, String id) {
    return robot.lookup(id).tryQuery().filter(Node::isVisible).isPresent();
  }

  private void run(FxRobot robot, Command command) {
    robot.interact(() -> workspace.context.commands().run(command));
  }

  private void type(FxRobot robot, String address) {
    run(robot, Command.OPEN_ADDRESS);
    TextField field = robot.lookup("#address-field").queryAs(TextField.class);
    assertThat(field.isFocused()).isTrue();
    robot.interact(() -> field.setText(address));
    robot.push(KeyCode.ENTER);
  }

  private void open(FxRobot robot, String file) {
    type(robot, ADDRESS + "/" + file);
    TestWindow.waitUntil(
        file + " is open",
        () -> workspace.context.selection().documentProperty().get() instanceof DocumentState.Open);
  }

  private static Stream<Hyperlink> links(FxRobot robot, String within) {
    return robot.lookup(within).queryAll().stream()
        .flatMap(node -> node.lookupAll(".hyperlink").stream())
        .map(Hyperlink.class::cast);
  }

  @Test
  void repositoryOffersItsCheckpointsAndOneIsOpened(FxRobot robot) {
    type(robot, ADDRESS);
    TestWindow.waitUntil(
        "the checkpoints are listed", () -> links(robot, "#address-answer").count() > 3);
    assertThat(links(robot, "#address-answer").map(Hyperlink::getText))
        .contains("huge.safetensors")
        .anyMatch(name -> name.startsWith("healthy-sharded/model."));
    Hyperlink chosen =
        links(robot, "#address-answer")
            .filter(link -> link.getText().startsWith("healthy-sharded/model."))
            .findFirst()
            .orElseThrow();
    robot.interact(chosen::fire);
    TestWindow.waitUntil(
        "the set is open",
        () ->
            text(robot, "#tree-count").contains("tensors")
                && workspace.context.jobs().running().isEmpty());
    assertThat(isShown(robot, "#address")).isFalse();
    assertThat(text(robot, "#status-fetched")).contains("fetched in").contains("requests");
    // An opened checkpoint is suggested the next time, by its address alone.
    run(robot, Command.OPEN_ADDRESS);
    TestWindow.assertEventually(
        () ->
            assertThat(
                    links(robot, "#address-recent")
                        .anyMatch(link -> link.getText().startsWith(ADDRESS + "/healthy-sharded/")))
                .isTrue());
  }

  @Test
  void largeFetchRequiresConsent(FxRobot robot) {
    open(robot, "huge.safetensors");
    long before = hub.bodyByteCount();
    run(robot, Command.SCAN_VALUES);
    TestWindow.waitUntil("it asks", () -> isShown(robot, "#fetch"));
    assertThat(text(robot, "#fetch-title")).isEqualTo("Fetch 100 MB?");
    robot.interact(() -> robot.lookup("#fetch-leave").queryButton().fire());
    TestWindow.waitUntil(
        "it is as if it was stopped",
        () ->
            workspace.context.results().stateProperty().get() instanceof ScanState.Stopped
                && !isShown(robot, "#fetch"));
    assertThat(workspace.context.jobs().ended())
        .noneMatch(job -> job.outcome() instanceof JobOutcome.Failed);
    assertThat(text(robot, "#scan-chip")).startsWith("Values: stopped");
    assertThat(hub.bodyByteCount() - before).isLessThan(1 << 20);
    run(robot, Command.SCAN_VALUES);
    TestWindow.waitUntil("it asks again", () -> isShown(robot, "#fetch"));
    robot.interact(() -> robot.lookup("#fetch-fetch").queryButton().fire());
    TestWindow.waitUntil(
        "the values are known", () -> workspace.context.results().health(0).isPresent());
    assertThat(hub.bodyByteCount() - before).isBetween(100_000_000L, 102_000_000L);
  }

  @Test
  void heatMapSaysHowMuchItNeeds(FxRobot robot) {
    open(robot, "huge.safetensors");
    long before = hub.bodyByteCount();
    run(robot, Command.SHOW_HEATMAP);
    selectFirstTensor(robot);
    TestWindow.waitUntil("it asks", () -> isShown(robot, "#fetch"));
    // The bytes of a first, coarser picture may have arrived already.
    assertThat(text(robot, "#fetch-title")).matches("Fetch (100|[6-9]\\d(\\.\\d)?) MB\\?");
    assertThat(hub.bodyByteCount() - before).isLessThan(33 << 20);
    robot.interact(() -> robot.lookup("#fetch-leave").queryButton().fire());
    TestWindow.assertEventually(
        () -> {
          assertThat(isShown(robot, "#fetch")).isFalse();
          assertThat(workspace.context.jobs().running()).isEmpty();
        });
  }

  private void selectFirstTensor(FxRobot robot) {
    robot.interact(
        () ->
            workspace
                .context
                .selection()
                .select(
                    workspace
                        .context
                        .selection()
                        .openDocument()
                        .orElseThrow()
                        .checkpoint()
                        .tensors()
                        .getFirst()));
  }

  @Test
  void histogramThatIsNotFetchedIsShownAsStopped(FxRobot robot) {
    open(robot, "huge.safetensors");
    run(robot, Command.SHOW_HISTOGRAM);
    selectFirstTensor(robot);
    TestWindow.waitUntil("it asks", () -> isShown(robot, "#fetch"));
    robot.push(KeyCode.ESCAPE);
    TestWindow.waitUntil(
        "it can be counted again",
        () -> isShown(robot, "#histogram-retry") && !isShown(robot, "#fetch"));
    assertThat(workspace.context.jobs().ended())
        .noneMatch(job -> job.outcome() instanceof JobOutcome.Failed);
  }

  @Test
  void hashesAreComputedOnRequest(FxRobot robot) {
    open(robot, "rich-metadata.safetensors");
    run(robot, Command.SHOW_HASHES);
    TestWindow.waitUntil("they can be computed", () -> isShown(robot, "#hash-compute"));
    TestWindow.waitUntil("nothing runs", () -> workspace.context.jobs().running().isEmpty());
    assertThat(text(robot, "#hash-value-sha256")).isEqualTo("not computed yet");
    robot.interact(() -> robot.lookup("#hash-compute").queryButton().fire());
    TestWindow.waitUntil(
        "they are known", () -> text(robot, "#hash-value-sha256").matches("[0-9a-f]{64}"));
    assertThat(isShown(robot, "#hash-failure")).isFalse();
  }

  @Test
  void metadataOnAServerCanOnlyBeRead(FxRobot robot) {
    open(robot, "nan-and-inf.safetensors");
    run(robot, Command.SHOW_METADATA);
    TestWindow.waitUntil("it says so", () -> isShown(robot, "#metadata-read-only"));
    assertThat(text(robot, "#metadata-read-only-sentence"))
        .startsWith("Read-only: this file is on a server");
    assertThat(robot.lookup("#metadata-add").query().isDisabled()).isTrue();
    assertThat(
            Stream.of(
                Command.ADD_FORMAT, Command.BEFORE_SHARING, Command.REPAIR, Command.WRITE_INDEX))
        .noneMatch(workspace.context.commands()::isEnabled);
    assertThat(workspace.context.commands().why(Command.BEFORE_SHARING, true))
        .contains("The file is on a server or has another format: download or convert it first.");
  }

  @Test
  void addressThatIsNoneIsSaidInThePanel(FxRobot robot) {
    type(robot, "http://example.com/m.safetensors");
    assertThat(robot.lookup("#address-answer").query().lookupAll(".label"))
        .extracting(node -> ((Labeled) node).getText())
        .anyMatch(words -> words.contains("not encrypted"));
    assertThat(hub.requestCount()).isZero();
    robot.push(KeyCode.ESCAPE);
    assertThat(isShown(robot, "#address")).isFalse();
  }

  @Test
  void repositoryThatIsNotThereIsSaidInThePanel(FxRobot robot) {
    type(robot, "hf://org/other");
    TestWindow.assertEventually(
        () ->
            assertThat(
                    robot.lookup("#address-answer").query().lookupAll(".label").stream()
                        .anyMatch(node -> ((Labeled) node).getText().contains("no such file")))
                .isTrue());
  }

  @Test
  void failureOfAFileIsReportedInThePanelWithItsAddress(FxRobot robot) {
    type(robot, ADDRESS + "/gone.safetensors");
    TestWindow.waitUntil(
        "the failure is shown",
        () -> !robot.lookup("#address-answer .notice").queryAll().isEmpty());

    assertThat(robot.lookup("#address-field").queryTextInputControl().getText())
        .isEqualTo(ADDRESS + "/gone.safetensors");
    assertThat(workspace.context.selection().documentProperty().get())
        .isInstanceOf(DocumentState.Empty.class);
  }

  @Test
  void checkpointIsCopiedIntoTheFolderThatIsChosen(FxRobot robot) throws IOException {
    type(robot, ADDRESS + "/healthy-sharded/model.safetensors.index.json");
    TestWindow.waitUntil(
        "the set is open",
        () ->
            text(robot, "#tree-count").contains("tensors")
                && workspace.context.jobs().running().isEmpty());
    Path target = Files.createDirectory(folder.resolve("target"));
    dialogs.folderOfExports = Optional.of(target);
    run(robot, Command.DOWNLOAD);
    Path index = target.resolve("model.safetensors.index.json");
    TestWindow.waitUntil(
        "it describes the content", () -> text(robot, "#status-notice").contains("4 files are in"));
    assertThat(index.toFile())
        .hasSize(Files.size(folder.resolve("healthy-sharded").resolve(index.getFileName())));
    assertThat(target.toFile().list()).hasSize(4);
  }

  @Test
  void sessionDoesNotRestoreRemoteFiles(FxRobot robot) {
    open(robot, "huge.safetensors");
    assertThat(workspace.state.remembered()).isEmpty();
  }

  @Test
  void whatLiesOnAServerIsCopiedByDownloadingAlone(FxRobot robot) {
    open(robot, "huge.safetensors");
    assertThat(Stream.of(Command.SAVE_AS, Command.ALIGN_DATA))
        .noneMatch(workspace.context.commands()::isEnabled);
    assertThat(workspace.context.commands().isEnabled(Command.DOWNLOAD)).isTrue();
  }

  @Test
  void aServerWithoutPartialDownloadsOffersTheDownloadAndOpensTheCopy(FxRobot robot)
      throws IOException {
    Path copies = Files.createDirectory(folder.resolve("copies"));
    byte[] file = Files.readAllBytes(new TensorFiles().floats("a", 1).write(folder.resolve("a")));
    hub.store()
        .answer(
            "/m.safetensors",
            _ -> ModelServer.part(Content.of(file), new Request("GET", "", Map.of()), "\"v1\""));
    type(robot, hub.store().address("/m.safetensors"));
    TestWindow.waitUntil("the offer", () -> isShown(robot, "#address-download"));

    robot.clickOn("#address-download");
    assertThat(isShown(robot, "#address-field")).as("no folder was chosen").isTrue();
    dialogs.folderOfExports = Optional.of(copies);
    robot.clickOn("#address-download");

    TestWindow.waitUntil(
        "the copy is open", () -> workspace.context.selection().openDocument().isPresent());
    assertThat(workspace.context.selection().openDocument().orElseThrow().checkpoint().path())
        .isEqualTo(copies.resolve("m.safetensors"))
        .hasBinaryContent(file);
    assertThat(isShown(robot, "#address-field")).isFalse();
  }
}
