package io.github.tensorloupe.desktop.pane.overview;

import io.github.tensorloupe.desktop.selection.LocatedFinding;
import io.github.tensorloupe.desktop.selection.OpenDocument;
import io.github.tensorloupe.format.ByteRange;
import io.github.tensorloupe.format.DisplayText;
import io.github.tensorloupe.format.Finding;
import io.github.tensorloupe.format.FindingCode;
import io.github.tensorloupe.format.Preface;
import io.github.tensorloupe.model.FileBytes;
import io.github.tensorloupe.model.TensorFile;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.stream.Collectors;

/// The text of a broken header around the place where it breaks, fit for display. Immutable.
///
/// @param before what stands before the place
/// @param marked what is wrong; empty where the text ends too early
/// @param after what stands behind it
/// @param isCutBefore whether more text stands before that
/// @param isCutAfter whether more bytes follow behind that
record HeaderExcerpt(
    String before, String marked, String after, boolean isCutBefore, boolean isCutAfter) {

  private static final int BYTES_BEFORE = 400;
  private static final int MARKED_BYTES = 80;
  private static final int BYTES_AFTER = 200;

  /// The excerpt of the first broken header of a document; empty where none is. Reads it.
  static Optional<HeaderExcerpt> of(OpenDocument document) {
    return document.findings().stream()
        .filter(located -> located.file().isPresent() && isOfText(located.finding()))
        .findFirst()
        .flatMap(HeaderExcerpt::read);
  }

  private static boolean isOfText(Finding finding) {
    return finding.range().isPresent()
        && (finding.code() == FindingCode.INVALID_JSON
            || finding.code() == FindingCode.INVALID_UTF8);
  }

  private static Optional<HeaderExcerpt> read(LocatedFinding located) {
    TensorFile file = located.file().orElseThrow();
    ByteRange range = located.finding().range().orElseThrow();
    FileBytes bytes = file.bytes();
    long headerEnd = file.reading().dataStart().orElse(bytes.length());
    long from = Math.max(Preface.BYTE_COUNT, range.begin() - BYTES_BEFORE);
    long markedEnd = Math.min(range.end(), range.begin() + MARKED_BYTES);
    long to = Math.min(headerEnd, markedEnd + BYTES_AFTER);
    try {
      return Optional.of(
          new HeaderExcerpt(
              text(bytes, from, range.begin()),
              text(bytes, range.begin(), markedEnd),
              text(bytes, markedEnd, Math.max(markedEnd, to)),
              from > Preface.BYTE_COUNT,
              to < headerEnd));
    } catch (IOException e) {
      // The finding itself is told; whoever looks at the bytes learns why they cannot be read.
      return Optional.empty();
    }
  }

  /// A cut character at an end is shown as one that cannot be read.
  private static String text(FileBytes bytes, long begin, long end) throws IOException {
    String text = new String(bytes.read(begin, (int) (end - begin)), StandardCharsets.UTF_8);
    return text.lines()
            .map(line -> line.isEmpty() ? "" : DisplayText.of(line, line.length()))
            .collect(Collectors.joining("\n"))
        + (text.endsWith("\n") ? "\n" : "");
  }
}
