package io.github.tensorloupe.model;

import module java.base;

import io.github.tensorloupe.format.Shape;
import io.github.tensorloupe.text.Sentence;

/// A unit of several tensors, such as the codes and scales of a quantized weight.
public interface TensorUnit {

  String name();

  /// Returns the tensor that represents the unit.
  TensorRef lead();

  Collection<TensorRef> tensors();

  /// Returns the shape of the unit, or empty if unknown.
  Optional<Shape> shape();

  /// Returns the width of an element of the lead in bits; for packed codes, the width of a code.
  int bits();

  /// Returns a short description that is shown instead of a dtype: `4-bit`, `LoRA r16`.
  Sentence dtype();

  /// Returns a longer form of [#dtype()]: `4-bit, groups of 128`.
  Sentence longDtype();

  /// Returns the longest description: `GPTQ, 4-bit, groups of 128`.
  default Sentence sentence() {
    return longDtype();
  }
}
