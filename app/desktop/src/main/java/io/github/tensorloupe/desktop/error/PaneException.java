package io.github.tensorloupe.desktop.error;

import module java.base;

/// Background work that a pane needs has failed although nothing of it should, as where memory is
/// gone. Thrown where the failure arrives, it reaches the guard of the pane.
public final class PaneException extends RuntimeException {

  private static final long serialVersionUID = 1;

  private final transient Runnable again;
  private final boolean isWhole;

  private PaneException(Throwable cause, Runnable again, boolean isWhole) {
    super(String.valueOf(cause), cause);
    this.again = again;
    this.isWhole = isWhole;
  }

  /// Without the work the pane has nothing to show: a card takes its place.
  public static PaneException whole(Throwable cause, Runnable again) {
    return new PaneException(cause, again, true);
  }

  /// A failure after which the pane keeps its content: a notice reports it.
  public static PaneException part(Throwable cause, Runnable again) {
    return new PaneException(cause, again, false);
  }

  /// What becomes of failures without which the pane has nothing to show.
  public static Consumer<Throwable> orWhole(Runnable again) {
    return failure -> {
      throw whole(failure, again);
    };
  }

  /// What becomes of failures after which the pane keeps its content.
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
