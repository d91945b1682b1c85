package io.github.tensorloupe.desktop.shell;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.tensorloupe.desktop.command.Command;
import io.github.tensorloupe.desktop.testing.ScriptedDialogs;
import io.github.tensorloupe.desktop.testing.StageExtension;
import io.github.tensorloupe.desktop.testing.TestWindow;
import io.github.tensorloupe.testing.InterruptedSaves;
import io.github.tensorloupe.testing.Rounds;
import io.github.tensorloupe.testing.SampleBytes;
import io.github.tensorloupe.testing.ShardFolder;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javafx.event.Event;
import javafx.event.EventType;
import javafx.scene.Node;
import javafx.scene.control.Button;
import javafx.scene.control.ComboBox;
import javafx.scene.control.TextArea;
import javafx.scene.input.KeyCode;
import javafx.stage.Stage;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.testfx.api.FxRobot;
import org.testfx.framework.junit5.Start;

/// Throws in each panel that writes or leads to writing. A card in its place reports the fault, the
/// panel returns unchanged, the window keeps working, and no file changes.
@ExtendWith(StageExtension.class)
class PanelFaultsTest extends FaultyWindow {

  private static final byte[] WHOLE = SampleBytes.bytes((byte) 1, (byte) 2);

  /// A panel, and how to open it.
  private enum TestedPanel {
    RECOVERY("recovery", "save", "RecoveryPanel", "interrupted.safetensors", null),
    REPAIR("repair", "repair", "FixFlow$FixPanel", "too-long.safetensors", Command.REPAIR),
    SALVAGE("salvage", "repair", "FixFlow$FixPanel", "truncated.safetensors", Command.SALVAGE),
    INDEX("index", "repair", "IndexFlow$IndexPanel", "shards", Command.WRITE_INDEX),
    SAVE("save", "save", "SavePanel", "nan-and-inf.safetensors", Command.ALIGN_DATA),
    BATCH(
        "batch",
        "batch",
        "BatchFlow$BatchPanel",
        "nan-and-inf.safetensors",
        Command.EDIT_MANY_FILES),
    SHARING(
        "sharing",
        "repair",
        "SharingFlow$SharingPanel",
        "nan-and-inf.safetensors",
        Command.BEFORE_SHARING),
    EXPORT("export", "export", "ExportFlow$ExportPanel", "nan-and-inf.safetensors", Command.EXPORT);

    private final String id;
    private final String packageName;
    private final String className;
    private final String sample;
    private final Command command;

    TestedPanel(String id, String packageName, String className, String sample, Command command) {
      this.id = id;
      this.packageName = packageName;
      this.className = className;
      this.sample = sample;
      this.command = command;
    }

    Predicate<String> code() {
      return name -> name.startsWith(PANE_PACKAGE + packageName + ".");
    }

    Predicate<String> panel() {
      return name -> name.startsWith(PANE_PACKAGE + packageName + "." + className);
    }
  }

  /// The panels that read files while they are shown.
  private static final List<TestedPanel> READING_FILES =
      List.of(TestedPanel.REPAIR, TestedPanel.SALVAGE, TestedPanel.INDEX, TestedPanel.SAVE);

  private final ScriptedDialogs dialogs = new ScriptedDialogs();
  private FxRobot robot;
  private Map<Path, byte[]> before;

  @Start
  void show(Stage stage) {
    showFaulty(stage, new TestEnvironment(folder).dialogs(dialogs));
  }

  @BeforeEach
  void makeFiles(FxRobot used) throws IOException {
    robot = used;
    Files.write(sample("too-long.safetensors"), Arrays.copyOf(WHOLE, WHOLE.length + 3));
    Path interrupted = sample("interrupted.safetensors");
    if (!Files.exists(interrupted)) {
      InterruptedSaves.halfWritten(InterruptedSaves.file(interrupted));
      Files.createDirectory(sample("shards"));
      new ShardFolder(sample("shards"))
          .shard(1, 2, "a")
          .shard(2, 2, "b")
          .index("\"total_size\":7", "a", ShardFolder.name(2, 2));
    }
    before = files();
  }

  private static Map<Path, byte[]> files() throws IOException {
    try (Stream<Path> all = Files.walk(folder)) {
      return all.filter(Files::isRegularFile)
          .collect(Collectors.toMap(path -> path, PanelFaultsTest::bytes));
    }
  }

  private static byte[] bytes(Path file) {
    try {
      return Files.readAllBytes(file);
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  private void assertNothingIsWritten(TestedPanel place) throws IOException {
    Map<Path, byte[]> now = files();
    assertThat(now.keySet()).as("files after %s", place).isEqualTo(before.keySet());
    now.forEach((file, bytes) -> assertThat(bytes).as(file.toString()).isEqualTo(before.get(file)));
  }

  /// Opens the document of the panel and waits until no job is running.
  private void prepare(TestedPanel place) {
    if (place != TestedPanel.RECOVERY) {
      show(robot, place.sample);
      robot.interact(() -> workspace.selectTensor("encoder.0.weight"));
      waitForJobs();
    }
  }

  private void begin(TestedPanel place) {
    if (place == TestedPanel.RECOVERY) {
      robot.interact(() -> workspace.opener.open(sample(place.sample)));
    } else {
      run(robot, place.command);
    }
  }

  private Optional<Node> panel(TestedPanel place) {
    return findShown(panels(), node -> place.id.equals(node.getId()));
  }

  private void expectPanel(TestedPanel place) {
    TestWindow.assertEventually(() -> assertThat(panel(place)).isPresent());
  }

  private void waitForCard(TestedPanel place) {
    TestWindow.waitUntil(
        "a card in place of " + place,
        () -> findShownCard().filter(FaultyWindow::showsFault).isPresent());
    assertThat(panel(place)).as("the panel of %s", place).isEmpty();
  }

  private void assertRetryShowsPanel(TestedPanel place) {
    robot.interact(() -> tryAgain(findShownCard().orElseThrow()));
    expectPanel(place);
    assertThat(findShownCard()).as("the card of %s", place).isEmpty();
  }

  private Optional<Button> button(String id) {
    return findShown(panels(), node -> id.equals(node.getId()))
        .map(Button.class::cast)
        .filter(button -> !button.isDisabled());
  }

  private void press(String id) {
    TestWindow.waitUntil(id + " can be pressed", () -> button(id).isPresent());
    robot.interact(() -> button(id).orElseThrow().fire());
  }

  /// Closes the panel like a user, and selects another pane. A file that awaits recovery is not
  /// open at this point.
  private void leave(TestedPanel place) throws IOException {
    robot.interact(() -> panel(place).orElseThrow().requestFocus());
    robot.push(KeyCode.ESCAPE);
    TestWindow.waitUntil(place + " is closed", () -> !panels().showingProperty().get());
    robot.interact(this::closeNotices);
    waitForJobs();
    assertNothingIsWritten(place);
    if (place == TestedPanel.RECOVERY) {
      show(robot, "rich-metadata.safetensors");
    }
    run(robot, Command.SHOW_PROBLEMS);
    TestWindow.waitUntil(
        "the problems are there after " + place,
        () -> findShown(workspace.view, node -> "problems-view".equals(node.getId())).isPresent());
  }

  /// Shows the card of a failed creation. Further attempts succeed.
  private void failToMake(TestedPanel place) {
    prepare(place);
    messages.failFor(place.panel());
    begin(place);
    waitForCard(place);
    messages.failFor(_ -> false);
  }

  @Test
  void panelWithCreationFailureCanBeRetried() throws IOException {
    List<TestedPanel> places = Rounds.some(List.of(TestedPanel.values()), 0);
    for (TestedPanel place : places) {
      failToMake(place);
      assertRetryShowsPanel(place);
      leave(place);
      assertThat(stacksInLog()).as("stacks after %s", place).isEqualTo(places.indexOf(place) + 1);
    }
  }

  @Test
  void panelWithCreationFailureCanBeClosed() throws IOException {
    for (TestedPanel place : Rounds.some(List.of(TestedPanel.values()), 1)) {
      failToMake(place);
      robot.interact(() -> press(findShownCard().orElseThrow(), "fault-close"));

      assertThat(panels().showingProperty().get()).isFalse();
      begin(place);
      expectPanel(place);
      leave(place);
    }
  }

  @Test
  void panelFailingToShowResultsIsReplacedAndRetried() throws IOException {
    for (TestedPanel place : READING_FILES) {
      prepare(place);
      jobs.hold(place.code());
      begin(place);
      expectPanel(place);
      TestWindow.waitUntil("it searches files", () -> jobs.heldCount() > 0);
      messages.failFor(place.code());
      jobs.release();

      waitForCard(place);
      messages.failFor(_ -> false);
      assertRetryShowsPanel(place);
      TestWindow.waitUntil("no fault is reported", () -> findShownCard().isEmpty());
      leave(place);
    }
  }

  @Test
  void whatIsChosenInAPanelThatFailsOverItIsStillChosenThen() throws IOException {
    prepare(TestedPanel.EXPORT);
    begin(TestedPanel.EXPORT);
    expectPanel(TestedPanel.EXPORT);
    messages.failFor(TestedPanel.EXPORT.code());
    robot.interact(() -> formats().getSelectionModel().selectLast());

    waitForCard(TestedPanel.EXPORT);
    messages.failFor(_ -> false);
    assertRetryShowsPanel(TestedPanel.EXPORT);

    assertThat(formats().getSelectionModel().getSelectedIndex())
        .isEqualTo(formats().getItems().size() - 1);
    leave(TestedPanel.EXPORT);
  }

  private ComboBox<?> formats() {
    return (ComboBox<?>) workspace.view.lookup("#export-format");
  }

  @Test
  void failingPanelButtonIsReportedAndThePanelRestored() throws IOException {
    for (TestedPanel place : Rounds.some(List.of(TestedPanel.values()), 2)) {
      prepare(place);
      begin(place);
      expectPanel(place);
      EventType<Event> type = new EventType<>(Event.ANY, "of " + place);
      robot.interact(
          () ->
              panel(place)
                  .orElseThrow()
                  .addEventHandler(
                      type,
                      _ -> {
                        throw thrownIn(place.packageName);
                      }));
      workspace
          .context
          .jobs()
          .later(() -> Event.fireEvent(panel(place).orElseThrow(), new Event(type)));

      waitForCard(place);
      assertRetryShowsPanel(place);
      leave(place);
    }
  }

  /// @param again the id of the button that starts the work again
  private void assertWorkFailureIsReportedAndRetried(
      TestedPanel place, String again, Runnable begin, Runnable awaitResult) throws IOException {
    prepare(place);
    jobs.failFor(place.code(), () -> new IllegalStateException(FAULT_MESSAGE));
    begin.run();

    TestWindow.waitUntil(
        place + " shows its work", () -> panel(place).filter(FaultyWindow::showsFault).isPresent());
    jobs.stopFailing();
    press(again);
    awaitResult.run();
  }

  private Runnable awaitNoReport(TestedPanel place) {
    return () ->
        TestWindow.waitUntil(
            place + " no longer shows work",
            () -> panel(place).filter(node -> !showsFault(node)).isPresent());
  }

  @Test
  void failedPanelWorkIsReportedAndRetried() throws IOException {
    for (TestedPanel place : READING_FILES) {
      assertWorkFailureIsReportedAndRetried(
          place,
          place.id + "-again",
          () -> {
            begin(place);
            expectPanel(place);
          },
          awaitNoReport(place));
      leave(place);
    }
  }

  @Test
  void failedSaveIsReportedAndRetried() throws IOException {
    assertWorkFailsWhenPressed(
        TestedPanel.SAVE, "save-save", "save-again", () -> expectPanel(TestedPanel.SAVE));
    leave(TestedPanel.SAVE);
  }

  @Test
  void failedDryRunIsReportedAndRetried() throws IOException {
    prepare(TestedPanel.BATCH);
    begin(TestedPanel.BATCH);
    expectPanel(TestedPanel.BATCH);
    robot.interact(() -> ((TextArea) workspace.view.lookup("#batch-typed")).setText("a=b"));
    assertWorkFailsWhenShown(
        TestedPanel.BATCH,
        "batch-try",
        "batch-try",
        () -> TestWindow.waitUntil("it is tried", () -> button("batch-save").isPresent()));
    leave(TestedPanel.BATCH);
  }

  @Test
  void failedExportIsReportedAndRetried() throws IOException {
    Path target = sample("target.npy");
    dialogs.target = Optional.of(target);
    assertWorkFailsWhenPressed(
        TestedPanel.EXPORT,
        "export-write",
        "export-write",
        () -> TestWindow.waitUntil("it is written", () -> Files.exists(target)));
    waitForJobs();
    Files.delete(target);
    assertNothingIsWritten(TestedPanel.EXPORT);
  }

  private void assertWorkFailsWhenPressed(
      TestedPanel place, String button, String again, Runnable awaitResult) throws IOException {
    prepare(place);
    begin(place);
    expectPanel(place);
    assertWorkFailsWhenShown(place, button, again, awaitResult);
  }

  private void assertWorkFailsWhenShown(
      TestedPanel place, String button, String again, Runnable awaitResult) throws IOException {
    TestWindow.waitUntil(button + " can be pressed", () -> button(button).isPresent());
    jobs.failFor(place.code(), () -> new OutOfMemoryError(FAULT_MESSAGE));
    press(button);
    TestWindow.waitUntil(
        place + " shows its work", () -> panel(place).filter(FaultyWindow::showsFault).isPresent());
    assertNothingIsWritten(place);
    jobs.stopFailing();
    press(again);
    awaitResult.run();
  }

  @Test
  void failedRecoveryIsReportedOnTheStartPageAndRetried() throws IOException {
    begin(TestedPanel.RECOVERY);
    expectPanel(TestedPanel.RECOVERY);
    jobs.failFor(
        name -> name.startsWith("io.github.tensorloupe.desktop.shell.DocumentOpener"),
        () -> new OutOfMemoryError(FAULT_MESSAGE));
    press("recovery-recover");

    TestWindow.waitUntil(
        "the start page reports it",
        () -> findShown(workspace.view, node -> "start-details".equals(node.getId())).isPresent());
    assertNothingIsWritten(TestedPanel.RECOVERY);
    jobs.stopFailing();
    robot.interact(() -> ((Button) workspace.view.lookup("#start-again")).fire());
    expectPanel(TestedPanel.RECOVERY);
    leave(TestedPanel.RECOVERY);
  }
}
