package io.github.tensorloupe.desktop.control.copy;

import javafx.event.Event;
import javafx.event.EventTarget;
import javafx.event.EventType;

/// Tells that a text was put onto the clipboard. It rises from where the text is shown, so that
/// whatever is around it can say so.
public final class CopiedEvent extends Event {

  private static final long serialVersionUID = 1L;

  /// Of all of them.
  public static final EventType<CopiedEvent> COPIED = new EventType<>(Event.ANY, "COPIED");

  private final String text;

  CopiedEvent(EventTarget from, String text) {
    super(from, from, COPIED);
    this.text = text;
  }

  /// What was copied, not empty.
  public String text() {
    return text;
  }
}
