package io.github.tensorloupe.desktop.pane.hex.search;

import module java.base;

import io.github.tensorloupe.format.ByteRange;
import io.github.tensorloupe.model.ByteSource;
import io.github.tensorloupe.work.Cancellation;
import io.github.tensorloupe.work.Progress;

/// The runs of printable characters in a range of a file, as `strings` lists them: ASCII from the
/// space to the tilde, and tabs. In the header, which is one long run, quotation marks end a run
/// too. Immutable; runs on the calling thread.
///
/// @param range file offsets
/// @param headerEnd file offset behind the header; 0 if quotation marks are characters everywhere
/// @param minLength the fewest characters of a run, at least 1
public record StringScan(ByteSource file, ByteRange range, long headerEnd, int minLength) {

  /// Behind so many the scan ends.
  public static final int MAX_STRINGS = 50_000;

  /// Of longer runs the beginning is kept.
  public static final int MAX_CHARACTERS = 240;

  private static final int CHUNK_BYTES = 1 << 20;

  /// @param bytes all of the run, as file offsets
  /// @param text its beginning, at most [#MAX_CHARACTERS]
  public record FoundString(ByteRange bytes, String text) {}

  public StringScan {
    if (minLength < 1 || range.begin() < 0 || range.end() > file.length()) {
      throw new IllegalArgumentException(range + ", at least " + minLength);
    }
  }

  /// Finds the strings in the order of the file.
  ///
  /// @param onFound receives each
  /// @param cancellation asked at least once a mebibyte
  /// @param progress reported in bytes
  /// @return true if these are all; false if there are more than [#MAX_STRINGS]
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
        int kept = (int) Math.min(length, text.length);
        onFound.accept(
            new FoundString(
                new ByteRange(end - length, end),
                new String(text, 0, kept, StandardCharsets.US_ASCII)));
      }
      length = 0;
    }
  }
}
