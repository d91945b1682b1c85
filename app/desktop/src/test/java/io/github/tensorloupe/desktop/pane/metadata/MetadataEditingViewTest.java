package io.github.tensorloupe.desktop.pane.metadata;

import static org.assertj.core.api.Assertions.assertThat;

import module java.base;

import io.github.tensorloupe.desktop.control.notice.Tone;
import io.github.tensorloupe.desktop.job.Jobs;
import io.github.tensorloupe.desktop.selection.DocumentEdits;
import io.github.tensorloupe.desktop.selection.MetadataEdits.State;
import io.github.tensorloupe.desktop.selection.Selection;
import io.github.tensorloupe.desktop.testing.OpenFiles;
import io.github.tensorloupe.desktop.testing.Pulses;
import io.github.tensorloupe.desktop.testing.ScriptedDialogs;
import io.github.tensorloupe.desktop.testing.StageExtension;
import io.github.tensorloupe.desktop.testing.TestWindow;
import io.github.tensorloupe.desktop.text.Messages;
import io.github.tensorloupe.desktop.theme.Tips;
import io.github.tensorloupe.edit.Entry;
import io.github.tensorloupe.edit.EntryChange;
import io.github.tensorloupe.edit.Preset;
import io.github.tensorloupe.testing.TensorFiles;
import java.nio.file.Path;
import javafx.scene.Node;
import javafx.scene.control.ButtonBase;
import javafx.scene.control.CheckBox;
import javafx.scene.control.Label;
import javafx.scene.control.MenuButton;
import javafx.scene.control.TableCell;
import javafx.scene.control.TableRow;
import javafx.scene.control.TableView;
import javafx.scene.control.TextArea;
import javafx.scene.control.TextField;
import javafx.scene.control.TextInputControl;
import javafx.scene.control.TreeTableView;
import javafx.scene.input.KeyCode;
import javafx.stage.Stage;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.testfx.api.FxRobot;
import org.testfx.framework.junit5.Start;
import org.testfx.util.WaitForAsyncUtils;

@ExtendWith(StageExtension.class)
class MetadataEditingViewTest {

  @TempDir static Path folder;

  private final OpenFiles files = new OpenFiles();
  private final Selection selection = new Selection();
  private final DocumentEdits edits = new DocumentEdits(selection);
  private final ScriptedDialogs chosen = new ScriptedDialogs();
  private MetadataViewModel model;

  @Start
  void show(Stage stage) throws IOException {
    Messages messages = Messages.english();
    model = new MetadataViewModel(selection, edits, Jobs.onFxThread(), messages);
    TestWindow.show(stage, view(messages), 900, 600);
    Path file =
        new TensorFiles()
            .floats("weight", 1)
            .metadata("format", "pt")
            .metadata("ss_seed", "42")
            .metadata("ss_datasets", "[{\"batch_size\": 4}, \"castle\"]")
            .metadata("long", "x".repeat(30_000))
            .metadata("lines", "one\ntwo")
            .write(folder.resolve("a.safetensors"));
    files.show(file, selection);
  }

  /// Waits for the entries, which are read in the background.
  @BeforeEach
  void awaitEntries() throws Exception {
    await(() -> model.rows.shown.size() == 5);
  }

  @AfterEach
  void closeFiles() throws IOException {
    files.close();
  }

  private static void await(Callable<Boolean> condition) throws Exception {
    WaitForAsyncUtils.waitFor(
        10,
        TimeUnit.SECONDS,
        () -> {
          Pulses.settle();
          return condition.call();
        });
  }

  private List<EntryChange> changes() {
    return model.editing.now().changes();
  }

  private String value(String key) {
    return model.editing.entry(key).map(Entry::value).orElse(null);
  }

  private static String text(FxRobot robot, String id) {
    return robot.lookup(id).queryAs(Label.class).getText();
  }

  private static boolean isShown(FxRobot robot, String id) {
    return robot.lookup(id).tryQuery().filter(Node::isVisible).isPresent();
  }

  private static void fire(FxRobot robot, String id) {
    robot.interact(() -> robot.lookup(id).queryAs(ButtonBase.class).fire());
  }

  /// Selects an entry and waits until its value is shown.
  private void select(FxRobot robot, String key) throws Exception {
    TableView<MetadataRow> table = robot.lookup("#metadata-table").queryTableView();
    robot.interact(
        () -> {
          table.requestFocus();
          for (int i = 0; i < table.getItems().size(); i++) {
            if (table.getItems().get(i).key().equals(key)) {
              table.getSelectionModel().clearAndSelect(i);
            }
          }
        });
    await(() -> text(robot, "#metadata-detail-key").equals(key));
  }

  /// Replaces the text of the cell that is being edited.
  private static void type(FxRobot robot, String text) {
    robot.interact(
        () -> robot.lookup("#metadata-cell-field").queryAs(TextField.class).setText(text));
  }

  private Optional<String> selectedKey() {
    return model.selected.row.get().map(MetadataRow::key);
  }

  @Test
  void removedEntryCanBeRestoredToItsPosition(FxRobot robot) throws Exception {
    assertThat(robot.lookup("#metadata-removed").tryQuery()).isEmpty();
    select(robot, "ss_seed");
    robot.push(KeyCode.DELETE);

    assertThat(text(robot, "#metadata-removed")).isEqualTo("1 entry removed: ss_seed");
    robot.interact(() -> model.editing.set("format", Optional.of("np")));

    robot.clickOn("#metadata-removed-back");

    assertThat(model.rows.shown)
        .extracting(MetadataRow::key)
        .containsExactly("format", "ss_seed", "ss_datasets", "long", "lines");
    assertThat(changes()).hasSize(1);
    assertThat(robot.lookup("#metadata-removed").query().getParent().isVisible()).isFalse();
    assertThat(selectedKey()).contains("ss_seed");
    assertThat(robot.lookup("#metadata-table").query().isFocused()).isTrue();
  }

  @Test
  void removedEntriesCanBeRestoredIndividually(FxRobot robot) throws Exception {
    robot.interact(
        () ->
            model.editing.change(
                now ->
                    now.delete(
                        Set.of(
                            model.editing.entry("format").orElseThrow().id(),
                            model.editing.entry("long").orElseThrow().id()))));

    assertThat(text(robot, "#metadata-removed")).isEqualTo("2 entries removed: format, long");
    robot.interact(
        () ->
            robot
                .lookup("#metadata-removed-backs")
                .queryAs(MenuButton.class)
                .getItems()
                .get(1)
                .fire());

    assertThat(text(robot, "#metadata-removed")).isEqualTo("1 entry removed: format");
    assertThat(selectedKey()).contains("long");
  }

  @Test
  void removedEntriesAreListedWhenNoneRemain(FxRobot robot) {
    robot.interact(
        () ->
            model.editing.change(
                now ->
                    now.delete(
                        model.editing.entries().stream()
                            .map(Entry::id)
                            .collect(Collectors.toSet()))));

    assertThat(text(robot, "#metadata-empty-removed")).startsWith("5 entries removed: format");
  }

  @Test
  void undoSelectsTheRestoredRowAndScrollsToIt(FxRobot robot) throws Exception {
    robot.interact(
        () -> {
          for (int i = 0; i < 40; i++) {
            model.editing.set("key" + i, Optional.of("value"));
          }
        });
    select(robot, "ss_seed");
    robot.push(KeyCode.DELETE);
    select(robot, "key39");
    TableView<MetadataRow> table = robot.lookup("#metadata-table").queryTableView();
    robot.interact(() -> table.scrollTo(43));

    robot.interact(() -> edits.undo());
    Pulses.settle();

    assertThat(selectedKey()).contains("ss_seed");
    assertThat(table.getSelectionModel().getSelectedItem().key()).isEqualTo("ss_seed");
    assertThat(
            robot.lookup(".table-row-cell").queryAllAs(TableRow.class).stream()
                .filter(row -> !row.isEmpty())
                .map(row -> ((MetadataRow) row.getItem()).key()))
        .contains("ss_seed");
  }

  @Test
  void aValueIsEditedInPlace(FxRobot robot) throws Exception {
    select(robot, "ss_seed");
    robot.push(KeyCode.ENTER);
    type(robot, "43");
    assertThat(edits.changedProperty().get()).isTrue();
    robot.push(KeyCode.ENTER);

    assertThat(changes()).containsExactly(new EntryChange.Revalued("ss_seed", "42", "43"));
    TestWindow.assertEventually(
        () -> assertThat(text(robot, "#metadata-state")).isEqualTo("changed"));
  }

  @Test
  void doubleClickEditsTheCell(FxRobot robot) throws Exception {
    select(robot, "format");
    robot.doubleClickOn("ss_seed");
    type(robot, "seed");
    robot.push(KeyCode.ENTER);

    assertThat(changes()).containsExactly(new EntryChange.Renamed("ss_seed", "seed", "42", "42"));
  }

  @Test
  void keysStillWorkAfterASecondClickOnTheSelectedEntry(FxRobot robot) throws Exception {
    select(robot, "ss_seed");
    robot.clickOn("ss_seed");
    robot.push(KeyCode.DELETE);

    assertThat(changes()).containsExactly(new EntryChange.Removed("ss_seed", "42"));
  }

  @Test
  void keysStillWorkAfterASecondClickOnTheSelectedLineOfTheJsonTree(FxRobot robot)
      throws Exception {
    select(robot, "ss_datasets");
    TreeTableView<?> tree = robot.lookup("#metadata-json").queryAs(TreeTableView.class);
    await(() -> tree.getParent().isVisible() && tree.getExpandedItemCount() == 2);
    robot.interact(() -> tree.getSelectionModel().select(1));
    robot.clickOn("\"castle\"");
    robot.push(KeyCode.DELETE);

    assertThat(value("ss_datasets")).isEqualTo("[{\"batch_size\": 4}]");
  }

  @Test
  void escapeDiscardsTypedText(FxRobot robot) throws Exception {
    select(robot, "ss_seed");
    robot.push(KeyCode.ENTER);
    type(robot, "43");
    robot.push(KeyCode.ESCAPE);

    assertThat(changes()).isEmpty();
    assertThat(edits.changedProperty().get()).isFalse();
  }

  @Test
  void escapeInANewKeyEndsEditing(FxRobot robot) {
    fire(robot, "#metadata-add");
    assertThat(isShown(robot, "#metadata-cell-field")).isTrue();

    robot.push(KeyCode.ESCAPE);

    assertThat(isShown(robot, "#metadata-cell-field")).isFalse();
  }

  @Test
  void clickingAnotherEntryCommitsTheTypedValue(FxRobot robot) throws Exception {
    select(robot, "ss_seed");
    robot.push(KeyCode.ENTER);
    type(robot, "43");
    robot.clickOn("format");

    assertThat(value("ss_seed")).isEqualTo("43");
  }

  @Test
  void undoAndRedoWorkStepByStep(FxRobot robot) throws Exception {
    select(robot, "ss_seed");
    robot.push(KeyCode.DELETE);
    select(robot, "format");
    robot.push(KeyCode.DELETE);
    assertThat(model.rows.shown).hasSize(3);

    robot.push(KeyCode.SHORTCUT, KeyCode.Z);
    assertThat(value("format")).isEqualTo("pt");
    robot.push(KeyCode.SHORTCUT, KeyCode.Z);
    assertThat(edits.changedProperty().get()).isFalse();
    robot.push(KeyCode.SHORTCUT, KeyCode.SHIFT, KeyCode.Z);
    assertThat(value("ss_seed")).isNull();
    assertThat(value("format")).isEqualTo("pt");
  }

  @Test
  void severalEntriesAreDeletedAsOneStep(FxRobot robot) throws Exception {
    TableView<MetadataRow> table = robot.lookup("#metadata-table").queryTableView();
    robot.interact(
        () -> {
          table.requestFocus();
          table.getSelectionModel().clearAndSelect(0);
          table.getSelectionModel().selectIndices(1, 3);
        });
    robot.push(KeyCode.DELETE);
    assertThat(model.rows.shown)
        .extracting(MetadataRow::key)
        .containsExactly("ss_datasets", "lines");

    robot.push(KeyCode.SHORTCUT, KeyCode.Z);

    assertThat(model.rows.shown).hasSize(5);
  }

  @Test
  void deletingLoaderKeysWarnsWithoutBlocking(FxRobot robot) throws Exception {
    select(robot, "format");
    robot.push(KeyCode.DELETE);

    await(() -> isShown(robot, "#metadata-problems"));
    assertThat(text(robot, "#metadata-problems-sentence")).contains("format", "is removed");
    assertThat(model.problems.blocking()).isEmpty();
  }

  /// Returns the accessible text of the mark in each row, in order.
  private static List<String> marks(FxRobot robot) {
    Pulses.settle();
    return robot.lookup(".metadata-mark").<TableCell<?, ?>>queryAll().stream()
        .filter(cell -> !cell.isEmpty())
        .sorted(Comparator.comparingInt(TableCell::getIndex))
        .map(cell -> Objects.requireNonNullElse(cell.getAccessibleText(), ""))
        .toList();
  }

  @Test
  void changeMarkStaysWithItsEntryWhenFiltered(FxRobot robot) throws Exception {
    robot.interact(() -> model.editing.set("ss_seed", Optional.of("43")));
    assertThat(marks(robot)).containsExactly("", "Changed, not saved yet.", "", "", "");

    robot.interact(() -> model.rows.findText.set("ss"));
    await(() -> model.rows.shown.size() == 2);

    assertThat(marks(robot)).containsExactly("Changed, not saved yet.", "");
  }

  @Test
  void newEntryStartsWithEditingItsKey(FxRobot robot) throws Exception {
    select(robot, "format");
    robot.push(KeyCode.INSERT);
    type(robot, "note");
    robot.push(KeyCode.ENTER);

    assertThat(changes()).containsExactly(new EntryChange.Added("note", ""));
    assertThat(model.rows.shown.get(1).key()).isEqualTo("note");
    assertThat(model.editing.state(model.rows.shown.get(1).id())).isEqualTo(State.ADDED);
  }

  @Test
  void editingANewEntryContinuesWithItsValue(FxRobot robot) throws Exception {
    select(robot, "format");
    robot.push(KeyCode.INSERT);
    type(robot, "note");
    robot.push(KeyCode.ENTER);
    type(robot, "mine");
    robot.push(KeyCode.ENTER);

    assertThat(changes()).containsExactly(new EntryChange.Added("note", "mine"));
    assertThat(robot.lookup("#metadata-cell-field").tryQuery()).isEmpty();
  }

  @Test
  void aRepeatedKeyIsMarkedAndShown(FxRobot robot) throws Exception {
    select(robot, "ss_seed");
    robot.push(KeyCode.F2);
    type(robot, "format");
    robot.push(KeyCode.ENTER);

    await(() -> isShown(robot, "#metadata-problems"));
    assertThat(text(robot, "#metadata-problems-sentence"))
        .startsWith("Cannot be saved: \"format\"");
    assertThat(model.problems.blocking()).hasSize(2);
    assertThat(String.join("\n", marks(robot))).contains("is the key of 2 entries");

    select(robot, "lines");
    fire(robot, "#metadata-problems-action");
    assertThat(selectedKey()).contains("format");
  }

  private void showSpecWithTitleOnly(FxRobot robot) throws Exception {
    Path file =
        new TensorFiles()
            .floats("weight", 1)
            .metadata("modelspec.title", "a")
            .write(folder.resolve("spec.safetensors"));
    showFile(robot, file);
  }

  @Test
  void missingEntriesAreReportedBeforeEditing(FxRobot robot) throws Exception {
    showSpecWithTitleOnly(robot);
    await(() -> !model.problems.ofNoEntry().isEmpty());

    MetadataView[] later = new MetadataView[1];
    robot.interact(() -> later[0] = view(Messages.english()));

    assertThat(later[0].lookup("#metadata-problems").isVisible())
        .as("in a pane that is first turned to now")
        .isTrue();
  }

  @Test
  void missingEntriesAreListedAndTheFirstCanBeAdded(FxRobot robot) throws Exception {
    showSpecWithTitleOnly(robot);
    await(() -> isShown(robot, "#metadata-problems"));
    assertThat(model.problems.ofNoEntry()).hasSize(3);
    assertThat(text(robot, "#metadata-problems-sentence").lines()).hasSize(3);

    String missing = model.problems.ofNoEntry().getFirst().key();
    robot.clickOn("#metadata-problems-action");

    assertThat(changes()).containsExactly(new EntryChange.Added(missing, ""));
    TableView<MetadataRow> table = robot.lookup("#metadata-table").queryTableView();
    assertThat(table.getSelectionModel().getSelectedItem().key()).isEqualTo(missing);
  }

  @Test
  void anEntryIsMovedAndDuplicated(FxRobot robot) throws Exception {
    select(robot, "format");
    robot.push(KeyCode.ALT, KeyCode.DOWN);
    assertThat(model.rows.shown.get(1).key()).isEqualTo("format");

    robot.push(KeyCode.SHORTCUT, KeyCode.D);
    robot.push(KeyCode.ENTER);

    assertThat(model.rows.shown.get(2).key()).isEqualTo("format_copy");
  }

  @Test
  void sortedOrFilteredEntriesCannotBeMoved(FxRobot robot) throws Exception {
    select(robot, "ss_seed");
    robot.interact(() -> model.rows.findText.set("ss"));
    await(() -> model.rows.shown.size() == 2);

    assertThat(robot.lookup("#metadata-up").queryAs(ButtonBase.class).isDisabled()).isTrue();
    assertThat(tip(robot, "#metadata-up"))
        .isEqualTo("Move up. Select a single entry, and show all entries in file order.");
    robot.interact(() -> model.rows.findText.set(""));
    await(() -> model.rows.shown.size() == 5);
    assertThat(robot.lookup("#metadata-up").queryAs(ButtonBase.class).isDisabled()).isFalse();
    assertThat(tip(robot, "#metadata-up")).isEqualTo("Move up  (Alt+↑)");
  }

  /// Returns the tooltip of a button, even if it is disabled.
  private static String tip(FxRobot robot, String id) {
    return Tips.sentence(robot.lookup(id).query().getParent());
  }

  @Test
  void multiLineValueIsEditedInTheTextArea(FxRobot robot) throws Exception {
    select(robot, "lines");
    robot.push(KeyCode.ENTER);
    TextArea area = robot.lookup("#metadata-text").queryAs(TextArea.class);
    await(area::isFocused);

    robot.interact(() -> area.appendText("\nthree"));
    assertThat(edits.changedProperty().get()).isTrue();
    robot.push(KeyCode.SHORTCUT, KeyCode.ENTER);

    assertThat(value("lines")).isEqualTo("one\ntwo\nthree");
  }

  @Test
  void escapeInTheTextRestoresTheValue(FxRobot robot) throws Exception {
    select(robot, "lines");
    robot.push(KeyCode.ENTER);
    TextArea area = robot.lookup("#metadata-text").queryAs(TextArea.class);
    await(area::isFocused);
    robot.interact(() -> area.appendText("\nthree"));
    robot.push(KeyCode.ESCAPE);

    assertThat(area.getText()).isEqualTo("one\ntwo");
    assertThat(edits.changedProperty().get()).isFalse();
  }

  @Test
  void pendingEditsIncludeTypedText(FxRobot robot) throws Exception {
    select(robot, "lines");
    TextArea area = robot.lookup("#metadata-text").queryAs(TextArea.class);
    robot.interact(() -> area.setText("other"));

    robot.interact(() -> assertThat(edits.pending()).hasSize(1));

    assertThat(value("lines")).isEqualTo("other");
  }

  @Test
  void longValueIsEditedCompletelyOrNotAtAll(FxRobot robot) throws Exception {
    select(robot, "long");
    TextArea area = robot.lookup("#metadata-text").queryAs(TextArea.class);
    await(() -> area.getLength() == 20_000);
    assertThat(area.isEditable()).isFalse();

    fire(robot, "#metadata-edit-all");
    await(() -> area.getLength() == 30_000);
    robot.interact(() -> area.appendText("y"));
    robot.push(KeyCode.SHORTCUT, KeyCode.ENTER);

    assertThat(value("long")).isEqualTo("x".repeat(30_000) + "y");
  }

  @Test
  void jsonIsEditedInItsTreeAndKeepsItsSpaces(FxRobot robot) throws Exception {
    select(robot, "ss_datasets");
    TreeTableView<?> tree = robot.lookup("#metadata-json").queryAs(TreeTableView.class);
    await(() -> tree.getParent().isVisible() && tree.getExpandedItemCount() == 2);
    robot.interact(
        () -> {
          tree.requestFocus();
          tree.getSelectionModel().select(1);
        });
    robot.push(KeyCode.ENTER);
    robot.interact(
        () -> robot.lookup("#metadata-json-field").queryAs(TextField.class).setText("tower"));
    robot.push(KeyCode.ENTER);

    assertThat(value("ss_datasets")).isEqualTo("[{\"batch_size\": 4}, \"tower\"]");
    robot.push(KeyCode.SHORTCUT, KeyCode.Z);
    assertThat(value("ss_datasets")).isEqualTo("[{\"batch_size\": 4}, \"castle\"]");
  }

  @Test
  void typedJsonStaysWithItsEntryWhenAnotherIsSelected(FxRobot robot) throws Exception {
    robot.interact(() -> model.editing.change(edits -> edits.add(5, "other", "[1, \"two\"]")));
    select(robot, "ss_datasets");
    TreeTableView<?> tree = robot.lookup("#metadata-json").queryAs(TreeTableView.class);
    await(() -> tree.getParent().isVisible() && tree.getExpandedItemCount() == 2);
    robot.interact(
        () -> {
          tree.requestFocus();
          tree.getSelectionModel().select(1);
        });
    robot.push(KeyCode.ENTER);
    robot.interact(
        () -> robot.lookup("#metadata-json-field").queryAs(TextField.class).setText("tower"));

    robot.interact(() -> model.selected.selectKey("other"));
    await(() -> text(robot, "#metadata-detail-key").equals("other"));

    assertThat(value("ss_datasets")).isEqualTo("[{\"batch_size\": 4}, \"tower\"]");
    assertThat(value("other")).isEqualTo("[1, \"two\"]");
  }

  @Test
  void lineOfTheJsonTreeIsAddedAndRemovedByButtons(FxRobot robot) throws Exception {
    select(robot, "ss_datasets");
    TreeTableView<?> tree = robot.lookup("#metadata-json").queryAs(TreeTableView.class);
    await(() -> tree.getParent().isVisible() && tree.getExpandedItemCount() == 2);
    robot.interact(() -> tree.getSelectionModel().select(1));

    fire(robot, "#metadata-json-button-add");
    robot.interact(
        () -> robot.lookup("#metadata-json-field").queryAs(TextField.class).setText("tower"));
    robot.push(KeyCode.ENTER);
    assertThat(value("ss_datasets")).isEqualTo("[{\"batch_size\": 4}, \"castle\", \"tower\"]");

    robot.interact(() -> tree.getSelectionModel().select(1));
    fire(robot, "#metadata-json-button-remove");
    assertThat(value("ss_datasets")).isEqualTo("[{\"batch_size\": 4}, \"tower\"]");
  }

  @Test
  void invalidJsonIsReportedWithItsLine(FxRobot robot) throws Exception {
    select(robot, "ss_datasets");
    fire(robot, "#metadata-as-text");
    TextArea area = robot.lookup("#metadata-text").queryAs(TextArea.class);
    await(() -> area.isVisible() && area.getText().startsWith("["));
    assertThat(isProblemShown(robot)).isFalse();
    robot.interact(() -> area.setText("[\n1,\n"));

    assertThat(text(robot, "#metadata-json-problem")).contains("line 3");
    assertThat(isProblemShown(robot)).isTrue();
    robot.interact(() -> area.setText("[\n1]"));
    assertThat(isProblemShown(robot)).isFalse();
  }

  private static boolean isProblemShown(FxRobot robot) {
    return robot
        .lookup("#metadata-json-problem")
        .tryQuery()
        .filter(problem -> problem.getParent().isVisible())
        .isPresent();
  }

  @Test
  void editedJsonIsCompactedUnlessLinesArePreserved(FxRobot robot) throws Exception {
    select(robot, "ss_datasets");
    fire(robot, "#metadata-as-text");
    TextArea area = robot.lookup("#metadata-text").queryAs(TextArea.class);
    await(() -> area.isVisible() && area.getText().startsWith("["));
    robot.interact(() -> area.setText("[\n  1\n]"));
    robot.interact(edits::pending);
    assertThat(value("ss_datasets")).isEqualTo("[1]");

    robot.interact(() -> robot.lookup("#metadata-keep-lines").queryAs(CheckBox.class).fire());
    robot.interact(() -> area.setText("[\n  2\n]"));
    robot.interact(edits::pending);
    assertThat(value("ss_datasets")).isEqualTo("[\n  2\n]");
  }

  @Test
  void viewingJsonAsTextChangesNothing(FxRobot robot) throws Exception {
    select(robot, "ss_datasets");
    fire(robot, "#metadata-as-text");
    robot.clickOn("#metadata-text");
    select(robot, "format");

    assertThat(changes()).isEmpty();
  }

  @Test
  void presetIsPreviewedAndAppliedAsOneStep(FxRobot robot) throws Exception {
    robot.interact(
        () ->
            robot.lookup("#metadata-presets").queryAs(MenuButton.class).getItems().stream()
                .filter(item -> "metadata-preset-strip-training-data".equals(item.getId()))
                .findFirst()
                .orElseThrow()
                .fire());
    await(() -> isShown(robot, "#metadata-proposal"));
    assertThat(text(robot, "#metadata-proposal-summary"))
        .startsWith("0 added, 0 changed, 2 removed");
    assertThat(changes()).isEmpty();

    robot.clickOn("#metadata-proposal-apply");
    await(() -> model.rows.shown.size() == 3);
    assertThat(edits.undoStepProperty().get().orElseThrow().name())
        .contains("Strip private training data");
    robot.interact(edits::undo);

    assertThat(changes()).isEmpty();
    assertThat(isShown(robot, "#metadata-proposal")).isFalse();
  }

  @Test
  void theHashOfTheDataIsProposed(FxRobot robot) throws Exception {
    robot.interact(() -> model.propose(Preset.RECOMPUTE_HASHES));
    await(() -> isShown(robot, "#metadata-proposal"));
    robot.clickOn("#metadata-proposal-apply");

    assertThat(value("modelspec.hash_sha256")).isEqualTo("0x" + value("sshs_model_hash"));
    assertThat(value("sshs_model_hash"))
        .isEqualTo("e00e5eb9444182f352323374ef4e08ebcb784725fdd4fd612d7730540b3e0c8c");
  }

  @Test
  void invalidImportIsReportedAndChangesNothing(FxRobot robot) throws Exception {
    importJson(robot, "{\"a\": 1}");
    await(() -> isShown(robot, "#metadata-note"));

    assertThat(text(robot, "#metadata-note-sentence"))
        .contains("import.json", "must be a string", "line 1", "Nothing was changed.");
    assertThat(noteStyle(robot)).contains(Tone.DANGER.noticeStyle());
    assertThat(changes()).isEmpty();
  }

  private static List<String> noteStyle(FxRobot robot) {
    return robot.lookup("#metadata-note").query().getStyleClass();
  }

  private void importJson(FxRobot robot, String json) {
    robot.interact(
        () -> {
          try {
            chosen.jsonFile = Optional.of(Files.writeString(folder.resolve("import.json"), json));
          } catch (IOException e) {
            throw new UncheckedIOException(e);
          }
          robot.lookup("#metadata-more").queryAs(MenuButton.class).getItems().stream()
              .filter(item -> "metadata-more-import".equals(item.getId()))
              .findFirst()
              .orElseThrow()
              .fire();
        });
  }

  @Test
  void importMergesOrReplacesAfterAPreview(FxRobot robot) throws Exception {
    importJson(robot, "{\"format\": \"np\", \"new\": \"x\"}");
    await(() -> isShown(robot, "#metadata-proposal"));
    assertThat(text(robot, "#metadata-proposal-summary"))
        .startsWith("1 added, 1 changed, 0 removed");

    fire(robot, "#metadata-way-1");
    assertThat(text(robot, "#metadata-proposal-summary"))
        .startsWith("1 added, 1 changed, 4 removed");
    robot.clickOn("#metadata-proposal-apply");

    await(() -> model.rows.shown.size() == 2);
    assertThat(value("format")).isEqualTo("np");
  }

  @Test
  void exportIncludesPendingEdits(FxRobot robot) throws Exception {
    Path target = folder.resolve("export.json");
    robot.interact(() -> model.editing.set("format", Optional.of("np")));

    robot.interact(() -> model.proposals.exportTo(target));
    await(() -> isShown(robot, "#metadata-note"));

    assertThat(Files.readString(target)).startsWith("{\n  \"format\": \"np\",");
    assertThat(noteStyle(robot)).contains(Tone.INFO.noticeStyle());
  }

  @Test
  void exportNeverReplacesTheOpenFile(FxRobot robot) throws Exception {
    Path open = selection.openDocument().orElseThrow().checkpoint().path();
    byte[] before = Files.readAllBytes(open);
    Path link = Files.createLink(folder.resolve("hard.json"), open);

    robot.interact(() -> model.proposals.exportTo(link));
    await(() -> isShown(robot, "#metadata-note"));

    assertThat(model.proposals.note.get().orElseThrow().sentence())
        .contains("the file that is being read");
    assertThat(link).hasBinaryContent(before);
  }

  @Test
  void theModelCardSetsAndClearsEntries(FxRobot robot) throws Exception {
    fire(robot, "#metadata-mode-card");
    TextInputControl title = robot.lookup("#card-title").queryAs(TextInputControl.class);
    robot.interact(title::requestFocus);
    robot.interact(() -> title.setText("Castle"));
    robot.push(KeyCode.ENTER);
    assertThat(changes()).containsExactly(new EntryChange.Added("modelspec.title", "Castle"));

    robot.interact(() -> title.setText(""));
    robot.push(KeyCode.ENTER);
    assertThat(changes()).isEmpty();
  }

  @Test
  void modelCardWarnsButAcceptsTheValue(FxRobot robot) throws Exception {
    fire(robot, "#metadata-mode-card");
    TextInputControl date = robot.lookup("#card-date").queryAs(TextInputControl.class);
    robot.interact(date::requestFocus);
    robot.interact(() -> date.setText("yesterday"));
    robot.push(KeyCode.ENTER);

    assertThat(value("modelspec.date")).isEqualTo("yesterday");
    await(() -> !model.problems.of("modelspec.date").isEmpty());
    assertThat(robot.lookup(".card-field .notice-warning").queryAll()).hasSize(1);
  }

  @Test
  void aPictureIsEmbeddedByteForByte(FxRobot robot) throws Exception {
    byte[] gif = new byte[] {'G', 'I', 'F', '8', '9', 'a', 1, 0, 1, 0, 0, 0};
    Path file = Files.write(folder.resolve("p.gif"), gif);
    robot.interact(() -> model.pictures.read("modelspec.thumbnail", file));
    await(() -> model.pictures.offer.get().isPresent());
    robot.interact(model.pictures::accept);

    await(() -> value("modelspec.thumbnail") != null);
    assertThat(value("modelspec.thumbnail")).isEqualTo("data:image/gif;base64,R0lGODlhAQABAAAA");
  }

  @Test
  void invalidPictureIsReportedAndNotImported(FxRobot robot) throws Exception {
    Path file = Files.writeString(folder.resolve("p.jpg"), "no picture");
    robot.interact(() -> model.pictures.read("modelspec.thumbnail", file));

    await(() -> isShown(robot, "#metadata-note"));
    assertThat(text(robot, "#metadata-note-sentence")).startsWith("p.jpg was not imported");
    assertThat(changes()).isEmpty();
    Label sentence = robot.lookup("#metadata-note-sentence").queryAs(Label.class);
    assertThat(sentence.isWrapText()).isTrue();
    assertThat(Tips.sentence(sentence)).isEmpty();

    robot.interact(() -> sentence.getScene().getWindow().setHeight(250));
    await(() -> !sentence.isWrapText());
    assertThat(Tips.sentence(sentence))
        .as("a low pane has a line of it")
        .isEqualTo(sentence.getText());
    fire(robot, "#metadata-note-close");
    assertThat(isShown(robot, "#metadata-note")).isFalse();
  }

  private void showFile(FxRobot robot, Path file) {
    robot.interact(
        () -> {
          try {
            files.show(file, selection);
          } catch (IOException e) {
            throw new UncheckedIOException(e);
          }
        });
  }

  @Test
  void refusedFileIsReadOnly(FxRobot robot) throws Exception {
    Path file =
        TensorFiles.raw(
            folder.resolve("refused.safetensors"),
            "{\"__metadata__\":{\"a\":\"b\"},\"t\":{\"dtype\":\"F32\",\"shape\":[4],"
                + "\"data_offsets\":[0,16]}}",
            8);
    showFile(robot, file);
    await(() -> isShown(robot, "#metadata-read-only"));

    assertThat(text(robot, "#metadata-read-only-sentence")).contains("MetadataIncompleteBuffer");
    select(robot, "a");
    robot.push(KeyCode.DELETE);
    robot.push(KeyCode.ENTER);
    assertThat(changes()).isEmpty();
    assertThat(robot.lookup("#metadata-text").queryAs(TextArea.class).isEditable()).isFalse();
  }

  @Test
  void firstEntryCanBeAddedToAFileWithoutMetadata(FxRobot robot) throws Exception {
    showFile(robot, TensorFiles.raw(folder.resolve("none.safetensors"), "{}", 0));
    await(() -> isShown(robot, "#metadata-add-first"));

    robot.clickOn("#metadata-add-first");
    await(() -> model.rows.shown.size() == 1);
    type(robot, "note");
    robot.push(KeyCode.ENTER);

    assertThat(changes()).containsExactly(new EntryChange.Added("note", ""));
  }

  private MetadataView view(Messages messages) {
    return new MetadataView(model, () -> chosen, messages, () -> {}, () -> {}, () -> {});
  }
}
