package io.github.tensorloupe.desktop.pane.hex;

import module java.base;

import io.github.tensorloupe.format.ByteRange;

/// The parts of a piece of the header's JSON text, found without reading the text before it.
///
/// A piece may begin inside or outside a string. It is parsed both ways, and the result that fits
/// JSON better is used: names and strings do not look like punctuation and numbers.
final class HeaderTokens {

  /// A name and its object in braces; the range includes both.
  private record Entry(ByteRange range, String name) {}

  private static final String LITERALS = "0123456789+-.eEtrufalsn";

  private final ByteWindow window;
  private final ByteRange piece;
  private final Part[] parts;
  private final List<Entry> entries = new ArrayList<>();
  private Optional<Entry> open = Optional.empty();
  private int misfits;

  private HeaderTokens(ByteWindow window, ByteRange piece, boolean beginsInText) {
    this.window = window;
    this.piece = piece;
    this.parts = new Part[(int) piece.byteCount()];
    Arrays.fill(parts, Part.HEADER);
    read(beginsInText ? markString(piece.begin(), piece.begin()) : piece.begin());
    // Blanks at the end of the piece are assumed to be the padding after the JSON text.
    long padding = piece.end();
    while (padding > piece.begin()
        && isBlank(window.at(padding - 1))
        && at(padding - 1) == Part.HEADER) {
      padding--;
    }
    mark(padding, piece.end(), Part.PADDING);
  }

  /// Parses the part of a text that is in a window.
  ///
  /// @param text the file range of the text, including its padding
  static HeaderTokens of(ByteWindow window, ByteRange text) {
    long begin = Math.max(text.begin(), window.range().begin());
    long end = Math.max(begin, Math.min(text.end(), window.range().end()));
    ByteRange piece = new ByteRange(begin, end);
    HeaderTokens outside = new HeaderTokens(window, piece, false);
    if (begin == text.begin() || outside.misfits == 0) {
      return outside;
    }
    HeaderTokens inside = new HeaderTokens(window, piece, true);
    return inside.misfits < outside.misfits ? inside : outside;
  }

  /// Returns the part of a byte, or [Part#HEADER] if the byte was not parsed.
  Part at(long byteOffset) {
    return piece.contains(byteOffset) ? parts[(int) (byteOffset - piece.begin())] : Part.HEADER;
  }

  /// Returns the name, as written, of the entry that contains a byte; empty if unknown.
  Optional<String> entryAt(long byteOffset) {
    return entries.stream()
        .filter(entry -> entry.range().contains(byteOffset))
        .map(Entry::name)
        .findFirst();
  }

  private void read(long from) {
    for (long at = from; at < piece.end(); ) {
      int value = window.at(at);
      if (value == '"') {
        at = markString(at, at + 1);
        continue;
      }
      at++;
      if (LITERALS.indexOf(value) >= 0) {
        mark(at - 1, at, Part.NUMBER);
      } else if (value == '}') {
        closeEntry(at);
      } else if (!isBlank(value) && "{[]:,".indexOf(value) < 0) {
        misfits++;
      }
    }
    closeEntry(piece.end());
  }

  private static boolean isBlank(int value) {
    return value == ' ' || value == '\n' || value == '\r' || value == '\t';
  }

  /// Marks a string and returns the offset after its closing quote.
  ///
  /// @param begin the first byte of the string, including its quote if the piece contains it
  /// @param from the first byte after the quote
  private long markString(long begin, long from) {
    long at = from;
    while (at < piece.end() && window.at(at) != '"') {
      misfits += window.at(at) < ' ' ? 1 : 0;
      at += window.at(at) == '\\' ? 2 : 1;
    }
    long end = Math.min(piece.end(), at + 1);
    long follower = afterBlanks(end);
    boolean key = valueAt(follower) == ':';
    mark(begin, end, key ? Part.KEY : Part.TEXT);
    if (follower < piece.end() && ":,]}".indexOf(window.at(follower)) < 0) {
      misfits++;
    }
    if (key && begin < from && valueAt(afterBlanks(follower + 1)) == '{') {
      open = Optional.of(new Entry(new ByteRange(begin, end), textOf(from, end - 1)));
    }
    return end;
  }

  private void closeEntry(long end) {
    open.ifPresent(
        entry -> entries.add(new Entry(new ByteRange(entry.range().begin(), end), entry.name())));
    open = Optional.empty();
  }

  private long afterBlanks(long from) {
    long at = from;
    while (at < piece.end() && isBlank(window.at(at))) {
      at++;
    }
    return at;
  }

  private int valueAt(long byteOffset) {
    return byteOffset < piece.end() ? window.at(byteOffset) : ByteWindow.ABSENT;
  }

  private String textOf(long from, long to) {
    byte[] bytes = new byte[(int) (to - from)];
    for (int i = 0; i < bytes.length; i++) {
      bytes[i] = (byte) window.at(from + i);
    }
    return new String(bytes, StandardCharsets.UTF_8);
  }

  private void mark(long from, long to, Part part) {
    Arrays.fill(parts, (int) (from - piece.begin()), (int) (to - piece.begin()), part);
  }
}
