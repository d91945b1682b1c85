package io.github.tensorloupe.desktop.pane.scan;

import io.github.tensorloupe.analysis.chunk.ChunkedScan;
import io.github.tensorloupe.analysis.distribution.TensorSummary;
import io.github.tensorloupe.analysis.distribution.ValueCounts;
import io.github.tensorloupe.analysis.health.TensorHealth;
import io.github.tensorloupe.model.TensorData;
import io.github.tensorloupe.testing.SampleHealth;
import io.github.tensorloupe.work.Cancellation;
import io.github.tensorloupe.work.Progress;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// Scans that find a NaN in tensors named `bad` and large values in [#LARGE], and record the
/// tensors that they scan.
final class FakeScans {

  static final String LARGE = "layers.6.w";

  /// The names of the tensors whose health was scanned.
  final List<String> scanned = new ArrayList<>();

  /// The names of the tensors whose figures were computed.
  final List<String> measured = new ArrayList<>();

  /// Called before each tensor.
  Runnable beforeEach = () -> {};

  /// Thrown instead of returning the health of the second tensor.
  Optional<IOException> failure = Optional.empty();

  void health(
      List<TensorData> tensors,
      ChunkedScan.Results<TensorHealth> results,
      Cancellation cancellation,
      Progress progress)
      throws IOException {
    for (int i = 0; i < tensors.size(); i++) {
      beforeEach.run();
      cancellation.check();
      if (i == 1 && failure.isPresent()) {
        throw failure.get();
      }
      String name = tensors.get(i).info().name();
      scanned.add(name);
      TensorHealth fine = tensors.get(i).isComplete() ? SampleHealth.healthy() : SampleHealth.cut();
      results.accept(i, name.equals("bad") ? SampleHealth.nanAt(1) : fine);
      progress.report(i + 1, tensors.size());
    }
  }

  void figures(
      List<TensorData> tensors,
      ChunkedScan.Results<TensorSummary> results,
      Cancellation cancellation,
      Progress progress) {
    for (int i = 0; i < tensors.size(); i++) {
      cancellation.check();
      String name = tensors.get(i).info().name();
      measured.add(name);
      double scale = name.equals(LARGE) ? 100 : 1;
      results.accept(i, new TensorSummary(ValueCounts.NONE, 0, 1, 0.5, 0.1, scale));
    }
  }
}
