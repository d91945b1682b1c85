package io.github.tensorloupe.desktop.pane.histogram;

import io.github.tensorloupe.analysis.chunk.ChunkedScan;
import io.github.tensorloupe.analysis.distribution.Distribution;
import io.github.tensorloupe.analysis.distribution.DistributionScan;
import io.github.tensorloupe.analysis.health.HealthScan;
import io.github.tensorloupe.analysis.health.TensorHealth;
import io.github.tensorloupe.desktop.selection.ScanResults;
import io.github.tensorloupe.model.Checkpoint;
import io.github.tensorloupe.model.TensorData;
import io.github.tensorloupe.model.TensorRef;
import io.github.tensorloupe.work.Cancellation;
import io.github.tensorloupe.work.Progress;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;

/// Where the pane's numbers come from: what scans have found out already, and what it counts by
/// itself.
public final class HistogramSources {

  /// Names a layer.
  private record Layer(String stack, int number) {}

  /// Finds out what is wrong with a tensor.
  @FunctionalInterface
  interface HealthCheck {
    TensorHealth of(TensorData tensor, Cancellation cancellation, Progress progress)
        throws IOException;
  }

  private final ScanResults results;
  private final Distributions distributions;
  private final HealthCheck healthCheck;
  private final DocumentLayers layers = new DocumentLayers();

  /// @param results what scans of the document have found out
  public HistogramSources(ScanResults results) {
    this(
        results,
        new DistributionScan(ChunkedScan.onAllProcessors())::run,
        HistogramSources::scannedHealth);
  }

  HistogramSources(ScanResults results, Distributions.Counting counting, HealthCheck healthCheck) {
    this.results = results;
    this.distributions = new Distributions(counting);
    this.healthCheck = healthCheck;
  }

  private static TensorHealth scannedHealth(
      TensorData tensor, Cancellation cancellation, Progress progress) throws IOException {
    AtomicReference<TensorHealth> health = new AtomicReference<>();
    new HealthScan(ChunkedScan.onAllProcessors())
        .run(List.of(tensor), (_, found) -> health.set(found), cancellation, progress);
    return health.get();
  }

  /// What scans have found out. Belongs to the FX thread.
  ScanResults results() {
    return results;
  }

  /// Distributions, counted or remembered.
  Distributions distributions() {
    return distributions;
  }

  /// Finds out what is wrong with a tensor. Its methods block.
  HealthCheck healthCheck() {
    return healthCheck;
  }

  /// The layers of the document. Thread-safe.
  DocumentLayers layers() {
    return layers;
  }

  /// Equal for subjects that are made of the same tensors; of a layer as soon as the layers are
  /// known.
  Object key(Subject subject) {
    return switch (subject.scope()) {
      case TENSOR -> subject.tensor();
      case LAYER ->
          layers
              .role(subject.tensor())
              .filter(_ -> layers.areKnown())
              .<Object>map(role -> new Layer(role.stack(), role.layer()))
              .orElse(subject);
      case FILE -> subject.tensor().file();
      case CHECKPOINT -> HistogramScope.CHECKPOINT;
    };
  }

  /// What is remembered of it.
  Optional<Distribution> known(Subject subject) {
    return distributions.known(subject.scope(), key(subject));
  }

  /// Remembers it.
  void remember(Subject subject, Distribution distribution) {
    distributions.remember(subject.scope(), key(subject), distribution);
  }

  /// The tensors that something is made of. Blocks for a moment where they are those of a layer.
  ///
  /// @throws java.util.concurrent.CancellationException if cancelled
  List<TensorRef> tensors(Subject subject, Checkpoint checkpoint, Cancellation cancellation) {
    return switch (subject.scope()) {
      case TENSOR -> List.of(subject.tensor());
      case LAYER ->
          layers.of(checkpoint, cancellation).layer(checkpoint.indexOf(subject.tensor())).stream()
              .map(checkpoint.tensors()::get)
              .toList();
      case FILE ->
          subject.tensor().file().header().tensors().stream()
              .map(info -> new TensorRef(subject.tensor().file(), info))
              .toList();
      case CHECKPOINT -> checkpoint.tensors();
    };
  }

  /// Forgets the document.
  void clear() {
    distributions.clear();
    layers.clear();
  }
}
