package io.github.tensorloupe.desktop.storage;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.github.tensorloupe.analysis.distribution.TensorSummary;
import io.github.tensorloupe.analysis.health.TensorHealth;
import io.github.tensorloupe.cache.ScanCache;
import io.github.tensorloupe.cache.ScanCache.Scan;
import io.github.tensorloupe.format.Dtype;
import io.github.tensorloupe.library.HeaderCache;
import io.github.tensorloupe.library.LibraryScan;
import io.github.tensorloupe.model.FileIdentity;
import io.github.tensorloupe.storage.Folders;
import io.github.tensorloupe.testing.TensorFiles;
import io.github.tensorloupe.work.Cancellation;
import io.github.tensorloupe.work.Progress;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.Arrays;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Properties;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class EffectiveRanksTest {

  private static final FileIdentity FILE =
      new FileIdentity(Optional.of("1"), 4711, FileTime.fromMillis(99), "ab".repeat(32));

  @TempDir private Path folder;

  private Folders folders() {
    return new Folders(Map.of("XDG_CACHE_HOME", folder.toString()), new Properties());
  }

  private StoredScans cache() {
    return new StoredScans(folders());
  }

  private EffectiveRanks ranks() {
    return new EffectiveRanks(cache());
  }

  /// Writes an adapter whose only module adds a diagonal matrix.
  private Path lora(float... diagonal) throws IOException {
    int count = diagonal.length;
    ByteBuffer down = ByteBuffer.allocate(4 * count * count).order(ByteOrder.LITTLE_ENDIAN);
    ByteBuffer up = ByteBuffer.allocate(4 * count * count).order(ByteOrder.LITTLE_ENDIAN);
    for (int i = 0; i < count; i++) {
      down.putFloat(4 * i * (count + 1), 1);
      up.putFloat(4 * i * (count + 1), diagonal[i]);
    }
    return new TensorFiles()
        .tensor("lora_unet_q.lora_down.weight", Dtype.F32, down.array(), count, count)
        .tensor("lora_unet_q.lora_up.weight", Dtype.F32, up.array(), count, count)
        .write(folder.resolve("lora.safetensors"));
  }

  private OptionalDouble inLibrary(Path file) {
    return new LibraryScan(new HeaderCache(), cache())
        .inspect(file, Cancellation.NEVER)
        .effectiveRank();
  }

  @Test
  void theLibraryKnowsTheRankOfAnAdapterOnceItWasMeasured() throws IOException {
    Path file = lora(3, 3, 0);
    assertThat(inLibrary(file)).isEmpty();

    ranks().measure(file, Cancellation.NEVER, Progress.NONE);

    assertThat(inLibrary(file).orElseThrow()).isCloseTo(2, within(1e-9));
  }

  @Test
  void anAdapterIsMeasuredOnceAndAgainOnlyAfterAChange() throws IOException {
    Path file = lora(1, 1, 1);
    AtomicInteger reports = new AtomicInteger();
    ranks().measure(file, Cancellation.NEVER, (_, _) -> reports.incrementAndGet());
    ranks().measure(file, Cancellation.NEVER, (_, _) -> reports.incrementAndGet());
    assertThat(reports).hasValue(1);

    Files.delete(file);
    lora(1, 0);

    assertThat(inLibrary(file)).isEmpty();
  }

  @Test
  void thatThereIsNoneIsKnownToo() throws IOException {
    Path dead = lora(0, 0);

    ranks().measure(dead, Cancellation.NEVER, Progress.NONE);

    assertThat(inLibrary(dead)).hasValue(Double.NaN);
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
      assertThat(ranks().find(FILE)).as("first %d bytes", i).isEmpty();
      byte[] damaged = bytes.clone();
      damaged[i] ^= (byte) (1 << (i % 8));
      Files.write(cacheFile, damaged);
      // Some bits of the gzip header are ignored.
      assertThat(ranks().find(FILE)).as("byte %d", i).matches(it -> it.orElse(9.25) == 9.25);
    }
  }

  @Test
  void ranksAndScansOfAFileDoNotReplaceEachOther() throws IOException {
    cache().storeEffectiveRank(FILE, 9.25);
    new ScanCache(folders()).write(FILE, new Scan(new TensorHealth[3], new TensorSummary[3]));

    assertThat(ranks().find(FILE)).hasValue(9.25);
    assertThat(new ScanCache(folders()).read(FILE, 3)).isPresent();
  }
}
