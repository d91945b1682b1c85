package io.github.tensorloupe.desktop.pane.tree;

import module java.base;

import io.github.tensorloupe.desktop.control.names.NameTree;
import io.github.tensorloupe.desktop.control.names.OpenGroups;
import io.github.tensorloupe.model.Checkpoint;
import io.github.tensorloupe.model.NaturalOrder;
import io.github.tensorloupe.model.TensorRef;

/// The rows of joined tensors in a name tree. The lead's row has the name of the combined weight,
/// and the other parts are below it. A group that contains only joined tensors has no row.
/// Immutable. Returns nodes of the tree, which is not modified.
public final class JoinedTensorRows {

  public static final JoinedTensorRows NONE = new JoinedTensorRows(NameTree.ofNames(List.of()));

  private final NameTree tree;
  private final Map<Integer, Row> rowOfLead = new HashMap<>();

  /// By the nodes of parts that are not below their lead in the tree.
  private final Map<Integer, Row> rowOfPart = new HashMap<>();

  /// By the nodes of the groups without a row.
  private final Map<Integer, Row> rowOfGroup = new HashMap<>();

  /// @param parts the nodes of parts that are not below the lead in the tree
  /// @param place the group without a row, or the lead itself
  private record Row(TensorUnit tensors, int lead, List<Integer> parts, int place) {}

  private JoinedTensorRows(NameTree tree) {
    this.tree = tree;
  }

  /// Takes time linear in the number of parts.
  ///
  /// @param tree the name tree of the checkpoint
  /// @param joined joined tensors; ignored if an earlier element already contains their lead
  public static JoinedTensorRows of(
      NameTree tree, Checkpoint checkpoint, Collection<? extends TensorUnit> joined) {
    JoinedTensorRows rows = new JoinedTensorRows(tree);
    for (TensorUnit tensors : joined) {
      rows.add(tensors, part -> tree.nodeOf(checkpoint.indexOf(part)));
    }
    return rows;
  }

  private void add(TensorUnit tensors, ToIntFunction<TensorRef> nodeOf) {
    int lead = nodeOf.applyAsInt(tensors.representative());
    if (lead < 0 || isAssigned(lead)) {
      return;
    }
    List<Integer> parts =
        tensors.tensors().stream()
            .mapToInt(nodeOf)
            .filter(node -> node >= 0 && (node < lead || node >= tree.subtreeEnd(lead)))
            .filter(node -> !tree.isGroup(node) && !isAssigned(node))
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

  private boolean isAssigned(int node) {
    return rowOfLead.containsKey(node) || rowOfPart.containsKey(node);
  }

  /// Returns the outermost group with a row that contains nothing else, or the lead.
  private int place(int lead, List<Integer> parts) {
    int place = lead;
    for (int group = tree.parent(lead);
        group >= 0 && holdsOnly(group, lead, parts);
        group = tree.parent(group)) {
      place = tree.isCollapsed(group) ? place : group;
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

  /// Returns the tensors in the row of a node; empty if the node is a single tensor.
  public Optional<TensorUnit> at(int node) {
    return Optional.ofNullable(rowOfLead.get(node)).map(Row::tensors);
  }

  /// Returns the joined tensors in the row of a tensor.
  ///
  /// @param tensor the index of the tensor in the checkpoint
  public Optional<TensorUnit> ofTensor(int tensor) {
    return at(tree.nodeOf(tensor));
  }

  /// Returns the parts below a row that are elsewhere in the tree.
  public List<Integer> partsBelow(int node) {
    return Optional.ofNullable(rowOfLead.get(node)).map(Row::parts).orElse(List.of());
  }

  /// Returns the node of the lead below whose row a part is shown although it is elsewhere in the
  /// tree.
  public OptionalInt above(int part) {
    Row row = rowOfPart.get(part);
    return row == null ? OptionalInt.empty() : OptionalInt.of(row.lead());
  }

  /// Returns the node whose row represents a node: the lead if the node is a group without a row,
  /// otherwise the node itself.
  public int rowOf(int node) {
    Row row = rowOfGroup.get(node);
    return row == null ? node : row.lead();
  }

  public int placeOf(int node) {
    Row row = rowOfLead.get(node);
    return row == null ? node : row.place();
  }

  /// Returns the name in a row, relative to the groups above that its name begins with. The row of
  /// a unit that has the name of a group is in this group.
  public String label(int node, OpenGroups groups) {
    int place = placeOf(node);
    String label = groups.rowLabel(tree, place);
    String path = tree.path(place);
    String above = path.substring(0, path.length() - label.length());
    return at(node)
        .map(unit -> relative(unit.name(), above))
        .filter(name -> !name.isEmpty())
        .orElse(label);
  }

  /// Returns an empty string if the name is in none of the groups.
  private static String relative(String name, String above) {
    if (name.startsWith(above)) {
      return name.substring(above.length());
    }
    int common = NaturalOrder.commonLength(name, above);
    int dot = name.lastIndexOf('.', common - 1);
    return dot < 0 ? "" : name.substring(dot + 1);
  }

  /// Returns the nodes that match a filter, and the leads of matching parts.
  ///
  /// @param matches the matching nodes; not modified
  public BitSet withLeads(BitSet matches) {
    BitSet all = (BitSet) matches.clone();
    rowOfPart.forEach(
        (part, row) -> {
          if (matches.get(part)) {
            tree.markWithGroups(all, row.lead());
          }
        });
    return all;
  }

  /// Arranges the rows with parts below their leads.
  ///
  /// @param rows visible nodes of the tree, each group before its descendants
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
        partsBelow(row).stream().filter(groups::passesFilter).forEach(arranged::add);
      }
    }
    return arranged.build().toArray();
  }
}
