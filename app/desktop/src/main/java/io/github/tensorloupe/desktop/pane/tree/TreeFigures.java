package io.github.tensorloupe.desktop.pane.tree;

import module java.base;
import module javafx.controls;

import io.github.tensorloupe.desktop.control.names.NameTree;
import io.github.tensorloupe.desktop.error.PaneException;
import io.github.tensorloupe.desktop.job.JobSlot;
import io.github.tensorloupe.desktop.job.Jobs;
import io.github.tensorloupe.desktop.selection.FileDocument;
import io.github.tensorloupe.desktop.selection.ScanResults;
import io.github.tensorloupe.desktop.selection.figures.FigureValues;
import io.github.tensorloupe.desktop.text.Messages;
import io.github.tensorloupe.model.TensorRef;

/// The figures of tensors and groups, as far as scans have computed them. Figures of groups are
/// added up in the background, and only while they are shown. Belongs to the FX thread.
final class TreeFigures {

  private final ScanResults results;
  private final Messages messages;
  private final JobSlot<FigureValues[]> adding;

  /// Incremented whenever figures change.
  final LongProperty revision = new SimpleLongProperty();

  private Optional<FileDocument> document = Optional.empty();
  private FigureValues[] groups = {};
  private OptionalLong measurable = OptionalLong.empty();
  private boolean areShown;
  private Runnable onWanted = () -> {};

  TreeFigures(ScanResults results, Jobs jobs, Messages messages) {
    this.results = results;
    this.messages = messages;
    this.adding = new JobSlot<>(jobs);
    results.revisionProperty().subscribe(_ -> update());
  }

  void setOnWanted(Runnable listener) {
    onWanted = listener;
  }

  /// Requests figures that may not have been measured yet.
  void want() {
    if (document.isPresent() && !isComplete()) {
      onWanted.run();
    }
  }

  /// Returns whether all measurable tensors have been measured.
  boolean isComplete() {
    return results.measuredCount() >= measurableCount();
  }

  // Computed on first use, because most documents are viewed without figures.
  private long measurableCount() {
    if (measurable.isEmpty()) {
      List<TensorRef> tensors = document.map(open -> open.checkpoint().tensors()).orElse(List.of());
      measurable =
          OptionalLong.of(tensors.stream().filter(tensor -> tensor.data().isPresent()).count());
    }
    return measurable.getAsLong();
  }

  /// Returns the number of measured tensors as a text, or an empty string once all are measured.
  String stateText() {
    return isComplete()
        ? ""
        : messages.text(
            "tree.figures.part",
            messages.count(results.measuredCount()),
            messages.count(measurableCount()));
  }

  void begin(Optional<FileDocument> opened) {
    adding.clear();
    document = opened;
    measurable = OptionalLong.empty();
    groups = new FigureValues[0];
    update();
  }

  void show(boolean shown) {
    areShown = shown;
    update();
  }

  private void update() {
    revision.set(revision.get() + 1);
    if (areShown && document.isPresent()) {
      adding.whenFree(this::add);
    }
  }

  private void add() {
    NameTree tree = document.orElseThrow().tree();
    IntFunction<FigureValues> known = results.values();
    adding.start(
        messages.text("tree.job.figures"),
        (cancellation, _) -> FigureValues.ofGroups(tree, known, cancellation),
        found -> {
          groups = found;
          revision.set(revision.get() + 1);
        },
        PaneException.orPart(this::update));
  }

  /// Returns the known figures of a node's tensor, or of all tensors of a group without a tensor of
  /// the same name.
  FigureValues at(int node) {
    int tensor = document.orElseThrow().tree().tensor(node);
    if (tensor != NameTree.NO_TENSOR) {
      return results.values(tensor);
    }
    return node < groups.length && groups[node] != null ? groups[node] : FigureValues.NONE;
  }
}
