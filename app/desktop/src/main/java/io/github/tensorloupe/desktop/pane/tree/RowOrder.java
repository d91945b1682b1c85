package io.github.tensorloupe.desktop.pane.tree;

import module java.base;

import io.github.tensorloupe.desktop.control.names.NameTree;
import io.github.tensorloupe.desktop.control.names.OpenGroups;
import io.github.tensorloupe.desktop.error.PaneException;
import io.github.tensorloupe.desktop.job.JobSlot;
import io.github.tensorloupe.desktop.job.Jobs;
import io.github.tensorloupe.desktop.selection.FileDocument;
import io.github.tensorloupe.desktop.selection.HealthMarks;
import io.github.tensorloupe.desktop.selection.ScanResults;
import io.github.tensorloupe.desktop.selection.figures.FigureOrder;
import io.github.tensorloupe.desktop.selection.figures.FigureValues;
import io.github.tensorloupe.desktop.text.Messages;

/// The order of the rows: sorted siblings within groups, or one flat list of all tensors sorted by
/// a figure. Belongs to the FX thread; sorting runs in the background.
final class RowOrder {

  /// @param siblings the order in the tree, if there is no list
  private record Order(TreeOrder siblings, Optional<FigureOrder> list) {
    static final Order NATURAL = new Order(TreeOrder.NATURAL, Optional.empty());
  }

  private final ScanResults results;
  private final Messages messages;
  private final Runnable onSorted;
  private final JobSlot<int[]> sorting;
  private Optional<FileDocument> document = Optional.empty();
  private int[] arranged = {};
  private Order order = Order.NATURAL;
  private Order wanted = order;

  RowOrder(ScanResults results, Jobs jobs, Messages messages, Runnable onSorted) {
    this.results = results;
    this.messages = messages;
    this.onSorted = onSorted;
    this.sorting = new JobSlot<>(jobs);
  }

  /// @param isSame true if the document has the same nodes as the previous one
  void begin(Optional<FileDocument> opened, boolean isSame) {
    sorting.clear();
    document = opened;
    if (!isSame) {
      order = Order.NATURAL;
      wanted = order;
      int size = opened.map(open -> open.tree().size()).orElse(0);
      arranged = IntStream.range(0, size).toArray();
    } else if (!wanted.equals(order)) {
      arrange();
    }
  }

  void sort(TreeOrder siblings) {
    sort(new Order(siblings, Optional.empty()));
  }

  /// Shows all tensors in one list.
  void sort(FigureOrder list) {
    sort(new Order(TreeOrder.NATURAL, Optional.of(list)));
  }

  private void sort(Order newOrder) {
    // Another order may be in progress.
    boolean isThere = newOrder.equals(order) && newOrder.equals(wanted);
    if (!isThere && document.isPresent()) {
      wanted = newOrder;
      arrange();
    }
  }

  /// Returns whether the rows are tensors without groups.
  boolean isList() {
    return order.list().isPresent();
  }

  /// Sorts again if the order depends on scan results.
  void onResultsChanged() {
    if (order.siblings().key() == TreeOrder.Key.HEALTH || isList()) {
      sorting.whenFree(this::arrange);
    }
  }

  private void arrange() {
    FileDocument open = document.orElseThrow();
    Order requested = wanted;
    IntFunction<FigureValues> values =
        requested.list().isPresent() ? results.values() : _ -> FigureValues.NONE;
    HealthMarks marks = results.marks();
    sorting.start(
        messages.text("tree.job.sort"),
        (cancellation, progress) ->
            requested.list().isPresent()
                ? requested.list().get().arrange(open.tree(), values, cancellation)
                : requested
                    .siblings()
                    .arrange(
                        open.tree(), open.checkpoint().tensors(), marks, cancellation, progress),
        nodes -> {
          order = requested;
          arranged = nodes;
          onSorted.run();
        },
        PaneException.orPart(() -> document.ifPresent(_ -> arrange())));
  }

  int[] rows(NameTree tree, OpenGroups groups) {
    return isList()
        ? Arrays.stream(arranged).filter(groups::passesFilter).toArray()
        : groups.visible(tree, arranged);
  }

  /// Returns the tensors that match the filter in row order, including tensors in closed groups, as
  /// indices into the checkpoint's tensors.
  int[] tensors(NameTree tree, OpenGroups groups) {
    return Arrays.stream(arranged)
        .filter(groups::passesFilter)
        .map(tree::tensor)
        .filter(tensor -> tensor != NameTree.NO_TENSOR)
        .toArray();
  }
}
