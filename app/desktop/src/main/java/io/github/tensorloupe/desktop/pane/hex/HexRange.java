package io.github.tensorloupe.desktop.pane.hex;

import io.github.tensorloupe.format.ByteRange;
import java.util.Optional;
import java.util.OptionalLong;

/// The bytes that are marked to be copied or saved. Belongs to the FX thread.
final class HexRange {

  private OptionalLong anchor = OptionalLong.empty();
  private Optional<ByteRange> range = Optional.empty();

  /// The marked bytes; never an empty range.
  Optional<ByteRange> range() {
    return range;
  }

  /// Marks everything from where marking began to a byte, both included.
  ///
  /// @param caret where it begins if nothing is marked yet
  /// @param to file offset
  void extend(long caret, long to) {
    long from = anchor.orElse(caret);
    anchor = OptionalLong.of(from);
    range = Optional.of(new ByteRange(Math.min(from, to), Math.max(from, to) + 1));
  }

  /// Marks bytes.
  ///
  /// @param bytes an empty range marks nothing
  void set(ByteRange bytes) {
    anchor = OptionalLong.empty();
    range = Optional.of(bytes).filter(some -> some.byteCount() > 0);
  }

  /// Marks nothing.
  void clear() {
    anchor = OptionalLong.empty();
    range = Optional.empty();
  }
}
