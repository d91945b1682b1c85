package io.github.tensorloupe.model;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.tensorloupe.save.FileOperations;
import io.github.tensorloupe.save.PinnedFolder;
import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/// The numbers by which Linux names open files and folders do not appear in messages.
@EnabledOnOs(OS.LINUX)
class OpenFileNamesTest {

  private static List<FileSystemException> failures(String file) {
    return List.of(
        new AccessDeniedException(file),
        new NoSuchFileException(file),
        new FileAlreadyExistsException(file),
        new FileSystemException(file, null, "Input/output error"),
        new FileSystemException(file));
  }

  @Test
  void messagesContainTheNameInAnOpenFolder() {
    for (FileSystemException failure : failures("/proc/self/fd/9/a.json")) {
      assertThat(WriteFailures.reason(failure).toString())
          .contains("a.json")
          .doesNotContain("/proc/self");
      assertThat(ReadFailures.finding(failure).message())
          .contains("a.json")
          .doesNotContain("/proc/self");
    }
  }

  @Test
  void messagesDoNotContainTheNumberOfAnOpenFile() {
    for (FileSystemException failure : failures("/proc/self/fd/9")) {
      assertThat(WriteFailures.reason(failure).toString()).doesNotContain("/proc/self", "()");
      assertThat(ReadFailures.finding(failure).message()).doesNotContain("/proc/self");
    }
  }

  @Test
  void foldersInAnOpenFolderGetTheirPath(@TempDir Path folder) throws IOException {
    try (PinnedFolder pinned = FileOperations.ofThisComputer().pin(folder)) {
      Path file = pinned.path().resolve("a/b.json");

      FileSystemException failure =
          PinnedFolder.renamed(new NoSuchFileException(file.toString()), folder, pinned.path());

      assertThat(failure.getFile()).isEqualTo(folder.resolve("a/b.json").toString());
    }
  }
}
