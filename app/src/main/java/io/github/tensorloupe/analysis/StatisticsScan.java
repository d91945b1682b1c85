package io.github.tensorloupe.analysis;

import io.github.tensorloupe.model.TensorData;
import io.github.tensorloupe.work.Cancellation;
import io.github.tensorloupe.work.Progress;
import java.io.IOException;

/// Reads a tensor and counts its values.
public final class StatisticsScan {

  private StatisticsScan() {}

  /// The figures of one tensor, computed on the calling thread.
  ///
  /// @param tensor of a truncated tensor, the elements that are wholly there are counted
  /// @throws IOException if reading fails or the file became shorter
  /// @throws java.util.concurrent.CancellationException if cancelled
  public static TensorStatistics of(TensorData tensor, Cancellation cancellation, Progress progress)
      throws IOException {
    throw new UnsupportedOperationException();
  }
}
