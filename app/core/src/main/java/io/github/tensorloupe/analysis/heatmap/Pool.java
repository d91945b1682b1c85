package io.github.tensorloupe.analysis.heatmap;

import module java.base;

import io.github.tensorloupe.model.FileWindow;

/// Takes the elements of one line of pixels, in pieces. Not thread-safe.
interface Pool {

  /// Begins anew.
  ///
  /// @param firstPixel of those that are asked for, along the line
  /// @param pixelCount how many
  void begin(long firstPixel, int pixelCount);

  /// Takes neighboring positions of a line of elements, those of them that are in the file.
  void add(FileWindow window, long line, long position, int count) throws IOException;

  /// Told after the last line that these positions were taken of; nothing to do where every number
  /// is taken at once.
  default void settle(long position, int count) {}
}
