package io.github.tensorloupe.desktop.pane.hex.search;

import module java.base;

import io.github.tensorloupe.format.ByteRange;
import io.github.tensorloupe.model.ByteSource;
import io.github.tensorloupe.work.Cancellation;
import io.github.tensorloupe.work.Progress;

/// Finds the runs of printable characters in a range of a file, like `strings`: ASCII from space to
/// tilde, and tabs. In the header, quotation marks also end a run. Immutable; runs on the calling
/// thread.
///
/// @param range file offsets
/// @param headerEnd file offset after the header; 0 to treat quotation marks as characters
///   everywhere
/// @param minLength minimum length of a run, at least 1
public record StringScan(ByteSource file, ByteRange range, long headerEnd, int minLength) {

  /// Maximum number of strings.
  public static final int MAX_STRINGS = 50_000;

  /// Maximum length of the text of a run.
  public static final int MAX_CHARACTERS = 240;

  private static final int CHUNK_BYTES = 1 << 20;

  /// @param bytes file offsets of the whole run
  /// @param text the first [#MAX_CHARACTERS] characters
  public record FoundString(ByteRange bytes, String text) {}

  public StringScan {
    if (minLength < 1 || range.begin() < 0 || range.end() > file.length()) {
      throw new IllegalArgumentException(range + ", at least " + minLength);
    }
  }

  /// Finds the strings in file order.
  ///
  /// @param onFound receives each string
  /// @param cancellation checked at least once per mebibyte
  /// @param progress in bytes
  /// @return false if there are more than [#MAX_STRINGS]
  /// @throws io.github.tensorloupe.model.FileChangedException if the file changed since it was
  ///   opened
  /// @throws IOException if reading fails
  public boolean run(Consumer<FoundString> onFound, Cancellation cancellation, Progress progress)
      throws IOException {
    Run run = new Run(onFound);
    byte[] chunk = new byte[(int) Math.min(CHUNK_BYTES, range.byteCount())];
    for (long at = range.begin(); at < range.end() && run.count <= MAX_STRINGS; ) {
      cancellation.check();
      int count = (int) Math.min(chunk.length, range.end() - at);
      file.read(at, ByteBuffer.wrap(chunk, 0, count));
      run.add(chunk, count, at);
      at += count;
      progress.report(at - range.begin(), range.byteCount());
    }
    run.end(range.end());
    file.requireUnchanged();
    return run.count <= MAX_STRINGS;
  }

  private final class Run {

    private final Consumer<FoundString> onFound;
    private final byte[] text = new byte[MAX_CHARACTERS];
    private long length;
    private int count;

    private Run(Consumer<FoundString> onFound) {
      this.onFound = onFound;
    }

    private void add(byte[] bytes, int byteCount, long begin) {
      // Files may have gigabytes of zeros.
      if (bytes[0] == 0 && Arrays.equals(bytes, 0, byteCount - 1, bytes, 1, byteCount)) {
        end(begin);
        return;
      }
      for (int i = 0; i < byteCount; i++) {
        byte each = bytes[i];
        boolean isText = each >= ' ' && each < 127 || each == '\t';
        if (isText && (each != '"' || begin + i >= headerEnd)) {
          if (length < text.length) {
            text[(int) length] = each;
          }
          length++;
        } else if (length > 0) {
          end(begin + i);
        }
      }
    }

    private void end(long end) {
      if (length >= minLength && ++count <= MAX_STRINGS) {
        int textLength = (int) Math.min(length, text.length);
        onFound.accept(
            new FoundString(
                new ByteRange(end - length, end),
                new String(text, 0, textLength, StandardCharsets.US_ASCII)));
      }
      length = 0;
    }
  }
}
