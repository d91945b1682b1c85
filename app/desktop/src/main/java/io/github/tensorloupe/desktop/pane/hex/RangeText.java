package io.github.tensorloupe.desktop.pane.hex;

import module java.base;

import io.github.tensorloupe.format.ByteRange;
import io.github.tensorloupe.model.ByteSource;
import io.github.tensorloupe.work.Cancellation;
import io.github.tensorloupe.work.Progress;

/// The text formats for bytes of a file.
public enum RangeText {
  /// Two digits per byte, separated by blanks: `0A FF`.
  HEX("", ""),
  /// The definition of an array in C, with twelve bytes per line.
  C("const unsigned char bytes[%d] = {", "\n};\n"),
  /// A bytes literal of Python, written as Python itself would: `b'\x00stone'`.
  PYTHON("b'", "'"),
  /// Base64 of RFC 4648 with padding, in one line.
  BASE64("", "");

  /// The maximum number of bytes, so that a clipboard stays usable.
  public static final long MAX_BYTES = 8L << 20;

  private static final HexFormat UPPER = HexFormat.of().withUpperCase();
  private static final HexFormat LOWER = HexFormat.of();
  private static final int C_LINE = 12;

  /// A multiple of 3, so that Base64 is padded only at the end.
  private static final int PIECE_BYTES = 48 << 10;

  private final String begin;
  private final String end;

  RangeText(String begin, String end) {
    this.begin = begin;
    this.end = end;
  }

  /// Returns the text of a range. Blocks the calling thread.
  ///
  /// @param range inside the file, at most [#MAX_BYTES]
  /// @param progress reported in bytes
  /// @throws IOException if reading fails
  /// @throws java.util.concurrent.CancellationException if cancelled
  public String of(ByteSource file, ByteRange range, Cancellation cancellation, Progress progress)
      throws IOException {
    long byteCount = range.byteCount();
    if (byteCount > MAX_BYTES) {
      throw new IllegalArgumentException(byteCount + " bytes are too many for a text");
    }
    StringBuilder text = new StringBuilder(begin.formatted(byteCount));
    for (long index = 0; index < byteCount; index += PIECE_BYTES) {
      cancellation.check();
      int length = (int) Math.min(PIECE_BYTES, byteCount - index);
      append(file.read(range.begin() + index, length), index, text);
      progress.report(index + length, byteCount);
    }
    return text.append(end).toString();
  }

  /// @param index the index of the piece's first byte among all bytes
  private void append(byte[] piece, long index, StringBuilder text) {
    switch (this) {
      case HEX -> {
        for (byte value : piece) {
          text.append(text.isEmpty() ? "" : " ").append(UPPER.toHexDigits(value));
        }
      }
      case C -> {
        for (int i = 0; i < piece.length; i++) {
          text.append((index + i) % C_LINE == 0 ? "\n  0x" : " 0x");
          text.append(LOWER.toHexDigits(piece[i])).append(',');
        }
      }
      case PYTHON -> {
        for (byte value : piece) {
          text.append(python(value));
        }
      }
      case BASE64 -> text.append(Base64.getEncoder().encodeToString(piece));
    }
  }

  private static String python(byte value) {
    return switch (value) {
      case '\t' -> "\\t";
      case '\n' -> "\\n";
      case '\r' -> "\\r";
      case '\\', '\'' -> "\\" + (char) value;
      default -> {
        boolean isPlain = value >= ' ' && value < 0x7f;
        yield isPlain ? Character.toString(value) : "\\x" + LOWER.toHexDigits(value);
      }
    };
  }
}
