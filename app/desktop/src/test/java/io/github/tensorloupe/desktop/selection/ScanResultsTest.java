package io.github.tensorloupe.desktop.selection;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.tensorloupe.analysis.distribution.TensorSummary;
import io.github.tensorloupe.analysis.distribution.ValueCounts;
import io.github.tensorloupe.analysis.health.HealthIssue;
import io.github.tensorloupe.analysis.health.TensorHealth;
import io.github.tensorloupe.analysis.layers.Outliers.Outlier;
import io.github.tensorloupe.desktop.selection.FileDocument.LocatedFinding;
import io.github.tensorloupe.desktop.selection.ScanResults.MeasuredTensor;
import io.github.tensorloupe.desktop.selection.ScanResults.ScanState;
import io.github.tensorloupe.desktop.selection.ScanResults.ScannedTensor;
import io.github.tensorloupe.desktop.testing.OpenFiles;
import io.github.tensorloupe.format.Dtype;
import io.github.tensorloupe.format.Finding;
import io.github.tensorloupe.format.FindingCode;
import io.github.tensorloupe.format.Severity;
import io.github.tensorloupe.testing.SampleHealth;
import io.github.tensorloupe.testing.TensorFiles;
import io.github.tensorloupe.text.Sentence;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ScanResultsTest {

  private final OpenFiles files = new OpenFiles();
  private final ScanResults results = new ScanResults();
  private FileDocument document;

  @BeforeEach
  void openDocument(@TempDir Path folder) throws IOException {
    document =
        files.open(
            new TensorFiles()
                .floats("a.one.x", 1)
                .floats("a.one.y", 1)
                .floats("a.two", 1)
                .floats("b", 1)
                .write(folder.resolve("a.safetensors")));
    results.begin(Optional.of(document));
  }

  @AfterEach
  void closeFiles() throws IOException {
    files.close();
  }

  private int tensor(String name) {
    return document.checkpoint().indexOf(document.checkpoint().tensor(name).orElseThrow());
  }

  private int group(String path) {
    return IntStream.range(0, document.tree().size())
        .filter(node -> document.tree().path(node).equals(path))
        .findFirst()
        .orElseThrow();
  }

  private static Finding finding(FindingCode code, String name) {
    return new Finding(code, Sentence.of(name), Optional.of(name), Optional.empty());
  }

  private void add(String name, TensorHealth health, FindingCode... codes) {
    List<Finding> findings = new ArrayList<>();
    for (FindingCode code : codes) {
      findings.add(finding(code, name));
    }
    results.addHealth(List.of(new ScannedTensor(tensor(name), health, findings)));
  }

  private DocumentHealth health() {
    return results.healthProperty().get().orElseThrow();
  }

  private static List<LocatedFinding> findings(DocumentHealth health) {
    return health.groups().stream().flatMap(group -> group.members().stream()).toList();
  }

  @Test
  void whatIsWrongWithATensorIsKnownInAllGroupsAboveItAndNowhereElse() {
    add("a.one.x", SampleHealth.nanAt(3));
    add("a.two", SampleHealth.allZero());

    assertThat(results.currentMarks().issuesAt(group("a.one"))).containsExactly(HealthIssue.NAN);
    assertThat(results.currentMarks().issuesAt(group("a")))
        .containsExactly(HealthIssue.NAN, HealthIssue.ALL_ZERO);
    assertThat(results.currentMarks().issuesAt(group("b"))).isEmpty();
    assertThat(results.marks().worstAt(group("a"))).contains(HealthIssue.NAN);
  }

  @Test
  void weightFindingsRemainWhenStoredResultsAreRecalled() {
    int b = tensor("b");
    Finding about = finding(FindingCode.ALL_ZERO, "b");
    results.setWeights(new TensorFindings(List.of(), Map.of(b, List.of(about))));
    ScanTally known = ScanTally.of(document);
    known.addHealth(new ScannedTensor(b, SampleHealth.healthy(), List.of()));

    results.recall(known);

    assertThat(results.currentMarks().findingAt(group("b"))).contains(about.severity());
    assertThat(results.scannedCount()).isEqualTo(1);
  }

  @Test
  void matrixScaledUnlikeOtherLayersIsAWarning(@TempDir Path folder) throws IOException {
    FileDocument matrix =
        files.open(
            new TensorFiles()
                .tensor("layers.0.w", Dtype.F32, TensorFiles.f32(1, 1, 1, 1), 2, 2)
                .write(folder.resolve("m.safetensors")));
    results.begin(Optional.of(matrix));

    results.setOutliers(List.of(new Outlier(0, 100, 1, 9)));

    DocumentHealth health = results.healthProperty().get().orElseThrow();
    assertThat(health.verdict()).isEqualTo(DocumentVerdict.WARNINGS);
    assertThat(health.worstOfValues()).contains(Severity.WARNING);
    assertThat(health.groups().getFirst().kind().code()).isEqualTo(FindingCode.LAYER_OUTLIER);
    assertThat(results.currentMarks().findingAt(matrix.tree().nodeOf(0)))
        .contains(Severity.WARNING);
    assertThat(results.findings(0)).hasSize(1);

    results.setWeights(TensorFindings.NONE);

    assertThat(results.currentMarks().findingAt(matrix.tree().nodeOf(0)))
        .contains(Severity.WARNING);
    results.setOutliers(List.of(new Outlier(0, 3, 1, 9)));
    assertThat(results.healthProperty().get().orElseThrow().groups()).isEmpty();
    assertThat(results.findings(0)).isEmpty();
  }

  @Test
  void groupIsScannedOnceEverythingBelowItIs() {
    add("a.one.x", SampleHealth.healthy());
    assertThat(results.isScannedAt(group("a.one"))).isFalse();

    add("a.one.y", SampleHealth.healthy());

    assertThat(results.isScannedAt(group("a.one"))).isTrue();
    assertThat(results.isScannedAt(group("a"))).isFalse();
    assertThat(results.scannedCount()).isEqualTo(2);
  }

  @Test
  void tensorsAreCountedByIssueAndByTheWorstOfTheirIssues() {
    add("a.one.x", SampleHealth.nanAt(0));
    add("a.one.y", SampleHealth.nanAt(7));
    add("a.two", SampleHealth.constant());
    add("b", SampleHealth.healthy());

    assertThat(health().countByIssue()).containsEntry(HealthIssue.NAN, 2);
    assertThat(health().countByIssue()).containsEntry(HealthIssue.CONSTANT, 1);
    assertThat(health().countBySeverity()).containsEntry(Severity.ERROR, 2);
    assertThat(health().countBySeverity()).containsEntry(Severity.WARNING, 1);
  }

  @Test
  void harmlessIssueIsMarkedAndIsNoProblem() {
    add("b", SampleHealth.initialOnes());
    add("a.two", SampleHealth.constant());

    assertThat(results.marks().issues(tensor("b"))).containsExactly(HealthIssue.INITIAL_ONES);
    assertThat(results.marks().hasProblem(tensor("b"))).isFalse();
    assertThat(results.marks().hasProblem(tensor("a.two"))).isTrue();
    assertThat(results.marks().isScanned(tensor("b"))).isTrue();
    assertThat(health().countBySeverity()).containsEntry(Severity.WARNING, 1);
  }

  @Test
  void duplicateTensorCountsOnce() {
    add("b", SampleHealth.nanAt(0), FindingCode.NAN);
    add("b", SampleHealth.nanAt(0), FindingCode.NAN);

    assertThat(results.scannedCount()).isEqualTo(1);
    assertThat(health().countByIssue()).containsEntry(HealthIssue.NAN, 1);
    assertThat(findings(health())).hasSize(1);
  }

  @Test
  void theFirstTensorWithNanOrInfinitiesIsKnown() {
    add("b", SampleHealth.allZero(), FindingCode.ALL_ZERO);
    add("a.two", SampleHealth.nanAt(0), FindingCode.NAN);
    add("a.one.x", SampleHealth.infinite(), FindingCode.INF);

    assertThat(health().firstNonFinite().flatMap(it -> it.finding().tensor())).contains("a.one.x");
    assertThat(health().firstNonFinite().flatMap(LocatedFinding::file))
        .contains(document.checkpoint().files().getFirst());
  }

  @Test
  void firstFindingsOfEachKindAreStoredAndAllAreCounted() {
    List<Finding> warnings =
        IntStream.range(0, ScanTally.MAX_FINDINGS + 1)
            .mapToObj(i -> finding(FindingCode.ZERO_PAGES, "page " + i))
            .toList();
    results.addHealth(
        List.of(new ScannedTensor(tensor("a.two"), SampleHealth.zeroPageAt(0), warnings)));
    add("b", SampleHealth.nanAt(0), FindingCode.NAN);

    assertThat(findings(health())).hasSize(ScanTally.MAX_FINDINGS + 1);
    assertThat(health().count(Severity.WARNING)).isEqualTo(ScanTally.MAX_FINDINGS + 1);
    assertThat(health().groups())
        .extracting(group -> group.title().toString())
        .containsExactly("NaN in 1 tensor", "Zero-filled pages in 1 tensor");
  }

  @Test
  void copyOfTheMarksStaysAsItIs() {
    HealthMarks before = results.marks();

    add("b", SampleHealth.nanAt(0));

    assertThat(before.isScanned(tensor("b"))).isFalse();
    assertThat(results.marks().issues(tensor("b"))).containsExactly(HealthIssue.NAN);
  }

  @Test
  void theMarksAreCopiedOnlyWhenTheyHaveChanged() {
    HealthMarks before = results.marks();
    assertThat(results.marks()).isSameAs(before);

    results.setOutliers(List.of(new Outlier(tensor("b"), 8, 1, 9)));

    assertThat(before.isOutlier(tensor("b"))).isFalse();
    assertThat(results.marks().isOutlier(tensor("b"))).isTrue();

    results.begin(Optional.empty());

    assertThat(results.marks().isOutlier(tensor("b"))).isFalse();
  }

  @Test
  void figuresOfEachTensorAreStored() {
    TensorSummary figures = new TensorSummary(ValueCounts.NONE, 1, 2, 1.5, 0.5, 1.6);

    results.addFigures(List.of(new MeasuredTensor(tensor("b"), figures)));

    assertThat(results.figures(tensor("b"))).contains(figures);
    assertThat(results.figures(tensor("a.two"))).isEmpty();
    assertThat(results.measuredCount()).isEqualTo(1);
  }

  @Test
  void everyBatchRaisesTheRevisionOnce() {
    long before = results.revisionProperty().get();

    results.addHealth(
        List.of(
            new ScannedTensor(0, SampleHealth.healthy(), List.of()),
            new ScannedTensor(1, SampleHealth.healthy(), List.of())));
    assertThat(results.revisionProperty().get()).isEqualTo(before + 1);

    TensorSummary figures = new TensorSummary(ValueCounts.NONE, 1, 2, 1.5, 0.5, 1.6);
    results.addFigures(List.of(new MeasuredTensor(0, figures)));
    assertThat(results.revisionProperty().get()).isEqualTo(before + 2);
    assertThat(results.isCompared()).isFalse();
    results.setOutliers(List.of());
    assertThat(results.revisionProperty().get()).isEqualTo(before + 3);
    assertThat(results.isCompared()).isTrue();
  }

  @Test
  void nothingIsKnownOfAnotherDocument() {
    add("b", SampleHealth.nanAt(0), FindingCode.NAN);
    results.stateProperty().set(new ScanState.Done());
    int node = group("b");
    TensorSummary figures = new TensorSummary(ValueCounts.NONE, 1, 2, 1.5, 0.5, 1.6);
    results.addFigures(List.of(new MeasuredTensor(0, figures)));
    results.setOutliers(List.of());

    results.begin(Optional.empty());

    assertThat(results.measuredCount()).isZero();
    assertThat(results.isCompared()).isFalse();
    assertThat(results.currentMarks().issuesAt(node)).isEmpty();
    assertThat(results.health(0)).isEmpty();
    assertThat(results.healthProperty().get()).isEmpty();
    assertThat(results.scannedCount()).isZero();
    assertThat(results.stateProperty().get()).isEqualTo(new ScanState.NotStarted());
  }

  @Test
  void aNodeThatTheTreeDoesNotHaveWasNotScanned() {
    assertThat(results.isScannedAt(document.tree().size())).isFalse();
  }
}
