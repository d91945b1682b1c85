package io.github.tensorloupe.analysis.layers;

import module java.base;

import io.github.tensorloupe.format.Shape;
import io.github.tensorloupe.format.TensorInfo;

/// The stack, layer and role of a tensor in a model of repeated layers, derived from its name.
///
/// @param stack the container of the repeated layers, such as `model.layers`; empty if the name
///   begins with the number
/// @param layer the layer number, from 0 to [#MAX_LAYER]
/// @param role the part after the number, such as `self_attn.q_proj.weight`; empty if the name ends
///   with the number
public record LayerRole(String stack, int layer, String role) {

  /// Larger numbers are not considered layer numbers.
  public static final int MAX_LAYER = 100_000;

  private static final int MIN_STACKED_RANK = 3;
  private static final Pattern STACKED = Pattern.compile("(?i:experts)[._]");

  public LayerRole {
    if (layer < 0 || layer > MAX_LAYER) {
      throw new IllegalArgumentException("layer " + layer);
    }
  }

  /// Returns the number of experts that a tensor holds, stacked along its first dimension, or 0 if
  /// its name or shape does not indicate stacked experts.
  public static long stackedExperts(TensorInfo tensor) {
    Shape shape = tensor.shape();
    return shape.rank() >= MIN_STACKED_RANK
            && STACKED.matcher(tensor.name()).find()
            && LayerNumber.expert(tensor.name()).isEmpty()
        ? shape.dimension(0)
        : 0;
  }

  /// Returns the stack, layer and role derived from a single name, or empty if it has no layer. If
  /// several numbers of the name may be the layer, the first one is used; a [LayerMap] compares
  /// names and may choose another one.
  public static Optional<LayerRole> of(String tensorName) {
    return LayerNumber.candidates(tensorName).stream()
        .findFirst()
        .map(number -> number.roleIn(tensorName));
  }
}
