package io.github.tensorloupe.desktop.session;

/// The place of a window on the desktop while it is neither maximized nor full screen, in the units
/// of the desktop.
///
/// @param width of the whole window, more than 0
/// @param height of the whole window, more than 0
/// @param maximized true if it fills the screen, with its frame
/// @param fullScreen true if it fills the screen, with nothing else on it
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

  /// A window of the same size elsewhere, neither maximized nor full screen.
  public WindowPlace at(double newX, double newY) {
    return new WindowPlace(newX, newY, width, height, false, false);
  }

  /// The same bounds with these states.
  public WindowPlace with(boolean isMaximized, boolean isFullScreen) {
    return new WindowPlace(x, y, width, height, isMaximized, isFullScreen);
  }
}
