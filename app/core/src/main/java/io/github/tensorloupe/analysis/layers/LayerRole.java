package io.github.tensorloupe.analysis.layers;

import module java.base;

import io.github.tensorloupe.format.Shape;
import io.github.tensorloupe.format.TensorInfo;

/// The place of a tensor in a model of repeated layers, as its name tells.
///
/// @param stack what the layers are repeated in, as `model.layers`; empty where the name begins
///   with the number
/// @param layer the layer's number, from 0 to [#MAX_LAYER]
/// @param role what follows the number, as `self_attn.q_proj.weight`; empty where the name ends
///   with the number
public record LayerRole(String stack, int layer, String role) {

  /// Larger numbers are no layers.
  public static final int MAX_LAYER = 100_000;

  private static final int MIN_STACKED_RANK = 3;
  private static final Pattern STACKED = Pattern.compile("(?i:experts)[._]");

  public LayerRole {
    if (layer < 0 || layer > MAX_LAYER) {
      throw new IllegalArgumentException("layer " + layer);
    }
  }

  /// The number of experts that a tensor holds, stacked along its first dimension; 0 where its name
  /// or its shape tells of none.
  public static long stackedExperts(TensorInfo tensor) {
    Shape shape = tensor.shape();
    return shape.rank() >= MIN_STACKED_RANK
            && STACKED.matcher(tensor.name()).find()
            && LayerNumber.expert(tensor.name()).isEmpty()
        ? shape.dimension(0)
        : 0;
  }

  /// The place that a name tells by itself; empty where it has no layer. Where a name has the
  /// numbers of several layers it is the first one; a [LayerMap] compares names and may know
  /// better.
  public static Optional<LayerRole> of(String tensorName) {
    return LayerNumber.candidates(tensorName).stream()
        .findFirst()
        .map(number -> number.roleIn(tensorName));
  }
}
