package io.github.tensorloupe.save;

import module java.base;

import io.github.tensorloupe.format.ByteRange;
import io.github.tensorloupe.text.Sentence;

/// A repair before anything is written. Immutable.
///
/// @param range the bytes of the damaged file that are wrong
/// @param sentence what would change, for a person
/// @param save the save that does it, to be carried out by [Saver#save]
public record RepairPlan(Repair repair, ByteRange range, Sentence sentence, SavePlan save) {

  /// A repair that needs no guess: afterwards the reference library loads it, and no byte of a
  /// tensor is another.
  public enum Repair {
    /// Bytes behind the last tensor are cut off.
    CUT_TRAILING_BYTES,
    /// Bytes behind the header's JSON that are neither text nor spaces become spaces.
    REPLACE_PADDING,
    /// A byte order mark before the header's JSON is taken out.
    REMOVE_BYTE_ORDER_MARK,
    /// The header length is corrected where the JSON and the length of the file agree on another.
    CORRECT_HEADER_LENGTH,
    /// Bytes before the whole file are taken out.
    REMOVE_LEADING_BYTES
  }
}
