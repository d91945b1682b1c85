package io.github.tensorloupe.save;

import module java.base;

import io.github.tensorloupe.format.HeaderReader;
import io.github.tensorloupe.format.LoadError;
import io.github.tensorloupe.format.Preface;
import io.github.tensorloupe.model.SentenceException;
import io.github.tensorloupe.text.Sentence;

/// The header that a save would write.
///
/// @param lengthBefore the header length of the file, padding included
/// @param bytes the new header with its padding, without the 8 bytes of its length; not to be
///   changed
/// @param textLength how many of the bytes the JSON needs; the rest is room: padding, and the
///   spaces of a `__spacer`
public record PlannedHeader(long lengthBefore, byte[] bytes, int textLength) {

  /// Why the reference library would refuse a file; empty where it would load it.
  ///
  /// @param fileLength the length of the whole file in bytes
  static Optional<LoadError> refusal(long fileLength, byte[] header) {
    Preface preface = new Preface(fileLength, OptionalLong.of(header.length));
    return HeaderReader.read(preface, header).loadError();
  }

  /// @param fileLength the length that the file will have, in bytes
  /// @throws IOException if the reference library would refuse the file
  void requireLoadable(long fileLength) throws IOException {
    Optional<LoadError> refusal = refusal(fileLength, bytes);
    if (refusal.isPresent()) {
      throw new SentenceException(
          Sentence.of("the new file would not load ({0}).", refusal.get().variant()));
    }
  }

  /// The new header length, padding included.
  public long lengthAfter() {
    return bytes.length;
  }

  /// The number of bytes of room in the new header for later edits.
  public int room() {
    return bytes.length - textLength;
  }
}
