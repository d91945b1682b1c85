package io.github.tensorloupe.desktop.control.canvas;

/// Converts wheel and trackpad movements into whole steps. A trackpad sends fractions of a step, so
/// the remainder is kept for the next movement.
public final class WheelSteps {

  private double rest;

  /// Adds a movement and returns the whole steps that it completes.
  ///
  /// @param steps signed, with a fraction
  public long take(double steps) {
    rest += steps;
    long whole = (long) rest;
    rest -= whole;
    return whole;
  }
}
