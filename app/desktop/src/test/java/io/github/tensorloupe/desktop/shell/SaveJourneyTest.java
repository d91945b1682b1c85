package io.github.tensorloupe.desktop.shell;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.tensorloupe.desktop.command.Command;
import io.github.tensorloupe.desktop.command.Commands;
import io.github.tensorloupe.desktop.pane.metadata.MetadataPane;
import io.github.tensorloupe.desktop.selection.DocumentEdits;
import io.github.tensorloupe.desktop.selection.DocumentState;
import io.github.tensorloupe.desktop.selection.FileDocument;
import io.github.tensorloupe.desktop.selection.MetadataEdits;
import io.github.tensorloupe.desktop.testing.ScriptedDialogs;
import io.github.tensorloupe.desktop.testing.StageExtension;
import io.github.tensorloupe.desktop.testing.TestWindow;
import io.github.tensorloupe.edit.MetadataChange;
import io.github.tensorloupe.edit.Preset;
import io.github.tensorloupe.format.FindingCode;
import io.github.tensorloupe.format.Metadata;
import io.github.tensorloupe.model.TensorFile;
import io.github.tensorloupe.save.FileOperations;
import io.github.tensorloupe.save.RecoveryChoice;
import io.github.tensorloupe.save.StrategyChoice;
import io.github.tensorloupe.testing.PowerCut;
import io.github.tensorloupe.testing.SampleBytes;
import io.github.tensorloupe.testing.TensorFiles;
import java.io.IOException;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import javafx.scene.Node;
import javafx.scene.Parent;
import javafx.scene.control.Labeled;
import javafx.scene.input.Clipboard;
import javafx.scene.input.KeyCode;
import javafx.scene.text.Text;
import javafx.scene.text.TextFlow;
import javafx.stage.Stage;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.testfx.api.FxRobot;
import org.testfx.framework.junit5.Start;

/// Changes and saves metadata in the whole window.
@ExtendWith(StageExtension.class)
class SaveJourneyTest {

  @TempDir Path folder;

  private final ScriptedDialogs dialogs = new ScriptedDialogs();
  private final AtomicInteger quits = new AtomicInteger();
  private Workspace workspace;
  private Path file;
  private volatile boolean readOnly;

  @BeforeEach
  void writeSample() throws IOException {
    file =
        new TensorFiles()
            .floats("a.weight", 1, 2, 3)
            .floats("b.weight", 4)
            .metadata("format", "pt")
            .metadata("title", "old title")
            .metadata("ss_seed", "42")
            .write(folder.resolve("model.safetensors"));
  }

  @Start
  void show(Stage stage) {
    workspace =
        new Workspace(
            new TestEnvironment(folder)
                .dialogs(dialogs)
                .host(
                    new TestTab() {
                      @Override
                      public void bind(Commands commands, Workspace content) {
                        super.bind(commands, content);
                        commands.bind(Command.QUIT, quits::incrementAndGet);
                      }
                    })
                .disk(disk())
                .build());
    TestWindow.show(stage, workspace.view, 1000, 900);
  }

  @AfterEach
  void close(FxRobot robot) {
    robot.interact(() -> TestWindow.close(workspace::close));
  }

  private static Optional<Node> shown(FxRobot robot, String id) {
    return robot.lookup("#" + id).tryQuery().filter(Node::isVisible);
  }

  private static String text(FxRobot robot, String id) {
    return robot.lookup("#" + id).tryQueryAs(Labeled.class).map(Labeled::getText).orElse("");
  }

  /// Returns all text within a node.
  private static String texts(FxRobot robot, String id) {
    StringBuilder all = new StringBuilder();
    collect(robot.lookup("#" + id).query(), all);
    return all.toString();
  }

  private static void collect(Node node, StringBuilder all) {
    if (node instanceof Labeled labeled) {
      all.append(labeled.getText()).append('\n');
    } else if (node instanceof TextFlow flow) {
      flow.getChildren().forEach(part -> all.append(((Text) part).getText()));
      all.append('\n');
      return;
    }
    if (node instanceof Parent parent) {
      parent.getChildrenUnmodifiable().forEach(child -> collect(child, all));
    }
  }

  private void open(FxRobot robot, Path path) {
    robot.interact(() -> workspace.opener.open(path));
    TestWindow.waitUntil(path + " is open", () -> isOpen(path));
  }

  private boolean isOpen(Path path) {
    return workspace.context.selection().documentProperty().get()
            instanceof DocumentState.Open(FileDocument open)
        && open.checkpoint().path().equals(path);
  }

  private List<TensorFile> files() {
    return workspace.context.selection().openDocument().orElseThrow().checkpoint().files();
  }

  /// Changes the metadata of files of the open document.
  private void edit(FxRobot robot, List<TensorFile> files, MetadataChange change) {
    robot.interact(
        () -> {
          DocumentEdits.Edited edited =
              workspace
                  .context
                  .edits()
                  .of(files, files.getFirst().header().metadata().orElse(Metadata.EMPTY));
          workspace.context.edits().edit(edited, edits -> edits.apply(change));
        });
  }

  private static MetadataChange set(String key, String value) {
    return MetadataChange.set(new LinkedHashMap<>(Map.of(key, value)));
  }

  private static Map<String, String> onDisk(Path path) throws IOException {
    try (TensorFile open = TensorFile.open(path)) {
      return open.header().metadata().orElse(Metadata.EMPTY).entries();
    }
  }

  private void review(FxRobot robot) {
    robot.push(KeyCode.CONTROL, KeyCode.S);
    TestWindow.waitUntil("the plan is shown", () -> shown(robot, "save-plan-how").isPresent());
  }

  @Test
  void whatIsEditedUndoneRedoneAndSavedIsThereWhenTheFileIsOpenedAgain(FxRobot robot)
      throws IOException {
    open(robot, file);
    assertThat(robot.lookup("#text-save").query().isDisabled()).isTrue();
    edit(robot, files(), set("title", "new title"));
    assertThat(shown(robot, "edited-mark")).isPresent();
    robot.push(KeyCode.CONTROL, KeyCode.Z);
    assertThat(shown(robot, "edited-mark")).isEmpty();
    robot.push(KeyCode.CONTROL, KeyCode.SHIFT, KeyCode.Z);
    assertThat(shown(robot, "edited-mark")).isPresent();

    review(robot);
    assertThat(texts(robot, "save-changes")).contains("title", "old title", "new title");
    robot.push(KeyCode.ENTER);
    TestWindow.waitUntil("it is saved", () -> text(robot, "status-notice").contains("is saved"));

    assertThat(shown(robot, "save")).isEmpty();
    assertThat(shown(robot, "edited-mark")).isEmpty();
    assertThat(onDisk(file))
        .containsExactly(
            Map.entry("format", "pt"), Map.entry("title", "new title"), Map.entry("ss_seed", "42"));
    TestWindow.assertEventually(
        () ->
            assertThat(files().getFirst().header().metadata().orElseThrow().entries().get("title"))
                .isEqualTo("new title"));
  }

  @Test
  void savingKeepsPaneTensorAndTree(FxRobot robot) {
    open(robot, file);
    robot.interact(
        () -> {
          workspace.selectTensor("b.weight");
          workspace.view.panes.show(MetadataPane.DESCRIPTOR);
          robot.lookup("#tree-filter").queryTextInputControl().setText("b.");
        });
    TensorFile before = files().getFirst();
    edit(robot, files(), set("title", "new title"));

    review(robot);
    robot.push(KeyCode.ENTER);
    TestWindow.waitUntil("the file is read again", () -> files().getFirst() != before);

    assertThat(workspace.context.selection().tensorProperty().get().orElseThrow().info().name())
        .isEqualTo("b.weight");
    assertThat(workspace.view.panes.isShown(MetadataPane.DESCRIPTOR)).isTrue();
    assertThat(text(robot, "tree-count")).startsWith("1 of ");
  }

  @Test
  void savingWithTheMouseRestoresTheFocus(FxRobot robot) {
    open(robot, file);
    robot.interact(() -> workspace.view.panes.show(MetadataPane.DESCRIPTOR));
    TestWindow.waitUntil(
        "the entries are there", () -> !robot.lookup(".metadata-key:filled").queryAll().isEmpty());
    robot.clickOn("old title");
    edit(robot, files(), set("title", "new title"));
    TensorFile before = files().getFirst();

    robot.clickOn("#text-save");
    TestWindow.waitUntil("the plan is shown", () -> shown(robot, "save-plan-how").isPresent());
    robot.clickOn("#save-save");
    TestWindow.waitUntil("the file is read again", () -> files().getFirst() != before);

    TestWindow.assertEventually(
        () -> assertThat(robot.lookup("#metadata-table").query().isFocused()).isTrue());
  }

  @Test
  void savingWithTheMouseCommitsTheCellAndFocusesItsTable(FxRobot robot) {
    open(robot, file);
    robot.interact(() -> workspace.view.panes.show(MetadataPane.DESCRIPTOR));
    TestWindow.waitUntil(
        "the entries are there", () -> !robot.lookup(".metadata-key:filled").queryAll().isEmpty());
    robot.doubleClickOn("old title").write("new title");

    robot.clickOn("#text-save");
    TestWindow.waitUntil("the plan is shown", () -> shown(robot, "save-plan-how").isPresent());
    robot.push(KeyCode.ESCAPE);

    assertThat(robot.lookup("#metadata-table").query().isFocused()).isTrue();
  }

  @Test
  void cancellingTheReviewWritesNothing(FxRobot robot) throws IOException {
    byte[] before = Files.readAllBytes(file);
    open(robot, file);
    edit(robot, files(), set("title", "new title"));

    review(robot);
    robot.push(KeyCode.ESCAPE);

    assertThat(shown(robot, "save")).isEmpty();
    assertThat(shown(robot, "edited-mark")).isPresent();
    assertThat(Files.readAllBytes(file)).isEqualTo(before);
  }

  @Test
  void aSaveThatWouldSplitHardLinksIsRefusedUntilThatIsWanted(FxRobot robot) throws IOException {
    Path other = Files.createLink(folder.resolve("other.safetensors"), file);
    open(robot, file);
    edit(robot, files(), set("title", "a much longer title ".repeat(20)));

    review(robot);
    assertThat(robot.lookup("#save-save").query().isDisabled()).isTrue();
    assertThat(shown(robot, "save-split-links")).isPresent();
    robot.clickOn("#save-split-links");
    TestWindow.waitUntil("it can be saved", () -> !robot.lookup("#save-save").query().isDisabled());
    robot.clickOn("#save-save");
    TestWindow.waitUntil("it is saved", () -> text(robot, "status-notice").contains("is saved"));

    assertThat(onDisk(file).get("title")).startsWith("a much longer");
    assertThat(onDisk(other)).containsEntry("title", "old title");
  }

  @Test
  void aSaveInPlaceThatWouldChangeOtherNamesIsRefusedUntilThatIsWanted(FxRobot robot)
      throws IOException {
    Path other = Files.createLink(folder.resolve("other.safetensors"), file);
    open(robot, file);
    edit(robot, files(), set("title", "new title"));
    review(robot);

    robot.interact(
        () ->
            robot
                .lookup("#save-strategy")
                .<StrategyChoice>queryComboBox()
                .setValue(StrategyChoice.IN_PLACE));
    TestWindow.waitUntil(
        "the question is shown", () -> shown(robot, "save-edit-links").isPresent());
    assertThat(robot.lookup("#save-save").query().isDisabled()).isTrue();
    robot.clickOn("#save-edit-links");
    TestWindow.waitUntil("it can be saved", () -> !robot.lookup("#save-save").query().isDisabled());
    robot.clickOn("#save-save");
    TestWindow.waitUntil("it is saved", () -> text(robot, "status-notice").contains("is saved"));

    assertThat(Files.isSameFile(file, other)).isTrue();
    assertThat(onDisk(other)).containsEntry("title", "new title");
  }

  @Test
  void aFileOfACacheIsSavedAsACopyFirst(FxRobot robot) throws IOException {
    Path blob = folder.resolve("models--a--b").resolve("blobs").resolve("ab".repeat(32));
    Files.createDirectories(blob.getParent());
    Files.copy(file, blob);
    Path snapshot =
        folder.resolve("models--a--b").resolve("snapshots").resolve("1").resolve("m.safetensors");
    Files.createDirectories(snapshot.getParent());
    Files.createSymbolicLink(snapshot, blob);
    open(robot, snapshot);
    edit(robot, files(), set("title", "new title"));
    Path copy = folder.resolve("copy.safetensors");
    dialogs.copy = Optional.of(copy);

    review(robot);
    assertThat(robot.lookup("#save-save").query().isDisabled()).isTrue();
    assertThat(texts(robot, "save-obstacles")).contains("cache");
    robot.push(KeyCode.ENTER);
    TestWindow.waitUntil(
        "the copy is planned", () -> text(robot, "save-plan-copy").contains("copy.safe"));
    robot.push(KeyCode.ENTER);
    TestWindow.waitUntil("the copy is open", () -> isOpen(copy));

    assertThat(onDisk(copy)).containsEntry("title", "new title");
    assertThat(onDisk(snapshot)).containsEntry("title", "old title");
    assertThat(shown(robot, "edited-mark")).isEmpty();
  }

  @Test
  void thePanelOfACopyDoesNotOfferAnotherCopy(FxRobot robot) throws IOException {
    open(robot, file);
    for (String folderName : List.of("folder", "missing")) {
      Path to = folder.resolve(folderName).resolve("copy.safetensors");
      dialogs.copy = Optional.of(to);
      Files.createDirectories(folder.resolve("folder"));

      robot.interact(() -> workspace.context.commands().run(Command.SAVE_AS));
      TestWindow.waitUntil(
          "the copy is planned", () -> workspace.context.jobs().running().isEmpty());

      assertThat(shown(robot, "save-cancel")).isPresent();
      assertThat(shown(robot, "save-copy")).isEmpty();
      robot.push(KeyCode.ESCAPE);
    }
  }

  @Test
  void aFileThatChangedMeanwhileIsRefusedAndTheEditsStay(FxRobot robot) throws IOException {
    open(robot, file);
    edit(robot, files(), set("title", "mine"));
    review(robot);
    new TensorFiles()
        .floats("a.weight", 1, 2, 3)
        .floats("b.weight", 4)
        .metadata("title", "theirs")
        .metadata("more", "x")
        .write(file);

    robot.push(KeyCode.ENTER);
    TestWindow.waitUntil(
        "the refusal is reported", () -> text(robot, "save-title").equals("Not saved"));
    assertThat(onDisk(file)).containsEntry("title", "theirs");
    robot.clickOn("#save-reload");
    TestWindow.waitUntil(
        "the file is read again",
        () -> files().getFirst().header().metadata().orElseThrow().entries().containsKey("more"));

    assertThat(shown(robot, "edited-mark")).isPresent();
    assertThat(workspace.context.edits().pending().getFirst().edits().metadata().entries())
        .containsEntry("title", "mine");
  }

  @Test
  void closingWithPendingEditsRequiresConfirmation(FxRobot robot) {
    open(robot, file);
    edit(robot, files(), set("title", "new title"));

    robot.push(KeyCode.CONTROL, KeyCode.W);
    assertThat(shown(robot, "unsaved")).isPresent();
    robot.push(KeyCode.ESCAPE);
    assertThat(isOpen(file)).isTrue();

    robot.push(KeyCode.CONTROL, KeyCode.W);
    robot.clickOn("#unsaved-discard");
    TestWindow.assertEventually(() -> assertThat(isOpen(file)).isFalse());
  }

  @Test
  void closingWhileAnotherFileIsReadSavesNothing(FxRobot robot) throws IOException {
    Path other = new TensorFiles().floats("c", 1).write(folder.resolve("other.safetensors"));
    boolean[] isClosed = new boolean[1];
    open(robot, file);
    edit(robot, files(), set("title", "new title"));
    robot.interact(
        () -> {
          workspace.opener.openAsItIs(other);
          workspace.whenSettled(() -> isClosed[0] = true);
          assertThat(robot.lookup("#unsaved-save").query().isDisabled()).isTrue();
        });

    TestWindow.waitUntil("the other one is open", () -> isOpen(other));
    robot.clickOn("#unsaved-save");

    assertThat(isClosed[0]).isTrue();
    assertThat(onDisk(file)).containsEntry("title", "old title");
  }

  @Test
  void aFileThatIsDroppedTakesThePlaceOfThePanel(FxRobot robot) {
    robot.interact(() -> workspace.context.commands().run(Command.SETTINGS));
    assertThat(robot.lookup(".panel").tryQuery()).isPresent();

    robot.interact(() -> workspace.dropped(List.of(file)));
    TestWindow.waitUntil("it is open", () -> isOpen(file));

    assertThat(robot.lookup(".panel").tryQuery()).isEmpty();
  }

  @Test
  void savingBeforeClosingClosesAfterwards(FxRobot robot) throws IOException {
    open(robot, file);
    edit(robot, files(), set("title", "new title"));

    robot.push(KeyCode.CONTROL, KeyCode.W);
    robot.push(KeyCode.ENTER);
    TestWindow.waitUntil("the plan is shown", () -> shown(robot, "save-plan-how").isPresent());
    robot.push(KeyCode.ENTER);
    TestWindow.waitUntil("it is closed", () -> !isOpen(file));

    assertThat(onDisk(file)).containsEntry("title", "new title");
  }

  @Test
  void discardingRequiresConfirmationAndDropsTheEdits(FxRobot robot) {
    open(robot, file);
    edit(robot, files(), set("title", "new title"));

    robot.clickOn("#menu-edit").clickOn("#menu-discard-changes");
    robot.clickOn("#discard-discard");

    assertThat(shown(robot, "edited-mark")).isEmpty();
  }

  @Test
  void entriesWithTheSameKeyKeepSaveDisabledAndSayWhy(FxRobot robot) {
    open(robot, file);
    edit(robot, files(), set("title", "new title"));
    robot.interact(
        () -> {
          DocumentEdits.Edited edited = workspace.context.edits().pending().getFirst();
          workspace
              .context
              .edits()
              .edit(edited, (MetadataEdits edits) -> edits.add(0, "format", "np"));
        });

    robot.push(KeyCode.CONTROL, KeyCode.S);
    TestWindow.waitUntil("the review is shown", () -> shown(robot, "save").isPresent());

    assertThat(robot.lookup("#save-save").query().isDisabled()).isTrue();
    assertThat(texts(robot, "save-changes")).contains("format");
  }

  private Path writeSet() throws IOException {
    Path set = Files.createDirectories(folder.resolve("set"));
    for (int i = 1; i <= 3; i++) {
      new TensorFiles()
          .floats("t" + i, i)
          .metadata("format", "pt")
          .write(set.resolve("m-0000%d-of-00003.safetensors".formatted(i)));
    }
    return SampleBytes.write(
        set.resolve("m.safetensors.index.json"),
        SampleBytes.index(
            "t1", "m-00001-of-00003.safetensors",
            "t2", "m-00002-of-00003.safetensors",
            "t3", "m-00003-of-00003.safetensors"));
  }

  @Test
  void aShardThatFailsDoesNotKeepTheOthersFromBeingSaved(FxRobot robot) throws IOException {
    Path index = writeSet();
    open(robot, index);
    edit(robot, files(), set("note", "added to all"));
    review(robot);
    Path second = index.resolveSibling("m-00002-of-00003.safetensors");
    new TensorFiles().floats("t2", 2).metadata("someone", "else").write(second);

    robot.push(KeyCode.ENTER);
    TestWindow.waitUntil(
        "the report is shown", () -> text(robot, "save-title").equals("Saved 2 of 3 files"));

    assertThat(texts(robot, "save-outcomes")).contains("m-00002-of-00003.safetensors");
    assertThat(onDisk(index.resolveSibling("m-00001-of-00003.safetensors")))
        .containsEntry("note", "added to all");
    assertThat(onDisk(index.resolveSibling("m-00003-of-00003.safetensors")))
        .containsEntry("note", "added to all");
    assertThat(onDisk(second)).containsOnlyKeys("someone");
    assertThat(
            workspace.context.edits().pending().stream()
                .mapToInt(each -> each.files().size())
                .sum())
        .isEqualTo(1);
  }

  @Test
  void aSetIsCopiedWithItsIndex(FxRobot robot) throws IOException {
    Path index = writeSet();
    open(robot, index);
    edit(robot, files(), set("note", "only in the copy"));
    Path copies = Files.createDirectories(folder.resolve("copies"));
    dialogs.folderOfCopies = Optional.of(copies);

    robot.push(KeyCode.CONTROL, KeyCode.SHIFT, KeyCode.S);
    TestWindow.waitUntil("the plan is shown", () -> shown(robot, "save-plan-how").isPresent());
    robot.push(KeyCode.ENTER);
    TestWindow.waitUntil(
        "the copy is open",
        () ->
            workspace.context.selection().documentProperty().get()
                    instanceof DocumentState.Open(FileDocument open)
                && open.checkpoint().path().startsWith(copies));

    assertThat(copies.resolve("m.safetensors.index.json")).hasSameBinaryContentAs(index);
    assertThat(onDisk(copies.resolve("m-00003-of-00003.safetensors")))
        .containsEntry("note", "only in the copy");
    assertThat(onDisk(index.resolveSibling("m-00003-of-00003.safetensors")))
        .doesNotContainKey("note");
  }

  /// Returns metadata of the same length as the metadata in the file, with differences at the start
  /// and further on.
  private Metadata otherMetadata() throws IOException {
    Map<String, String> entries = new LinkedHashMap<>(onDisk(file));
    entries.put("format", "np");
    entries.put("title", "OLD TITLE");
    entries.put("ss_seed", "24");
    return Metadata.of(entries);
  }

  @Test
  void anInterruptedSaveIsOfferedAndPutRight(FxRobot robot) throws IOException {
    byte[] before = Files.readAllBytes(file);
    PowerCut.during(file, otherMetadata());
    assertThat(Files.readAllBytes(file)).isNotEqualTo(before);

    robot.interact(() -> workspace.opener.open(file));
    TestWindow.waitUntil("it is offered", () -> shown(robot, "recovery").isPresent());
    assertThat(texts(robot, "recovery")).contains("model.safetensors");
    robot.push(KeyCode.ENTER);
    TestWindow.waitUntil("it is open", () -> isOpen(file));

    assertThat(Files.readAllBytes(file)).isEqualTo(before);
    try (Stream<Path> left = Files.list(folder)) {
      assertThat(left).containsExactly(file);
    }
    assertThat(workspace.context.selection().openDocument().orElseThrow().findings()).isEmpty();
  }

  @Test
  void anInterruptedSaveThatIsLeftAloneIsAProblemOfTheFile(FxRobot robot) throws IOException {
    PowerCut.during(file, otherMetadata());
    byte[] broken = Files.readAllBytes(file);

    robot.interact(() -> workspace.opener.open(file));
    TestWindow.waitUntil("it is offered", () -> shown(robot, "recovery").isPresent());
    robot.clickOn("#recovery-open");
    TestWindow.waitUntil("it is open", () -> isOpen(file));

    assertThat(workspace.context.selection().openDocument().orElseThrow().findings())
        .extracting(located -> located.finding().code())
        .contains(FindingCode.INTERRUPTED_SAVE);
    assertThat(Files.readAllBytes(file)).isEqualTo(broken);
  }

  @Test
  void aFileWithAnInterruptedSaveNeedNotBeOpened(FxRobot robot) throws IOException {
    PowerCut.during(file, otherMetadata());

    robot.interact(() -> workspace.opener.open(file));
    TestWindow.waitUntil("it is offered", () -> shown(robot, "recovery").isPresent());
    robot.push(KeyCode.ESCAPE);

    assertThat(workspace.context.selection().documentProperty().get())
        .isInstanceOf(DocumentState.Empty.class);
  }

  /// Interrupts a save of the file and then changes the file as another program might.
  ///
  /// @return the bytes of the file
  private byte[] changedAfterAnInterruptedSave() throws IOException {
    byte[] changed =
        new String(Files.readAllBytes(file), StandardCharsets.ISO_8859_1)
            .replace("old title", "new title")
            .getBytes(StandardCharsets.ISO_8859_1);
    PowerCut.during(file, otherMetadata());
    Files.write(file, changed);
    return changed;
  }

  /// Opens the file, which sets its journal aside and shows the choice.
  private void putAside(FxRobot robot) {
    robot.interact(() -> workspace.opener.open(file));
    TestWindow.waitUntil("it is offered", () -> shown(robot, "recovery").isPresent());
    assertThat(shown(robot, "recovery-keep")).isEmpty();
    robot.clickOn("#recovery-recover");
    TestWindow.waitUntil("the question is shown", () -> shown(robot, "recovery-keep").isPresent());
    assertThat(robot.lookup("#recovery-recover").query().isDisabled()).isTrue();
  }

  private List<String> namesInFolder() throws IOException {
    try (Stream<Path> all = Files.list(folder)) {
      return all.map(path -> path.getFileName().toString()).sorted().toList();
    }
  }

  @ParameterizedTest
  @EnumSource(RecoveryChoice.class)
  void aFileWhoseJournalWasPutAsideBecomesWhatIsChosen(RecoveryChoice choice, FxRobot robot)
      throws IOException {
    Map<String, String> old = onDisk(file);
    Map<String, String> wanted = otherMetadata().entries();
    byte[] changed = changedAfterAnInterruptedSave();
    putAside(robot);

    assertThat(text(robot, "recovery-old")).contains("old header", "before the save");
    assertThat(text(robot, "recovery-new")).contains("new header", "being saved");
    assertThat(text(robot, "recovery-keep")).contains("as it is", "rename its journal");
    assertThat(Files.readAllBytes(file)).isEqualTo(changed);
    robot.clickOn("#recovery-" + choice.name().toLowerCase(Locale.ROOT));
    robot.clickOn("#recovery-recover");
    TestWindow.waitUntil("it is open", () -> isOpen(file));

    Map<String, String> found =
        switch (choice) {
          case OLD -> old;
          case NEW -> wanted;
          case KEEP -> Map.of("format", "pt", "title", "new title", "ss_seed", "42");
        };
    assertThat(onDisk(file)).containsExactlyInAnyOrderEntriesOf(found);
    assertThat(workspace.context.selection().openDocument().orElseThrow().findings()).isEmpty();
    assertThat(namesInFolder())
        .hasSize(choice == RecoveryChoice.KEEP ? 2 : 1)
        .contains("model.safetensors");
  }

  @Test
  void aJournalThatDoesNotFitLeavesOneChoice(FxRobot robot) throws IOException {
    PowerCut.during(file, otherMetadata());
    new TensorFiles().floats("another", 1).metadata("title", "theirs").write(file);

    putAside(robot);
    assertThat(shown(robot, "recovery-old")).isEmpty();
    assertThat(shown(robot, "recovery-new")).isEmpty();
    robot.clickOn("#recovery-keep");
    robot.clickOn("#recovery-recover");
    TestWindow.waitUntil("it is open", () -> isOpen(file));

    assertThat(onDisk(file)).containsEntry("title", "theirs");
  }

  @Test
  void manyFilesChangeForAllTheirNamesOnlyWhereThatIsWanted(FxRobot robot) throws IOException {
    Path other = Files.createLink(folder.resolve("other.safetensors"), file);
    open(robot, file);

    robot.clickOn("#menu-tools").clickOn("#menu-edit-many-files");
    robot.clickOn("#batch-typed").write("title=new title");
    robot.clickOn("#batch-try");
    TestWindow.waitUntil("it is tried", () -> text(robot, "batch-summary").contains("Refused: 1"));
    robot.clickOn("#batch-edit-links");
    robot.clickOn("#batch-try");
    TestWindow.waitUntil(
        "it is tried again", () -> text(robot, "batch-summary").startsWith("Would save: 1."));
    robot.clickOn("#batch-save");
    TestWindow.waitUntil("it is saved", () -> text(robot, "batch-summary").startsWith("Saved: 1."));

    assertThat(Files.isSameFile(file, other)).isTrue();
    assertThat(onDisk(other)).containsEntry("title", "new title");
  }

  @Test
  void manyFilesAreTriedAndThenSaved(FxRobot robot) throws IOException {
    Path second =
        new TensorFiles().floats("x", 1).metadata("format", "pt").write(folder.resolve("b.st"));
    Path missing = folder.resolve("missing.safetensors");
    dialogs.files = List.of(second, missing);
    open(robot, file);

    robot.clickOn("#menu-tools").clickOn("#menu-edit-many-files");
    robot.clickOn("#batch-add");
    robot.clickOn("#batch-typed").write("author=me");
    robot.clickOn("#batch-try");
    TestWindow.waitUntil(
        "it is tried", () -> text(robot, "batch-summary").startsWith("Would save: 2."));
    assertThat(onDisk(second)).doesNotContainKey("author");
    robot.clickOn("#batch-save");
    TestWindow.waitUntil("it is saved", () -> text(robot, "batch-summary").startsWith("Saved: 2."));
    robot.clickOn("#batch-copy");

    assertThat(text(robot, "batch-summary")).contains("Failed: 1");
    assertThat(onDisk(second)).containsEntry("author", "me").containsEntry("format", "pt");
    assertThat(onDisk(file)).containsEntry("author", "me");
    robot.interact(
        () ->
            assertThat(Clipboard.getSystemClipboard().getString())
                .contains("model.safetensors\tsaved", "missing.safetensors\tfailed"));
    TestWindow.assertEventually(
        () ->
            assertThat(
                    files()
                        .getFirst()
                        .header()
                        .metadata()
                        .orElseThrow()
                        .entries()
                        .containsKey("author"))
                .isTrue());
  }

  @Test
  void theFocusStaysInThePanel(FxRobot robot) {
    open(robot, file);
    edit(robot, files(), set("title", "new title"));
    review(robot);
    Node panel = robot.lookup("#save").query();

    for (int i = 0; i < 8; i++) {
      robot.push(KeyCode.TAB);
      assertThat(isInside(panel.getScene().getFocusOwner(), panel)).isTrue();
    }
    robot.push(KeyCode.CONTROL, KeyCode.W);

    assertThat(isOpen(file)).isTrue();
    assertThat(shown(robot, "save")).isPresent();
  }

  private static boolean isInside(Node node, Node parent) {
    return node != null && (node == parent || isInside(node.getParent(), parent));
  }

  @Test
  void manyRemovedEntriesAreOneRowBelowWhatElseIsChanged(FxRobot robot) throws IOException {
    TensorFiles many = new TensorFiles().floats("weight", 1).metadata("title", "a");
    for (int i = 0; i < 130; i++) {
      many.metadata("ss_" + i, "x");
    }
    open(robot, many.write(folder.resolve("many.safetensors")));
    edit(robot, files(), _ -> Metadata.of(new LinkedHashMap<>(Map.of("title", "b"))));

    review(robot);

    assertThat(text(robot, "save-removed-count")).isEqualTo("130 entries");
    assertThat(text(robot, "save-removed-keys")).startsWith("ss_0, ss_1, ").endsWith("ss_99");
    String shown = texts(robot, "save-changes");
    assertThat(shown).contains("30 more");
    assertThat(shown.indexOf("title")).isLessThan(shown.indexOf("130 entries"));
  }

  @Test
  void aStrippedFileIsSaved(FxRobot robot) throws IOException {
    open(robot, file);
    edit(
        robot,
        files(),
        Preset.STRIP_TRAINING_DATA.change(new Preset.Context(_ -> false, Optional.empty())));

    review(robot);
    assertThat(texts(robot, "save-changes")).contains("removed", "ss_seed");
    robot.push(KeyCode.ENTER);
    TestWindow.waitUntil("it is saved", () -> text(robot, "status-notice").contains("is saved"));

    assertThat(onDisk(file)).containsOnlyKeys("format", "title");
  }

  @Test
  void readOnlyFolderIsReportedAndEditsRemain(FxRobot robot) throws IOException {
    byte[] before = Files.readAllBytes(file);
    readOnly = true;
    open(robot, file);
    edit(robot, files(), set("title", "new title"));

    review(robot);

    assertThat(texts(robot, "save-obstacles")).contains("model.safetensors", "unchanged");
    assertThat(robot.lookup("#save-save").query().isDisabled()).isTrue();
    robot.push(KeyCode.ESCAPE);
    assertThat(shown(robot, "edited-mark")).isPresent();
    assertThat(Files.readAllBytes(file)).isEqualTo(before);
  }

  /// Returns file operations that report an unwritable disk on demand. Tests may run as root, who
  /// can write everywhere.
  private FileOperations disk() {
    FileOperations real = FileOperations.ofThisComputer();
    return (FileOperations)
        Proxy.newProxyInstance(
            FileOperations.class.getClassLoader(),
            new Class<?>[] {FileOperations.class},
            (_, method, arguments) -> {
              if (readOnly && method.getName().equals("isWritable")) {
                return false;
              }
              try {
                return method.invoke(real, arguments);
              } catch (InvocationTargetException e) {
                throw e.getCause();
              }
            });
  }
}
