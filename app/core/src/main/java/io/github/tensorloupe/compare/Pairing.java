package io.github.tensorloupe.compare;

import module java.base;

import io.github.tensorloupe.work.Cancellation;
import io.github.tensorloupe.work.Progress;

/// The tensors of two checkpoints, pair by pair: those of the base in their order, then those that
/// were added. Immutable.
public record Pairing(List<TensorPair> pairs) {

  /// Finds the pairs: by rules, by names, by names without prefixes, by equal bytes. Each step
  /// pairs only where a key has one tensor on either side. Takes linear time in their number.
  ///
  /// @param byBytes true to read tensors that have no partner, to look for the same bytes
  /// @throws IOException if reading fails or a file changed since it was opened
  public static Pairing of(
      Side a, Side b, NameMap map, boolean byBytes, Cancellation cancellation, Progress progress)
      throws IOException {
    throw new UnsupportedOperationException();
  }
}
