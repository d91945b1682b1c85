package io.github.tensorloupe.desktop.pane.tree;

import io.github.tensorloupe.desktop.selection.NodePath;
import io.github.tensorloupe.model.NameTree;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Open groups by their labels, for the same tree when it is read again.
///
/// @param tree that the nodes belong to
record OpenGroupNames(NameTree tree) {

  /// More text than this is not worth keeping.
  private static final int MAX_CHARACTERS = 100_000;

  /// A label on the way to groups that are to be open.
  private static final class Label {
    private final Map<String, Label> inside = new HashMap<>();
    private boolean isOpen;
  }

  /// The groups among the nodes, each by its labels from the top down.
  ///
  /// @param most how many there may be
  /// @return empty if there are more, or if their labels are very long
  Optional<List<List<String>>> of(BitSet nodes, int most) {
    List<List<String>> names = new ArrayList<>();
    long characters = 0;
    for (int node = nodes.nextSetBit(0); node >= 0; node = nodes.nextSetBit(node + 1)) {
      if (node < tree.size() && tree.isGroup(node)) {
        List<String> labels = NodePath.of(tree, node).labels();
        characters += labels.stream().mapToLong(String::length).sum();
        names.add(labels);
      }
      if (names.size() > most || characters > MAX_CHARACTERS) {
        return Optional.empty();
      }
    }
    return Optional.of(names);
  }

  /// The nodes of those groups that the tree has. Takes time in proportion to the rows that they
  /// show.
  BitSet find(List<List<String>> names) {
    Label top = new Label();
    for (List<String> labels : names) {
      Label at = top;
      for (String label : labels) {
        at = at.inside.computeIfAbsent(label, _ -> new Label());
      }
      at.isOpen = true;
    }
    BitSet nodes = new BitSet();
    find(top, 0, tree.size(), nodes);
    return nodes;
  }

  private void find(Label above, int begin, int end, BitSet nodes) {
    for (int node = begin; node < end; node = tree.subtreeEnd(node)) {
      Label label = tree.isGroup(node) ? above.inside.get(tree.label(node)) : null;
      if (label != null) {
        nodes.set(node, label.isOpen);
        find(label, node + 1, tree.subtreeEnd(node), nodes);
      }
    }
  }
}
