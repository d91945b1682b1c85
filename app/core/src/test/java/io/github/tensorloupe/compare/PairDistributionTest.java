package io.github.tensorloupe.compare;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.tensorloupe.format.Dtype;
import io.github.tensorloupe.testing.TensorFiles;
import io.github.tensorloupe.work.Cancellation;
import io.github.tensorloupe.work.Progress;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PairDistributionTest {

  @TempDir Path folder;

  private static PairDistribution of(TwoSides sides) throws IOException {
    return PairDistribution.of(sides.pairs().getFirst(), 4, Cancellation.NEVER, Progress.NONE);
  }

  @Test
  void bothSidesShareTheirEdgesAndDeltaIsAroundZero() throws IOException {
    try (TwoSides sides =
        TwoSides.of(
            folder,
            new TensorFiles().floats("t", 0, 1, 2, 4, Float.NaN),
            new TensorFiles().floats("t", 0, 1, 2, 1.5f, 1))) {
      PairDistribution found = of(sides);
      assertThat(found.values().edges()).containsExactly(0.0, 1.0, 2.0, 3.0, 4.0);
      assertThat(found.countsA()).containsExactly(1L, 1L, 1L, 1L);
      assertThat(found.countsB()).containsExactly(1L, 2L, 1L, 0L);
      assertThat(found.deltas().edges()).containsExactly(-2.5, -1.5, -0.5, 0.5, 1.5, 2.5);
      assertThat(found.deltaCounts()).containsExactly(1L, 0L, 3L, 0L, 0L);
      assertThat(found.ulpCounts()).hasSize(33).startsWith(3L).contains(1L);
    }
  }

  @Test
  void withoutAFiniteNumberThereAreNoEdges() throws IOException {
    try (TwoSides sides =
        TwoSides.of(
            folder,
            new TensorFiles().floats("t", Float.NaN),
            new TensorFiles().tensor("t", Dtype.U8, new byte[] {1}, 1))) {
      PairDistribution found = of(sides);
      assertThat(found.values().edges()).isEmpty();
      assertThat(found.deltas().edges()).isEmpty();
      assertThat(found.ulpCounts()).isEqualTo(List.of());
    }
  }
}
