package io.github.tensorloupe.desktop.pane.overview.treemap;

import module java.base;
import module javafx.controls;

import io.github.tensorloupe.desktop.control.names.NameTree;
import io.github.tensorloupe.desktop.error.PaneException;
import io.github.tensorloupe.desktop.job.Jobs;
import io.github.tensorloupe.desktop.job.LatestJob;
import io.github.tensorloupe.desktop.pane.overview.treemap.Treemap.Area;
import io.github.tensorloupe.desktop.pane.overview.treemap.Treemap.Tile;
import io.github.tensorloupe.desktop.selection.OpenDocument;
import io.github.tensorloupe.desktop.selection.Selection;
import io.github.tensorloupe.desktop.text.Messages;
import io.github.tensorloupe.format.DisplayText;
import io.github.tensorloupe.format.Dtype;
import io.github.tensorloupe.model.TensorRef;
import java.util.stream.Stream;

/// The treemap of the open document: which group fills it, and what is selected in it. Belongs to
/// the FX thread; laying out and summing up run beside it.
public final class TreemapViewModel {

  private static final int WHOLE_DOCUMENT = -1;
  private static final int NAME_CHARACTERS = 300;
  private static final int MAX_DTYPES = 4;

  final Selection selection;
  private final Messages messages;
  private final LatestJob layingOut;
  private final LatestJob summing;

  /// The treemap to draw; empty while no document is open or it is still being laid out.
  final ObjectProperty<Optional<Treemap>> treemap = new SimpleObjectProperty<>(Optional.empty());

  /// The figures of what is selected; empty where nothing is.
  final ObjectProperty<Optional<GroupSummary>> summary =
      new SimpleObjectProperty<>(Optional.empty());

  final ObjectProperty<Coloring> coloring = new SimpleObjectProperty<>(Coloring.DTYPE);
  private int root = WHOLE_DOCUMENT;
  private double width;
  private double height;

  public TreemapViewModel(Selection selection, Jobs jobs, Messages messages) {
    this.selection = selection;
    this.messages = messages;
    this.layingOut = new LatestJob(jobs);
    this.summing = new LatestJob(jobs);
    selection
        .documentProperty()
        .subscribe(
            _ -> {
              root = WHOLE_DOCUMENT;
              treemap.set(Optional.empty());
              layOut();
            });
    selection.tensorProperty().subscribe(_ -> sumUp());
    selection.groupProperty().subscribe(_ -> sumUp());
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
        PaneException.orPart(this::layOut));
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
        PaneException.orPart(this::sumUp));
  }

  /// The node of the tensor or group that is selected, or -1.
  int selectedNode() {
    if (selection.openDocument().isEmpty()) {
      return -1;
    }
    OpenDocument open = selection.openDocument().get();
    Optional<TensorRef> tensor = selection.tensorProperty().get();
    return tensor
        .map(it -> open.tree().nodeOf(open.checkpoint().indexOf(it)))
        .orElse(selection.groupProperty().get().orElse(-1));
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
    OpenDocument document = selection.openDocument().orElseThrow();
    boolean isOne = !tile.isRest() && tile.node() >= 0 && tile.tensorCount() == 1;
    int tensor = isOne ? document.tree().tensor(tile.node()) : NameTree.NO_TENSOR;
    return tensor == NameTree.NO_TENSOR
        ? Optional.empty()
        : Optional.of(document.checkpoint().tensors().get(tensor));
  }

  /// Lets the outermost group that holds a tile and does not fill the map yet fill it; returns true
  /// if there is one.
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

  /// Lets a group fill the map, or the whole document for -1.
  void zoomTo(int group) {
    if (group != root) {
      root = group;
      layOut();
    }
  }

  /// Shows the group around, as far out as that shows more; returns true if there is one.
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

  /// The last part of the name, or the words for the document where no node is meant.
  String part(NameTree tree, int node) {
    return node < 0 ? messages.text("treemap.whole") : shown(tree.label(node));
  }

  /// The short name inside the tile around it.
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
    /// The dtype that most of its bytes are of.
    DTYPE,
    GROUP
  }
}
