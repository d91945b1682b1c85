package io.github.tensorloupe.quantization;

import module java.base;

import io.github.tensorloupe.format.Dtype;
import io.github.tensorloupe.model.TensorRef;

/// The tensors and the configuration from which rules recognize weights.
///
/// @param hasScaledFp8 true if any FP8 weight has a scale
record SchemeContext(
    Map<String, TensorRef> tensors, QuantizationConfig config, boolean hasScaledFp8) {

  private static final Set<Dtype> FP8 = EnumSet.of(Dtype.F8_E4M3, Dtype.F8_E5M2);
  private static final Pattern SCALE = Pattern.compile("scales?(_inv|_\\d)?$");

  /// The suffix of codes that some programs store under another name than the weight.
  static final String INT8_WEIGHT = ".int8_weight";

  /// The suffix of scales in the names of Quark.
  static final String QUARK_SCALE = "_quantizer.scale";

  static SchemeContext of(Map<String, TensorRef> tensors, QuantizationConfig config) {
    SchemeContext bare = new SchemeContext(tensors, config, false);
    boolean hasScaled =
        tensors.values().stream()
            .anyMatch(tensor -> isFp8(tensor) && bare.scaleOf(tensor.info().name()).isPresent());
    return new SchemeContext(tensors, config, hasScaled);
  }

  static boolean isFp8(TensorRef tensor) {
    return FP8.contains(tensor.info().dtype())
        && tensor.info().shape().rank() >= 2
        && !SCALE.matcher(tensor.info().name()).find();
  }

  Optional<TensorRef> tensor(String name) {
    return Optional.ofNullable(tensors.get(name));
  }

  Optional<TensorRef> first(String... names) {
    return Arrays.stream(names).map(tensors::get).filter(Objects::nonNull).findFirst();
  }

  Optional<TensorRef> scaleOf(String name) {
    Optional<String> integers = SchemeRule.withoutSuffix(name, INT8_WEIGHT);
    if (integers.isPresent()) {
      return tensor(integers.get() + ".scale");
    }
    Optional<TensorRef> scale = first(name + "_scale", name + "_scale_inv", name + QUARK_SCALE);
    Optional<String> module = SchemeRule.withoutSuffix(name, ".weight");
    if (scale.isPresent() || module.isEmpty()) {
      return scale;
    }
    return tensor(module.get() + ".scale_weight")
        .or(
            () ->
                tensor(module.get() + ".scale")
                    .filter(tensor -> tensor.info().dtype() == Dtype.F8_E8M0));
  }

  Optional<TensorRef> inputScaleOf(String module) {
    return first(
        module + ".input_scale",
        module + ".scale_input",
        module + ".input_global_scale",
        module + ".input_quantizer.scale");
  }
}
