package io.github.tensorloupe.desktop.pane.histogram;

import io.github.tensorloupe.analysis.distribution.Distribution;
import java.util.List;

/// The distributions of a tensor's siblings: the tensors with the same role in the other layers.
///
/// @param names of all siblings whose bytes are in the file, by layer
/// @param rootMeanSquares of all of them
/// @param sum of all of them
/// @param nearest the distributions of the siblings of the nearest layers, at most [#MAX_NEAREST]
/// @param nearestNames their names
record Siblings(
    List<String> names,
    List<Double> rootMeanSquares,
    Distribution sum,
    List<Distribution> nearest,
    List<String> nearestNames) {

  /// How many distributions are held one by one.
  static final int MAX_NEAREST = 32;
}
