package io.github.tensorloupe.cli;

import io.github.tensorloupe.integrity.hash.FileHashes;
import java.util.Optional;

/// Prints hashes.
interface HashPrinter {

  /// Prints one file.
  ///
  /// @param report what is known of it as a whole
  /// @param hashes empty where it cannot be read, or is a folder or a set without shards
  void print(Report report, Optional<FileHashes> hashes);

  /// Prints what is left when all files are printed.
  default void end() {}
}
