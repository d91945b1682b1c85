package io.github.tensorloupe.desktop.pane.overview.treemap;

import module java.base;
import module javafx.controls;

import io.github.tensorloupe.desktop.control.names.NameTree;
import io.github.tensorloupe.desktop.error.PaneException;
import io.github.tensorloupe.desktop.job.JobSlot;
import io.github.tensorloupe.desktop.job.Jobs;
import io.github.tensorloupe.desktop.pane.overview.treemap.Treemap.Area;
import io.github.tensorloupe.desktop.pane.overview.treemap.Treemap.Tile;
import io.github.tensorloupe.desktop.selection.FileDocument;
import io.github.tensorloupe.desktop.selection.Selection;
import io.github.tensorloupe.desktop.text.Messages;
import io.github.tensorloupe.format.DisplayText;
import io.github.tensorloupe.format.Dtype;
import io.github.tensorloupe.model.TensorRef;
import java.util.stream.Stream;

/// The treemap of the open document: the group that fills it, and the selection. Belongs to the FX
/// thread; layout and summary are computed in the background.
public final class TreemapViewModel {

  private static final int WHOLE_DOCUMENT = -1;
  private static final int NAME_CHARACTERS = 300;
  private static final int MAX_DTYPES = 4;

  final Selection selection;
  private final Messages messages;
  private final JobSlot<Treemap> layingOut;
  private final JobSlot<GroupSummary> summing;

  /// The treemap to draw; empty while no document is open or the layout is being computed.
  final ReadOnlyObjectProperty<Optional<Treemap>> treemap;

  /// The figures of the selected node; empty if nothing is selected.
  final ReadOnlyObjectProperty<Optional<GroupSummary>> summary;

  final ObjectProperty<Coloring> coloring = new SimpleObjectProperty<>(Coloring.DTYPE);
  private int root = WHOLE_DOCUMENT;
  private double width;
  private double height;

  public TreemapViewModel(Selection selection, Jobs jobs, Messages messages) {
    this.selection = selection;
    this.messages = messages;
    this.layingOut = new JobSlot<>(jobs);
    this.summing = new JobSlot<>(jobs);
    this.treemap = layingOut.resultProperty();
    this.summary = summing.resultProperty();
    selection
        .documentProperty()
        .subscribe(
            _ -> {
              root = WHOLE_DOCUMENT;
              layingOut.clear();
              layOut();
            });
    selection.tensorProperty().subscribe(_ -> sumUp());
    selection.groupProperty().subscribe(_ -> sumUp());
  }

  /// Sets the available size in pixels.
  void setSize(double newWidth, double newHeight) {
    if (newWidth != width || newHeight != height) {
      width = newWidth;
      height = newHeight;
      layOut();
    }
  }

  private void layOut() {
    Optional<FileDocument> document = selection.openDocument();
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
        PaneException.orPart(this::layOut));
  }

  private void sumUp() {
    int node = selectedNode();
    if (node < 0) {
      summing.clear();
      return;
    }
    FileDocument document = selection.openDocument().orElseThrow();
    summing.start(
        messages.text("treemap.job"),
        (cancellation, _) ->
            GroupSummary.of(document.tree(), document.checkpoint().tensors(), node, cancellation),
        PaneException.orPart(this::sumUp));
  }

  /// Returns the node of the selected tensor or group, or -1.
  int selectedNode() {
    if (selection.openDocument().isEmpty()) {
      return -1;
    }
    FileDocument open = selection.openDocument().get();
    Optional<TensorRef> tensor = selection.tensorProperty().get();
    return tensor
        .map(it -> open.tree().nodeOf(open.checkpoint().indexOf(it)))
        .orElse(selection.groupProperty().get().orElse(-1));
  }

  /// Returns the group that fills the map, or -1 for the whole document.
  int root() {
    return root;
  }

  /// Selects the tensor or group of a tile, without switching to another pane.
  void select(Tile tile) {
    if (tile.node() >= 0) {
      tensor(tile).ifPresentOrElse(selection::browse, () -> selection.selectGroup(tile.node()));
    }
  }

  /// Returns the tensor of a tile; empty if the tile is a group.
  Optional<TensorRef> tensor(Tile tile) {
    FileDocument document = selection.openDocument().orElseThrow();
    boolean isOne = !tile.isRest() && tile.node() >= 0 && tile.tensorCount() == 1;
    int tensor = isOne ? document.tree().tensor(tile.node()) : NameTree.NO_TENSOR;
    return tensor == NameTree.NO_TENSOR
        ? Optional.empty()
        : Optional.of(document.checkpoint().tensors().get(tensor));
  }

  /// Zooms in to the group of a tile, or for a tensor to the group that contains it. Returns false
  /// if the map already shows it.
  boolean zoomIn(Tile tile) {
    NameTree tree = selection.openDocument().orElseThrow().tree();
    int group = tile.node();
    while (group >= 0 && !tree.isGroup(group)) {
      group = tree.parent(group);
    }
    if (group < 0 || group == root || tensor(tile).isPresent() && group <= root) {
      return false;
    }
    zoomTo(group);
    return true;
  }

  /// Fills the map with a group, or with the whole document for -1.
  void zoomTo(int group) {
    if (group != root) {
      root = group;
      layOut();
    }
  }

  /// Zooms out to the nearest ancestor with more tensors. Returns false if the map already shows
  /// the whole document.
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

  /// Returns the last part of the name, or a text for the whole document if there is no node.
  String part(NameTree tree, int node) {
    return node < 0 ? messages.text("treemap.whole") : shown(tree.label(node));
  }

  /// Returns the short name for display within the parent tile.
  String label(Tile tile) {
    return tile.isRest()
        ? messages.text("treemap.rest", messages.count(tile.smallCount()))
        : shown(tile.label());
  }

  private String path(NameTree tree, int node) {
    return node < 0 ? messages.text("treemap.whole") : shown(tree.path(node));
  }

  private String shown(String name) {
    return name.isEmpty()
        ? messages.text("treemap.empty-name")
        : DisplayText.of(name, NAME_CHARACTERS);
  }

  String text(Treemap map, Tile tile) {
    NameTree tree = map.tree();
    String path = path(tree, tile.node());
    return messages
        .text(
            "treemap.tile",
            tile.isRest() ? messages.text("treemap.rest-of", path, label(tile)) : path,
            messages.bytes(tile.byteCount()),
            messages.share(tile.byteCount() / map.byteCount()),
            messages.count("overview.tensors", tile.tensorCount()),
            tile.dtype().map(Dtype::name).orElse(""))
        .strip();
  }

  String text(NameTree tree, GroupSummary figures) {
    Stream<String> dtypes = figures.dtypes().stream().limit(MAX_DTYPES).map(Dtype::name);
    return messages.text(
        "treemap.summary",
        path(tree, figures.node()),
        messages.count("overview.tensors", figures.tensorCount()),
        messages.shortCount(figures.elementCount()),
        messages.bytes(figures.byteCount()),
        messages.share(figures.share()),
        dtypes.collect(Collectors.joining(", ")));
  }

  enum Coloring {
    /// The dtype of most of the tile's bytes.
    DTYPE,
    GROUP
  }
}
