package io.github.tensorloupe.desktop.control.names;

import module java.base;

import io.github.tensorloupe.model.Checkpoint;
import io.github.tensorloupe.model.CheckpointPart.AbsentTensor;

/// The tensors of a checkpoint as a tree of names in natural order, split at dots, and depending on
/// the names also at colons, slashes and underscores ([NameCuts]). Immutable.
///
/// Nodes are numbered in preorder: a node's first child is the next node, and everything below it
/// ends at [#subtreeEnd(int)]. A node may stand for a tensor, for a group, or for both, where a
/// name is also the beginning of others; a tensor may be absent. Arrays and not objects, because a
/// checkpoint may have a million tensors.
public final class NameTree {

  /// Separators beyond this many levels are left in the last label, so that a name made of dots
  /// cannot make millions of nodes.
  public static final int MAX_DEPTH = 24;

  /// Stands in [#tensor(int)] for a group that is no tensor itself.
  public static final int NO_TENSOR = -1;

  /// Of all tensors, and behind them of those that are absent.
  private final List<String> names;

  private final List<AbsentTensor> absent;
  private final List<String> sections;
  private final NodeArrays nodes;
  private final int[] nodeOfTensor;

  /// @param sections the labels of the nodes that stand for parts of a folder
  NameTree(List<String> names, List<AbsentTensor> absent, List<String> sections, NodeArrays nodes) {
    this.names = names;
    this.absent = absent;
    this.sections = sections;
    this.nodes = nodes;
    this.nodeOfTensor = new int[names.size() - absent.size()];
    Arrays.fill(nodeOfTensor, -1);
    for (int node = 0; node < nodes.size; node++) {
      if (tensor(node) != NO_TENSOR) {
        nodeOfTensor[nodes.tensor[node]] = node;
      }
    }
  }

  /// The tree of a checkpoint's tensors; node tensors are indexes into its list of tensors.
  ///
  /// A folder of several parts gets a top level with one group per part. Tensors that only an index
  /// knows have nodes too ([#absent]).
  public static NameTree of(Checkpoint checkpoint) {
    return NameTreeBuilder.build(checkpoint);
  }

  /// The tree of names of anything, such as pairs of tensors; node tensors are indexes into the
  /// list, and no node has bytes.
  public static NameTree ofNames(List<String> names) {
    return NameTreeBuilder.build(names);
  }

  public int size() {
    return nodes.size;
  }

  /// The number of levels above the node, 0 at the top.
  public int depth(int node) {
    return nodes.depth[node];
  }

  /// The group that the node is directly in, or -1 at the top.
  public int parent(int node) {
    return nodes.parent[node];
  }

  /// Marks a node and the groups above it, above a marked one all of which are marked already.
  public void markWithGroups(BitSet marked, int node) {
    for (int at = node; at >= 0 && !marked.get(at); at = parent(at)) {
      marked.set(at);
    }
  }

  /// The number of the first node behind everything below this one.
  public int subtreeEnd(int node) {
    return nodes.subtreeEnd[node];
  }

  /// True if the node stands for a part of a folder and not for something in a name.
  public boolean isPart(int node) {
    return nodes.isSection(node);
  }

  public boolean isGroup(int node) {
    return nodes.subtreeEnd[node] > node + 1;
  }

  /// True if the node is only the way to one child: no tensor, and no part of a folder. Such a node
  /// has no row of its own ([#rowOf]).
  public boolean isWay(int node) {
    return nodes.tensor[node] == NO_TENSOR
        && isGroup(node)
        && !nodes.isSection(node)
        && nodes.subtreeEnd[node + 1] == nodes.subtreeEnd[node];
  }

  /// The node in whose row a node stands: that to which it is only the way, or itself.
  public int rowOf(int node) {
    int at = node;
    while (isWay(at)) {
      at++;
    }
    return at;
  }

  /// The group in whose row everything around a row is directly, or -1 at the top.
  public int rowParent(int node) {
    int at = parent(node);
    while (at >= 0 && isWay(at)) {
      at = parent(at);
    }
    return at;
  }

  public int rowDepth(int node) {
    int depth = 0;
    for (int at = rowParent(node); at >= 0; at = rowParent(at)) {
      depth++;
    }
    return depth;
  }

  /// The label of a node behind those of the nodes that are only the way to it.
  public String rowLabel(int node) {
    int first = node;
    while (parent(first) >= 0 && isWay(parent(first))) {
      first = parent(first);
    }
    return first == node
        ? label(node)
        : nameOf(node).substring(nodes.labelStart(first), nodes.labelEnd[node]);
  }

  /// The node's tensor as an index into the checkpoint's tensors, or [#NO_TENSOR].
  public int tensor(int node) {
    return nodes.tensor[node] < nodeOfTensor.length ? nodes.tensor[node] : NO_TENSOR;
  }

  /// The tensor of the node where it is in none of the files that are open.
  public Optional<AbsentTensor> absent(int node) {
    int place = nodes.tensor[node] - nodeOfTensor.length;
    return place < 0 ? Optional.empty() : Optional.of(absent.get(place));
  }

  public int absentCount() {
    return absent.size();
  }

  /// The number of tensors that are at or below the node, without absent ones.
  public int tensorCount(int node) {
    return nodes.tensorCount[node];
  }

  /// The bytes of all tensors at or below the node, as their data offsets say.
  public long byteCount(int node) {
    return nodes.byteCount[node];
  }

  /// The bytes of all tensors, which may be more than a `long` counts.
  public double totalBytes() {
    double total = 0;
    for (int top = 0; top < size(); top = subtreeEnd(top)) {
      total += byteCount(top);
    }
    return total;
  }

  /// The last part of the node's name; may be empty, and is as unsafe to show as the file makes it.
  public String label(int node) {
    return nodes.isSection(node)
        ? sections.get(nodes.representative[node])
        : nameOf(node).substring(nodes.labelStart(node), nodes.labelEnd[node]);
  }

  /// The name up to and with the node's label, as it would be typed.
  public String path(int node) {
    return nodes.isSection(node) ? label(node) : nameOf(node).substring(0, nodes.labelEnd[node]);
  }

  /// The nodes on the way to a node, from the top down, the node itself last.
  public List<Integer> nodesTo(int node) {
    List<Integer> way = new ArrayList<>();
    for (int at = node; at >= 0; at = parent(at)) {
      way.addFirst(at);
    }
    return way;
  }

  /// The labels on the way to a node, from the top down, by which [#find] finds it in another tree.
  public List<String> labelsTo(int node) {
    return nodesTo(node).stream().map(this::label).toList();
  }

  /// The node with these labels on the way to it, from the top down; empty where there is none.
  /// Takes time in proportion to the siblings that are passed on the way.
  public OptionalInt find(List<String> labels) {
    int found = -1;
    int end = size();
    for (String label : labels) {
      found++;
      while (found < end && !label(found).equals(label)) {
        found = subtreeEnd(found);
      }
      if (found >= end) {
        return OptionalInt.empty();
      }
      end = subtreeEnd(found);
    }
    return found < 0 ? OptionalInt.empty() : OptionalInt.of(found);
  }

  /// True if a text occurs in the node's path so that it reaches into the label or the separator
  /// before it. What occurs anywhere in a path reaches so into that of the node or of a group above
  /// it, so that names can be searched for it part by part. Labels of parts of a folder are not
  /// searched. Case does not count.
  ///
  /// @param text not empty
  public boolean occursAtEnd(int node, String text) {
    if (nodes.isSection(node)) {
      return false;
    }
    String name = nameOf(node);
    char lower = Character.toLowerCase(text.charAt(0));
    char upper = Character.toUpperCase(text.charAt(0));
    int end = nodes.labelEnd[node] - text.length();
    for (int at = Math.max(0, nodes.labelStart(node) - text.length()); at <= end; at++) {
      char first = name.charAt(at);
      // Only among ASCII do two cases say all.
      if ((first == lower || first == upper || (first | lower | upper) >= 0x80)
          && name.regionMatches(true, at, text, 0, text.length())) {
        return true;
      }
    }
    return false;
  }

  private String nameOf(int node) {
    return names.get(nodes.representative[node]);
  }

  /// The node of a tensor, or -1.
  public int nodeOf(int tensor) {
    return tensor >= 0 && tensor < nodeOfTensor.length ? nodeOfTensor[tensor] : -1;
  }

  /// The columns of the node table; filled while the tree is built, never changed afterwards.
  static final class NodeArrays {

    /// Stands in `labelEnd` for a node that is a part of a folder; the names below it begin behind
    /// it, at 0.
    static final int SECTION = -1;

    int size;
    byte[] depth;
    int[] parent;
    int[] subtreeEnd;
    int[] tensor;

    /// A tensor at or below the node; of a section its index.
    int[] representative;

    /// The index at which the node's label ends in the name of its representative.
    int[] labelEnd;

    /// Made when all nodes are there.
    int[] tensorCount;

    long[] byteCount;

    NodeArrays(int capacity) {
      depth = new byte[capacity];
      parent = new int[capacity];
      subtreeEnd = new int[capacity];
      tensor = new int[capacity];
      representative = new int[capacity];
      labelEnd = new int[capacity];
    }

    boolean isSection(int node) {
      return labelEnd[node] == SECTION;
    }

    int labelStart(int node) {
      return parent[node] < 0 ? 0 : labelEnd[parent[node]] + 1;
    }

    int add() {
      if (size == depth.length) {
        int capacity = size + (size >> 1) + 16;
        depth = Arrays.copyOf(depth, capacity);
        parent = Arrays.copyOf(parent, capacity);
        subtreeEnd = Arrays.copyOf(subtreeEnd, capacity);
        tensor = Arrays.copyOf(tensor, capacity);
        representative = Arrays.copyOf(representative, capacity);
        labelEnd = Arrays.copyOf(labelEnd, capacity);
      }
      return size++;
    }
  }
}
