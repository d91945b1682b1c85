package io.github.tensorloupe.desktop.pane.overview.treemap;

/// A rectangle in pixels.
record Area(double x, double y, double width, double height) {

  double size() {
    return width * height;
  }

  boolean contains(double pointX, double pointY) {
    return pointX >= x && pointX < x + width && pointY >= y && pointY < y + height;
  }

  double centerX() {
    return x + width / 2;
  }

  double centerY() {
    return y + height / 2;
  }

  /// What is left inside of margins; of no size where they are too wide.
  Area inside(double top, double margin) {
    return new Area(
        x + margin, y + top, Math.max(0, width - 2 * margin), Math.max(0, height - top - margin));
  }
}
