package io.github.tensorloupe.desktop.storage;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIOException;

import io.github.tensorloupe.storage.Folders;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class LibraryFileTest {

  private static final Instant NOON = Instant.parse("2026-01-02T12:00:00Z");

  @TempDir private Path folder;
  private LibraryFile library;
  private Path file;

  @BeforeEach
  void makeFolder() throws IOException {
    library = new LibraryFile(folders());
    file = Files.createDirectory(folder.resolve("tensorloupe")).resolve("library.json");
  }

  private Folders folders() {
    return new Folders(Map.of("XDG_CONFIG_HOME", folder.toString()), new Properties());
  }

  private List<Path> recentPaths(LibraryFile from) throws IOException {
    return from.recent().stream().map(RecentFile::path).toList();
  }

  @Test
  void theLatestIsFirstAndEachIsThereOnce() throws IOException {
    Path a = folder.resolve("a.safetensors");
    Path b = folder.resolve("b.safetensors");
    library.addRecent(a, NOON);
    library.addRecent(b, NOON.plusSeconds(1));
    library.addRecent(folder.resolve("x/../a.safetensors"), NOON.plusSeconds(2));

    LibraryFile later = new LibraryFile(folders());

    assertThat(later.recent())
        .containsExactly(
            new RecentFile(a, NOON.plusSeconds(2)), new RecentFile(b, NOON.plusSeconds(1)));
    later.forget(a);
    assertThat(recentPaths(library)).containsExactly(b);
  }

  @Test
  void comparisonsAreStoredLatestFirstWithoutDuplicates() throws IOException {
    Path a = folder.resolve("a.safetensors");
    Path b = folder.resolve("b.safetensors");
    library.addComparison(new RecentComparison(a, b));
    library.addComparison(new RecentComparison(b, a));
    library.addComparison(new RecentComparison(folder.resolve("x/../a.safetensors"), b));

    assertThat(new LibraryFile(folders()).comparisons())
        .containsExactly(new RecentComparison(a, b), new RecentComparison(b, a));
    assertThat(library.recent()).isEmpty();
  }

  @Test
  void theOldestAreForgotten() throws IOException {
    for (int i = 0; i < LibraryFile.MAX_RECENT + 5; i++) {
      library.addRecent(folder.resolve("f" + i), NOON);
    }

    assertThat(recentPaths(library))
        .hasSize(LibraryFile.MAX_RECENT)
        .startsWith(folder.resolve("f44"))
        .endsWith(folder.resolve("f5"));
  }

  @Test
  void foldersKeepTheirOrder() throws IOException {
    Path models = folder.resolve("models");
    Path other = folder.resolve("other");
    library.addFolder(models);
    library.addFolder(other);
    library.addFolder(models);

    assertThat(new LibraryFile(folders()).folders()).containsExactly(models, other);
    library.removeFolder(models);
    assertThat(new LibraryFile(folders()).folders()).containsExactly(other);
  }

  @Test
  void unknownMembersStay() throws IOException {
    Files.writeString(file, "{\"later\": [1, 2]}");

    library.addFolder(folder);

    assertThat(Files.readString(file)).contains("\"later\"", "[ 1, 2 ]");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{\"recent\": 5, \"folders\": {}}",
        "{\"recent\": [1, {}, {\"path\": \"relative\"}], \"folders\": [\"\\u0000\", null]}"
      })
  void whatIsNoListCountsAsNone(String text) throws IOException {
    Files.writeString(file, text);

    assertThat(library.recent()).isEmpty();
    assertThat(library.folders()).isEmpty();
    library.addRecent(folder, NOON);
    assertThat(recentPaths(new LibraryFile(folders()))).containsExactly(folder);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "{", "[]", "{} x"})
  void damagedFileIsReportedAndSetAsideBeforeItIsReplaced(String text) throws IOException {
    Files.writeString(file, text);

    assertThatIOException()
        .isThrownBy(library::recent)
        .withMessageContaining("library.json cannot be read: It ");
    assertThatIOException().isThrownBy(library::folders);
    library.addRecent(folder, NOON);

    assertThat(recentPaths(new LibraryFile(folders()))).containsExactly(folder);
    assertThat(file.resolveSibling("library.json.damaged")).hasContent(text);
  }

  @Test
  @DisabledOnOs(OS.WINDOWS)
  void unwritableChangesAreKeptInMemoryAndReportedOnce() throws IOException {
    library.addRecent(folder, NOON);
    Path models = folder.resolve("models");
    Path content = folder.resolve("content.json");
    Files.move(file, content);
    // Not even the superuser can write to a path in a missing folder.
    Files.createSymbolicLink(file, folder.resolve("missing/library.json"));

    assertThatIOException().isThrownBy(() -> library.addRecent(models, NOON));
    library.addRecent(models, NOON);
    assertThat(recentPaths(library)).containsExactly(models, folder);
    assertThatIOException().isThrownBy(() -> library.addFolder(models));
    assertThat(library.folders()).containsExactly(models);

    Files.delete(file);
    library.forget(folder);
    assertThat(recentPaths(new LibraryFile(folders()))).containsExactly(models);
    assertThat(new LibraryFile(folders()).folders()).containsExactly(models);
  }

  @Test
  void unreadDamagedFileIsReportedWhenItIsSetAside() throws IOException {
    Files.writeString(file, "{");

    assertThatIOException()
        .isThrownBy(() -> library.addRecent(folder, NOON))
        .withMessageContaining("library.json cannot be read: It is not JSON");
    library.addRecent(folder.resolve("b"), NOON);

    assertThat(recentPaths(new LibraryFile(folders())))
        .containsExactly(folder.resolve("b"), folder);
    assertThat(file.resolveSibling("library.json.damaged")).hasContent("{");
  }

  @Test
  void aTimeThatIsNoneLosesOnlyTheTime() throws IOException {
    Files.writeString(
        file, "{\"recent\": [{\"path\": \"%s\", \"opened\": \"?\"}]}".formatted(folder));

    assertThat(library.recent()).containsExactly(new RecentFile(folder, Instant.EPOCH));
  }

  @Test
  void withoutAFolderTheListsLastAsLongAsTheProgram() throws IOException {
    LibraryFile homeless = new LibraryFile(new Folders(Map.of(), new Properties()));

    homeless.addRecent(folder, NOON);
    homeless.addFolder(folder);

    assertThat(recentPaths(homeless)).containsExactly(folder);
    assertThat(homeless.folders()).containsExactly(folder);
  }

  @Test
  void aFileThatCannotBeReadIsASentence() throws IOException {
    Files.createDirectory(file);

    assertThatIOException()
        .isThrownBy(library::recent)
        .withMessageContaining("library.json cannot be read");
  }

  @Test
  void watchedFoldersKeepTheirFirstTimeUntilRemoved() throws IOException {
    Path runs = folder.resolve("runs");
    library.addFolder(runs);
    library.watch(runs, NOON);
    library.watch(folder.resolve("x/../runs"), NOON.plusSeconds(1));
    library.setChecksWatched(false);

    LibraryFile later = new LibraryFile(folders());
    assertThat(later.watched()).isEqualTo(Map.of(runs, NOON));
    assertThat(later.checksWatched()).isFalse();
    later.removeFolder(runs);

    assertThat(library.watched()).isEmpty();
    assertThat(library.folders()).isEmpty();
    library.watch(runs, NOON);
    library.stopWatching(runs);
    assertThat(later.watched()).isEmpty();
  }

  @Test
  void valuesOfWatchedFoldersAreUsuallyChecked() throws IOException {
    assertThat(library.checksWatched()).isTrue();
    assertThat(library.watched()).isEmpty();
  }
}
