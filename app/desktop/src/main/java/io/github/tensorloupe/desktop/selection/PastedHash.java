package io.github.tensorloupe.desktop.selection;

import io.github.tensorloupe.integrity.hash.HashKind;
import io.github.tensorloupe.model.TensorFile;

/// The result of comparing an open file with the hash that somebody has from elsewhere. Immutable.
public sealed interface PastedHash {

  TensorFile file();

  /// The file is the one that the hash is of.
  ///
  /// @param kind the hash that is the same
  record Same(TensorFile file, HashKind kind) implements PastedHash {}

  /// None of the file's hashes is the one that was given.
  ///
  /// @param isSha256 true if a whole SHA-256 was given, and not one of the short ones
  record Other(TensorFile file, boolean isSha256) implements PastedHash {}

  /// True if the file is not the one that was meant.
  default boolean differs() {
    return this instanceof Other;
  }
}
