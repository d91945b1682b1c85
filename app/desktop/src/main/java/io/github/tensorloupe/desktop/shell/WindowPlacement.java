package io.github.tensorloupe.desktop.shell;

import module java.base;
import module javafx.controls;

import io.github.tensorloupe.desktop.session.WindowPlace;

/// Fits a window to the current screens.
///
/// @param screens the areas that windows may cover, the primary screen first; at least one
record WindowPlacement(List<Rectangle2D> screens) {

  static final double DEFAULT_WIDTH = 1280;
  static final double DEFAULT_HEIGHT = 820;

  /// Remembered windows that are smaller are enlarged.
  static final double MIN_WIDTH = 480;

  static final double MIN_HEIGHT = 320;

  /// Offset between two windows, so that both are visible.
  private static final double STEP = 28;

  WindowPlacement {
    screens = List.copyOf(screens);
  }

  /// Returns the default bounds: centered on the primary screen.
  WindowPlace defaultBounds() {
    Rectangle2D screen = screens.getFirst();
    double width = Math.min(DEFAULT_WIDTH, screen.getWidth());
    double height = Math.min(DEFAULT_HEIGHT, screen.getHeight());
    double x = screen.getMinX() + (screen.getWidth() - width) / 2;
    double y = screen.getMinY() + (screen.getHeight() - height) / 2;
    return new WindowPlace(x, y, width, height, false, false);
  }

  /// Returns the nearest bounds that lie completely on one screen and are at least of minimum size.
  /// The screen is the one with the largest part of the window, or the primary screen if the window
  /// overlaps none.
  WindowPlace fit(WindowPlace wanted) {
    Rectangle2D screen =
        screens.stream()
            .max(Comparator.comparingDouble(each -> common(each, wanted)))
            .filter(each -> common(each, wanted) > 0)
            .orElse(screens.getFirst());
    double width = Math.min(Math.max(wanted.width(), MIN_WIDTH), screen.getWidth());
    double height = Math.min(Math.max(wanted.height(), MIN_HEIGHT), screen.getHeight());
    double x = Math.clamp(wanted.x(), screen.getMinX(), screen.getMaxX() - width);
    double y = Math.clamp(wanted.y(), screen.getMinY(), screen.getMaxY() - height);
    return new WindowPlace(x, y, width, height, wanted.maximized(), wanted.fullScreen());
  }

  /// Returns bounds of the same size, offset from another window, or the bounds of that window if
  /// there is no space.
  WindowPlace offsetFrom(WindowPlace other) {
    return fit(other.at(other.x() + STEP, other.y() + STEP));
  }

  /// Places a window at the wanted bounds, or offset from them if another window is already there.
  WindowPlace place(Stage stage, Optional<WindowPlace> wanted, Predicate<WindowPlace> isOccupied) {
    WindowPlace place =
        wanted
            .map(it -> isOccupied.test(it) ? offsetFrom(it) : fit(it))
            .orElseGet(this::defaultBounds);
    stage.setX(place.x());
    stage.setY(place.y());
    stage.setWidth(place.width());
    stage.setHeight(place.height());
    stage.setMaximized(place.maximized());
    return place;
  }

  private static double common(Rectangle2D screen, WindowPlace window) {
    double width =
        Math.min(screen.getMaxX(), window.x() + window.width())
            - Math.max(screen.getMinX(), window.x());
    double height =
        Math.min(screen.getMaxY(), window.y() + window.height())
            - Math.max(screen.getMinY(), window.y());
    return Math.max(0, width) * Math.max(0, height);
  }
}
