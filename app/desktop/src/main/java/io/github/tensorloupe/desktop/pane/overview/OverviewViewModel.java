package io.github.tensorloupe.desktop.pane.overview;

import module java.base;
import module javafx.controls;

import io.github.tensorloupe.desktop.error.PaneException;
import io.github.tensorloupe.desktop.job.JobSlot;
import io.github.tensorloupe.desktop.job.Jobs;
import io.github.tensorloupe.desktop.pane.overview.treemap.TreemapViewModel;
import io.github.tensorloupe.desktop.selection.FileDocument.LocatedFinding;
import io.github.tensorloupe.desktop.selection.PastedHash;
import io.github.tensorloupe.desktop.selection.ScanResults;
import io.github.tensorloupe.desktop.selection.Selection;
import io.github.tensorloupe.desktop.text.Messages;
import io.github.tensorloupe.format.Finding;
import io.github.tensorloupe.integrity.expected.Check;
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

  ReadOnlyObjectProperty<Optional<PastedHash>> pastedHashProperty() {
    return selection.pastedHashProperty();
  }

  ReadOnlyObjectProperty<Optional<Check.Result>> checkedHashesProperty() {
    return selection.checkedHashesProperty();
  }

  /// Selects the tensor that a finding concerns, at the first byte concerned.
  void select(LocatedFinding located) {
    Finding finding = located.finding();
    Optional<TensorRef> tensor =
        located
            .file()
            .flatMap(
                file ->
                    finding
                        .tensor()
                        .flatMap(file.header()::tensor)
                        .map(info -> new TensorRef(file, info)));
    tensor.ifPresent(
        it ->
            finding
                .range()
                .filter(
                    range ->
                        it.data().filter(data -> data.range().contains(range.begin())).isPresent())
                .ifPresentOrElse(
                    range -> selection.select(it, range.begin()), () -> selection.select(it)));
  }

  void select(TensorRef tensor) {
    selection.select(tensor);
  }
}
