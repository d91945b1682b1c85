package io.github.tensorloupe.desktop.selection;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.tensorloupe.desktop.selection.DocumentEdits.Draft;
import io.github.tensorloupe.desktop.selection.DocumentEdits.Edited;
import io.github.tensorloupe.desktop.testing.OpenFiles;
import io.github.tensorloupe.edit.Entry;
import io.github.tensorloupe.edit.EntryChange;
import io.github.tensorloupe.format.Metadata;
import io.github.tensorloupe.model.TensorFile;
import io.github.tensorloupe.testing.TensorFiles;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DocumentEditsTest {

  @TempDir Path folder;

  private final OpenFiles files = new OpenFiles();
  private final Selection selection = new Selection();
  private final DocumentEdits edits = new DocumentEdits(selection);
  private final List<String> events = new ArrayList<>();

  @BeforeEach
  void writeFiles() throws IOException {
    write("a", "1");
    write("b", "1");
    write("c", "1");
    edits.onChange(() -> events.add("changed"));
  }

  @AfterEach
  void closeFiles() throws IOException {
    files.close();
  }

  private Path path(String name) {
    return folder.resolve(name + ".safetensors");
  }

  private void write(String name, String number) throws IOException {
    new TensorFiles().floats(name, 1).metadata("number", number).write(path(name));
  }

  private List<TensorFile> open() throws IOException {
    selection.show(new DocumentState.Opening(folder));
    return files.show(folder, selection).checkpoint().files();
  }

  private Edited edited(List<TensorFile> shown) {
    return edits.of(shown, shown.getFirst().header().metadata().orElseThrow());
  }

  private void setNumber(Edited edited, String number) {
    edits.edit(edited, each -> each.setValue(0, number));
  }

  @Test
  void theSameFilesHaveTheSameEdits() throws IOException {
    List<TensorFile> shown = open();

    assertThat(edited(shown).edits()).isSameAs(edited(shown).edits());
  }

  @Test
  void editIsPendingAndNotifiesListeners() throws IOException {
    List<TensorFile> shown = open();
    events.clear();

    setNumber(edited(shown), "2");

    assertThat(events).containsExactly("changed");
    assertThat(edits.changedProperty().get()).isTrue();
    assertThat(edits.pending()).containsExactly(edited(shown));
  }

  @Test
  void whatIsBackAtItsOldValueIsNotPending() throws IOException {
    List<TensorFile> shown = open();
    setNumber(edited(shown), "2");

    setNumber(edited(shown), "1");

    assertThat(edits.changedProperty().get()).isFalse();
    assertThat(edits.pending()).isEmpty();
  }

  @Test
  void undoAndRedoMeanTheEditsThatWereShownLast() throws IOException {
    List<TensorFile> shown = open();
    setNumber(edited(shown), "2");
    edits.show(Optional.empty());
    assertThat(edits.canUndoProperty().get()).isFalse();

    edits.show(Optional.of(edited(shown)));
    edits.undo();

    assertThat(edits.canUndoProperty().get()).isFalse();
    assertThat(edits.canRedoProperty().get()).isTrue();
    assertThat(edits.changedProperty().get()).isFalse();
    edits.redo();
    assertThat(edited(shown).edits().entries().getFirst().value()).isEqualTo("2");
  }

  @Test
  void whileSomethingIsTypedItIsWhatUndoTakesBack() throws IOException {
    List<TensorFile> shown = open();
    setNumber(edited(shown), "2");
    edits.show(Optional.of(edited(shown)));
    edits.startDraft(new Draft(edited(shown), each -> each.setValue(0, "3"), () -> {}));

    assertThat(edits.undoStepProperty().get()).isEmpty();
    assertThat(edits.canUndoProperty().get()).isTrue();
    assertThat(edits.canRedoProperty().get()).isFalse();
    edits.undo();

    assertThat(edited(shown).edits().entries().getFirst().value()).isEqualTo("2");
    assertThat(edits.undoStepProperty().get()).isPresent();
    edits.redo();
    assertThat(edited(shown).edits().entries().getFirst().value()).isEqualTo("3");
  }

  @Test
  void pendingEditsOfUnsavedFilesRemain() throws IOException {
    setNumber(edited(open()), "2");

    events.clear();
    edits.markSaved(Set.of(path("a"), path("b")));
    assertThat(events).containsExactly("changed");
    write("a", "2");
    write("b", "2");
    List<TensorFile> again = open();

    assertThat(edits.changedProperty().get()).isTrue();
    assertThat(edits.pending()).hasSize(1);
    assertThat(edits.pending().getFirst().files()).containsExactly(again.get(2));
    assertThat(edits.pending().getFirst().edits().changes())
        .containsExactly(new EntryChange.Revalued("number", "1", "2"));
  }

  @Test
  void afterASaveOfAllNothingIsPendingAndUndoStillReachesBack() throws IOException {
    setNumber(edited(open()), "2");

    edits.markSaved(Set.of(path("a"), path("b"), path("c")));
    for (String name : List.of("a", "b", "c")) {
      write(name, "2");
    }
    List<TensorFile> again = open();

    assertThat(edits.pending()).isEmpty();
    edits.show(Optional.of(edited(again)));
    edits.undo();
    assertThat(edits.pending().getFirst().edits().changes())
        .containsExactly(new EntryChange.Revalued("number", "2", "1"));
  }

  @Test
  void pendingChangesAreAppliedToAReloadedFile() throws IOException {
    edits.edit(edited(open()), each -> each.add(1, "new", "x"));

    for (String name : List.of("a", "b", "c")) {
      write(name, "7");
    }
    List<TensorFile> again = open();

    assertThat(edited(again).edits().metadata())
        .isEqualTo(Metadata.of(Map.of("number", "7", "new", "x")));
    assertThat(edits.pending()).hasSize(1);
  }

  @Test
  void filesWithTheirOwnEditsAreGroupedSeparately() throws IOException {
    write("c", "3");
    List<TensorFile> shown = open();
    setNumber(edited(shown.subList(2, 3)), "5");

    assertThat(edits.apart(shown))
        .containsExactly(shown.subList(2, 3), List.of(shown.get(0), shown.get(1)));
  }

  @Test
  void closingAndOpeningSomethingElseEndThePendingEdits() throws IOException {
    setNumber(edited(open()), "2");
    edits.startDraft(
        new Draft(edited(open()), each -> each.setValue(0, "9"), () -> events.add("dropped")));
    selection.show(new DocumentState.Empty());
    assertThat(edits.changedProperty().get()).isFalse();
    assertThat(events).as("reported to the edited field").contains("dropped");

    setNumber(edited(open()), "2");
    Path other = Files.createDirectory(folder.resolve("other")).resolve("x.safetensors");
    new TensorFiles().floats("x", 1).metadata("number", "1").write(other);
    files.show(other, selection);
    assertThat(edits.changedProperty().get()).isFalse();
  }

  @Test
  void discardingLeavesNothing() throws IOException {
    List<TensorFile> shown = open();
    setNumber(edited(shown), "2");

    edits.discard();

    assertThat(edits.changedProperty().get()).isFalse();
    assertThat(edited(shown).edits().isChanged()).isFalse();
  }

  @Test
  void draftIsIncludedInThePendingEdits() throws IOException {
    Edited edited = edited(open());
    edits.startDraft(new Draft(edited, each -> each.setValue(0, "9"), () -> events.add("dropped")));
    assertThat(edits.changedProperty().get()).isTrue();

    assertThat(edits.pending()).containsExactly(edited);

    assertThat(edited.edits().entries()).extracting(Entry::value).contains("9");
    assertThat(events).doesNotContain("dropped");
  }

  @Test
  void discardingDropsTheDraft() throws IOException {
    Edited edited = edited(open());
    edits.startDraft(new Draft(edited, each -> each.setValue(0, "9"), () -> events.add("dropped")));

    edits.discard();

    assertThat(events).contains("dropped");
    assertThat(edits.changedProperty().get()).isFalse();
  }

  @Test
  void anEditElsewhereTakesInWhatIsBeingTyped() throws IOException {
    Edited edited = edited(open());
    edits.startDraft(new Draft(edited, each -> each.setValue(0, "9"), () -> {}));

    edits.edit(edited, each -> each.add(0, "new", ""));

    assertThat(edited.edits().metadata()).isEqualTo(Metadata.of(Map.of("number", "9", "new", "")));
  }
}
