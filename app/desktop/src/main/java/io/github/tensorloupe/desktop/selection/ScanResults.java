package io.github.tensorloupe.desktop.selection;

import module java.base;
import module javafx.controls;

import io.github.tensorloupe.analysis.distribution.TensorFigures;
import io.github.tensorloupe.analysis.health.FindingGroup;
import io.github.tensorloupe.analysis.health.HealthIssue;
import io.github.tensorloupe.analysis.health.TensorHealth;
import io.github.tensorloupe.analysis.layers.Outliers.Outlier;
import io.github.tensorloupe.desktop.control.names.NameTree;
import io.github.tensorloupe.desktop.selection.OpenDocument.LocatedFinding;
import io.github.tensorloupe.desktop.selection.figures.FigureValues;
import io.github.tensorloupe.format.Finding;
import io.github.tensorloupe.format.Severity;
import io.github.tensorloupe.storage.KnownValues;

/// The results of scans of the open document so far, by tensor. Belongs to the FX thread. Tensors
/// are given by their index in the checkpoint, groups by their node in the tree; of an index or a
/// node that there is not, nothing is known.
public final class ScanResults {

  private final ReadOnlyLongWrapper revision = new ReadOnlyLongWrapper();
  private final ObjectProperty<ScanState> state =
      new SimpleObjectProperty<>(new ScanState.NotStarted());
  private final DoubleProperty progress = new SimpleDoubleProperty();
  private final ObservableList<LocatedFinding> findings = FXCollections.observableArrayList();
  private final ObservableList<LocatedFinding> findingsView =
      FXCollections.unmodifiableObservableList(findings);
  private final Map<Integer, Outlier> outliers = new HashMap<>();
  private Optional<OpenDocument> document = Optional.empty();
  private ScanTally tally = ScanTally.of(Optional.empty());
  private WeightFindings weights = WeightFindings.NONE;

  /// The copy given out since the marks changed last.
  private Optional<HealthMarks> copiedMarks = Optional.empty();

  private boolean isCompared;

  /// Goes up whenever results have arrived, or have gone with their document; some times a second
  /// at most.
  public ReadOnlyLongProperty revisionProperty() {
    return revision.getReadOnlyProperty();
  }

  /// Set by the scan.
  public ObjectProperty<ScanState> stateProperty() {
    return state;
  }

  /// From 0 to 1. Set by the scan.
  public DoubleProperty progressProperty() {
    return progress;
  }

  /// Forgets everything, and is about another document from now on, or about none.
  public void begin(Optional<OpenDocument> opened) {
    document = opened;
    tally = ScanTally.of(opened);
    weights = WeightFindings.NONE;
    isCompared = false;
    outliers.clear();
    findings.clear();
    progress.set(0);
    state.set(new ScanState.NotStarted());
    tellMarked();
  }

  /// Takes what was known before anything was scanned: that of a million tensors in one moment.
  ///
  /// @param known of the same document; is not to be changed any more by whoever has filled it
  public void recall(ScanTally known) {
    tally = known;
    tally.marks().markFindings(weights.worst(), tree());
    showFindings();
    tellMarked();
  }

  /// Takes what is known of the health of tensors; of those it knows already nothing changes.
  public void addHealth(List<ScannedTensor> batch) {
    boolean changed = false;
    for (ScannedTensor scanned : batch) {
      changed |= tally.addHealth(scanned);
    }
    if (changed) {
      showFindings();
    }
    tellMarked();
  }

  private void showFindings() {
    findings.setAll(tally.findings());
  }

  public void addFigures(List<MeasuredTensor> batch) {
    batch.forEach(tally::addFigures);
    tell();
  }

  /// Takes the tensors that stand out among their siblings, in place of those before.
  public void setOutliers(List<Outlier> found) {
    outliers.clear();
    found.forEach(outlier -> outliers.put(outlier.tensor(), outlier));
    tally.marks().markOutliers(outliers.keySet(), tree());
    isCompared = true;
    tellMarked();
  }

  /// Takes the findings about quantized weights, in place of those before.
  public void setWeights(WeightFindings found) {
    weights = found;
    tally.marks().markFindings(found.worst(), tree());
    tellMarked();
  }

  public WeightFindings weights() {
    return weights;
  }

  /// How bad the worst finding about a quantized weight or a part of one is, of those at and below
  /// a node of the tree.
  public Optional<Severity> weightFindingAt(int node) {
    return tally.marks().findingAt(node);
  }

  private NameTree tree() {
    return document.orElseThrow().tree();
  }

  private void tellMarked() {
    copiedMarks = Optional.empty();
    tell();
  }

  private void tell() {
    revision.set(revision.get() + 1);
  }

  public Optional<TensorHealth> health(int tensor) {
    return tally.health(tensor);
  }

  public Optional<TensorFigures> figures(int tensor) {
    return tally.figures(tensor);
  }

  /// True if these are the results of a document: views hear of another one by and by, and some
  /// still show the one before when its results have gone.
  public boolean isOf(OpenDocument shown) {
    return document.filter(shown::equals).isPresent();
  }

  /// Everything that is known now, to be kept.
  public KnownValues known() {
    return tally.known();
  }

  /// The tensors of the document that stand out among their siblings, by tensor; a view.
  public Map<Integer, Outlier> outliers() {
    return Collections.unmodifiableMap(outliers);
  }

  /// The figures of a tensor that are known now.
  public FigureValues values(int tensor) {
    return FigureValues.of(health(tensor), figures(tensor));
  }

  /// The figures of each tensor that are known now; may be used on any thread.
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

  /// True if a tensor at or below a node of the tree stands out among its siblings.
  public boolean isOutlierAt(int node) {
    return tally.marks().isOutlierAt(node);
  }

  /// The known problems of the tensors at and below a node of the tree.
  public Set<HealthIssue> issuesAt(int node) {
    return tally.marks().issuesAt(node);
  }

  public boolean isCompared() {
    return isCompared;
  }

  /// Which tensors and groups have something wrong with them now; may be used on any thread.
  public HealthMarks marks() {
    copiedMarks = copiedMarks.or(() -> Optional.of(tally.marks().copy()));
    return copiedMarks.get();
  }

  /// True if every tensor at and below a node of the tree was scanned. A node that the tree does
  /// not have was not: rows of the document before ask as well, until they are gone.
  public boolean isScannedAt(int node) {
    return document
        .filter(open -> node < open.tree().size())
        .filter(open -> tally.marks().scannedCountAt(node) == open.tree().tensorCount(node))
        .isPresent();
  }

  public int tensorCount() {
    return tally.tensorCount();
  }

  /// The number of tensors that were looked at and are whole: a cut one is never told to be fine.
  public int scannedCount() {
    return tally.scannedCount();
  }

  public int measuredCount() {
    return tally.measuredCount();
  }

  public int countOf(HealthIssue issue) {
    return tally.countOf(issue);
  }

  /// The values that are no finite numbers, as the ending of the keys of messages about them:
  /// `nan`, `inf`, or `nan-or-inf` where there are both, in one tensor or in several. Empty where
  /// all values that are known are finite.
  public Optional<String> nonFiniteKey() {
    boolean inf = countOf(HealthIssue.INF) > 0;
    if (countOf(HealthIssue.NAN) > 0) {
      return Optional.of(inf ? "nan-or-inf" : "nan");
    }
    return inf ? Optional.of("inf") : Optional.empty();
  }

  /// Of how many tensors the worst that is wrong is of this severity.
  public int countBy(Severity worst) {
    return tally.countBy(worst);
  }

  /// The findings about values and quantized weights by kind, the worst first. Of very many of a
  /// kind only the first are members.
  public List<FindingGroup<LocatedFinding>> findingGroups() {
    return Stream.concat(tally.findingGroups(), weights.groups().stream())
        .sorted(FindingGroup.WORST_FIRST)
        .toList();
  }

  /// The findings about values, the worst first; not to be changed by the caller. Of very many of a
  /// kind only the first are here.
  public ObservableList<LocatedFinding> findings() {
    return findingsView;
  }

  /// The number of findings about values and quantized weights, in the list or not.
  public long findingCount(Severity severity) {
    return tally.findingCount(severity) + weights.count(severity);
  }

  public sealed interface ScanState {

    default boolean isRunning() {
      return this instanceof Running;
    }

    /// True where a scan can begin or go on.
    default boolean canStart() {
      return !isRunning() && !(this instanceof Done);
    }

    record NotStarted() implements ScanState {}

    record Running() implements ScanState {}

    /// Every tensor that lies in its file was looked at.
    record Done() implements ScanState {}

    /// A person has stopped it; what was found until then stays.
    record Stopped() implements ScanState {}

    record Failed(String sentence, Throwable cause) implements ScanState {}
  }

  /// @param tensor its index in the checkpoint
  /// @param findings what there is to say of it, the worst first
  public record ScannedTensor(int tensor, TensorHealth health, List<Finding> findings) {
    public ScannedTensor {
      findings = List.copyOf(findings);
    }
  }

  /// @param tensor its index in the checkpoint
  public record MeasuredTensor(int tensor, TensorFigures figures) {}
}
