package io.github.tensorloupe.analysis;

import io.github.tensorloupe.element.ElementType;
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
    ElementType type = ElementType.of(tensor.info().dtype());
    if (type.partBits() <= 16) {
      return narrow(type, new TensorPasses(tensor, 1, cancellation, progress));
    }
    TensorPasses passes = new TensorPasses(tensor, 2, cancellation, progress);
    return type.isInteger()
        ? new WideIntegerScan(type, passes).statistics()
        : new WideFloatScan(type, passes).statistics();
  }

  private static TensorStatistics narrow(ElementType type, TensorPasses passes) throws IOException {
    CodeCounts codes = CodeCounts.of(type, passes.partCount());
    passes.run(codes::add);
    return new PatternFigures(type, codes.occurring()).statistics(passes.elementCount());
  }
}
