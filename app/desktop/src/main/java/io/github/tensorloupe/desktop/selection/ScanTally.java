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
import io.github.tensorloupe.format.Severity;
import io.github.tensorloupe.model.TensorFile;

/// The scan results of a document by tensor, and their totals. Not thread-safe: an instance is
/// filled with stored results in the background and then belongs to [ScanResults].
public final class ScanTally {

  /// Maximum number of findings kept per kind; the others are only counted.
  static final int MAX_FINDINGS = 2_000;

  /// A total order, so that the kept findings do not depend on the order of arrival.
  private static final Comparator<KeptFinding> WORST_FIRST =
      Comparator.comparing((KeptFinding kept) -> kept.located().finding().concern())
          .thenComparingInt(KeptFinding::tensor)
          .thenComparingInt(KeptFinding::place);

  private static final Comparator<HealthIssue> WORST_ISSUE =
      Comparator.comparing(HealthIssue::severity);

  /// Findings of one kind: the first of them, and the number of all.
  private static final class KindTally {
    private final NavigableSet<KeptFinding> first = new TreeSet<>(WORST_FIRST);
    private long findingCount;
    private long tensorCount;
    private int lastTensor = -1;

    /// Adds a finding. The findings of a tensor must be added consecutively.
    ///
    /// @return true if the finding is kept
    boolean add(KeptFinding found) {
      findingCount++;
      tensorCount += found.tensor() == lastTensor ? 0 : 1;
      lastTensor = found.tensor();
      first.add(found);
      return first.size() <= MAX_FINDINGS || first.pollLast() != found;
    }
  }

  private record KeptFinding(int tensor, int place, LocatedFinding located) {}

  private final Optional<FileDocument> document;
  private final TensorHealth[] health;
  private final TensorSummary[] figures;
  private final HealthMarks marks;
  private final Map<Kind, KindTally> tallyByKind =
      new TreeMap<>(Comparator.comparing(Kind::code).thenComparing(Kind::severity));
  private final Map<Severity, Long> findingCounts = new EnumMap<>(Severity.class);
  private final Map<HealthIssue, Integer> countOf = new EnumMap<>(HealthIssue.class);
  private final Map<Severity, Integer> countBy = new EnumMap<>(Severity.class);
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

  /// Adds the health of a tensor that has none yet.
  ///
  /// @return true if one of its findings is kept
  public boolean addHealth(ScannedTensor scanned) {
    if (marks.isScanned(scanned.tensor())) {
      return false;
    }
    FileDocument open = document.orElseThrow();
    Set<HealthIssue> issues = scanned.health().issues();
    health[scanned.tensor()] = scanned.health();
    marks.mark(scanned.tensor(), issues, open.tree());
    scannedCount += scanned.health().isComplete() ? 1 : 0;
    if (issues.isEmpty()) {
      return false;
    }
    issues.forEach(issue -> countOf.merge(issue, 1, Integer::sum));
    countBy.merge(Collections.min(issues, WORST_ISSUE).severity(), 1, Integer::sum);
    return addFindings(scanned, open);
  }

  private boolean addFindings(ScannedTensor scanned, FileDocument open) {
    Optional<TensorFile> file =
        Optional.of(open.checkpoint().tensors().get(scanned.tensor()).file());
    boolean changed = false;
    int place = 0;
    for (Finding finding : scanned.findings()) {
      findingCounts.merge(finding.concern(), 1L, Long::sum);
      KeptFinding found =
          new KeptFinding(scanned.tensor(), place++, new LocatedFinding(file, finding));
      Kind kind = Kind.ofConcern(finding);
      changed |= tallyByKind.computeIfAbsent(kind, _ -> new KindTally()).add(found);
    }
    return changed;
  }

  public void addFigures(MeasuredTensor measured) {
    measuredCount += figures[measured.tensor()] == null ? 1 : 0;
    figures[measured.tensor()] = measured.figures();
  }

  /// Returns the kept findings, the worst first.
  List<LocatedFinding> findings() {
    return tallyByKind.values().stream()
        .flatMap(kind -> kind.first.stream())
        .sorted(WORST_FIRST)
        .map(KeptFinding::located)
        .toList();
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

  /// Returns the number of findings, kept or not.
  long findingCount(Severity severity) {
    return findingCounts.getOrDefault(severity, 0L);
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

  int countOf(HealthIssue issue) {
    return countOf.getOrDefault(issue, 0);
  }

  int countBy(Severity worst) {
    return countBy.getOrDefault(worst, 0);
  }
}
