package io.github.tensorloupe.analysis.health;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.tensorloupe.analysis.health.ElementSearch.Found;
import io.github.tensorloupe.analysis.health.ElementSearch.Goal;
import io.github.tensorloupe.model.TensorFile;
import io.github.tensorloupe.model.TensorRef;
import io.github.tensorloupe.testing.TensorFiles;
import io.github.tensorloupe.work.Cancellation;
import io.github.tensorloupe.work.Progress;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CancellationException;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ElementSearchTest {

  private static final float NAN = Float.NaN;
  private static final float INF = Float.NEGATIVE_INFINITY;

  @TempDir Path folder;

  /// Returns the indexes that repeated searches find, from the first one until the search wraps,
  /// but at most ten.
  private List<Long> all(Goal goal, float... values) throws IOException {
    List<Long> indexes = new ArrayList<>();
    Path file = new TensorFiles().floats("a", values).write(folder.resolve("a.safetensors"));
    try (TensorFile open = TensorFile.open(file)) {
      TensorRef tensor = new TensorRef(open, open.header().tensors().getFirst());
      Optional<Found> found = Optional.empty();
      do {
        found =
            ElementSearch.find(
                tensor.data().orElseThrow(), goal, found, Cancellation.NEVER, Progress.NONE);
        found.ifPresent(it -> indexes.add(it.index()));
      } while (found.isPresent() && !found.get().isWrapped() && indexes.size() < 10);
    }
    return indexes;
  }

  @Test
  void nanAndInfinitiesAreFoundInOrderAndTheSearchWraps() throws IOException {
    assertThat(all(Goal.NON_FINITE, 1, NAN, 2, INF, NAN)).containsExactly(1L, 3L, 4L, 1L);
    assertThat(all(Goal.NON_FINITE, 1, 2)).isEmpty();
  }

  @Test
  void finiteNumbersAreFoundByMagnitudeAndEqualOnesInOrder() throws IOException {
    assertThat(all(Goal.LARGEST, 1, -3, NAN, 3, INF, 2)).containsExactly(1L, 3L, 5L, 0L, 1L);
    assertThat(all(Goal.LARGEST, NAN)).isEmpty();
  }

  @Test
  void chunksOfSeveralThreadsAreMerged() throws IOException {
    float[] values = new float[3_000_000];
    values[2_999_999] = -7;
    values[1_500_000] = 7;
    values[700_000] = NAN;
    values[2_100_000] = INF;

    assertThat(all(Goal.LARGEST, values).subList(0, 3)).containsExactly(1_500_000L, 2_999_999L, 0L);
    assertThat(all(Goal.NON_FINITE, values)).containsExactly(700_000L, 2_100_000L, 700_000L);
  }

  @Test
  void theSearchReportsBytesAndStops() throws IOException {
    float[] values = new float[1_000_000];
    Path file = new TensorFiles().floats("a", values).write(folder.resolve("a.safetensors"));
    try (TensorFile open = TensorFile.open(file)) {
      var data = new TensorRef(open, open.header().tensors().getFirst()).data().orElseThrow();
      AtomicLong done = new AtomicLong();
      Progress progress = (bytes, total) -> done.accumulateAndGet(bytes, Math::max);
      ElementSearch.find(data, Goal.LARGEST, Optional.empty(), Cancellation.NEVER, progress);
      assertThat(done).hasValue(4_000_000);

      assertThatThrownBy(
              () ->
                  ElementSearch.find(
                      data, Goal.LARGEST, Optional.empty(), () -> done.get() > 0, Progress.NONE))
          .isInstanceOf(CancellationException.class);
    }
  }
}
