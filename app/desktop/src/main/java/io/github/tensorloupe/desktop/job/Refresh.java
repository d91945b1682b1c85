package io.github.tensorloupe.desktop.job;

/// An action that never overlaps itself: requests during a run are combined into one further run.
/// Confined to the FX thread.
public final class Refresh {

  private final Runnable action;
  private boolean running;
  private boolean again;

  /// @param action must call [#begun()], and [#ended()] when it has finished
  public Refresh(Runnable action) {
    this.action = action;
  }

  /// Runs the action now, or after the current run.
  public void request() {
    if (running) {
      again = true;
    } else {
      action.run();
    }
  }

  /// Marks the start of a run, whether requested or not.
  public void begun() {
    running = true;
    again = false;
  }

  public void ended() {
    running = false;
    if (again) {
      again = false;
      action.run();
    }
  }

  /// Cancels the current run, because its subject no longer exists.
  public void dropped() {
    running = false;
    again = false;
  }
}
