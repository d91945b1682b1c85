package io.github.tensorloupe.save;

import module java.base;

import io.github.tensorloupe.format.HeaderReader;
import io.github.tensorloupe.format.LoadError;
import io.github.tensorloupe.format.Preface;
import io.github.tensorloupe.model.SentenceException;
import io.github.tensorloupe.text.Sentence;

/// The header that a save will write.
///
/// @param lengthBefore the old header length, including padding
/// @param bytes the new header with its padding, without the length field; must not be modified
/// @param textLength the number of bytes of JSON, excluding the spaces of a `__spacer`; the
///   remaining bytes are room
public record PlannedHeader(long lengthBefore, byte[] bytes, int textLength) {

  /// Returns the error of the reference library for a file with the given header, or empty if the
  /// file loads.
  ///
  /// @param fileLength the length of the whole file in bytes
  static Optional<LoadError> refusal(long fileLength, byte[] header) {
    Preface preface = new Preface(fileLength, OptionalLong.of(header.length));
    return HeaderReader.read(preface, header).loadError();
  }

  /// @param fileLength the length of the new file in bytes
  void requireLoadable(long fileLength) throws IOException {
    Optional<LoadError> refusal = refusal(fileLength, bytes);
    if (refusal.isPresent()) {
      throw new SentenceException(
          Sentence.of("the new file would not load ({0}).", refusal.get().variant()));
    }
  }

  /// Returns the new header length, including padding.
  public long lengthAfter() {
    return bytes.length;
  }

  /// Returns the number of bytes available for later edits.
  public int room() {
    return bytes.length - textLength;
  }
}
