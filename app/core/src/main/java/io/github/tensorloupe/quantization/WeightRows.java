package io.github.tensorloupe.quantization;

import module java.base;

import io.github.tensorloupe.model.Checkpoint;
import io.github.tensorloupe.model.NameTree;
import io.github.tensorloupe.model.OpenGroups;
import io.github.tensorloupe.model.TensorRef;

/// The quantized weights in the rows of a name tree: a weight stands in the row of its codes, under
/// its own name, and its other parts below it. A group of nothing else has no row. Immutable; gives
/// nodes of the tree, which stays as it is.
public final class WeightRows {

  public static final WeightRows NONE = new WeightRows(NameTree.ofNames(List.of()));

  private final NameTree tree;
  private final Map<Integer, WeightRow> rowOfCodes = new HashMap<>();

  /// By the nodes of parts that are not below their codes in the tree.
  private final Map<Integer, WeightRow> rowOfPart = new HashMap<>();

  /// By the nodes of the groups that have no row.
  private final Map<Integer, WeightRow> rowOfGroup = new HashMap<>();

  /// @param parts the nodes of parts that are not below the codes in the tree
  /// @param place the group that has no row, or the codes themselves
  private record WeightRow(QuantizedWeight weight, int codes, List<Integer> parts, int place) {}

  private WeightRows(NameTree tree) {
    this.tree = tree;
  }

  /// Takes time in proportion to the number of parts.
  ///
  /// @param tree of the checkpoint
  public static WeightRows of(NameTree tree, Checkpoint checkpoint, Quantization quantization) {
    WeightRows rows = new WeightRows(tree);
    for (QuantizedWeight weight : quantization.weights()) {
      rows.add(weight, part -> tree.nodeOf(checkpoint.indexOf(part)));
    }
    return rows;
  }

  private void add(QuantizedWeight weight, ToIntFunction<TensorRef> nodeOf) {
    int codes = nodeOf.applyAsInt(weight.codes());
    List<Integer> parts =
        weight.parts().values().stream()
            .mapToInt(nodeOf)
            .filter(node -> node >= 0 && (node < codes || node >= tree.subtreeEnd(codes)))
            .filter(node -> !tree.isGroup(node) && !rowOfPart.containsKey(node))
            .sorted()
            .boxed()
            .toList();
    int group = tree.parent(codes);
    boolean isAlone = !parts.isEmpty() && group >= 0 && holdsOnly(group, codes, parts);
    WeightRow row = new WeightRow(weight, codes, parts, isAlone ? group : codes);
    rowOfCodes.put(codes, row);
    parts.forEach(part -> rowOfPart.put(part, row));
    if (isAlone) {
      rowOfGroup.put(group, row);
    }
  }

  private boolean holdsOnly(int group, int codes, List<Integer> parts) {
    return !tree.isPart(group)
        && tree.tensor(group) == NameTree.NO_TENSOR
        && IntStream.range(group + 1, tree.subtreeEnd(group))
            .allMatch(
                node ->
                    node >= codes && node < tree.subtreeEnd(codes)
                        || parts.contains(node)
                        || tree.tensor(node) == NameTree.NO_TENSOR && tree.isGroup(node));
  }

  /// The nodes of the weights in the rows.
  public Set<Integer> nodes() {
    return Collections.unmodifiableSet(rowOfCodes.keySet());
  }

  /// The weight in the row of a node.
  public Optional<QuantizedWeight> weight(int node) {
    return Optional.ofNullable(rowOfCodes.get(node)).map(WeightRow::weight);
  }

  /// The parts that stand below a row, which the tree has elsewhere.
  public List<Integer> partsBelow(int node) {
    return Optional.ofNullable(rowOfCodes.get(node)).map(WeightRow::parts).orElse(List.of());
  }

  /// The node of the weight below whose row a part stands, though the tree has it elsewhere.
  public OptionalInt above(int part) {
    WeightRow row = rowOfPart.get(part);
    return row == null ? OptionalInt.empty() : OptionalInt.of(row.codes());
  }

  /// The node in whose row a node stands: that of the only weight in a group, or itself.
  public int rowOf(int node) {
    WeightRow row = rowOfGroup.get(node);
    return row == null ? node : row.codes();
  }

  /// The node in whose place in the tree a row stands.
  public int placeOf(int node) {
    WeightRow row = rowOfCodes.get(node);
    return row == null ? node : row.place();
  }

  /// The name in a row as far as the groups above do not say it.
  public String label(int node) {
    int place = placeOf(node);
    String label = tree.rowLabel(place);
    String path = tree.path(place);
    String above = path.substring(0, path.length() - label.length());
    return weight(node)
        .map(QuantizedWeight::name)
        .filter(name -> name.startsWith(above))
        .map(name -> name.substring(above.length()))
        .orElse(label);
  }

  /// The nodes that a filter lets through, and those of the weights of parts that it lets through.
  ///
  /// @param kept is not changed
  public BitSet withWeights(BitSet kept) {
    BitSet all = (BitSet) kept.clone();
    rowOfPart.forEach(
        (part, row) -> {
          if (kept.get(part)) {
            tree.markWithGroups(all, row.codes());
          }
        });
    return all;
  }

  /// The rows with parts below their weights.
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
