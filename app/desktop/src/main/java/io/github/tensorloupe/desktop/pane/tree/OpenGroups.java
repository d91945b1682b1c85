package io.github.tensorloupe.desktop.pane.tree;

import java.util.BitSet;
import java.util.Optional;

/// Which groups are open and which nodes a filter lets through. What was open before filtering is
/// open again afterwards.
final class OpenGroups {

  private BitSet expanded;
  private BitSet expandedUnfiltered = new BitSet();
  private Optional<BitSet> kept = Optional.empty();
  private String keptText = "";

  /// @param expanded the nodes of the groups that are open
  OpenGroups(BitSet expanded) {
    this.expanded = expanded;
  }

  /// Shows only what a filter lets through, under open groups. Where the filter is the same as
  /// before, only what is new opens by itself, because a person may have closed the others.
  ///
  /// @param matches not to be changed afterwards
  /// @param text what stands in the filter field
  void filter(BitSet matches, String text) {
    BitSet opened = (BitSet) matches.clone();
    if (kept.isEmpty()) {
      expandedUnfiltered = expanded;
    } else if (text.equals(keptText)) {
      opened.andNot(kept.get());
      expanded.and(matches);
      opened.or(expanded);
    }
    keptText = text;
    kept = Optional.of(matches);
    expanded = opened;
  }

  /// Shows everything again.
  ///
  /// @return whether something was hidden
  boolean unfilter() {
    boolean filtered = kept.isPresent();
    if (filtered) {
      kept = Optional.empty();
      expanded = expandedUnfiltered;
    }
    return filtered;
  }

  /// Whether a node is let through.
  boolean isKept(int node) {
    return kept.isEmpty() || kept.get().get(node);
  }

  /// The groups that are open where nothing is filtered; not to be changed by the caller.
  BitSet unfiltered() {
    return kept.isEmpty() ? expanded : expandedUnfiltered;
  }

  /// Opens these groups and no others, at the latest when nothing is filtered any more.
  void replaceUnfiltered(BitSet nodes) {
    if (kept.isEmpty()) {
      expanded = nodes;
    } else {
      expandedUnfiltered = nodes;
    }
  }

  boolean isOpen(int node) {
    return expanded.get(node);
  }

  /// Opens a group or closes it.
  ///
  /// @return whether it was otherwise before
  boolean set(int node, boolean open) {
    boolean changed = expanded.get(node) != open;
    expanded.set(node, open);
    return changed;
  }

  /// Opens every group.
  void openAll(int nodeCount) {
    expanded.set(0, nodeCount);
  }

  /// Closes every group.
  void closeAll() {
    expanded.clear();
  }
}
