package io.github.tensorloupe.desktop.selection;

import module java.base;
import module javafx.controls;

import io.github.tensorloupe.compare.Change;
import io.github.tensorloupe.compare.CompareOptions;
import io.github.tensorloupe.compare.Comparison;
import io.github.tensorloupe.compare.PairResult;
import io.github.tensorloupe.compare.TensorPair;
import io.github.tensorloupe.desktop.selection.ScanResults.ScanState;

/// The results of one comparison so far, by the index of the pair. A result never changes once it
/// is present. Belongs to the FX thread.
public final class ComparisonResults {

  private final ComparisonDocument comparison;
  private final PairResult[] results;
  private final Comparison live;
  private final ReadOnlyLongWrapper revision = new ReadOnlyLongWrapper();
  private final DoubleProperty progress = new SimpleDoubleProperty();
  private final ObjectProperty<ScanState> state =
      new SimpleObjectProperty<>(new ScanState.NotStarted());
  private final Map<PairResult, PairResult> equal = new HashMap<>();
  private int doneCount;
  private int sameCount;

  public ComparisonResults(ComparisonDocument comparison) {
    this.comparison = comparison;
    results = new PairResult[comparison.pairs().size()];
    live = of(results);
    sameCount = (int) IntStream.range(0, results.length).filter(this::isSame).count();
  }

  /// Creates the results of a comparison that shares pairs with another one. Any thread.
  ///
  /// @param known the results of the other comparison, which are kept for pairs of the same tensors
  public ComparisonResults(ComparisonDocument comparison, Comparison known) {
    this(comparison);
    Map<TensorPair, PairResult> stay = new HashMap<>();
    for (int pair = 0; pair < known.pairs().size(); pair++) {
      stay.put(known.pairs().get(pair), known.results().get(pair));
    }
    add(
        IntStream.range(0, results.length)
            .filter(pair -> stay.get(comparison.pairs().get(pair)) != null)
            .mapToObj(pair -> new ComparedPair(pair, stay.get(comparison.pairs().get(pair))))
            .toList());
  }

  /// A pair that has been compared.
  ///
  /// @param pair its index in the comparison
  public record ComparedPair(int pair, PairResult result) {}

  public ComparisonDocument comparison() {
    return comparison;
  }

  /// Adds results; a pair that already has one keeps it.
  public void add(List<ComparedPair> batch) {
    for (ComparedPair compared : batch) {
      if (results[compared.pair()] == null) {
        sameCount -= isSame(compared.pair()) ? 1 : 0;
        results[compared.pair()] = shared(compared.result());
        sameCount += isSame(compared.pair()) ? 1 : 0;
        doneCount++;
      }
    }
    revision.set(revision.get() + 1);
  }

  /// Shares equal results: most of half a million pairs are equal in the same way.
  private PairResult shared(PairResult result) {
    return result.change() == Change.EQUAL
        ? equal.computeIfAbsent(result, Function.identity())
        : result;
  }

  /// Incremented whenever results have arrived, at most a few times per second.
  public ReadOnlyLongProperty revisionProperty() {
    return revision.getReadOnlyProperty();
  }

  /// The progress from 0 to 1, set by the comparing job.
  public DoubleProperty progressProperty() {
    return progress;
  }

  /// Set by the comparing job.
  public ObjectProperty<ScanState> stateProperty() {
    return state;
  }

  public Optional<PairResult> result(int pair) {
    return Optional.ofNullable(results[pair]);
  }

  /// Returns the kind of difference as far as it is known; see [Comparison#change].
  public Change change(int pair) {
    return live.changeSoFar(pair);
  }

  /// Returns the number of pairs that are known to differ.
  public int differentCount() {
    return results.length - sameCount;
  }

  private boolean isSame(int pair) {
    return change(pair) == Change.EQUAL || change(pair) == Change.SAME_HEADER;
  }

  public int doneCount() {
    return doneCount;
  }

  public boolean isComplete() {
    return doneCount == results.length;
  }

  /// Returns a copy of the current results, which may be used on any thread.
  public Comparison snapshot() {
    return of(results.clone());
  }

  private Comparison of(PairResult[] known) {
    return new Comparison(
        comparison.sideA(),
        comparison.sideB(),
        comparison.pairs(),
        Collections.unmodifiableList(Arrays.asList(known)),
        comparison.metadata(),
        CompareOptions.STRICT);
  }
}
