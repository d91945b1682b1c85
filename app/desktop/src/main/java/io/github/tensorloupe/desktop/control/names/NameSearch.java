package io.github.tensorloupe.desktop.control.names;

import module java.base;

/// Finds the nodes whose paths contain all words. Searches label by label, so that a common prefix
/// of many names is searched once.
public final class NameSearch {

  private final NameTree tree;
  private final List<WordSearch> searches;

  /// For each level, the words found in the path of the last node on it.
  private final boolean[][] foundAt;

  public NameSearch(NameTree tree, Labels labels, List<String> words) {
    this.tree = tree;
    this.searches = words.stream().map(word -> new WordSearch(tree, labels, word)).toList();
    this.foundAt = new boolean[NameTree.MAX_DEPTH + 2][words.size()];
  }

  /// Returns true if the path of a node contains all words. Call this for all nodes in order.
  public boolean next(int node) {
    int depth = tree.depth(node);
    boolean[] found = foundAt[depth];
    boolean all = true;
    for (int i = 0; i < found.length; i++) {
      found[i] = depth > 0 && foundAt[depth - 1][i] || searches.get(i).endsAt(node);
      all &= found[i];
    }
    return all;
  }

  /// Finds the nodes whose labels overlap a word. Each label is searched once. For a word that
  /// contains separators, only nodes whose labels may contain its end are examined.
  private static final class WordSearch {

    private final NameTree tree;
    private final Labels labels;
    private final String word;

    /// The labels that contain the whole word.
    private final BitSet whole;

    /// The labels that start with the rest of the word after a separator.
    private final BitSet ends;

    WordSearch(NameTree tree, Labels labels, String word) {
      this.tree = tree;
      this.labels = labels;
      this.word = word;
      this.whole =
          labelsThat(
              label ->
                  IntStream.rangeClosed(0, label.length() - word.length())
                      .anyMatch(begin -> label.regionMatches(true, begin, word, 0, word.length())));
      int[] cuts =
          IntStream.rangeClosed(1, word.length())
              .filter(begin -> NameCuts.isSeparator(word.charAt(begin - 1)))
              .toArray();
      this.ends =
          labelsThat(
              label ->
                  IntStream.of(cuts)
                      .anyMatch(at -> label.regionMatches(true, 0, word, at, word.length() - at)));
    }

    private BitSet labelsThat(Predicate<String> fits) {
      List<String> distinct = labels.distinct();
      return IntStream.range(0, distinct.size())
          .filter(i -> fits.test(distinct.get(i)))
          .collect(BitSet::new, BitSet::set, BitSet::or);
    }

    /// Returns true if the word occurs in the path of the node and overlaps its label or the
    /// separator before it. Labels of parts of a folder are not searched.
    boolean endsAt(int node) {
      int label = labels.ofNode[node];
      return !tree.isPart(node)
          && (whole.get(label) || ends.get(label) && tree.occursAtEnd(node, word));
    }
  }

  /// The distinct labels of a tree: half a million tensors share a few hundred. Immutable.
  public record Labels(List<String> distinct, int[] ofNode) {

    /// Takes time linear in the number of nodes.
    public static Labels of(NameTree tree) {
      Map<String, Integer> numbers = new LinkedHashMap<>();
      int[] ofNode = new int[tree.size()];
      for (int node = 0; node < ofNode.length; node++) {
        Integer known = numbers.putIfAbsent(tree.label(node), numbers.size());
        ofNode[node] = known == null ? numbers.size() - 1 : known;
      }
      return new Labels(List.copyOf(numbers.keySet()), ofNode);
    }
  }

  /// Caches the labels of one tree. Thread-safe.
  public static final class LazyLabels {

    private Labels labels;

    /// Returns the labels of the tree, which must be the same in every call.
    public synchronized Labels of(NameTree tree) {
      if (labels == null) {
        labels = Labels.of(tree);
      }
      return labels;
    }
  }
}
