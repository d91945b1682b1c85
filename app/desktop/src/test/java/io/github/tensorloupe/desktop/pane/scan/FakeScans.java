package io.github.tensorloupe.desktop.pane.scan;

import io.github.tensorloupe.analysis.chunk.ChunkedScan;
import io.github.tensorloupe.analysis.distribution.TensorFigures;
import io.github.tensorloupe.analysis.distribution.ValueCounts;
import io.github.tensorloupe.analysis.health.TensorHealth;
import io.github.tensorloupe.analysis.layers.Outliers.Outlier;
import io.github.tensorloupe.desktop.pane.scan.BackgroundScan.ValueScans;
import io.github.tensorloupe.format.Finding;
import io.github.tensorloupe.format.FindingCode;
import io.github.tensorloupe.model.Checkpoint;
import io.github.tensorloupe.model.TensorData;
import io.github.tensorloupe.testing.SampleHealth;
import io.github.tensorloupe.text.Sentence;
import io.github.tensorloupe.work.Cancellation;
import io.github.tensorloupe.work.Progress;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.IntToDoubleFunction;
import java.util.stream.IntStream;

/// Scans that find a NaN in tensors named `bad`, and note what they are asked for.
final class FakeScans implements ValueScans {

  /// The names of the tensors whose health was looked for.
  final List<String> scanned = new ArrayList<>();

  /// The names of the tensors that were summed up.
  final List<String> measured = new ArrayList<>();

  /// Called before each tensor.
  Runnable beforeEach = () -> {};

  /// Thrown in place of the health of the second tensor.
  Optional<IOException> failure = Optional.empty();

  @Override
  public void health(
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
      results.accept(i, name.equals("bad") ? SampleHealth.nanAt(1) : SampleHealth.healthy());
      progress.report(i + 1, tensors.size());
    }
  }

  @Override
  public List<Finding> findings(TensorData tensor, TensorHealth health) {
    return health.nan().any()
        ? List.of(
            new Finding(
                FindingCode.NAN,
                Sentence.of("There is a NaN."),
                Optional.of(tensor.info().name()),
                Optional.of(tensor.bytesOfPart(health.nan().firstIndex()))))
        : List.of();
  }

  @Override
  public void figures(
      List<TensorData> tensors,
      ChunkedScan.Results<TensorFigures> results,
      Cancellation cancellation,
      Progress progress) {
    for (int i = 0; i < tensors.size(); i++) {
      cancellation.check();
      measured.add(tensors.get(i).info().name());
      results.accept(i, new TensorFigures(ValueCounts.NONE, 0, 1, 0.5, 0.1, i + 1));
    }
  }

  @Override
  public List<Outlier> outliers(
      Checkpoint checkpoint, IntToDoubleFunction scale, Cancellation cancellation) {
    return IntStream.range(0, checkpoint.tensors().size())
        .filter(tensor -> checkpoint.tensors().get(tensor).info().name().equals("bad"))
        .mapToObj(tensor -> new Outlier(tensor, scale.applyAsDouble(tensor), 1, 9))
        .toList();
  }
}
