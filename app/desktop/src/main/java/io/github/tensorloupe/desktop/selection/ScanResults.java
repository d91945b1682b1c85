package io.github.tensorloupe.desktop.selection;

import module java.base;
import module javafx.controls;

import io.github.tensorloupe.analysis.distribution.TensorFigures;
import io.github.tensorloupe.analysis.figures.FigureValues;
import io.github.tensorloupe.analysis.health.FindingGroup;
import io.github.tensorloupe.analysis.health.FindingGroup.Kind;
import io.github.tensorloupe.analysis.health.HealthIssue;
import io.github.tensorloupe.analysis.health.HealthMarks;
import io.github.tensorloupe.analysis.health.TensorHealth;
import io.github.tensorloupe.analysis.layers.Outliers.Outlier;
import io.github.tensorloupe.desktop.selection.OpenDocument.LocatedFinding;
import io.github.tensorloupe.format.Finding;
import io.github.tensorloupe.format.Severity;
import io.github.tensorloupe.model.TensorFile;
import io.github.tensorloupe.storage.KnownValues;

/// The results of scans of the open document so far, by tensor. Belongs to the FX thread. Tensors
/// are given by their index in the checkpoint, groups by their node in the tree; of an index or a
/// node that there is not, nothing is known.
public final class ScanResults {

  /// The most findings of a kind that are kept; the others are only counted.
  static final int MOST_FINDINGS = 2_000;

  /// Those that are kept do not depend on the order in which they came.
  private static final Comparator<Kept> WORST_FIRST =
      Comparator.comparing((Kept kept) -> kept.located().finding().concern())
          .thenComparingInt(Kept::tensor)
          .thenComparingInt(Kept::place);

  private static final Comparator<HealthIssue> WORST_ISSUE =
      Comparator.comparing(HealthIssue::severity);

  /// Findings of one kind: the first of them, and how many there are.
  private static final class KeptKind {
    private final NavigableSet<Kept> first = new TreeSet<>(WORST_FIRST);
    private long findingCount;
    private long tensorCount;
    private int lastTensor = -1;

    /// Adds a finding, those of a tensor one after the other; true if it is kept.
    boolean add(Kept found) {
      findingCount++;
      tensorCount += found.tensor() == lastTensor ? 0 : 1;
      lastTensor = found.tensor();
      first.add(found);
      return first.size() <= MOST_FINDINGS || first.pollLast() != found;
    }
  }

  private record Kept(int tensor, int place, LocatedFinding located) {}

  private final ReadOnlyLongWrapper revision = new ReadOnlyLongWrapper();
  private final ObjectProperty<ScanState> state =
      new SimpleObjectProperty<>(new ScanState.NotStarted());
  private final DoubleProperty progress = new SimpleDoubleProperty();
  private final Map<Kind, KeptKind> keptByKind =
      new TreeMap<>(Comparator.comparing(Kind::code).thenComparing(Kind::severity));
  private final Map<Severity, Long> findingCounts = new EnumMap<>(Severity.class);
  private final ObservableList<LocatedFinding> findings = FXCollections.observableArrayList();
  private final ObservableList<LocatedFinding> findingsView =
      FXCollections.unmodifiableObservableList(findings);
  private final Map<HealthIssue, Integer> countOf = new EnumMap<>(HealthIssue.class);
  private final Map<Severity, Integer> countBy = new EnumMap<>(Severity.class);
  private final Map<Integer, Outlier> outliers = new HashMap<>();
  private Optional<OpenDocument> document = Optional.empty();
  private TensorHealth[] health = {};
  private TensorFigures[] figures = {};
  private HealthMarks marks = new HealthMarks(0, 0);
  private WeightFindings weights = WeightFindings.NONE;

  /// The copy given out since the marks changed last.
  private Optional<HealthMarks> copiedMarks = Optional.empty();

  private int scannedCount;
  private int measuredCount;
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
    int tensorCount = opened.map(open -> open.checkpoint().tensors().size()).orElse(0);
    health = new TensorHealth[tensorCount];
    figures = new TensorFigures[tensorCount];
    marks = new HealthMarks(tensorCount, opened.map(open -> open.tree().size()).orElse(0));
    copiedMarks = Optional.empty();
    weights = WeightFindings.NONE;
    scannedCount = 0;
    measuredCount = 0;
    isCompared = false;
    countOf.clear();
    countBy.clear();
    outliers.clear();
    keptByKind.clear();
    findingCounts.clear();
    findings.clear();
    progress.set(0);
    state.set(new ScanState.NotStarted());
    tell();
  }

  /// Takes what is known of the health of tensors; of those it knows already nothing changes.
  public void addHealth(List<ScannedTensor> batch) {
    OpenDocument open = document.orElseThrow();
    copiedMarks = Optional.empty();
    boolean changed = false;
    for (ScannedTensor scanned : batch) {
      if (marks.isScanned(scanned.tensor())) {
        continue;
      }
      Set<HealthIssue> issues = scanned.health().issues();
      health[scanned.tensor()] = scanned.health();
      marks.mark(scanned.tensor(), issues, open.tree());
      scannedCount += scanned.health().isWhole() ? 1 : 0;
      // Stored results of half a million tensors come in one batch, and most have no issue.
      if (!issues.isEmpty()) {
        issues.forEach(issue -> countOf.merge(issue, 1, Integer::sum));
        countBy.merge(Collections.min(issues, WORST_ISSUE).severity(), 1, Integer::sum);
        changed |= addFindings(scanned, open);
      }
    }
    if (changed) {
      findings.setAll(
          keptByKind.values().stream()
              .flatMap(kind -> kind.first.stream())
              .sorted(WORST_FIRST)
              .map(Kept::located)
              .toList());
    }
    tell();
  }

  /// Keeps the findings about a tensor, or only counts them; true if it keeps any.
  private boolean addFindings(ScannedTensor scanned, OpenDocument open) {
    Optional<TensorFile> file =
        Optional.of(open.checkpoint().tensors().get(scanned.tensor()).file());
    boolean changed = false;
    int place = 0;
    for (Finding finding : scanned.findings()) {
      findingCounts.merge(finding.concern(), 1L, Long::sum);
      Kept found = new Kept(scanned.tensor(), place++, new LocatedFinding(file, finding));
      Kind kind = Kind.ofConcern(finding);
      changed |= keptByKind.computeIfAbsent(kind, _ -> new KeptKind()).add(found);
    }
    return changed;
  }

  public void addFigures(List<MeasuredTensor> batch) {
    for (MeasuredTensor measured : batch) {
      measuredCount += figures[measured.tensor()] == null ? 1 : 0;
      figures[measured.tensor()] = measured.figures();
    }
    tell();
  }

  /// Takes the tensors that stand out among their siblings, in place of those before.
  public void setOutliers(List<Outlier> found) {
    outliers.clear();
    found.forEach(outlier -> outliers.put(outlier.tensor(), outlier));
    copiedMarks = Optional.empty();
    marks.markOutliers(outliers.keySet(), document.orElseThrow().tree());
    isCompared = true;
    tell();
  }

  /// Takes the findings about quantized weights, in place of those before.
  public void setWeights(WeightFindings found) {
    weights = found;
    copiedMarks = Optional.empty();
    marks.markFindings(found.worst(), document.orElseThrow().tree());
    tell();
  }

  public WeightFindings weights() {
    return weights;
  }

  /// How bad the worst finding about a quantized weight or a part of one is, of those at and below
  /// a node of the tree.
  public Optional<Severity> weightFindingAt(int node) {
    return marks.findingAt(node);
  }

  private void tell() {
    revision.set(revision.get() + 1);
  }

  public Optional<TensorHealth> health(int tensor) {
    return at(tensor, health);
  }

  public Optional<TensorFigures> figures(int tensor) {
    return at(tensor, figures);
  }

  private static <T> Optional<T> at(int tensor, T[] all) {
    return tensor >= 0 && tensor < all.length ? Optional.ofNullable(all[tensor]) : Optional.empty();
  }

  /// True if these are the results of a document: views hear of another one by and by, and some
  /// still show the one before when its results have gone.
  public boolean isOf(OpenDocument shown) {
    return document.filter(shown::equals).isPresent();
  }

  /// Everything that is known now, to be kept.
  public KnownValues known() {
    return new KnownValues(health.clone(), figures.clone());
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
    return marks.isOutlierAt(node);
  }

  /// The known problems of the tensors at and below a node of the tree.
  public Set<HealthIssue> issuesAt(int node) {
    return marks.issuesAt(node);
  }

  public boolean isCompared() {
    return isCompared;
  }

  /// Which tensors and groups have something wrong with them now; may be used on any thread.
  public HealthMarks marks() {
    copiedMarks = copiedMarks.or(() -> Optional.of(marks.copy()));
    return copiedMarks.get();
  }

  /// True if every tensor at and below a node of the tree was scanned. A node that the tree does
  /// not have was not: rows of the document before ask as well, until they are gone.
  public boolean isScannedAt(int node) {
    return document
        .filter(open -> node < open.tree().size())
        .filter(open -> marks.scannedCountAt(node) == open.tree().tensorCount(node))
        .isPresent();
  }

  public int tensorCount() {
    return health.length;
  }

  /// The number of tensors that were looked at and are whole: a cut one is never told to be fine.
  public int scannedCount() {
    return scannedCount;
  }

  public int measuredCount() {
    return measuredCount;
  }

  public int countOf(HealthIssue issue) {
    return countOf.getOrDefault(issue, 0);
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
    return countBy.getOrDefault(worst, 0);
  }

  /// The findings about values and quantized weights by kind, the worst first. Of very many of a
  /// kind only the first are members.
  public List<FindingGroup<LocatedFinding>> findingGroups() {
    Stream<FindingGroup<LocatedFinding>> ofValues =
        keptByKind.entrySet().stream()
            .map(
                entry -> {
                  KeptKind kept = entry.getValue();
                  List<LocatedFinding> members = kept.first.stream().map(Kept::located).toList();
                  return new FindingGroup<>(
                      entry.getKey(), kept.findingCount, kept.tensorCount, members);
                });
    return Stream.concat(ofValues, weights.groups().stream())
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
    return findingCounts.getOrDefault(severity, 0L) + weights.count(severity);
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
