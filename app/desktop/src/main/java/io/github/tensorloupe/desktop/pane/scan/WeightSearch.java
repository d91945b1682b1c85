package io.github.tensorloupe.desktop.pane.scan;

import module java.base;

import io.github.tensorloupe.adapter.Adapter;
import io.github.tensorloupe.config.ConfigCheck;
import io.github.tensorloupe.config.ConfigReport;
import io.github.tensorloupe.desktop.error.Failures;
import io.github.tensorloupe.desktop.job.FirstFrame;
import io.github.tensorloupe.desktop.job.JobSlot;
import io.github.tensorloupe.desktop.selection.FileDocument;
import io.github.tensorloupe.desktop.selection.FileDocument.LocatedFinding;
import io.github.tensorloupe.desktop.selection.ScanResults;
import io.github.tensorloupe.desktop.selection.ScanResults.ScanState;
import io.github.tensorloupe.desktop.selection.Selection;
import io.github.tensorloupe.desktop.selection.TensorFindings;
import io.github.tensorloupe.desktop.selection.WeightSelection;
import io.github.tensorloupe.desktop.storage.Settings;
import io.github.tensorloupe.desktop.storage.Settings.Switch;
import io.github.tensorloupe.edit.PrivateData;
import io.github.tensorloupe.format.Finding;
import io.github.tensorloupe.format.Metadata;
import io.github.tensorloupe.model.Checkpoint;
import io.github.tensorloupe.model.CheckpointPart;
import io.github.tensorloupe.model.TensorFile;
import io.github.tensorloupe.quantization.Quantization;
import io.github.tensorloupe.quantization.QuantizedWeight;
import io.github.tensorloupe.work.Cancellation;
import io.github.tensorloupe.work.Progress;

/// Finds the quantized weights of the open document, the modules of an adapter and private data in
/// the metadata, and compares the configuration with the tensors, after the document is displayed.
/// After the scan of its values, also reads scales and codes, and compares a tied head with its
/// embedding. Belongs to the FX thread.
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
      List<ConfigReport> configs,
      TensorFindings findings,
      List<LocatedFinding> privateData,
      Optional<FileDocument> all,
      Optional<Adapter> adapter) {

    static Found of(Checkpoint checkpoint, Cancellation cancellation) throws IOException {
      Quantization quantization = Quantization.of(checkpoint, cancellation);
      List<ConfigReport> configs = new ArrayList<>();
      for (CheckpointPart part : checkpoint.parts()) {
        Quantization ofPart =
            checkpoint.parts().size() == 1 ? quantization : Quantization.of(part, cancellation);
        configs.add(ConfigCheck.of(part, Optional.of(ofPart), cancellation));
      }
      return new Found(
          quantization,
          List.copyOf(configs),
          TensorFindings.of(quantization, configs, checkpoint),
          privateData(checkpoint, cancellation),
          quantization.dequantized(checkpoint).map(FileDocument::of),
          Adapter.find(checkpoint));
    }

    private static List<LocatedFinding> privateData(
        Checkpoint checkpoint, Cancellation cancellation) {
      Map<Optional<Metadata>, List<Finding>> searched = new HashMap<>();
      List<LocatedFinding> located = new ArrayList<>();
      for (TensorFile file : checkpoint.files()) {
        cancellation.check();
        searched
            .computeIfAbsent(file.header().metadata(), PrivateData::findings)
            .forEach(finding -> located.add(new LocatedFinding(Optional.of(file), finding)));
      }
      return located;
    }
  }

  private record Examined(List<ConfigReport> configs, TensorFindings findings) {

    static Examined of(
        Quantization known,
        List<ConfigReport> configs,
        Checkpoint checkpoint,
        Cancellation cancellation,
        Progress progress)
        throws IOException {
      List<ConfigReport> complete = new ArrayList<>();
      for (ConfigReport config : configs) {
        complete.add(config.withHead(cancellation));
      }
      Quantization quantization = known.examined(cancellation, progress);
      return new Examined(
          List.copyOf(complete), TensorFindings.of(quantization, complete, checkpoint));
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
                      return Found.of(checkpoint, cancellation);
                    },
                    found -> {
                      results.setWeights(found.findings());
                      results.setPrivateData(found.privateData());
                      weights.setAll(found.all());
                      selection.quantizationProperty().set(Optional.of(found.quantization()));
                      results.configsProperty().set(found.configs());
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
    List<ConfigReport> configs = results.configsProperty().get();
    if (known == null
        || known.weights().isEmpty()
            && configs.stream().allMatch(config -> config.tiedHead().isEmpty())
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
                Examined.of(known, configs, checkpoint, cancellation, progress),
            examined -> {
              results.configsProperty().set(examined.configs());
              results.setWeights(examined.findings());
            },
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
