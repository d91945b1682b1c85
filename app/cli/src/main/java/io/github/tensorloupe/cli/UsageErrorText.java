package io.github.tensorloupe.cli;

import module java.base;

import picocli.CommandLine;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.UnmatchedArgumentException;

/// Creates sentences about wrong arguments, with a suggestion for misspelled words.
///
/// Does not use the suggestions of picocli, which compares pairs of letters: it suggests `repair`
/// for `hlep` and nothing for `--vlues`.
final class UsageErrorText {

  /// The number of characters per tolerated typo.
  private static final int CHARACTERS_PER_TYPO = 3;

  private UsageErrorText() {}

  /// Returns the sentence about wrong arguments.
  static String of(ParameterException failure) {
    String command = failure.getCommandLine().getCommandSpec().qualifiedName();
    return "%s; try \"%s --help\".".formatted(reason(failure), command);
  }

  private static String reason(ParameterException failure) {
    CommandLine command = failure.getCommandLine();
    List<String> unmatched =
        failure instanceof UnmatchedArgumentException unknown
            ? unknown.getUnmatched()
            : command.getUnmatchedArguments();
    // An unknown option may also cause the missing argument.
    Optional<String> option = unmatched.stream().filter(text -> text.startsWith("-")).findFirst();
    if (option.isPresent()) {
      return unknown("option", option.get(), command.getCommandSpec().optionsMap().keySet());
    }
    return !unmatched.isEmpty() && !command.getSubcommands().isEmpty()
        ? unknown("command", unmatched.getFirst(), command.getSubcommands().keySet())
        : failure.getMessage();
  }

  /// Returns the phrase about an unknown word.
  ///
  /// @param kind `option` or `command`
  static String unknown(String kind, String typed, Collection<String> known) {
    String suggestion =
        closest(typed.split("=", 2)[0], known).map(" (did you mean %s?)"::formatted).orElse("");
    return "Unknown %s: '%s'%s".formatted(kind, typed, suggestion);
  }

  /// Returns the known word most similar to the typed word, or empty if none is similar.
  static Optional<String> closest(String typed, Collection<String> known) {
    int typos = Math.max(1, typed.length() / CHARACTERS_PER_TYPO);
    boolean mayBegin = typed.length() >= CHARACTERS_PER_TYPO;
    return known.stream()
        .filter(word -> distance(typed, word) <= typos || mayBegin && word.startsWith(typed))
        .min(Comparator.comparingInt(word -> distance(typed, word)));
  }

  /// Returns the number of insertions, deletions, replacements and swaps of adjacent characters
  /// that turn one word into the other.
  private static int distance(String a, String b) {
    int[] beforeLast = new int[b.length() + 1];
    int[] last = new int[b.length() + 1];
    for (int j = 0; j <= b.length(); j++) {
      last[j] = j;
    }
    for (int i = 1; i <= a.length(); i++) {
      int[] row = new int[b.length() + 1];
      row[0] = i;
      for (int j = 1; j <= b.length(); j++) {
        int replaced = last[j - 1] + (a.charAt(i - 1) == b.charAt(j - 1) ? 0 : 1);
        row[j] = Math.min(replaced, Math.min(last[j], row[j - 1]) + 1);
        if (i > 1
            && j > 1
            && a.charAt(i - 1) == b.charAt(j - 2)
            && a.charAt(i - 2) == b.charAt(j - 1)) {
          row[j] = Math.min(row[j], beforeLast[j - 2] + 1);
        }
      }
      beforeLast = last;
      last = row;
    }
    return last[b.length()];
  }
}
