package io.github.tensorloupe.export;

import module java.base;

import io.github.tensorloupe.text.Sentence;

/// A written file.
///
/// @param file the requested path
/// @param writtenAs the element type in the notation of the file's format
/// @param byteCount the length of the file in bytes
/// @param notes sentences about differences from the source
public record ExportResult(Path file, String writtenAs, long byteCount, List<Sentence> notes) {

  public ExportResult {
    notes = List.copyOf(notes);
  }
}
