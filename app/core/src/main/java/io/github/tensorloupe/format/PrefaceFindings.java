package io.github.tensorloupe.format;

/// Says why a file is refused before its header is read.
final class PrefaceFindings {

  private PrefaceFindings() {}

  /// The finding for what [Preface#loadError()] gave.
  static Finding of(Preface preface, LoadError error) {
    return switch (error) {
      case HEADER_TOO_SMALL -> tooSmall(preface.fileLength());
      case HEADER_TOO_LARGE ->
          preface.isUnfinished() ? unfinished() : tooLarge(preface.headerLength().getAsLong());
      case INVALID_HEADER_LENGTH -> beyondEnd(preface);
      default -> throw new IllegalArgumentException("not about the preface: " + error);
    };
  }

  private static Finding tooSmall(long fileLength) {
    return Finding.of(
        FindingCode.HEADER_TOO_SMALL,
        "The file is too short to be a safetensors file: expected at least %d bytes, found %d."
            .formatted(Preface.BYTE_COUNT, fileLength),
        new ByteRange(0, fileLength));
  }

  private static Finding tooLarge(long headerLength) {
    return Finding.of(
        FindingCode.HEADER_TOO_LARGE,
        "The first 8 bytes give the header length %s: expected at most %s."
            .formatted(Numerals.of(headerLength), Numerals.of(Preface.MAX_HEADER_LENGTH)),
        new ByteRange(0, Preface.BYTE_COUNT));
  }

  private static Finding unfinished() {
    return Finding.of(
        FindingCode.INTERRUPTED_SAVE,
        "A save was interrupted while it wrote this header: the first 8 bytes hold TensorLoupe's"
            + " mark in place of the header length. The journal that restores the header is beside"
            + " the path by which the file was being saved; run \"recover\" on that path.",
        new ByteRange(0, Preface.BYTE_COUNT));
  }

  private static Finding beyondEnd(Preface preface) {
    return Finding.of(
        FindingCode.INVALID_HEADER_LENGTH,
        "The header reaches beyond the end of the file: its length is %s, behind it there are %s."
            .formatted(
                Numerals.bytes(preface.headerLength().getAsLong()),
                Numerals.of(preface.fileLength() - Preface.BYTE_COUNT)),
        new ByteRange(0, Preface.BYTE_COUNT));
  }
}
