package io.github.tensorloupe.export;

import module java.base;

import io.github.tensorloupe.text.Sentence;

/// A written file.
///
/// @param file the path as requested
/// @param writtenAs the type of the elements in the file, in the notation of its format
/// @param byteCount the length of the file
/// @param notes sentences on the differences from the source
public record ExportResult(Path file, String writtenAs, long byteCount, List<Sentence> notes) {

  public ExportResult {
    notes = List.copyOf(notes);
  }
}
