package io.github.tensorloupe.desktop.session;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.tensorloupe.desktop.pane.hex.bookmarks.BookmarkFile;
import io.github.tensorloupe.desktop.pane.hex.bookmarks.BookmarkFile.Bookmark;
import io.github.tensorloupe.model.SentenceException;
import io.github.tensorloupe.model.TensorFile;
import io.github.tensorloupe.storage.Folders;
import io.github.tensorloupe.testing.FullDisk;
import io.github.tensorloupe.testing.TensorFiles;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/// Writes the window's files to a full disk.
class FullDiskTest {

  @RegisterExtension private final FullDisk disk = new FullDisk();

  @TempDir private Path folder;
  private int count;

  /// Returns writes that store new content in each call.
  private List<ThrowingCallable> writes(TensorFile file) {
    Folders folders = new Folders(disk.environment(), new Properties());
    return List.of(
        () ->
            new SessionFile(folders)
                .store(new Session(RememberedWindow.DEFAULT, List.of(), List.of(), ++count)),
        () -> new BookmarkFile(folders).change(file, _ -> List.of(new Bookmark(++count, "note"))));
  }

  @Test
  void eachFailedWriteIsReportedAndTheFilesStay() throws Throwable {
    Path path = new TensorFiles().floats("a", 1, 2).write(folder.resolve("a.safetensors"));
    try (TensorFile file = TensorFile.open(path)) {
      List<ThrowingCallable> writes = writes(file);
      for (ThrowingCallable each : writes) {
        each.call();
      }
      Map<Path, ByteBuffer> before = disk.files();
      assertThat(before).hasSizeGreaterThanOrEqualTo(writes.size());
      disk.fill();

      for (ThrowingCallable each : writes) {
        assertThatThrownBy(each)
            .isInstanceOf(SentenceException.class)
            .hasMessageContaining("space");
      }
      assertThat(disk.files()).isEqualTo(before);

      disk.makeRoom();
      for (ThrowingCallable each : writes) {
        each.call();
      }
    }
  }
}
