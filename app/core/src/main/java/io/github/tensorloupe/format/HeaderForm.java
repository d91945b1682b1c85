package io.github.tensorloupe.format;

import java.util.ArrayList;
import java.util.List;

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
              "The data buffer starts at byte %s: expected a multiple of %d."
                  .formatted(Numerals.of((long) Preface.BYTE_COUNT + bytes.length), ALIGNMENT),
              field));
    }
    if (bytes.length > LARGE_HEADER) {
      findings.add(
          Finding.of(
              FindingCode.LARGE_HEADER,
              "The header has %s: some loaders refuse more than %s."
                  .formatted(Numerals.bytes(bytes.length), Numerals.of(LARGE_HEADER)),
              field));
    }
  }

  private Finding leadingWhitespace() {
    return Finding.of(
        FindingCode.LEADING_WHITESPACE,
        "The header begins with %s of white space: expected '{'."
            .formatted(Numerals.bytes(rootBegin)),
        HeaderParser.fileRange(0, rootBegin));
  }

  private Finding nonSpacePadding(int index) {
    return Finding.of(
        FindingCode.NON_SPACE_PADDING,
        "The padding behind the header has a byte 0x%02X at byte %s of the file: expected spaces."
            .formatted(bytes[index], Numerals.of((long) Preface.BYTE_COUNT + index)),
        HeaderParser.fileRange(index, bytes.length));
  }
}
