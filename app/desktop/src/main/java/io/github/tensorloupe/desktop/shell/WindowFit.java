package io.github.tensorloupe.desktop.shell;

import module java.base;
import module javafx.controls;

import io.github.tensorloupe.desktop.session.WindowPlace;

/// Fits a window to the screens that there are now.
///
/// @param screens the parts that windows may cover, the primary one first; at least one
record WindowFit(List<Rectangle2D> screens) {

  static final double USUAL_WIDTH = 1280;
  static final double USUAL_HEIGHT = 820;

  /// A smaller window is one that somebody has lost, rather than one that they want again.
  static final double LEAST_WIDTH = 480;

  static final double LEAST_HEIGHT = 320;

  /// From one window to the next, so that both are seen.
  private static final double STEP = 28;

  WindowFit {
    screens = List.copyOf(screens);
  }

  /// The place of a window that nothing is remembered of: in the middle of the primary screen.
  WindowPlace usual() {
    Rectangle2D screen = screens.getFirst();
    double width = Math.min(USUAL_WIDTH, screen.getWidth());
    double height = Math.min(USUAL_HEIGHT, screen.getHeight());
    double x = screen.getMinX() + (screen.getWidth() - width) / 2;
    double y = screen.getMinY() + (screen.getHeight() - height) / 2;
    return new WindowPlace(x, y, width, height, false, false);
  }

  /// The place nearest to the one that is wanted at which the whole window is on one screen and
  /// large enough to be found: the one that has most of it, or the primary one if none has anything
  /// of it.
  WindowPlace fit(WindowPlace wanted) {
    Rectangle2D screen =
        screens.stream()
            .max(Comparator.comparingDouble(each -> common(each, wanted)))
            .filter(each -> common(each, wanted) > 0)
            .orElse(screens.getFirst());
    double width = Math.min(Math.max(wanted.width(), LEAST_WIDTH), screen.getWidth());
    double height = Math.min(Math.max(wanted.height(), LEAST_HEIGHT), screen.getHeight());
    double x = Math.clamp(wanted.x(), screen.getMinX(), screen.getMaxX() - width);
    double y = Math.clamp(wanted.y(), screen.getMinY(), screen.getMaxY() - height);
    return new WindowPlace(x, y, width, height, wanted.maximized(), wanted.fullScreen());
  }

  /// A place beside another window, as large as that one; where there is no room for it, that very
  /// place.
  WindowPlace beside(WindowPlace other) {
    return fit(other.at(other.x() + STEP, other.y() + STEP));
  }

  /// Puts a window into the place that is wanted, or beside the window that stands there already.
  WindowPlace place(Stage stage, Optional<WindowPlace> wanted, Predicate<WindowPlace> isTaken) {
    WindowPlace place =
        wanted.map(it -> isTaken.test(it) ? beside(it) : fit(it)).orElseGet(this::usual);
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
