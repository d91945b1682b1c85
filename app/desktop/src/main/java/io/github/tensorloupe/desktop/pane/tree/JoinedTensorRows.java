package io.github.tensorloupe.desktop.pane.tree;

import module java.base;

import io.github.tensorloupe.desktop.control.names.NameTree;
import io.github.tensorloupe.desktop.control.names.OpenGroups;
import io.github.tensorloupe.model.Checkpoint;
import io.github.tensorloupe.model.JoinedTensors;
import io.github.tensorloupe.model.TensorRef;

/// Joined tensors in the rows of a name tree: they stand in the row of their lead, under the name
/// of what they make, and the others below it. A group of nothing else has no row. Immutable; gives
/// nodes of the tree, which stays as it is.
public final class JoinedTensorRows {

  public static final JoinedTensorRows NONE = new JoinedTensorRows(NameTree.ofNames(List.of()));

  private final NameTree tree;
  private final Map<Integer, Row> rowOfLead = new HashMap<>();

  /// By the nodes of parts that are not below their lead in the tree.
  private final Map<Integer, Row> rowOfPart = new HashMap<>();

  /// By the nodes of the groups that have no row.
  private final Map<Integer, Row> rowOfGroup = new HashMap<>();

  /// @param parts the nodes of parts that are not below the lead in the tree
  /// @param place the group that has no row, or the lead itself
  private record Row(JoinedTensors tensors, int lead, List<Integer> parts, int place) {}

  private JoinedTensorRows(NameTree tree) {
    this.tree = tree;
  }

  /// Takes time in proportion to the number of parts.
  ///
  /// @param tree of the checkpoint
  /// @param joined a lead that is a part of others before it stays there
  public static JoinedTensorRows of(
      NameTree tree, Checkpoint checkpoint, Collection<? extends JoinedTensors> joined) {
    JoinedTensorRows rows = new JoinedTensorRows(tree);
    for (JoinedTensors tensors : joined) {
      rows.add(tensors, part -> tree.nodeOf(checkpoint.indexOf(part)));
    }
    return rows;
  }

  private void add(JoinedTensors tensors, ToIntFunction<TensorRef> nodeOf) {
    int lead = nodeOf.applyAsInt(tensors.lead());
    if (lead < 0 || isTaken(lead)) {
      return;
    }
    List<Integer> parts =
        tensors.tensors().stream()
            .mapToInt(nodeOf)
            .filter(node -> node >= 0 && (node < lead || node >= tree.subtreeEnd(lead)))
            .filter(node -> !tree.isGroup(node) && !isTaken(node))
            .sorted()
            .boxed()
            .toList();
    int place = parts.isEmpty() ? lead : place(lead, parts);
    Row row = new Row(tensors, lead, parts, place);
    rowOfLead.put(lead, row);
    parts.forEach(part -> rowOfPart.put(part, row));
    if (place != lead) {
      rowOfGroup.put(place, row);
    }
  }

  private boolean isTaken(int node) {
    return rowOfLead.containsKey(node) || rowOfPart.containsKey(node);
  }

  /// The outermost group with a row that holds nothing else, or the lead.
  private int place(int lead, List<Integer> parts) {
    int place = lead;
    for (int group = tree.parent(lead);
        group >= 0 && holdsOnly(group, lead, parts);
        group = tree.parent(group)) {
      place = tree.isWay(group) ? place : group;
    }
    return place;
  }

  private boolean holdsOnly(int group, int lead, List<Integer> parts) {
    return !tree.isPart(group)
        && tree.tensor(group) == NameTree.NO_TENSOR
        && IntStream.range(group + 1, tree.subtreeEnd(group))
            .allMatch(
                node ->
                    node >= lead && node < tree.subtreeEnd(lead)
                        || parts.contains(node)
                        || tree.tensor(node) == NameTree.NO_TENSOR && tree.isGroup(node));
  }

  public Set<Integer> nodes() {
    return Collections.unmodifiableSet(rowOfLead.keySet());
  }

  /// The tensors in the row of a node; empty where a tensor stands there by itself.
  public Optional<JoinedTensors> at(int node) {
    return Optional.ofNullable(rowOfLead.get(node)).map(Row::tensors);
  }

  /// The tensors in the row of a tensor.
  ///
  /// @param tensor its index in the checkpoint
  public Optional<JoinedTensors> ofTensor(int tensor) {
    return at(tree.nodeOf(tensor));
  }

  /// The parts that stand below a row, which the tree has elsewhere.
  public List<Integer> partsBelow(int node) {
    return Optional.ofNullable(rowOfLead.get(node)).map(Row::parts).orElse(List.of());
  }

  /// The node of the lead below whose row a part stands, though the tree has it elsewhere.
  public OptionalInt above(int part) {
    Row row = rowOfPart.get(part);
    return row == null ? OptionalInt.empty() : OptionalInt.of(row.lead());
  }

  /// The node in whose row a node stands: that of the lead where a group holds nothing else, or
  /// itself.
  public int rowOf(int node) {
    Row row = rowOfGroup.get(node);
    return row == null ? node : row.lead();
  }

  public int placeOf(int node) {
    Row row = rowOfLead.get(node);
    return row == null ? node : row.place();
  }

  /// The name in a row as far as the groups above do not say it.
  public String label(int node) {
    int place = placeOf(node);
    String label = tree.rowLabel(place);
    String path = tree.path(place);
    String above = path.substring(0, path.length() - label.length());
    return at(node)
        .map(JoinedTensors::name)
        .filter(name -> name.startsWith(above))
        .map(name -> name.substring(above.length()))
        .orElse(label);
  }

  /// The nodes that a filter lets through, and the leads of parts that it lets through.
  ///
  /// @param kept is not changed
  public BitSet withLeads(BitSet kept) {
    BitSet all = (BitSet) kept.clone();
    rowOfPart.forEach(
        (part, row) -> {
          if (kept.get(part)) {
            tree.markWithGroups(all, row.lead());
          }
        });
    return all;
  }

  /// The rows with parts below their leads.
  ///
  /// @param rows visible nodes of the tree, those of a group behind it
  public int[] arrange(int[] rows, OpenGroups groups) {
    if (rowOfPart.isEmpty()) {
      return rows;
    }
    IntStream.Builder arranged = IntStream.builder();
    int inside = -1;
    for (int node : rows) {
      boolean isHidden = inside >= 0 && node > inside && node < tree.subtreeEnd(inside);
      if (isHidden || rowOfPart.containsKey(node)) {
        continue;
      }
      int row = rowOf(node);
      inside = row == node ? -1 : node;
      arranged.add(row);
      if (groups.isOpen(row)) {
        partsBelow(row).stream().filter(groups::isKept).forEach(arranged::add);
      }
    }
    return arranged.build().toArray();
  }
}
