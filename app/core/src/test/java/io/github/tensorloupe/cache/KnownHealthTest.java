package io.github.tensorloupe.cache;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.tensorloupe.analysis.distribution.TensorSummary;
import io.github.tensorloupe.analysis.health.TensorHealth;
import io.github.tensorloupe.cache.ScanCache.Scan;
import io.github.tensorloupe.library.Health;
import io.github.tensorloupe.model.FileIdentity;
import io.github.tensorloupe.storage.Folders;
import io.github.tensorloupe.testing.SampleHealth;
import java.io.IOException;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class KnownHealthTest {

  private static final FileIdentity FILE =
      new FileIdentity(Optional.of("1"), 4711, FileTime.fromMillis(99), "ab".repeat(32));

  @TempDir private Path folder;
  private ScanCache cache;

  @BeforeEach
  void makeCache() {
    cache =
        new ScanCache(new Folders(Map.of("XDG_CACHE_HOME", folder.toString()), new Properties()));
  }

  /// @param tensors null for tensors that were not scanned
  private Health healthOf(TensorHealth... tensors) throws IOException {
    cache.write(FILE, new Scan(tensors, new TensorSummary[tensors.length]));
    return cache.health(FILE, tensors.length);
  }

  @Test
  void theWorstTensorCounts() throws IOException {
    assertThat(healthOf(SampleHealth.healthy())).isEqualTo(Health.HEALTHY);
    assertThat(healthOf(SampleHealth.healthy(), SampleHealth.allZero())).isEqualTo(Health.DOUBTFUL);
    assertThat(healthOf(SampleHealth.nanAt(3), SampleHealth.allZero())).isEqualTo(Health.NAN);
  }

  @Test
  void healthyValuesWithAConcernAreDoubtful() throws IOException {
    cache.storeConcern(FILE);

    assertThat(cache.health(FILE, 1)).isEqualTo(Health.UNKNOWN);
    assertThat(healthOf(SampleHealth.healthy())).isEqualTo(Health.DOUBTFUL);
    assertThat(healthOf(SampleHealth.nanAt(3))).isEqualTo(Health.NAN);
  }

  @Test
  void nanAndInfinitiesOfSeveralTensorsAreBothKnown() throws IOException {
    assertThat(healthOf(SampleHealth.infinite(), SampleHealth.healthy(), SampleHealth.nanAt(3)))
        .isEqualTo(Health.NAN_AND_INF);
  }

  @Test
  void aNormThatWasNeverTrainedIsHealthy() throws IOException {
    assertThat(healthOf(SampleHealth.healthy(), SampleHealth.initialOnes()))
        .isEqualTo(Health.HEALTHY);
  }

  @Test
  void partlyScannedFileIsNotHealthy() throws IOException {
    assertThat(healthOf(SampleHealth.healthy(), null)).isEqualTo(Health.UNKNOWN);
    assertThat(healthOf(SampleHealth.infinite(), null)).isEqualTo(Health.INF);
  }

  @Test
  void healthOfAnUnscannedFileIsUnknown() {
    assertThat(cache.health(FILE, 3)).isEqualTo(Health.UNKNOWN);
  }
}
