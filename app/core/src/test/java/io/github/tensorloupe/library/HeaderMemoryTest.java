package io.github.tensorloupe.library;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.github.tensorloupe.format.Dtype;
import io.github.tensorloupe.library.HeaderCache.FileSummary;
import io.github.tensorloupe.testing.TensorFiles;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class HeaderMemoryTest {

  private static final Instant THEN = Instant.parse("2026-01-02T03:04:05Z");

  @TempDir private Path folder;

  private final HeaderCache memory = new HeaderCache();

  /// Writes a file with one tensor. Dtypes with equally long names result in equally long files.
  private Path write(Dtype dtype, int byteCount, Instant modified) throws IOException {
    Path file =
        new TensorFiles()
            .tensor("a", dtype, new byte[byteCount], byteCount * 8L / dtype.bits())
            .write(folder.resolve("m.safetensors"));
    return Files.setLastModifiedTime(file, FileTime.from(modified));
  }

  @Test
  void fileThatStaysIsReadOnce() throws IOException {
    Path file = write(Dtype.F32, 8, THEN);

    FileSummary first = memory.of(file, false);

    assertThat(memory.of(file, false)).isSameAs(first);
    assertThat(memory.readCount()).isOne();
  }

  @Test
  void replacementOfEqualLengthIsReadAgain() throws IOException {
    Path file = write(Dtype.F32, 8, THEN);
    long length = Files.size(file);
    assertThat(memory.of(file, false).dtypeBytes()).containsOnlyKeys(Dtype.F32);

    write(Dtype.I32, 8, THEN.plusNanos(1000));

    assertThat(file).hasSize(length);
    assertThat(memory.of(file, false).dtypeBytes()).containsOnlyKeys(Dtype.I32);
    assertThat(memory.readCount()).isEqualTo(2);
  }

  @Test
  void replacementOfAnotherLengthIsReadAgainThoughItsTimeIsTheSame() throws IOException {
    Path file = write(Dtype.F32, 8, THEN);
    memory.of(file, false);

    write(Dtype.F32, 80, THEN);

    assertThat(memory.of(file, false).dtypeBytes()).containsEntry(Dtype.F32, 80L);
  }

  @Test
  void changeWithARestoredModificationTimeIsNoticed() throws IOException {
    Path file = write(Dtype.F32, 8, THEN);
    assumeTrue(file.getFileSystem().supportedFileAttributeViews().contains("unix"));
    assertThat(memory.of(file, false).refusal()).isEmpty();

    byte[] bytes = Files.readAllBytes(file);
    bytes[12] = 'X';
    Object changed = Files.getAttribute(file, "unix:ctime");
    // The clock of the file system is coarse.
    while (changed.equals(Files.getAttribute(file, "unix:ctime"))) {
      Files.write(file, bytes);
      Files.setLastModifiedTime(file, FileTime.from(THEN));
    }

    assertThat(memory.of(file, false).refusal()).isPresent();
  }

  @Test
  void filesAreDistinguishedByPath() throws IOException {
    Path file = write(Dtype.F32, 8, THEN);
    Path other = Files.move(write(Dtype.F32, 8, THEN), folder.resolve("other.safetensors"));
    write(Dtype.I32, 8, THEN);

    assertThat(memory.of(other, false).dtypeBytes()).containsOnlyKeys(Dtype.F32);
    assertThat(memory.of(file, false).dtypeBytes()).containsOnlyKeys(Dtype.I32);
    assertThat(memory.of(other, false).dtypeBytes()).containsOnlyKeys(Dtype.F32);
    assertThat(memory.readCount()).isEqualTo(2);
  }

  /// Returns one of many paths to a file. The bits of the number select folders that are left
  /// immediately.
  private static Path path(Path file, int number) {
    Path path = file.getParent();
    for (int bit = 0; bit < 15; bit++) {
      path = path.resolve((number >> bit & 1) == 0 ? "zero/.." : "one/..");
    }
    return path.resolve(file.getFileName());
  }

  @Test
  void leastRecentlyUsedOfTwentyThousandFilesAreEvicted() throws IOException {
    Files.createDirectories(folder.resolve("zero"));
    Files.createDirectories(folder.resolve("one"));
    Path file = write(Dtype.F32, 8, THEN);
    int limit = 20_000;
    for (int i = 0; i < limit; i++) {
      memory.of(path(file, i), false);
    }
    memory.of(path(file, 0), false);
    assertThat(memory.readCount()).as("all are kept").isEqualTo(limit);

    memory.of(path(file, limit), false);
    memory.of(path(file, 0), false);
    assertThat(memory.readCount()).as("the first was asked for lately").isEqualTo(limit + 1);
    memory.of(path(file, 1), false);
    assertThat(memory.readCount()).as("the second was not").isEqualTo(limit + 2);
  }
}
