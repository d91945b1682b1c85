package io.github.tensorloupe.desktop.job;

/// Does something again whenever that is asked for, but not before it has ended the last time: what
/// is asked for meanwhile is done once. Belongs to the FX thread.
public final class Refresh {

  private final Runnable action;
  private boolean running;
  private boolean again;

  /// @param action must call [#begun()], and [#ended()] when it is over
  public Refresh(Runnable action) {
    this.action = action;
  }

  /// Does it now, or as soon as it has ended.
  public void request() {
    if (running) {
      again = true;
    } else {
      action.run();
    }
  }

  /// It has begun, asked for or not.
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

  /// It will not end, because what it was about is gone.
  public void dropped() {
    running = false;
    again = false;
  }
}
