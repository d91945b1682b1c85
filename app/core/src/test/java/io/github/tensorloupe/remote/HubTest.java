package io.github.tensorloupe.remote;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import module java.base;

import io.github.tensorloupe.analysis.chunk.ChunkedScan;
import io.github.tensorloupe.analysis.health.HealthScan;
import io.github.tensorloupe.analysis.health.TensorHealth;
import io.github.tensorloupe.model.Checkpoint;
import io.github.tensorloupe.model.CheckpointFinder;
import io.github.tensorloupe.model.FileKind;
import io.github.tensorloupe.model.SmallFiles;
import io.github.tensorloupe.model.TensorData;
import io.github.tensorloupe.model.TensorFile;
import io.github.tensorloupe.testing.Collisions;
import io.github.tensorloupe.testing.HubServer;
import io.github.tensorloupe.testing.ModelServer;
import io.github.tensorloupe.testing.ModelServer.Answer;
import io.github.tensorloupe.testing.ModelServer.Content;
import io.github.tensorloupe.testing.RoundTrips;
import io.github.tensorloupe.text.Sentence;
import io.github.tensorloupe.work.Cancellation;
import io.github.tensorloupe.work.Progress;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Opens and reads a repository of a hub.
class HubTest {

  private static final int SHARDS = 30;

  /// On an idle machine, there are 9 to 11. On a busy one, the requests of a round trip may arrive
  /// in two groups. Without concurrent requests, there would be at least one for each shard.
  private static final int MAX_ROUND_TRIPS = 15;

  private static final long SHARD_BYTES = 3_300_000_000L;
  private static final String SHA256 = "ab".repeat(32);
  private static final String ADDRESS = "hf://" + HubServer.REPOSITORY;

  private final HubServer hub = new HubServer();
  private RemoteAccess access = RemoteTestAccess.of(hub.endpoint());
  private long headerBytes;

  @TempDir private Path folder;

  HubTest() throws IOException {}

  @AfterEach
  void close() throws IOException {
    access.close();
    hub.close();
  }

  private static byte[] header(String tensors) {
    byte[] text = ("{" + tensors + "}").getBytes(StandardCharsets.UTF_8);
    return ByteBuffer.allocate(8 + text.length)
        .order(ByteOrder.LITTLE_ENDIAN)
        .putLong(text.length)
        .put(text)
        .array();
  }

  private static String tensor(String name, String dtype, long begin, long count, int bytes) {
    return "\"%s\":{\"dtype\":\"%s\",\"shape\":[%d],\"data_offsets\":[%d,%d]}"
        .formatted(name, dtype, count, begin, begin + count * bytes);
  }

  /// Adds a checkpoint with 3.3 GB per shard.
  ///
  /// @param tensors the number of tensors per shard
  private void addShards(int shards, int tensors) {
    List<String> index = new ArrayList<>();
    for (int shard = 1; shard <= shards; shard++) {
      String file = "model-%05d-of-%05d.safetensors".formatted(shard, shards);
      List<String> entries = new ArrayList<>();
      long each = SHARD_BYTES / tensors / 2;
      for (int i = 0; i < tensors; i++) {
        String name = "layers.%d.experts.%d.weight".formatted(shard, i);
        entries.add(tensor(name, "BF16", i * each * 2, each, 2));
        index.add("\"%s\":\"%s\"".formatted(name, file));
      }
      byte[] header = header(String.join(",", entries));
      headerBytes += header.length;
      hub.large(file, Content.of(header, header.length + tensors * each * 2), SHA256);
    }
    String text = "{\"weight_map\":{" + String.join(",", index) + "}}";
    headerBytes += text.length();
    hub.small("model.safetensors.index.json", text);
    hub.small("config.json", "{}");
  }

  private Path path(String address) throws IOException {
    return access.path(address, RemoteTestAccess.REFUSES);
  }

  private Checkpoint open(String address) throws IOException {
    return Checkpoint.open(path(address), Cancellation.NEVER, Progress.NONE);
  }

  @ParameterizedTest
  @ValueSource(ints = {25, 300, 1000, 3000})
  void checkpointOfAHundredGigabytesCostsItsHeadersAndFewRoundTrips(int tensors)
      throws IOException {
    addShards(SHARDS, tensors);
    RoundTrips trips = new RoundTrips();
    hub.count(trips);
    try (Checkpoint checkpoint = open(ADDRESS)) {
      assertThat(checkpoint.tensors()).hasSize(SHARDS * tensors);
      assertThat(checkpoint.findings()).isEmpty();
    }
    assertThat(trips.count()).isLessThanOrEqualTo(MAX_ROUND_TRIPS);
    assertThat(hub.bodyByteCount()).isLessThan(headerBytes + (2 << 20));
    assertThat(hub.store().maxInFlight()).isLessThanOrEqualTo(8);
  }

  @Test
  void checkpointOfATerabyteCostsItsHeadersToo() throws IOException {
    addShards(300, 5);
    try (Checkpoint checkpoint = open(ADDRESS)) {
      assertThat(checkpoint.tensors()).hasSize(1500);
    }
    assertThat(hub.bodyByteCount()).isLessThan(headerBytes + (2 << 20));
  }

  private byte[] addLora() {
    byte[] header =
        header(
            tensor("a", "F32", 0, 1_000_000, 4)
                + ","
                + tensor("b", "F32", 4_000_000, 1_000_000, 4));
    ByteBuffer file = ByteBuffer.allocate(header.length + 8_000_000).order(ByteOrder.LITTLE_ENDIAN);
    file.put(header);
    for (int i = 0; i < 2_000_000; i++) {
      file.putFloat(i);
    }
    hub.large("lora.safetensors", Content.of(file.array()), SHA256);
    return file.array();
  }

  @Test
  void statisticsOfATensorFetchItsBytesOnce() throws IOException {
    addLora();
    try (TensorFile file = TensorFile.open(path(ADDRESS + "/lora.safetensors"))) {
      long opening = hub.bodyByteCount();
      TensorData data = file.data(file.header().tensor("b").orElseThrow()).orElseThrow();
      List<TensorHealth> found = new ArrayList<>();
      HealthScan scan = new HealthScan(new ChunkedScan(2));
      scan.run(List.of(data), (_, health) -> found.add(health), Cancellation.NEVER, Progress.NONE);
      assertThat(found).hasSize(1);
      // The first block also contains bytes of the preceding tensor.
      assertThat(hub.bodyByteCount() - opening)
          .isBetween(4_000_000L, 4_000_000L + 2 * BlockCache.BLOCK_BYTES);
      scan.run(List.of(data), (_, health) -> found.add(health), Cancellation.NEVER, Progress.NONE);
      assertThat(hub.bodyByteCount() - opening).isLessThan(4_000_000L + 2 * BlockCache.BLOCK_BYTES);
    }
  }

  @Test
  void everyByteIsTheOneThatTheFileHas() throws IOException {
    byte[] bytes = addLora();
    Random random = new Random(1);
    try (TensorFile file = TensorFile.open(path(ADDRESS + "/lora.safetensors"))) {
      for (int i = 0; i < 200; i++) {
        int begin = random.nextInt(bytes.length);
        int count = random.nextInt(Math.min(1 << random.nextInt(22), bytes.length - begin) + 1);
        assertThat(file.bytes().read(begin, count))
            .as("%d bytes at %d", count, begin)
            .isEqualTo(Arrays.copyOfRange(bytes, begin, begin + count));
      }
    }
    assertThat(hub.bodyByteCount()).isLessThan(bytes.length + (1 << 20));
  }

  @Test
  void fetchedBytesAreCachedOnDiskForTheSameStateOnly() throws IOException {
    byte[] bytes = addLora();
    access = RemoteTestAccess.of(hub.endpoint(), Map.of(), Optional.of(folder));
    for (int i = 0; i < 2; i++) {
      try (TensorFile file = TensorFile.open(path(ADDRESS + "/lora.safetensors"))) {
        assertThat(file.bytes().read(1_000_000, 3_000_000))
            .isEqualTo(Arrays.copyOfRange(bytes, 1_000_000, 4_000_000));
      }
    }
    assertThat(hub.bodyByteCount()).isLessThan(5_500_000);
    List<Path> cachedFiles;
    try (Stream<Path> below = Files.walk(folder)) {
      cachedFiles = below.filter(Files::isRegularFile).toList();
    }
    assertThat(cachedFiles).hasSizeBetween(12, 16);
    for (Path each : cachedFiles) {
      Files.write(each, new byte[1000], StandardOpenOption.WRITE);
    }
    try (TensorFile file = TensorFile.open(path(ADDRESS + "/lora.safetensors"))) {
      assertThat(file.bytes().read(1_000_000, 3_000_000))
          .as("after somebody has written into what was kept")
          .isEqualTo(Arrays.copyOfRange(bytes, 1_000_000, 4_000_000));
    }
  }

  @Test
  void expiredAddressIsResolvedAgain() throws IOException {
    byte[] bytes = addLora();
    try (TensorFile file = TensorFile.open(path(ADDRESS + "/lora.safetensors"))) {
      hub.expire();
      assertThat(file.bytes().read(6_000_000, 10))
          .isEqualTo(Arrays.copyOfRange(bytes, 6_000_000, 6_000_010));
    }
  }

  @Test
  void tokenIsSentOnlyToTheHub() throws IOException {
    addLora();
    access = RemoteTestAccess.of(hub.endpoint(), Map.of("HF_TOKEN", "hf_secret"), Optional.empty());
    TensorFile.open(path(ADDRESS + "/lora.safetensors")).close();
    assertThat(hub.hub().requests())
        .extracting(request -> request.headers().get("authorization"))
        .containsOnly("Bearer hf_secret");
    assertThat(hub.store().requests())
        .isNotEmpty()
        .allMatch(request -> !request.headers().containsKey("authorization"));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "/outside/m.safetensors",
        "/hub/../a/b/m.safetensors",
        "/hub/%2e%2E/a/b/m.safetensors",
        "/hub/x%2F..%2F..%2Fm.safetensors",
        "/hub/..%5Cm.safetensors",
        "/hubble/m.safetensors"
      })
  void tokenStaysInTheFolderOfTheHub(String address) throws IOException {
    ModelServer server = hub.hub();
    server.file(URLDecoder.decode(address, StandardCharsets.UTF_8), header(""));
    access =
        RemoteTestAccess.of(
            hub.endpoint() + "/hub", Map.of("HF_TOKEN", "hf_secret"), Optional.empty());
    TensorFile.open(path(hub.endpoint() + address)).close();
    assertThat(server.requests())
        .isNotEmpty()
        .allMatch(request -> !request.headers().containsKey("authorization"));
  }

  @Test
  void commitThatLeadsOutOfTheRepositoryIsIgnored() throws IOException {
    String listing = "{\"sha\":\"..\",\"siblings\":[{\"rfilename\":\"m.safetensors\"}]}";
    hub.hub().answer("/api/models/org/name/revision/main", _ -> Answer.of(200, listing));
    hub.hub().file("/org/name/resolve/main/m.safetensors", header(""));
    TensorFile.open(path(ADDRESS + "/m.safetensors")).close();
  }

  @ParameterizedTest
  @ValueSource(strings = {"/hub/../x", "/hub/%2e%2e/x", "http://other.example/x"})
  void nextPageOutsideTheHubIsNotRequested(String next) {
    String tree = "/api/models/org/name/tree/main";
    hub.hub()
        .answer(
            "/hub" + tree,
            _ ->
                Answer.of(
                    200, "[]", "Link", "<" + next.replaceFirst("^/hub", "") + ">; rel=\"next\""));
    access = RemoteTestAccess.of(hub.endpoint() + "/hub");
    assertThatThrownBy(() -> Files.size(path(ADDRESS))).hasMessageContaining("another server");
    assertThat(hub.hub().requests()).hasSize(2);
  }

  @Test
  void tokenIsReadFromTheFileOfTheClient() throws IOException {
    addLora();
    Files.writeString(folder.resolve("token"), "hf_file\n");
    access =
        RemoteTestAccess.of(
            hub.endpoint(),
            Map.of("HF_HOME", folder.toAbsolutePath().toString()),
            Optional.empty());
    TensorFile.open(path(ADDRESS + "/lora.safetensors")).close();
    assertThat(hub.hub().requests().getFirst().headers())
        .containsEntry("authorization", "Bearer hf_file");
  }

  @Test
  void revisionIsPinnedToItsCommit() throws IOException {
    addLora();
    TensorFile.open(path(ADDRESS + "@main/lora.safetensors")).close();
    assertThat(hub.hub().requests().getLast().target())
        .contains("/resolve/" + HubServer.COMMIT + "/");
  }

  @Test
  void repositoryIsAFolderWithItsCheckpoints() throws IOException {
    addLora();
    hub.small("README.md", "words");
    hub.small("sub folder/ü.safetensors", "no model");
    try (Checkpoint checkpoint = open(ADDRESS)) {
      assertThat(checkpoint.kind()).isEqualTo(FileKind.DIRECTORY);
      assertThat(checkpoint.files())
          .extracting(file -> file.path().toString())
          .containsExactly(ADDRESS + "/lora.safetensors", ADDRESS + "/sub folder/ü.safetensors");
    }
    assertThat(SmallFiles.text(path(ADDRESS).resolve("README.md"))).contains("words");
    assertThat(Files.exists(path(ADDRESS).resolve("config.json"))).isFalse();
  }

  @Test
  void mirrorThatKnowsThePagesOfTheTreeOnlyIsUnderstood() throws IOException {
    byte[] bytes = addLora();
    hub.listsPages();
    hub.small("README.md", "words");
    try (Checkpoint checkpoint = open(ADDRESS)) {
      assertThat(checkpoint.files()).hasSize(1);
      assertThat(checkpoint.files().getFirst().bytes().length()).isEqualTo(bytes.length);
    }
    assertThat(hub.hub().requests().getLast().target())
        .contains("/resolve/" + HubServer.COMMIT + "/");
  }

  @Test
  void mirrorWithoutListingsStillServesAFile() throws IOException {
    try (ModelServer server = new ModelServer()) {
      access = RemoteTestAccess.of(server.address(""));
      byte[] file = header(tensor("a", "U8", 0, 0, 1));
      server.file("/org/name/resolve/main/a b.safetensors", file);
      try (TensorFile open = TensorFile.open(path(ADDRESS + "/a b.safetensors"))) {
        assertThat(open.isRefused()).isFalse();
      }
    }
  }

  @Test
  void nothingIsWritten() throws IOException {
    addLora();
    Path path = path(ADDRESS + "/lora.safetensors");
    assertThatThrownBy(() -> Files.writeString(path, "x"))
        .hasMessageContaining("files on servers are never changed");
    assertThatThrownBy(() -> Files.delete(path))
        .hasMessageContaining("files on servers are never changed");
    assertThatThrownBy(() -> Files.move(path, path.resolveSibling("y")))
        .hasMessageContaining("files on servers are never changed");
    assertThat(Files.isWritable(path)).isFalse();
    assertThat(hub.requestCount()).isZero();
  }

  @Test
  void consentIsRequiredBeforeALargeFetch() throws IOException {
    byte[] header = header(tensor("huge", "F32", 0, 25_000_000, 4));
    hub.large("huge.safetensors", Content.of(header, header.length + 100_000_000L), SHA256);
    List<Long> requestedByteCounts = new ArrayList<>();
    AtomicBoolean allows = new AtomicBoolean();
    Path path =
        access.path(
            ADDRESS + "/huge.safetensors",
            (_, byteCount) -> {
              requestedByteCounts.add(byteCount);
              return allows.get()
                  ? Optional.empty()
                  : Optional.of(Sentence.of("It was not allowed."));
            });
    try (TensorFile file = TensorFile.open(path)) {
      TensorData data = file.data(file.header().tensors().getFirst()).orElseThrow();
      HealthScan scan = new HealthScan(new ChunkedScan(2));
      assertThatThrownBy(() -> scan.of(data, Cancellation.NEVER, Progress.NONE))
          .hasMessageContaining("100 MB")
          .hasMessageContaining("not allowed");
      assertThat(hub.bodyByteCount()).isLessThan(1 << 20);
      allows.set(true);
      scan.of(data, Cancellation.NEVER, Progress.NONE);
    }
    assertThat(requestedByteCounts)
        .hasSize(2)
        .allMatch(it -> Math.abs(it - 100_000_000) < 2 * BlockCache.BLOCK_BYTES);
    assertThat(hub.bodyByteCount()).isBetween(100_000_000L, 102_000_000L);
  }

  @Test
  @Timeout(180)
  void waitingReaderIsServedAfterTheRequesterWasStopped() throws IOException {
    byte[] header = header(tensor("huge", "F32", 0, 25_000_000, 4));
    hub.large("huge.safetensors", Content.of(header, header.length + 100_000_000L), SHA256);
    AtomicBoolean isStopped = new AtomicBoolean();
    Path path =
        access.path(
            ADDRESS + "/huge.safetensors",
            (_, _) -> {
              if (isStopped.compareAndSet(false, true)) {
                throw new CancellationException();
              }
              return Optional.empty();
            });
    try (TensorFile file = TensorFile.open(path)) {
      assertThatThrownBy(() -> file.bytes().read(0, 50_000_000))
          .isInstanceOf(CancellationException.class);
      assertThat(file.bytes().read(0, 50_000_000)).startsWith(header);
    }
  }

  @Test
  void namesThatNoFileCanHaveAreLeftOut() throws IOException {
    hub.small("a/".repeat(20_000) + "m.safetensors", "deep");
    hub.small("a/".repeat(32) + "m.safetensors", "too deep to be meant");
    hub.small("../m.safetensors", "outside");
    addLora();
    Path repository = path(ADDRESS);
    assertThat(CheckpointFinder.find(repository, Cancellation.NEVER))
        .extracting(found -> repository.relativize(found.path()).toString())
        .containsExactly("lora.safetensors");
  }

  /// Serves a listing of files.
  ///
  /// @param name returns the name of a file by its number
  private void list(int count, IntFunction<String> name) {
    String files =
        IntStream.range(0, count)
            .mapToObj(i -> "{\"rfilename\":\"" + name.apply(i) + "\",\"size\":1}")
            .collect(Collectors.joining(","));
    String listing = "{\"sha\":\"%s\",\"siblings\":[%s]}".formatted(HubServer.COMMIT, files);
    hub.hub().answer("/api/models/org/name/revision/main", _ -> Answer.of(200, listing));
  }

  @Test
  @Timeout(180)
  void listingOfDeepFoldersIsRefusedBeforeItFillsTheMemory() throws IOException {
    list(40_000, i -> (Integer.toString(i, 36) + "/").repeat(31) + "x.safetensors");
    assertThatThrownBy(() -> Checkpoint.open(path(ADDRESS), Cancellation.NEVER, Progress.NONE))
        .hasMessageContaining("more than 200,000 files and folders");
  }

  @Test
  @Timeout(180)
  void listingOfManyFilesIsRead() throws IOException {
    list(90_000, i -> "a/".repeat(i % 30) + i + (i % 1000 == 0 ? ".safetensors" : ".txt"));
    assertThat(CheckpointFinder.find(path(ADDRESS), Cancellation.NEVER)).hasSize(90);
  }

  /// With hash tables of paths, the work would grow with the square of the number of files.
  @Test
  @Timeout(value = 180, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
  void listingOfNamesWithEqualHashCodesIsRead() throws IOException {
    List<String> names = Collisions.names(60_000);
    list(names.size(), i -> names.get(i) + (i == 0 ? ".safetensors" : ".txt"));
    assertThat(CheckpointFinder.find(path(ADDRESS), Cancellation.NEVER)).hasSize(1);
  }

  @Test
  @Timeout(180)
  void listingOfManyTokensIsRefused() {
    String listing = "{\"siblings\":[" + "[],".repeat(1_000_000) + "0]}";
    hub.hub().answer("/api/models/org/name/revision/main", _ -> Answer.of(200, listing));
    assertThatThrownBy(() -> Files.size(path(ADDRESS))).hasMessageContaining("cannot be parsed");
  }

  @Test
  @Timeout(180)
  void listingWithoutAnEndOfItsPagesIsRefused() {
    AtomicInteger pages = new AtomicInteger();
    String tree = "/api/models/org/name/tree/main";
    hub.listsPages();
    hub.hub()
        .answer(
            tree,
            _ ->
                Answer.of(200, "[]")
                    .with(
                        "Link", "<" + tree + "?p=" + pages.incrementAndGet() + ">; rel=\"next\""));
    assertThatThrownBy(() -> Files.size(path(ADDRESS))).hasMessageContaining("250 pages");
    assertThat(pages.get()).isLessThan(300);
  }

  @Test
  @Timeout(180)
  void pagesOfAListingEndTogether() throws IOException {
    String tree = "/api/models/" + HubServer.REPOSITORY + "/tree/main";
    hub.listsPages();
    hub.hub()
        .answer(
            tree,
            _ -> {
              Answer page = Answer.of(200, "[" + " ".repeat(20_000_000) + "]");
              return page.with("Link", "<" + tree + ">; rel=\"next\"");
            });
    assertThatThrownBy(() -> Files.size(path(ADDRESS))).hasMessageContaining("sent more than");
    assertThat(hub.bodyByteCount()).isLessThan(50_000_000);
  }

  @Test
  void emptyFileIsNotTheOriginal() throws IOException {
    addLora();
    Path local = Files.createFile(folder.resolve("lora.safetensors"));
    try (TensorFile file = TensorFile.open(local)) {
      Original original =
          Original.of(path(hub.store().address("/lora.safetensors?Signature=1")), file);
      assertThat(original.expectedHashes().getFirst().expected()).isNotEqualTo("0");
    }
  }

  @Test
  void consentIsRequiredBeforeComparingALongHeader() throws IOException {
    byte[] begin = header(" ".repeat(40_000_000));
    hub.large("long.safetensors", Content.of(begin), SHA256);
    Path local = Files.write(folder.resolve("long.safetensors"), begin);
    try (TensorFile file = TensorFile.open(local)) {
      assertThatThrownBy(() -> Original.of(path(ADDRESS), file))
          .hasMessageContaining("Not in this test.");
    }
    assertThat(hub.bodyByteCount()).isLessThan(33 << 20);
  }

  @Test
  void onlyWhatIsReadHasANameOnTheDisk() throws IOException {
    addLora();
    Path path = path(ADDRESS + "/lora.safetensors");
    try (RemoteFile file = RemoteFileSystem.openToCopy(path);
        RemoteFile read = (RemoteFile) ((RemoteFileSystem) path.getFileSystem()).open(path)) {
      assertThat(file.diskName()).isEmpty();
      assertThat(read.diskName()).isPresent().isSameAs(read.diskName());
    }
  }

  @Test
  void threadThatIsInterruptedSpoilsNothingForOthers() throws IOException {
    addLora();
    Path path = path(ADDRESS + "/lora.safetensors");
    Thread.currentThread().interrupt();
    assertThatThrownBy(() -> TensorFile.open(path)).isInstanceOf(InterruptedIOException.class);
    assertThat(Thread.interrupted()).isTrue();
    TensorFile.open(path).close();
  }

  @Test
  void endpointThatIsNoAddressIsNotReplacedByAnother() {
    for (String named :
        List.of(
            "mirror.example", "https://user:word@mirror.example", "ftp://a.example", "https://")) {
      RemoteSettings settings =
          RemoteSettings.of(Map.of("HF_ENDPOINT", named), Optional::empty, Optional.empty());
      assertThat(settings.endpoint()).as(named).hasHost("hf-endpoint.invalid");
    }
  }
}
