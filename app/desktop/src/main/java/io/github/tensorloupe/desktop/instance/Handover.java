package io.github.tensorloupe.desktop.instance;

import module java.base;

import io.github.tensorloupe.desktop.instance.Handing.Answer;

/// The message of a second launch, while it waits for an answer. Thread-safe.
public final class Handover {

  /// The word before two paths that are to be compared.
  public static final String COMPARE = "--compare";

  private final List<Path> paths;
  private final Predicate<Answer> answering;

  /// @param answering tells the second launch; gives whether it still waits for that
  Handover(List<Path> paths, Predicate<Answer> answering) {
    this.paths = List.copyOf(paths);
    this.answering = answering;
  }

  /// True if words ask for a comparison of the two paths behind the first.
  public static boolean isComparison(List<Path> words) {
    return words.size() == 3 && words.getFirst().toString().equals(COMPARE);
  }

  static List<Path> documents(List<Path> words) {
    return isComparison(words) ? words.subList(1, words.size()) : words;
  }

  /// The paths to open, absolute, with [#COMPARE] before two to be compared; none if only a window
  /// is wanted.
  public List<Path> paths() {
    return paths;
  }

  /// Takes it over. To be called once, just before it is done.
  ///
  /// @return true if it is to be done; not if the second launch has given up waiting, for then it
  ///   has opened a window of its own
  public boolean take() {
    return answering.test(Answer.TAKEN);
  }

  /// Asks the second launch for patience.
  ///
  /// @return true if it still waits
  boolean defer() {
    return answering.test(Answer.STARTING);
  }
}
