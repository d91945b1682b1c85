package io.github.tensorloupe.desktop.instance;

import module java.base;

/// The answer of the running program, one byte each.
enum Answer {
  /// It has taken over what was handed to it.
  TAKEN('T'),
  /// It is alive, but starting or busy, and will take it over soon.
  STARTING('S'),
  /// It does not understand what was sent, or does not want it.
  REFUSED('R');

  private final byte code;

  Answer(char code) {
    this.code = (byte) code;
  }

  byte code() {
    return code;
  }

  /// The answer with this code; empty if it is none.
  static Optional<Answer> of(byte code) {
    for (Answer answer : values()) {
      if (answer.code == code) {
        return Optional.of(answer);
      }
    }
    return Optional.empty();
  }
}
