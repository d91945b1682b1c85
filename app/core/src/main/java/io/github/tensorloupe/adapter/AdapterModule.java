package io.github.tensorloupe.adapter;

import module java.base;

import io.github.tensorloupe.format.Dtype;
import io.github.tensorloupe.format.Shape;
import io.github.tensorloupe.model.TensorData;
import io.github.tensorloupe.model.TensorRef;

/// One adapted layer. Immutable; valid while the file is open.
///
/// @param name the common part of the module's tensor names
/// @param factors the tensors of the module
/// @param rank the inner dimension of the factors, if defined
/// @param alpha the stored or configured alpha
/// @param scale the scale of the delta, or empty if it is unknown or undefined
/// @param magnitude the axis of the DoRA magnitudes, if present
/// @param shape the shape of the delta derived from the factors, outputs first
public record AdapterModule(
    String name,
    AdapterKind kind,
    Map<Factor, TensorRef> factors,
    OptionalInt rank,
    OptionalDouble alpha,
    OptionalDouble scale,
    Optional<ScaleSource> scaleFrom,
    Optional<Axis> magnitude,
    Optional<Shape> shape) {

  public enum Axis {
    IN,
    OUT
  }

  /// The source of a scale.
  public enum ScaleSource {
    /// A stored alpha tensor.
    TENSOR,
    /// `adapter_config.json` next to the file.
    CONFIG,
    METADATA,
    /// No source; loaders use 1.
    DEFAULT
  }

  private static final String WRAPPER = "base_model.model.";

  public AdapterModule {
    factors = Collections.unmodifiableMap(new EnumMap<>(factors));
  }

  /// Returns true if an alpha scales the delta.
  public boolean isScaled() {
    return scale.isPresent() && rank.isPresent();
  }

  /// Returns true if the scale is unknown, so that loaders use 1.
  public boolean lacksAlpha() {
    return isScaled() && scaleFrom.filter(from -> from == ScaleSource.DEFAULT).isPresent();
  }

  /// Returns the path of a module in the base: its name without the prefix of PEFT.
  static String path(String name) {
    return isOfPeft(name) ? name.substring(WRAPPER.length()) : name;
  }

  static boolean isOfPeft(String name) {
    return name.startsWith(WRAPPER);
  }

  /// Returns true if a tensor is complete, is not complex, and fits into an array.
  static boolean isReadable(TensorRef tensor) {
    Optional<TensorData> data = tensor.data().filter(TensorData::isComplete);
    return tensor.info().dtype().kind() != Dtype.Kind.COMPLEX
        && data.isPresent()
        && data.get().elementCount() < Integer.MAX_VALUE / Double.BYTES;
  }

  static double[] numbers(TensorRef tensor) throws IOException {
    return tensor.data().orElseThrow().numbers();
  }

  /// Counts NaN and infinities in the factors. Blocks.
  long nonFinite(Predicate<Factor> which) throws IOException {
    long count = 0;
    for (Map.Entry<Factor, TensorRef> entry : factors.entrySet()) {
      if (which.test(entry.getKey()) && isReadable(entry.getValue())) {
        count +=
            Arrays.stream(numbers(entry.getValue()))
                .filter(value -> !Double.isFinite(value))
                .count();
      }
    }
    return count;
  }

  /// Reads the unscaled delta, or returns empty if the method is not supported. Blocks.
  Optional<Delta> delta() throws IOException {
    Optional<DeltaPlan> plan = DeltaPlan.of(factors);
    return plan.isPresent() ? Optional.of(plan.get().making().get()) : Optional.empty();
  }

  /// Returns true if 1 is added to the stored IA³ vector.
  boolean isAddedToOne() {
    return factors.containsKey(Factor.IA3_AXIS);
  }
}
