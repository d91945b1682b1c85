package io.github.tensorloupe.quantization;

import module java.base;

import io.github.tensorloupe.format.Dtype;
import io.github.tensorloupe.model.TensorRef;

@FunctionalInterface
interface SchemeRule {

  Set<Dtype> BYTE_CODES = EnumSet.of(Dtype.I8, Dtype.F8_E4M3, Dtype.F8_E5M2);

  /// Returns empty if the tensor does not contain codes of these schemes.
  ///
  /// @throws IOException if a small part that describes the weight cannot be read
  Optional<QuantizedWeight> recognize(TensorRef codes, SchemeContext context) throws IOException;

  static Optional<String> withoutSuffix(String name, String suffix) {
    return name.endsWith(suffix)
        ? Optional.of(name.substring(0, name.length() - suffix.length()))
        : Optional.empty();
  }

  static Optional<String> matrixName(TensorRef tensor, String suffix, Dtype... dtypes) {
    boolean isMatrix =
        tensor.info().shape().rank() == 2 && List.of(dtypes).contains(tensor.info().dtype());
    return isMatrix ? withoutSuffix(tensor.info().name(), suffix) : Optional.empty();
  }
}
