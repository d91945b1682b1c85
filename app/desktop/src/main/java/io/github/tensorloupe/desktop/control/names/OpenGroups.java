package io.github.tensorloupe.desktop.control.names;

import module java.base;

/// The expanded groups of a tree, and the nodes that match a filter. Clearing the filter restores
/// the groups expanded before. A group with a single visible child has no row; its label is in the
/// row of the child.
public final class OpenGroups {

  private static final int MAX_ROWS_AT_FIRST = 40;

  private static final int FEW_ROWS = 10_000;
  private static final int MAX_CHARACTERS = 100_000;

  private BitSet expanded;

  /// The expanded groups without a filter.
  private BitSet unfiltered;

  private Optional<BitSet> filterMatches = Optional.empty();
  private String filterText = "";

  public OpenGroups(BitSet expanded) {
    this.expanded = expanded;
    this.unfiltered = expanded;
  }

  /// Shows only matches and expands the groups above them. If the filter is unchanged, only groups
  /// of new matches are expanded, because the user may have collapsed the others.
  ///
  /// @param matches must not be changed afterwards
  public void filter(BitSet matches, String text) {
    BitSet opened = (BitSet) matches.clone();
    if (filterMatches.isPresent() && text.equals(filterText)) {
      opened.andNot(filterMatches.get());
      expanded.and(matches);
      opened.or(expanded);
    }
    filterText = text;
    filterMatches = Optional.of(matches);
    expanded = opened;
  }

  /// Clears the filter.
  ///
  /// @return true if something was hidden
  public boolean unfilter() {
    boolean filtered = filterMatches.isPresent();
    filterMatches = Optional.empty();
    expanded = unfiltered;
    return filtered;
  }

  /// Returns the groups expanded in a new tree: whole levels while they remain short, and a group
  /// without siblings in any case.
  public static BitSet openedAtFirst(NameTree tree) {
    int[] counts = new int[NameTree.MAX_DEPTH + 2];
    for (int node = 0; node < tree.size(); node++) {
      counts[tree.depth(node)]++;
    }
    int level = 0;
    int rows = counts[0];
    while (level + 1 < counts.length
        && (counts[level] == 1 || rows + counts[level + 1] <= MAX_ROWS_AT_FIRST)) {
      level++;
      rows += counts[level];
    }
    BitSet opened = new BitSet();
    for (int node = 0; node < tree.size(); node++) {
      opened.set(node, tree.depth(node) < level);
    }
    return opened;
  }

  /// Returns the expanded groups without a filter, each by its labels from the top.
  ///
  /// @return empty if there are more than `maxCount` or their labels are very long
  public Optional<List<List<String>>> names(NameTree tree, int maxCount) {
    List<List<String>> names = new ArrayList<>();
    long characters = 0;
    for (int node : unfiltered.stream().filter(tree::isGroup).limit(maxCount + 1L).toArray()) {
      List<String> labels = tree.labelsTo(node);
      characters += labels.stream().mapToLong(String::length).sum();
      names.add(labels);
      if (names.size() > maxCount || characters > MAX_CHARACTERS) {
        return Optional.empty();
      }
    }
    return Optional.of(names);
  }

  /// Expands exactly the groups with these labels, as far as they exist. With a filter, this takes
  /// effect when the filter is cleared. Takes time linear in the number of visible rows.
  public void openOnly(NameTree tree, List<List<String>> names) {
    unfiltered = new BitSet();
    find(names, 0, tree, 0, tree.size(), unfiltered);
    if (filterMatches.isEmpty()) {
      expanded = unfiltered;
    }
  }

  private static void find(
      List<List<String>> names, int depth, NameTree tree, int begin, int end, BitSet nodes) {
    Map<String, List<List<String>>> byLabel =
        names.stream()
            .filter(labels -> labels.size() > depth)
            .collect(Collectors.groupingBy(labels -> labels.get(depth)));
    for (int node = begin; node < end && !byLabel.isEmpty(); node = tree.subtreeEnd(node)) {
      List<List<String>> inside = tree.isGroup(node) ? byLabel.get(tree.label(node)) : null;
      if (inside != null) {
        nodes.set(node, inside.stream().anyMatch(labels -> labels.size() == depth + 1));
        find(inside, depth + 1, tree, node + 1, tree.subtreeEnd(node), nodes);
      }
    }
  }

  /// Returns the visible rows in the given order, without groups that have a single visible child.
  ///
  /// @param arranged all nodes of the tree in display order, parents before children
  public int[] visible(NameTree tree, int[] arranged) {
    // Usually far fewer than all nodes; rows change whenever a group is expanded.
    int[] visible = new int[Math.min(arranged.length, FEW_ROWS)];
    int count = 0;
    for (int at = 0; at < arranged.length; ) {
      int node = arranged[at];
      boolean shown = passesFilter(node);
      boolean isMerged = isMerged(tree, node);
      if (shown && !isMerged) {
        if (count == visible.length) {
          visible = Arrays.copyOf(visible, Math.min(arranged.length, 2 * count));
        }
        visible[count++] = node;
      }
      at += shown && (isMerged || isOpen(node)) ? 1 : tree.subtreeEnd(node) - node;
    }
    return Arrays.copyOf(visible, count);
  }

  private boolean isMerged(NameTree tree, int node) {
    int end = tree.subtreeEnd(node);
    int child = nextMatch(node + 1);
    return child < end
        && nextMatch(tree.subtreeEnd(child)) >= end
        && tree.tensor(node) == NameTree.NO_TENSOR
        && tree.absent(node).isEmpty()
        && !tree.isPart(node);
  }

  /// Returns the first match at or after a node. Groups above matches match too, so the first match
  /// below a node is its child.
  private int nextMatch(int node) {
    int match = filterMatches.isPresent() ? filterMatches.get().nextSetBit(node) : node;
    return match < 0 ? Integer.MAX_VALUE : match;
  }

  /// Returns the node in whose row a node is shown.
  public int rowOf(NameTree tree, int node) {
    int at = node;
    while (isMerged(tree, at)) {
      at = nextMatch(at + 1);
    }
    return at;
  }

  /// Returns the parent row of a row, or -1 at the top.
  public int rowParent(NameTree tree, int node) {
    int at = tree.parent(node);
    while (at >= 0 && isMerged(tree, at)) {
      at = tree.parent(at);
    }
    return at;
  }

  public String rowLabel(NameTree tree, int node) {
    return tree.labelBelow(rowParent(tree, node), node);
  }

  public boolean passesFilter(int node) {
    return filterMatches.isEmpty() || filterMatches.get().get(node);
  }

  public boolean isOpen(int node) {
    return expanded.get(node);
  }

  /// Expands or collapses a group. Returns true if this is a change.
  public boolean set(int node, boolean open) {
    boolean changed = expanded.get(node) != open;
    expanded.set(node, open);
    return changed;
  }

  public void openAll(int nodeCount) {
    expanded.set(0, nodeCount);
  }

  public void closeAll() {
    expanded.clear();
  }
}
