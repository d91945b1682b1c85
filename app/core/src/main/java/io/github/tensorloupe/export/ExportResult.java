package io.github.tensorloupe.export;

import module java.base;

import io.github.tensorloupe.text.Sentence;

/// A written file.
///
/// @param file the requested path
/// @param writtenAs the element type in the notation of the file's format
/// @param byteCount the length of the file in bytes
/// @param notes sentences about differences from the source, and the warning
/// @param warning a sentence about attributes of the replaced file that were not kept, or empty
public record ExportResult(
    Path file, String writtenAs, long byteCount, List<Sentence> notes, Optional<Sentence> warning) {

  public ExportResult {
    notes = List.copyOf(notes);
  }

  static ExportResult of(Draft.Written<ExportResult> written) {
    ExportResult result = written.result();
    List<Sentence> notes = new ArrayList<>(result.notes);
    written.warning().ifPresent(notes::add);
    return new ExportResult(
        result.file, result.writtenAs, result.byteCount, notes, written.warning());
  }
}
