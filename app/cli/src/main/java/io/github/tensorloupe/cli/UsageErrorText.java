package io.github.tensorloupe.cli;

import module java.base;

import io.github.tensorloupe.model.PathText;
import picocli.CommandLine;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.UnmatchedArgumentException;

/// Messages about wrong arguments, with suggested corrections for misspelled words.
///
/// Does not use the suggestions of picocli, which compares pairs of letters: it suggests `repair`
/// for `hlep` and nothing for `--vlues`.
final class UsageErrorText {

  /// The number of characters for which one typo is tolerated.
  private static final int CHARACTERS_PER_TYPO = 3;

  private UsageErrorText() {}

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
    Optional<String> undecoded =
        unmatched.stream().filter(CommandLineInterface::isUndecoded).findFirst();
    if (undecoded.isPresent()) {
      return CommandLineInterface.UNDECODED.formatted(PathText.of(undecoded.get()));
    }
    // An unknown option is reported first, because it may cause the missing argument.
    Optional<String> option = unmatched.stream().filter(text -> text.startsWith("-")).findFirst();
    if (option.isPresent()) {
      return unknown("option", option.get(), command.getCommandSpec().optionsMap().keySet());
    }
    return !unmatched.isEmpty() && !command.getSubcommands().isEmpty()
        ? unknown("command", unmatched.getFirst(), command.getSubcommands().keySet())
        : failure.getMessage();
  }

  static String unknown(String kind, String typed, Collection<String> known) {
    String suggestion =
        closest(typed.split("=", 2)[0], known).map(" (did you mean %s?)"::formatted).orElse("");
    return "Unknown %s: '%s'%s".formatted(kind, typed, suggestion);
  }

  static Optional<String> closest(String typed, Collection<String> known) {
    int typos = Math.max(1, typed.length() / CHARACTERS_PER_TYPO);
    boolean mayBegin = typed.length() >= CHARACTERS_PER_TYPO;
    return known.stream()
        .filter(word -> distance(typed, word) <= typos || mayBegin && word.startsWith(typed))
        .min(Comparator.comparingInt(word -> distance(typed, word)));
  }

  /// Returns the minimum number of insertions, deletions, replacements and swaps of adjacent
  /// characters that convert one word to the other.
  private static int distance(String a, String b) {
    int[][] distances = new int[a.length() + 1][b.length() + 1];
    for (int i = 0; i <= a.length(); i++) {
      for (int j = 0; j <= b.length(); j++) {
        distances[i][j] = i + j;
        if (i > 0 && j > 0) {
          int replaced = distances[i - 1][j - 1] + (a.charAt(i - 1) == b.charAt(j - 1) ? 0 : 1);
          int other = Math.min(distances[i - 1][j], distances[i][j - 1]) + 1;
          distances[i][j] = Math.min(replaced, other);
        }
        if (i > 1
            && j > 1
            && a.charAt(i - 1) == b.charAt(j - 2)
            && a.charAt(i - 2) == b.charAt(j - 1)) {
          distances[i][j] = Math.min(distances[i][j], distances[i - 2][j - 2] + 1);
        }
      }
    }
    return distances[a.length()][b.length()];
  }
}
