package io.github.tensorloupe.desktop.pane.address;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import module java.base;

import io.github.tensorloupe.desktop.pane.address.Download.Downloaded;
import io.github.tensorloupe.export.ExportFaults;
import io.github.tensorloupe.model.ByteSource;
import io.github.tensorloupe.model.Checkpoint;
import io.github.tensorloupe.model.SentenceException;
import io.github.tensorloupe.model.Sha256;
import io.github.tensorloupe.remote.RemoteAccess;
import io.github.tensorloupe.remote.RemoteSettings;
import io.github.tensorloupe.save.FileOperations;
import io.github.tensorloupe.testing.HubServer;
import io.github.tensorloupe.testing.Intercepted;
import io.github.tensorloupe.testing.ModelServer;
import io.github.tensorloupe.testing.ModelServer.Content;
import io.github.tensorloupe.testing.RoundTrips;
import io.github.tensorloupe.testing.SampleBytes;
import io.github.tensorloupe.text.Sentence;
import io.github.tensorloupe.work.Cancellation;
import io.github.tensorloupe.work.Progress;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Copies files from servers that break the connection, change files, or use hostile file names.
@Timeout(180)
class DownloadTest {

  private static final int MEBIBYTE = 1 << 20;
  private static final String NAME = "m.safetensors";

  /// The length is a multiple neither of the piece size nor of the block size.
  private static final byte[] FILE = random(11 * MEBIBYTE + 7);

  /// The maximum number of bytes for opening a file and for server messages.
  private static final int OVERHEAD = 1 << 16;

  private final HubServer hub = new HubServer();
  private final ModelServer server = new ModelServer();
  private final RemoteAccess access =
      new RemoteAccess(
          new RemoteSettings(
              URI.create(hub.endpoint()),
              Map.of(),
              Path.of("no-home"),
              Optional::empty,
              Duration.ofSeconds(5),
              Optional.empty()));

  @TempDir private Path folder;

  DownloadTest() throws IOException {}

  private static byte[] random(int length) {
    byte[] bytes = new byte[length];
    new Random(length).nextBytes(bytes);
    return bytes;
  }

  private static String sha256(byte[] bytes) {
    return HexFormat.of().formatHex(Sha256.digest().digest(bytes));
  }

  @AfterEach
  void close() throws IOException {
    access.close();
    hub.close();
    server.close();
  }

  private Path path(String address) throws IOException {
    return access.path(address, (_, _) -> Optional.of(Sentence.of("No consent.")));
  }

  private Path hubPath() throws IOException {
    return path("hf://" + HubServer.REPOSITORY + "/" + NAME);
  }

  private Downloaded download(Path source) throws IOException {
    return download(FileOperations.ofThisComputer(), source, Cancellation.NEVER, Progress.NONE);
  }

  private Downloaded download(
      FileOperations files, Path source, Cancellation cancellation, Progress progress)
      throws IOException {
    return ScopedValue.where(Cancellation.OF_WORK, cancellation)
        .call(() -> new Download(files, folder).run(List.of(source), cancellation, progress))
        .getFirst();
  }

  private Path target() {
    return folder.resolve(NAME);
  }

  private List<Path> inFolder() throws IOException {
    try (Stream<Path> files = Files.list(folder)) {
      return files.toList();
    }
  }

  /// Returns the file, with a failure of the server for requests beyond an offset.
  private static Content failingAfter(long byteOffset, ModelServer.Body failure) {
    Content whole = Content.of(FILE);
    return new Content() {
      @Override
      public long length() {
        return whole.length();
      }

      @Override
      public void write(long begin, long end, OutputStream out) throws IOException {
        if (end > byteOffset) {
          failure.write(out);
        }
        whole.write(begin, end, out);
      }
    };
  }

  private static Content breakingOff() {
    return failingAfter(
        5 * MEBIBYTE,
        out -> {
          out.write(FILE, 0, 1000);
          throw new IOException("broken off");
        });
  }

  /// Interrupts a download so that its first four mebibytes remain.
  private void breakOff() throws IOException {
    hub.large(NAME, breakingOff(), sha256(FILE));
    assertThatThrownBy(() -> download(hubPath()))
        .isInstanceOf(SentenceException.class)
        .hasMessageContaining("The connection to")
        .hasMessageContaining("4.19 MB of 11.5 MB are saved")
        .hasMessageContaining("to continue");
    assertThat(target()).doesNotExist();
    assertThat(inFolder())
        .singleElement()
        .matches(draft -> draft.toFile().length() == 4 * MEBIBYTE);
    hub.large(NAME, Content.of(FILE), sha256(FILE));
  }

  private void assertOnlyTheFile() throws IOException {
    assertThat(inFolder()).containsExactly(target());
    assertThat(target()).hasBinaryContent(FILE);
  }

  @Test
  void fileIsFetchedOnceAndVerified() throws IOException {
    hub.large(NAME, Content.of(FILE), sha256(FILE));
    RoundTrips trips = new RoundTrips();
    hub.count(trips);
    List<Long> reports = new ArrayList<>();
    Progress progress =
        (done, total) -> {
          assertThat(total).isEqualTo(FILE.length);
          reports.add(done);
        };
    Downloaded downloaded =
        download(FileOperations.ofThisComputer(), hubPath(), Cancellation.NEVER, progress);
    assertOnlyTheFile();
    assertThat(downloaded.sha256()).contains(sha256(FILE));
    assertThat(downloaded.sentence().toString()).contains("has the SHA-256 that 127.0.0.1");
    assertThat(reports).isSorted().hasSizeGreaterThan(4).endsWith((long) FILE.length);
    assertThat(hub.bodyByteCount()).isLessThan(FILE.length + OVERHEAD);
    assertThat(trips.count()).as("listing, redirect, one byte, all pieces").isLessThan(7);
  }

  @Test
  void fileFromAServerWithoutHashesIsCheckedByLengthOnly() throws IOException {
    server.file("/" + NAME, FILE);
    Downloaded downloaded = download(path(server.address("/" + NAME)));
    assertOnlyTheFile();
    assertThat(downloaded.sha256()).isEmpty();
    assertThat(downloaded.sentence().toString()).contains("names no SHA-256");
  }

  @Test
  void downloadResumesAfterABrokenConnection() throws IOException {
    breakOff();
    long before = hub.bodyByteCount();
    assertThat(download(hubPath()).sha256()).contains(sha256(FILE));
    assertOnlyTheFile();
    assertThat(hub.bodyByteCount() - before)
        .isBetween(FILE.length - 4L * MEBIBYTE, FILE.length - 4L * MEBIBYTE + OVERHEAD);
  }

  @Test
  void cancellingAWaitForASilentServerKeepsReceivedBytes() throws IOException {
    CountDownLatch end = new CountDownLatch(1);
    hub.large(
        NAME,
        failingAfter(
            4 * MEBIBYTE,
            _ -> {
              try {
                end.await();
              } catch (InterruptedException e) {
                throw new InterruptedIOException();
              }
              throw new IOException("too late");
            }),
        sha256(FILE));
    AtomicBoolean isCancelled = new AtomicBoolean();
    Progress progress = (done, _) -> isCancelled.set(done >= 4 * MEBIBYTE);
    assertThatThrownBy(
            () -> download(FileOperations.ofThisComputer(), hubPath(), isCancelled::get, progress))
        .isInstanceOf(CancellationException.class);
    end.countDown();
    assertThat(target()).doesNotExist();
    hub.large(NAME, Content.of(FILE), sha256(FILE));
    long before = hub.bodyByteCount();
    download(hubPath());
    assertOnlyTheFile();
    assertThat(hub.bodyByteCount() - before).isLessThan(FILE.length - 4L * MEBIBYTE + OVERHEAD);
  }

  @Test
  void changedFileIsDownloadedFromTheStart() throws IOException {
    Path source = path(server.address("/" + NAME));
    server.answer("/" + NAME, request -> ModelServer.part(breakingOff(), request, "\"v0\""));
    assertThatThrownBy(() -> download(source)).hasMessageContaining("to continue");
    server.file("/" + NAME, FILE);
    long before = server.bodyByteCount();
    download(source);
    assertOnlyTheFile();
    assertThat(server.bodyByteCount() - before).isGreaterThan(FILE.length);
  }

  @Test
  void partialFileWithoutAnEtagIsDeleted() throws IOException {
    server.answer("/" + NAME, request -> ModelServer.part(breakingOff(), request, ""));
    assertThatThrownBy(() -> download(path(server.address("/" + NAME))))
        .hasMessageContaining("The connection to")
        .hasMessageNotContaining("to continue");
    assertThat(inFolder()).isEmpty();
  }

  @Test
  void changeDuringTheDownloadIsReported() throws IOException {
    AtomicInteger questions = new AtomicInteger();
    server.answer(
        "/" + NAME,
        request ->
            ModelServer.part(
                Content.of(FILE), request, questions.incrementAndGet() > 3 ? "\"v2\"" : "\"v1\""));
    assertThatThrownBy(() -> download(path(server.address("/" + NAME))))
        .hasMessageContaining("changed on its server");
    assertThat(target()).doesNotExist();
  }

  @Test
  void changeSinceOpeningIsReported() throws IOException {
    server.file("/" + NAME, FILE);
    Path source = path(server.address("/" + NAME));
    ByteSource.open(source).close();
    server.answer("/" + NAME, request -> ModelServer.part(Content.of(FILE), request, "\"v2\""));
    assertThatThrownBy(() -> download(source)).hasMessageContaining("changed on its server");
    assertThat(inFolder()).isEmpty();
  }

  @Test
  void fileWithAWrongHashIsDiscarded() throws IOException {
    String other = sha256(new byte[1]);
    hub.large(NAME, Content.of(FILE), other);
    assertThatThrownBy(() -> download(hubPath()))
        .isInstanceOf(SentenceException.class)
        .hasMessageContaining("was not saved")
        .hasMessageContaining(other)
        .hasMessageContaining(sha256(FILE));
    assertThat(inFolder()).isEmpty();
  }

  @Test
  void corruptedPartialFileIsDetectedAndDeleted() throws IOException {
    breakOff();
    try (RandomAccessFile draft = new RandomAccessFile(inFolder().getFirst().toFile(), "rw")) {
      draft.write(FILE[0] ^ 1);
    }
    assertThatThrownBy(() -> download(hubPath())).hasMessageContaining("was not saved");
    assertThat(inFolder()).isEmpty();
    download(hubPath());
    assertOnlyTheFile();
  }

  @Test
  void existingMatchingFileCountsAsDownloaded() throws IOException {
    hub.large(NAME, Content.of(FILE), sha256(FILE));
    Files.write(target(), FILE);
    Downloaded downloaded = download(hubPath());
    assertThat(downloaded.existed()).isTrue();
    assertThat(downloaded.sentence().toString()).contains("already existed");
    assertThat(hub.bodyByteCount()).isLessThan(OVERHEAD);
  }

  @ParameterizedTest
  @ValueSource(ints = {-1, 1})
  void existingDifferentFileIsNeverReplaced(int change) throws IOException {
    hub.large(NAME, Content.of(FILE), sha256(FILE));
    byte[] other = change < 0 ? Arrays.copyOf(FILE, FILE.length - 1) : FILE.clone();
    other[0] ^= 1;
    Files.write(target(), other);
    assertThatThrownBy(() -> download(hubPath()))
        .isInstanceOf(SentenceException.class)
        .hasMessageContaining("already exists and is not the file");
    assertThat(target()).hasBinaryContent(other);
    assertThat(inFolder()).hasSize(1);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "..%5Ce.safetensors",
        ".e.safetensors",
        ".m.safetensors.tensorloupe-save",
        "con.safetensors",
        "LPT1",
        "a%3Ab.safetensors",
        "e.safetensors%20",
        "e.safetensors.",
        "e%0A.safetensors"
      })
  void unsafeNameIsRefusedBeforeFetching(String name) throws IOException {
    Path source = path(server.address("/folder/" + name));
    assertThatThrownBy(() -> download(source)).hasMessageContaining("is not a valid file name");
    assertThat(server.requests()).isEmpty();
    assertThat(inFolder()).isEmpty();
  }

  @Test
  void pathOutsideTheFolderIsRefused() throws IOException {
    Path first = path(server.address("/a/b/" + NAME));
    List<Path> sources = List.of(first, first.resolveSibling("../../" + NAME));
    Download download = new Download(FileOperations.ofThisComputer(), folder);
    assertThatThrownBy(() -> download.run(sources, Cancellation.NEVER, Progress.NONE))
        .hasMessageContaining("is not a valid file name");
    assertThat(inFolder()).isEmpty();
  }

  @Test
  void fullDiskKeepsReceivedBytes() throws IOException {
    hub.large(NAME, Content.of(FILE), sha256(FILE));
    AtomicInteger writes = new AtomicInteger();
    ExportFaults full =
        new ExportFaults(
            folder,
            (_, name) -> {
              if (name.equals("write") && writes.incrementAndGet() > 4) {
                throw new IOException("No space left on device");
              }
            });
    assertThatThrownBy(() -> download(full.files(), hubPath(), Cancellation.NEVER, Progress.NONE))
        .hasMessageContaining("cannot be written: No space left on device. 4.19 MB of 11.5 MB are");
    assertThat(target()).doesNotExist();
    long before = hub.bodyByteCount();
    download(hubPath());
    assertOnlyTheFile();
    assertThat(hub.bodyByteCount() - before).isLessThan(FILE.length - 4L * MEBIBYTE + OVERHEAD);
  }

  @Test
  void insufficientDiskSpaceIsReportedBeforeFetching() throws IOException {
    hub.large(NAME, Content.of(FILE), sha256(FILE));
    FileOperations full =
        Intercepted.calls(
            FileOperations.class,
            FileOperations.ofThisComputer(),
            (name, _, call) -> name.equals("freeByteCount") ? (Long) 5_000_000L : call.run());
    assertThatThrownBy(() -> download(full, hubPath(), Cancellation.NEVER, Progress.NONE))
        .hasMessageContaining("11.5 MB are needed")
        .hasMessageContaining("only 5.00 MB are free");
    assertThat(inFolder()).isEmpty();
    assertThat(hub.store().requests()).isEmpty();
  }

  @Test
  void fileIsNotDownloadedTwiceAtTheSameTime() throws IOException {
    hub.large(NAME, Content.of(FILE), sha256(FILE));
    FileOperations files = FileOperations.ofThisComputer();
    List<String> second = new ArrayList<>();
    Progress progress =
        (done, total) -> {
          if (done < total && second.isEmpty()) {
            try {
              download(files, hubPath(), Cancellation.NEVER, Progress.NONE);
              second.add("it was");
            } catch (IOException e) {
              second.add(e.getMessage());
            }
          }
        };
    download(files, hubPath(), Cancellation.NEVER, progress);
    assertThat(second).singleElement().asString().contains("another program is writing it");
    assertOnlyTheFile();
  }

  @Test
  void checkpointIsDownloadedWithFoldersAndIndexesLast() throws IOException {
    Path origin = Files.createDirectory(folder.resolve("origin"));
    Files.createDirectory(origin.resolve("a"));
    String shard = "model-0000%d-of-00002.safetensors";
    for (int i = 1; i <= 2; i++) {
      Files.write(origin.resolve("a").resolve(shard.formatted(i)), SampleBytes.floats(i));
    }
    Files.write(origin.resolve("lone.safetensors"), SampleBytes.floats(7, 8));
    Files.writeString(
        origin.resolve("a/model.safetensors.index.json"),
        "{\"weight_map\":{\"x\":\"%s\",\"y\":\"%s\"}}"
            .formatted(shard.formatted(1), shard.formatted(2)));
    hub.folder(origin);
    Path copy = Files.createDirectory(folder.resolve("copy"));
    List<Path> sources;
    try (Checkpoint checkpoint =
        Checkpoint.open(path("hf://" + HubServer.REPOSITORY), Cancellation.NEVER, Progress.NONE)) {
      sources = Download.filesOf(checkpoint);
    }
    assertThat(sources).hasSize(4);
    assertThat(sources.getLast().toString()).endsWith("a/model.safetensors.index.json");
    new Download(FileOperations.ofThisComputer(), copy)
        .run(sources, Cancellation.NEVER, Progress.NONE);
    try (Stream<Path> all = Files.walk(origin)) {
      for (Path each : all.filter(Files::isRegularFile).toList()) {
        assertThat(copy.resolve(origin.relativize(each))).hasSameBinaryContentAs(each);
      }
    }
  }
}
