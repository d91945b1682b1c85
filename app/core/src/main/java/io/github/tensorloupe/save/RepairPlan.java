package io.github.tensorloupe.save;

import module java.base;

import io.github.tensorloupe.format.ByteRange;
import io.github.tensorloupe.text.Sentence;

/// A planned repair. Immutable.
///
/// @param range the wrong bytes of the damaged file
/// @param sentence describes the change to the user
/// @param save writes the repaired file, see [Saver#save]
public record RepairPlan(Repair repair, ByteRange range, Sentence sentence, SavePlan save) {

  /// An unambiguous repair: the reference library loads the repaired file, and all tensor bytes
  /// stay the same.
  public enum Repair {
    /// Removes bytes after the last tensor.
    CUT_TRAILING_BYTES,
    /// Replaces padding after the JSON of the header by spaces.
    REPLACE_PADDING,
    /// Removes a byte order mark before the JSON of the header.
    REMOVE_BYTE_ORDER_MARK,
    /// Corrects the header length if the JSON and the file length imply another one.
    CORRECT_HEADER_LENGTH,
    /// Removes bytes before the length field.
    REMOVE_LEADING_BYTES
  }
}
