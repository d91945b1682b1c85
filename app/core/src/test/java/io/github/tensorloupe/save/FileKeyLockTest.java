package io.github.tensorloupe.save;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import io.github.tensorloupe.format.Preface;
import io.github.tensorloupe.model.PathText;
import io.github.tensorloupe.save.RewrittenFiles.FileMark;
import java.io.IOException;
import java.nio.channels.SeekableByteChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class FileKeyLockTest {

  @TempDir Path folder;
  private final FileOperations operations = FileOperations.ofThisComputer();
  private SavedFile file;

  @BeforeEach
  void createFile() throws IOException {
    assumeThat(LinuxCalls.OF_THIS_SYSTEM).isPresent();
    folder = folder.toRealPath();
    file = new SavedFile(folder);
  }

  /// Acquires a lock as a program that is killed afterwards.
  private Path abandonLock(Path target) throws IOException {
    try (FileKeyLock lock = FileKeyLock.acquire(operations, target).orElseThrow()) {
      return lock.path();
    }
  }

  @Test
  void pathWithALineBreakIsNotTakenForAnother() throws IOException {
    Path other = Files.createLink(folder.resolve("model\nof.safetensors"), file.path());
    Path lock = abandonLock(Files.createLink(folder.resolve("longer".repeat(20)), file.path()));
    assertThat(abandonLock(other)).isEqualTo(lock);
    Files.createFile(SaveNames.journal(other));
    byte[] marked = file.bytes();
    System.arraycopy(Preface.unfinishedMark(), 0, marked, 0, Preface.BYTE_COUNT);
    Files.write(file.path(), marked);

    InterruptedSave found = new Recovery(operations).inspect(file.path()).orElseThrow();

    assertThat(found.sentence().toString())
        .contains("It was being saved as " + PathText.of(other) + ": recover it there.");
    Files.delete(SaveNames.journal(other));
    found = new Recovery(operations).inspect(file.path()).orElseThrow();
    assertThat(found.sentence().toString()).doesNotContain("It was being saved as");
    Files.delete(lock);
  }

  @ParameterizedTest
  @ValueSource(strings = {"model.safetensors", "other.safetensors"})
  void recoveryOfARewriteDeletesOnlyItsLockOfTheReplacedFile(String lockedName) throws IOException {
    Path target = file.path();
    Path locked = folder.resolve(lockedName);
    if (!locked.equals(target)) {
      Files.createLink(locked, target);
    }
    FileMark oldFile = mark(target);
    Path lock = abandonLock(locked);
    Path draft = Files.copy(target, SaveNames.draft(target));
    FileMark newFile = mark(draft);
    assumeThat(operations.exchange(draft, target)).isTrue();
    byte[] keys = new RewrittenFiles(newFile, oldFile).toBytes();
    JournalHead head =
        new JournalHead(operations, Strategy.REWRITE, newFile.byteLength(), 0, keys.length);
    try (OpenFile journal = operations.create(SaveNames.journal(target))) {
      Journal.write(journal, head, keys);
    }

    // While the old file is open, no other program can create a file with its key, and lock it.
    try (SeekableByteChannel _ = Files.newByteChannel(draft)) {
      RecoveryReport report = new Recovery(operations).recover(target, false).orElseThrow();

      assertThat(report.action()).isEqualTo(RecoveryAction.KEEP_NEW);
      assertThat(Files.deleteIfExists(lock)).isEqualTo(!locked.equals(target));
    }
  }

  private FileMark mark(Path path) throws IOException {
    FileTime created = operations.attributes(path).creationTime();
    String headSha256 = operations.identity(path).headSha256();
    Optional<Object> key = operations.fileKey(path);
    return FileMark.of(key, created, "", Files.size(path), headSha256);
  }
}
