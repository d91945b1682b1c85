package io.github.tensorloupe.compare;

import module java.base;

import io.github.tensorloupe.format.DisplayText;
import io.github.tensorloupe.format.Dtype;
import io.github.tensorloupe.model.TensorRef;
import io.github.tensorloupe.text.Sentence;

/// Two tensors that belong together, or one that has no counterpart.
///
/// @param a the tensor of the base; empty where it was added
/// @param b the tensor of the newer checkpoint; empty where it was removed
/// @param by why they are a pair; empty where one is missing
public record TensorPair(Optional<TensorRef> a, Optional<TensorRef> b, Optional<PairedBy> by) {

  public TensorPair {
    if (a.isEmpty() && b.isEmpty() || by.isPresent() != (a.isPresent() && b.isPresent())) {
      throw new IllegalArgumentException("no pair: " + a + ", " + b + ", " + by);
    }
  }

  public static TensorPair of(TensorRef a, TensorRef b, PairedBy by) {
    return new TensorPair(Optional.of(a), Optional.of(b), Optional.of(by));
  }

  public static TensorPair removed(TensorRef a) {
    return new TensorPair(Optional.of(a), Optional.empty(), Optional.empty());
  }

  public static TensorPair added(TensorRef b) {
    return new TensorPair(Optional.empty(), Optional.of(b), Optional.empty());
  }

  /// The name in the base, or of an added tensor its own.
  public String name() {
    return a.or(() -> b).orElseThrow().info().name();
  }

  /// Why one tensor is not there although its checkpoint may have it; empty where it does not.
  public Optional<Sentence> absence(Side sideA, Side sideB) {
    return by.isPresent() ? Optional.empty() : (a.isEmpty() ? sideA : sideB).absence(name());
  }

  /// The tensor that stands for the one that is not there, as the metadata of its side say: of
  /// weights that are used twice, writers keep one and note the name of the other.
  public Optional<Sentence> tie(Side sideA, Side sideB) {
    Side without = a.isEmpty() ? sideA : sideB;
    return Optional.ofNullable(by.isEmpty() ? without.metadata().get(name()) : null)
        .map(List::getFirst)
        .filter(kept -> without.tensors().stream().anyMatch(it -> it.info().name().equals(kept)))
        .map(kept -> Sentence.of("kept as {0}, say the metadata", shown(kept)));
  }

  /// The name of a tensor for a person.
  public static Sentence shown(String name) {
    return name.isEmpty()
        ? Sentence.of("(empty name)")
        : new Sentence("{0}", List.of(DisplayText.of(name)));
  }

  /// The number of parts of an element, which are compared one by one: 2 where a side is complex.
  public int partsPerElement() {
    Dtype left = a.or(() -> b).orElseThrow().info().dtype();
    return PartPair.of(left, b.or(() -> a).orElseThrow().info().dtype()).count();
  }

  /// True if both tensors are there, under names that differ.
  public boolean isRenamed() {
    return by.isPresent() && !a.orElseThrow().info().name().equals(b.orElseThrow().info().name());
  }
}
