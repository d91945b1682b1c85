package io.github.tensorloupe.desktop.shell;

import module java.base;
import module javafx.controls;

import io.github.tensorloupe.storage.session.RememberedWindow;
import io.github.tensorloupe.storage.session.WindowPlace;

/// Where new windows stand on the screens. Belongs to the FX thread.
///
/// @param screens the parts of the screens that windows may cover, the primary one first
record WindowPlacement(Supplier<List<Rectangle2D>> screens) {

  /// The place of a window that looks as it is remembered; where another one stands there already,
  /// beside that and not over it.
  WindowPlace placeFor(RememberedWindow remembered, List<DocumentWindow> others) {
    WindowFit fit = new WindowFit(screens.get());
    return remembered
        .place()
        .map(place -> isTaken(place, others) ? fit.beside(place) : fit.fit(place))
        .orElseGet(fit::usual);
  }

  private static boolean isTaken(WindowPlace place, List<DocumentWindow> others) {
    return others.stream()
        .map(window -> window.see().place())
        .flatMap(Optional::stream)
        .anyMatch(other -> other.x() == place.x() && other.y() == place.y());
  }

  /// How a new window looks that is arranged like another one; it does not fill the screen by
  /// itself if that one does.
  static RememberedWindow like(DocumentWindow other) {
    RememberedWindow seen = other.see();
    return seen.withoutDocument().at(seen.place().map(place -> place.with(false, false)));
  }
}
