package io.github.tensorloupe.desktop.pane.tree;

import module java.base;

import io.github.tensorloupe.adapter.AdapterModule;
import io.github.tensorloupe.adapter.Factor;
import io.github.tensorloupe.format.Shape;
import io.github.tensorloupe.model.TensorRef;
import io.github.tensorloupe.quantization.QuantizedWeight;
import io.github.tensorloupe.text.Sentence;

/// Several tensors that are one row, such as the codes and scales of a quantized weight.
public sealed interface TensorUnit {

  String name();

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
  Sentence sentence();

  record OfWeight(QuantizedWeight weight) implements TensorUnit {

    @Override
    public String name() {
      return weight.name();
    }

    @Override
    public TensorRef representative() {
      return weight.codes();
    }

    @Override
    public Collection<TensorRef> tensors() {
      return weight.tensors();
    }

    @Override
    public Optional<Shape> shape() {
      return weight.shape();
    }

    @Override
    public int bits() {
      return (int) Math.ceil(weight.bits());
    }

    @Override
    public Sentence dtype() {
      String codeWord = weight.scheme().codeWord();
      return codeWord.isEmpty() && !Double.isNaN(weight.bits())
          ? Sentence.of("{0}-bit", weight.width())
          : Sentence.of("{0}", codeWord.isEmpty() ? weight.label() : codeWord);
    }

    /// Omits the group size if the name of the code format implies it.
    @Override
    public Sentence longDtype() {
      OptionalLong size = weight.groupSize();
      return size.isPresent() && weight.scheme().codeWord().isEmpty()
          ? Sentence.of("{0}-bit, groups of {1}", weight.width(), size.getAsLong())
          : dtype();
    }

    @Override
    public Sentence sentence() {
      return weight.sentence();
    }
  }

  record OfModule(AdapterModule module) implements TensorUnit {

    @Override
    public String name() {
      return module.name();
    }

    /// Returns the output factor, or the first factor if it is missing.
    @Override
    public TensorRef representative() {
      Set<Factor> outputs = EnumSet.of(Factor.UP, Factor.TRANSPOSED_UP, Factor.EMBEDDING_UP);
      Set<Factor> present = EnumSet.copyOf(module.factors().keySet());
      present.removeAll(EnumSet.of(Factor.ALPHA, Factor.MAGNITUDE));
      outputs.retainAll(present);
      return module.factors().get((outputs.isEmpty() ? present : outputs).iterator().next());
    }

    @Override
    public Collection<TensorRef> tensors() {
      return module.factors().values();
    }

    @Override
    public Optional<Shape> shape() {
      return module.shape();
    }

    @Override
    public int bits() {
      return representative().info().dtype().bits();
    }

    @Override
    public Sentence dtype() {
      OptionalInt rank = module.rank();
      Sentence kind = module.kind().label();
      return rank.isPresent() ? Sentence.of("{0} r{1}", kind, rank.getAsInt()) : kind;
    }

    @Override
    public Sentence longDtype() {
      OptionalInt rank = module.rank();
      Sentence kind = module.kind().label();
      return rank.isPresent() ? Sentence.of("{0}, rank {1}", kind, rank.getAsInt()) : kind;
    }

    @Override
    public Sentence sentence() {
      return longDtype();
    }
  }
}
