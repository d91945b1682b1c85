package io.github.tensorloupe.desktop.pane.palette;

import java.util.BitSet;

/// A word that is looked for in texts, whatever their case. It is asked about each of hundreds of
/// thousands of names at every key that is typed, so what can be known of it beforehand is.
/// Immutable.
final class Word {

  private final String word;
  private final char[] lower;
  private final char[] upper;

  /// @param word not empty
  Word(String word) {
    this.word = word;
    lower = new char[word.length()];
    upper = new char[word.length()];
    for (int i = 0; i < lower.length; i++) {
      lower[i] = Character.toLowerCase(word.charAt(i));
      upper[i] = Character.toUpperCase(lower[i]);
    }
  }

  int length() {
    return word.length();
  }

  /// Where it stands best in a text, or -1.
  int best(String text) {
    int best = -1;
    int bestRank = Integer.MAX_VALUE;
    int last = text.length() - word.length();
    for (int at = 0; at <= last; at++) {
      if (!isLetter(text.charAt(at), 0) || !text.regionMatches(true, at, word, 0, word.length())) {
        continue;
      }
      int rank = rank(text, at, at + word.length());
      if (rank < bestRank) {
        best = at;
        bestRank = rank;
      }
      // Only the very beginning of the text, which has been looked at, would be better.
      if (rank <= 1) {
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

  /// Whether a part of a name begins here.
  static boolean startsPart(String text, int at) {
    return at == 0 || !Character.isLetterOrDigit(text.charAt(at - 1));
  }

  /// Whether a part of a name ends here.
  static boolean endsPart(String text, int at) {
    return at == text.length() || !Character.isLetterOrDigit(text.charAt(at));
  }

  /// Behind the last of its letters in a text, taken as early as possible, or -1.
  int endOfLetters(String text) {
    int found = 0;
    for (int at = 0; at < text.length(); at++) {
      if (isLetter(text.charAt(at), found) && ++found == lower.length) {
        return at + 1;
      }
    }
    return -1;
  }

  /// Where its first letter stands in a text if they are taken as late as possible.
  ///
  /// @param end behind the last of them
  int beginOfLetters(String text, int end) {
    int at = end;
    for (int wanted = lower.length - 1; wanted >= 0; wanted--) {
      at = letterBefore(text, at, wanted);
    }
    return at;
  }

  /// Marks its letters in a text, by index, if all are there.
  void markLetters(String text, BitSet letters) {
    int at = endOfLetters(text);
    for (int wanted = lower.length - 1; wanted >= 0 && at >= 0; wanted--) {
      at = letterBefore(text, at, wanted);
      letters.set(at);
    }
  }

  private int letterBefore(String text, int end, int wanted) {
    int at = end - 1;
    while (!isLetter(text.charAt(at), wanted)) {
      at--;
    }
    return at;
  }

  /// Most names have nothing but ASCII, where the two cases are all there is.
  private boolean isLetter(char one, int index) {
    return one == lower[index]
        || one == upper[index]
        || one > 127 && Character.toLowerCase(one) == lower[index];
  }
}
