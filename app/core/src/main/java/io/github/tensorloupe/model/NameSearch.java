package io.github.tensorloupe.model;

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
  /// with dots or underscores, where names are cut, only those nodes are looked at whose labels can
  /// hold its end.
  private static final class WordSearch {

    private final NameTree tree;
    private final Labels labels;
    private final String word;
    private final boolean dotted;

    /// The labels that can hold the end of the word.
    private final BitSet fitting;

    /// The labels that hold all of it.
    private final BitSet whole;

    /// Of a word with dots, the labels that can stand before its last one.
    private final BitSet before;

    WordSearch(NameTree tree, Labels labels, String word) {
      this.tree = tree;
      this.labels = labels;
      this.word = word;
      int lastDot = word.lastIndexOf('.');
      this.whole = labelsThat(label -> isIn(word, label));
      this.dotted = lastDot >= 0;
      if (dotted) {
        String end = word.substring(lastDot + 1);
        String middle = word.substring(word.lastIndexOf('.', lastDot - 1) + 1, lastDot);
        this.fitting = labelsThat(label -> isAt(0, end, label) || hasDot(label));
        this.before =
            labelsThat(
                label ->
                    isAt(label.length() - middle.length(), middle, label)
                        || isCutEnd(label, middle)
                        || hasDot(label));
      } else {
        this.fitting = labelsThat(label -> isIn(word, label) || beginsBehindCut(label));
        this.before = new BitSet();
      }
    }

    private static boolean isAt(int begin, String text, String label) {
      return label.regionMatches(true, begin, text, 0, text.length());
    }

    private static boolean isIn(String text, String label) {
      return IntStream.rangeClosed(0, label.length() - text.length())
          .anyMatch(begin -> isAt(begin, text, label));
    }

    /// True where a label may be the part behind the last cut in a text.
    private static boolean isCutEnd(String label, String text) {
      int begin = text.length() - label.length();
      return begin > 0 && text.charAt(begin - 1) == '_' && isAt(begin, label, text);
    }

    /// True where a label begins with the part of the word behind one of its underscores.
    private boolean beginsBehindCut(String label) {
      for (int at = word.indexOf('_'); at >= 0; at = word.indexOf('_', at + 1)) {
        if (isAt(0, word.substring(at + 1), label)) {
          return true;
        }
      }
      return false;
    }

    /// Dots beyond the depth of the tree stay in labels.
    private static boolean hasDot(String label) {
      return label.indexOf('.') >= 0;
    }

    private BitSet labelsThat(Predicate<String> fits) {
      List<String> distinct = labels.distinct();
      BitSet found = new BitSet(distinct.size());
      for (int i = 0; i < distinct.size(); i++) {
        if (fits.test(distinct.get(i))) {
          found.set(i);
        }
      }
      return found;
    }

    /// True where the word occurs in the node's path and reaches into its label or the cut before
    /// it. The labels of the parts of a folder are not searched.
    boolean endsAt(int node) {
      if (!fitting.get(labels.of(node)) || tree.isPart(node)) {
        return false;
      }
      if (whole.get(labels.of(node))) {
        return true;
      }
      if (!dotted) {
        return tree.occursAtEnd(node, word);
      }
      int parent = tree.parent(node);
      boolean possible =
          parent >= 0 && before.get(labels.of(parent))
              || hasDot(labels.distinct().get(labels.of(node)));
      return possible && tree.occursAtEnd(node, word);
    }
  }

  /// The labels of a tree, each once: half a million tensors share a few hundred of them.
  /// Immutable.
  public static final class Labels {

    private final List<String> distinct;
    private final int[] ofNode;

    private Labels(List<String> distinct, int[] ofNode) {
      this.distinct = distinct;
      this.ofNode = ofNode;
    }

    /// Takes time in proportion to the number of nodes.
    public static Labels of(NameTree tree) {
      Map<String, Integer> numbers = new HashMap<>();
      List<String> distinct = new ArrayList<>();
      int[] ofNode = new int[tree.size()];
      for (int node = 0; node < ofNode.length; node++) {
        String label = tree.label(node);
        Integer known = numbers.putIfAbsent(label, distinct.size());
        if (known == null) {
          ofNode[node] = distinct.size();
          distinct.add(label);
        } else {
          ofNode[node] = known;
        }
      }
      return new Labels(distinct, ofNode);
    }

    /// The labels by their numbers.
    List<String> distinct() {
      return distinct;
    }

    /// The number of a node's label.
    int of(int node) {
      return ofNode[node];
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
