package io.github.tensorloupe.desktop.session;

/// The bounds of a window that is neither maximized nor full screen, in desktop units.
///
/// @param width width of the whole window, more than 0
/// @param height height of the whole window, more than 0
/// @param maximized true if the window is maximized
/// @param fullScreen true if the window is full screen
public record WindowPlace(
    double x, double y, double width, double height, boolean maximized, boolean fullScreen) {

  public WindowPlace {
    if (!Double.isFinite(x) || !Double.isFinite(y)) {
      throw new IllegalArgumentException("a window at " + x + ", " + y);
    }
    if (!(width > 0 && height > 0) || Double.isInfinite(width) || Double.isInfinite(height)) {
      throw new IllegalArgumentException("a window of " + width + " × " + height);
    }
  }

  /// Returns a window of the same size at another position, neither maximized nor full screen.
  public WindowPlace at(double newX, double newY) {
    return new WindowPlace(newX, newY, width, height, false, false);
  }

  /// Returns the same bounds with these states.
  public WindowPlace with(boolean isMaximized, boolean isFullScreen) {
    return new WindowPlace(x, y, width, height, isMaximized, isFullScreen);
  }
}
