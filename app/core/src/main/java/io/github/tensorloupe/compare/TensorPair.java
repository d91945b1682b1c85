package io.github.tensorloupe.compare;

import module java.base;

import io.github.tensorloupe.format.DisplayText;
import io.github.tensorloupe.format.Dtype;
import io.github.tensorloupe.model.TensorRef;
import io.github.tensorloupe.text.Sentence;

/// A pair of tensors, or a tensor without a counterpart.
///
/// @param a the tensor of the base, or empty for an added tensor
/// @param b the tensor of the newer checkpoint, or empty for a removed tensor
/// @param by the pairing criterion, or empty if there is no counterpart
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

  /// Returns the name in the base or, for an added tensor, in the newer checkpoint.
  public String name() {
    return a.or(() -> b).orElseThrow().info().name();
  }

  /// Returns the reason why the existence of a counterpart is unknown, or empty if it is known.
  public Optional<Sentence> unknownReason(Side sideA, Side sideB) {
    return by.isPresent() ? Optional.empty() : (a.isEmpty() ? sideA : sideB).absence(name());
  }

  /// Describes the tensor to which the missing tensor is tied according to the metadata, or returns
  /// empty if there is no such entry. Writers store tied weights once and record the other names in
  /// the metadata.
  public Optional<Sentence> describeTiedWeight(Side sideA, Side sideB) {
    Side without = a.isEmpty() ? sideA : sideB;
    return Optional.ofNullable(by.isEmpty() ? without.metadata().get(name()) : null)
        .map(List::getFirst)
        .filter(
            kept ->
                without.tensors().stream().anyMatch(tensor -> tensor.info().name().equals(kept)))
        .map(kept -> Sentence.of("stored as {0} according to the metadata", shown(kept)));
  }

  public static Sentence shown(String name) {
    return name.isEmpty()
        ? Sentence.of("(empty name)")
        : new Sentence("{0}", List.of(DisplayText.of(name)));
  }

  /// Returns the number of parts per element: 2 if either tensor is complex, otherwise 1.
  public int partsPerElement() {
    Dtype left = a.or(() -> b).orElseThrow().info().dtype();
    return PartPair.of(left, b.or(() -> a).orElseThrow().info().dtype()).count();
  }

  public boolean isRenamed() {
    return by.isPresent() && !a.orElseThrow().info().name().equals(b.orElseThrow().info().name());
  }
}
