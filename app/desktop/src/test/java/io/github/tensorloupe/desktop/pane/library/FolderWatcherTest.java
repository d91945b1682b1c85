package io.github.tensorloupe.desktop.pane.library;

import static org.assertj.core.api.Assertions.assertThat;

import module java.base;

import io.github.tensorloupe.desktop.pane.library.FolderWatcher.Arrival;
import io.github.tensorloupe.desktop.pane.library.FolderWatcher.PollResult;
import io.github.tensorloupe.library.HeaderCache;
import io.github.tensorloupe.library.Health;
import io.github.tensorloupe.library.KnownHealthLookup;
import io.github.tensorloupe.library.LibraryEntry;
import io.github.tensorloupe.library.LibraryEntry.State;
import io.github.tensorloupe.library.LibraryFolder;
import io.github.tensorloupe.library.LibraryScan;
import io.github.tensorloupe.testing.ShardFolder;
import io.github.tensorloupe.testing.TensorFiles;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FolderWatcherTest {

  private static final Instant SINCE = Instant.parse("2026-01-02T12:00:00Z");

  @TempDir private Path folder;

  private Path runs;
  private long seconds;
  private FolderWatcher live;

  @BeforeEach
  void watch() throws IOException {
    runs = Files.createDirectory(folder.resolve("runs"));
    live =
        new FolderWatcher(
            new LibraryScan(new HeaderCache(), KnownHealthLookup.NONE),
            () -> Duration.ofSeconds(seconds).toNanos());
    live.watch(Map.of(runs, SINCE));
  }

  private Path write(String name, Instant modified) throws IOException {
    Path file = new TensorFiles().floats("a", 1).write(runs.resolve(name));
    Files.setLastModifiedTime(file, FileTime.from(modified));
    return file;
  }

  /// Polls after some seconds.
  private PollResult after(long pause, long last) {
    seconds += pause;
    return live.poll(last);
  }

  private static List<Path> paths(PollResult update) {
    return update.arrivals().stream().map(each -> each.entry().path()).toList();
  }

  @Test
  void finishedCheckpointArrivesOnce() throws IOException {
    write("old.safetensors", SINCE.minusSeconds(60));
    after(0, 0);
    Path file = write("new.safetensors", SINCE.minusSeconds(30));
    assertThat(after(2, 0).written()).containsExactly(file);

    PollResult update = after(2, 0);

    assertThat(paths(update)).containsExactly(file);
    assertThat(update.written()).isEmpty();
    assertThat(update.arrivals().getFirst().entry().place()).isEqualTo(LibraryFolder.folder(runs));
    assertThat(after(40, update.last()).arrivals()).isEmpty();
  }

  @Test
  void fileChangedBeforeWatchingArrives() throws IOException {
    write("old.safetensors", SINCE.minusSeconds(60));
    Path file = write("new.safetensors", SINCE.plusSeconds(60));
    after(0, 0);

    assertThat(paths(after(3, 0))).containsExactly(file);
  }

  @Test
  void aSetWithAMissingShardIsIncompleteWhenItArrives() throws IOException {
    after(0, 0);
    new ShardFolder(runs).shard(1, 2, "a");
    after(2, 0);
    assertThat(after(30, 0).arrivals()).as("it may still come").isEmpty();

    List<Arrival> arrivals = after(60, 0).arrivals();

    assertThat(arrivals).hasSize(1);
    assertThat(arrivals.getFirst().entry().state()).isEqualTo(State.INCOMPLETE);
    assertThat(arrivals.getFirst().entry().message()).startsWith("1 of 2 shards is missing");
  }

  @Test
  void missingFolderIsReportedAndWatchedAgainOnceRestored() throws IOException {
    write("old.safetensors", SINCE.minusSeconds(60));
    after(0, 0);
    Path away = Files.move(runs, folder.resolve("away"));
    assertThat(after(2, 0).missing()).containsExactly(runs);

    Files.move(away, runs);
    assertThat(after(2, 0).missing()).isEmpty();
    assertThat(after(2, 0).arrivals()).as("it was there before").isEmpty();
    Path file = write("new.safetensors", SINCE.minusSeconds(30));
    after(2, 0);

    assertThat(paths(after(2, 0))).containsExactly(file);
  }

  @Test
  void checkedArrivalIsReportedAgain() throws IOException {
    Path old = write("old.safetensors", SINCE.minusSeconds(60));
    Path file = write("new.safetensors", SINCE.plusSeconds(60));
    after(0, 0);
    PollResult update = after(3, 0);
    LibraryEntry entry = update.arrivals().getFirst().entry();
    assertThat(entry.path()).isEqualTo(file).isNotEqualTo(old);

    live.recordScan(entry.with(Health.NAN, OptionalDouble.empty()));
    live.recordScan(entry.with(Health.NAN, OptionalDouble.empty()));

    assertThat(after(0, update.last()).arrivals())
        .extracting(each -> each.entry().health())
        .containsExactly(Health.NAN);
  }

  @Test
  void unwatchedFolderReportsNothing() throws IOException {
    after(0, 0);
    live.watch(Map.of());
    write("new.safetensors", SINCE.plusSeconds(60));
    after(3, 0);

    assertThat(after(3, 0)).isEqualTo(PollResult.NOTHING);
    assertThat(live.watched()).isEmpty();
  }
}
