package io.github.tensorloupe.desktop.control.names;

import module java.base;

import io.github.tensorloupe.model.Checkpoint;
import io.github.tensorloupe.model.CheckpointPart.AbsentTensor;
import io.github.tensorloupe.model.FlattenedNames;

/// The tensors of a checkpoint as a tree of names in natural order. Names are split at dots and,
/// depending on the names, also at colons, slashes and underscores ([FlattenedNames] and
/// [NameCuts]). Immutable.
///
/// Nodes are numbered in preorder: the first child of a node is the next node, and its subtree ends
/// at [#subtreeEnd(int)]. A node is a tensor, a group, or both if its name is a prefix of others; a
/// tensor may be absent. Nodes are stored in arrays, because a checkpoint may have a million
/// tensors.
public final class NameTree {

  /// Maximum depth. Further separators remain in the last label, so that a name full of dots cannot
  /// create millions of nodes.
  public static final int MAX_DEPTH = 24;

  /// The value of [#tensor(int)] for a group that is not a tensor.
  public static final int NO_TENSOR = -1;

  /// The names of all tensors, then the names of absent tensors.
  private final List<String> names;

  private final List<AbsentTensor> absent;
  private final List<String> sections;
  private final NodeArrays nodes;
  private final int[] nodeOfTensor;

  /// @param sections labels of the nodes that represent parts of a folder
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

  /// Returns the tree of a checkpoint. Node tensors are indexes into its list of tensors.
  ///
  /// A folder with several parts has one top-level group per part. Tensors named only by an index
  /// have nodes too ([#absent]).
  public static NameTree of(Checkpoint checkpoint) {
    return NameTreeBuilder.build(checkpoint);
  }

  /// Returns a tree of arbitrary names, such as pairs of tensors. Node tensors are indexes into the
  /// list, and no node has bytes.
  public static NameTree ofNames(List<String> names) {
    return NameTreeBuilder.build(names);
  }

  public int size() {
    return nodes.size;
  }

  /// Returns the depth of a node, 0 at the top.
  public int depth(int node) {
    return nodes.depth[node];
  }

  /// Returns the parent of a node, or -1 at the top.
  public int parent(int node) {
    return nodes.parent[node];
  }

  /// Marks a node and its ancestors. If an ancestor is marked, so are all above it.
  public void markWithGroups(BitSet marked, int node) {
    for (int at = node; at >= 0 && !marked.get(at); at = parent(at)) {
      marked.set(at);
    }
  }

  /// Returns the first node after the subtree of a node.
  public int subtreeEnd(int node) {
    return nodes.subtreeEnd[node];
  }

  /// Returns true if the node represents a part of a folder.
  public boolean isPart(int node) {
    return nodes.isSection(node);
  }

  public boolean isGroup(int node) {
    return nodes.subtreeEnd[node] > node + 1;
  }

  /// Returns true if the node has one child and is neither a tensor nor a part of a folder. Such a
  /// node has no separate row ([#rowOf]).
  public boolean isCollapsed(int node) {
    return nodes.tensor[node] == NO_TENSOR
        && isGroup(node)
        && !nodes.isSection(node)
        && nodes.subtreeEnd[node + 1] == nodes.subtreeEnd[node];
  }

  /// Returns the node in whose row a node is shown: the end of its chain of single-child nodes, or
  /// the node itself.
  public int rowOf(int node) {
    int at = node;
    while (isCollapsed(at)) {
      at++;
    }
    return at;
  }

  /// Returns the index of the node's tensor in the checkpoint, or [#NO_TENSOR].
  public int tensor(int node) {
    return nodes.tensor[node] < nodeOfTensor.length ? nodes.tensor[node] : NO_TENSOR;
  }

  /// Returns the tensor of the node if no open file contains it.
  public Optional<AbsentTensor> absent(int node) {
    int place = nodes.tensor[node] - nodeOfTensor.length;
    return place < 0 ? Optional.empty() : Optional.of(absent.get(place));
  }

  public int absentCount() {
    return absent.size();
  }

  /// Returns the number of tensors in the subtree, without absent ones.
  public int tensorCount(int node) {
    return nodes.tensorCount[node];
  }

  /// Returns the byte count of the subtree according to the data offsets.
  public long byteCount(int node) {
    return nodes.byteCount[node];
  }

  /// Returns the byte count of all tensors, which may exceed a `long`.
  public double totalBytes() {
    double total = 0;
    for (int top = 0; top < size(); top = subtreeEnd(top)) {
      total += byteCount(top);
    }
    return total;
  }

  /// Returns the label of a node. It may be empty and is not escaped for display.
  public String label(int node) {
    return nodes.isSection(node)
        ? sections.get(nodes.representative[node])
        : nameOf(node).substring(nodes.labelStart(node), nodes.labelEnd[node]);
  }

  /// Returns the labels below an ancestor, or below the top for -1, with their separators.
  String labelBelow(int ancestor, int node) {
    return path(node).substring(nodes.startBelow(ancestor));
  }

  /// Returns the name up to the end of the node's label, as the user would type it.
  public String path(int node) {
    return nodes.isSection(node) ? label(node) : nameOf(node).substring(0, nodes.labelEnd[node]);
  }

  /// Returns the nodes from the top to a node, including it.
  public List<Integer> nodesTo(int node) {
    List<Integer> nodesFromTop = new ArrayList<>();
    for (int at = node; at >= 0; at = parent(at)) {
      nodesFromTop.addFirst(at);
    }
    return nodesFromTop;
  }

  /// Returns the labels from the top to a node, by which [#find] finds it in another tree.
  public List<String> labelsTo(int node) {
    return nodesTo(node).stream().map(this::label).toList();
  }

  /// Returns the node with these labels from the top, if it exists. Takes time linear in the number
  /// of siblings passed.
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

  /// Returns true if a text occurs in the path of a node and overlaps its label or the separator
  /// before it. A text that occurs anywhere in a path overlaps the label of the node or of an
  /// ancestor, so that names can be searched label by label. Labels of parts of a folder are not
  /// searched. Ignores case.
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
      // Comparing both cases is sufficient only for ASCII.
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

  /// Returns the node of a tensor, or -1.
  public int nodeOf(int tensor) {
    return tensor >= 0 && tensor < nodeOfTensor.length ? nodeOfTensor[tensor] : -1;
  }

  /// The columns of the node table. Filled while the tree is built and unchanged afterwards.
  static final class NodeArrays {

    /// The value of `labelEnd` for a part of a folder. Names below it start at 0.
    static final int SECTION = -1;

    int size;
    byte[] depth;
    int[] parent;
    int[] subtreeEnd;
    int[] tensor;

    /// A tensor in the subtree; for a part of a folder, its index.
    int[] representative;

    /// End of the node's label in the name of its representative.
    int[] labelEnd;

    /// Created after all nodes.
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
      return startBelow(parent[node]);
    }

    /// Returns the start of the labels below a node, or below the top for -1.
    int startBelow(int ancestor) {
      return ancestor < 0 ? 0 : labelEnd[ancestor] + 1;
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
