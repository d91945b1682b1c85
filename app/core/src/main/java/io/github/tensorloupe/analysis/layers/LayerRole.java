package io.github.tensorloupe.analysis.layers;

import module java.base;

import io.github.tensorloupe.format.Shape;
import io.github.tensorloupe.format.TensorInfo;

/// The stack, layer and role of a tensor, derived from its name.
///
/// @param stack the part before the layer number, such as `model.layers`; empty if the name starts
///   with the number
/// @param layer the layer number, from 0 to [#MAX_LAYER], or the numbers of nested blocks
///   ([#label])
/// @param role the part after the layer number, such as `self_attn.q_proj.weight`; empty if the
///   name ends with the number
public record LayerRole(String stack, int layer, String role) {

  /// The maximum layer number. Larger numbers in names are ignored.
  public static final int MAX_LAYER = 100_000;

  /// The maximum count of the numbers of nested blocks.
  static final int MAX_NESTED = 3;

  private static final int BITS_OF_NESTED = 10;
  private static final int MIN_NESTED = 1 << BITS_OF_NESTED * (MAX_NESTED - 1);

  private static final int MIN_STACKED_RANK = 3;
  private static final Pattern STACKED = Pattern.compile("(?i:experts)[._]");

  public LayerRole {
    if (layer < 0 || layer > MAX_LAYER && layer < MIN_NESTED) {
      throw new IllegalArgumentException("layer " + layer);
    }
  }

  /// Combines the numbers of nested blocks into a layer number with the same order.
  ///
  /// @param numbers at most [#MAX_NESTED] numbers below 1,000
  static int layerOf(List<Integer> numbers) {
    int layer = 0;
    for (int i = 0; i < MAX_NESTED; i++) {
      // A missing number is 0.
      layer = layer << BITS_OF_NESTED | (i < numbers.size() ? numbers.get(i) + 1 : 0);
    }
    return numbers.size() == 1 ? numbers.getFirst() : layer;
  }

  /// Returns a layer number as text, such as `7`, or `2.1.7` for nested blocks.
  public static String label(int layer) {
    if (layer < MIN_NESTED) {
      return Integer.toString(layer);
    }
    return IntStream.of(layer >> 2 * BITS_OF_NESTED, layer >> BITS_OF_NESTED, layer)
        .map(number -> number % (1 << BITS_OF_NESTED) - 1)
        .filter(number -> number >= 0)
        .mapToObj(Integer::toString)
        .collect(Collectors.joining("."));
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
