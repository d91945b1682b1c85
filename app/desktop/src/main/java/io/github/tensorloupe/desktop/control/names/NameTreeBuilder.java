package io.github.tensorloupe.desktop.control.names;

import module java.base;

import io.github.tensorloupe.desktop.control.names.NameTree.NodeArrays;
import io.github.tensorloupe.format.Saturating;
import io.github.tensorloupe.model.Checkpoint;
import io.github.tensorloupe.model.CheckpointPart;
import io.github.tensorloupe.model.CheckpointPart.AbsentTensor;
import io.github.tensorloupe.model.FlattenedNames;
import io.github.tensorloupe.model.NaturalOrder;
import io.github.tensorloupe.model.TensorFile;
import io.github.tensorloupe.model.TensorRef;

/// Builds a [NameTree] from sorted names: each name closes and opens groups relative to the
/// previous one.
final class NameTreeBuilder {

  /// The names of a part of a folder: the range from `begin` to `end` of the checkpoint's tensors,
  /// and a range of absent ones.
  private record Section(String label, int begin, int end, int absentBegin, int absentEnd) {}

  /// Empty for arbitrary names.
  private final List<TensorRef> tensors;

  private final int presentCount;
  private final List<AbsentTensor> absent = new ArrayList<>();

  /// The names of tensors, then the names of absent tensors.
  private final List<String> names;

  private final NodeArrays nodes;
  private final int[] openNodes = new int[NameTree.MAX_DEPTH + 1];
  private int openCount;

  private NameTreeBuilder(List<TensorRef> tensors, Stream<String> ofTensors, int count) {
    this.tensors = tensors;
    this.presentCount = count;
    this.names = new ArrayList<>(count);
    ofTensors.forEach(names::add);
    // Every tensor has a node, and there are usually few groups per tensor.
    this.nodes = new NodeArrays(count + count / 4);
  }

  static NameTree build(List<String> names) {
    NameTreeBuilder builder = new NameTreeBuilder(List.of(), names.stream(), names.size());
    builder.addAll(builder.names, IntStream.range(0, names.size()).toArray(), 0);
    builder.sumUp();
    return new NameTree(builder.names, List.of(), List.of(), builder.nodes);
  }

  static NameTree build(Checkpoint checkpoint) {
    List<TensorRef> tensors = checkpoint.tensors();
    NameTreeBuilder builder =
        new NameTreeBuilder(
            tensors, tensors.stream().map(tensor -> tensor.info().name()), tensors.size());
    List<Section> sections = builder.sectionsOf(checkpoint);
    if (checkpoint.parts().size() < 2) {
      sections = List.of();
      builder.addAll(builder.names, IntStream.range(0, builder.names.size()).toArray(), 0);
    }
    for (int i = 0; i < sections.size(); i++) {
      Section section = sections.get(i);
      builder.open(i, NodeArrays.SECTION);
      builder.addAll(section);
    }
    builder.sumUp();
    return new NameTree(
        builder.names,
        builder.absent,
        sections.stream().map(Section::label).toList(),
        builder.nodes);
  }

  /// Returns the parts with tensors, ordered by label. A file of two parts belongs to the first.
  private List<Section> sectionsOf(Checkpoint checkpoint) {
    List<Section> sections = new ArrayList<>();
    Set<TensorFile> counted = new HashSet<>();
    int begin = 0;
    for (CheckpointPart part : checkpoint.parts()) {
      int end = begin;
      for (TensorFile file : part.files()) {
        end += counted.add(file) ? file.header().tensors().size() : 0;
      }
      int absentBegin = names.size();
      for (AbsentTensor each : part.absentTensors()) {
        absent.add(each);
        names.add(each.name());
      }
      if (end > begin || names.size() > absentBegin) {
        sections.add(new Section(part.label(), begin, end, absentBegin, names.size()));
      }
      begin = end;
    }
    sections.sort(Comparator.comparing(Section::label, NaturalOrder.INSTANCE));
    return sections;
  }

  private void addAll(Section section) {
    int[] indexes =
        IntStream.concat(
                IntStream.range(section.begin, section.end),
                IntStream.range(section.absentBegin, section.absentEnd))
            .toArray();
    addAll(Arrays.stream(indexes).mapToObj(names::get).toList(), indexes, 1);
  }

  /// @param original the names to add
  /// @param indexes indexes of these names among all names
  private void addAll(List<String> original, int[] indexes, int level) {
    List<String> added = FlattenedNames.dotted(original);
    NameSort.Order order = NameSort.order(added);
    NameCuts cuts = NameCuts.of(added, order);
    for (int i = 0; i < order.indexes().length; i++) {
      String name = added.get(order.indexes()[i]);
      int tensor = indexes[order.indexes()[i]];
      int common = order.commonLengths()[i];
      // A cut after the whole previous name turns its node into a group.
      closeTo(sharedLevels(common, cuts.isAt(i, name, common), level));
      int start = openCount == 0 ? 0 : nodes.labelEnd[openNodes[openCount - 1]] + 1;
      for (int cut = 0; cut >= 0; start = cut + 1) {
        cut = openCount < NameTree.MAX_DEPTH + level - 1 ? cuts.next(i, name, start) : -1;
        open(tensor, cut < 0 ? name.length() : cut);
      }
      nodes.tensor[openNodes[openCount - 1]] = tensor;
    }
    closeTo(0);
  }

  /// Returns the number of open nodes that also contain the next name.
  ///
  /// @param common length of its common prefix with the previous name
  /// @param below true if there is a cut after the common prefix
  private int sharedLevels(int common, boolean below, int firstLevel) {
    // The rest of a name at the last level is never a group.
    int end = Math.min(openCount, firstLevel + NameTree.MAX_DEPTH - 1);
    int level = firstLevel;
    int longest = below ? common : common - 1;
    while (level < end && nodes.labelEnd[openNodes[level]] <= longest) {
      level++;
    }
    return level;
  }

  private void open(int representative, int labelEnd) {
    int node = nodes.add();
    nodes.depth[node] = (byte) openCount;
    nodes.parent[node] = openCount == 0 ? -1 : openNodes[openCount - 1];
    nodes.tensor[node] = NameTree.NO_TENSOR;
    nodes.representative[node] = representative;
    nodes.labelEnd[node] = labelEnd;
    openNodes[openCount++] = node;
  }

  private void closeTo(int level) {
    while (openCount > level) {
      nodes.subtreeEnd[openNodes[--openCount]] = nodes.size;
    }
  }

  /// Sets the totals of all nodes by adding each to its parent. Children follow their parents.
  private void sumUp() {
    nodes.tensorCount = new int[nodes.size];
    nodes.byteCount = new long[nodes.size];
    for (int node = nodes.size - 1; node >= 0; node--) {
      if (nodes.tensor[node] != NameTree.NO_TENSOR && nodes.tensor[node] < presentCount) {
        nodes.tensorCount[node]++;
        long own =
            tensors.isEmpty() ? 0 : tensors.get(nodes.tensor[node]).info().clampedByteCount();
        nodes.byteCount[node] = Saturating.sum(nodes.byteCount[node], own);
      }
      int parent = nodes.parent[node];
      if (parent >= 0) {
        nodes.tensorCount[parent] += nodes.tensorCount[node];
        nodes.byteCount[parent] = Saturating.sum(nodes.byteCount[parent], nodes.byteCount[node]);
      }
    }
  }
}
