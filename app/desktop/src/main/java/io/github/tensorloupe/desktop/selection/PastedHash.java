package io.github.tensorloupe.desktop.selection;

import io.github.tensorloupe.integrity.hash.HashKind;
import io.github.tensorloupe.model.TensorFile;

/// The result of comparing an open file with a hash that the user has pasted. Immutable.
public sealed interface PastedHash {

  TensorFile file();

  /// The file has the pasted hash.
  ///
  /// @param kind the hash that matches
  record Same(TensorFile file, HashKind kind) implements PastedHash {}

  /// None of the hashes of the file matches.
  ///
  /// @param isSha256 true for a whole SHA-256, false for a short hash
  record Other(TensorFile file, boolean isSha256) implements PastedHash {}

  /// Returns true if the file does not match.
  default boolean differs() {
    return this instanceof Other;
  }
}
