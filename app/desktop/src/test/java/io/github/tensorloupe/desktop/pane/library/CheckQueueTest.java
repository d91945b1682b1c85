package io.github.tensorloupe.desktop.pane.library;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIOException;

import module java.base;

import io.github.tensorloupe.desktop.pane.library.CheckQueue.Counts;
import io.github.tensorloupe.storage.Folders;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CheckQueueTest {

  private static final Path A = Path.of("/models/a.safetensors").toAbsolutePath();
  private static final Path B = Path.of("/models/b.safetensors").toAbsolutePath();

  @TempDir private Path folder;
  private CheckQueue checks;

  @BeforeEach
  void addTwo() throws IOException {
    checks = next();
    SequencedMap<Path, Long> added = new LinkedHashMap<>();
    added.put(A, 10L);
    added.put(B, 5L);
    checks.add(added);
  }

  /// Loads the queue as the next start of the program does.
  private CheckQueue next() throws IOException {
    CheckQueue loaded =
        new CheckQueue(new Folders(Map.of("XDG_CONFIG_HOME", folder.toString()), new Properties()));
    loaded.load();
    return loaded;
  }

  private Path file() {
    return folder.resolve("tensorloupe/values-to-check.json");
  }

  @Test
  void remainingCheckpointsAreRestoredAtTheNextStart() throws IOException {
    assertThat(checks.begin()).isTrue();
    assertThat(checks.next()).contains(A);
    checks.done(A);
    assertThat(checks.counts()).isEqualTo(new Counts(false, true, 1, 1, 5));
    assertThat(next().counts().leftCount()).as("after a kill").isEqualTo(2);

    checks.end();

    assertThat(next().counts()).isEqualTo(new Counts(false, false, 0, 1, 5));
    assertThat(next().next()).contains(B);
  }

  @Test
  void onlyOneWorkerIsActive() throws IOException {
    assertThat(checks.begin()).isTrue();
    assertThat(checks.begin()).isFalse();

    checks.end();

    assertThat(checks.begin()).isTrue();
  }

  @Test
  void pauseLastsUntilTheUserResumes() throws IOException {
    checks.setPaused(true);

    CheckQueue later = next();
    assertThat(later.counts().isPaused()).isTrue();
    assertThat(later.begin()).isFalse();
    assertThat(later.next()).isEmpty();
    later.setPaused(false);
    assertThat(later.begin()).isTrue();
    assertThat(next().counts().isPaused()).isFalse();
  }

  @Test
  void emptyQueueHasNoFile() throws IOException {
    assertThat(file()).exists();

    checks.clear();

    assertThat(file()).doesNotExist();
    assertThat(checks.counts()).isEqualTo(new Counts(false, false, 0, 0, 0));
    assertThat(checks.begin()).isFalse();
  }

  @Test
  void checkpointAddedTwiceIsQueuedOnce() throws IOException {
    SequencedMap<Path, Long> again = new LinkedHashMap<>();
    again.put(B, 5L);
    checks.add(again);

    assertThat(checks.counts().leftCount()).isEqualTo(2);
    assertThat(checks.counts().leftBytes()).isEqualTo(15);
  }

  @Test
  void workIsHeldWhileAnyWindowIsBusy() {
    checks.setBusy("one", true);
    checks.setBusy("two", true);
    checks.setBusy("one", false);
    assertThat(checks.isHeld()).isTrue();

    checks.setBusy("two", false);

    assertThat(checks.isHeld()).isFalse();
  }

  @Test
  void damagedListIsReportedAndQueueIsEmpty() throws IOException {
    Files.writeString(file(), "[");
    CheckQueue damaged =
        new CheckQueue(new Folders(Map.of("XDG_CONFIG_HOME", folder.toString()), new Properties()));

    assertThatIOException().isThrownBy(damaged::load).withMessageContaining("values-to-check.json");
    assertThat(damaged.counts().leftCount()).isZero();
  }
}
