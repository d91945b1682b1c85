package io.github.tensorloupe.desktop.pane.library;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.tensorloupe.desktop.job.Jobs;
import io.github.tensorloupe.desktop.pane.library.LibraryRows.LibraryRow.Item;
import io.github.tensorloupe.desktop.text.Messages;
import io.github.tensorloupe.library.HeaderMemory;
import io.github.tensorloupe.library.HealthMemory;
import io.github.tensorloupe.library.LibraryScan;
import io.github.tensorloupe.library.Place;
import io.github.tensorloupe.storage.Folders;
import io.github.tensorloupe.storage.LibraryFile;
import io.github.tensorloupe.testing.TensorFiles;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LibraryViewModelTest {

  @TempDir private Path folder;

  private final Queue<Runnable> background = new ArrayDeque<>();
  private final Queue<Runnable> foreground = new ConcurrentLinkedQueue<>();
  private final Jobs jobs = new Jobs(background::add, foreground::add);
  private Path models;

  @BeforeEach
  void writeFile() throws IOException {
    models = Files.createDirectory(folder.resolve("models"));
    new TensorFiles().floats("a", 1).write(models.resolve("a.safetensors"));
  }

  private LibraryViewModel model(LibraryFile kept) {
    LibraryScan scan = new LibraryScan(new HeaderMemory(), HealthMemory.NONE);
    return new LibraryViewModel(
        new LibraryViewModel.Sources(kept, scan, () -> List.of(Place.cache(models))),
        jobs,
        Messages.english());
  }

  private static LibraryFile keptNowhere() {
    return new LibraryFile(new Folders(Map.of(), new Properties()));
  }

  private void runAll() {
    while (!background.isEmpty() || !foreground.isEmpty()) {
      (background.isEmpty() ? foreground : background).remove().run();
    }
  }

  private static List<String> names(LibraryViewModel model) {
    return model.rows.stream()
        .filter(Item.class::isInstance)
        .map(row -> ((Item) row).name())
        .toList();
  }

  @Test
  void whatIsFoundIsShown() {
    LibraryViewModel model = model(keptNowhere());
    model.refresh();
    assertThat(model.scanning.get()).isTrue();

    runAll();

    assertThat(names(model)).containsExactly("a.safetensors");
    assertThat(model.scanning.get()).isFalse();
  }

  @Test
  void aLookThatIsStoppedFromOutsideCanBeBegunAgain() {
    LibraryViewModel model = model(keptNowhere());
    model.refresh();
    jobs.cancelAll();
    runAll();
    assertThat(model.scanning.get()).isFalse();

    model.refresh();
    runAll();

    assertThat(names(model)).hasSize(1);
  }

  @Test
  void listsThatCannotBeReadAreToldAndTheCachesAreStillShown() throws IOException {
    Files.createDirectories(folder.resolve("tensorloupe/library.json"));
    LibraryViewModel model =
        model(
            new LibraryFile(
                new Folders(Map.of("XDG_CONFIG_HOME", folder.toString()), new Properties())));
    model.refresh();
    runAll();

    assertThat(model.failure.get().orElseThrow().sentence().toString()).contains("library.json");
    assertThat(names(model)).hasSize(1);
  }

  @Test
  void openedFilesAndFoldersAreDescribed() throws IOException {
    LibraryFile kept = keptNowhere();
    kept.opened(models, Instant.EPOCH);
    kept.opened(folder.resolve("gone.safetensors"), Instant.EPOCH);
    LibraryViewModel model = model(kept);
    model.refresh();
    runAll();

    assertThat(names(model)).containsExactly("gone.safetensors", "models", "a.safetensors");
    Item gone = (Item) model.rows.get(1);
    assertThat(gone.isGone()).isTrue();
    Item opened = (Item) model.rows.get(2);
    assertThat(opened.entry().orElseThrow().contents().tensorCount()).isEqualTo(1);
    assertThat(model.recent).hasSize(2);
  }

  @Test
  void searchingNarrowsAtOnce() {
    LibraryViewModel model = model(keptNowhere());
    model.refresh();
    runAll();

    model.query.set("zzz");
    assertThat(names(model)).isEmpty();
    assertThat(model.nothing.get()).isEqualTo("No results");

    model.query.set("f32");
    assertThat(names(model)).hasSize(1);
  }
}
