package io.github.tensorloupe.desktop.selection;

import module java.base;

import io.github.tensorloupe.analysis.distribution.TensorSummary;
import io.github.tensorloupe.analysis.health.FindingGroup;
import io.github.tensorloupe.analysis.health.FindingGroup.Kind;
import io.github.tensorloupe.analysis.health.HealthIssue;
import io.github.tensorloupe.analysis.health.TensorHealth;
import io.github.tensorloupe.desktop.selection.FileDocument.LocatedFinding;
import io.github.tensorloupe.desktop.selection.ScanResults.MeasuredTensor;
import io.github.tensorloupe.desktop.selection.ScanResults.ScannedTensor;
import io.github.tensorloupe.desktop.storage.KnownValues;
import io.github.tensorloupe.format.Finding;
import io.github.tensorloupe.format.FindingCode;
import io.github.tensorloupe.format.Severity;
import io.github.tensorloupe.model.TensorFile;

/// The scan results of a document by tensor, and their totals. Not thread-safe: an instance is
/// filled with stored results in the background and then belongs to [ScanResults].
public final class ScanTally {

  /// Maximum number of findings kept per kind; the others are only counted.
  static final int MAX_FINDINGS = 2_000;

  private static final Set<FindingCode> NON_FINITE = EnumSet.of(FindingCode.NAN, FindingCode.INF);

  /// A total order, so that the kept findings do not depend on the order of arrival.
  private static final Comparator<KeptFinding> IN_ORDER =
      Comparator.comparingInt(KeptFinding::tensor).thenComparingInt(KeptFinding::place);

  private static final Comparator<HealthIssue> WORST_ISSUE =
      Comparator.comparing(HealthIssue::severity);

  /// Findings of one kind: the first of them, and the number of all.
  private static final class KindTally {
    private final NavigableSet<KeptFinding> first = new TreeSet<>(IN_ORDER);
    private long findingCount;
    private long tensorCount;
    private int lastTensor = -1;

    /// Adds a finding. The findings of a tensor must be added consecutively.
    void add(KeptFinding finding) {
      findingCount++;
      tensorCount += finding.tensor() == lastTensor ? 0 : 1;
      lastTensor = finding.tensor();
      first.add(finding);
      if (first.size() > MAX_FINDINGS) {
        first.pollLast();
      }
    }
  }

  private record KeptFinding(int tensor, int place, LocatedFinding located) {}

  private final Optional<FileDocument> document;
  private final TensorHealth[] health;
  private final TensorSummary[] figures;
  private final HealthMarks marks;
  private final Map<Kind, KindTally> tallyByKind =
      new TreeMap<>(Comparator.comparing(Kind::code).thenComparing(Kind::severity));
  private final Map<HealthIssue, Integer> countByIssue = new EnumMap<>(HealthIssue.class);
  private final Map<Severity, Integer> countBySeverity = new EnumMap<>(Severity.class);
  private int scannedCount;
  private int measuredCount;

  private ScanTally(Optional<FileDocument> document, int tensorCount, int nodeCount) {
    this.document = document;
    this.health = new TensorHealth[tensorCount];
    this.figures = new TensorSummary[tensorCount];
    this.marks = new HealthMarks(tensorCount, nodeCount);
  }

  /// Creates an empty tally, for a document or none.
  static ScanTally of(Optional<FileDocument> document) {
    return new ScanTally(
        document,
        document.map(open -> open.checkpoint().tensors().size()).orElse(0),
        document.map(open -> open.tree().size()).orElse(0));
  }

  /// Creates an empty tally.
  public static ScanTally of(FileDocument document) {
    return of(Optional.of(document));
  }

  /// Adds the health of a tensor; a tensor that already has one keeps it.
  public void addHealth(ScannedTensor scanned) {
    if (marks.isScanned(scanned.tensor())) {
      return;
    }
    FileDocument open = document.orElseThrow();
    Set<HealthIssue> issues = scanned.health().issues();
    health[scanned.tensor()] = scanned.health();
    marks.mark(scanned.tensor(), issues, open.tree());
    scannedCount += scanned.health().isComplete() ? 1 : 0;
    if (!issues.isEmpty()) {
      issues.forEach(issue -> countByIssue.merge(issue, 1, Integer::sum));
      countBySeverity.merge(Collections.min(issues, WORST_ISSUE).severity(), 1, Integer::sum);
      addFindings(scanned, open);
    }
  }

  private void addFindings(ScannedTensor scanned, FileDocument open) {
    Optional<TensorFile> file =
        Optional.of(open.checkpoint().tensors().get(scanned.tensor()).file());
    int place = 0;
    for (Finding finding : scanned.findings()) {
      tallyByKind
          .computeIfAbsent(Kind.ofConcern(finding), _ -> new KindTally())
          .add(new KeptFinding(scanned.tensor(), place++, new LocatedFinding(file, finding)));
    }
  }

  public void addFigures(MeasuredTensor measured) {
    measuredCount += figures[measured.tensor()] == null ? 1 : 0;
    figures[measured.tensor()] = measured.figures();
  }

  /// Returns the finding about NaN or infinities in the first tensor that has any.
  Optional<LocatedFinding> firstNonFinite() {
    return tallyByKind.entrySet().stream()
        .filter(entry -> NON_FINITE.contains(entry.getKey().code()))
        .map(entry -> entry.getValue().first.getFirst())
        .min(IN_ORDER)
        .map(KeptFinding::located);
  }

  /// Returns the findings by kind. The members of a kind are limited in number.
  Stream<FindingGroup<LocatedFinding>> findingGroups() {
    return tallyByKind.entrySet().stream()
        .map(
            entry -> {
              KindTally tally = entry.getValue();
              List<LocatedFinding> members =
                  tally.first.stream().map(KeptFinding::located).toList();
              return new FindingGroup<>(
                  entry.getKey(), tally.findingCount, tally.tensorCount, members);
            });
  }

  Optional<TensorHealth> health(int tensor) {
    return at(tensor, health);
  }

  Optional<TensorSummary> figures(int tensor) {
    return at(tensor, figures);
  }

  private static <T> Optional<T> at(int tensor, T[] all) {
    return tensor >= 0 && tensor < all.length ? Optional.ofNullable(all[tensor]) : Optional.empty();
  }

  /// Returns a copy of all results.
  KnownValues known() {
    return new KnownValues(health.clone(), figures.clone());
  }

  /// Returns the marks of tensors and groups with problems; a live view.
  HealthMarks marks() {
    return marks;
  }

  int tensorCount() {
    return health.length;
  }

  int scannedCount() {
    return scannedCount;
  }

  int measuredCount() {
    return measuredCount;
  }

  /// Returns the number of tensors with each issue.
  Map<HealthIssue, Integer> countByIssue() {
    return Map.copyOf(countByIssue);
  }

  /// Returns the number of tensors by the severity of their worst issue.
  Map<Severity, Integer> countBySeverity() {
    return Map.copyOf(countBySeverity);
  }
}
