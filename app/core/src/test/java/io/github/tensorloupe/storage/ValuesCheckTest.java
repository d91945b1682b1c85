package io.github.tensorloupe.storage;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.tensorloupe.library.HeaderMemory;
import io.github.tensorloupe.library.Health;
import io.github.tensorloupe.library.LibraryScan;
import io.github.tensorloupe.testing.TensorFiles;
import io.github.tensorloupe.work.Cancellation;
import io.github.tensorloupe.work.Progress;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import java.util.Properties;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ValuesCheckTest {

  @TempDir private Path folder;

  private Health health(ScanCache cache, Path file) {
    return new LibraryScan(new HeaderMemory(), cache::health)
        .inspect(file, Cancellation.NEVER)
        .health();
  }

  private ScanCache cache() {
    return new ScanCache(
        new Folders(Map.of("XDG_CACHE_HOME", folder.toString()), new Properties()));
  }

  @Test
  void whatACheckFindsIsKnownToTheLibraryAfterwardsAndIsNotReadAgain() throws IOException {
    Path file =
        new TensorFiles()
            .floats("a", 1, 2)
            .floats("b", Float.NaN, 1)
            .write(folder.resolve("m.safetensors"));
    assertThat(health(cache(), file)).isEqualTo(Health.UNKNOWN);

    new ValuesCheck(cache()).run(file, Cancellation.NEVER, Progress.NONE);

    assertThat(health(cache(), file)).isEqualTo(Health.NAN);
    AtomicInteger reports = new AtomicInteger();
    new ValuesCheck(cache()).run(file, Cancellation.NEVER, (_, _) -> reports.incrementAndGet());
    assertThat(reports).hasValue(0);
  }
}
