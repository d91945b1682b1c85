package io.github.tensorloupe.save;

import io.github.tensorloupe.text.Spelled;

/// The method of a save.
public enum Strategy implements Spelled {
  /// Nothing has changed, and nothing is written.
  NONE,
  /// Only header bytes are overwritten. A journal next to the file allows undoing an interrupted
  /// write.
  IN_PLACE,
  /// A new file is written next to the old one and renamed.
  REWRITE
}
