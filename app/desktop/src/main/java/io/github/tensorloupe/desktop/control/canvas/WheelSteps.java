package io.github.tensorloupe.desktop.control.canvas;

/// Turns wheel and trackpad movements into whole steps. A trackpad sends less than a step at a
/// time, so the rest is kept for the next movement.
public final class WheelSteps {

  private double rest;

  /// Adds a movement and takes the whole steps it completes.
  ///
  /// @param steps with a fraction, signed
  public long take(double steps) {
    rest += steps;
    long whole = (long) rest;
    rest -= whole;
    return whole;
  }
}
