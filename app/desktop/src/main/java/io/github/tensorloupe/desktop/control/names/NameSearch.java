package io.github.tensorloupe.desktop.control.names;

import module java.base;

/// Finds the nodes of a tree in whose paths words occur. Goes from part to part and not from name
/// to name: what half a million names have in common is searched once.
public final class NameSearch {

  private final NameTree tree;
  private final List<WordSearch> searches;

  /// Of each level, which words occur in the path of the node there that was asked for last.
  private final boolean[][] foundAt;

  public NameSearch(NameTree tree, Labels labels, List<String> words) {
    this.tree = tree;
    this.searches = words.stream().map(word -> new WordSearch(tree, labels, word)).toList();
    this.foundAt = new boolean[NameTree.MAX_DEPTH + 2][words.size()];
  }

  /// True where all words occur in the path of a node. Call it for all nodes in order.
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

  /// Finds the nodes into whose labels a word reaches. Labels are looked at once each; of a word
  /// with characters at which names are cut, only those nodes are looked at whose labels can hold
  /// its end.
  private static final class WordSearch {

    private final NameTree tree;
    private final Labels labels;
    private final String word;

    /// The labels that hold all of the word.
    private final BitSet whole;

    /// The labels that begin with the rest of the word behind a place where names are cut.
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

    /// True where the word occurs in the node's path and reaches into its label or the cut before
    /// it. The labels of the parts of a folder are not searched.
    boolean endsAt(int node) {
      int label = labels.ofNode[node];
      return !tree.isPart(node)
          && (whole.get(label) || ends.get(label) && tree.occursAtEnd(node, word));
    }
  }

  /// The labels of a tree, each once: half a million tensors share a few hundred of them.
  /// Immutable.
  public record Labels(List<String> distinct, int[] ofNode) {

    /// Takes time in proportion to the number of nodes.
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

  /// The labels of one tree, made at the first call. Thread-safe.
  public static final class LazyLabels {

    private Labels labels;

    /// The labels of the tree, which must be the same at every call.
    public synchronized Labels of(NameTree tree) {
      if (labels == null) {
        labels = Labels.of(tree);
      }
      return labels;
    }
  }
}
