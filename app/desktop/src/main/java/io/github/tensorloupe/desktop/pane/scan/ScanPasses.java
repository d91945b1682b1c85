package io.github.tensorloupe.desktop.pane.scan;

import module java.base;

import io.github.tensorloupe.analysis.layers.Outliers.Outlier;
import io.github.tensorloupe.desktop.selection.ScanResults.MeasuredTensor;
import io.github.tensorloupe.desktop.selection.ScanResults.ScannedTensor;
import io.github.tensorloupe.model.Checkpoint;
import io.github.tensorloupe.model.TensorData;
import io.github.tensorloupe.model.TensorRef;
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

  /// Stored results of a document.
  ///
  /// @param place of the results; empty after a failure
  /// @param failure of reading the results
  /// @param targets every tensor that can be scanned
  /// @param hasCarried true if results are included that are not stored yet
  record Recalled(
      Optional<Place> place,
      Optional<Throwable> failure,
      List<ScannedTensor> health,
      List<MeasuredTensor> figures,
      Targets targets,
      boolean hasCarried) {}

  /// Loads stored results.
  ///
  /// @param carried results from before a reload
  /// @throws IOException if they cannot be read
  Recalled recall(Checkpoint checkpoint, ScanMemory memory, KnownValues carried)
      throws IOException {
    Place place = memory.placeOf(checkpoint);
    KnownValues known = place.recall();
    boolean hasCarried = known.addMissing(carried);
    return recalled(checkpoint, Optional.of(place), Optional.empty(), known, hasCarried);
  }

  /// The results without stored ones.
  Recalled recall(Checkpoint checkpoint, KnownValues carried, Throwable failure) {
    return recalled(checkpoint, Optional.empty(), Optional.of(failure), carried, false);
  }

  private Recalled recalled(
      Checkpoint checkpoint,
      Optional<Place> place,
      Optional<Throwable> failure,
      KnownValues known,
      boolean hasCarried) {
    Targets targets = Targets.of(checkpoint.tensors());
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
    return new Recalled(place, failure, health, figures, targets, hasCarried);
  }

  /// Checks the values of tensors.
  void health(
      Targets targets, Batches<ScannedTensor> found, Cancellation cancellation, Progress progress)
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

  /// Measures tensors.
  void figures(
      Targets targets, Batches<MeasuredTensor> found, Cancellation cancellation, Progress progress)
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

  /// Tensors with at least some data, and their indexes in the checkpoint. Immutable.
  ///
  /// @param tensors their indexes, ascending
  /// @param data as many
  record Targets(List<Integer> tensors, List<TensorData> data) {

    Targets {
      tensors = List.copyOf(tensors);
      data = List.copyOf(data);
    }

    /// The targets among all tensors of a checkpoint.
    static Targets of(List<TensorRef> all) {
      List<Integer> tensors = new ArrayList<>();
      List<TensorData> data = new ArrayList<>();
      for (int tensor = 0; tensor < all.size(); tensor++) {
        TensorRef each = all.get(tensor);
        if (each.data().isPresent()) {
          tensors.add(tensor);
          data.add(each.data().get());
        }
      }
      return new Targets(tensors, data);
    }

    /// The targets that match.
    Targets only(IntPredicate wanted) {
      List<Integer> some = new ArrayList<>();
      List<TensorData> dataOfSome = new ArrayList<>();
      for (int i = 0; i < tensors.size(); i++) {
        if (wanted.test(tensors.get(i))) {
          some.add(tensors.get(i));
          dataOfSome.add(data.get(i));
        }
      }
      return new Targets(some, dataOfSome);
    }

    boolean isEmpty() {
      return tensors.isEmpty();
    }

    /// The total number of bytes.
    long byteCount() {
      return data.stream().mapToLong(each -> each.range().byteCount()).sum();
    }
  }
}
