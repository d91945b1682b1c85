package io.github.tensorloupe.desktop.pane.scan;

import io.github.tensorloupe.analysis.layers.Outliers.Outlier;
import io.github.tensorloupe.desktop.job.Batches;
import io.github.tensorloupe.desktop.pane.scan.ScanMemory.Place;
import io.github.tensorloupe.desktop.selection.KnownValues;
import io.github.tensorloupe.desktop.selection.MeasuredTensor;
import io.github.tensorloupe.desktop.selection.ScannedTensor;
import io.github.tensorloupe.model.Checkpoint;
import io.github.tensorloupe.model.TensorData;
import io.github.tensorloupe.work.Cancellation;
import io.github.tensorloupe.work.Progress;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// The passes over the tensors of a document, as they run beside the FX thread.
///
/// @param scans read the tensors
record ScanPasses(ValueScans scans) {

  /// What is known of a document from before.
  ///
  /// @param place where results are kept; empty where there is trouble with it
  /// @param trouble what went wrong with what was kept
  /// @param targets every tensor that could be scanned
  /// @param hasCarried whether something of it was not found at the place
  record Recalled(
      Optional<Place> place,
      Optional<Throwable> trouble,
      List<ScannedTensor> health,
      List<MeasuredTensor> figures,
      ScanTargets targets,
      boolean hasCarried) {}

  /// Makes ready what is known from before.
  ///
  /// @param carried is known without being looked up
  /// @throws IOException if what was kept cannot be read
  Recalled recall(Checkpoint checkpoint, ScanMemory memory, KnownValues carried)
      throws IOException {
    Place place = memory.placeOf(checkpoint);
    KnownValues known = place.recall();
    boolean hasCarried = known.addMissing(carried);
    return recalled(checkpoint, Optional.of(place), Optional.empty(), known, hasCarried);
  }

  /// Makes ready what is known where what was kept could not be read.
  Recalled recall(Checkpoint checkpoint, KnownValues carried, Throwable trouble) {
    return recalled(checkpoint, Optional.empty(), Optional.of(trouble), carried, false);
  }

  private Recalled recalled(
      Checkpoint checkpoint,
      Optional<Place> place,
      Optional<Throwable> trouble,
      KnownValues known,
      boolean hasCarried) {
    ScanTargets targets = ScanTargets.of(checkpoint.tensors());
    List<ScannedTensor> health = new ArrayList<>();
    List<MeasuredTensor> figures = new ArrayList<>();
    for (int i = 0; i < targets.tensors().size(); i++) {
      int tensor = targets.tensors().get(i);
      TensorData data = targets.data().get(i);
      known
          .health(tensor)
          .ifPresent(
              each -> health.add(new ScannedTensor(tensor, each, scans.findings(data, each))));
      known.figures(tensor).ifPresent(each -> figures.add(new MeasuredTensor(tensor, each)));
    }
    return new Recalled(place, trouble, health, figures, targets, hasCarried);
  }

  /// Finds out what is wrong with tensors.
  void health(
      ScanTargets targets,
      Batches<ScannedTensor> found,
      Cancellation cancellation,
      Progress progress)
      throws IOException {
    try {
      scans.health(
          targets.data(),
          (i, health) ->
              found.add(
                  new ScannedTensor(
                      targets.tensors().get(i),
                      health,
                      scans.findings(targets.data().get(i), health))),
          cancellation,
          over(found, progress));
    } finally {
      found.flush();
    }
  }

  /// Sums up tensors.
  void figures(
      ScanTargets targets,
      Batches<MeasuredTensor> found,
      Cancellation cancellation,
      Progress progress)
      throws IOException {
    try {
      scans.figures(
          targets.data(),
          (i, figures) -> found.add(new MeasuredTensor(targets.tensors().get(i), figures)),
          cancellation,
          over(found, progress));
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
          return known.figures(tensor).map(each -> each.rootMeanSquare()).orElse(Double.NaN);
        },
        cancellation);
  }

  private static Progress over(Batches<?> batches, Progress progress) {
    return (done, total) -> {
      batches.tick();
      progress.report(done, total);
    };
  }
}
