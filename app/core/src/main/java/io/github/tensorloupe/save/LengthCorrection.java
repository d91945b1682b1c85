package io.github.tensorloupe.save;

import module java.base;

import io.github.tensorloupe.format.ByteRange;
import io.github.tensorloupe.format.HeaderExtent;
import io.github.tensorloupe.format.Preface;
import io.github.tensorloupe.model.TensorFile;
import io.github.tensorloupe.text.Sentence;

/// Finds the header length of a file in which another number stands, where there is only one that
/// can be right.
final class LengthCorrection {

  private static final int ALIGNMENT = 8;
  private static final int FIRST_READ_BYTES = 64 << 10;

  private final TensorFile file;
  private final long fileLength;

  /// @param file of at least the 8 bytes of the header length
  LengthCorrection(TensorFile file) {
    this.file = file;
    this.fileLength = file.bytes().length();
  }

  /// The JSON says how long the data are, and so where they begin if they end with the file.
  ///
  /// @throws IOException if reading fails
  Optional<RepairedLayout> find() throws IOException {
    Optional<HeaderExtent> found = extentInFile();
    if (found.isEmpty()) {
      return Optional.empty();
    }
    HeaderExtent extent = found.get();
    long length = fileLength - Preface.BYTE_COUNT - extent.dataByteCount();
    boolean isPossible =
        extent.dataByteCount() >= 0
            && length >= extent.end()
            && length <= Preface.MAX_HEADER_LENGTH
            && !isHeaderEnd(extent, file.reading().headerLength().orElseThrow());
    if (!isPossible || !isHeaderEnd(extent, length) || !isUnambiguous(extent, length)) {
      return Optional.empty();
    }
    byte[] header = file.bytes().read(Preface.BYTE_COUNT, (int) length);
    return Optional.of(
        new RepairedLayout(
            Repair.CORRECT_HEADER_LENGTH,
            new ByteRange(0, Preface.BYTE_COUNT),
            Sentence.of(
                "The header length in bytes 0 to 8 becomes {0} in place of {1}: there the header"
                    + " ends, and the tensors fill the rest of the file exactly.",
                length, file.reading().headerLength().orElseThrow()),
            header,
            extent.end(),
            new ByteRange(Preface.BYTE_COUNT + length, fileLength)));
  }

  /// Whether a header of this length ends with this JSON and spaces. If the length that stands in
  /// the file does, that is not what is wrong: the file may be cut.
  private boolean isHeaderEnd(HeaderExtent extent, long length) throws IOException {
    if (length < extent.end()
        || length > fileLength - Preface.BYTE_COUNT
        || length > Preface.MAX_HEADER_LENGTH) {
      return false;
    }
    int count = (int) length - extent.end();
    for (byte b : file.bytes().read((long) Preface.BYTE_COUNT + extent.end(), count)) {
      if (b != ' ') {
        return false;
      }
    }
    return true;
  }

  /// Whether no other length is possible, as it is where bytes are missing of the data as well:
  /// then a part of the padding would be taken for data.
  private boolean isUnambiguous(HeaderExtent extent, long length) throws IOException {
    boolean isPadded = length > extent.end();
    if (isPadded && length % ALIGNMENT != 0) {
      return false;
    }
    long dataStart = Preface.BYTE_COUNT + length;
    return dataStart == fileLength || file.bytes().read(dataStart, 1)[0] != ' ';
  }

  /// The JSON that begins where a header does, wherever it ends.
  private Optional<HeaderExtent> extentInFile() throws IOException {
    long most = Math.min(fileLength - Preface.BYTE_COUNT, Preface.MAX_HEADER_LENGTH);
    if (most < 2 || file.bytes().read(Preface.BYTE_COUNT, 1)[0] != '{') {
      return Optional.empty();
    }
    for (long count = FIRST_READ_BYTES; ; count *= 8) {
      int read = (int) Math.min(count, most);
      Optional<HeaderExtent> extent = HeaderExtent.of(file.bytes().read(Preface.BYTE_COUNT, read));
      if (extent.isPresent() || read == most) {
        return extent;
      }
    }
  }
}
