package io.github.tensorloupe.desktop.instance;

import module java.base;

/// The time that a second launch waits for the running program before it opens a window of its own.
///
/// @param silence a program that is alive says something within this time
/// @param business one that has said that it is starting or busy has this time more
/// @param longest also one that says so again and again has no more time than this
record Patience(Duration silence, Duration business, Duration longest) {

  /// A window of a large file on a machine that has much to do does not answer for some seconds.
  static final Patience USUAL =
      new Patience(Duration.ofSeconds(2), Duration.ofSeconds(15), Duration.ofMinutes(1));
}
