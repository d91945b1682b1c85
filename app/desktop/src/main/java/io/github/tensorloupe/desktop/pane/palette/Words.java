package io.github.tensorloupe.desktop.pane.palette;

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

  private final List<Word> words;

  private Words(List<Word> words) {
    this.words = words;
  }

  /// The words of a text, parted by white space.
  static Words of(String text) {
    return new Words(
        Arrays.stream(text.strip().split("\\s+"))
            .filter(word -> !word.isEmpty())
            .map(Word::new)
            .toList());
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
    for (Word word : words) {
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
  private static int costOfOther(Word word, String otherWords) {
    int at = word.best(otherWords);
    if (at < 0 || !Word.startsPart(otherWords, at)) {
      return ABSENT;
    }
    int base = Word.endsPart(otherWords, at + word.length()) ? OTHER_WORD : OTHER_BEGIN;
    return base + Math.min(STEP / 2 - 1, at * PER_LETTER);
  }

  private static int costOf(Word word, String text) {
    int end = word.endOfLetters(text);
    if (end < 0) {
      return ABSENT;
    }
    int at = word.best(text);
    if (at < 0) {
      int gap = end - word.beginOfLetters(text, end) - word.length();
      return SCATTERED + Math.min(MAX_GAP, gap) * 10;
    }
    if (at == 0) {
      return text.length() == word.length() ? 0 : STEP;
    }
    if (!Word.startsPart(text, at)) {
      return 4 * STEP;
    }
    return Word.endsPart(text, at + word.length()) ? 2 * STEP : 3 * STEP;
  }

  /// The letters of a text, by index, that were looked for.
  BitSet letters(String text) {
    BitSet letters = new BitSet();
    for (Word word : words) {
      int at = word.best(text);
      if (at >= 0) {
        letters.set(at, at + word.length());
      } else {
        word.markLetters(text, letters);
      }
    }
    return letters;
  }
}
