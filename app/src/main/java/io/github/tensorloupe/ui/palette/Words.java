package io.github.tensorloupe.ui.palette;

import java.util.Arrays;
import java.util.BitSet;
import java.util.List;

/// Words that are looked for in texts, whatever their case. A text has all of them or is not found.
/// Immutable.
///
/// A word is found as the whole text, at its beginning, as a whole part of a name, at the beginning
/// of a part, anywhere, or as letters in this order with others between them; the better the
/// sooner.
final class Words {

  /// The cost of a text that lacks a word.
  static final int ABSENT = -1;

  private static final int STEP = 10_000;
  private static final int SCATTERED = 5 * STEP;
  private static final int OTHER_WORD = 5 * STEP / 2;
  private static final int OTHER_BEGIN = 9 * STEP / 2;
  private static final int PER_LETTER = 10;
  private static final int MAX_GAP = 900;
  private static final int MAX_LENGTH = 900;

  private final List<String> words;

  private Words(List<String> words) {
    this.words = words;
  }

  /// The words of a text, parted by white space.
  static Words of(String text) {
    return new Words(
        Arrays.stream(text.strip().split("\\s+")).filter(word -> !word.isEmpty()).toList());
  }

  /// Whether there is nothing to look for.
  boolean isEmpty() {
    return words.isEmpty();
  }

  /// How far a text is from what is looked for, 0 or more, or [#ABSENT]. Nothing to look for is
  /// found in all of them alike.
  int cost(String text) {
    return cost(text, "");
  }

  /// The same of a text that has other words too: each word may be one of those, which is better
  /// than the beginning of a part of the text, or their beginning, which is better than scattered
  /// letters of it; the first of them say most.
  int cost(String text, String otherWords) {
    if (isEmpty()) {
      return 0;
    }
    int cost = 0;
    for (String word : words) {
      int more = costOf(word, text);
      int other = costOfOther(word, otherWords);
      if (more == ABSENT || other != ABSENT && other < more) {
        more = other;
      }
      if (more == ABSENT) {
        return ABSENT;
      }
      cost += more;
    }
    return cost / words.size() + Math.min(MAX_LENGTH, text.length());
  }

  /// What stands further in front among the other words says more.
  private static int costOfOther(String word, String otherWords) {
    int at = best(word, otherWords);
    if (at < 0 || !startsPart(otherWords, at)) {
      return ABSENT;
    }
    int base = endsPart(otherWords, at + word.length()) ? OTHER_WORD : OTHER_BEGIN;
    return base + Math.min(STEP / 2 - 1, at * PER_LETTER);
  }

  private static int costOf(String word, String text) {
    int end = endOfLetters(word, text);
    if (end < 0) {
      return ABSENT;
    }
    int at = best(word, text);
    if (at < 0) {
      int gap = end - beginOfLetters(word, text, end) - word.length();
      return SCATTERED + Math.min(MAX_GAP, gap) * 10;
    }
    if (at == 0) {
      return text.length() == word.length() ? 0 : STEP;
    }
    if (!startsPart(text, at)) {
      return 4 * STEP;
    }
    return endsPart(text, at + word.length()) ? 2 * STEP : 3 * STEP;
  }

  /// Where a word stands best, or -1.
  private static int best(String word, String text) {
    int best = -1;
    int bestRank = Integer.MAX_VALUE;
    int last = text.length() - word.length();
    for (int at = 0; at <= last; at++) {
      if (!text.regionMatches(true, at, word, 0, word.length())) {
        continue;
      }
      int rank = rank(text, at, at + word.length());
      if (rank < bestRank) {
        best = at;
        bestRank = rank;
      }
      if (rank == 0) {
        break;
      }
    }
    return best;
  }

  private static int rank(String text, int begin, int end) {
    if (begin == 0) {
      return 0;
    }
    return !startsPart(text, begin) ? 3 : endsPart(text, end) ? 1 : 2;
  }

  private static boolean startsPart(String text, int at) {
    return at == 0 || !Character.isLetterOrDigit(text.charAt(at - 1));
  }

  private static boolean endsPart(String text, int at) {
    return at == text.length() || !Character.isLetterOrDigit(text.charAt(at));
  }

  /// Behind the last of the letters, taken as early as possible, or -1.
  private static int endOfLetters(String word, String text) {
    int found = 0;
    for (int at = 0; at < text.length(); at++) {
      if (isSame(text.charAt(at), word.charAt(found)) && ++found == word.length()) {
        return at + 1;
      }
    }
    return -1;
  }

  /// Where the first letter stands if they are taken as late as possible.
  private static int beginOfLetters(String word, String text, int end) {
    int at = end;
    for (int wanted = word.length() - 1; wanted >= 0; wanted--) {
      do {
        at--;
      } while (!isSame(text.charAt(at), word.charAt(wanted)));
    }
    return at;
  }

  private static boolean isSame(char one, char other) {
    return one == other || Character.toLowerCase(one) == Character.toLowerCase(other);
  }

  /// The letters of a text, by index, that were looked for.
  BitSet letters(String text) {
    BitSet letters = new BitSet();
    for (String word : words) {
      int at = best(word, text);
      if (at >= 0) {
        letters.set(at, at + word.length());
      } else {
        markLetters(word, text, letters);
      }
    }
    return letters;
  }

  private static void markLetters(String word, String text, BitSet letters) {
    int at = endOfLetters(word, text);
    for (int wanted = word.length() - 1; wanted >= 0 && at >= 0; wanted--) {
      do {
        at--;
      } while (!isSame(text.charAt(at), word.charAt(wanted)));
      letters.set(at);
    }
  }
}
