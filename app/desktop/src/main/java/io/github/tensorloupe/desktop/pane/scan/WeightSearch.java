package io.github.tensorloupe.desktop.pane.scan;

import module java.base;

import io.github.tensorloupe.adapter.Adapter;
import io.github.tensorloupe.desktop.error.Failures;
import io.github.tensorloupe.desktop.job.FirstFrame;
import io.github.tensorloupe.desktop.job.JobSlot;
import io.github.tensorloupe.desktop.selection.FileDocument;
import io.github.tensorloupe.desktop.selection.ScanResults;
import io.github.tensorloupe.desktop.selection.ScanResults.ScanState;
import io.github.tensorloupe.desktop.selection.Selection;
import io.github.tensorloupe.desktop.selection.WeightFindings;
import io.github.tensorloupe.desktop.selection.WeightSelection;
import io.github.tensorloupe.desktop.storage.Settings;
import io.github.tensorloupe.desktop.storage.Settings.Switch;
import io.github.tensorloupe.model.Checkpoint;
import io.github.tensorloupe.quantization.Quantization;
import io.github.tensorloupe.quantization.QuantizedWeight;

/// Finds the quantized weights of the open document and the modules of an adapter after the
/// document is displayed. After the scan of its values, also reads scales and codes. Belongs to the
/// FX thread.
public final class WeightSearch {

  private final Selection selection;
  private final WeightSelection weights;
  private final ScanResults results;
  private final FirstFrame firstFrame;
  private final BackgroundScan.Tools tools;
  private final JobSlot<Object> searchJob;
  private boolean hasScanned;
  private boolean isExamined;

  /// @param all the dequantized document
  private record Found(
      Quantization quantization,
      WeightFindings findings,
      Optional<FileDocument> all,
      Optional<Adapter> adapter) {

    static Found of(Quantization quantization, Checkpoint checkpoint) throws IOException {
      return new Found(
          quantization,
          WeightFindings.of(quantization, checkpoint),
          quantization.dequantized(checkpoint).map(FileDocument::of),
          Adapter.find(checkpoint));
    }
  }

  /// Observes the open document. Must be created after the scan that initializes its results.
  ///
  /// @param firstFrame the first frame of the window, which the search waits for
  public WeightSearch(
      Selection selection,
      WeightSelection weights,
      ScanResults results,
      FirstFrame firstFrame,
      BackgroundScan.Tools tools) {
    this.selection = selection;
    this.weights = weights;
    this.results = results;
    this.firstFrame = firstFrame;
    this.tools = tools;
    this.searchJob = new JobSlot<>(tools.jobs());
    selection.documentProperty().subscribe(_ -> look());
    results.stateProperty().subscribe(this::onScanChanged);
  }

  private void look() {
    searchJob.clear();
    hasScanned = false;
    isExamined = false;
    selection
        .openDocument()
        .map(document -> document.checkpoint())
        .ifPresent(
            checkpoint ->
                searchJob.start(
                    tools.messages().text("scan.job.weights"),
                    (cancellation, _) -> {
                      firstFrame.await(cancellation);
                      return Found.of(Quantization.of(checkpoint, cancellation), checkpoint);
                    },
                    found -> {
                      results.setWeights(found.findings());
                      weights.setAll(found.all());
                      selection.quantizationProperty().set(Optional.of(found.quantization()));
                      selection.adapterProperty().set(found.adapter());
                      examine(checkpoint);
                    },
                    this::reportFailure));
  }

  private void onScanChanged(ScanState state) {
    hasScanned |= state.isRunning();
    selection.openDocument().ifPresent(document -> examine(document.checkpoint()));
  }

  // Stored scan results do not justify reading very large files again.
  private void examine(Checkpoint checkpoint) {
    Quantization known = selection.quantizationProperty().get().orElse(null);
    if (known == null
        || known.weights().isEmpty()
        || isExamined
        || !(results.stateProperty().get() instanceof ScanState.Done)
        || !(hasScanned || isAutomatic(known))) {
      return;
    }
    isExamined = true;
    searchJob
        .start(
            tools.messages().text("scan.job.scales"),
            (cancellation, progress) ->
                WeightFindings.of(known.examined(cancellation, progress), checkpoint),
            results::setWeights,
            this::reportFailure)
        .inBytes();
  }

  private boolean isAutomatic(Quantization known) {
    Settings chosen = tools.settings().get();
    long byteCount = known.weights().stream().mapToLong(QuantizedWeight::storedBytes).sum();
    return chosen.isOn(Switch.SCAN_AUTOMATICALLY) && byteCount <= chosen.autoScanLimitBytes();
  }

  private void reportFailure(Throwable failure) {
    tools.onFailure().accept(Failures.of(failure));
  }
}
