package io.github.tensorloupe.save;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class HeldLocksTest {

  private static final Path LOCKS_OF_THE_SYSTEM = Path.of("/proc/locks");

  @TempDir Path folder;
  private final FileOperations operations = FileOperations.ofThisComputer();
  private Path path;

  @BeforeEach
  void namePath() {
    path = folder.resolve("locked");
  }

  /// Reads the list several times, because the system skips entries of a list that changes during
  /// the read.
  private boolean systemHasLock() throws IOException {
    String inode = ":" + Files.getAttribute(path, "unix:ino") + " ";
    for (int attempt = 0; attempt < 10; attempt++) {
      if (Files.readString(LOCKS_OF_THE_SYSTEM).contains(inode)) {
        return true;
      }
    }
    return false;
  }

  @Test
  void lockSurvivesAnotherChannelThatCloses() throws IOException {
    try (OpenFile saving = operations.create(path)) {
      OpenFile reader = operations.openToRead(path);
      assertThat(saving.tryLock(false)).isTrue();
      assumeThat(Files.exists(LOCKS_OF_THE_SYSTEM) && systemHasLock()).isTrue();

      assertThat(reader.tryLock(true)).isFalse();
      reader.close();
      reader.close();

      assertThat(systemHasLock()).isTrue();
      assertThat(operations.holdsLock(path)).isTrue();
    }
    assertThat(systemHasLock()).isFalse();
    assertThat(operations.holdsLock(path)).isFalse();
  }

  /// POSIX systems release the locks of a file if the program closes any descriptor of it. The JDK
  /// opens a file to copy its attributes.
  @Test
  void lockSurvivesCallsThatOpenTheFile() throws IOException {
    Path other = Files.createFile(folder.resolve("other"));
    try (OpenFile locked = operations.create(path);
        OpenFile attributes = operations.openToRead(other)) {
      assertThat(locked.tryLock(false)).isTrue();
      assumeThat(Files.exists(LOCKS_OF_THE_SYSTEM) && systemHasLock()).isTrue();

      locked.dropCached(0, 1);
      operations.copyAttributes(attributes.handle(), locked.handle());
      Files.readAllBytes(path);

      assertThat(systemHasLock()).isTrue();
      try (OpenFile otherProgram = FileOperations.ofThisComputer().openToWrite(path)) {
        assertThat(otherProgram.tryLock(false)).isFalse();
      }
    }
  }

  @Test
  void lockIsKnownByEveryPathOfTheFile() throws IOException {
    Path link = Files.createSymbolicLink(folder.resolve("here"), folder);

    try (OpenFile saving = operations.create(path)) {
      saving.tryLock(false);

      assertThat(operations.holdsLock(link.resolve("locked"))).isTrue();
    }
  }

  @Test
  void concurrentReadersBlockASave() throws IOException {
    try (OpenFile saving = operations.create(path)) {
      OpenFile first = operations.openToRead(path);
      OpenFile second = operations.openToRead(path);
      assertThat(first.tryLock(true)).isTrue();
      assertThat(second.tryLock(true)).isTrue();
      first.close();
      assertThat(saving.tryLock(false)).isFalse();
      assertThat(operations.holdsLock(path)).isFalse();
      second.close();
      assertThat(saving.tryLock(false)).isTrue();
    }
  }

  @Test
  void newJournalKeepsItsLockWhenTheOldOneIsClosed() throws IOException {
    OpenFile old = operations.create(path);
    old.tryLock(false);
    operations.delete(path);
    try (OpenFile next = operations.create(path)) {
      assertThat(next.tryLock(false)).isTrue();

      old.close();

      assertThat(operations.holdsLock(path)).isTrue();
    }
  }
}
