package io.github.tensorloupe.storage.session;

import module java.base;

/// A window that was open.
///
/// @param place on the desktop; empty where it was never shown
/// @param document that was open in it; empty for the start page
public record RememberedWindow(
    Optional<WindowPlace> place, Arrangement arrangement, Optional<RememberedDocument> document) {

  /// A window as it is when nothing is remembered.
  public static final RememberedWindow USUAL =
      new RememberedWindow(Optional.empty(), Arrangement.USUAL, Optional.empty());

  public RememberedWindow withoutDocument() {
    return new RememberedWindow(place, arrangement, Optional.empty());
  }

  public RememberedWindow with(RememberedDocument other) {
    return new RememberedWindow(place, arrangement, Optional.of(other));
  }

  public RememberedWindow at(Optional<WindowPlace> other) {
    return new RememberedWindow(other, arrangement, document);
  }
}
