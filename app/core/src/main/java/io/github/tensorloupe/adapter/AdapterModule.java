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
/// @param shape the shape of the delta derived from the factors, outputs first; for fused experts,
///   preceded by their number if it is known
/// @param method the method, if its deltas are not computed
/// @param experts the number of fused experts that share the factors, or 0 if unknown; empty for
///   other modules
/// @param trainedScale the scale of the training program, if loaders ignore the alpha
public record AdapterModule(
    String name,
    AdapterKind kind,
    Map<Factor, TensorRef> factors,
    OptionalInt rank,
    OptionalDouble alpha,
    OptionalDouble scale,
    Optional<ScaleSource> scaleFrom,
    Optional<Axis> magnitude,
    Optional<Shape> shape,
    Optional<OtherMethod> method,
    OptionalInt experts,
    OptionalDouble trainedScale) {

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

  public AdapterModule {
    factors = Collections.unmodifiableMap(new EnumMap<>(factors));
  }

  /// Returns true if an alpha scales the delta.
  public boolean isScaled() {
    return scale.isPresent() && rank.isPresent();
  }

  /// Returns true if the module contains the whole weight instead of its change.
  public boolean isReplacement() {
    return factors.containsKey(Factor.REPLACEMENT);
  }

  /// Returns true if the stored alpha has no effect, because no factor has a rank.
  public boolean hasIneffectiveAlpha() {
    return kind == AdapterKind.LOKR
        && rank.isEmpty()
        && scaleFrom.filter(from -> from == ScaleSource.TENSOR).isPresent();
  }

  /// Returns true if the scale is unknown, so that loaders use 1.
  public boolean lacksAlpha() {
    return isScaled() && scaleFrom.filter(from -> from == ScaleSource.DEFAULT).isPresent();
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

  /// Counts NaN and infinities in the factors, except in whole weights, which may be large. Blocks.
  long nonFinite(Predicate<Factor> which) throws IOException {
    long count = 0;
    if (isReplacement()) {
      return 0;
    }
    for (Map.Entry<Factor, TensorRef> entry : factors.entrySet()) {
      if (which.test(entry.getKey())) {
        count += nonFinite(entry.getValue());
      }
    }
    for (TensorRef tensor : method.map(OtherMethod::tensors).orElse(List.of())) {
      count += factors.containsValue(tensor) ? 0 : nonFinite(tensor);
    }
    return count;
  }

  private static long nonFinite(TensorRef tensor) throws IOException {
    return isReadable(tensor)
        ? Arrays.stream(numbers(tensor)).filter(value -> !Double.isFinite(value)).count()
        : 0;
  }

  /// Reads the unscaled delta, or returns empty if the method is not supported. Blocks.
  Optional<Delta> delta() throws IOException {
    Optional<DeltaPlan> plan = DeltaPlan.of(factors);
    if (plan.isEmpty() || isReplacement()) {
      return Optional.empty();
    }
    Delta delta = plan.get().making().get();
    return experts.isPresent()
        ? experts.getAsInt() == 0
            ? Optional.empty()
            : Optional.of(Delta.Experts.of((Delta.LowRank) delta, experts.getAsInt()))
        : Optional.of(delta);
  }

  /// Returns true if 1 is added to the stored IA³ vector.
  boolean isAddedToOne() {
    return factors.containsKey(Factor.IA3_AXIS);
  }
}
