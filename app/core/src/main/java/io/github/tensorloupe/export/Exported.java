package io.github.tensorloupe.export;

import module java.base;

import io.github.tensorloupe.text.Sentence;

/// A file that was written.
///
/// @param file where it is, as it was asked for
/// @param writtenAs what the elements are in the file, as its format spells it
/// @param byteCount the length of the file
/// @param notes sentences on what differs from what is in the source
public record Exported(Path file, String writtenAs, long byteCount, List<Sentence> notes) {

  public Exported {
    notes = List.copyOf(notes);
  }
}
