package io.github.tensorloupe.save;

import io.github.tensorloupe.text.Spelled;

/// The way in which a save changes the file.
public enum Strategy implements Spelled {
  /// Nothing has changed and no byte is written.
  NONE,
  /// Only the header's own bytes are written over; the data buffer stays where it is. A journal
  /// beside the file makes an interrupted write undoable.
  IN_PLACE,
  /// A new file is written beside the old one and takes its name.
  REWRITE
}
