package io.github.tensorloupe.model;

import io.github.tensorloupe.format.TensorInfo;
import io.github.tensorloupe.model.NameTree.NodeArrays;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;

/// Builds a [NameTree]: sorts the tensors by name and opens and closes groups from one name to the
/// next.
final class NameTreeBuilder {

  private final List<TensorRef> tensors;
  private final List<String> names;
  private final List<String> sections;
  private final NodeArrays nodes = new NodeArrays();
  private final int[] openNodes = new int[NameTree.MAX_DEPTH + 2];
  private int openCount;

  private NameTreeBuilder(List<TensorRef> tensors, List<String> names, List<String> sections) {
    this.tensors = tensors;
    this.names = names;
    this.sections = sections;
  }

  static NameTree build(Checkpoint checkpoint) {
    List<TensorRef> tensors = checkpoint.tensors();
    List<String> names = tensors.stream().map(tensor -> tensor.info().name()).toList();
    boolean inSections = checkpoint.kind() == FileKind.DIRECTORY && checkpoint.files().size() > 1;
    List<String> sections = inSections ? sectionsOf(checkpoint) : List.of();
    NameTreeBuilder builder = new NameTreeBuilder(tensors, names, sections);
    for (Integer tensor : builder.sorted()) {
      builder.add(tensor);
    }
    builder.closeTo(0);
    builder.sumUp();
    return new NameTree(names, sections, builder.nodes);
  }

  /// For each tensor the file that it is in, from the folder on.
  private static List<String> sectionsOf(Checkpoint checkpoint) {
    List<String> sections = new ArrayList<>(checkpoint.tensors().size());
    for (TensorFile file : checkpoint.files()) {
      Path relative = checkpoint.path().relativize(file.path());
      String section = relative.toString();
      file.header().tensors().forEach(_ -> sections.add(section));
    }
    return sections;
  }

  private Integer[] sorted() {
    Integer[] order = new Integer[names.size()];
    Arrays.setAll(order, Integer::valueOf);
    Comparator<Integer> byName = Comparator.comparing(names::get, NaturalOrder.INSTANCE);
    Arrays.sort(
        order,
        sections.isEmpty()
            ? byName
            : Comparator.<Integer, String>comparing(sections::get, NaturalOrder.INSTANCE)
                .thenComparing(byName));
    return order;
  }

  private void add(int tensor) {
    String name = names.get(tensor);
    int level = 0;
    if (!sections.isEmpty()) {
      if (!isOpenSection(tensor)) {
        closeTo(0);
        open(tensor, -1, -1);
      }
      level = 1;
    }
    int start = 0;
    for (int dots = 0; ; dots++, level++) {
      int dot = dots < NameTree.MAX_DEPTH - 1 ? name.indexOf('.', start) : -1;
      boolean last = dot < 0;
      int end = last ? name.length() : dot;
      if (last || !isOpen(level, name, start, end)) {
        closeTo(level);
        open(tensor, start, end);
      }
      if (last) {
        break;
      }
      start = end + 1;
    }
    setTensor(openNodes[openCount - 1], tensor);
  }

  private boolean isOpenSection(int tensor) {
    return openCount > 0
        && sections.get(nodes.representative[openNodes[0]]).equals(sections.get(tensor));
  }

  private boolean isOpen(int level, String name, int start, int end) {
    if (level >= openCount) {
      return false;
    }
    int node = openNodes[level];
    String other = names.get(nodes.representative[node]);
    return nodes.labelEnd[node] == end
        && nodes.labelStart[node] == start
        && other.regionMatches(start, name, start, end - start);
  }

  private void open(int tensor, int labelStart, int labelEnd) {
    int node = nodes.add();
    nodes.depth[node] = (byte) openCount;
    nodes.parent[node] = openCount == 0 ? -1 : openNodes[openCount - 1];
    nodes.tensor[node] = NameTree.NO_TENSOR;
    nodes.representative[node] = tensor;
    nodes.labelStart[node] = labelStart;
    nodes.labelEnd[node] = labelEnd;
    openNodes[openCount++] = node;
  }

  private void setTensor(int node, int tensor) {
    TensorInfo info = tensors.get(tensor).info();
    nodes.tensor[node] = tensor;
    nodes.tensorCount[node] = 1;
    nodes.byteCount[node] = Math.max(0, info.byteCount());
  }

  private void closeTo(int level) {
    while (openCount > level) {
      nodes.subtreeEnd[openNodes[--openCount]] = nodes.size;
    }
  }

  /// Adds every node's figures to its parent's; children stand behind their parents.
  private void sumUp() {
    for (int node = nodes.size - 1; node > 0; node--) {
      int parent = nodes.parent[node];
      if (parent >= 0) {
        nodes.tensorCount[parent] += nodes.tensorCount[node];
        nodes.byteCount[parent] = saturatedSum(nodes.byteCount[parent], nodes.byteCount[node]);
      }
    }
  }

  private static long saturatedSum(long left, long right) {
    long sum = left + right;
    return sum < 0 ? Long.MAX_VALUE : sum;
  }
}
