package io.github.tensorloupe.model;

import module java.base;

import io.github.tensorloupe.format.Shape;
import io.github.tensorloupe.text.Sentence;

/// Tensors that make one thing together, such as the codes and scales of a quantized weight.
public interface JoinedTensors {

  String name();

  /// The one that stands for all of them.
  TensorRef lead();

  Collection<TensorRef> tensors();

  /// The shape of what they make; empty where it is not known.
  Optional<Shape> shape();

  /// The width of an element of the lead in bits.
  int bits();

  /// What stands in the place of a dtype: `4-bit`, `LoRA r16`.
  Sentence dtype();

  /// The same with more words where there are any: `4-bit, groups of 128`.
  Sentence dtypeInWords();

  /// How they make it, in words: `GPTQ, 4-bit, groups of 128`.
  default Sentence sentence() {
    return dtypeInWords();
  }
}
