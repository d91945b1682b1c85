package io.github.tensorloupe.desktop.control.copy;

import module javafx.controls;

/// Fired by the node whose text was copied to the clipboard; bubbles up.
public final class CopiedEvent extends Event {

  private static final long serialVersionUID = 1L;

  /// The type of all copy events.
  public static final EventType<CopiedEvent> COPIED = new EventType<>(Event.ANY, "COPIED");

  private final String text;

  CopiedEvent(EventTarget from, String text) {
    super(from, from, COPIED);
    this.text = text;
  }

  /// The copied text, not empty.
  public String text() {
    return text;
  }
}
