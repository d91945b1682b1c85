package io.github.tensorloupe.desktop.pane.address;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import module java.base;

import io.github.tensorloupe.model.SentenceException;
import io.github.tensorloupe.model.Sha256;
import io.github.tensorloupe.remote.NoRangesException;
import io.github.tensorloupe.remote.RemoteAccess;
import io.github.tensorloupe.remote.RemoteFileSystem;
import io.github.tensorloupe.remote.RemoteSettings;
import io.github.tensorloupe.save.FileOperations;
import io.github.tensorloupe.testing.ModelServer;
import io.github.tensorloupe.testing.ModelServer.Answer;
import io.github.tensorloupe.testing.ModelServer.Content;
import io.github.tensorloupe.testing.ModelServer.Request;
import io.github.tensorloupe.work.Cancellation;
import io.github.tensorloupe.work.Progress;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// Copies files from a server that sends only whole files.
@Timeout(180)
class WholeDownloadTest {

  private static final byte[] FILE = new byte[1_000_003];

  private final ModelServer server = new ModelServer();
  private final RemoteAccess access =
      new RemoteAccess(RemoteSettings.of(Map.of(), Optional::empty, Optional.empty()));
  private Path source;

  @TempDir private Path folder;

  WholeDownloadTest() throws IOException {}

  @BeforeEach
  void answer() throws IOException {
    new Random(1).nextBytes(FILE);
    answer(Content.of(FILE), "");
    source = access.path(server.address("/m.safetensors"), (_, _) -> Optional.empty());
  }

  private void answer(Content content, String sha256) {
    server.answer(
        "/m.safetensors",
        _ -> {
          Answer whole = ModelServer.part(content, new Request("GET", "", Map.of()), "\"v1\"");
          return sha256.isEmpty() ? whole : whole.with("X-Linked-ETag", '"' + sha256 + '"');
        });
  }

  @AfterEach
  void close() throws IOException {
    access.close();
    server.close();
  }

  private Download.Downloaded download(Cancellation cancellation, Progress progress)
      throws IOException {
    return ScopedValue.where(Cancellation.OF_WORK, cancellation)
        .call(
            () ->
                new Download(FileOperations.ofThisComputer(), folder)
                    .runWhole(source, cancellation, progress));
  }

  private Download.Downloaded download() throws IOException {
    return download(Cancellation.NEVER, Progress.NONE);
  }

  @Test
  void theFileIsCopiedWithProgressAndVerified() throws IOException {
    answer(Content.of(FILE), HexFormat.of().formatHex(Sha256.digest().digest(FILE)));
    AtomicLong done = new AtomicLong();
    assertThatThrownBy(() -> ((RemoteFileSystem) source.getFileSystem()).open(source))
        .isInstanceOf(NoRangesException.class);

    Download.Downloaded copy =
        download(
            Cancellation.NEVER,
            (bytes, total) -> {
              assertThat(total).isEqualTo(FILE.length);
              done.set(bytes);
            });

    assertThat(copy.file()).isEqualTo(folder.resolve("m.safetensors")).hasBinaryContent(FILE);
    assertThat(copy.sentence().toString()).contains("has the SHA-256 that");
    assertThat(done).hasValue(FILE.length);
  }

  @Test
  void contentWithAnotherHashIsDiscarded() {
    answer(Content.of(FILE), "ab".repeat(32));

    assertThatThrownBy(this::download).hasMessageContaining("was not saved");
    assertThat(folder).isEmptyDirectory();
  }

  @Test
  void aBrokenConnectionLeavesNothing() {
    server.answer(
        "/m.safetensors",
        request ->
            ModelServer.part(Content.of(FILE), new Request("GET", "", Map.of()), "\"v1\"")
                .with(
                    out -> {
                      out.write(FILE, 0, 500_000);
                      throw new IOException("broken on purpose");
                    }));

    assertThatThrownBy(this::download)
        .isInstanceOf(SentenceException.class)
        .hasMessageContaining("was lost");
    assertThat(folder).isEmptyDirectory();
  }

  @Test
  void anExistingFileStays() throws IOException {
    Files.writeString(folder.resolve("m.safetensors"), "mine");

    assertThatThrownBy(this::download).hasMessageContaining("already exists");
    assertThat(folder.resolve("m.safetensors")).hasContent("mine");
    assertThat(server.requests()).isEmpty();
  }

  @Test
  void aFileThatIsTooLargeIsNotFetched() {
    answer(Content.of(FILE, 1L << 60), "");

    assertThatThrownBy(this::download).hasMessageContaining("The download was not started");
    assertThat(folder).isEmptyDirectory();
  }

  @Test
  void aStoppedDownloadLeavesNothing() {
    AtomicLong done = new AtomicLong();

    assertThatThrownBy(() -> download(() -> done.get() > 0, (bytes, _) -> done.set(bytes)))
        .isInstanceOf(CancellationException.class);
    assertThat(folder).isEmptyDirectory();
  }
}
