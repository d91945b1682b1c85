package io.github.tensorloupe.format;

import module java.base;

import io.github.tensorloupe.text.Sentence;

/// Reads the header of a safetensors file: gives the verdict of the reference library, and beyond
/// it everything that can be understood and everything worth telling.
///
/// Takes time and memory in proportion to the bytes it is given, whatever they say.
public final class HeaderReader {

  /// Ten times what the reference library reads.
  private static final long LARGEST_HEADER = 10 * Preface.MAX_HEADER_LENGTH;

  /// The length in bytes above which some loaders refuse a header.
  private static final int LARGE_HEADER = 25_000_000;

  private static final int ALIGNMENT = 8;

  private final Preface preface;
  private final byte[] bytes;
  private final HeaderNotes notes = new HeaderNotes();
  private final List<Finding> findings = new ArrayList<>();
  private Optional<LoadError> loadError;

  private HeaderReader(Preface preface, byte[] bytes) {
    this.preface = preface;
    this.bytes = bytes;
    this.loadError = preface.loadError();
  }

  /// Reads a header. Whatever is wrong with it is in the result.
  ///
  /// A header that is refused as such is read up to the first thing that is wrong; one whose
  /// tensors do not fit together is read to its end. The findings are errors first, in the order of
  /// the reference library's checks, then warnings, then infos.
  ///
  /// @param preface of the file
  /// @param headerBytes the bytes of the header inside the file, as many as
  ///   [Preface#presentHeaderByteCount()] says; of a file that the preface refuses any number of
  ///   them, also none. Not changed and not kept
  /// @throws IllegalArgumentException if the number of bytes is another
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
    loadError.ifPresent(error -> findings.add(prefaceFinding(error)));
    if (loadError.isPresent() && !looksLikeHeader()) {
      return reading(false, Header.EMPTY);
    }
    int asciiEnd = Utf8.asciiEnd(bytes, 0, bytes.length);
    int textEnd = wellFormedEnd(asciiEnd);
    HeaderParser parser =
        new HeaderParser(new JsonCursor(bytes, textEnd, asciiEnd == textEnd), notes);
    boolean complete = parse(parser, textEnd);
    EntryTable entries = parser.entries;
    entries.dropRepeated(notes);
    entries.sort();
    if (complete) {
      checkLayout(entries);
      checkForm(parser.rootBegin, parser.rootEnd);
    }
    findings.addAll(notes.findings());
    return reading(complete, new Header(entries.tensors(), parser.metadata()));
  }

  private boolean looksLikeHeader() {
    return new JsonCursor(bytes, bytes.length, false).peek() == '{';
  }

  /// True if bytes of the header are missing, because the file ends or because they were not read.
  private boolean isPartial() {
    return bytes.length != preface.headerLength().orElse(0);
  }

  private int wellFormedEnd(int asciiEnd) {
    int end = Utf8.wellFormedEnd(bytes, asciiEnd);
    if (end < bytes.length && !(isPartial() && Utf8.isCutCharacter(bytes, end))) {
      int badEnd = Math.min(bytes.length, end + Utf8.lengthFrom(bytes[end]));
      refuse(
          LoadError.INVALID_HEADER,
          Finding.of(
              FindingCode.INVALID_UTF8,
              Sentence.of(
                  "The header is not UTF-8: at byte {0} of the file ({1}) {2} does not begin a"
                      + " valid character.",
                  (long) Preface.BYTE_COUNT + end,
                  Utf8.place(bytes, end),
                  "0x%02X".formatted(bytes[end])),
              HeaderParser.fileRange(end, badEnd)));
    }
    return end;
  }

  /// Parses what there is, and says whether that is a whole header of the required form.
  private boolean parse(HeaderParser parser, int textEnd) {
    boolean whole = textEnd == bytes.length && !isPartial();
    try {
      parser.parse();
    } catch (HeaderSyntaxException e) {
      if (whole || e.end < textEnd) {
        refuse(LoadError.INVALID_HEADER_DESERIALIZATION, invalidJson(e));
      }
      if (preface.isCutInHeader() && !parser.isRootComplete()) {
        addTruncation(parser);
      }
      return false;
    }
    if (preface.isCutInHeader()) {
      addTruncation(parser);
    }
    return whole;
  }

  private Finding invalidJson(HeaderSyntaxException e) {
    return Finding.of(
        FindingCode.INVALID_JSON,
        Sentence.of(
            "The header is not JSON of the required form at byte {0} of the file ({1}): {2}.",
            (long) Preface.BYTE_COUNT + e.begin, Utf8.place(bytes, e.begin), e.sentence()),
        HeaderParser.fileRange(e.begin, e.end));
  }

  /// A length that no header has tells nothing of what the file should be.
  private void addTruncation(HeaderParser parser) {
    if (Long.compareUnsigned(preface.headerLength().getAsLong(), LARGEST_HEADER) > 0) {
      return;
    }
    findings.add(
        new Truncation(parser.entries, preface.fileLength(), 0)
            .inHeader(preface.headerLength().getAsLong()));
  }

  private void checkLayout(EntryTable entries) {
    long dataStart = Preface.BYTE_COUNT + preface.headerLength().getAsLong();
    LayoutCheck check = new LayoutCheck(entries, dataStart, preface.fileLength() - dataStart);
    findings.addAll(check.run());
    loadError = loadError.or(check::loadError);
  }

  private void refuse(LoadError error, Finding finding) {
    loadError = loadError.or(() -> Optional.of(error));
    findings.add(finding);
  }

  private HeaderReading reading(boolean parsed, Header header) {
    findings.sort(Comparator.comparing(Finding::severity));
    return new HeaderReading(
        preface.fileLength(), preface.headerLength(), loadError, parsed, header, findings);
  }

  /// Why the file is refused before its header is read.
  ///
  /// @param error what [Preface#loadError()] gave
  private Finding prefaceFinding(LoadError error) {
    ByteRange field = new ByteRange(0, Math.min(Preface.BYTE_COUNT, preface.fileLength()));
    return switch (error) {
      case HEADER_TOO_SMALL ->
          Finding.of(
              FindingCode.HEADER_TOO_SMALL,
              Sentence.of(
                  "The file is too short to be a safetensors file: expected at least {0} bytes,"
                      + " found {1}.",
                  Preface.BYTE_COUNT, preface.fileLength()),
              field);
      case HEADER_TOO_LARGE ->
          preface.isUnfinished()
              ? Finding.of(
                  FindingCode.INTERRUPTED_SAVE,
                  Sentence.of(
                      "A save was interrupted while it wrote this header: the first 8 bytes hold"
                          + " TensorLoupe's mark in place of the header length. The journal that"
                          + " restores the header is beside the path by which the file was being"
                          + " saved; run \"recover\" on that path."),
                  field)
              : Finding.of(
                  FindingCode.HEADER_TOO_LARGE,
                  Sentence.of(
                      "The first 8 bytes give the header length {0}: expected at most {1}.",
                      preface.headerLength().getAsLong(), Preface.MAX_HEADER_LENGTH),
                  field);
      case INVALID_HEADER_LENGTH ->
          Finding.of(
              FindingCode.INVALID_HEADER_LENGTH,
              Sentence.of(
                  "The header extends beyond the end of the file: its length is {0} {0#byte|bytes},"
                      + " but only {1} {1#follows|follow}.",
                  preface.headerLength().getAsLong(), preface.fileLength() - Preface.BYTE_COUNT),
              field);
      default -> throw new IllegalArgumentException("not about the preface: " + error);
    };
  }

  /// Notes on the outer form of a whole header, whatever it says: its length, and the white space
  /// around it.
  ///
  /// @param rootBegin index of the opening brace
  /// @param rootEnd index behind the closing brace
  private void checkForm(int rootBegin, int rootEnd) {
    ByteRange field = new ByteRange(0, Preface.BYTE_COUNT);
    long dataStart = (long) Preface.BYTE_COUNT + bytes.length;
    if (dataStart % ALIGNMENT != 0) {
      findings.add(
          Finding.of(
              FindingCode.MISALIGNED_DATA,
              Sentence.of(
                  "The data buffer starts at byte {0}: expected a multiple of {1}.",
                  dataStart, ALIGNMENT),
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
    if (rootBegin > 0) {
      findings.add(
          Finding.of(
              FindingCode.LEADING_WHITESPACE,
              Sentence.of(
                  "The header begins with {0} {0#byte|bytes} of white space: expected '{'.",
                  rootBegin),
              HeaderParser.fileRange(0, rootBegin)));
    }
    checkPadding(Words.endOfRun(bytes, rootEnd, bytes.length, Words.filledWith(' ')));
  }

  private void checkPadding(int from) {
    int index = from;
    while (index < bytes.length && bytes[index] == ' ') {
      index++;
    }
    if (index < bytes.length) {
      findings.add(
          Finding.of(
              FindingCode.NON_SPACE_PADDING,
              Sentence.of(
                  "The padding after the header has a byte {0} at byte {1} of the file: expected"
                      + " spaces.",
                  "0x%02X".formatted(bytes[index]), (long) Preface.BYTE_COUNT + index),
              HeaderParser.fileRange(index, bytes.length)));
    }
  }
}
