package io.github.tensorloupe.library;

import static io.github.tensorloupe.testing.ShardFolder.name;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.tensorloupe.format.Finding;
import io.github.tensorloupe.library.CheckpointPoller.Finished;
import io.github.tensorloupe.testing.SampleBytes;
import io.github.tensorloupe.testing.ShardFolder;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class FinishedCheckpointsTest {

  private static final byte[] WHOLE = SampleBytes.bytes((byte) 1, (byte) 2, (byte) 3);
  private static final Duration PATIENCE = Duration.ofSeconds(60);

  @TempDir private Path folder;

  private final List<Finding> passedOver = new ArrayList<>();
  private CheckpointPoller checkpoints;
  private long seconds;
  private long written;

  @BeforeEach
  void watch() {
    checkpoints =
        new CheckpointPoller(
            folder, PATIENCE, passedOver::add, () -> Duration.ofSeconds(seconds).toNanos());
  }

  /// Writes a file with a later modification time than all files before, even if timestamps are
  /// coarse.
  private Path write(String name, byte[] bytes) throws IOException {
    Path file = SampleBytes.write(folder.resolve(name), bytes);
    touch(file);
    return file;
  }

  private void touch(Path file) throws IOException {
    FileTime time = FileTime.fromMillis(1_000_000_000_000L + 1000 * written++);
    if (Files.exists(file)) {
      Files.setLastModifiedTime(file, time);
    }
    for (Path at = file.getParent(); at.startsWith(folder); at = at.getParent()) {
      Files.setLastModifiedTime(at, time);
    }
  }

  /// Polls after some seconds.
  private Optional<Path> after(long pause) {
    seconds += pause;
    return checkpoints.next().map(Finished::path);
  }

  private static byte[] cut(byte[] bytes, int length) {
    return Arrays.copyOf(bytes, length);
  }

  @Test
  void unchangedCompleteFileIsReturnedOnceByTheSecondScan() throws IOException {
    Path file = write("a.safetensors", WHOLE);

    assertThat(after(0)).isEmpty();
    assertThat(after(1)).isEmpty();
    assertThat(checkpoints.areAllReturned()).isFalse();
    assertThat(after(1)).contains(file);
    assertThat(checkpoints.areAllReturned()).isTrue();
    for (int i = 0; i < 10; i++) {
      assertThat(after(20)).isEmpty();
    }
  }

  @Test
  void checkpointsOfOnePollAreReturnedWithoutFurtherPolls() throws IOException {
    Path a = write("a.safetensors", WHOLE);
    Path b = write("b.safetensors", WHOLE);
    Path c = write("c.safetensors", WHOLE);
    assertThat(after(0)).isEmpty();
    assertThat(after(2)).contains(a);

    write("b.safetensors", cut(WHOLE, 62));
    Path later = write("0.safetensors", WHOLE);
    assertThat(after(0)).contains(c);
    assertThat(checkpoints.unfinishedPaths()).isEmpty();
    assertThat(after(0)).isEmpty();
    assertThat(checkpoints.unfinishedPaths()).contains(b, later);
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 5, 8, 20, 62})
  void aHalfWrittenFileWaitsUntilItIsWhole(int length) throws IOException {
    assertThat(length).isLessThan(WHOLE.length);
    Path file = write("a.safetensors", cut(WHOLE, length));

    assertThat(after(0)).isEmpty();
    assertThat(after(10)).isEmpty();
    write("a.safetensors", WHOLE);
    assertThat(after(10)).isEmpty();
    assertThat(after(2)).contains(file);
  }

  @Test
  void idleIncompleteFileIsReturned() throws IOException {
    Path file = write("a.safetensors", cut(WHOLE, 62));

    assertThat(after(0)).isEmpty();
    assertThat(after(59)).isEmpty();
    assertThat(after(1)).contains(file);
    assertThat(after(60)).isEmpty();
  }

  @Test
  void aFileThatGrowsWaitsHoweverLong() throws IOException {
    for (int length = 30; length < 62; length++) {
      write("a.safetensors", cut(WHOLE, length));
      assertThat(after(59)).isEmpty();
    }
  }

  @Test
  void aDamagedFileHasNothingToWaitFor() throws IOException {
    Path file = write("a.safetensors", SampleBytes.file("{\"t\":1}"));

    assertThat(after(0)).isEmpty();
    assertThat(after(2)).contains(file);
  }

  @Test
  void replacedOrGrownFileIsReturnedAgain() throws IOException {
    Path file = write("a.safetensors", WHOLE);
    after(0);
    Finished returned = checkpoints.next().or(() -> next(2)).orElseThrow();
    assertThat(checkpoints.hasChanged(returned)).isFalse();

    write("a.safetensors", WHOLE);

    assertThat(checkpoints.hasChanged(returned)).isTrue();
    assertThat(after(2)).isEmpty();
    assertThat(after(2)).contains(file);
    write("a.safetensors", Arrays.copyOf(WHOLE, WHOLE.length + 1));
    assertThat(after(2)).isEmpty();
    assertThat(after(2)).contains(file);
  }

  private Optional<Finished> next(long pause) {
    seconds += pause;
    return checkpoints.next();
  }

  @Test
  void aSetWaitsForItsShards() throws IOException {
    ShardFolder set = new ShardFolder(folder);
    set.shard(1, 2, "a").index("", "a", name(1, 2), "b", name(2, 2));

    assertThat(after(0)).isEmpty();
    assertThat(after(30)).isEmpty();
    set.shard(2, 2, "b");
    touch(folder.resolve(name(2, 2)));
    assertThat(after(2)).isEmpty();
    assertThat(next(2)).contains(new Finished(set.index(), true));
    assertThat(after(60)).isEmpty();
  }

  @Test
  void setWithMissingShardsIsReturnedAfterTheTimeout() throws IOException {
    ShardFolder set = new ShardFolder(folder);
    set.shard(1, 2, "a").index("", "a", name(1, 2), "b", name(2, 2));

    assertThat(after(0)).isEmpty();
    assertThat(after(59)).isEmpty();
    assertThat(after(1)).contains(set.index());
  }

  @Test
  void aSetWithoutAnIndexIsOne() throws IOException {
    new ShardFolder(folder).shard(1, 2, "a").shard(2, 2, "b");

    assertThat(after(0)).isEmpty();
    assertThat(next(2)).contains(new Finished(folder.resolve(name(1, 2)), true));
    assertThat(after(2)).isEmpty();
  }

  @Test
  void anIndexThatIsOverwrittenMayNameOtherShards() throws IOException {
    ShardFolder set = new ShardFolder(folder);
    set.shard("x.safetensors", "a").index("", "a", "x.safetensors");
    FileTime time = Files.getLastModifiedTime(folder);
    after(0);
    assertThat(after(2)).contains(set.index());

    set.index("", "a", "x.safetensors", "b", "gone.safetensors");
    Files.setLastModifiedTime(folder, time);

    assertThat(after(2)).isEmpty();
    assertThat(after(10)).isEmpty();
    assertThat(after(50)).contains(set.index());
  }

  @Test
  void fileAddedMeanwhileIsFound() throws IOException {
    Path a = write("a.safetensors", WHOLE);
    after(0);
    assertThat(after(2)).contains(a);

    Path b = write("run/checkpoint-2/b.safetensors", WHOLE);

    assertThat(after(2)).isEmpty();
    assertThat(after(2)).contains(b);
    assertThat(after(2)).isEmpty();
  }

  @Test
  void deletedFileIsForgotten() throws IOException {
    Path file = write("a.safetensors", WHOLE);
    after(0);
    Finished returned = next(2).orElseThrow();
    Files.delete(file);
    touch(file);

    assertThat(checkpoints.hasChanged(returned)).isTrue();
    assertThat(after(2)).isEmpty();
    assertThat(checkpoints.areAllReturned()).isTrue();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "a.safetensors.tmp",
        "a.safetensors.part",
        ".a.safetensors",
        ".tmp/a.safetensors",
        "a.safetensors.crdownload"
      })
  void namesOfUnfinishedFilesArePassedOver(String name) throws IOException {
    write(name, WHOLE);

    assertThat(after(0)).isEmpty();
    assertThat(after(100)).isEmpty();
    assertThat(checkpoints.areAllReturned()).isTrue();
  }

  @Test
  void fileNextToItsUnfinishedDownloadIsDelayed() throws IOException {
    Path file = write("a.safetensors", WHOLE);
    Path notes = write("a.safetensors.aria2", new byte[1]);

    assertThat(after(0)).isEmpty();
    assertThat(after(10)).isEmpty();
    Files.delete(notes);
    touch(file);
    assertThat(after(2)).isEmpty();
    assertThat(after(2)).contains(file);
  }

  @Test
  void changedCheckpointOfAPollWaitsAgain() throws IOException {
    Path set = write("a-00001-of-00002.safetensors", WHOLE);
    Path changed = write("b.safetensors", WHOLE);
    after(0);
    assertThat(after(60)).contains(set);
    assertThat(checkpoints.findSet(set).orElseThrow())
        .isSameAs(checkpoints.findSet(set).orElseThrow());
    touch(changed);

    assertThat(after(1)).isEmpty();
    assertThat(after(2)).contains(changed);
    Files.delete(set);
    after(0);
    assertThat(checkpoints.findSet(set)).isEmpty();
  }

  @Test
  void remainingFileCanBeReturnedAsIs() throws IOException {
    Path file = write("a.safetensors", cut(WHOLE, 30));
    after(0);

    assertThat(checkpoints.nextInAnyState()).contains(new Finished(file, false));
    write("a.safetensors", cut(WHOLE, 40));
    assertThat(checkpoints.nextInAnyState()).isEmpty();
  }

  @Test
  void unreadableFolderIsReportedOnce() throws IOException {
    Path missingFolder = folder.resolve("gone");
    checkpoints =
        new CheckpointPoller(
            missingFolder, PATIENCE, passedOver::add, () -> Duration.ofSeconds(seconds).toNanos());

    for (int i = 0; i < 5; i++) {
      assertThat(after(31)).isEmpty();
    }
    assertThat(passedOver).hasSize(1);
    Path file = write("gone/a.safetensors", WHOLE);
    assertThat(after(31)).isEmpty();
    assertThat(after(2)).contains(file);
  }

  @Test
  void deepFileIsReturnedAndTooDeepFolderIsReported() throws IOException {
    Path file = write("d/".repeat(60) + "a.safetensors", WHOLE);
    write("e/".repeat(110) + "b.safetensors", WHOLE);

    after(0);
    assertThat(after(2)).contains(file);
    assertThat(after(2)).isEmpty();
    assertThat(passedOver)
        .singleElement()
        .extracting(Finding::message)
        .asString()
        .endsWith("was not searched: it is more than 100 levels deep.");
  }

  @Test
  @EnabledOnOs(OS.LINUX)
  void filesWithIdenticallyDisplayedNamesAreAllReturned() throws IOException, InterruptedException {
    write("a", WHOLE);
    String copies =
        "for byte in 375 376 377; do cp a \"$(printf \"b\\\\$byte.safetensors\")\"; done";
    new ProcessBuilder("sh", "-c", copies).directory(folder.toFile()).start().waitFor();

    after(0);
    List<Path> returned = new ArrayList<>();
    after(2).ifPresent(returned::add);
    after(2).ifPresent(returned::add);
    after(2).ifPresent(returned::add);
    assertThat(returned).hasSize(3).doesNotHaveDuplicates();
  }

  @Test
  void newOrChangedFileIsBeingWrittenUntilFinished() throws IOException {
    write("old.safetensors", cut(WHOLE, 62));
    after(0);
    assertThat(checkpoints.unfinishedPaths()).as("no program was seen writing it").isEmpty();

    Path file = write("new.safetensors", cut(WHOLE, 62));
    after(1);
    assertThat(checkpoints.unfinishedPaths()).containsExactly(file);
    write("new.safetensors", WHOLE);
    after(1);
    assertThat(checkpoints.unfinishedPaths()).containsExactly(file);

    assertThat(after(2)).contains(file);
    assertThat(checkpoints.unfinishedPaths()).isEmpty();
  }

  @Test
  void allThatAreFinishedCanBeHadAtOnce() throws IOException {
    Path a = write("a.safetensors", WHOLE);
    Path b = write("b.safetensors", WHOLE);
    assertThat(checkpoints.pollAll()).isEmpty();
    seconds += 2;

    assertThat(checkpoints.pollAll()).extracting(Finished::path).containsExactlyInAnyOrder(a, b);
    assertThat(checkpoints.pollAll()).isEmpty();
  }
}
