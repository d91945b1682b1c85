package io.github.tensorloupe.desktop.pane.problems;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.tensorloupe.desktop.pane.problems.ProblemsViewModel.Row;
import io.github.tensorloupe.desktop.pane.problems.ProblemsViewModel.Row.Single;
import io.github.tensorloupe.desktop.selection.DocumentState;
import io.github.tensorloupe.desktop.selection.FileDocument;
import io.github.tensorloupe.desktop.selection.FileDocument.LocatedFinding;
import io.github.tensorloupe.desktop.selection.ScanResults;
import io.github.tensorloupe.desktop.selection.ScanResults.ScannedTensor;
import io.github.tensorloupe.desktop.selection.Selection;
import io.github.tensorloupe.desktop.selection.Selection.Caret;
import io.github.tensorloupe.desktop.testing.OpenFiles;
import io.github.tensorloupe.format.ByteRange;
import io.github.tensorloupe.format.Finding;
import io.github.tensorloupe.format.FindingCode;
import io.github.tensorloupe.format.Severity;
import io.github.tensorloupe.model.TensorFile;
import io.github.tensorloupe.model.TensorRef;
import io.github.tensorloupe.testing.SampleHealth;
import io.github.tensorloupe.testing.TensorFiles;
import io.github.tensorloupe.text.Sentence;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class ProblemsViewModelTest {

  /// Leading white space, a repeated name, and a data start that is not a multiple of 8.
  private static final String HEADER =
      " {\"a\":{\"dtype\":\"U8\",\"shape\":[2],\"data_offsets\":[0,2]},"
          + "\"b\":{\"dtype\":\"U8\",\"shape\":[1],\"data_offsets\":[2,3]},"
          + "\"b\":{\"dtype\":\"U8\",\"shape\":[1],\"data_offsets\":[2,3]}}";

  @TempDir Path folder;

  private final OpenFiles files = new OpenFiles();
  private final Selection selection = new Selection();
  private final ScanResults results = new ScanResults();
  private final ProblemsViewModel model = new ProblemsViewModel(selection, results);
  private FileDocument document;

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
    return model.visible().map(located -> located.finding().code()).toList();
  }

  private LocatedFinding finding(FindingCode code) {
    return model
        .visible()
        .filter(located -> located.finding().code() == code)
        .findFirst()
        .orElseThrow();
  }

  @Test
  void warningsAreListedBeforeNotes() {
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
    model.toggles.get(Severity.WARNING).set(false);

    assertThat(codes()).containsExactly(FindingCode.MISALIGNED_DATA);
    assertThat(model.count(Severity.WARNING)).isEqualTo(2);
  }

  @Test
  void anotherDocumentShowsAllSeveritiesAgain() throws IOException {
    model.toggles.get(Severity.WARNING).set(false);

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
  void findingAfterTheEndOfTheFileDoesNotMoveTheCaret() throws IOException {
    TensorFile file = document.checkpoint().files().getFirst();
    ByteRange afterEnd = new ByteRange(file.bytes().length(), file.bytes().length() + 1);

    model.goTo(
        new LocatedFinding(
            Optional.of(file),
            Finding.of(FindingCode.TRUNCATED, Sentence.of("It is cut."), afterEnd)));

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
  void duplicateNamesAreResolvedInTheirOwnFile() throws IOException {
    TensorFiles.raw(folder.resolve("b.safetensors"), HEADER, 3);
    files.show(folder, selection);
    LocatedFinding second =
        model
            .visible()
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

    assertThat(model.rows).isEmpty();
    assertThat(model.document.get()).isEmpty();
  }

  @Test
  void findingsAboutTheSelectedTensorAreKnown() {
    LocatedFinding duplicate = finding(FindingCode.DUPLICATE_NAME);
    assertThat(model.firstAboutSelection()).isEmpty();

    selection.select(document.checkpoint().tensor("b").orElseThrow());

    assertThat(model.isAboutSelection(duplicate)).isTrue();
    assertThat(model.firstAboutSelection())
        .hasValue(model.rows.indexOf(new Single(duplicate, false)));
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

  private List<LocatedFinding> duplicatesInTwoFiles() throws IOException {
    TensorFiles.raw(folder.resolve("b.safetensors"), HEADER, 3);
    document = files.show(folder, selection);
    return model
        .visible()
        .filter(located -> located.finding().code() == FindingCode.DUPLICATE_NAME)
        .toList();
  }

  private TensorFile file(int index) {
    return document.checkpoint().files().get(index);
  }

  private TensorRef tensor(int fileIndex, String name) {
    return document.checkpoint().tensors().stream()
        .filter(tensor -> tensor.file() == file(fileIndex) && tensor.info().name().equals(name))
        .findFirst()
        .orElseThrow();
  }

  @Test
  void ofTensorsOfTheSameNameInTwoFilesEachHasItsOwnFinding() throws IOException {
    List<LocatedFinding> duplicates = duplicatesInTwoFiles();
    assertThat(duplicates).hasSize(2);

    for (int i = 0; i < 2; i++) {
      selection.select(tensor(i, "b"));

      assertThat(model.isAboutSelection(duplicates.get(i))).isTrue();
      assertThat(model.isAboutSelection(duplicates.get(1 - i))).isFalse();
      assertThat(model.firstAboutSelection())
          .hasValue(model.rows.indexOf(new Single(duplicates.get(i), true)));
    }
  }

  @Test
  void findingOfNoFileIsAboutTheTensorOfThatNameInAnyFile() throws IOException {
    duplicatesInTwoFiles();
    LocatedFinding ofNoFile =
        new LocatedFinding(
            Optional.empty(),
            new Finding(
                FindingCode.DUPLICATE_NAME,
                Sentence.of("Twice."),
                Optional.of("a"),
                Optional.empty()));

    selection.select(tensor(1, "a"));
    assertThat(model.isAboutSelection(ofNoFile)).isTrue();
    selection.select(tensor(1, "b"));
    assertThat(model.isAboutSelection(ofNoFile)).isFalse();

    model.goTo(ofNoFile);
    assertThat(selection.tensorProperty().get()).contains(tensor(0, "a"));
  }

  @Test
  void byteUnderTheCaretIsThatOfItsOwnFile() throws IOException {
    duplicatesInTwoFiles();
    List<LocatedFinding> spaces =
        model
            .visible()
            .filter(located -> located.finding().code() == FindingCode.LEADING_WHITESPACE)
            .toList();
    long begin = spaces.getFirst().finding().range().orElseThrow().begin();

    selection.placeCaret(file(1), begin);

    assertThat(spaces.stream().map(model::isAboutSelection)).containsExactly(false, true);
  }

  private LocatedFinding valueFinding(FindingCode code, String name, long byteOffset) {
    return new LocatedFinding(
        Optional.of(file(0)),
        new Finding(
            code,
            Sentence.of("Found."),
            Optional.of(name),
            Optional.of(new ByteRange(byteOffset, byteOffset + 1))));
  }

  @Test
  void findingAboutAValuePutsTheCaretOnIt() {
    long begin = tensor(0, "a").data().orElseThrow().range().begin();

    model.goTo(valueFinding(FindingCode.INVALID_BOOL, "a", begin + 1));

    assertThat(selection.tensorProperty().get()).contains(tensor(0, "a"));
    assertThat(selection.caretProperty().get()).contains(new Caret(file(0), begin + 1));
  }

  @Test
  void valueFindingLinksToTheStartOfItsTensor() {
    long begin = tensor(0, "a").data().orElseThrow().range().begin();

    model.goTo(valueFinding(FindingCode.INVALID_BOOL, "a", begin + 2));

    assertThat(selection.tensorProperty().get()).contains(tensor(0, "a"));
    assertThat(selection.caretProperty().get()).contains(new Caret(file(0), begin));
  }

  @ParameterizedTest
  @EnumSource
  void onlyFindingsAboutSingleValuesLeadToOne(FindingCode code) {
    boolean single =
        Set.of(FindingCode.NAN, FindingCode.INF, FindingCode.INVALID_BOOL).contains(code);

    assertThat(model.leadsToValue(valueFinding(code, "a", 0))).isEqualTo(single);
    assertThat(
            model.leadsToValue(
                new LocatedFinding(
                    Optional.of(file(0)),
                    Finding.of(code, Sentence.of("Found."), new ByteRange(0, 1)))))
        .isFalse();
  }

  @Test
  void findingsAboutValuesAreListedCountedAndHiddenLikeOthers() {
    results.begin(Optional.of(document));
    results.addHealth(
        List.of(
            new ScannedTensor(
                0,
                SampleHealth.nanAt(0),
                List.of(valueFinding(FindingCode.NAN, "a", 0).finding()))));

    assertThat(codes()).hasSize(4).startsWith(FindingCode.NAN);
    assertThat(model.count(Severity.ERROR)).isEqualTo(1);
    assertThat(model.count(Severity.WARNING)).isEqualTo(2);

    model.toggles.get(Severity.ERROR).set(false);
    assertThat(codes()).hasSize(3).doesNotContain(FindingCode.NAN);
    assertThat(model.count(Severity.ERROR)).isEqualTo(1);
  }

  @Test
  void severityThatIsHiddenIsNotFoundForTheSelection() {
    selection.select(tensor(0, "b"));
    assertThat(model.firstAboutSelection()).isPresent();

    model.toggles.get(Severity.WARNING).set(false);

    assertThat(model.firstAboutSelection()).isEmpty();
  }

  @Test
  void firstFindingAboutTheSelectionIsTheWorst() {
    results.begin(Optional.of(document));
    results.addHealth(
        List.of(
            new ScannedTensor(
                1,
                SampleHealth.nanAt(0),
                List.of(valueFinding(FindingCode.NAN, "b", 0).finding()))));

    selection.select(tensor(0, "b"));

    assertThat(model.firstAboutSelection()).hasValue(0);
    assertThat(model.isAboutSelection(finding(FindingCode.NAN))).isTrue();
    assertThat(model.isAboutSelection(finding(FindingCode.DUPLICATE_NAME))).isTrue();
  }

  private void findNan(int tensorCount) throws IOException {
    TensorFiles tensors = new TensorFiles();
    IntStream.range(0, tensorCount).forEach(i -> tensors.floats("t" + i, Float.NaN, i));
    document = files.show(tensors.write(folder.resolve("nan.safetensors")), selection);
    results.begin(Optional.of(document));
    addNan(0, tensorCount);
  }

  private void addNan(int begin, int end) {
    results.addHealth(
        IntStream.range(begin, end)
            .mapToObj(
                i ->
                    new ScannedTensor(
                        i,
                        SampleHealth.nanAt(0),
                        List.of(valueFinding(FindingCode.NAN, "t" + i, 0).finding())))
            .toList());
  }

  private String titles() {
    return model.rows.stream()
        .map(
            row ->
                switch (row) {
                  case Row.Group(var group, boolean isOpen) ->
                      (isOpen ? "- " : "+ ") + group.title();
                  case Single(var located, _) -> located.finding().tensor().orElse("file");
                  case Row.More(long count) -> "more: " + count;
                })
        .collect(Collectors.joining(", "));
  }

  @Test
  void findingsOfAKindAreOneRowThatOpens() throws IOException {
    findNan(14);
    assertThat(titles()).isEqualTo("+ NaN in 14 tensors");

    Row group = model.open(model.rows.getFirst(), true).orElseThrow();

    assertThat(group).isEqualTo(model.rows.getFirst());
    assertThat(titles()).startsWith("- NaN in 14 tensors, t0, t1,").endsWith("t13");
    assertThat(model.open(group, true)).isEmpty();
  }

  @Test
  void countedFindingsAreInTheTitleOfTheirGroup() throws IOException {
    findNan(2500);
    results.begin(Optional.of(document));
    addNan(0, 2000);
    addNan(2000, 2500);

    assertThat(titles()).isEqualTo("+ NaN in 2,500 tensors");
  }

  @Test
  void findingInAGroupClosesIt() throws IOException {
    findNan(14);
    model.open(model.rows.getFirst(), true);

    assertThat(model.open(model.rows.get(7), false)).contains(model.rows.getFirst());

    assertThat(titles()).isEqualTo("+ NaN in 14 tensors");
  }

  @Test
  void aFewFindingsOfAKindAreOpenAtOnce() throws IOException {
    findNan(2);

    assertThat(titles()).isEqualTo("- NaN in 2 tensors, t0, t1");
  }

  @Test
  void groupCountsAlsoWhatIsNotListed() throws IOException {
    findNan(2010);
    model.open(model.rows.getFirst(), true);

    assertThat(titles()).startsWith("- NaN in 2,010 tensors, t0").endsWith("t1999, more: 10");
  }

  @Test
  void closedGroupIsAboutTheTensorsInIt() throws IOException {
    findNan(14);

    selection.select(tensor(0, "t9"));

    assertThat(model.isAboutSelection(model.rows.getFirst())).isTrue();
    assertThat(model.firstAboutSelection()).contains(0);
    model.open(model.rows.getFirst(), true);
    assertThat(model.isAboutSelection(model.rows.getFirst())).isFalse();
    assertThat(titles().split(", ")[model.firstAboutSelection().orElseThrow()]).isEqualTo("t9");
  }

  @Test
  void selectionAndCaretChangesAreObserved() {
    AtomicInteger changeCount = new AtomicInteger();
    model.selectionValues().forEach(value -> value.subscribe(_ -> changeCount.incrementAndGet()));
    int before = changeCount.get();
    selection.placeCaret(file(0), 3);
    assertThat(changeCount.get()).isGreaterThan(before);

    int between = changeCount.get();
    selection.select(tensor(0, "a"));
    int selected = changeCount.get();
    assertThat(selected).isGreaterThan(between);
    selection.clearTensor();
    assertThat(changeCount.get()).isGreaterThan(selected);
  }
}
