package io.github.tensorloupe.model;

import module java.base;

import io.github.tensorloupe.format.Shape;
import io.github.tensorloupe.text.Sentence;

/// A group of tensors that form one unit, such as the codes and scales of a quantized weight.
public interface TensorUnit {

  String name();

  /// Returns the tensor that represents the unit.
  TensorRef representative();

  Collection<TensorRef> tensors();

  /// Returns the shape of the unit, or empty if it is unknown.
  Optional<Shape> shape();

  /// Returns the width in bits of an element of the representative tensor, or of a packed code.
  int bits();

  /// Returns a short description, displayed in place of a dtype: `4-bit`, `LoRA r16`.
  Sentence dtype();

  /// Returns a longer description: `4-bit, groups of 128`.
  Sentence longDtype();

  /// Returns the longest description: `GPTQ, 4-bit, groups of 128`.
  default Sentence sentence() {
    return longDtype();
  }
}
