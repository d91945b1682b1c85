package io.github.tensorloupe.save;

import io.github.tensorloupe.text.Spelled;

/// The method of a save.
public enum Strategy implements Spelled {
  /// Writes nothing, because nothing has changed.
  NONE,
  /// Overwrites only header bytes. A journal next to the file allows undoing an interrupted write.
  IN_PLACE,
  /// Writes a new file next to the old one and renames it.
  REWRITE
}
