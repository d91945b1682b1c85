package io.github.tensorloupe.save;

import module java.base;

import io.github.tensorloupe.format.ByteRange;
import io.github.tensorloupe.text.Sentence;

/// A planned repair. Immutable.
///
/// @param range the file offsets of the wrong bytes in the damaged file
/// @param sentence the change, for the user
/// @param save the save that writes the repaired file; see [Saver#save]
public record RepairPlan(Repair repair, ByteRange range, Sentence sentence, SavePlan save) {

  /// An unambiguous repair, after which the reference library loads the file. All tensor bytes are
  /// unchanged.
  public enum Repair {
    /// Removes bytes after the last tensor.
    CUT_TRAILING_BYTES,
    /// Replaces other padding after the JSON of the header with spaces.
    REPLACE_PADDING,
    /// Removes a byte order mark before the JSON of the header.
    REMOVE_BYTE_ORDER_MARK,
    /// Corrects the header length to the length implied by the JSON and the file length.
    CORRECT_HEADER_LENGTH,
    /// Removes bytes before the header length.
    REMOVE_LEADING_BYTES
  }
}
