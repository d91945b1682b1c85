package io.github.tensorloupe.desktop.pane.hex.search;

import module java.base;

import io.github.tensorloupe.work.Cancellation;

/// A regular expression over bytes, in the syntax of [Pattern]. `.` matches any byte, `\xDE` the
/// byte 0xDE, `^` and `$` match at the ends of lines; a character beyond ASCII matches its bytes in
/// UTF-8. Immutable.
///
/// @param text as typed
/// @param ignoreCase true to ignore the case of ASCII letters
public record ByteExpression(String text, boolean ignoreCase) {

  /// The maximum length of a match in bytes.
  public static final int MAX_MATCH_BYTES = 4096;

  /// The number of start positions searched at once, so that no expression scans the whole file for
  /// each of its bytes.
  private static final int STRIDE = 16 * 1024;

  /// The maximum number of pattern characters for a character of the text: `(?:\xe2\x82\xac)` for
  /// `€`.
  private static final int MAX_WRITTEN = 16;

  /// The description of an expression that would match everywhere.
  public static final String EMPTY_MATCH = "matches nothing";

  /// The description of an expression that begins with any number of any bytes.
  public static final String ALL_BEFORE = "begins with any bytes";

  /// Such an expression would scan thousands of bytes for each byte of a file.
  private static final Pattern BEGINS_WITH_ALL =
      Pattern.compile("(?s)(\\((\\?[a-z]*[:)])?){0,9}\\.([*+]|\\{\\d+,}).*");

  /// @throws PatternSyntaxException if the text is not an expression, matches the empty sequence,
  ///   or begins with any number of any bytes, as `.*` does; its index refers to the text, or is -1
  public ByteExpression {
    if (pattern(text, ignoreCase).matcher("").matches()) {
      throw new PatternSyntaxException(EMPTY_MATCH, text, -1);
    }
    if (BEGINS_WITH_ALL.matcher(text).matches()) {
      throw new PatternSyntaxException(ALL_BEFORE, text, -1);
    }
  }

  private static Pattern pattern(String text, boolean ignoreCase) {
    StringBuilder bytes = new StringBuilder();
    int[] indexes = new int[MAX_WRITTEN * text.length() + 1];
    int brackets = 0;
    for (int at = 0; at < text.length(); ) {
      int character = text.codePointAt(at);
      int from = bytes.length();
      int length = Character.charCount(character);
      if (character == '\\' && at + 1 < text.length() && text.charAt(at + 1) < 128) {
        length = 2;
        bytes.append(text, at, at + 2);
      } else if (character == '\\' && at + 1 < text.length()) {
        length = 1;
      } else if (character < 128) {
        brackets = Math.max(0, brackets + (character == '[' ? 1 : character == ']' ? -1 : 0));
        bytes.append((char) character);
      } else if (brackets > 0) {
        throw new PatternSyntaxException("[ ] takes ASCII only", text, at);
      } else {
        bytes.append("(?:");
        for (byte each : Character.toString(character).getBytes(StandardCharsets.UTF_8)) {
          bytes.append("\\x%02x".formatted(each));
        }
        bytes.append(')');
      }
      Arrays.fill(indexes, from, bytes.length(), at);
      at += length;
      indexes[bytes.length()] = at;
    }
    int flags = Pattern.DOTALL | Pattern.MULTILINE | Pattern.UNIX_LINES;
    try {
      return Pattern.compile(
          bytes.toString(), ignoreCase ? flags | Pattern.CASE_INSENSITIVE : flags);
    } catch (PatternSyntaxException e) {
      int index = e.getIndex() < 0 ? -1 : indexes[Math.min(e.getIndex(), bytes.length())];
      throw new PatternSyntaxException(e.getDescription(), text, index);
    } catch (StackOverflowError e) {
      throw new PatternSyntaxException("too deeply nested", text, -1);
    }
  }

  Scanner scanner(Cancellation cancellation) {
    return new Scanner(pattern(text, ignoreCase), cancellation);
  }

  @FunctionalInterface
  interface Found {

    /// @param begin the index of the first byte of the match
    /// @param end the index after the last byte of the match
    /// @return false to stop
    boolean at(int begin, int end);
  }

  /// Searches arrays for the expression. Not thread-safe.
  static final class Scanner {

    private static final int READS_PER_CHECK = 1 << 16;

    private final Bytes bytes;
    private final Matcher matcher;

    Scanner(Pattern pattern, Cancellation cancellation) {
      bytes = new Bytes(cancellation);
      matcher = pattern.matcher(bytes).useTransparentBounds(true).useAnchoringBounds(false);
    }

    /// Finds consecutive matches, which do not overlap.
    ///
    /// @param array also contains the surrounding bytes for lookaround
    /// @param from the first index at which a match may begin
    /// @param to the end of these indexes, exclusive
    /// @throws StackOverflowError if the expression recurses too deeply
    void find(byte[] array, int from, int to, Found found) {
      bytes.array = array;
      matcher.reset();
      for (int at = from; at < to; ) {
        int end = Math.min(to, at + STRIDE);
        matcher.region(at, Math.min(array.length, end + MAX_MATCH_BYTES));
        if (!matcher.find() || matcher.start() >= end) {
          at = end;
          continue;
        }
        // Matches again, so that the maximum length does not depend on the start of the search.
        int begin = matcher.start();
        matcher.region(begin, Math.min(array.length, begin + MAX_MATCH_BYTES));
        boolean isMatch = matcher.lookingAt() && matcher.end() > begin;
        at = isMatch ? matcher.end() : begin + 1;
        if (isMatch && !found.at(begin, at)) {
          return;
        }
      }
    }

    /// Bytes as characters below 256. Checks for cancellation, because some expressions read the
    /// same bytes over and over again.
    private static final class Bytes implements CharSequence {

      private final Cancellation cancellation;
      private byte[] array = {};
      private int reads;

      private Bytes(Cancellation cancellation) {
        this.cancellation = cancellation;
      }

      @Override
      public int length() {
        return array.length;
      }

      @Override
      public char charAt(int index) {
        if (++reads == READS_PER_CHECK) {
          reads = 0;
          cancellation.check();
        }
        return (char) (array[index] & 0xff);
      }

      @Override
      public CharSequence subSequence(int start, int end) {
        return new String(array, start, end - start, StandardCharsets.ISO_8859_1);
      }

      @Override
      public String toString() {
        return new String(array, StandardCharsets.ISO_8859_1);
      }
    }
  }
}
