package io.github.tensorloupe;

/// The entry point. Names no JavaFX type, so that subcommands run without it.
public final class Launcher {

  private Launcher() {}

  /// Runs a subcommand, or opens the window.
  public static void main(String[] arguments) {}
}
