package io.github.tensorloupe.format;

import module java.base;

import io.github.tensorloupe.text.Sentence;

/// What the outer form of a header is worth telling, whatever it says: its length, and the white
/// space around it.
final class HeaderForm {

  /// The length in bytes above which some loaders refuse a header.
  private static final int LARGE_HEADER = 25_000_000;

  private static final int ALIGNMENT = 8;

  private final byte[] bytes;
  private final int rootBegin;
  private final int rootEnd;

  /// @param bytes the whole header
  /// @param rootBegin index of the opening brace
  /// @param rootEnd index behind the closing brace
  HeaderForm(byte[] bytes, int rootBegin, int rootEnd) {
    this.bytes = bytes;
    this.rootBegin = rootBegin;
    this.rootEnd = rootEnd;
  }

  /// The findings, in the order of the bytes they are about.
  List<Finding> findings() {
    List<Finding> findings = new ArrayList<>();
    checkLength(findings);
    if (rootBegin > 0) {
      findings.add(leadingWhitespace());
    }
    int from = Words.endOfRun(bytes, rootEnd, bytes.length, Words.filledWith(' '));
    for (int i = from; i < bytes.length; i++) {
      if (bytes[i] != ' ') {
        findings.add(nonSpacePadding(i));
        break;
      }
    }
    return findings;
  }

  private void checkLength(List<Finding> findings) {
    ByteRange field = new ByteRange(0, Preface.BYTE_COUNT);
    if (bytes.length % ALIGNMENT != 0) {
      findings.add(
          Finding.of(
              FindingCode.MISALIGNED_DATA,
              Sentence.of(
                  "The data buffer starts at byte {0}: expected a multiple of {1}.",
                  (long) Preface.BYTE_COUNT + bytes.length, ALIGNMENT),
              field));
    }
    if (bytes.length > LARGE_HEADER) {
      findings.add(
          Finding.of(
              FindingCode.LARGE_HEADER,
              Sentence.of(
                  "The header has {0} {0#byte|bytes}: some loaders refuse more than {1}.",
                  bytes.length, LARGE_HEADER),
              field));
    }
  }

  private Finding leadingWhitespace() {
    return Finding.of(
        FindingCode.LEADING_WHITESPACE,
        Sentence.of(
            "The header begins with {0} {0#byte|bytes} of white space: expected '{'.", rootBegin),
        HeaderParser.fileRange(0, rootBegin));
  }

  private Finding nonSpacePadding(int index) {
    return Finding.of(
        FindingCode.NON_SPACE_PADDING,
        Sentence.of(
            "The padding behind the header has a byte {0} at byte {1} of the file: expected"
                + " spaces.",
            "0x%02X".formatted(bytes[index]), (long) Preface.BYTE_COUNT + index),
        HeaderParser.fileRange(index, bytes.length));
  }
}
