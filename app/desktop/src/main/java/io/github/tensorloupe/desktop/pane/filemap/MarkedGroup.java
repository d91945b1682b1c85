package io.github.tensorloupe.desktop.pane.filemap;

import module java.base;
import module javafx.controls;

import io.github.tensorloupe.desktop.error.PaneException;
import io.github.tensorloupe.desktop.job.Jobs;
import io.github.tensorloupe.desktop.job.LatestJob;
import io.github.tensorloupe.desktop.selection.OpenDocument;
import io.github.tensorloupe.desktop.selection.Selection;
import io.github.tensorloupe.desktop.text.Messages;
import io.github.tensorloupe.format.ByteRange;
import io.github.tensorloupe.model.NameTree;
import io.github.tensorloupe.model.TensorData;
import io.github.tensorloupe.model.TensorRef;
import io.github.tensorloupe.work.Cancellation;

/// The columns of the selected group, whose tensors may be anywhere in the file. Belongs to the FX
/// thread; the columns are looked for beside it.
final class MarkedGroup {

  private final Selection selection;
  private final ReadOnlyObjectProperty<Optional<MapColumns>> map;
  private final LatestJob marking;
  private final Messages messages;
  private final ReadOnlyObjectWrapper<BitSet> columns = new ReadOnlyObjectWrapper<>(new BitSet());

  /// @param map the columns are of
  MarkedGroup(
      Selection selection,
      ReadOnlyObjectProperty<Optional<MapColumns>> map,
      Jobs jobs,
      Messages messages) {
    this.selection = selection;
    this.map = map;
    this.marking = new LatestJob(jobs);
    this.messages = messages;
    selection.groupProperty().subscribe(_ -> mark());
    map.subscribe(_ -> mark());
  }

  private void mark() {
    marking.cancel();
    OptionalInt group = selection.groupProperty().get();
    Optional<OpenDocument> document = selection.openDocument();
    if (group.isEmpty() || map.get().isEmpty() || document.isEmpty()) {
      if (!columns.get().isEmpty()) {
        columns.set(new BitSet());
      }
      return;
    }
    OpenDocument open = document.get();
    MapColumns shown = map.get().get();
    marking.start(
        messages.text("filemap.job"),
        (cancellation, _) ->
            SelectedColumns.of(
                open.tree(), group.getAsInt(), open.checkpoint().tensors(), shown, cancellation),
        columns::set,
        failure -> {
          throw PaneException.part(failure, this::mark);
        });
  }

  /// The numbers of the columns; none while no group is selected. Not to be changed.
  ReadOnlyObjectProperty<BitSet> columnsProperty() {
    return columns.getReadOnlyProperty();
  }

  /// The columns of a map that a group of tensors has bytes in.
  private static final class SelectedColumns {

    private static final int CHECK_EVERY = 4096;

    private SelectedColumns() {}

    /// The columns of a node and of everything below it. Takes time in proportion to the nodes
    /// below.
    ///
    /// @param tensors of the checkpoint that the tree is of
    /// @param map of one file; tensors in other files have no columns
    static BitSet of(
        NameTree tree,
        int node,
        List<TensorRef> tensors,
        MapColumns map,
        Cancellation cancellation) {
      BitSet columns = new BitSet();
      for (int at = node; at < tree.subtreeEnd(node); at++) {
        if (at % CHECK_EVERY == 0) {
          cancellation.check();
        }
        if (tree.tensor(at) != NameTree.NO_TENSOR) {
          add(tensors.get(tree.tensor(at)), map, columns);
        }
      }
      return columns;
    }

    private static void add(TensorRef tensor, MapColumns map, BitSet columns) {
      Optional<ByteRange> range =
          tensor.file() == map.file() ? tensor.data().map(TensorData::range) : Optional.empty();
      range
          .filter(bytes -> bytes.byteCount() > 0 && map.scale().shows(bytes))
          .ifPresent(
              bytes ->
                  columns.set(
                      map.scale().column(bytes.begin()), map.scale().lastColumn(bytes) + 1));
    }
  }
}
