package io.github.tensorloupe.desktop.pane.palette;

import module java.base;

/// Case-insensitive search terms, all of which a text must contain. Immutable.
///
/// From best to worst, a term matches the whole text, its beginning, a whole part of a name, the
/// beginning of a part, any substring, pieces that each begin a part (`attnq` in
/// `self_attn.q_proj`), or scattered letters in order.
public final class SearchTerms {

  public static final int ABSENT = -1;

  private static final int STEP = 10_000;

  /// Minimum cost of a text in which a term matches only as scattered letters.
  public static final int SCATTERED = 6 * STEP;

  private static final int PIECES = 17 * STEP / 4;
  private static final int SYNONYM = 5 * STEP / 2;
  private static final int SYNONYM_BEGIN = 9 * STEP / 2;
  private static final int PER_LETTER = 10;
  private static final int MAX_GAP = 900;
  private static final int MAX_LENGTH = 900;

  /// Only this many letters of a text are searched for pieces.
  private static final int MAX_TEXT = 1000;

  private final List<Term> terms;

  private SearchTerms(List<Term> terms) {
    this.terms = terms;
  }

  public static SearchTerms of(String text) {
    Stream<String> words = Arrays.stream(text.strip().split("\\s+"));
    return new SearchTerms(words.filter(word -> !word.isEmpty()).map(Term::new).toList());
  }

  /// Returns whether this is empty, so that every text matches.
  public boolean isEmpty() {
    return terms.isEmpty();
  }

  /// Returns the cost of a text, at least 0, or [#ABSENT]. Without terms every text costs 0.
  public int cost(String text) {
    return cost(text, "");
  }

  /// Returns the cost of a text with synonyms. A whole synonym costs less than the beginning of a
  /// part of the text, and the beginning of a synonym less than scattered letters. Earlier synonyms
  /// cost less.
  public int cost(String text, String synonyms) {
    if (isEmpty()) {
      return 0;
    }
    int cost = 0;
    boolean scattered = false;
    for (Term term : terms) {
      int more = costOf(term, text);
      int other = costOfSynonym(term, synonyms);
      if (more == ABSENT || other != ABSENT && other < more) {
        more = other;
      }
      if (more == ABSENT) {
        return ABSENT;
      }
      scattered |= more >= SCATTERED;
      cost += more;
    }
    int mean = cost / terms.size() + Math.min(MAX_LENGTH, text.length());
    return scattered ? Math.max(SCATTERED, mean) : mean;
  }

  private static int costOfSynonym(Term term, String synonyms) {
    int at = term.best(synonyms);
    if (at < 0 || !Term.startsPart(synonyms, at)) {
      return ABSENT;
    }
    int base = Term.endsPart(synonyms, at + term.word.length()) ? SYNONYM : SYNONYM_BEGIN;
    return base + Math.min(STEP / 2 - 1, at * PER_LETTER);
  }

  private static int costOf(Term term, String text) {
    int end = term.endOfLetters(text);
    if (end < 0) {
      return ABSENT;
    }
    int at = term.best(text);
    if (at < 0 && term.pieces(text, _ -> {})) {
      return PIECES;
    }
    if (at < 0) {
      int gap = end - term.lettersBefore(end, text, _ -> {}) - term.word.length();
      return SCATTERED + Math.min(MAX_GAP, gap) * 10;
    }
    return text.length() == term.word.length() ? 0 : (term.rank(text, at) + 1) * STEP;
  }

  /// Returns the indices of the matching letters of a text.
  public BitSet letters(String text) {
    BitSet letters = new BitSet();
    for (Term term : terms) {
      int at = term.best(text);
      if (at >= 0) {
        letters.set(at, at + term.word.length());
      } else if (term.pieces(text, letters::set)) {
        continue;
      } else if (term.endOfLetters(text) >= 0) {
        term.lettersBefore(term.endOfLetters(text), text, letters::set);
      }
    }
    return letters;
  }

  /// A search term, prepared for matching hundreds of thousands of names for each keystroke.
  private static final class Term {

    private final String word;
    private final char[] lower;
    private final char[] upper;

    Term(String word) {
      this.word = word;
      lower = new char[word.length()];
      upper = new char[word.length()];
      for (int i = 0; i < lower.length; i++) {
        lower[i] = Character.toLowerCase(word.charAt(i));
        upper[i] = Character.toUpperCase(lower[i]);
      }
    }

    int best(String text) {
      int best = -1;
      int bestRank = Integer.MAX_VALUE;
      int last = text.length() - word.length();
      for (int at = 0; at <= last; at++) {
        if (!isLetter(text.charAt(at), 0)
            || !text.regionMatches(true, at, word, 0, word.length())) {
          continue;
        }
        int rank = rank(text, at);
        if (rank < bestRank) {
          best = at;
          bestRank = rank;
        }
        // Only a match at index 0 would be better, and it was checked first.
        if (rank <= 1) {
          break;
        }
      }
      return best;
    }

    private int rank(String text, int at) {
      if (at == 0) {
        return 0;
      }
      return !startsPart(text, at) ? 3 : endsPart(text, at + word.length()) ? 1 : 2;
    }

    static boolean startsPart(String text, int at) {
      return at == 0 || !Character.isLetterOrDigit(text.charAt(at - 1));
    }

    static boolean endsPart(String text, int at) {
      return at == text.length() || !Character.isLetterOrDigit(text.charAt(at));
    }

    /// Finds the term as pieces that each begin a part of a text, or a word within a part.
    ///
    /// @param found receives the index of each letter
    /// @return false if there is no such match, or the term is too long
    boolean pieces(String text, IntConsumer found) {
      int length = Math.min(text.length(), MAX_TEXT);
      if (lower.length >= Long.SIZE) {
        return false;
      }
      // Bit k of the entry at an index: the first k letters match, the last of them at that index.
      long[] ends = new long[length];
      long anywhere = 1;
      for (int at = 0; at < length; at++) {
        long before = at > 0 ? ends[at - 1] : 0;
        long rest = startsWord(text, at) ? before | anywhere : before;
        for (rest &= (1L << lower.length) - 1; rest != 0; rest &= rest - 1) {
          int wanted = Long.numberOfTrailingZeros(rest);
          ends[at] |= isLetter(text.charAt(at), wanted) ? 1L << wanted + 1 : 0;
        }
        anywhere |= ends[at];
        if (ends[at] >>> lower.length != 0) {
          reportLetters(ends, at, found);
          return true;
        }
      }
      return false;
    }

    private void reportLetters(long[] ends, int last, IntConsumer found) {
      int at = last;
      for (int wanted = lower.length - 1; wanted >= 0; wanted--) {
        found.accept(at--);
        while (wanted > 0 && (ends[at] >>> wanted & 1) == 0) {
          at--;
        }
      }
    }

    private static boolean startsWord(String text, int at) {
      return startsPart(text, at)
          || Character.isUpperCase(text.charAt(at)) && Character.isLowerCase(text.charAt(at - 1));
    }

    /// Returns the end of the earliest scattered match, or -1.
    int endOfLetters(String text) {
      int found = 0;
      for (int at = 0; at < text.length(); at++) {
        if (isLetter(text.charAt(at), found) && ++found == lower.length) {
          return at + 1;
        }
      }
      return -1;
    }

    /// Finds the shortest scattered match with a given end.
    ///
    /// @param found receives the index of each letter
    /// @return the index of the first letter
    int lettersBefore(int end, String text, IntConsumer found) {
      int at = end;
      for (int wanted = lower.length - 1; wanted >= 0; wanted--) {
        do {
          at--;
        } while (!isLetter(text.charAt(at), wanted));
        found.accept(at);
      }
      return at;
    }

    private boolean isLetter(char one, int index) {
      return one == lower[index]
          || one == upper[index]
          || one > 127 && Character.toLowerCase(one) == lower[index];
    }
  }

  /// Collects the best matches. Scattered matches are discarded as soon as there is a better match.
  /// Not thread-safe.
  public static final class Best<T> {

    /// @param order the insertion order, which decides between equal costs
    private record RankedMatch<T>(T item, int cost, int order) {}

    private final int limit;

    private final PriorityQueue<RankedMatch<T>> candidates =
        new PriorityQueue<>(
            Comparator.<RankedMatch<T>>comparingInt(RankedMatch::cost)
                .thenComparingInt(RankedMatch::order)
                .reversed());

    private int count;
    private boolean isScattered = true;

    /// @param limit maximum number of matches in the result
    public Best(int limit) {
      this.limit = limit;
    }

    /// @param cost the cost of the item, or [SearchTerms#ABSENT]
    public void add(T item, int cost) {
      if (cost == ABSENT || cost >= SCATTERED && !isScattered) {
        return;
      }
      if (cost < SCATTERED && isScattered) {
        isScattered = false;
        candidates.clear();
        count = 0;
      }
      count++;
      if (candidates.size() < limit || limit > 0 && cost < candidates.peek().cost()) {
        candidates.add(new RankedMatch<>(item, cost, count));
      }
      if (candidates.size() > limit) {
        candidates.poll();
      }
    }

    /// Returns the best matches with their costs, the best first.
    public SequencedMap<T, Integer> costs() {
      SequencedMap<T, Integer> costs = new LinkedHashMap<>();
      candidates.stream()
          .sorted(candidates.comparator().reversed())
          .forEach(match -> costs.put(match.item(), match.cost()));
      return costs;
    }

    /// Returns the number of all matches of the same quality, scattered or not, including those
    /// beyond the limit.
    public int count() {
      return count;
    }

    /// Returns whether all matches so far are scattered ones, or none has been added.
    public boolean isScattered() {
      return isScattered;
    }
  }
}
