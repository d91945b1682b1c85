package io.github.tensorloupe.desktop.selection;

import module java.base;
import module javafx.controls;

import io.github.tensorloupe.analysis.distribution.TensorSummary;
import io.github.tensorloupe.analysis.health.FindingGroup;
import io.github.tensorloupe.analysis.health.HealthIssue;
import io.github.tensorloupe.analysis.health.TensorHealth;
import io.github.tensorloupe.analysis.layers.Outliers.Outlier;
import io.github.tensorloupe.desktop.control.names.NameTree;
import io.github.tensorloupe.desktop.selection.FileDocument.LocatedFinding;
import io.github.tensorloupe.desktop.selection.figures.FigureValues;
import io.github.tensorloupe.desktop.storage.KnownValues;
import io.github.tensorloupe.format.Finding;
import io.github.tensorloupe.format.Severity;

/// The scan results of the open document so far, by tensor. Tensors are identified by their index
/// in the checkpoint, groups by their node in the tree; unknown indexes and nodes have no results.
/// Belongs to the FX thread.
public final class ScanResults {

  private final ReadOnlyLongWrapper revision = new ReadOnlyLongWrapper();
  private final ObjectProperty<ScanState> state =
      new SimpleObjectProperty<>(new ScanState.NotStarted());
  private final DoubleProperty progress = new SimpleDoubleProperty();
  private final ObservableList<LocatedFinding> findings = FXCollections.observableArrayList();
  private final ObservableList<LocatedFinding> findingsView =
      FXCollections.unmodifiableObservableList(findings);
  private final Map<Integer, Outlier> outliers = new HashMap<>();
  private Optional<FileDocument> document = Optional.empty();
  private ScanTally tally = ScanTally.of(Optional.empty());
  private WeightFindings weights = WeightFindings.NONE;

  /// The copy that was returned since the last change of the marks.
  private Optional<HealthMarks> copiedMarks = Optional.empty();

  private boolean isCompared;

  /// Incremented whenever results have arrived, or were cleared with their document; at most a few
  /// times per second.
  public ReadOnlyLongProperty revisionProperty() {
    return revision.getReadOnlyProperty();
  }

  /// Set by the scan.
  public ObjectProperty<ScanState> stateProperty() {
    return state;
  }

  /// The progress from 0 to 1, set by the scan.
  public DoubleProperty progressProperty() {
    return progress;
  }

  /// Clears all results and starts with another document, or none.
  public void begin(Optional<FileDocument> opened) {
    document = opened;
    tally = ScanTally.of(opened);
    weights = WeightFindings.NONE;
    isCompared = false;
    outliers.clear();
    findings.clear();
    progress.set(0);
    state.set(new ScanState.NotStarted());
    onMarksChanged();
  }

  /// Replaces all results with stored ones, in constant time even for a million tensors.
  ///
  /// @param known results of the same document; the caller must not change them afterwards
  public void recall(ScanTally known) {
    tally = known;
    tally.marks().markFindings(weights.worst(), tree());
    showFindings();
    onMarksChanged();
  }

  /// Adds the health of tensors; tensors that already have one keep it.
  public void addHealth(List<ScannedTensor> batch) {
    boolean changed = false;
    for (ScannedTensor scanned : batch) {
      changed |= tally.addHealth(scanned);
    }
    if (changed) {
      showFindings();
    }
    onMarksChanged();
  }

  private void showFindings() {
    findings.setAll(tally.findings());
  }

  public void addFigures(List<MeasuredTensor> batch) {
    batch.forEach(tally::addFigures);
    incrementRevision();
  }

  /// Replaces the outliers among sibling tensors.
  public void setOutliers(List<Outlier> found) {
    outliers.clear();
    found.forEach(outlier -> outliers.put(outlier.tensor(), outlier));
    tally.marks().markOutliers(outliers.keySet(), tree());
    isCompared = true;
    onMarksChanged();
  }

  /// Replaces the findings about quantized weights.
  public void setWeights(WeightFindings found) {
    weights = found;
    tally.marks().markFindings(found.worst(), tree());
    onMarksChanged();
  }

  public WeightFindings weights() {
    return weights;
  }

  /// Returns the worst severity of findings about quantized weights and their parts, at and below a
  /// node of the tree.
  public Optional<Severity> weightFindingAt(int node) {
    return tally.marks().findingAt(node);
  }

  private NameTree tree() {
    return document.orElseThrow().tree();
  }

  private void onMarksChanged() {
    copiedMarks = Optional.empty();
    incrementRevision();
  }

  private void incrementRevision() {
    revision.set(revision.get() + 1);
  }

  public Optional<TensorHealth> health(int tensor) {
    return tally.health(tensor);
  }

  public Optional<TensorSummary> figures(int tensor) {
    return tally.figures(tensor);
  }

  /// Returns true if these are the results of the document. Views are notified one after another,
  /// so that some still show the previous document after its results were cleared.
  public boolean isOf(FileDocument shown) {
    return document.filter(shown::equals).isPresent();
  }

  /// Returns a copy of all results, for storing them.
  public KnownValues known() {
    return tally.known();
  }

  /// Returns an unmodifiable view of the outliers of the document, by tensor.
  public Map<Integer, Outlier> outliers() {
    return Collections.unmodifiableMap(outliers);
  }

  /// Returns the known figures of a tensor.
  public FigureValues values(int tensor) {
    return FigureValues.of(health(tensor), figures(tensor));
  }

  /// Returns a snapshot of the known figures of all tensors, which may be used on any thread.
  public IntFunction<FigureValues> values() {
    KnownValues known = known();
    return tensor ->
        tensor < known.tensorCount()
            ? FigureValues.of(known.health(tensor), known.figures(tensor))
            : FigureValues.NONE;
  }

  public Optional<Outlier> outlier(int tensor) {
    return Optional.ofNullable(outliers.get(tensor));
  }

  /// Returns true if a tensor at or below a node of the tree is an outlier among its siblings.
  public boolean isOutlierAt(int node) {
    return tally.marks().isOutlierAt(node);
  }

  /// Returns the known problems of the tensors at and below a node of the tree.
  public Set<HealthIssue> issuesAt(int node) {
    return tally.marks().issuesAt(node);
  }

  public boolean isCompared() {
    return isCompared;
  }

  /// Returns a snapshot of the marks of tensors and groups with problems, which may be used on any
  /// thread.
  public HealthMarks marks() {
    copiedMarks = copiedMarks.or(() -> Optional.of(tally.marks().copy()));
    return copiedMarks.get();
  }

  /// Returns true if every tensor at and below a node of the tree was scanned. False for an unknown
  /// node, which rows of the previous document may still pass.
  public boolean isScannedAt(int node) {
    return document
        .filter(open -> node < open.tree().size())
        .filter(open -> tally.marks().scannedCountAt(node) == open.tree().tensorCount(node))
        .isPresent();
  }

  public int tensorCount() {
    return tally.tensorCount();
  }

  /// Returns the number of completely scanned tensors. Truncated tensors do not count, because they
  /// are never reported as healthy.
  public int scannedCount() {
    return tally.scannedCount();
  }

  public int measuredCount() {
    return tally.measuredCount();
  }

  public int countOf(HealthIssue issue) {
    return tally.countOf(issue);
  }

  /// Returns the suffix of message keys about values that are not finite: `nan`, `inf`, or
  /// `nan-or-inf` for both, in one tensor or in several. Empty if all known values are finite.
  public Optional<String> nonFiniteKey() {
    boolean inf = countOf(HealthIssue.INF) > 0;
    if (countOf(HealthIssue.NAN) > 0) {
      return Optional.of(inf ? "nan-or-inf" : "nan");
    }
    return inf ? Optional.of("inf") : Optional.empty();
  }

  /// Returns the number of tensors whose worst problem has this severity.
  public int countBy(Severity worst) {
    return tally.countBy(worst);
  }

  /// Returns the findings about values and quantized weights by kind, the worst first. The members
  /// of a kind are limited in number.
  public List<FindingGroup<LocatedFinding>> findingGroups() {
    return Stream.concat(tally.findingGroups(), weights.groups().stream())
        .sorted(FindingGroup.WORST_FIRST)
        .toList();
  }

  /// Returns the findings about values as an unmodifiable list, the worst first. The findings of a
  /// kind are limited in number.
  public ObservableList<LocatedFinding> findings() {
    return findingsView;
  }

  /// Returns the number of findings about values and quantized weights, including the ones that
  /// exceed the limits.
  public long findingCount(Severity severity) {
    return tally.findingCount(severity) + weights.count(severity);
  }

  public sealed interface ScanState {

    default boolean isRunning() {
      return this instanceof Running;
    }

    /// Returns true if a scan can be started or continued.
    default boolean canStart() {
      return !isRunning() && !(this instanceof Done);
    }

    record NotStarted() implements ScanState {}

    record Running() implements ScanState {}

    /// All tensors inside their files were scanned.
    record Done() implements ScanState {}

    /// The user has stopped the scan; its results are kept.
    record Stopped() implements ScanState {}

    record Failed(String sentence, Throwable cause) implements ScanState {}
  }

  /// @param tensor its index in the checkpoint
  /// @param findings the findings about its values, the worst first
  public record ScannedTensor(int tensor, TensorHealth health, List<Finding> findings) {
    public ScannedTensor {
      findings = List.copyOf(findings);
    }
  }

  /// @param tensor its index in the checkpoint
  public record MeasuredTensor(int tensor, TensorSummary figures) {}
}
