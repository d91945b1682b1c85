package io.github.tensorloupe.desktop.pane.hex.search;

/// A search target. Immutable.
///
/// A match begins at one of the equally spaced positions of an area.
public sealed interface SearchPattern permits BytePattern, ElementTest {

  /// Returns the distance between positions: 4, 6, 8, 16, 32 or 64 bits.
  int placeBits();

  int matchBits();
}
