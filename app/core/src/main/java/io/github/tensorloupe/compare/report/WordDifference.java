package io.github.tensorloupe.compare.report;

import module java.base;

/// Two texts word by word, with marks on the words that the other one lacks.
///
/// @param a the parts of the older text, which together are the text
/// @param b those of the newer text
public record WordDifference(List<Part> a, List<Part> b) {

  private static final Pattern WORD = Pattern.compile("\\w+|\\s+|.", Pattern.DOTALL);

  /// Where more than this would have to be compared, all words between the first and the last
  /// difference are marked.
  private static final long MOST_COMPARED = 4_000_000;

  public record Part(String text, boolean isChanged) {}

  public static WordDifference of(String a, String b) {
    List<String> wordsA = words(a);
    List<String> wordsB = words(b);
    int most = Math.min(wordsA.size(), wordsB.size());
    int begin = 0;
    while (begin < most && wordsA.get(begin).equals(wordsB.get(begin))) {
      begin++;
    }
    int end = 0;
    while (end < most - begin
        && wordsA.get(wordsA.size() - 1 - end).equals(wordsB.get(wordsB.size() - 1 - end))) {
      end++;
    }
    BitSet changedA = new BitSet();
    BitSet changedB = new BitSet();
    changedA.set(begin, wordsA.size() - end);
    changedB.set(begin, wordsB.size() - end);
    if ((long) changedA.cardinality() * changedB.cardinality() <= MOST_COMPARED) {
      clearCommon(wordsA, changedA, wordsB, changedB, begin);
    }
    return new WordDifference(parts(wordsA, changedA), parts(wordsB, changedB));
  }

  private static List<String> words(String text) {
    return WORD.matcher(text).results().map(java.util.regex.MatchResult::group).toList();
  }

  /// Takes the marks off a longest common subsequence of the marked words.
  private static void clearCommon(
      List<String> a, BitSet changedA, List<String> b, BitSet changedB, int begin) {
    int rows = changedA.cardinality();
    int columns = changedB.cardinality();
    int[][] lengths = new int[rows + 1][columns + 1];
    for (int i = rows - 1; i >= 0; i--) {
      for (int j = columns - 1; j >= 0; j--) {
        lengths[i][j] =
            a.get(begin + i).equals(b.get(begin + j))
                ? lengths[i + 1][j + 1] + 1
                : Math.max(lengths[i + 1][j], lengths[i][j + 1]);
      }
    }
    for (int i = 0, j = 0; i < rows && j < columns; ) {
      if (a.get(begin + i).equals(b.get(begin + j))) {
        changedA.clear(begin + i++);
        changedB.clear(begin + j++);
      } else if (lengths[i + 1][j] >= lengths[i][j + 1]) {
        i++;
      } else {
        j++;
      }
    }
  }

  private static List<Part> parts(List<String> words, BitSet changed) {
    List<Part> parts = new ArrayList<>();
    for (int from = 0; from < words.size(); ) {
      boolean isChanged = changed.get(from);
      int next = isChanged ? changed.nextClearBit(from) : changed.nextSetBit(from);
      int to = next < 0 ? words.size() : Math.min(next, words.size());
      parts.add(new Part(String.join("", words.subList(from, to)), isChanged));
      from = to;
    }
    return parts;
  }
}
