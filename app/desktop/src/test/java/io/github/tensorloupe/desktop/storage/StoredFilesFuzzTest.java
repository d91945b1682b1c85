package io.github.tensorloupe.desktop.storage;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.tensorloupe.model.SentenceException;
import io.github.tensorloupe.storage.Folders;
import io.github.tensorloupe.testing.Damage;
import io.github.tensorloupe.testing.FuzzInput;
import io.github.tensorloupe.testing.FuzzTest;
import io.github.tensorloupe.testing.TensorFiles;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Properties;

/// Damaged settings and lists of recent files are reported, or read as values that are equal after
/// they are stored and read again.
class StoredFilesFuzzTest extends FuzzTest {

  private final byte[][] whole = new byte[2][];
  private Folders folders;
  private Path folder;
  private Path tensors;

  @Override
  protected int rounds() {
    return 400;
  }

  private void makeFiles() throws IOException {
    Path root = scratch();
    folders = new Folders(Map.of("XDG_CONFIG_HOME", root.toString()), new Properties());
    folder = Files.createDirectories(root.resolve("tensorloupe"));
    tensors = new TensorFiles().floats("t", 1, 2, 3, 4).write(root.resolve("a.safetensors"));
    new SettingsFile(folders).store(SettingsFileTest.OTHER);
    whole[0] = Files.readAllBytes(folder.resolve("settings.json"));
    LibraryFile library = new LibraryFile(folders);
    library.addRecent(tensors, Instant.EPOCH);
    library.addComparison(new RecentComparison(tensors, tensors));
    library.addFolder(root);
    whole[1] = Files.readAllBytes(folder.resolve("library.json"));
  }

  @Override
  protected void check(FuzzInput input) throws Exception {
    if (folders == null) {
      makeFiles();
    }
    int which = input.nextInt(whole.length);
    byte[] text =
        input.nextInt(3) == 0
            ? Damage.done(whole[which], 2, input)
            : Damage.json(whole[which], input);
    Files.write(folder.resolve(which == 0 ? "settings.json" : "library.json"), text);
    try {
      if (which == 0) {
        checkSettings();
      } else {
        checkLibrary();
      }
    } catch (SentenceException e) {
      assertThat(e.getMessage()).endsWith(".").hasLineCount(1);
    }
    deleteDamaged();
  }

  private void checkSettings() throws IOException {
    Settings settings = new SettingsFile(folders).load();
    new SettingsFile(folders).store(settings);
    assertThat(new SettingsFile(folders).load()).isEqualTo(settings);
  }

  private void checkLibrary() throws IOException {
    LibraryFile library = new LibraryFile(folders);
    List<RecentFile> recent = library.recent();
    List<RecentComparison> comparisons = library.comparisons();
    List<Path> known = library.folders();
    library.addFolder(tensors.getParent());
    LibraryFile again = new LibraryFile(folders);
    assertThat(again.recent()).isEqualTo(recent);
    assertThat(again.comparisons()).isEqualTo(comparisons);
    assertThat(again.folders()).containsAll(known).contains(tensors.getParent());
  }

  private void deleteDamaged() throws IOException {
    try (var entries = Files.list(folder)) {
      for (Path entry : entries.filter(it -> it.toString().contains(".damaged")).toList()) {
        Files.delete(entry);
      }
    }
  }
}
