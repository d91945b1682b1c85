package io.github.tensorloupe.desktop.selection;

import module java.base;
import module javafx.controls;

import io.github.tensorloupe.compare.Change;
import io.github.tensorloupe.compare.CompareOptions;
import io.github.tensorloupe.compare.Comparison;
import io.github.tensorloupe.compare.PairResult;
import io.github.tensorloupe.desktop.selection.ScanResults.ScanState;

/// The results of one comparison so far, by the index of the pair. Belongs to the FX thread. A
/// result that is there never changes.
public final class ComparisonResults {

  private final OpenComparison comparison;
  private final PairResult[] results;
  private final ReadOnlyLongWrapper revision = new ReadOnlyLongWrapper();
  private final DoubleProperty progress = new SimpleDoubleProperty();
  private final ObjectProperty<ScanState> state =
      new SimpleObjectProperty<>(new ScanState.NotStarted());
  private final Map<Change, Integer> counts = new EnumMap<>(Change.class);
  private final Map<PairResult, PairResult> equal = new HashMap<>();
  private int doneCount;

  public ComparisonResults(OpenComparison comparison) {
    this.comparison = comparison;
    this.results = new PairResult[comparison.pairs().size()];
    for (int pair = 0; pair < results.length; pair++) {
      counts.merge(comparison.structure(pair), 1, Integer::sum);
    }
  }

  /// A pair that has been compared.
  ///
  /// @param pair its index in the comparison
  public record ComparedPair(int pair, PairResult result) {}

  /// Takes results; of a pair that has one already nothing changes.
  public void add(List<ComparedPair> batch) {
    for (ComparedPair compared : batch) {
      if (results[compared.pair()] == null) {
        counts.merge(change(compared.pair()), -1, Integer::sum);
        results[compared.pair()] = shared(compared.result());
        counts.merge(change(compared.pair()), 1, Integer::sum);
        doneCount++;
      }
    }
    revision.set(revision.get() + 1);
  }

  /// Most of half a million pairs are equal in the same way.
  private PairResult shared(PairResult result) {
    return result.change() == Change.EQUAL
        ? equal.computeIfAbsent(result, Function.identity())
        : result;
  }

  /// Goes up whenever results have arrived; some times a second at most.
  public ReadOnlyLongProperty revisionProperty() {
    return revision.getReadOnlyProperty();
  }

  /// From 0 to 1. Set by whoever compares.
  public DoubleProperty progressProperty() {
    return progress;
  }

  /// Set by whoever compares.
  public ObjectProperty<ScanState> stateProperty() {
    return state;
  }

  public Optional<PairResult> result(int pair) {
    return Optional.ofNullable(results[pair]);
  }

  /// The kind of difference as far as it is known: as the headers tell it until the pair is
  /// compared.
  public Change change(int pair) {
    return results[pair] == null ? comparison.structure(pair) : results[pair].change();
  }

  /// The number of pairs with a kind of difference, as far as it is known.
  public int countOf(Change change) {
    return counts.getOrDefault(change, 0);
  }

  /// The number of pairs with a result.
  public int doneCount() {
    return doneCount;
  }

  public boolean isComplete() {
    return doneCount == results.length;
  }

  /// All that is known now; may be used on any thread.
  public Comparison known() {
    return new Comparison(
        comparison.sideA(),
        comparison.sideB(),
        comparison.pairs(),
        Collections.unmodifiableList(Arrays.asList(results.clone())),
        comparison.metadata(),
        CompareOptions.STRICT);
  }
}
