package io.github.tensorloupe.format;

import module java.base;

/// The first 8 bytes of a file and its length: what is known before any byte of the header is read.
///
/// Whoever opens a file asks here how much of it is header, before making room for it.
///
/// @param fileLength the length of the file in bytes
/// @param headerLength the u64 at byte 0, unsigned; empty where the file is shorter than 8 bytes
public record Preface(long fileLength, OptionalLong headerLength) {

  /// The number of bytes that hold the header length: the header begins behind them.
  public static final int BYTE_COUNT = 8;

  /// The longest header that the reference library reads, in bytes.
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

  /// The preface of a file.
  ///
  /// @param fileLength the length of the file in bytes
  /// @param firstBytes the first 8 bytes of the file or more; all of a shorter file
  public static Preface of(long fileLength, byte[] firstBytes) {
    if (fileLength < BYTE_COUNT) {
      return new Preface(fileLength, OptionalLong.empty());
    }
    return new Preface(fileLength, OptionalLong.of(Words.word(firstBytes, 0)));
  }

  /// The bytes that stand in place of the header length while this program writes a header: letters
  /// that spell its name and, read as a length, a number that no reader accepts.
  public static byte[] unfinishedMark() {
    return UNFINISHED_MARK.clone();
  }

  /// True if a save in place was interrupted, so that the header may be half old and half new.
  public boolean isUnfinished() {
    return headerLength.isPresent() && headerLength.getAsLong() == Words.word(UNFINISHED_MARK, 0);
  }

  /// Why the reference library refuses the file without reading the header; empty where it goes on.
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

  /// The number of header bytes inside the file: the header length, or less where the file ends
  /// before the header does. At most the file length, so it may be more than fits in memory.
  public long presentHeaderByteCount() {
    if (headerLength.isEmpty()) {
      return 0;
    }
    long length = headerLength.getAsLong();
    long behind = fileLength - BYTE_COUNT;
    return Long.compareUnsigned(length, behind) < 0 ? length : behind;
  }

  /// True if the file ends before the header does.
  public boolean isCutInHeader() {
    return headerLength.isPresent() && presentHeaderByteCount() != headerLength.getAsLong();
  }
}
