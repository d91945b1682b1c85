package io.github.tensorloupe.quantization;

import module java.base;

import io.github.tensorloupe.format.Dtype;
import io.github.tensorloupe.model.TensorRef;

/// Recognizes weights of some related schemes. Immutable.
@FunctionalInterface
interface SchemeRule {

  Set<Dtype> BYTE_CODES = EnumSet.of(Dtype.I8, Dtype.F8_E4M3, Dtype.F8_E5M2);

  /// Takes a weight apart.
  ///
  /// @param codes any tensor
  /// @return empty where it holds no codes of these schemes
  /// @throws IOException if a small part that says what a weight is cannot be read
  Optional<QuantizedWeight> recognize(TensorRef codes, Surroundings around) throws IOException;

  /// What stands before an ending; empty where a name has another one.
  static Optional<String> stem(String name, String ending) {
    return name.endsWith(ending)
        ? Optional.of(name.substring(0, name.length() - ending.length()))
        : Optional.empty();
  }

  static boolean isMatrix(TensorRef tensor, Dtype dtype) {
    return tensor.info().dtype() == dtype && tensor.info().shape().rank() == 2;
  }
}
