package io.github.tensorloupe.desktop.pane.hex.search;

/// Something to search for. Immutable.
///
/// A match begins at one of the places of an area, which follow each other by so many bits.
public sealed interface SearchPattern permits BytePattern, ElementTest {

  /// The distance from one place to the next: 4, 6, 8, 16, 32 or 64 bits.
  int placeBits();

  int matchBits();
}
