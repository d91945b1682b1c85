package io.github.tensorloupe.desktop.pane.hex;

import module java.base;

import io.github.tensorloupe.format.ByteRange;
import io.github.tensorloupe.model.FileBytes;
import io.github.tensorloupe.work.Cancellation;
import io.github.tensorloupe.work.Progress;

/// The ways to write bytes as text.
enum CopyFormat {
  /// Two digits for each byte, with blanks between: `0A FF`.
  HEX("hex") {
    @Override
    void append(byte[] piece, long index, StringBuilder text) {
      for (byte value : piece) {
        text.append(text.isEmpty() ? "" : " ").append(UPPER.toHexDigits(value));
      }
    }
  },
  /// The definition of an array in C, twelve bytes a line.
  C_ARRAY("c") {
    @Override
    String begin(long byteCount) {
      return "const unsigned char bytes[%d] = {".formatted(byteCount);
    }

    @Override
    void append(byte[] piece, long index, StringBuilder text) {
      for (int i = 0; i < piece.length; i++) {
        text.append((index + i) % C_LINE == 0 ? "\n  0x" : " 0x");
        text.append(LOWER.toHexDigits(piece[i])).append(',');
      }
    }

    @Override
    String end() {
      return "\n};\n";
    }
  },
  /// A bytes literal of Python, written as Python itself would: `b'\x00stone'`.
  PYTHON("python") {
    @Override
    String begin(long byteCount) {
      return "b'";
    }

    @Override
    void append(byte[] piece, long index, StringBuilder text) {
      for (byte value : piece) {
        appendPython(value, text);
      }
    }

    @Override
    String end() {
      return "'";
    }
  },
  /// Base64 of RFC 4648 with padding, in one line.
  BASE64("base64") {
    @Override
    void append(byte[] piece, long index, StringBuilder text) {
      text.append(Base64.getEncoder().encodeToString(piece));
    }
  };

  private static final HexFormat UPPER = HexFormat.of().withUpperCase();
  private static final HexFormat LOWER = HexFormat.of();
  private static final int C_LINE = 12;

  /// The most bytes that are copied as text, so that the clipboard stays usable.
  static final long MAX_BYTES = 8L << 20;

  /// A multiple of 3, as [#append] needs it.
  private static final int PIECE_BYTES = 48 << 10;

  private final String key;

  CopyFormat(String key) {
    this.key = key;
  }

  /// The word for it in keys of messages.
  String key() {
    return key;
  }

  /// The text before the bytes.
  String begin(long byteCount) {
    return "";
  }

  /// Writes some of the bytes.
  ///
  /// @param piece not the last one only if its length is a multiple of 3
  /// @param index of the piece's first byte among all bytes
  /// @param text what has been written so far
  abstract void append(byte[] piece, long index, StringBuilder text);

  /// The text behind the bytes.
  String end() {
    return "";
  }

  private static void appendPython(byte value, StringBuilder text) {
    switch (value) {
      case '\t' -> text.append("\\t");
      case '\n' -> text.append("\\n");
      case '\r' -> text.append("\\r");
      case '\\', '\'' -> text.append('\\').append((char) value);
      default -> {
        if (value >= ' ' && value < 0x7f) {
          text.append((char) value);
        } else {
          text.append("\\x").append(LOWER.toHexDigits(value));
        }
      }
    }
  }

  /// The text of a range. Blocks the calling thread.
  ///
  /// @param range inside the file, at most [#MAX_BYTES]
  /// @param progress reported in bytes
  /// @throws IOException if reading fails
  /// @throws java.util.concurrent.CancellationException if cancelled
  String text(FileBytes file, ByteRange range, Cancellation cancellation, Progress progress)
      throws IOException {
    long byteCount = range.byteCount();
    if (byteCount > MAX_BYTES) {
      throw new IllegalArgumentException(byteCount + " bytes are too many for a text");
    }
    StringBuilder text = new StringBuilder(begin(byteCount));
    for (long index = 0; index < byteCount; index += PIECE_BYTES) {
      cancellation.check();
      int length = (int) Math.min(PIECE_BYTES, byteCount - index);
      append(file.read(range.begin() + index, length), index, text);
      progress.report(index + length, byteCount);
    }
    return text.append(end()).toString();
  }
}
