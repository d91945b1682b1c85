package io.github.tensorloupe.desktop.session;

import module java.base;

/// A window that was open.
///
/// @param place on the desktop; empty where it was never shown
/// @param document that was open in it; empty for the start page
/// @param tab where it was one of several documents in a window
public record RememberedWindow(
    Optional<WindowPlace> place,
    Arrangement arrangement,
    Optional<RememberedDocument> document,
    Optional<Tab> tab) {

  /// A tab of a window.
  ///
  /// @param window the same for all tabs of one window
  /// @param position from 0, in the order of the tabs
  public record Tab(int window, int position) {}

  /// A window as it is when nothing is remembered.
  public static final RememberedWindow USUAL =
      new RememberedWindow(Optional.empty(), Arrangement.USUAL, Optional.empty(), Optional.empty());

  public RememberedWindow withoutDocument() {
    return new RememberedWindow(place, arrangement, Optional.empty(), Optional.empty());
  }

  public RememberedWindow with(RememberedDocument other) {
    return new RememberedWindow(place, arrangement, Optional.of(other), tab);
  }

  public RememberedWindow at(Optional<WindowPlace> other) {
    return new RememberedWindow(other, arrangement, document, tab);
  }

  public RememberedWindow inTab(int window, int position) {
    return new RememberedWindow(
        place, arrangement, document, Optional.of(new Tab(window, position)));
  }
}
