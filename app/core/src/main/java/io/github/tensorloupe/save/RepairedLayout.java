package io.github.tensorloupe.save;

import module java.base;

import io.github.tensorloupe.format.ByteRange;
import io.github.tensorloupe.format.Preface;
import io.github.tensorloupe.save.RepairPlan.Repair;
import io.github.tensorloupe.text.Sentence;

/// The layout of a repaired file: a header, and a range of the damaged file behind it.
///
/// @param wrong the bytes of the damaged file that are wrong
/// @param sentence what changes, for a person
/// @param header the header of the repaired file; not to be changed
/// @param textLength index in the header behind its JSON
/// @param data the bytes of the damaged file that become the data buffer
record RepairedLayout(
    Repair repair,
    ByteRange wrong,
    Sentence sentence,
    byte[] header,
    int textLength,
    ByteRange data) {

  /// The length of the repaired file in bytes.
  long fileLength() {
    return Preface.BYTE_COUNT + header.length + data.byteCount();
  }

  /// The header as it is planned to be written.
  PlannedHeader plannedHeader() {
    return new PlannedHeader(data.begin() - Preface.BYTE_COUNT, header, textLength);
  }

  /// True if the reference library loads a file of this layout.
  boolean loads() {
    if (data.begin() < Preface.BYTE_COUNT || header.length > Preface.MAX_HEADER_LENGTH) {
      return false;
    }
    try {
      HeaderCheck.loads(fileLength(), plannedHeader());
      return true;
    } catch (IOException e) {
      return false;
    }
  }

  /// True if only bytes of the header change, and none of them moves.
  boolean fitsInPlace(long fileLength) {
    return (repair == Repair.REPLACE_PADDING || repair == Repair.REMOVE_BYTE_ORDER_MARK)
        && data.end() == fileLength;
  }
}
