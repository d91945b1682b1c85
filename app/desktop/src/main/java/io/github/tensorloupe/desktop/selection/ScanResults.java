package io.github.tensorloupe.desktop.selection;

import module java.base;
import module javafx.controls;

import io.github.tensorloupe.analysis.distribution.TensorSummary;
import io.github.tensorloupe.analysis.health.HealthIssue;
import io.github.tensorloupe.analysis.health.TensorHealth;
import io.github.tensorloupe.analysis.layers.Outliers.Outlier;
import io.github.tensorloupe.config.ConfigReport;
import io.github.tensorloupe.desktop.control.names.NameTree;
import io.github.tensorloupe.desktop.selection.DocumentHealth.StructureHealth;
import io.github.tensorloupe.desktop.selection.FileDocument.LocatedFinding;
import io.github.tensorloupe.desktop.selection.figures.FigureValues;
import io.github.tensorloupe.desktop.storage.KnownValues;
import io.github.tensorloupe.format.Finding;
import io.github.tensorloupe.format.Severity;
import io.github.tensorloupe.integrity.expected.Check;

/// The scan results of the open document so far, by tensor. Tensors are identified by their index
/// in the checkpoint, groups by their node in the tree; unknown indexes and nodes have no results.
/// Belongs to the FX thread.
public final class ScanResults {

  private final ReadOnlyLongWrapper revision = new ReadOnlyLongWrapper();
  private final ObjectProperty<ScanState> state =
      new SimpleObjectProperty<>(new ScanState.NotStarted());
  private final DoubleProperty progress = new SimpleDoubleProperty();
  private final ReadOnlyObjectWrapper<Optional<DocumentHealth>> health =
      new ReadOnlyObjectWrapper<>(Optional.empty());
  private final ReadOnlyObjectWrapper<Optional<PastedHash>> pastedHash =
      new ReadOnlyObjectWrapper<>(Optional.empty());
  private final ObjectProperty<Optional<Check.Result>> checkedHashes =
      new SimpleObjectProperty<>(Optional.empty());
  private final ObjectProperty<List<ConfigReport>> configs = new SimpleObjectProperty<>(List.of());
  private final Map<Integer, Outlier> outliers = new HashMap<>();
  private Optional<FileDocument> document = Optional.empty();
  private Optional<StructureHealth> structure = Optional.empty();
  private ScanTally tally = ScanTally.of(Optional.empty());
  private TensorFindings weights = TensorFindings.NONE;
  private List<LocatedFinding> privateData = List.of();

  /// The findings about outliers.
  private TensorFindings layers = TensorFindings.NONE;

  /// The copy that was returned since the last change of the marks.
  private Optional<HealthMarks> copiedMarks = Optional.empty();

  private boolean isCompared;

  public ScanResults() {
    List.of(state, pastedHash, checkedHashes).forEach(each -> each.subscribe(this::updateHealth));
  }

  /// The health of the document according to these results; empty if there is no document.
  public ReadOnlyObjectProperty<Optional<DocumentHealth>> healthProperty() {
    return health.getReadOnlyProperty();
  }

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

  public ReadOnlyObjectProperty<Optional<PastedHash>> pastedHashProperty() {
    return pastedHash.getReadOnlyProperty();
  }

  /// Sets the result of a comparison with a pasted hash. A match of one file does not replace the
  /// mismatch of another.
  public void setPastedHash(PastedHash result) {
    Optional<PastedHash> bad = pastedHash.get().filter(PastedHash::differs);
    if (result.differs() || bad.filter(other -> other.file() != result.file()).isEmpty()) {
      pastedHash.set(Optional.of(result));
    }
  }

  /// The result of comparing the files of the document with their expected hashes: that one
  /// differs, or that all match; empty while neither is known.
  public ObjectProperty<Optional<Check.Result>> checkedHashesProperty() {
    return checkedHashes;
  }

  /// The configuration of each part of the document, compared with its tensors; empty until that
  /// was examined.
  public ObjectProperty<List<ConfigReport>> configsProperty() {
    return configs;
  }

  /// Clears all results and starts with another document, or none.
  public void begin(Optional<FileDocument> opened) {
    document = opened;
    structure = opened.map(StructureHealth::of);
    tally = ScanTally.of(opened);
    weights = TensorFindings.NONE;
    layers = TensorFindings.NONE;
    privateData = List.of();
    isCompared = false;
    outliers.clear();
    progress.set(0);
    pastedHash.set(Optional.empty());
    checkedHashes.set(Optional.empty());
    configs.set(List.of());
    state.set(new ScanState.NotStarted());
    onMarksChanged();
  }

  /// Replaces all results with stored ones, in constant time even for a million tensors.
  ///
  /// @param known results of the same document; the caller must not change them afterwards
  public void recall(ScanTally known) {
    tally = known;
    markFindings();
    onMarksChanged();
  }

  /// Adds the health of tensors; tensors that already have one keep it.
  public void addHealth(List<ScannedTensor> batch) {
    batch.forEach(tally::addHealth);
    onMarksChanged();
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
    layers = TensorFindings.of(found, document.orElseThrow().checkpoint());
    markFindings();
    isCompared = true;
    onMarksChanged();
  }

  /// Replaces the findings about quantized weights.
  public void setWeights(TensorFindings found) {
    weights = found;
    markFindings();
    onMarksChanged();
  }

  private void markFindings() {
    Map<Integer, Severity> worst = weights.worst();
    BinaryOperator<Severity> worse = BinaryOperator.minBy(Comparator.naturalOrder());
    layers.worst().forEach((tensor, severity) -> worst.merge(tensor, severity, worse));
    tally.marks().markFindings(worst, tree());
  }

  /// Replaces the findings about private data in the metadata.
  public void setPrivateData(List<LocatedFinding> found) {
    privateData = List.copyOf(found);
    incrementRevision();
  }

  public TensorFindings weights() {
    return weights;
  }

  /// Returns the findings about quantized weights and about outliers that concern a tensor.
  public Stream<Finding> findings(int tensor) {
    return Stream.concat(weights.of(tensor).stream(), layers.of(tensor).stream());
  }

  private NameTree tree() {
    return document.orElseThrow().tree();
  }

  private void onMarksChanged() {
    copiedMarks = Optional.empty();
    incrementRevision();
  }

  private void incrementRevision() {
    updateHealth();
    revision.set(revision.get() + 1);
  }

  private void updateHealth() {
    boolean hashDiffers =
        pastedHash.get().filter(PastedHash::differs).isPresent()
            || checkedHashes.get().equals(Optional.of(Check.Result.MISMATCH));
    health.set(
        structure.map(
            it ->
                DocumentHealth.of(
                    it,
                    tally,
                    weights,
                    layers,
                    privateData,
                    outliers.size(),
                    state.get(),
                    hashDiffers)));
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
    KnownValues known = tally.known();
    known.addConcerns(doubtful());
    return known;
  }

  /// Returns the tensors with warnings or errors about weights or outliers.
  public Set<Integer> doubtful() {
    Set<Integer> tensors = new HashSet<>(weights.doubtful());
    tensors.addAll(layers.doubtful());
    return tensors;
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

  /// Returns the marks of tensors and groups with problems. They change with the results.
  public HealthMarks currentMarks() {
    return tally.marks();
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

  /// Returns true if a scanned tensor has the issue.
  public boolean hasIssue(HealthIssue issue) {
    return tally.countByIssue().containsKey(issue);
  }

  public sealed interface ScanState {

    default boolean isRunning() {
      return this instanceof Running;
    }

    /// Returns true if a scan can be started or continued.
    default boolean canStart() {
      return !isRunning() && !(this instanceof Done(Figures figures) && figures != Figures.MISSING);
    }

    /// Returns the suffix of message keys for this state.
    default String key() {
      return switch (this) {
        case NotStarted _ -> "not-scanned";
        case Running _ -> "running";
        case Stopped _ -> "stopped";
        case Failed _ -> "failed";
        case Done _ -> "done";
      };
    }

    record NotStarted() implements ScanState {}

    record Running() implements ScanState {}

    /// All tensors inside their files were scanned.
    ///
    /// @param figures whether the tensors were also measured
    record Done(Figures figures) implements ScanState {
      public Done() {
        this(Figures.COMPLETE);
      }
    }

    enum Figures {
      MISSING,
      MEASURING,
      COMPLETE
    }

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
