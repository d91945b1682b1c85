package io.github.tensorloupe.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;
import static org.junit.jupiter.api.Assumptions.abort;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.github.tensorloupe.format.FindingCode;
import io.github.tensorloupe.work.Cancellation;
import io.github.tensorloupe.work.Progress;
import java.io.IOException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Checks paths that are neither a regular file nor a folder. The timeouts only prevent a failing
/// test from hanging.
class SpecialFilesTest {

  private static final Duration LIMIT = Duration.ofSeconds(20);

  @TempDir Path folder;

  private Path pipe(String name) throws Exception {
    Path pipe = folder.resolve(name);
    try {
      new ProcessBuilder("mkfifo", pipe.toString()).start().waitFor();
    } catch (IOException e) {
      abort("the system has no named pipes: " + e);
    }
    assumeTrue(Files.exists(pipe), "the file system has no named pipes");
    return pipe;
  }

  @Test
  void openingAPipeFailsAtOnce() throws Exception {
    Path pipe = pipe("pipe.safetensors");
    assertTimeoutPreemptively(
        LIMIT,
        () ->
            assertThatThrownBy(() -> TensorFile.open(pipe))
                .isInstanceOfSatisfying(
                    FileSystemException.class,
                    e ->
                        assertThat(ReadFailures.finding(e).message())
                            .isEqualTo(
                                pipe + " cannot be read: it is a device, a pipe or a socket.")));
  }

  @Test
  void aLinkToAPipeFailsAtOnce() throws Exception {
    Path link = Files.createSymbolicLink(folder.resolve("link"), pipe("pipe"));
    assertTimeoutPreemptively(
        LIMIT,
        () ->
            assertThatThrownBy(() -> TensorFile.open(link))
                .hasMessageContaining("a pipe or a socket"));
  }

  @Test
  void pipesInAFolderAreFindings() throws Exception {
    pipe("a.safetensors");
    pipe("b.safetensors.index.json");
    assertTimeoutPreemptively(
        LIMIT,
        () -> {
          try (Checkpoint checkpoint = Checkpoint.open(folder, Cancellation.NEVER, Progress.NONE)) {
            assertThat(checkpoint.files()).isEmpty();
            assertThat(checkpoint.findings())
                .hasSize(2)
                .allMatch(finding -> finding.code() == FindingCode.READ_FAILED)
                .allMatch(finding -> finding.message().contains("a pipe or a socket"));
          }
        });
  }

  @Test
  void aDeviceIsNotOpened() {
    Path device = Path.of("/dev/zero");
    assumeTrue(Files.exists(device), "the system has no such device");
    assertThatThrownBy(() -> TensorFile.open(device)).hasMessageContaining("it is a device");
  }

  /// The system reports the length 0 for such a file, so that the hash of an empty file would be
  /// shown for it.
  @Test
  void kernelGeneratedFileIsNotTreatedAsEmpty() {
    Path generated = Path.of("/proc/cpuinfo");
    assumeTrue(Files.exists(generated), "the system has no such file");
    assertThatThrownBy(() -> TensorFile.open(generated))
        .isInstanceOfSatisfying(
            FileSystemException.class,
            e ->
                assertThat(ReadFailures.finding(e).message())
                    .isEqualTo(
                        "/proc/cpuinfo cannot be read: the system reports no length for it; copy it"
                            + " to a file."));
  }
}
