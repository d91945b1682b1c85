package io.github.tensorloupe.desktop.instance;

import module java.base;

import io.github.tensorloupe.desktop.instance.HandoverClient.Answer;

/// The message of a second launch that waits for an answer. Thread-safe.
public final class Handover {

  /// The argument before two paths to compare.
  public static final String COMPARE = "--compare";

  private final List<Path> paths;
  private final Predicate<Answer> answering;

  /// @param answering sends the answer and returns true if the second launch still waits
  Handover(List<Path> paths, Predicate<Answer> answering) {
    this.paths = List.copyOf(paths);
    this.answering = answering;
  }

  /// Returns true if the arguments request a comparison of two paths.
  public static boolean isComparison(List<Path> words) {
    return words.size() == 3 && words.getFirst().toString().equals(COMPARE);
  }

  static List<Path> documents(List<Path> words) {
    return isComparison(words) ? words.subList(1, words.size()) : words;
  }

  /// Returns the absolute paths to open, with [#COMPARE] before two paths to compare; empty if only
  /// a window is requested.
  public List<Path> paths() {
    return paths;
  }

  /// Accepts the message. Must be called once, immediately before opening the paths.
  ///
  /// @return false if the second launch timed out and opened its own window
  public boolean accept() {
    return answering.test(Answer.ACCEPTED);
  }

  /// Requests the second launch to wait.
  ///
  /// @return true if it still waits
  boolean defer() {
    return answering.test(Answer.STARTING);
  }
}
