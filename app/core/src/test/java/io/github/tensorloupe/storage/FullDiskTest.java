package io.github.tensorloupe.storage;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assumptions.assumeThat;

import io.github.tensorloupe.cache.BaseStructures;
import io.github.tensorloupe.cache.LibraryCache;
import io.github.tensorloupe.cache.ScanCache;
import io.github.tensorloupe.library.HeaderMemory;
import io.github.tensorloupe.library.HeaderMemory.StoredSet;
import io.github.tensorloupe.library.ModelFacts;
import io.github.tensorloupe.model.Checkpoint;
import io.github.tensorloupe.model.FileIdentity;
import io.github.tensorloupe.model.SentenceException;
import io.github.tensorloupe.model.TensorFile;
import io.github.tensorloupe.storage.BookmarkFile.Bookmark;
import io.github.tensorloupe.storage.session.RememberedWindow;
import io.github.tensorloupe.storage.session.Session;
import io.github.tensorloupe.storage.session.SessionFile;
import io.github.tensorloupe.testing.TensorFiles;
import io.github.tensorloupe.work.Cancellation;
import io.github.tensorloupe.work.Progress;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Writes all that the program keeps for itself onto a disk that is full. Only where the system
/// lets us mount one, which takes Linux and the superuser.
class FullDiskTest {

  @TempDir private Path folder;
  private Path disk;
  private Folders folders;
  private int count;

  @BeforeEach
  void mount() throws Exception {
    disk = Files.createDirectory(folder.resolve("disk"));
    assumeThat(run("mount", "-t", "tmpfs", "-o", "size=256k", "tmpfs", disk.toString()))
        .as("a disk can be mounted here")
        .isTrue();
    folders =
        new Folders(
            Map.of(
                "XDG_CACHE_HOME", disk.resolve("cache").toString(),
                "XDG_CONFIG_HOME", disk.resolve("config").toString()),
            new Properties());
  }

  @AfterEach
  void unmount() throws Exception {
    run("umount", disk.toString());
  }

  private static boolean run(String... command) throws InterruptedException {
    try {
      return new ProcessBuilder(command).start().waitFor() == 0;
    } catch (IOException e) {
      return false;
    }
  }

  private void fill() throws IOException {
    try (OutputStream out = Files.newOutputStream(disk.resolve("filling"))) {
      while (true) {
        out.write(new byte[1024]);
      }
    } catch (IOException e) {
      assertThat(e).hasMessageContaining("space");
    }
  }

  private Map<Path, ByteBuffer> kept() throws IOException {
    Map<Path, ByteBuffer> kept = new TreeMap<>();
    try (Stream<Path> all = Files.walk(disk)) {
      for (Path each : all.filter(Files::isRegularFile).toList()) {
        if (!each.endsWith("filling")) {
          kept.put(each, ByteBuffer.wrap(Files.readAllBytes(each)));
        }
      }
    }
    return kept;
  }

  /// Each writes something new whenever it is called.
  private Map<String, ThrowingCallable> toldWrites(TensorFile file) throws IOException {
    FileIdentity identity = file.identity();
    ScanCache scans = new ScanCache(folders);
    Map<String, ThrowingCallable> writes = new LinkedHashMap<>();
    writes.put(
        "settings",
        () -> new SettingsFile(folders).store(Settings.DEFAULT.withAutoScanLimitBytes(++count)));
    writes.put("session", () -> new SessionFile(folders).store(session(++count)));
    writes.put("folders", () -> new LibraryFile(folders).addFolder(Path.of("/" + ++count)));
    writes.put(
        "recent files",
        () -> new LibraryFile(folders).opened(file.path(), Instant.ofEpochSecond(++count)));
    writes.put(
        "bookmarks",
        () -> new BookmarkFile(folders).change(file, _ -> List.of(new Bookmark(++count, "note"))));
    writes.put("ranks", () -> scans.keepEffectiveRank(identity, ++count));
    return writes;
  }

  private static HeaderMemory.Contents contents(int count) {
    StoredSet set = new StoredSet("path", Integer.toString(count), ModelFacts.UNKNOWN);
    return new HeaderMemory.Contents(List.of(), List.of(set));
  }

  private static Session session(int beginnings) {
    return new Session(RememberedWindow.USUAL, List.of(), List.of(), beginnings);
  }

  @Test
  void eachWriteIsToldOrDoneWithoutAndWhatWasKeptStays() throws Throwable {
    Path path = new TensorFiles().floats("a", 1, 2).write(folder.resolve("a.safetensors"));
    try (TensorFile file = TensorFile.open(path);
        Checkpoint checkpoint = Checkpoint.open(path, Cancellation.NEVER, Progress.NONE)) {
      Map<String, ThrowingCallable> told = toldWrites(file);
      List<ThrowingCallable> doneWithout =
          List.of(
              () -> new LibraryCache(folders).write(contents(++count)),
              () -> new BaseStructures(folders).keep(checkpoint));
      for (ThrowingCallable each :
          Stream.concat(told.values().stream(), doneWithout.stream()).toList()) {
        each.call();
      }
      Map<Path, ByteBuffer> before = kept();
      assertThat(before).hasSizeGreaterThan(told.size());
      fill();

      told.forEach(
          (name, write) ->
              assertThatThrownBy(write)
                  .as(name)
                  .isInstanceOf(SentenceException.class)
                  .hasMessageContaining("space"));
      for (ThrowingCallable each : doneWithout) {
        each.call();
      }
      assertThat(kept()).isEqualTo(before);

      Files.delete(disk.resolve("filling"));
      for (ThrowingCallable each : told.values()) {
        each.call();
      }
    }
  }
}
