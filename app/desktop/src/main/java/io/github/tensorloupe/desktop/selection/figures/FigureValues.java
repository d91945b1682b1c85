package io.github.tensorloupe.desktop.selection.figures;

import module java.base;

import io.github.tensorloupe.analysis.distribution.TensorSummary;
import io.github.tensorloupe.analysis.distribution.ValueCounts;
import io.github.tensorloupe.analysis.health.TensorHealth;
import io.github.tensorloupe.desktop.control.names.NameTree;
import io.github.tensorloupe.work.Cancellation;

/// The known values of a tensor, or of all tensors of a group together.
///
/// @param counts present after the values were checked
/// @param figures present after the values were measured
public record FigureValues(Optional<ValueCounts> counts, Optional<TensorSummary> figures) {

  public static final FigureValues NONE = new FigureValues(Optional.empty(), Optional.empty());

  private static final int NODES_BETWEEN_CHECKS = 4096;

  public static FigureValues of(Optional<TensorHealth> health, Optional<TensorSummary> figures) {
    return new FigureValues(
        health.map(FigureValues::counts).or(() -> figures.map(TensorSummary::counts)), figures);
  }

  private static ValueCounts counts(TensorHealth health) {
    return new ValueCounts(
        health.partCount() - health.nonFiniteCount(),
        health.nan().count(),
        health.positiveInfinity().count(),
        health.negativeInfinity().count(),
        health.zero().count(),
        health.subnormal().count());
  }

  /// Returns the values of both together, as far as they are known.
  public FigureValues plus(FigureValues other) {
    return new FigureValues(
        counts.isPresent() && other.counts.isPresent()
            ? Optional.of(counts.get().plus(other.counts.get()))
            : counts.or(other::counts),
        figures.isPresent() && other.figures.isPresent()
            ? Optional.of(figures.get().plus(other.figures.get()))
            : figures.or(other::figures));
  }

  /// Computes the values of each group that has a row, at its node in the tree; null at other
  /// nodes.
  ///
  /// @param ofTensor returns the known values of a tensor, by its index in the checkpoint
  /// @throws java.util.concurrent.CancellationException if cancelled
  public static FigureValues[] ofGroups(
      NameTree tree, IntFunction<FigureValues> ofTensor, Cancellation cancellation) {
    FigureValues[] groups = new FigureValues[tree.size()];
    // Children follow their parents.
    for (int node = groups.length - 1; node >= 0; node--) {
      if (node % NODES_BETWEEN_CHECKS == 0) {
        cancellation.check();
      }
      int tensor = tree.tensor(node);
      FigureValues below = groups[node] == null ? NONE : groups[node];
      FigureValues values =
          tensor == NameTree.NO_TENSOR ? below : below.plus(ofTensor.apply(tensor));
      groups[node] = tree.isGroup(node) && !tree.isCollapsed(node) ? values : null;
      int parent = tree.parent(node);
      if (parent >= 0) {
        groups[parent] = groups[parent] == null ? values : groups[parent].plus(values);
      }
    }
    return groups;
  }
}
