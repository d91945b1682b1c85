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
  private enum Place {
    RECOVERY("recovery", "save", "RecoveryPanel", "interrupted.safetensors", null),
    REPAIR("repair", "repair", "FixFlow$FixPanel", "too-long.safetensors", Command.REPAIR),
    SALVAGE("salvage", "repair", "FixFlow$FixPanel", "truncated.safetensors", Command.SALVAGE),
    INDEX("index", "repair", "IndexFlow$IndexPanel", "shards", Command.WRITE_INDEX),
    SAVE("save-panel", "save", "SavePanel", "nan-and-inf.safetensors", Command.ALIGN_DATA),
    BATCH(
        "batch",
        "batch",
        "BatchFlow$BatchPanel",
        "nan-and-inf.safetensors",
        Command.EDIT_MANY_FILES),
    EXPORT("export", "export", "ExportFlow$ExportPanel", "nan-and-inf.safetensors", Command.EXPORT);

    private final String id;
    private final String packageName;
    private final String className;
    private final String sample;
    private final Command command;

    Place(String id, String packageName, String className, String sample, Command command) {
      this.id = id;
      this.packageName = packageName;
      this.className = className;
      this.sample = sample;
      this.command = command;
    }

    Predicate<String> code() {
      return name -> name.startsWith(WINDOW + packageName + ".");
    }

    Predicate<String> panel() {
      return name -> name.startsWith(WINDOW + packageName + "." + className);
    }
  }

  /// The panels that read files while they are shown.
  private static final List<Place> LOOKING =
      List.of(Place.REPAIR, Place.SALVAGE, Place.INDEX, Place.SAVE);

  private final ScriptedDialogs dialogs = new ScriptedDialogs();
  private FxRobot robot;
  private Map<Path, byte[]> before;

  @Start
  void show(Stage stage) {
    showFaulty(stage, new TestSurroundings(folder).dialogs(dialogs));
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

  private void assertNothingIsWritten(Place place) throws IOException {
    Map<Path, byte[]> now = files();
    assertThat(now.keySet()).as("files after %s", place).isEqualTo(before.keySet());
    now.forEach((file, bytes) -> assertThat(bytes).as(file.toString()).isEqualTo(before.get(file)));
  }

  /// Opens the document of the panel and waits until no job is running.
  private void prepare(Place place) {
    if (place != Place.RECOVERY) {
      show(robot, place.sample);
      robot.interact(() -> workbench.selectTensor("encoder.0.weight"));
      waitForJobs();
    }
  }

  private void begin(Place place) {
    if (place == Place.RECOVERY) {
      robot.interact(() -> workbench.open(sample(place.sample)));
    } else {
      run(robot, place.command);
    }
  }

  private Optional<Node> panel(Place place) {
    return seen(panels(), node -> place.id.equals(node.getId()));
  }

  private void waitForPanel(Place place) {
    TestWindow.waitUntil("the panel of " + place, () -> panel(place).isPresent());
  }

  private void waitForCard(Place place) {
    TestWindow.waitUntil(
        "a card in place of " + place, () -> seenCard().filter(FaultyWindow::tells).isPresent());
    assertThat(panel(place)).as("the panel of %s", place).isEmpty();
  }

  private void comesAgain(Place place) {
    robot.interact(() -> tryAgain(seenCard().orElseThrow()));
    waitForPanel(place);
    assertThat(seenCard()).as("the card of %s", place).isEmpty();
  }

  private Optional<Button> button(String id) {
    return seen(panels(), node -> id.equals(node.getId()))
        .map(Button.class::cast)
        .filter(button -> !button.isDisabled());
  }

  private void press(String id) {
    TestWindow.waitUntil(id + " can be pressed", () -> button(id).isPresent());
    robot.interact(() -> button(id).orElseThrow().fire());
  }

  /// Closes the panel like a user, and selects another pane. A file that awaits recovery is not
  /// open at this point.
  private void leave(Place place) throws IOException {
    robot.interact(() -> panel(place).orElseThrow().requestFocus());
    robot.push(KeyCode.ESCAPE);
    TestWindow.waitUntil(place + " is closed", () -> !panels().showingProperty().get());
    robot.interact(this::closeNotices);
    waitForJobs();
    assertNothingIsWritten(place);
    if (place == Place.RECOVERY) {
      show(robot, "rich-metadata.safetensors");
    }
    run(robot, Command.SHOW_PROBLEMS);
    TestWindow.waitUntil(
        "the problems are there after " + place,
        () -> seen(workbench.view, node -> "problems-view".equals(node.getId())).isPresent());
  }

  /// Shows the card of a failed creation. Further attempts succeed.
  private void failToMake(Place place) {
    prepare(place);
    messages.failFor(place.panel());
    begin(place);
    waitForCard(place);
    messages.failFor(_ -> false);
  }

  @Test
  void aPanelThatCannotBeMadeComesWhenItIsTriedAgain() throws IOException {
    List<Place> places = Rounds.some(List.of(Place.values()), 0);
    for (Place place : places) {
      failToMake(place);
      comesAgain(place);
      leave(place);
      assertThat(stacksInLog()).as("stacks after %s", place).isEqualTo(places.indexOf(place) + 1);
    }
  }

  @Test
  void aPanelThatCannotBeMadeCanBeDoneWithout() throws IOException {
    for (Place place : Rounds.some(List.of(Place.values()), 1)) {
      failToMake(place);
      robot.interact(() -> press(seenCard().orElseThrow(), "fault-close"));

      assertThat(panels().showingProperty().get()).isFalse();
      begin(place);
      waitForPanel(place);
      leave(place);
    }
  }

  @Test
  void aPanelThatCannotShowWhatWasFoundGivesWayAndShowsItThen() throws IOException {
    for (Place place : LOOKING) {
      prepare(place);
      jobs.hold(place.code());
      begin(place);
      waitForPanel(place);
      TestWindow.waitUntil("it looks at files", () -> jobs.heldCount() > 0);
      messages.failFor(place.code());
      jobs.release();

      waitForCard(place);
      messages.failFor(_ -> false);
      comesAgain(place);
      TestWindow.waitUntil("nothing tells of a fault", () -> seenCard().isEmpty());
      leave(place);
    }
  }

  @Test
  void whatIsChosenInAPanelThatFailsOverItIsStillChosenThen() throws IOException {
    prepare(Place.EXPORT);
    begin(Place.EXPORT);
    waitForPanel(Place.EXPORT);
    messages.failFor(Place.EXPORT.code());
    robot.interact(() -> formats().getSelectionModel().selectLast());

    waitForCard(Place.EXPORT);
    messages.failFor(_ -> false);
    comesAgain(Place.EXPORT);

    assertThat(formats().getSelectionModel().getSelectedIndex())
        .isEqualTo(formats().getItems().size() - 1);
    leave(Place.EXPORT);
  }

  private ComboBox<?> formats() {
    return (ComboBox<?>) workbench.view.lookup("#export-format");
  }

  @Test
  void aButtonOfAPanelThatThrowsIsToldInItsPlaceAndThePanelComesBack() throws IOException {
    for (Place place : Rounds.some(List.of(Place.values()), 2)) {
      prepare(place);
      begin(place);
      waitForPanel(place);
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
      workbench
          .window
          .jobs()
          .later(() -> Event.fireEvent(panel(place).orElseThrow(), new Event(type)));

      waitForCard(place);
      comesAgain(place);
      leave(place);
    }
  }

  /// @param again the id of the button that starts the work again
  private void assertWorkIsToldAndTriedAgain(
      Place place, String again, Runnable begin, Runnable awaitResult) throws IOException {
    prepare(place);
    jobs.failFor(place.code(), () -> new IllegalStateException(PURPOSE));
    begin.run();

    TestWindow.waitUntil(
        place + " tells of its work", () -> panel(place).filter(FaultyWindow::tells).isPresent());
    jobs.heal();
    press(again);
    awaitResult.run();
  }

  private Runnable toldNoMore(Place place) {
    return () ->
        TestWindow.waitUntil(
            place + " tells of nothing any more",
            () -> panel(place).filter(node -> !tells(node)).isPresent());
  }

  @Test
  void workOfAPanelThatFailsIsToldInItAndDoneAgain() throws IOException {
    for (Place place : List.of(Place.REPAIR, Place.SALVAGE, Place.INDEX)) {
      assertWorkIsToldAndTriedAgain(
          place,
          place.id + "-again",
          () -> {
            begin(place);
            waitForPanel(place);
          },
          toldNoMore(place));
      leave(place);
    }
  }

  @Test
  void aSaveThatCannotBePlannedIsToldAndTriedAgain() throws IOException {
    assertWorkIsToldAndTriedAgain(
        Place.SAVE,
        "save-reload",
        () -> begin(Place.SAVE),
        () -> TestWindow.waitUntil("it is closed", () -> !panels().showingProperty().get()));
    begin(Place.SAVE);
    TestWindow.waitUntil("it is planned", () -> button("save-save").isPresent());
    leave(Place.SAVE);
  }

  @Test
  void aSaveThatFailsIsToldAndTriedAgain() throws IOException {
    assertWorkFailsWhenPressed(
        Place.SAVE, "save-save", "save-again", () -> waitForPanel(Place.SAVE));
    leave(Place.SAVE);
  }

  @Test
  void aDryRunOfManyFilesThatFailsIsToldAndTriedAgain() throws IOException {
    prepare(Place.BATCH);
    begin(Place.BATCH);
    waitForPanel(Place.BATCH);
    robot.interact(() -> ((TextArea) workbench.view.lookup("#batch-typed")).setText("a=b"));
    assertWorkFailsWhenShown(
        Place.BATCH,
        "batch-try",
        "batch-try",
        () -> TestWindow.waitUntil("it is tried", () -> button("batch-save").isPresent()));
    leave(Place.BATCH);
  }

  @Test
  void anExportThatFailsIsToldAndTriedAgain() throws IOException {
    Path target = sample("target.npy");
    dialogs.target = Optional.of(target);
    assertWorkFailsWhenPressed(
        Place.EXPORT,
        "export-write",
        "export-write",
        () -> TestWindow.waitUntil("it is written", () -> Files.exists(target)));
    waitForJobs();
    Files.delete(target);
    assertNothingIsWritten(Place.EXPORT);
  }

  private void assertWorkFailsWhenPressed(
      Place place, String button, String again, Runnable awaitResult) throws IOException {
    prepare(place);
    begin(place);
    waitForPanel(place);
    assertWorkFailsWhenShown(place, button, again, awaitResult);
  }

  private void assertWorkFailsWhenShown(
      Place place, String button, String again, Runnable awaitResult) throws IOException {
    TestWindow.waitUntil(button + " can be pressed", () -> button(button).isPresent());
    jobs.failFor(place.code(), () -> new OutOfMemoryError(PURPOSE));
    press(button);
    TestWindow.waitUntil(
        place + " tells of its work", () -> panel(place).filter(FaultyWindow::tells).isPresent());
    assertNothingIsWritten(place);
    jobs.heal();
    press(again);
    awaitResult.run();
  }

  @Test
  void aRecoveryThatFailsIsToldOnTheStartPageAndAskedForAgain() throws IOException {
    begin(Place.RECOVERY);
    waitForPanel(Place.RECOVERY);
    jobs.failFor(
        name -> name.startsWith("io.github.tensorloupe.desktop.shell.DocumentOpener"),
        () -> new OutOfMemoryError(PURPOSE));
    press("recovery-recover");

    TestWindow.waitUntil(
        "the start page tells of it",
        () -> seen(workbench.view, node -> "start-details".equals(node.getId())).isPresent());
    assertNothingIsWritten(Place.RECOVERY);
    jobs.heal();
    robot.interact(() -> ((Button) workbench.view.lookup("#start-again")).fire());
    waitForPanel(Place.RECOVERY);
    leave(Place.RECOVERY);
  }
}
