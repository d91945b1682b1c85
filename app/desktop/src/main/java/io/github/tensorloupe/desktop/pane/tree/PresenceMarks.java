package io.github.tensorloupe.desktop.pane.tree;

import module java.base;

import io.github.tensorloupe.desktop.selection.OpenDocument;
import io.github.tensorloupe.desktop.selection.OpenDocument.LocatedFinding;
import io.github.tensorloupe.format.Severity;
import io.github.tensorloupe.model.NameTree;
import io.github.tensorloupe.model.TensorData;
import io.github.tensorloupe.model.TensorRef;

/// The presence of each tensor in its file; for a group, the worst of the tensors below it.
///
/// @param cut the nodes that are cut, and the groups above them
/// @param missing the nodes that are lost, and the groups above them
record PresenceMarks(BitSet cut, BitSet missing) {

  /// No tensor is cut or missing.
  static final PresenceMarks NONE = new PresenceMarks(new BitSet(), new BitSet());

  static PresenceMarks of(OpenDocument document) {
    if (document.findings().stream().noneMatch(PresenceMarks::isError)) {
      // That a tensor is not whole would be one.
      return NONE;
    }
    PresenceMarks marks = new PresenceMarks(new BitSet(), new BitSet());
    List<TensorRef> tensors = document.checkpoint().tensors();
    for (int i = 0; i < tensors.size(); i++) {
      int node = document.tree().nodeOf(i);
      switch (Presence.of(tensors.get(i))) {
        case WHOLE -> {}
        case CUT -> mark(marks.cut, node, document.tree());
        case MISSING -> mark(marks.missing, node, document.tree());
      }
    }
    return marks;
  }

  private static boolean isError(LocatedFinding located) {
    return located.finding().concern() == Severity.ERROR;
  }

  /// Above a marked node all are marked.
  private static void mark(BitSet marked, int node, NameTree tree) {
    for (int at = node; at >= 0 && !marked.get(at); at = tree.parent(at)) {
      marked.set(at);
    }
  }

  Presence at(int node) {
    if (missing.get(node)) {
      return Presence.MISSING;
    }
    return cut.get(node) ? Presence.CUT : Presence.WHOLE;
  }

  /// The part of a tensor that is in its file.
  enum Presence {
    /// All of it.
    WHOLE,
    /// Its first bytes only.
    CUT,
    /// Nothing.
    MISSING;

    static Presence of(TensorRef tensor) {
      return tensor
          .data()
          .map(TensorData::isComplete)
          .map(complete -> complete ? WHOLE : CUT)
          .orElse(MISSING);
    }
  }
}
