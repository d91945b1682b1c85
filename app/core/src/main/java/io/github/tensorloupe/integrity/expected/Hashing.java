package io.github.tensorloupe.integrity.expected;

import module java.base;

import io.github.tensorloupe.format.ByteRange;
import io.github.tensorloupe.integrity.content.ContentHashing;
import io.github.tensorloupe.integrity.content.Extent;
import io.github.tensorloupe.integrity.signature.ModelStatement.Piece;
import io.github.tensorloupe.model.FileStamp;
import io.github.tensorloupe.model.TensorFile;
import io.github.tensorloupe.work.Cancellation;
import io.github.tensorloupe.work.IoFunction;

/// The computation of hashes in lowercase hex.
///
/// @param whole returns the SHA-256 of an open file; caches results
/// @param states the states in which files were first compared, by absolute path
record Hashing(
    IoFunction<TensorFile, String> whole, Map<Path, FileStamp> states, Cancellation cancellation) {

  /// Returns the hash of a piece, or an empty string if the file ends before it.
  String sha256(TensorFile file, Piece piece) throws IOException {
    if (piece.end().isEmpty()) {
      return whole.apply(file);
    }
    ByteRange range = new ByteRange(piece.begin(), piece.end().getAsLong());
    return range.end() <= file.bytes().length()
        ? ContentHashing.sha256(new Extent(file.bytes(), List.of(range)), cancellation)
        : "";
  }

  /// Returns true if a file has changed since it was first compared.
  ///
  /// @param path an absolute path
  boolean hasChanged(Path path) {
    return !FileStamp.of(path).equals(Optional.ofNullable(states.get(path)));
  }
}
