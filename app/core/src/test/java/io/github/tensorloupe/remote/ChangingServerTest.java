package io.github.tensorloupe.remote;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import module java.base;

import io.github.tensorloupe.model.ByteSource;
import io.github.tensorloupe.model.FileChangedException;
import io.github.tensorloupe.testing.ModelServer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// Reads files whose bytes change without a change of the entity tag.
@Timeout(180)
class ChangingServerTest {

  private static final int MEBIBYTE = 1 << 20;

  private final ModelServer server = new ModelServer();
  private RemoteAccess access = RemoteTestAccess.of("https://hub.invalid");

  @TempDir private Path folder;

  ChangingServerTest() throws IOException {
    serve(1);
  }

  @AfterEach
  void close() throws IOException {
    access.close();
    server.close();
  }

  private void serve(int value) {
    byte[] bytes = new byte[4 * MEBIBYTE];
    Arrays.fill(bytes, (byte) value);
    server.file("/m.safetensors", bytes);
  }

  private Path path() throws IOException {
    return access.path(server.address("/m.safetensors"), RemoteTestAccess.REFUSES);
  }

  @Test
  void blockThatDiffersFromTheFirstBytesIsAChange() throws IOException {
    try (ByteSource file = ByteSource.open(path())) {
      serve(2);
      assertThatThrownBy(() -> file.read(0, MEBIBYTE)).isInstanceOf(FileChangedException.class);
      assertThatThrownBy(file::requireUnchanged).isInstanceOf(FileChangedException.class);
    }
  }

  @Test
  void blockThatIsFetchedAgainAfterItWasDroppedIsCompared() throws IOException {
    Path path = path();
    try (ByteSource file = ByteSource.open(path)) {
      file.read(2 * MEBIBYTE, 10);
    }
    try (ByteSource file = ByteSource.open(path)) {
      assertThat(file.read(2 * MEBIBYTE, 1)).containsExactly(1);
    }
    serve(2);
    try (ByteSource file = ByteSource.open(path)) {
      assertThatThrownBy(() -> file.read(2 * MEBIBYTE, 10))
          .isInstanceOf(FileChangedException.class);
    }
  }

  @Test
  void blocksOnTheDiskAreNotMixedWithFetchedOnes() throws IOException {
    access = RemoteTestAccess.of("https://hub.invalid", Map.of(), Optional.of(folder));
    try (ByteSource file = ByteSource.open(path())) {
      file.read(0, 4 * MEBIBYTE);
    }
    serve(2);
    try (ByteSource file = ByteSource.open(path())) {
      assertThatThrownBy(() -> file.read(0, MEBIBYTE)).isInstanceOf(FileChangedException.class);
    }
    try (ByteSource file = ByteSource.open(path())) {
      assertThat(file.read(3 * MEBIBYTE, 1)).as("fetched again").containsExactly(2);
    }
  }

  @Test
  void readerIsServedAfterAnErrorStoppedTheFirstRequester() throws IOException {
    byte[] bytes = new byte[40 * MEBIBYTE];
    server.file("/large", bytes);
    AtomicBoolean hasFailed = new AtomicBoolean();
    Path path =
        access.path(
            server.address("/large"),
            (_, _) -> {
              if (hasFailed.compareAndSet(false, true)) {
                throw new StackOverflowError();
              }
              return Optional.empty();
            });
    try (ByteSource file = ByteSource.open(path)) {
      assertThatThrownBy(() -> file.read(0, bytes.length)).isInstanceOf(StackOverflowError.class);
      assertThat(file.read(0, bytes.length)).isEqualTo(bytes);
    }
  }
}
