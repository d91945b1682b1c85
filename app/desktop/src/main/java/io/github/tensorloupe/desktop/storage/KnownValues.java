package io.github.tensorloupe.desktop.storage;

import module java.base;

import io.github.tensorloupe.analysis.distribution.TensorSummary;
import io.github.tensorloupe.analysis.health.TensorHealth;

/// The known scan results of a checkpoint, by tensor index. Not thread-safe; must not be modified
/// after publication to other threads.
public final class KnownValues {

  final TensorHealth[] health;
  final TensorSummary[] figures;

  /// The tensors with problems that other tensors or their scales show, such as a wrong scale.
  final Set<Integer> concerns = new TreeSet<>();

  public KnownValues(int tensorCount) {
    this(new TensorHealth[tensorCount], new TensorSummary[tensorCount]);
  }

  /// @param health the health by tensor index; null if unknown; not copied
  /// @param figures the statistics by tensor index; null if unknown; not copied
  public KnownValues(TensorHealth[] health, TensorSummary[] figures) {
    this.health = health;
    this.figures = figures;
  }

  public int tensorCount() {
    return health.length;
  }

  public void addConcerns(Set<Integer> tensors) {
    concerns.addAll(tensors);
  }

  public void setHealth(int tensor, TensorHealth known) {
    health[tensor] = known;
  }

  public void setFigures(int tensor, TensorSummary known) {
    figures[tensor] = known;
  }

  /// Adds the results of other tensors that are unknown in this object.
  ///
  /// @param other the results of consecutive tensors
  /// @param first the index, within this object, of the first tensor of `other`
  /// @return true if any results were added
  public boolean addMissing(KnownValues other, int first) {
    return addMissing(health, other.health, first) | addMissing(figures, other.figures, first);
  }

  private static boolean addMissing(Object[] known, Object[] others, int first) {
    boolean any = false;
    for (int i = 0; i < others.length; i++) {
      if (known[first + i] == null && others[i] != null) {
        known[first + i] = others[i];
        any = true;
      }
    }
    return any;
  }

  /// Returns a copy of the results of consecutive tensors.
  public KnownValues part(int first, int tensorCount) {
    return new KnownValues(
        Arrays.copyOfRange(health, first, first + tensorCount),
        Arrays.copyOfRange(figures, first, first + tensorCount));
  }

  public boolean isEmpty() {
    return Stream.of(health, figures).flatMap(Stream::of).allMatch(Objects::isNull);
  }

  public Optional<TensorHealth> health(int tensor) {
    return Optional.ofNullable(health[tensor]);
  }

  public Optional<TensorSummary> figures(int tensor) {
    return Optional.ofNullable(figures[tensor]);
  }
}
