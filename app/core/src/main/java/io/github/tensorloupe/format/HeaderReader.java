package io.github.tensorloupe.format;

import module java.base;

import io.github.tensorloupe.text.Sentence;

/// Reads the header of a safetensors file in linear time and memory. Computes the verdict of the
/// reference library, the readable content and the findings.
public final class HeaderReader {

  /// The maximum header length that may indicate a truncated file. Larger numbers are invalid.
  private static final long MAX_PLAUSIBLE_HEADER_LENGTH = 10 * Preface.MAX_HEADER_LENGTH;

  /// The length in bytes above which some loaders refuse a header.
  private static final int LARGE_HEADER = 25_000_000;

  private static final int ALIGNMENT = 8;

  private final Preface preface;
  private final byte[] bytes;
  private final HeaderWarnings warnings = new HeaderWarnings();
  private final List<Finding> findings = new ArrayList<>();
  private Optional<LoadError> loadError;

  private HeaderReader(Preface preface, byte[] bytes) {
    this.preface = preface;
    this.bytes = bytes;
    this.loadError = preface.loadError();
  }

  /// Reads a header. Reports errors as findings instead of exceptions.
  ///
  /// Reads an invalid header up to its first error, and a header with inconsistent tensors
  /// completely. Findings are ordered: errors in the order of the checks of the reference library,
  /// warnings, infos.
  ///
  /// @param headerBytes the [Preface#presentHeaderByteCount()] header bytes in the file, or fewer
  ///   if the reference library refuses the preface; neither modified nor retained
  /// @throws IllegalArgumentException if the number of header bytes is wrong
  public static HeaderReading read(Preface preface, byte[] headerBytes) {
    long present = preface.presentHeaderByteCount();
    if (headerBytes.length > present
        || headerBytes.length < present && preface.loadError().isEmpty()) {
      throw new IllegalArgumentException(
          "%d header bytes given of %d".formatted(headerBytes.length, present));
    }
    return new HeaderReader(preface, headerBytes).read();
  }

  private HeaderReading read() {
    loadError.ifPresent(this::notePreface);
    if (loadError.isPresent() && new JsonCursor(bytes, bytes.length, false).peek() != '{') {
      return reading(false, Header.EMPTY);
    }
    HeaderParser parser = new HeaderParser(bytes, warnings);
    checkText(parser.textEnd);
    boolean isComplete = parse(parser, parser.textEnd);
    EntryTable entries = parser.entries;
    entries.removeDuplicates(warnings);
    entries.sort();
    if (isComplete) {
      long dataStart = (long) Preface.BYTE_COUNT + bytes.length;
      LayoutCheck check = new LayoutCheck(entries, dataStart, preface.fileLength() - dataStart);
      findings.addAll(check.run());
      loadError = loadError.or(() -> Optional.ofNullable(check.first));
      checkLayout(parser.rootBegin, parser.rootEnd);
    }
    findings.addAll(warnings.findings());
    return reading(isComplete, new Header(entries.tensors(), parser.metadata()));
  }

  /// Returns true if header bytes are missing because the file is truncated or they were not read.
  private boolean isPartial() {
    return bytes.length != preface.headerLength().orElse(0);
  }

  private void checkText(int end) {
    if (end < bytes.length && !(isPartial() && Utf8.isCutCharacter(bytes, end))) {
      refuse(LoadError.INVALID_HEADER);
      int characterEnd = Math.min(bytes.length, end + Utf8.lengthFrom(bytes[end]));
      ByteRange range = HeaderParser.fileRange(end, characterEnd);
      note(
          "The header is not UTF-8: at byte {0} of the file ({1}) {2} does not begin a valid"
              + " character.",
          FindingCode.INVALID_UTF8,
          range,
          range.begin(),
          Utf8.location(bytes, end),
          "0x%02X".formatted(bytes[end]));
    }
  }

  /// Parses the available bytes. Returns true if they form a complete, valid header.
  private boolean parse(HeaderParser parser, int textEnd) {
    boolean isWhole = textEnd == bytes.length && !isPartial();
    try {
      parser.parse();
    } catch (HeaderSyntaxException e) {
      if (isWhole || e.end < textEnd) {
        refuse(LoadError.INVALID_HEADER_DESERIALIZATION);
        ByteRange range = HeaderParser.fileRange(e.begin, e.end);
        note(
            "The header is not JSON of the required form at byte {0} of the file ({1}): {2}.",
            FindingCode.INVALID_JSON,
            range,
            range.begin(),
            Utf8.location(bytes, e.begin),
            e.sentence);
      }
      if (parser.rootEnd == 0) {
        noteTruncation(parser);
      }
      return false;
    }
    noteTruncation(parser);
    return isWhole;
  }

  /// Reports a truncated file, unless the header length is invalid and implies no file length.
  private void noteTruncation(HeaderParser parser) {
    long headerLength = preface.headerLength().orElse(0);
    if (preface.isCutInHeader()
        && Long.compareUnsigned(headerLength, MAX_PLAUSIBLE_HEADER_LENGTH) <= 0) {
      findings.add(new Truncation(parser.entries, preface.fileLength(), 0).inHeader(headerLength));
    }
  }

  private void refuse(LoadError error) {
    loadError = loadError.or(() -> Optional.of(error));
  }

  private void note(String sentence, FindingCode code, ByteRange range, Object... arguments) {
    findings.add(Finding.of(code, Sentence.of(sentence, arguments), range));
  }

  private HeaderReading reading(boolean isParsed, Header header) {
    findings.sort(Comparator.comparing(Finding::severity));
    return new HeaderReading(
        preface.fileLength(), preface.headerLength(), loadError, isParsed, header, findings);
  }

  private void notePreface(LoadError error) {
    ByteRange field = new ByteRange(0, Math.min(Preface.BYTE_COUNT, preface.fileLength()));
    if (preface.isUnfinished()) {
      note(
          "A save was interrupted while it wrote this header: the first 8 bytes contain"
              + " TensorLoupe's mark instead of the header length. The journal that restores the"
              + " header is next to the path under which the file was saved; run \"recover\" on"
              + " that path.",
          FindingCode.INTERRUPTED_SAVE,
          field);
      return;
    }
    long headerLength = preface.headerLength().orElse(0);
    switch (error) {
      case HEADER_TOO_SMALL ->
          note(
              "The file is too short to be a safetensors file: expected at least {0} bytes, found"
                  + " {1}.",
              error.code, field, Preface.BYTE_COUNT, preface.fileLength());
      case HEADER_TOO_LARGE ->
          note(
              "The first 8 bytes give the header length {0}: expected at most {1}.",
              error.code, field, headerLength, Preface.MAX_HEADER_LENGTH);
      case INVALID_HEADER_LENGTH ->
          note(
              "The header extends beyond the end of the file: its length is {0} {0#byte|bytes}, but"
                  + " only {1} {1#follows|follow}.",
              error.code, field, headerLength, preface.fileLength() - Preface.BYTE_COUNT);
      default -> throw new IllegalArgumentException("not about the preface: " + error);
    }
  }

  /// Checks the length and the surrounding white space of a complete header.
  private void checkLayout(int rootBegin, int rootEnd) {
    ByteRange field = new ByteRange(0, Preface.BYTE_COUNT);
    long dataStart = (long) Preface.BYTE_COUNT + bytes.length;
    if (dataStart % ALIGNMENT != 0) {
      note(
          "The data buffer starts at byte {0}: expected a multiple of {1}.",
          FindingCode.MISALIGNED_DATA, field, dataStart, ALIGNMENT);
    }
    if (bytes.length > LARGE_HEADER) {
      note(
          "The header has {0} {0#byte|bytes}: some loaders refuse more than {1}.",
          FindingCode.LARGE_HEADER, field, bytes.length, LARGE_HEADER);
    }
    if (rootBegin > 0) {
      note(
          "The header begins with {0} {0#byte|bytes} of white space: expected '{'.",
          FindingCode.LEADING_WHITESPACE, HeaderParser.fileRange(0, rootBegin), rootBegin);
    }
    int padded = Words.endOfRun(bytes, rootEnd, bytes.length, Words.broadcast(' '));
    if (padded < bytes.length) {
      ByteRange range = HeaderParser.fileRange(padded, bytes.length);
      note(
          "The padding after the header has a byte {0} at byte {1} of the file: expected spaces.",
          FindingCode.NON_SPACE_PADDING, range, "0x%02X".formatted(bytes[padded]), range.begin());
    }
  }
}
