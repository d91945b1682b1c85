package io.github.tensorloupe.cli;

import io.github.tensorloupe.model.Sha256;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;

/// The lines of a golden file, which describe the results of command lines.
///
/// Each line begins with a mark: `$` a command line, `=` its exit code, `>` a line of standard
/// output, `!` a line of standard error, `+` a created or changed file with its size and SHA-256,
/// `|` a line of such a file if it is a text file, `-` a deleted file.
///
/// Large results are shortened, see [#GoldenText(int)].
final class GoldenText {

  /// A line of a golden file.
  ///
  /// @param text the line
  /// @param whole the text that a digest in the line replaces
  record Line(String text, String whole) {}

  private static final int MAX_LINE = 100;
  private static final int MAX_BEGINNING = 60;
  private static final int DIGEST_DIGITS = 12;
  private static final String JSON_PATH = "{\"path\":\"";

  private final int shortening;
  private final List<Line> lines = new ArrayList<>();

  /// @param shortening 0 for all lines. Otherwise a stream is a list of entries, each an unindented
  ///   line with the indented lines below it, or the JSON objects of one path, and 2 to the power
  ///   of `shortening - 1` entries are replaced by the beginning of the first one and a digest
  GoldenText(int shortening) {
    this.shortening = shortening;
    add("# shortening " + shortening);
  }

  /// Returns the shortening of an existing golden file.
  static int shortening(List<String> lines) {
    return Integer.parseInt(lines.getFirst().substring("# shortening ".length()));
  }

  List<Line> lines() {
    return lines;
  }

  long byteCount() {
    return lines.stream().mapToLong(line -> utf8(line.text()).length + 1L).sum();
  }

  void add(String line) {
    lines.add(new Line(line, line));
  }

  /// Adds a stream.
  ///
  /// @param mark the beginning of each line
  void add(String mark, String stream) {
    if (stream.isEmpty()) {
      return;
    }
    List<String> streamLines = new ArrayList<>(List.of(stream.split("\n", -1)));
    if (streamLines.getLast().isEmpty()) {
      streamLines.removeLast();
    } else {
      streamLines.add("(no newline at the end)");
    }
    if (shortening == 0) {
      streamLines.forEach(line -> add(mark + line));
      return;
    }
    List<List<String>> entries = entries(streamLines);
    int size = 1 << shortening - 1;
    for (int begin = 0; begin < entries.size(); begin += size) {
      List<String> group = new ArrayList<>();
      entries.subList(begin, Math.min(begin + size, entries.size())).forEach(group::addAll);
      lines.add(shortened(mark, group));
    }
  }

  private static List<List<String>> entries(List<String> lines) {
    List<List<String>> entries = new ArrayList<>();
    for (String line : lines) {
      if (entries.isEmpty() || isBegin(line, entries.getLast().getFirst())) {
        entries.add(new ArrayList<>());
      }
      entries.getLast().add(line);
    }
    return entries;
  }

  private static boolean isBegin(String line, String begin) {
    if (!line.startsWith(JSON_PATH)) {
      return !line.isBlank() && !Character.isWhitespace(line.charAt(0));
    }
    int end = line.indexOf('"', JSON_PATH.length());
    return !begin.startsWith(line.substring(0, end + 1));
  }

  private static Line shortened(String mark, List<String> group) {
    String first = group.getFirst();
    if (group.size() == 1 && first.length() <= MAX_LINE) {
      return new Line(mark + first, mark + first);
    }
    int end = Math.min(first.length(), MAX_BEGINNING);
    if (end > 0 && Character.isHighSurrogate(first.charAt(end - 1))) {
      end--;
    }
    String whole = String.join("\n", group);
    byte[] bytes = utf8(whole);
    String text =
        "%s%s … %d lines, %d bytes, %s"
            .formatted(
                mark,
                first.substring(0, end),
                group.size(),
                bytes.length,
                digest(bytes).substring(0, DIGEST_DIGITS));
    return new Line(text, whole);
  }

  static String digest(byte[] bytes) {
    return HexFormat.of().formatHex(Sha256.digest().digest(bytes));
  }

  private static byte[] utf8(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }
}
