package io.github.tensorloupe.desktop.selection.figures;

import module java.base;

import io.github.tensorloupe.desktop.control.names.NameTree;
import io.github.tensorloupe.work.Cancellation;

/// An order of all tensors by a figure, regardless of their groups.
///
/// @param ascending true for smallest first; tensors without the figure always come last
public record FigureOrder(Figure figure, boolean ascending) {

  /// Returns the nodes of all tensors; nodes with equal figures stay in the order of the tree.
  ///
  /// @param ofTensor returns the known values of a tensor, by its index in the checkpoint
  /// @throws java.util.concurrent.CancellationException if cancelled
  public int[] arrange(
      NameTree tree, IntFunction<FigureValues> ofTensor, Cancellation cancellation) {
    return arrange(tree, tensor -> figure.of(ofTensor.apply(tensor)), ascending, cancellation);
  }

  /// Sorts by any number of the tensors, or of the items that the nodes of the tree represent.
  public static int[] arrange(
      NameTree tree,
      IntFunction<OptionalDouble> ofTensor,
      boolean ascending,
      Cancellation cancellation) {
    double[] keys = new double[tree.size()];
    List<Integer> nodes = new ArrayList<>();
    for (int node = 0; node < keys.length; node++) {
      if (tree.tensor(node) != NameTree.NO_TENSOR) {
        double key = ofTensor.apply(tree.tensor(node)).orElse(Double.NaN);
        // Double.compare orders NaN last.
        keys[node] = ascending ? key : -key;
        nodes.add(node);
      }
    }
    nodes.sort(
        (one, other) -> {
          cancellation.check();
          return Double.compare(keys[one], keys[other]);
        });
    return nodes.stream().mapToInt(Integer::intValue).toArray();
  }
}
