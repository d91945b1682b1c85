package io.github.tensorloupe.format;

import io.github.tensorloupe.text.Sentence;

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
        Sentence.of(
            "The file is too short to be a safetensors file: expected at least {0} bytes, found"
                + " {1}.",
            Preface.BYTE_COUNT, fileLength),
        new ByteRange(0, fileLength));
  }

  private static Finding tooLarge(long headerLength) {
    return Finding.of(
        FindingCode.HEADER_TOO_LARGE,
        Sentence.of(
            "The first 8 bytes give the header length {0}: expected at most {1}.",
            headerLength, Preface.MAX_HEADER_LENGTH),
        new ByteRange(0, Preface.BYTE_COUNT));
  }

  private static Finding unfinished() {
    return Finding.of(
        FindingCode.INTERRUPTED_SAVE,
        Sentence.of(
            "A save was interrupted while it wrote this header: the first 8 bytes hold"
                + " TensorLoupe's mark in place of the header length. The journal that restores the"
                + " header is beside the path by which the file was being saved; run \"recover\" on"
                + " that path."),
        new ByteRange(0, Preface.BYTE_COUNT));
  }

  private static Finding beyondEnd(Preface preface) {
    return Finding.of(
        FindingCode.INVALID_HEADER_LENGTH,
        Sentence.of(
            "The header reaches beyond the end of the file: its length is {0} {0#byte|bytes},"
                + " behind it there are {1}.",
            preface.headerLength().getAsLong(), preface.fileLength() - Preface.BYTE_COUNT),
        new ByteRange(0, Preface.BYTE_COUNT));
  }
}
