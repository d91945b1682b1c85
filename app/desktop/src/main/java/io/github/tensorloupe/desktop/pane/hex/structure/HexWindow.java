package io.github.tensorloupe.desktop.pane.hex.structure;

import io.github.tensorloupe.format.ByteRange;
import java.util.OptionalLong;

/// The part of a file that has been read. Immutable.
public final class HexWindow {

  /// What [#at] gives for a byte that has not been read.
  public static final int ABSENT = -1;

  /// Nothing has been read.
  public static final HexWindow EMPTY = new HexWindow(0, new byte[0]);

  private final ByteRange range;
  private final byte[] bytes;

  /// @param byteOffset file offset of the first byte
  /// @param bytes not to be changed afterwards
  public HexWindow(long byteOffset, byte[] bytes) {
    this.range = new ByteRange(byteOffset, byteOffset + bytes.length);
    this.bytes = bytes;
  }

  /// What has been read, as file offsets.
  public ByteRange range() {
    return range;
  }

  /// A byte of the file, from 0 to 255, or [#ABSENT].
  public int at(long byteOffset) {
    return range.contains(byteOffset) ? bytes[(int) (byteOffset - range.begin())] & 0xff : ABSENT;
  }

  /// Whether every byte of a range has been read.
  public boolean covers(ByteRange wanted) {
    return range.begin() <= wanted.begin() && wanted.end() <= range.end();
  }

  /// A number of up to 8 bytes, the first byte lowest; empty where one of them has not been read.
  public OptionalLong littleEndian(long byteOffset, int byteCount) {
    long number = 0;
    for (int i = byteCount - 1; i >= 0; i--) {
      int value = at(byteOffset + i);
      if (value == ABSENT) {
        return OptionalLong.empty();
      }
      number = number << 8 | value;
    }
    return OptionalLong.of(number);
  }
}
