package io.github.tensorloupe.desktop.session;

import module java.base;

/// A window that was open in the last run.
///
/// @param place the bounds on the desktop; empty if it was never shown
/// @param document the open document; empty for the start page
/// @param tab the tab, if the window had several documents
public record RememberedWindow(
    Optional<WindowPlace> place,
    Arrangement arrangement,
    Optional<RememberedDocument> document,
    Optional<Tab> tab) {

  /// A tab of a window.
  ///
  /// @param window a number shared by all tabs of one window
  /// @param position index of the tab
  public record Tab(int window, int position) {}

  /// The default window.
  public static final RememberedWindow DEFAULT =
      new RememberedWindow(
          Optional.empty(), Arrangement.DEFAULT, Optional.empty(), Optional.empty());

  /// Returns a window without a document.
  public static RememberedWindow of(Optional<WindowPlace> place, Arrangement arrangement) {
    return new RememberedWindow(place, arrangement, Optional.empty(), Optional.empty());
  }

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
