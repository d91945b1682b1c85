package io.github.tensorloupe.integrity.expected;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.github.tensorloupe.integrity.signature.TrustedKeys;
import io.github.tensorloupe.model.AbsolutePaths;
import io.github.tensorloupe.model.TensorFile;
import io.github.tensorloupe.model.TestJvm;
import io.github.tensorloupe.testing.HubRepositoryBuilder;
import io.github.tensorloupe.testing.SampleBytes;
import io.github.tensorloupe.testing.Signing;
import io.github.tensorloupe.work.Cancellation;
import io.github.tensorloupe.work.Progress;
import java.io.IOException;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Proxy;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.ThrowingSupplier;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Files next to a checkpoint that were crafted to consume memory or time, or to lead elsewhere.
class HostileSourcesTest {

  private static final String NAME = "m.safetensors";
  private static final byte[] BYTES = SampleBytes.floats(1, 2, 3);
  private static final Hashing HASHING =
      new Hashing(_ -> HubRepositoryBuilder.sha256(BYTES), new HashMap<>(), Cancellation.NEVER);
  private static final int MIB = 1 << 20;

  @TempDir private Path folder;

  @BeforeEach
  void writeFile() throws IOException {
    SampleBytes.write(folder.resolve(NAME), BYTES);
  }

  private static List<Check> checks(Path path, TrustedKeys trust) throws IOException {
    Verifier verifier = new Verifier(new Signatures(trust, false));
    try (TensorFile file = TensorFile.open(path)) {
      List<ExpectedHash> hashes = verifier.expectedHashes(file, Cancellation.NEVER);
      return verifier.check(file, hashes, Cancellation.NEVER, Progress.NONE);
    }
  }

  private List<String> results() throws IOException {
    return results(checks(folder.resolve(NAME), TrustedKeys.NONE));
  }

  private static List<String> results(List<Check> checks) {
    return checks.stream()
        .map(each -> each.kind().spelling() + " " + each.result().spelling())
        .toList();
  }

  private List<String> resultsInTime() {
    return inTime(() -> results());
  }

  private static <T> T inTime(ThrowingSupplier<T> work) {
    return assertTimeoutPreemptively(Duration.ofSeconds(30), work);
  }

  private static String hash(int i) {
    return "%064x".formatted(i);
  }

  /// Prints the results of a file, and the number of traces in its folder.
  static final class InLittleMemory {

    public static void main(String[] arguments) throws IOException {
      Path path = Path.of(arguments[0]);
      List<Path> keys = Arrays.stream(arguments).skip(1).map(Path::of).toList();
      List<Check> checks = checks(path, TrustedKeys.read(keys, List.of()));
      int traces = DownloadTraces.in(path.getParent(), Cancellation.NEVER).size();
      System.out.print(results(checks) + " " + traces);
    }
  }

  private String inLittleMemory(Path... keys) {
    List<String> arguments = new ArrayList<>(List.of(folder.resolve(NAME).toString()));
    Arrays.stream(keys).map(Path::toString).forEach(arguments::add);
    return inTime(
        () -> TestJvm.run("256m", InLittleMemory.class, arguments.toArray(String[]::new)));
  }

  @Test
  void largeListWithManyNamesIsReadOnce() throws IOException {
    String lines =
        IntStream.range(0, 50_000)
            .mapToObj(i -> hash(i) + "  %07d.safetensors\n".formatted(i))
            .collect(Collectors.joining());
    String last = HubRepositoryBuilder.sha256(BYTES) + "  " + NAME + "\n";
    Path list = Files.writeString(folder.resolve("0.sha256"), lines + last);
    for (int i = 1; i < 16; i++) {
      Files.createLink(folder.resolve(i + ".sha256"), list);
    }

    assertThat(inLittleMemory()).isEqualTo("[checksum-list match] 10001");
  }

  @Test
  void filesWithOwnListsDoNotSearchAllLists() throws IOException {
    for (int i = 0; i < 500; i++) {
      Path file = SampleBytes.write(folder.resolve(i + ".safetensors"), BYTES);
      Files.writeString(folder.resolve(i + ".sha256"), hash(i) + "  " + file.getFileName());
    }
    Path file = folder.resolve("7.safetensors").toAbsolutePath();
    AtomicInteger count = new AtomicInteger();
    InvocationHandler counting =
        (_, method, arguments) -> {
          count.addAndGet(method.getName().equals("compareTo") ? 1 : 0);
          return method.invoke(file, arguments);
        };
    Class<?>[] types = {Path.class};
    Path counted = (Path) Proxy.newProxyInstance(Path.class.getClassLoader(), types, counting);

    assertThat(new ChecksumLists().expectedHashes(counted)).hasSize(1);
    assertThat(count).hasValueLessThan(50);
  }

  @Test
  void longListWithSeveralNamesCountsForSubfolders() throws IOException {
    Path below = SampleBytes.write(folder.resolve("sub/n.safetensors"), BYTES);
    String line = HubRepositoryBuilder.sha256(BYTES) + "  sub/n.safetensors\n";
    Path list = Files.writeString(folder.resolve("0.sha256"), line + "x".repeat(2 * MIB));
    Files.createLink(folder.resolve("SHA256SUMS"), list);
    ChecksumLists lists = new ChecksumLists();

    assertThat(lists.expectedHashes(folder.resolve(NAME).toAbsolutePath())).isEmpty();
    assertThat(lists.expectedHashes(below.toAbsolutePath())).hasSize(1);
  }

  @Test
  void namesOfALongListThatAreNotReadDoNotCountAgainstTheLimit() throws IOException {
    Path list = Files.writeString(folder.resolve("0.sha256"), "x".repeat(15 * MIB));
    for (int i = 1; i < 8; i++) {
      Files.createLink(folder.resolve(i + ".sha256"), list);
    }
    Path first = Files.writeString(folder.resolve("a.sha256"), hash(1) + "  " + NAME + "\n");
    Files.createLink(folder.resolve("b.sha256"), first);
    ChecksumLists lists = new ChecksumLists();

    assertThat(lists.expectedHashes(folder.resolve(NAME).toAbsolutePath())).hasSize(2);
    assertThat(lists.unread).isEmpty();
  }

  @Test
  void shortListWithVeryManyNamesIsNotReadAgainForEach() throws IOException {
    Path list = folder.resolve("0.sha256");
    Files.writeString(list, (hash(1) + "  a\n").repeat(MIB / 70));
    for (int i = 1; i < 200; i++) {
      Files.createLink(folder.resolve(i + ".sha256"), list);
    }
    ChecksumLists lists = new ChecksumLists();

    assertThat(lists.expectedHashes(folder.resolve(NAME).toAbsolutePath())).isEmpty();

    assertThat(lists.unread).hasSizeBetween(100, 150);
  }

  @ParameterizedTest
  @ValueSource(strings = {"{\"sha256\":", "link"})
  void unreadableSidecarIsReported(String content) throws IOException {
    Path sidecar = folder.resolve("m.civitai.info");
    if (content.equals("link")) {
      Files.createSymbolicLink(sidecar, Path.of("missing"));
    } else {
      Files.writeString(sidecar, content);
    }

    List<Check> checks = checks(folder.resolve(NAME), TrustedKeys.NONE);

    assertThat(results(checks)).containsExactly("sidecar unknown");
    assertThat(checks.getFirst().message()).contains("was not read");
  }

  @Test
  void sourcesThatCannotBeExaminedAreReported() throws IOException {
    Path hub = Files.createDirectories(folder.resolve(".cache/huggingface"));
    Files.createSymbolicLink(hub.resolve("download"), Path.of("download"));
    Files.createSymbolicLink(folder.resolve("model.sig"), Path.of("model.sig"));

    assertThat(results()).containsExactly("hub-download unknown", "signature unknown");
  }

  @Test
  void folderThatCannotBeListedIsReported() throws IOException {
    Path loop = Files.createSymbolicLink(folder.resolve("loop"), Path.of("loop"));

    assertThat(results(new ChecksumLists().faultyLists(loop.resolve(NAME))))
        .containsExactly("checksum-list unknown");
  }

  @ParameterizedTest
  @ValueSource(strings = {"UTF-8", "UTF-16LE"})
  void sidecarWithAByteOrderMarkIsRead(String encoding) throws IOException {
    String json = "{\"sha256\": \"%s\"}".formatted(hash(1));
    Path sidecar = folder.resolve("m.civitai.info");

    Files.writeString(sidecar, "\ufeff" + json, Charset.forName(encoding));
    assertThat(results()).containsExactly("sidecar mismatch");

    Files.writeString(sidecar, json, StandardCharsets.UTF_16LE);
    assertThat(results()).containsExactly("sidecar unknown");
  }

  @Test
  void pointerInUtf16Binds() throws IOException {
    String pointer =
        "\ufeffversion https://git-lfs.github.com/spec/v1\r\noid sha256:%s\r\n".formatted(hash(1));
    Files.writeString(folder.resolve(NAME + ".pointer"), pointer, StandardCharsets.UTF_16LE);

    assertThat(results()).containsExactly("lfs-pointer mismatch");
  }

  @Test
  void listOfARepositoryThatIsTooLargeIsReportedForEachFile() throws IOException {
    String commit = "a".repeat(40);
    Path hub = folder.resolve(".cache/huggingface");
    Path tree = Files.createDirectories(hub.resolve("trees")).resolve(commit + ".json");
    Files.writeString(tree, " ".repeat(5 * MIB));
    Files.createDirectories(hub.resolve("download"));
    SampleBytes.write(folder.resolve("n.safetensors"), BYTES);
    Verifier verifier = new Verifier(new Signatures(TrustedKeys.NONE, false));
    for (String name : List.of(NAME, "n.safetensors")) {
      Files.writeString(hub.resolve("download/" + name + ".metadata"), commit + "\nx\n1\n");
      try (TensorFile file = TensorFile.open(folder.resolve(name))) {
        List<ExpectedHash> hashes = verifier.expectedHashes(file, Cancellation.NEVER);
        List<Check> checks = verifier.check(file, hashes, Cancellation.NEVER, Progress.NONE);
        assertThat(results(checks)).containsExactly("hub-download unknown", "hub-tree unknown");
      }
    }
  }

  @Test
  void longListThatTwoFoldersShareCountsInBoth() throws IOException {
    String lines =
        IntStream.range(0, 15_000)
            .mapToObj(i -> hash(i) + "  %07d.safetensors\n".formatted(i))
            .collect(Collectors.joining());
    String last = HubRepositoryBuilder.sha256(BYTES) + "  " + NAME + "\n";
    Path list = Files.writeString(folder.resolve("SHA256SUMS"), lines + last);
    Path other = Files.createDirectory(folder.resolve("other")).resolve(NAME);
    SampleBytes.write(other, new byte[] {1, 2, 3});
    Files.createLink(other.resolveSibling("SHA256SUMS"), list);
    ChecksumLists lists = new ChecksumLists();

    assertThat(lists.expectedHashes(folder.resolve(NAME).toAbsolutePath())).hasSize(1);
    assertThat(lists.expectedHashes(other.toAbsolutePath())).hasSize(1);
  }

  @Test
  void listThatIsTooLargeIsReported() throws IOException {
    String line = HubRepositoryBuilder.sha256(BYTES) + "  " + NAME + "\n";
    Path list = folder.resolve("SHA256SUMS");
    Files.writeString(list, line + "\n".repeat(16 * MIB));
    Path below = SampleBytes.write(folder.resolve("sub/n.safetensors"), BYTES);

    for (Path file : List.of(folder.resolve(NAME), below)) {
      List<Check> checks = checks(file, TrustedKeys.NONE);
      assertThat(results(checks)).containsExactly("checksum-list unknown");
      assertThat(checks.getFirst().source()).isEqualTo(list.toAbsolutePath().toString());
      assertThat(checks.getFirst().message()).contains("was not read");
    }
    assertThat(DownloadTraces.in(folder, Cancellation.NEVER))
        .extracting(DownloadTraces.DownloadProblem::path)
        .containsExactly(list);
  }

  @Test
  void unreadableListsAreReportedUpToALimit() throws IOException {
    Files.createDirectory(folder.resolve("folder.sha256"));
    for (int i = 0; i < 20; i++) {
      Files.createSymbolicLink(folder.resolve(i + ".sha256"), Path.of("nowhere"));
    }

    assertThat(results()).hasSize(10).containsOnly("checksum-list unknown");
  }

  @Test
  void listsThatAreNotReadAgainAreReported() throws IOException {
    String line = HubRepositoryBuilder.sha256(BYTES) + "  " + NAME + "\n";
    Path list = Files.writeString(folder.resolve("SHA256SUMS"), line + "x".repeat(15 * MIB));
    Verifier verifier = new Verifier();
    List<String> results = new ArrayList<>();
    for (int i = 0; i < 7; i++) {
      Path file = SampleBytes.write(folder.resolve(i + "/" + NAME), new byte[] {1, 2, 3});
      Files.createLink(file.resolveSibling("SHA256SUMS"), list);
      try (TensorFile opened = TensorFile.open(file)) {
        List<ExpectedHash> hashes = verifier.expectedHashes(opened, Cancellation.NEVER);
        results.addAll(results(verifier.check(opened, hashes, Cancellation.NEVER, Progress.NONE)));
      }
    }

    assertThat(results).hasSize(7).contains("checksum-list mismatch", "checksum-list unknown");
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2 * MIB})
  void hardLinkedListsOfOneHashCountForTheirOwnFiles(int lineCount) throws IOException {
    SampleBytes.write(folder.resolve("n.safetensors"), BYTES);
    String hash = HubRepositoryBuilder.sha256(BYTES) + "\n".repeat(lineCount);
    Path list = Files.writeString(folder.resolve(NAME + ".sha256"), hash);
    Files.createLink(folder.resolve("n.safetensors.sha256"), list);

    assertThat(results()).containsExactly("checksum-list match");
    assertThat(results(checks(folder.resolve("n.safetensors"), TrustedKeys.NONE)))
        .containsExactly("checksum-list match");
  }

  @Test
  void longFilesWithHashesAreReported() throws IOException {
    Path note = folder.resolve(".cache/huggingface/download").resolve(NAME + ".metadata");
    SampleBytes.write(note, "\n".repeat(15 * MIB).getBytes(StandardCharsets.UTF_8));
    Files.writeString(folder.resolve("m.json"), "{\"a\":[%s{}]}".formatted("{},".repeat(5 * MIB)));

    assertThat(inLittleMemory()).isEqualTo("[hub-download unknown, sidecar unknown] 0");
  }

  @ParameterizedTest
  @ValueSource(strings = {"\0", "../../../evil", "evil", "/", ""})
  void noteWhoseCommitIsNoneIsIgnored(String commit) throws IOException {
    Path hub = folder.resolve(".cache/huggingface");
    String tree = "{\"files\":{\"%s\":{\"size\":1}}}".formatted(NAME);
    SampleBytes.write(hub.resolve("trees/evil.json"), tree.getBytes(StandardCharsets.UTF_8));
    Files.writeString(folder.resolve("evil.json"), tree);
    SampleBytes.write(
        hub.resolve("download").resolve(NAME + ".metadata"),
        (commit + "\n" + hash(1) + "\n1.5\n").getBytes(StandardCharsets.UTF_8));

    assertThat(results()).isEmpty();
  }

  @Test
  void overlongPointerIsReadUpToTheMaximumLength() throws IOException {
    String pointer =
        "version https://git-lfs.github.com/spec/v1\noid sha256:%s\nsize 5\n".formatted(hash(1));
    Files.writeString(folder.resolve(NAME), pointer + "\n".repeat(15 * MIB));

    assertThat(resultsInTime()).containsExactly("lfs-pointer mismatch", "lfs-pointer mismatch");
  }

  @Test
  void noteWithManyHashesIsComparedInTime() throws IOException {
    String hashes =
        IntStream.range(0, 40_000)
            .mapToObj(i -> "{\"hashes\":{\"SHA256\":\"%s\"}}".formatted(hash(i)))
            .collect(Collectors.joining(","));
    Files.writeString(folder.resolve("m.json"), "{\"files\":[%s]}".formatted(hashes));

    assertThat(resultsInTime()).hasSize(40_000).containsOnly("sidecar unknown");
  }

  // Signatures.

  private static ObjectNode withFiller(ObjectNode statement, String filler) {
    return statement.put("filler", filler);
  }

  @Test
  void largeSignatureIsEncodedOnceForAllKeys() throws IOException {
    Signing signing = Signing.p256();
    ObjectNode statement = withFiller(Signing.statement(folder, NAME), "\u00e9".repeat(3 * MIB));
    Path signature = signing.write(folder.resolve("model.sig"), statement);
    Path[] keys = new Path[6];
    for (int i = 0; i < keys.length; i++) {
      keys[i] = Signing.p256().writeKey(folder.resolve(i + ".pem"));
    }

    assertThat(Files.size(signature)).isGreaterThan(7L * MIB);
    assertThat(inLittleMemory(keys)).isEqualTo("[signature-digest match, signature mismatch] 0");
  }

  @Test
  void signatureOfManySmallValuesIsRefused() throws IOException {
    Signing signing = Signing.p256();
    ObjectNode bundle = signing.bundle(Signing.sealed(Signing.statement(folder, NAME)));
    Files.writeString(
        folder.resolve("model.sig"),
        bundle.toString().replaceFirst("\\{", "{\"a\":[%s{}],".formatted("{},".repeat(5 * MIB))));

    assertThat(inLittleMemory()).isEqualTo("[signature unknown] 0");
  }

  @Test
  void pathsWithTheSameHashCodeAreListedInTime() throws IOException {
    ObjectNode statement = Signing.statement(folder, NAME);
    ObjectNode first = (ObjectNode) Signing.resources(statement).get(0);
    for (int i = 0; i < 1 << 16; i++) {
      String name = Integer.toBinaryString(i + (1 << 16)).replace("0", "Aa").replace("1", "BB");
      Signing.resources(statement).add(first.deepCopy().put("name", name));
    }
    Path signature = Signing.p256().write(folder.resolve("model.sig"), statement);

    assertThat(Files.size(signature)).isLessThan(16L * MIB);
    assertThat(resultsInTime()).containsExactly("signature-digest match", "signature unknown");
  }

  /// Prints the number of unlisted files of a signed folder.
  static final class UnlistedInLittleMemory {

    public static void main(String[] arguments) throws IOException {
      Path folder = Path.of(arguments[0]);
      List<Path> files = List.of(folder.resolve(NAME));
      Signatures signatures = new Signatures(TrustedKeys.NONE, false);
      System.out.print(signatures.reports(folder, files, HASHING).size());
    }
  }

  @Test
  void longNamesInASignatureNeedLittleMemory() throws IOException {
    ObjectNode statement = Signing.statement(folder, NAME);
    ObjectNode first = (ObjectNode) Signing.resources(statement).get(0);
    for (int i = 0; i < 1000; i++) {
      String name = i + "/abcdefghijklm".repeat(250);
      Signing.resources(statement).add(first.deepCopy().put("name", name));
    }
    Signing.p256().write(folder.resolve("model.sig"), statement);

    String output =
        inTime(() -> TestJvm.run("200m", UnlistedInLittleMemory.class, folder.toString()));

    assertThat(output).isEqualTo("1");
  }

  @Test
  void signaturesOfManyFoldersAreReadUpToALimit() throws IOException {
    ObjectNode statement = withFiller(Signing.statement(folder, NAME), "x".repeat(10 * MIB));
    Path signature = Signing.p256().write(folder.resolve("model.sig"), statement);
    List<Path> files = new ArrayList<>();
    for (int i = 0; i < 8; i++) {
      Path sub = Files.createDirectory(folder.resolve("sub" + i));
      files.add(SampleBytes.write(sub.resolve(NAME), BYTES));
      Files.createLink(sub.resolve("model.sig"), signature);
    }

    Signatures signatures = new Signatures(TrustedKeys.NONE, false);
    List<String> messages =
        signatures.reports(folder, files, HASHING).values().stream()
            .map(each -> each.getFirst().message())
            .toList();

    assertThat(messages).hasSize(9);
    assertThat(messages)
        .filteredOn(it -> it.startsWith("The signature cannot be used. "))
        .hasSizeBetween(1, 7);
  }

  @Test
  void certificateThatIsLargerThanCertificatesAreIsRefused() throws IOException {
    Signing signing = Signing.p256();
    Instant begin = Instant.parse("2024-01-01T00:00:00Z");
    byte[] large =
        signing.certify(
            "x", "x".repeat(9000), signing.keys().getPublic(), begin, begin.plusSeconds(9));
    signing.write(folder.resolve("model.sig"), Signing.statement(folder, NAME), large);

    assertThat(checks(folder.resolve(NAME), TrustedKeys.NONE))
        .extracting(Check::message)
        .containsExactly("The signature cannot be used. A certificate in it is too large.");
  }

  @Test
  void piecesOfAFileWithManyNamesAreComparedUpToALimit() throws IOException {
    String[] names = new String[20];
    for (int i = 0; i < names.length; i++) {
      names[i] = "link" + i;
      Files.createLink(folder.resolve(names[i]), folder.resolve(NAME));
    }
    Signing.p256().write(folder.resolve("model.sig"), Signing.sharded(folder, 16, names));

    Signatures signatures = new Signatures(TrustedKeys.NONE, false);
    List<Check> checks = signatures.reports(folder, List.of(), HASHING).get(folder);

    assertThat(checks)
        .extracting(Check::message)
        .filteredOn(it -> it.contains("was not compared: the signature lists the same file under"))
        .hasSize(4);
    assertThat(checks.getFirst().message()).contains("16 of 20 files match the list.");
  }

  @Test
  void fileWithSeveralNamesIsHashedOnce() throws IOException {
    Path other = Files.createLink(folder.resolve("other.safetensors"), folder.resolve(NAME));
    String hash = HubRepositoryBuilder.sha256(BYTES);
    String list = "%s  %s\n%s  %s\n".formatted(hash, NAME, hash, other.getFileName());
    Files.writeString(folder.resolve("SHA256SUMS"), list);
    Verifier verifier = new Verifier();
    try (TensorFile one = TensorFile.open(folder.resolve(NAME));
        TensorFile two = TensorFile.open(other)) {
      List<ExpectedHash> hashes = verifier.expectedHashes(two, Cancellation.NEVER);
      assertThat(verifier.bytesToRead(two, hashes)).isPositive();

      verifier.examine(one, Cancellation.NEVER, Progress.NONE);

      assertThat(verifier.bytesToRead(two, hashes)).isZero();
    }
  }

  @Test
  void onlyTheNearestFoldersAreSearched() {
    Path file = Path.of("/", "x/".repeat(1000)).resolve(NAME);

    List<Path> folders = AbsolutePaths.foldersAbove(file).toList();

    assertThat(folders).hasSize(32).startsWith(file.getParent());
    assertThat(folders.getLast().getNameCount()).isEqualTo(1000 - 31);
  }
}
