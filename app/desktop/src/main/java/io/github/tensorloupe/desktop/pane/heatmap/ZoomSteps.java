package io.github.tensorloupe.desktop.pane.heatmap;

/// The sizes that zooming goes through: 1, 2, 3, 4, 6, 8, 12 and so on. Whole numbers only, so that
/// every pixel of a picture is as large as every other and stands for as many elements.
final class ZoomSteps {

  private ZoomSteps() {}

  /// The next larger one.
  static long above(long size) {
    for (long power = 1; ; power *= 2) {
      if (power > size) {
        return power;
      }
      if (power > 1 && power / 2 * 3 > size) {
        return power / 2 * 3;
      }
    }
  }

  /// The next smaller one, at least 1.
  static long below(long size) {
    long below = 1;
    for (long next = above(below); next < size; next = above(next)) {
      below = next;
    }
    return below;
  }
}
