package io.github.tensorloupe.desktop.storage;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.tensorloupe.cache.LibraryCache;
import io.github.tensorloupe.library.HeaderCache;
import io.github.tensorloupe.library.HeaderCache.SetSummary;
import io.github.tensorloupe.library.ModelFacts;
import io.github.tensorloupe.model.FileIdentity;
import io.github.tensorloupe.model.SentenceException;
import io.github.tensorloupe.model.TensorFile;
import io.github.tensorloupe.storage.Folders;
import io.github.tensorloupe.testing.FullDisk;
import io.github.tensorloupe.testing.TensorFiles;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.stream.Stream;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/// Writes the files of the program to a full disk.
class FullDiskTest {

  @RegisterExtension private final FullDisk disk = new FullDisk();

  @TempDir private Path folder;
  private Folders folders;
  private int count;

  @BeforeEach
  void useFoldersOnDisk() {
    folders = new Folders(disk.environment(), new Properties());
  }

  /// Returns operations that write different content with every call.
  private Map<String, ThrowingCallable> reportedWrites(TensorFile file) throws IOException {
    FileIdentity identity = file.identity();
    StoredScans scans = new StoredScans(folders);
    Map<String, ThrowingCallable> writes = new LinkedHashMap<>();
    writes.put(
        "settings",
        () -> new SettingsFile(folders).store(Settings.DEFAULT.withAutoScanLimitBytes(++count)));
    writes.put("folders", () -> new LibraryFile(folders).addFolder(Path.of("/" + ++count)));
    writes.put(
        "recent files",
        () -> new LibraryFile(folders).addRecent(file.path(), Instant.ofEpochSecond(++count)));
    writes.put("ranks", () -> scans.storeEffectiveRank(identity, ++count));
    return writes;
  }

  private static HeaderCache.Contents contents(int count) {
    SetSummary set = new SetSummary(Integer.toString(count), ModelFacts.UNKNOWN, Optional.empty());
    return new HeaderCache.Contents(Map.of(), Map.of("path", set));
  }

  @Test
  void failedWritesAreReportedOrSkippedAndStoredFilesRemain() throws Throwable {
    Path path = new TensorFiles().floats("a", 1, 2).write(folder.resolve("a.safetensors"));
    try (TensorFile file = TensorFile.open(path)) {
      Map<String, ThrowingCallable> reported = reportedWrites(file);
      List<ThrowingCallable> doneWithout =
          List.of(() -> new LibraryCache(folders).write(contents(++count)));
      for (ThrowingCallable each :
          Stream.concat(reported.values().stream(), doneWithout.stream()).toList()) {
        each.call();
      }
      Map<Path, ByteBuffer> before = disk.files();
      assertThat(before).hasSizeGreaterThan(reported.size());
      disk.fill();

      reported.forEach(
          (name, write) ->
              assertThatThrownBy(write)
                  .as(name)
                  .isInstanceOf(SentenceException.class)
                  .hasMessageContaining("space"));
      for (ThrowingCallable each : doneWithout) {
        each.call();
      }
      assertThat(disk.files()).isEqualTo(before);

      disk.makeRoom();
      for (ThrowingCallable each : reported.values()) {
        each.call();
      }
    }
  }
}
