package io.github.tensorloupe.save;

import module java.base;

import io.github.tensorloupe.format.HeaderReader;
import io.github.tensorloupe.format.LoadError;
import io.github.tensorloupe.format.Preface;
import io.github.tensorloupe.model.SentenceException;
import io.github.tensorloupe.text.Sentence;

/// Checks that readers can load a new header, before any file has it.
final class HeaderCheck {

  private HeaderCheck() {}

  /// Why the reference library would refuse a file; empty where it would load it.
  ///
  /// @param fileLength the length of the whole file in bytes
  static Optional<LoadError> refusal(long fileLength, byte[] header) {
    Preface preface = new Preface(fileLength, OptionalLong.of(header.length));
    return HeaderReader.read(preface, header).loadError();
  }

  /// @param fileLength the length that the file will have, in bytes
  /// @throws IOException if the reference library would refuse the file
  static void loads(long fileLength, PlannedHeader header) throws IOException {
    Optional<LoadError> refusal = refusal(fileLength, header.bytes());
    if (refusal.isPresent()) {
      throw new SentenceException(
          Sentence.of("the new file would not load ({0}).", refusal.get().variant()));
    }
  }
}
