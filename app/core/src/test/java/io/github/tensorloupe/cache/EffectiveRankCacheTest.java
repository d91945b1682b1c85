package io.github.tensorloupe.cache;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.tensorloupe.analysis.distribution.TensorSummary;
import io.github.tensorloupe.analysis.health.TensorHealth;
import io.github.tensorloupe.model.FileIdentity;
import io.github.tensorloupe.storage.Folders;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.Arrays;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class EffectiveRankCacheTest {

  private static final FileIdentity FILE =
      new FileIdentity(Optional.of("1"), 4711, FileTime.fromMillis(99), "ab".repeat(32));

  @TempDir private Path folder;

  private ScanCache cache() {
    return new ScanCache(
        new Folders(Map.of("XDG_CACHE_HOME", folder.toString()), new Properties()));
  }

  @Test
  void aDamagedRankIsNone() throws IOException {
    cache().storeEffectiveRank(FILE, 9.25);
    Path cacheFile;
    try (Stream<Path> files = Files.list(folder.resolve("tensorloupe/scans"))) {
      cacheFile = files.findFirst().orElseThrow();
    }
    byte[] bytes = Files.readAllBytes(cacheFile);
    for (int i = 0; i < bytes.length; i++) {
      Files.write(cacheFile, Arrays.copyOf(bytes, i));
      assertThat(cache().effectiveRank(FILE)).as("first %d bytes", i).isEmpty();
      byte[] damaged = bytes.clone();
      damaged[i] ^= (byte) (1 << (i % 8));
      Files.write(cacheFile, damaged);
      // Some bits of the gzip header are ignored.
      assertThat(cache().effectiveRank(FILE))
          .as("byte %d", i)
          .matches(it -> it.orElse(9.25) == 9.25);
    }
  }

  @Test
  void ranksAndScansOfAFileDoNotReplaceEachOther() throws IOException {
    cache().storeEffectiveRank(FILE, 9.25);
    cache().write(FILE, new ScanCache.Scan(new TensorHealth[3], new TensorSummary[3]));

    assertThat(cache().effectiveRank(FILE)).hasValue(9.25);
    assertThat(cache().read(FILE, 3)).isPresent();
  }
}
