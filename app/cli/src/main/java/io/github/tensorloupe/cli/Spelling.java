package io.github.tensorloupe.cli;

import java.util.Collection;
import java.util.Comparator;
import java.util.Optional;

/// Finds what somebody meant who mistyped a word.
final class Spelling {

  /// Of how many characters one may be wrong.
  private static final int CHARACTERS_PER_SLIP = 3;

  private Spelling() {}

  /// What to put behind a word that is not known: a question, or nothing.
  static String suggestion(String typed, Collection<String> known) {
    return closest(typed, known).map(" (did you mean %s?)"::formatted).orElse("");
  }

  /// The known word that is nearest to the typed one, if it is near at all.
  static Optional<String> closest(String typed, Collection<String> known) {
    int slips = Math.max(1, typed.length() / CHARACTERS_PER_SLIP);
    return known.stream()
        .filter(word -> distance(typed, word) <= slips || isBeginning(typed, word))
        .min(Comparator.comparingInt(word -> distance(typed, word)));
  }

  private static boolean isBeginning(String typed, String word) {
    return typed.length() >= CHARACTERS_PER_SLIP && word.startsWith(typed);
  }

  /// How many characters must be put in, taken out, replaced or swapped with their neighbour to
  /// make one word of the other.
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
        if (isSwap(a, i, b, j)) {
          row[j] = Math.min(row[j], beforeLast[j - 2] + 1);
        }
      }
      beforeLast = last;
      last = row;
    }
    return last[b.length()];
  }

  private static boolean isSwap(String a, int i, String b, int j) {
    return i > 1
        && j > 1
        && a.charAt(i - 1) == b.charAt(j - 2)
        && a.charAt(i - 2) == b.charAt(j - 1);
  }
}
