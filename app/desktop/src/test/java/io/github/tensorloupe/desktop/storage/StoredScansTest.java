package io.github.tensorloupe.desktop.storage;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIOException;

import io.github.tensorloupe.model.Checkpoint;
import io.github.tensorloupe.storage.Folders;
import io.github.tensorloupe.testing.SampleHealth;
import io.github.tensorloupe.testing.TensorFiles;
import io.github.tensorloupe.work.Cancellation;
import io.github.tensorloupe.work.Progress;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class StoredScansTest {

  @TempDir private Path folder;

  private final List<Checkpoint> opened = new ArrayList<>();
  private ScanResultStore scans;
  private Path checkpoint;

  @BeforeEach
  void writeFiles() throws IOException {
    checkpoint = Files.createDirectory(folder.resolve("two"));
    new TensorFiles().floats("a", 1).floats("b", 2).write(checkpoint.resolve("1.safetensors"));
    new TensorFiles().floats("c", 3).write(checkpoint.resolve("2.safetensors"));
    Map<String, String> environment =
        Map.of(
            "XDG_CACHE_HOME", folder.resolve("cache").toString(),
            "LOCALAPPDATA", folder.resolve("cache").toString(),
            "HOME", folder.toString());
    scans = new StoredScans(new Folders(environment, new Properties()));
  }

  @AfterEach
  void closeFiles() throws IOException {
    for (Checkpoint each : opened) {
      each.close();
    }
  }

  private Checkpoint open() throws IOException {
    Checkpoint result = Checkpoint.open(checkpoint, Cancellation.NEVER, Progress.NONE);
    opened.add(result);
    return result;
  }

  private void keepAll() throws IOException {
    KnownValues known = new KnownValues(3);
    known.setHealth(1, SampleHealth.nanAt(0));
    known.setHealth(2, SampleHealth.allZero());
    scans.keyOf(open()).store(known);
  }

  @Test
  void unwritableCacheIsReportedOnce() throws IOException {
    Path cache = Files.createDirectories(folder.resolve("cache/tensorloupe"));
    Files.writeString(cache.resolve("scans"), "in the way");

    assertThatIOException().isThrownBy(this::keepAll).withMessageEndingWith(".");
    keepAll();
    keepAll();
  }

  @Test
  void cachedResultsAreAssignedToTheirTensors() throws IOException {
    keepAll();

    KnownValues recalled = scans.keyOf(open()).load();

    assertThat(recalled.health(0)).isEmpty();
    assertThat(recalled.health(1)).contains(SampleHealth.nanAt(0));
    assertThat(recalled.health(2)).contains(SampleHealth.allZero());
  }

  @Test
  void nothingIsRecalledOfAFileThatHasChanged() throws IOException {
    keepAll();
    new TensorFiles()
        .floats("a", 9)
        .floats("b", 2)
        .metadata("k", "v")
        .write(checkpoint.resolve("1.safetensors"));

    KnownValues recalled = scans.keyOf(open()).load();

    assertThat(recalled.health(1)).isEmpty();
    assertThat(recalled.health(2)).isPresent();
  }
}
