package io.github.tensorloupe.desktop.pane.problems;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.tensorloupe.desktop.selection.Caret;
import io.github.tensorloupe.desktop.selection.DocumentState;
import io.github.tensorloupe.desktop.selection.LocatedFinding;
import io.github.tensorloupe.desktop.selection.OpenDocument;
import io.github.tensorloupe.desktop.selection.ScanResults;
import io.github.tensorloupe.desktop.selection.Selection;
import io.github.tensorloupe.desktop.testing.OpenFiles;
import io.github.tensorloupe.format.ByteRange;
import io.github.tensorloupe.format.Finding;
import io.github.tensorloupe.format.FindingCode;
import io.github.tensorloupe.format.Severity;
import io.github.tensorloupe.model.TensorFile;
import io.github.tensorloupe.testing.TensorFiles;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ProblemsViewModelTest {

  /// White space in front, a repeated name, and a data start that is no multiple of 8.
  private static final String HEADER =
      " {\"a\":{\"dtype\":\"U8\",\"shape\":[2],\"data_offsets\":[0,2]},"
          + "\"b\":{\"dtype\":\"U8\",\"shape\":[1],\"data_offsets\":[2,3]},"
          + "\"b\":{\"dtype\":\"U8\",\"shape\":[1],\"data_offsets\":[2,3]}}";

  @TempDir Path folder;

  private final OpenFiles files = new OpenFiles();
  private final Selection selection = new Selection();
  private final ScanResults results = new ScanResults();
  private final ProblemsViewModel model = new ProblemsViewModel(selection, results);
  private OpenDocument document;

  @BeforeEach
  void openFile() throws IOException {
    Path file = TensorFiles.raw(folder.resolve("a.safetensors"), HEADER, 3);
    document = files.show(file, selection);
  }

  @AfterEach
  void closeFiles() throws IOException {
    files.close();
  }

  private List<FindingCode> codes() {
    return model.shown().stream().map(located -> located.finding().code()).toList();
  }

  private LocatedFinding finding(FindingCode code) {
    return model.shown().stream()
        .filter(located -> located.finding().code() == code)
        .findFirst()
        .orElseThrow();
  }

  @Test
  void warningsStandBeforeNotes() {
    assertThat(codes())
        .containsExactly(
            FindingCode.LEADING_WHITESPACE,
            FindingCode.DUPLICATE_NAME,
            FindingCode.MISALIGNED_DATA);
    assertThat(model.count(Severity.ERROR)).isZero();
    assertThat(model.count(Severity.WARNING)).isEqualTo(2);
    assertThat(model.count(Severity.INFO)).isEqualTo(1);
  }

  @Test
  void severitiesCanBeHidden() {
    model.shownProperty(Severity.WARNING).set(false);

    assertThat(codes()).containsExactly(FindingCode.MISALIGNED_DATA);
    assertThat(model.count(Severity.WARNING)).isEqualTo(2);
  }

  @Test
  void anotherDocumentShowsAllSeveritiesAgain() throws IOException {
    model.shownProperty(Severity.WARNING).set(false);

    files.show(folder.resolve("a.safetensors"), selection);

    assertThat(codes()).hasSize(3);
  }

  @Test
  void findingAboutATensorSelectsIt() {
    model.goTo(finding(FindingCode.DUPLICATE_NAME));

    assertThat(selection.tensorProperty().get()).contains(document.checkpoint().tensors().get(1));
  }

  @Test
  void findingAboutBytesPutsTheCaretThere() {
    selection.placeCaret(document.checkpoint().files().getFirst(), 20);

    model.goTo(finding(FindingCode.LEADING_WHITESPACE));

    assertThat(selection.caretProperty().get())
        .contains(new Caret(document.checkpoint().files().getFirst(), 8));
  }

  @Test
  void findingAboutBytesBehindTheEndOfTheFileStaysWhereItIs() throws IOException {
    TensorFile file = document.checkpoint().files().getFirst();
    ByteRange behind = new ByteRange(file.bytes().length(), file.bytes().length() + 1);

    model.goTo(
        new LocatedFinding(
            Optional.of(file), Finding.of(FindingCode.TRUNCATED, "It is cut.", behind)));

    assertThat(selection.caretProperty().get()).contains(new Caret(file, 0));
  }

  @Test
  void fileNamesMatterOnlyAmongSeveralFiles() throws IOException {
    assertThat(model.hasSeveralFiles()).isFalse();

    TensorFiles.raw(folder.resolve("b.safetensors"), HEADER, 3);
    files.show(folder, selection);

    assertThat(model.hasSeveralFiles()).isTrue();
  }

  @Test
  void tensorsOfTheSameNameAreLookedUpInTheirOwnFile() throws IOException {
    TensorFiles.raw(folder.resolve("b.safetensors"), HEADER, 3);
    files.show(folder, selection);
    LocatedFinding second =
        model.shown().stream()
            .filter(located -> located.finding().code() == FindingCode.DUPLICATE_NAME)
            .toList()
            .getLast();

    model.goTo(second);

    assertThat(selection.tensorProperty().get().orElseThrow().file().path())
        .isEqualTo(folder.resolve("b.safetensors"));
  }

  @Test
  void closingTheDocumentEmptiesThePane() {
    selection.show(new DocumentState.Empty());

    assertThat(model.shown()).isEmpty();
    assertThat(model.documentProperty().get()).isEmpty();
  }

  @Test
  void findingsAboutTheSelectedTensorAreKnown() {
    LocatedFinding duplicate = finding(FindingCode.DUPLICATE_NAME);
    assertThat(model.firstAboutSelection()).isEmpty();

    selection.select(document.checkpoint().tensor("b").orElseThrow());

    assertThat(model.isAboutSelection(duplicate)).isTrue();
    assertThat(model.firstAboutSelection()).hasValue(model.shown().indexOf(duplicate));
    selection.select(document.checkpoint().tensor("a").orElseThrow());
    assertThat(model.isAboutSelection(duplicate)).isFalse();
  }

  @Test
  void findingsAboutTheByteUnderTheCaretAreKnown() {
    LocatedFinding space = finding(FindingCode.LEADING_WHITESPACE);
    long begin = space.finding().range().orElseThrow().begin();

    selection.placeCaret(document.checkpoint().files().getFirst(), begin);
    assertThat(model.isAboutSelection(space)).isTrue();

    selection.placeCaret(
        document.checkpoint().files().getFirst(), space.finding().range().orElseThrow().end());
    assertThat(model.isAboutSelection(space)).isFalse();
  }
}
