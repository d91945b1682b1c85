package io.github.tensorloupe.remote;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import module java.base;

import io.github.tensorloupe.format.ByteRange;
import io.github.tensorloupe.format.FindingCode;
import io.github.tensorloupe.model.ByteSource;
import io.github.tensorloupe.model.FileChangedException;
import io.github.tensorloupe.model.ReadFailures;
import io.github.tensorloupe.model.SentenceException;
import io.github.tensorloupe.model.TensorFile;
import io.github.tensorloupe.testing.ModelServer;
import io.github.tensorloupe.testing.ModelServer.Answer;
import io.github.tensorloupe.testing.ModelServer.Content;
import io.github.tensorloupe.testing.ModelServer.Request;
import io.github.tensorloupe.text.Sentence;
import io.github.tensorloupe.work.Cancellation;
import org.assertj.core.api.AbstractThrowableAssert;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// Reads from faulty servers.
@Timeout(180)
class BadServerTest {

  private static final int MEBIBYTE = 1 << 20;

  /// A file with one large tensor without zero bytes.
  private static final byte[] FILE = file(3 * MEBIBYTE);

  private final ModelServer server = new ModelServer();
  private final RemoteAccess access = RemoteTestAccess.of("https://hub.invalid");

  BadServerTest() throws IOException {}

  private static byte[] file(int dataLength) {
    byte[] header =
        "{\"t\":{\"dtype\":\"U8\",\"shape\":[%d],\"data_offsets\":[0,%1$d]}}"
            .formatted(dataLength)
            .getBytes(StandardCharsets.US_ASCII);
    byte[] file = new byte[Long.BYTES + header.length + dataLength];
    Arrays.fill(file, (byte) 7);
    ByteBuffer.wrap(file).order(ByteOrder.LITTLE_ENDIAN).putLong(header.length).put(header);
    return file;
  }

  @AfterEach
  void close() throws IOException {
    access.close();
    server.close();
  }

  private TensorFile open() throws IOException {
    return TensorFile.open(access.path(server.address("/m.safetensors"), RemoteTestAccess.REFUSES));
  }

  private void answer(Function<Request, Answer> how) {
    server.answer("/m.safetensors", how);
  }

  private static Answer good(Request request) {
    return ModelServer.part(Content.of(FILE), request, "\"v1\"");
  }

  private AbstractThrowableAssert<?, ?> assertOpeningFails() {
    return assertThatThrownBy(this::open).isInstanceOf(SentenceException.class);
  }

  @Test
  void wholeFileInPlaceOfAPartIsDropped() {
    Content large = Content.of(FILE, 10L << 30);
    answer(request -> ModelServer.part(large, new Request("GET", "", Map.of()), "\"v1\""));
    assertOpeningFails().hasMessageContaining("does not support partial downloads");
    assertThat(server.bodyByteCount()).isLessThan(20 * MEBIBYTE);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "bytes 1-524288/3145804",
        "bytes 0-524286/3145804",
        "bytes 0-524287/*",
        "",
        "bytes 0-9/5",
        "bytes 9-0/99"
      })
  void unrequestedRangeIsDropped(String range) {
    answer(request -> good(request).with("Content-Range", range));
    assertOpeningFails().hasMessageContaining("bytes 0 to 524,287 were requested");
  }

  @Test
  void errorResponseIsNotTreatedAsData() {
    answer(_ -> Answer.of(416, "no such range", "Content-Range", "bytes */3145804"));
    assertOpeningFails().hasMessageContaining("bytes 0 to 524,287 were requested");
  }

  @Test
  void laterPartThatIsNotNamedIsDropped() throws IOException {
    server.file("/m.safetensors", FILE);
    try (TensorFile file = open()) {
      answer(request -> good(request).with("Content-Range", ""));
      assertThatThrownBy(() -> file.bytes().read(2 * MEBIBYTE, 10))
          .isInstanceOf(SentenceException.class)
          .hasMessageContaining("it sent other bytes");
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"0", "0, 1", "unknown"})
  void hashesOfARedirectingServerHoldForRangesReadFromItsTarget(String digits) throws IOException {
    List<String> hashes = Arrays.stream(digits.split(", ")).map(each -> each.repeat(64)).toList();
    String target = server.address("/target");
    server.redirect("/m.safetensors", target, "X-Linked-ETag", String.join(", ", hashes));
    server.answer("/target", request -> good(request).with("X-Linked-ETag", "f".repeat(64)));
    try (TensorFile file = open()) {
      assertThat(file.bytes().read(2 * MEBIBYTE, 10)).containsOnly(7);
      assertThat(((RemoteFile) file.bytes()).sha256s)
          .isEqualTo(
              switch (digits) {
                case "0" -> List.of(hashes.getFirst(), "f".repeat(64));
                case "0, 1" -> hashes;
                default -> List.of();
              });
    }
    assertThat(server.requests()).filteredOn(it -> it.path().equals("/m.safetensors")).hasSize(1);
  }

  @Test
  void packedBytesAreDropped() {
    answer(request -> good(request).with("Content-Encoding", "gzip"));
    assertOpeningFails().hasMessageContaining("gzip");
    assertThat(server.requests().getFirst().headers()).containsEntry("accept-encoding", "identity");
  }

  @Test
  void slowResponseFails() {
    answer(
        request ->
            good(request)
                .with(
                    out -> {
                      while (true) {
                        out.write(7);
                        out.flush();
                        sleep();
                      }
                    }));
    assertOpeningFails().hasMessageContaining("too slow");
    assertThat(server.requests()).as("no use in trying again").hasSize(1);
  }

  private static void sleep() throws IOException {
    try {
      Thread.sleep(20);
    } catch (InterruptedException e) {
      throw new InterruptedIOException();
    }
  }

  @Test
  void bodyWithoutEndIsDropped() {
    answer(
        request -> {
          Answer answer = good(request);
          Map<String, String> headers = new HashMap<>(answer.headers());
          headers.remove("Content-Length");
          return new Answer(
              206,
              headers,
              out -> {
                while (true) {
                  out.write(new byte[1 << 16]);
                }
              });
        });
    assertOpeningFails().hasMessageContaining("it sent more bytes than requested");
    assertThat(server.bodyByteCount()).isLessThan(20 * MEBIBYTE);
  }

  @Test
  void truncatedBodyIsRetriedAndThenFails() throws IOException {
    AtomicInteger cuts = new AtomicInteger(2);
    answer(
        request ->
            cuts.getAndDecrement() > 0
                ? good(request).with(out -> failAfter(out, 1000))
                : good(request));
    try (TensorFile file = open()) {
      assertThat(file.isRefused()).isFalse();
      cuts.set(100);
      assertThatThrownBy(() -> file.bytes().read(2 * MEBIBYTE, 10))
          .isInstanceOf(SentenceException.class)
          .hasMessageContaining("was lost");
    }
    assertThat(server.requests()).hasSize(6);
  }

  private static void failAfter(OutputStream out, int byteCount) throws IOException {
    out.write(new byte[byteCount]);
    out.flush();
    throw new IOException("cut");
  }

  @ParameterizedTest
  @ValueSource(strings = {"\"v2\"", "", "\"V1\""})
  void otherStateOfTheFileIsAChange(String entityTag) throws IOException {
    server.file("/m.safetensors", FILE);
    try (TensorFile file = open()) {
      answer(request -> ModelServer.part(Content.of(FILE), request, entityTag));
      assertThatThrownBy(() -> file.bytes().read(2 * MEBIBYTE, 10))
          .isInstanceOf(FileChangedException.class)
          .satisfies(
              failure ->
                  assertThat(ReadFailures.finding((IOException) failure).code())
                      .isEqualTo(FindingCode.FILE_CHANGED));
    }
  }

  @Test
  void otherLengthIsAChange() throws IOException {
    server.file("/m.safetensors", FILE);
    try (TensorFile file = open()) {
      server.file("/m.safetensors", Content.of(FILE, FILE.length + 1));
      assertThatThrownBy(() -> file.bytes().read(2 * MEBIBYTE, 10))
          .isInstanceOf(FileChangedException.class);
    }
  }

  @Test
  void redirectsInACircleEnd() {
    server.redirect("/m.safetensors", server.address("/n"));
    server.redirect("/n", server.address("/m.safetensors"));
    assertOpeningFails().hasMessageContaining("redirects");
    assertThat(server.requests()).hasSizeLessThan(15);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "http://example.com/m",
        "ftp://127.0.0.1/m",
        "//\\",
        "file:///etc/passwd",
        "https:m",
        "https://a_b.example/m",
        "https://127.0.0.1:65536/m"
      })
  void redirectToWhatIsNotSafeIsNotFollowed(String to) {
    server.redirect("/m.safetensors", to);
    assertOpeningFails().hasMessageContaining("redirects to");
  }

  @Test
  void redirectIsResolvedAgainOnReopening() throws IOException {
    server.redirect("/m.safetensors", "/old");
    server.file("/old", FILE);
    open().close();
    server.redirect("/m.safetensors", "/new");
    server.file("/new", FILE);
    open().close();
    assertThat(server.requests().getLast().path()).isEqualTo("/new");
  }

  @Test
  void expiredAddressIsResolvedAgainForAllReaders() throws IOException {
    Content content = Content.of(FILE, 12 * MEBIBYTE);
    AtomicBoolean isFirst = new AtomicBoolean(true);
    CountDownLatch resolved = new CountDownLatch(1);
    server.redirect("/m.safetensors", "/old");
    server.file("/old", content);
    try (TensorFile file = open()) {
      server.redirect("/m.safetensors", "/new");
      server.answer(
          "/old",
          _ -> {
            if (!isFirst.getAndSet(false)) {
              waitFor(resolved);
            }
            return Answer.of(403, "expired");
          });
      server.answer(
          "/new",
          request -> {
            resolved.countDown();
            return ModelServer.part(content, request, "\"v1\"");
          });
      assertThat(file.bytes().read(MEBIBYTE, 10 * MEBIBYTE)).startsWith(7, 7);
    }
  }

  private static void waitFor(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  @Test
  void addressMayGoThroughTheFolderAbove() throws IOException {
    server.file("/x/../m.safetensors", FILE);
    TensorFile.open(access.path(server.address("/x/../m.safetensors"), RemoteTestAccess.REFUSES))
        .close();
  }

  @Test
  void weakEtagDoesNotIdentifyAState() throws IOException {
    answer(request -> ModelServer.part(Content.of(FILE), request, "W/\"v1\""));
    try (RemoteFile file =
        RemoteFileSystem.openToCopy(
            access.path(server.address("/m.safetensors"), RemoteTestAccess.REFUSES))) {
      assertThat(file.state()).isEmpty();
    }
  }

  @Test
  void tlsFailureIsReported() {
    assertThatThrownBy(
            () ->
                TensorFile.open(
                    access.path(
                        server.address("/m.safetensors").replace("http:", "https:"),
                        RemoteTestAccess.REFUSES)))
        .isInstanceOf(SentenceException.class)
        .hasMessageContaining("cannot be verified");
  }

  @ParameterizedTest
  @ValueSource(ints = {500, 502, 503, 429})
  void failureThatPassesIsTriedAgain(int status) throws IOException {
    AtomicInteger failures = new AtomicInteger(2);
    answer(request -> failures.getAndDecrement() > 0 ? Answer.of(status, "busy") : good(request));
    open().close();
    assertThat(server.requests()).hasSize(3);
    failures.set(100);
    assertOpeningFails();
    assertThat(server.requests()).hasSize(6);
  }

  @Test
  void longRetryAfterIsNotAwaited() {
    answer(_ -> Answer.of(429, "", "Retry-After", "3600"));
    assertOpeningFails().hasMessageContaining("Try again in 3,600 s");
    assertThat(server.requests()).hasSize(1);
  }

  @Test
  void retryAfterIsRespected() throws IOException {
    AtomicInteger failures = new AtomicInteger(1);
    List<Long> times = new ArrayList<>();
    answer(
        request -> {
          times.add(System.nanoTime());
          return failures.getAndDecrement() > 0
              ? Answer.of(429, "", "Retry-After", "1")
              : good(request);
        });
    open().close();
    assertThat(times.getLast() - times.getFirst()).isGreaterThanOrEqualTo(1_000_000_000L);
  }

  @Test
  void gatedRepositoryIsExplained() {
    answer(
        _ ->
            Answer.of(
                401, "", "X-Error-Code", "GatedRepo", "X-Error-Message", "Access is restricted."));
    assertOpeningFails()
        .hasMessageContaining("accept its terms")
        .hasMessageContaining("Access is restricted.")
        .hasMessageContaining("HF_TOKEN")
        .hasMessageContaining("Accept the terms at http://127.0.0.1:");
  }

  @Test
  void storeErrorIsReportedWithoutSecrets() {
    answer(
        _ ->
            Answer.of(
                403,
                "<Error><Message>Denied: https://s.example/f?Signature=abc123 has"
                    + " expired</Message></Error>"));
    assertOpeningFails().hasMessageContaining("has expired").hasMessageNotContaining("abc123");
  }

  @Test
  void longReasonIsCut() {
    answer(_ -> Answer.of(403, "{\"error\":\"" + "no ".repeat(2000) + "\"}"));
    assertOpeningFails().hasMessageContaining("no no no");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "{\"error\":{\"code\":7,\"message\":\"no \\\"entry\\\"\"}}|no \"entry\"",
        "{\"details\":[\"error\",\"message\"],\"error\":\"no entry\"}|no entry",
        "{\"text\":\"\\\"error\\\":\\\"fake\\\"\",\"message\":\"no entry\"}|no entry"
      })
  void reasonInJsonIsReadAsJson(String body, String reason) {
    answer(_ -> Answer.of(403, body));
    assertOpeningFails().hasMessageEndingWith("The server says: " + reason);
  }

  @ParameterizedTest
  @ValueSource(strings = {"Location", "ETag", "X-Error-Message", "RateLimit", "Content-Range"})
  void longHeadersAreNotRead(String name) {
    answer(_ -> Answer.of(429, "").with(name, "; ".repeat(190_000)));
    assertOpeningFails().hasMessageContaining("its headers are too long");
  }

  @Test
  void longLinkHeaderOfAListingEnds() throws IOException {
    server.answer(
        "/api/models/org/name/tree/main", _ -> Answer.of(200, "[]", "Link", "<".repeat(380_000)));
    try (RemoteAccess hub = RemoteTestAccess.of(server.address(""))) {
      Path path = hub.path("hf://org/name", RemoteTestAccess.REFUSES);
      assertThatThrownBy(() -> Files.size(path)).hasMessageContaining("its headers are too long");
    }
  }

  @Test
  void bytesOfAnImpossiblyLongFileAreCountedAtOnce() throws IOException {
    long length = 999_999_999_999_999_999L;
    server.file("/m.safetensors", Content.of(FILE, length));
    Path path = access.path(server.address("/m.safetensors"), RemoteTestAccess.REFUSES);
    try (ByteSource file = ByteSource.open(path)) {
      assertThat(file.missingByteCount(List.of(new ByteRange(MEBIBYTE, length))))
          .isBetween(length - 2 * MEBIBYTE, length);
    }
  }

  @Test
  void missingFileIsReported() {
    assertThatThrownBy(this::open).hasMessageContaining("has no such file");
  }

  @Test
  void missingFileWithSpacesInItsNameIsReported() {
    String address = server.address("/a%20b/c/resolve/m.safetensors");
    assertThatThrownBy(() -> TensorFile.open(access.path(address, RemoteTestAccess.REFUSES)))
        .hasMessageContaining("has no such file");
  }

  @Test
  void silentServerTimesOut() throws IOException {
    CountDownLatch over = new CountDownLatch(1);
    server.answer(
        "/api/models/org/name/revision/main",
        _ -> {
          waitFor(over);
          return Answer.of(200, "{}");
        });
    try (RemoteAccess hub = RemoteTestAccess.of(server.address(""))) {
      Path path = hub.path("hf://org/name", RemoteTestAccess.REFUSES);
      assertThatThrownBy(() -> Files.size(path))
          .hasMessageContaining("no complete response within 5 s");
    }
    over.countDown();
  }

  @Test
  void bytesOfAnAnswerThatBreaksOffAreCounted() throws IOException {
    server.answer(
        "/api/models/org/name/revision/main",
        _ -> Answer.of(200, "").with("Content-Length", "99999").with(out -> failAfter(out, 81920)));
    try (RemoteAccess hub = RemoteTestAccess.of(server.address(""))) {
      Path path = hub.path("hf://org/name", RemoteTestAccess.REFUSES);
      assertThatThrownBy(() -> Files.size(path)).hasMessageContaining("was lost");
      assertThat(((RemoteFileSystem) path.getFileSystem()).traffic().byteCount())
          .isBetween(3L * (81_920 - 4096), 3L * 81_920);
    }
  }

  @Test
  void cancellingEndsTheWaitForASilentServer() throws Exception {
    AtomicBoolean cancelled = new AtomicBoolean();
    CountDownLatch requested = new CountDownLatch(1);
    answer(
        request ->
            good(request)
                .with(
                    out -> {
                      requested.countDown();
                      while (true) {
                        sleep();
                        out.write(0);
                        out.flush();
                      }
                    }));
    FutureTask<Object> opening =
        new FutureTask<>(
            () -> ScopedValue.where(Cancellation.OF_WORK, cancelled::get).call(this::open));
    Thread.ofVirtual().start(opening);
    requested.await();
    cancelled.set(true);
    assertThatThrownBy(opening::get).hasCauseInstanceOf(CancellationException.class);
    while (server.brokenOffCount() == 0) {
      Thread.sleep(10);
    }
  }

  @Test
  void cancellingEndsTheWaitForOthers() throws Exception {
    CountDownLatch over = new CountDownLatch(1);
    CountDownLatch requested = new CountDownLatch(Transport.MAX_CONCURRENT);
    answer(
        request -> {
          requested.countDown();
          waitFor(over);
          return good(request);
        });
    for (int i = 0; i < Transport.MAX_CONCURRENT; i++) {
      Thread.ofVirtual().start(new FutureTask<>(this::open));
    }
    requested.await();
    AtomicInteger checks = new AtomicInteger();
    // Not cancelled before the wait begins.
    Cancellation afterSomeChecks = () -> checks.incrementAndGet() > 5;
    assertThatThrownBy(
            () -> ScopedValue.where(Cancellation.OF_WORK, afterSomeChecks).call(this::open))
        .isInstanceOf(CancellationException.class);
    over.countDown();
  }

  @Test
  void networkThatIsTurnedOffIsNotUsed() throws IOException {
    for (boolean byEnvironment : List.of(true, false)) {
      RemoteSettings settings =
          new RemoteSettings(
              URI.create("https://hub.invalid"),
              byEnvironment ? Map.of("HF_HUB_OFFLINE", "1") : Map.of(),
              Path.of(""),
              () -> byEnvironment ? Optional.empty() : Optional.of(Sentence.of("By the settings.")),
              Duration.ofSeconds(1),
              Optional.empty());
      try (RemoteAccess off = new RemoteAccess(settings)) {
        Path path = off.path(server.address("/m.safetensors"), RemoteTestAccess.REFUSES);
        assertThatThrownBy(() -> TensorFile.open(path))
            .hasMessageContaining(byEnvironment ? "HF_HUB_OFFLINE" : "By the settings.");
      }
    }
    assertThat(server.requests()).isEmpty();
  }

  @Test
  void tokenWithALineBreakIsNeitherSentNorShown() throws IOException {
    RemoteAccess with =
        RemoteTestAccess.of(
            server.address(""), Map.of("HF_TOKEN", "hf_x\r\nEvil: 1"), Optional.empty());
    Path path = with.path("hf://org/name/m.safetensors", RemoteTestAccess.REFUSES);
    assertThatThrownBy(() -> TensorFile.open(path))
        .hasMessageContaining("token")
        .hasMessageNotContaining("hf_x");
    assertThat(server.requests()).isEmpty();
  }

  @Test
  void queryIsNeverShown() throws IOException {
    server.file("/m.safetensors", FILE);
    Path path = access.path(server.address("/m.safetensors?key=secret"), RemoteTestAccess.REFUSES);
    assertThat(path.toString()).endsWith("/m.safetensors?…").doesNotContain("secret");
    try (TensorFile file = TensorFile.open(path)) {
      assertThat(file.identity().toString()).doesNotContain("secret");
    }
    assertThat(server.requests().getFirst().target()).isEqualTo("/m.safetensors?key=secret");
  }
}
