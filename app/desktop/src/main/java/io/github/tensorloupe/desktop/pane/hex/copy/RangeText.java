package io.github.tensorloupe.desktop.pane.hex.copy;

import io.github.tensorloupe.format.ByteRange;
import io.github.tensorloupe.model.FileBytes;
import io.github.tensorloupe.work.Cancellation;
import io.github.tensorloupe.work.Progress;
import java.io.IOException;

/// Ranges of a file as text.
public final class RangeText {

  /// The most bytes that become text: what other programs take from the clipboard without trouble.
  public static final long MAX_BYTES = 8L << 20;

  /// A multiple of 3, as [CopyFormat#append] wants it.
  private static final int PIECE_BYTES = 48 << 10;

  private RangeText() {}

  /// The text of a range. Blocks the calling thread.
  ///
  /// @param range inside the file, at most [#MAX_BYTES]
  /// @param progress reported in bytes
  /// @throws IOException if reading fails
  /// @throws java.util.concurrent.CancellationException if cancelled
  public static String of(
      CopyFormat format,
      FileBytes file,
      ByteRange range,
      Cancellation cancellation,
      Progress progress)
      throws IOException {
    long byteCount = range.byteCount();
    if (byteCount > MAX_BYTES) {
      throw new IllegalArgumentException(byteCount + " bytes are too many for a text");
    }
    StringBuilder text = new StringBuilder(format.begin(byteCount));
    for (long index = 0; index < byteCount; index += PIECE_BYTES) {
      cancellation.check();
      int length = (int) Math.min(PIECE_BYTES, byteCount - index);
      format.append(file.read(range.begin() + index, length), index, text);
      progress.report(index + length, byteCount);
    }
    return text.append(format.end()).toString();
  }
}
