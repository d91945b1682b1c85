package io.github.tensorloupe.cache;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.tensorloupe.format.Dtype;
import io.github.tensorloupe.format.Finding;
import io.github.tensorloupe.library.KnownHealthLookup;
import io.github.tensorloupe.library.LibraryEntry;
import io.github.tensorloupe.library.LibraryFolder;
import io.github.tensorloupe.library.LibraryListener;
import io.github.tensorloupe.library.LibraryScan;
import io.github.tensorloupe.storage.Folders;
import io.github.tensorloupe.testing.Rounds;
import io.github.tensorloupe.testing.SampleCache;
import io.github.tensorloupe.testing.TensorFiles;
import io.github.tensorloupe.work.Cancellation;
import io.github.tensorloupe.work.Progress;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.TreeMap;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/// Needs symbolic links, which require a privilege on Windows.
@DisabledOnOs(OS.WINDOWS)
class LibraryCacheTest {

  @TempDir private Path folder;
  private Path models;

  @BeforeEach
  void writeModels() throws IOException {
    models = folder.resolve("models");
    SampleCache.write(models.resolve("hub"));
    new TensorFiles()
        .tensor("lora_unet_x_attn2_to_k.lora_down.weight", Dtype.F16, new byte[32], 4, 4)
        .tensor("lora_unet_x_attn2_to_k.lora_up.weight", Dtype.F16, new byte[32], 4, 4)
        .metadata("modelspec.title", "Nacht 夜")
        .write(models.resolve("n.safetensors"));
    new TensorFiles().floats("a", 1, 2).write(models.resolve("cut.safetensors"));
    byte[] whole = Files.readAllBytes(models.resolve("cut.safetensors"));
    Files.write(models.resolve("cut.safetensors"), Arrays.copyOf(whole, whole.length - 3));
  }

  private Path file() {
    return folder.resolve("cache/tensorloupe/library.bin");
  }

  /// Scans the folder like a new process.
  private Map<Path, LibraryEntry> run() {
    Folders folders =
        new Folders(Map.of("XDG_CACHE_HOME", folder.resolve("cache").toString()), new Properties());
    Map<Path, LibraryEntry> found = new TreeMap<>();
    LibraryListener listener =
        new LibraryListener() {
          @Override
          public void onEntry(LibraryEntry entry) {
            synchronized (found) {
              found.put(entry.path(), entry);
            }
          }

          @Override
          public void onUnreadableFolder(Path where, Finding why) {}
        };
    new LibraryScan(LibraryCache.headers(folders), KnownHealthLookup.NONE)
        .run(List.of(LibraryFolder.folder(models)), listener, Cancellation.NEVER, Progress.NONE);
    return found;
  }

  @Test
  void theNextRunKnowsAllThatThisOneHasLearned() throws IOException {
    Map<Path, LibraryEntry> first = run();
    // The file is only written if a header was read.
    FileTime old = FileTime.fromMillis(0);
    Files.setLastModifiedTime(file(), old);

    assertThat(run()).isEqualTo(first);
    assertThat(Files.getLastModifiedTime(file())).isEqualTo(old);
  }

  @Test
  void aFileThatHasChangedIsReadAgain() throws IOException {
    run();
    new TensorFiles()
        .floats("a", 1)
        .metadata("modelspec.title", "Day")
        .write(models.resolve("n.safetensors"));

    assertThat(run().get(models.resolve("n.safetensors")).facts().title()).isEqualTo("Day");
  }

  @Test
  void aCacheThatIsDamagedAnywhereChangesNothing() throws IOException {
    Map<Path, LibraryEntry> first = run();
    byte[] whole = Files.readAllBytes(file());
    for (int at = 0; at < whole.length; at += Math.max(1, whole.length / Rounds.of(15))) {
      byte[] bad = whole.clone();
      bad[at] ^= 0x55;
      Files.write(file(), bad);
      assertThat(run()).isEqualTo(first);
      Files.write(file(), Arrays.copyOf(whole, at));
      assertThat(run()).isEqualTo(first);
    }
  }

  @Test
  void withoutAPlaceForItEverythingIsFoundAllTheSame() throws IOException {
    Files.createDirectories(file());

    assertThat(run()).containsKey(models.resolve("n.safetensors"));
  }
}
