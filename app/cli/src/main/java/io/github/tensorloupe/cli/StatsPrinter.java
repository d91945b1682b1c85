package io.github.tensorloupe.cli;

import io.github.tensorloupe.analysis.TensorStatistics;
import io.github.tensorloupe.format.TensorInfo;
import java.util.List;

/// Prints what `stats` finds.
interface StatsPrinter {

  /// Begins a file.
  ///
  /// @param tensors those that may follow, in their order
  void begin(Location location, List<TensorInfo> tensors);

  /// Prints the figures of one tensor of the file that was begun last.
  void print(Location location, TensorInfo tensor, TensorStatistics statistics);

  /// Prints that there is no tensor to print for a reason that is an error.
  void printNothing(Report report);
}
