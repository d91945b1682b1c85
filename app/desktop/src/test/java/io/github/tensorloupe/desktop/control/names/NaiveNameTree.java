package io.github.tensorloupe.desktop.control.names;

import io.github.tensorloupe.model.NaturalOrder;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/// A tree of names made of maps: a slow and simple reference implementation for [NameTree].
final class NaiveNameTree {

  private final Map<String, NaiveNameTree> children = new TreeMap<>(NaturalOrder.INSTANCE);
  private final List<Integer> tensors = new ArrayList<>();

  /// @param byteCount the total of all tensors of the line
  record Line(int depth, String label, String path, int tensor, int tensorCount, long byteCount) {}

  static List<Line> lines(List<String> names, long byteCount) {
    NaiveNameTree root = new NaiveNameTree();
    for (int tensor = 0; tensor < names.size(); tensor++) {
      NaiveNameTree node = root;
      for (String label : names.get(tensor).split("\\.", NameTree.MAX_DEPTH)) {
        node = node.children.computeIfAbsent(label, _ -> new NaiveNameTree());
      }
      node.tensors.add(tensor);
    }
    List<Line> lines = new ArrayList<>();
    root.children.forEach((label, child) -> child.write(lines, 0, label, label, byteCount));
    return lines;
  }

  private int count() {
    return tensors.size() + belowCount();
  }

  private int belowCount() {
    return children.values().stream().mapToInt(NaiveNameTree::count).sum();
  }

  /// If several tensors have the same name, only the last one has children.
  private void write(List<Line> lines, int depth, String label, String path, long byteCount) {
    for (int i = 0; i < tensors.size() - 1; i++) {
      lines.add(new Line(depth, label, path, tensors.get(i), 1, byteCount));
    }
    int count = (tensors.isEmpty() ? 0 : 1) + belowCount();
    int tensor = tensors.isEmpty() ? NameTree.NO_TENSOR : tensors.getLast();
    lines.add(new Line(depth, label, path, tensor, count, count * byteCount));
    children.forEach(
        (below, child) -> child.write(lines, depth + 1, below, path + "." + below, byteCount));
  }
}
