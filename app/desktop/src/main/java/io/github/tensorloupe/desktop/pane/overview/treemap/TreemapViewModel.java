package io.github.tensorloupe.desktop.pane.overview.treemap;

import module java.base;
import module javafx.controls;

import io.github.tensorloupe.desktop.error.PaneException;
import io.github.tensorloupe.desktop.job.Jobs;
import io.github.tensorloupe.desktop.job.LatestJob;
import io.github.tensorloupe.desktop.pane.overview.treemap.Treemap.Area;
import io.github.tensorloupe.desktop.pane.overview.treemap.Treemap.Tile;
import io.github.tensorloupe.desktop.selection.OpenDocument;
import io.github.tensorloupe.desktop.selection.Selection;
import io.github.tensorloupe.desktop.text.Messages;
import io.github.tensorloupe.format.Dtype;
import io.github.tensorloupe.format.TensorInfo;
import io.github.tensorloupe.model.NameTree;
import io.github.tensorloupe.model.TensorRef;
import io.github.tensorloupe.work.Cancellation;

/// The treemap of the open document: which group fills it, and what is selected in it. Belongs to
/// the FX thread; laying out and summing up run beside it.
public final class TreemapViewModel {

  private static final int WHOLE_DOCUMENT = -1;

  private final Selection selection;
  private final Messages messages;
  private final LatestJob layingOut;
  private final LatestJob summing;
  private final ReadOnlyObjectWrapper<Optional<Treemap>> treemap =
      new ReadOnlyObjectWrapper<>(Optional.empty());
  private final ReadOnlyObjectWrapper<Optional<GroupSummary>> summary =
      new ReadOnlyObjectWrapper<>(Optional.empty());
  private final ObjectProperty<Coloring> coloring = new SimpleObjectProperty<>(Coloring.DTYPE);
  private int root = WHOLE_DOCUMENT;
  private double width;
  private double height;

  /// @param selection shared with the other panes
  /// @param jobs lays out and sums up
  public TreemapViewModel(Selection selection, Jobs jobs, Messages messages) {
    this.selection = selection;
    this.messages = messages;
    this.layingOut = new LatestJob(jobs);
    this.summing = new LatestJob(jobs);
    selection.documentProperty().subscribe(_ -> restart());
    selection.tensorProperty().subscribe(_ -> sumUp());
    selection.groupProperty().subscribe(_ -> sumUp());
  }

  private void restart() {
    root = WHOLE_DOCUMENT;
    treemap.set(Optional.empty());
    layOut();
  }

  /// Says how much room there is, in pixels.
  void setSize(double newWidth, double newHeight) {
    if (newWidth != width || newHeight != height) {
      width = newWidth;
      height = newHeight;
      layOut();
    }
  }

  private void layOut() {
    layingOut.cancel();
    Optional<OpenDocument> document = selection.openDocument();
    if (document.isEmpty() || width < 1 || height < 1) {
      return;
    }
    NameTree tree = document.get().tree();
    List<TensorRef> tensors = document.get().checkpoint().tensors();
    Area bounds = new Area(0, 0, width, height);
    int shown = root;
    layingOut.start(
        messages.text("treemap.job"),
        (cancellation, _) -> Treemap.of(tree, tensors, shown, bounds, cancellation),
        made -> treemap.set(Optional.of(made)),
        failure -> {
          throw PaneException.part(failure, this::layOut);
        });
  }

  private void sumUp() {
    summing.cancel();
    int node = selectedNode();
    if (node < 0) {
      summary.set(Optional.empty());
      return;
    }
    OpenDocument document = selection.openDocument().orElseThrow();
    summing.start(
        messages.text("treemap.job"),
        (cancellation, _) ->
            GroupSummary.of(document.tree(), document.checkpoint().tensors(), node, cancellation),
        made -> summary.set(Optional.of(made)),
        failure -> {
          throw PaneException.part(failure, this::sumUp);
        });
  }

  /// The treemap to draw; empty while no document is open or it is still being laid out.
  ReadOnlyObjectProperty<Optional<Treemap>> treemapProperty() {
    return treemap.getReadOnlyProperty();
  }

  /// The figures of what is selected; empty where nothing is.
  ReadOnlyObjectProperty<Optional<GroupSummary>> summaryProperty() {
    return summary.getReadOnlyProperty();
  }

  ObjectProperty<Coloring> coloringProperty() {
    return coloring;
  }

  /// Calls back when something else is selected.
  void onSelection(Runnable listener) {
    selection.tensorProperty().subscribe(_ -> listener.run());
    selection.groupProperty().subscribe(_ -> listener.run());
  }

  /// The node of the tensor or group that is selected, or -1.
  int selectedNode() {
    Optional<OpenDocument> document = selection.openDocument();
    if (document.isEmpty()) {
      return -1;
    }
    return selection
        .tensorProperty()
        .get()
        .map(tensor -> document.get().tree().nodeOf(document.get().checkpoint().indexOf(tensor)))
        .orElseGet(() -> selection.groupProperty().get().orElse(-1));
  }

  /// The group that fills the map, or -1 for the whole document.
  int root() {
    return root;
  }

  /// Selects what a tile stands for; the window stays where it is.
  void select(Tile tile) {
    if (tile.node() >= 0) {
      tensor(tile).ifPresentOrElse(selection::browse, () -> selection.selectGroup(tile.node()));
    }
  }

  /// The tensor that a tile is; empty where it is a group.
  Optional<TensorRef> tensor(Tile tile) {
    NameTree tree = selection.openDocument().orElseThrow().tree();
    boolean one = !tile.isRest() && tile.node() >= 0 && tile.tensorCount() == 1;
    return one && tree.tensor(tile.node()) != NameTree.NO_TENSOR
        ? Optional.of(
            selection
                .openDocument()
                .orElseThrow()
                .checkpoint()
                .tensors()
                .get(tree.tensor(tile.node())))
        : Optional.empty();
  }

  /// Lets the group of a tile fill the map: the outermost one that is not filling it yet and holds
  /// the tile.
  ///
  /// @return true if it does
  boolean zoomIn(Tile tile) {
    NameTree tree = selection.openDocument().orElseThrow().tree();
    int group = tile.node();
    while (group >= 0 && !tree.isGroup(group)) {
      group = tree.parent(group);
    }
    if (group < 0 || group == root || tensor(tile).isPresent() && group <= root) {
      return false;
    }
    root = group;
    layOut();
    return true;
  }

  /// Lets a group fill the map, or the whole document for -1.
  void zoomTo(int group) {
    if (group != root) {
      root = group;
      layOut();
    }
  }

  /// Shows the group around, as far out as that shows more.
  ///
  /// @return true if there is one
  boolean zoomOut() {
    if (root == WHOLE_DOCUMENT) {
      return false;
    }
    NameTree tree = selection.openDocument().orElseThrow().tree();
    int size = tree.tensorCount(root);
    do {
      root = tree.parent(root);
    } while (root >= 0 && tree.tensorCount(root) == size);
    layOut();
    return true;
  }

  /// The meaning of the color of a tile.
  enum Coloring {
    /// The dtype that most of its bytes are of.
    DTYPE,
    /// Which group it is in.
    GROUP
  }

  /// The figures of a group or tensor. Sums that leave 63 bits stay at their limit.
  ///
  /// @param node of the name tree
  /// @param elementCount as the shapes say
  /// @param byteCount as the data offsets say
  /// @param share of all bytes of the document's tensors, from 0 to 1
  /// @param dtypes that occur, by bytes, the most first
  record GroupSummary(
      int node,
      int tensorCount,
      long elementCount,
      long byteCount,
      double share,
      List<Dtype> dtypes) {

    private static final int NODES_BETWEEN_CHECKS = 4096;

    GroupSummary {
      dtypes = List.copyOf(dtypes);
    }

    /// Sums up a node. Takes time in proportion to what is below it.
    ///
    /// @throws java.util.concurrent.CancellationException if cancelled
    static GroupSummary of(
        NameTree tree, List<TensorRef> tensors, int node, Cancellation cancellation) {
      Map<Dtype, Long> bytes = new EnumMap<>(Dtype.class);
      long elements = 0;
      for (int at = node; at < tree.subtreeEnd(node); at++) {
        if ((at - node) % NODES_BETWEEN_CHECKS == 0) {
          cancellation.check();
        }
        if (tree.tensor(at) != NameTree.NO_TENSOR) {
          TensorInfo info = tensors.get(tree.tensor(at)).info();
          bytes.merge(info.dtype(), Math.max(0, info.byteCount()), GroupSummary::sum);
          long count = info.shape().elementCount().orElse(Long.MAX_VALUE);
          elements = sum(elements, count < 0 ? Long.MAX_VALUE : count);
        }
      }
      double all = 0;
      for (int top = 0; top < tree.size(); top = tree.subtreeEnd(top)) {
        all += tree.byteCount(top);
      }
      return new GroupSummary(
          node,
          tree.tensorCount(node),
          elements,
          tree.byteCount(node),
          all == 0 ? 0 : tree.byteCount(node) / all,
          bytes.entrySet().stream()
              .sorted(Map.Entry.<Dtype, Long>comparingByValue(Comparator.reverseOrder()))
              .map(Map.Entry::getKey)
              .toList());
    }

    private static long sum(long left, long right) {
      long sum = left + right;
      return sum < 0 ? Long.MAX_VALUE : sum;
    }
  }
}
