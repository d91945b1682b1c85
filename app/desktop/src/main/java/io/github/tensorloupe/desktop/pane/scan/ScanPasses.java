package io.github.tensorloupe.desktop.pane.scan;

import module java.base;

import io.github.tensorloupe.analysis.chunk.ChunkedScan;
import io.github.tensorloupe.analysis.distribution.TensorFigures;
import io.github.tensorloupe.analysis.health.TensorHealth;
import io.github.tensorloupe.analysis.layers.Outliers.Outlier;
import io.github.tensorloupe.desktop.pane.scan.BackgroundScan.ValueScans;
import io.github.tensorloupe.desktop.selection.ScanResults.MeasuredTensor;
import io.github.tensorloupe.desktop.selection.ScanResults.ScannedTensor;
import io.github.tensorloupe.model.Checkpoint;
import io.github.tensorloupe.model.TensorData;
import io.github.tensorloupe.storage.KnownValues;
import io.github.tensorloupe.storage.ScanMemory;
import io.github.tensorloupe.storage.ScanMemory.Place;
import io.github.tensorloupe.work.Batches;
import io.github.tensorloupe.work.Cancellation;
import io.github.tensorloupe.work.Progress;

/// The passes over the tensors of a document. Run in the background.
///
/// @param scans read the tensors
record ScanPasses(ValueScans scans) {

  /// A tensor with at least some data.
  ///
  /// @param index in the checkpoint
  record Target(int index, TensorData data) {}

  /// Stored results of a document.
  ///
  /// @param place of the results; empty after a failure
  /// @param failure of reading the results
  /// @param targets every tensor that can be scanned, ascending
  /// @param hasCarried true if results are included that are not stored yet
  record Recalled(
      Optional<Place> place,
      Optional<Throwable> failure,
      List<ScannedTensor> health,
      List<MeasuredTensor> figures,
      List<Target> targets,
      boolean hasCarried) {}

  /// Loads stored results; where they cannot be read, everything is scanned again.
  ///
  /// @param carried results from before a reload
  Recalled recall(Checkpoint checkpoint, ScanMemory memory, KnownValues carried) {
    try {
      Place place = memory.placeOf(checkpoint);
      KnownValues known = place.recall();
      boolean hasCarried = known.addMissing(carried, 0);
      return recalled(checkpoint, Optional.of(place), Optional.empty(), known, hasCarried);
    } catch (IOException | RuntimeException e) {
      return recalled(checkpoint, Optional.empty(), Optional.of(e), carried, false);
    }
  }

  private Recalled recalled(
      Checkpoint checkpoint,
      Optional<Place> place,
      Optional<Throwable> failure,
      KnownValues known,
      boolean hasCarried) {
    List<Target> targets = new ArrayList<>();
    List<ScannedTensor> health = new ArrayList<>();
    List<MeasuredTensor> figures = new ArrayList<>();
    for (int i = 0; i < checkpoint.tensors().size(); i++) {
      int tensor = i;
      Optional<Target> target =
          checkpoint.tensors().get(i).data().map(data -> new Target(tensor, data));
      target.ifPresent(targets::add);
      target
          .flatMap(each -> known.health(tensor).map(found -> scanned(each, found)))
          .ifPresent(health::add);
      target
          .flatMap(each -> known.figures(tensor).map(found -> new MeasuredTensor(tensor, found)))
          .ifPresent(figures::add);
    }
    return new Recalled(place, failure, health, figures, targets, hasCarried);
  }

  private ScannedTensor scanned(Target target, TensorHealth health) {
    return new ScannedTensor(target.index(), health, scans.findings(target.data(), health));
  }

  void health(
      List<Target> targets,
      Batches<ScannedTensor> found,
      Cancellation cancellation,
      Progress progress)
      throws IOException {
    run(scans::health, targets, this::scanned, found, cancellation, progress);
  }

  void figures(
      List<Target> targets,
      Batches<MeasuredTensor> found,
      Cancellation cancellation,
      Progress progress)
      throws IOException {
    run(
        scans::figures,
        targets,
        (target, figures) -> new MeasuredTensor(target.index(), figures),
        found,
        cancellation,
        progress);
  }

  /// One of the methods of [ValueScans].
  private interface Scan<R> {
    void run(
        List<TensorData> tensors,
        ChunkedScan.Results<R> results,
        Cancellation cancellation,
        Progress progress)
        throws IOException;
  }

  private static <R, F> void run(
      Scan<R> scan,
      List<Target> targets,
      BiFunction<Target, R, F> ofTarget,
      Batches<F> found,
      Cancellation cancellation,
      Progress progress)
      throws IOException {
    try {
      scan.run(
          targets.stream().map(Target::data).toList(),
          (i, result) -> found.add(ofTarget.apply(targets.get(i), result)),
          cancellation,
          (done, total) -> {
            found.tick();
            progress.report(done, total);
          });
    } finally {
      found.flush();
    }
  }

  /// The tensors whose scale differs from that of their siblings.
  List<Outlier> outliers(Checkpoint checkpoint, KnownValues known, Cancellation cancellation) {
    return scans.outliers(
        checkpoint,
        tensor -> {
          cancellation.check();
          return known.figures(tensor).map(TensorFigures::rootMeanSquare).orElse(Double.NaN);
        },
        cancellation);
  }
}
