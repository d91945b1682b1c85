package io.github.tensorloupe.desktop.error;

import module java.base;

/// Unexpected failure of background work that a pane needs, such as an out-of-memory error. It is
/// rethrown on the FX thread and handled by the guard of the pane.
public final class PaneException extends RuntimeException {

  private static final long serialVersionUID = 1;

  private final transient Runnable again;
  private final boolean isWhole;

  private PaneException(Throwable cause, Runnable again, boolean isWhole) {
    super(String.valueOf(cause), cause);
    this.again = again;
    this.isWhole = isWhole;
  }

  /// Creates a failure after which the pane has no content to show: a card replaces it.
  public static PaneException whole(Throwable cause, Runnable again) {
    return new PaneException(cause, again, true);
  }

  /// Creates a failure after which the pane keeps its content: a notice reports it.
  public static PaneException part(Throwable cause, Runnable again) {
    return new PaneException(cause, again, false);
  }

  /// Returns a handler that throws a failure after which the pane has no content to show.
  public static Consumer<Throwable> orWhole(Runnable again) {
    return failure -> {
      throw whole(failure, again);
    };
  }

  /// Returns a handler that throws a failure after which the pane keeps its content.
  public static Consumer<Throwable> orPart(Runnable again) {
    return failure -> {
      throw part(failure, again);
    };
  }

  Runnable again() {
    return again;
  }

  boolean isWhole() {
    return isWhole;
  }
}
