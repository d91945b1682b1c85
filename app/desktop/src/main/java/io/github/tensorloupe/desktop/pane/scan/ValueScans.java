package io.github.tensorloupe.desktop.pane.scan;

import module java.base;

import io.github.tensorloupe.analysis.chunk.ChunkedScan;
import io.github.tensorloupe.analysis.distribution.DistributionScan;
import io.github.tensorloupe.analysis.distribution.TensorFigures;
import io.github.tensorloupe.analysis.health.HealthFindings;
import io.github.tensorloupe.analysis.health.HealthScan;
import io.github.tensorloupe.analysis.health.TensorHealth;
import io.github.tensorloupe.analysis.layers.LayerMap;
import io.github.tensorloupe.analysis.layers.Outliers;
import io.github.tensorloupe.analysis.layers.Outliers.Outlier;
import io.github.tensorloupe.desktop.job.FirstFrame;
import io.github.tensorloupe.format.Finding;
import io.github.tensorloupe.model.Checkpoint;
import io.github.tensorloupe.model.TensorData;
import io.github.tensorloupe.work.Cancellation;
import io.github.tensorloupe.work.Progress;

/// The scans of values. Thread-safe; used in the background.
public interface ValueScans {

  /// Checks the values of tensors; parameters are those of [HealthScan#run].
  void health(
      List<TensorData> tensors,
      ChunkedScan.Results<TensorHealth> results,
      Cancellation cancellation,
      Progress progress)
      throws IOException;

  /// The findings of a tensor, the worst first.
  default List<Finding> findings(TensorData tensor, TensorHealth health) {
    return HealthFindings.of(tensor, health);
  }

  /// Measures tensors; parameters are those of [DistributionScan#run].
  void figures(
      List<TensorData> tensors,
      ChunkedScan.Results<TensorFigures> results,
      Cancellation cancellation,
      Progress progress)
      throws IOException;

  /// The tensors whose scale differs from that of their siblings.
  ///
  /// @param scale of a tensor by its index; NaN if unknown
  default List<Outlier> outliers(
      Checkpoint checkpoint, IntToDoubleFunction scale, Cancellation cancellation) {
    return Outliers.of(LayerMap.of(checkpoint, cancellation), scale);
  }

  /// The scans of this program. They leave one processor to the window, and start after its first
  /// frame.
  static ValueScans besideTheWindow(FirstFrame sight) {
    return new ValueScans() {

      private final ChunkedScan scan = ChunkedScan.besideOthers();

      @Override
      public void health(
          List<TensorData> tensors,
          ChunkedScan.Results<TensorHealth> results,
          Cancellation cancellation,
          Progress progress)
          throws IOException {
        sight.await(cancellation);
        new HealthScan(scan).run(tensors, results, cancellation, progress);
      }

      @Override
      public void figures(
          List<TensorData> tensors,
          ChunkedScan.Results<TensorFigures> results,
          Cancellation cancellation,
          Progress progress)
          throws IOException {
        sight.await(cancellation);
        new DistributionScan(scan)
            .run(
                tensors,
                (tensor, distribution) -> results.accept(tensor, distribution.figures()),
                cancellation,
                progress);
      }
    };
  }
}
