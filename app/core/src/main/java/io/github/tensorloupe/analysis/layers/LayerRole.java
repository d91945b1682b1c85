package io.github.tensorloupe.analysis.layers;

import module java.base;

import io.github.tensorloupe.format.Shape;
import io.github.tensorloupe.format.TensorInfo;

/// The stack, layer and role of a tensor, derived from its name.
///
/// @param stack the part before the layer number, such as `model.layers`; empty if the name starts
///   with the number
/// @param layer the layer number, from 0 to [#MAX_LAYER]
/// @param role the part after the layer number, such as `self_attn.q_proj.weight`; empty if the
///   name ends with the number
public record LayerRole(String stack, int layer, String role) {

  /// The maximum layer number. Larger numbers in names are ignored.
  public static final int MAX_LAYER = 100_000;

  private static final int MIN_STACKED_RANK = 3;
  private static final Pattern STACKED = Pattern.compile("(?i:experts)[._]");

  public LayerRole {
    if (layer < 0 || layer > MAX_LAYER) {
      throw new IllegalArgumentException("layer " + layer);
    }
  }

  /// Returns the number of experts that are stacked along the first dimension of a tensor, or 0 if
  /// its name or shape does not indicate stacked experts.
  public static long stackedExperts(TensorInfo tensor) {
    Shape shape = tensor.shape();
    return shape.rank() >= MIN_STACKED_RANK
            && STACKED.matcher(tensor.name()).find()
            && LayerNumber.expert(tensor.name()).isEmpty()
        ? shape.dimension(0)
        : 0;
  }

  /// Returns the stack, layer and role derived from a single name, or empty if the name has no
  /// layer. Uses the first possible layer number; [LayerMap] may choose another one.
  public static Optional<LayerRole> of(String tensorName) {
    return LayerNumber.candidates(tensorName).stream()
        .findFirst()
        .map(number -> number.roleIn(tensorName));
  }
}
