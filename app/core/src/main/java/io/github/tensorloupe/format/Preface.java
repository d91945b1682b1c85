package io.github.tensorloupe.format;

import module java.base;

/// The header length field and the file length, for checks before the header is read.
///
/// @param fileLength the length of the file in bytes
/// @param headerLength the u64 at byte 0, unsigned; empty if the file is shorter than 8 bytes
public record Preface(long fileLength, OptionalLong headerLength) {

  /// The length in bytes of the header length field, which precedes the header.
  public static final int BYTE_COUNT = 8;

  /// The maximum header length that the reference library accepts, in bytes.
  public static final long MAX_HEADER_LENGTH = 100_000_000;

  private static final byte[] UNFINISHED_MARK = "TNSLOUPE".getBytes(StandardCharsets.US_ASCII);

  public Preface {
    if (fileLength < 0) {
      throw new IllegalArgumentException("not a file length: " + fileLength);
    }
    if (headerLength.isPresent() != (fileLength >= BYTE_COUNT)) {
      throw new IllegalArgumentException("a header length takes " + BYTE_COUNT + " bytes");
    }
  }

  /// Creates the preface of a file.
  ///
  /// @param fileLength the length of the file in bytes
  /// @param firstBytes the first bytes of the file: at least 8, or all if the file is shorter
  public static Preface of(long fileLength, byte[] firstBytes) {
    if (fileLength < BYTE_COUNT) {
      return new Preface(fileLength, OptionalLong.empty());
    }
    return new Preface(fileLength, OptionalLong.of(Words.word(firstBytes, 0)));
  }

  /// Returns the 8 bytes that replace the header length while a header is written in place. As a
  /// header length they are invalid, so readers refuse the file.
  public static byte[] unfinishedMark() {
    return UNFINISHED_MARK.clone();
  }

  /// Returns true if an in-place save was interrupted. The header may then be incomplete.
  public boolean isUnfinished() {
    return headerLength.isPresent() && headerLength.getAsLong() == Words.word(UNFINISHED_MARK, 0);
  }

  /// Returns the error of the checks that precede reading the header, or empty.
  public Optional<LoadError> loadError() {
    if (headerLength.isEmpty()) {
      return Optional.of(LoadError.HEADER_TOO_SMALL);
    }
    long length = headerLength.getAsLong();
    if (Long.compareUnsigned(length, MAX_HEADER_LENGTH) > 0) {
      return Optional.of(LoadError.HEADER_TOO_LARGE);
    }
    return length > fileLength - BYTE_COUNT
        ? Optional.of(LoadError.INVALID_HEADER_LENGTH)
        : Optional.empty();
  }

  /// Returns the number of header bytes in the file, which may exceed the available memory.
  public long presentHeaderByteCount() {
    long length = headerLength.orElse(0);
    long remaining = fileLength - BYTE_COUNT;
    return Long.compareUnsigned(length, remaining) < 0 ? length : remaining;
  }

  /// Returns true if the file ends before the end of the header.
  public boolean isCutInHeader() {
    return headerLength.isPresent() && presentHeaderByteCount() != headerLength.getAsLong();
  }
}
