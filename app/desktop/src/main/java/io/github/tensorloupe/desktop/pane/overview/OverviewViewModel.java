package io.github.tensorloupe.desktop.pane.overview;

import module java.base;
import module javafx.controls;

import io.github.tensorloupe.config.ConfigReport;
import io.github.tensorloupe.desktop.error.PaneException;
import io.github.tensorloupe.desktop.job.JobSlot;
import io.github.tensorloupe.desktop.job.Jobs;
import io.github.tensorloupe.desktop.pane.overview.treemap.TreemapViewModel;
import io.github.tensorloupe.desktop.selection.FileDocument.LocatedFinding;
import io.github.tensorloupe.desktop.selection.ScanResults;
import io.github.tensorloupe.desktop.selection.Selection;
import io.github.tensorloupe.desktop.text.Messages;
import io.github.tensorloupe.model.TensorRef;
import io.github.tensorloupe.quantization.Quantization;

/// The overview of the open document. Belongs to the FX thread; the summary is computed in the
/// background.
public final class OverviewViewModel {

  private final Selection selection;
  final ScanResults results;
  private final Messages messages;
  private final JobSlot<Overview> summing;
  final TreemapViewModel treemap;

  /// The overview; empty while no document is open or it is still being computed.
  final ReadOnlyObjectProperty<Optional<Overview>> overview;

  public OverviewViewModel(Selection selection, ScanResults results, Jobs jobs, Messages messages) {
    this.selection = selection;
    this.results = results;
    this.messages = messages;
    this.summing = new JobSlot<>(jobs);
    this.overview = summing.resultProperty();
    this.treemap = new TreemapViewModel(selection, jobs, messages);
    selection.documentProperty().subscribe(_ -> sumUp());
  }

  private void sumUp() {
    summing.clear();
    selection
        .openDocument()
        .ifPresent(
            document ->
                summing.start(
                    messages.text("overview.job"),
                    (cancellation, _) -> Overview.of(document, cancellation),
                    PaneException.orWhole(this::sumUp)));
  }

  ReadOnlyProperty<Optional<Quantization>> quantizationProperty() {
    return selection.quantizationProperty();
  }

  /// Returns the configuration of the document; empty if it has several parts, and until it was
  /// compared with the tensors.
  ObservableValue<Optional<ConfigReport>> configProperty() {
    return results
        .configsProperty()
        .map(all -> all.size() == 1 ? Optional.of(all.getFirst()) : Optional.empty());
  }

  void goTo(LocatedFinding located) {
    selection.goTo(located);
  }

  void select(TensorRef tensor) {
    selection.select(tensor);
  }
}
