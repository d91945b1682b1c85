package io.github.tensorloupe.integrity.expected;

import static io.github.tensorloupe.testing.HubRepositoryBuilder.sha256;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import io.github.tensorloupe.format.Dtype;
import io.github.tensorloupe.format.Finding;
import io.github.tensorloupe.format.FindingCode;
import io.github.tensorloupe.integrity.expected.Check.Result;
import io.github.tensorloupe.integrity.expected.ExpectedHash.Measure;
import io.github.tensorloupe.integrity.expected.Verifier.Examination;
import io.github.tensorloupe.integrity.expected.Verifier.PendingChecks;
import io.github.tensorloupe.integrity.hash.FileHashes;
import io.github.tensorloupe.model.TensorFile;
import io.github.tensorloupe.testing.HubRepositoryBuilder;
import io.github.tensorloupe.testing.SampleBytes;
import io.github.tensorloupe.testing.TensorFiles;
import io.github.tensorloupe.work.Cancellation;
import io.github.tensorloupe.work.Progress;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class VerifierTest {

  private static final String COMMIT = HubRepositoryBuilder.commit("first");
  private static final String NAME = "model.safetensors";

  @TempDir private Path folder;

  private final Verifier verifier = new Verifier();

  private static byte[] bytes() {
    return SampleBytes.floats(1, 2, 3);
  }

  private List<Check> checks(Path path) throws IOException {
    try (TensorFile file = TensorFile.open(path)) {
      return verifier.check(
          file,
          verifier.expectedHashes(file, Cancellation.NEVER),
          Cancellation.NEVER,
          Progress.NONE);
    }
  }

  /// Returns the checks of a new verifier, which has no cached hashes.
  private static List<Check> freshChecks(Path path) throws IOException {
    Verifier other = new Verifier();
    try (TensorFile file = TensorFile.open(path)) {
      return other.check(
          file, other.expectedHashes(file, Cancellation.NEVER), Cancellation.NEVER, Progress.NONE);
    }
  }

  private static List<FindingCode> findings(Path path) throws IOException {
    try (TensorFile file = TensorFile.open(path)) {
      return MetadataHashes.findings(file).stream().map(Finding::code).toList();
    }
  }

  private Check onlyCheck(Path path) throws IOException {
    List<Check> checks = checks(path);
    assertThat(checks).hasSize(1);
    return checks.getFirst();
  }

  private static void write(Path path, String text) throws IOException {
    SampleBytes.write(path, text.getBytes(StandardCharsets.UTF_8));
  }

  // Caches of the Hub.

  @Test
  void blobOfTheCacheIsComparedWithItsName() throws IOException {
    HubRepositoryBuilder repository = HubRepositoryBuilder.repository(folder, "org", "name");
    Path link = repository.addLarge(COMMIT, NAME, bytes());

    Check check = onlyCheck(link);

    assertThat(check.kind()).isEqualTo(ExpectedHashSource.HUB_BLOB);
    assertThat(check.result()).isEqualTo(Result.MATCH);
    assertThat(check.expected()).contains(sha256(bytes())).isEqualTo(check.actual());
    assertThat(check.source()).endsWith(sha256(bytes()));
    assertThat(onlyCheck(link.toRealPath()).result()).isEqualTo(Result.MATCH);
  }

  @Test
  void oneFlippedBitInABlobIsAMismatch() throws IOException {
    Path link =
        HubRepositoryBuilder.repository(folder, "org", "name").addLarge(COMMIT, NAME, bytes());
    HubRepositoryBuilder.flipBit(link, bytes().length - 1);

    Check check = onlyCheck(link);

    assertThat(check.result()).isEqualTo(Result.MISMATCH);
    assertThat(check.expected()).contains(sha256(bytes()));
    assertThat(check.actual()).contains(sha256(Files.readAllBytes(link)));
  }

  @Test
  void smallBlobIsNamedByTheHashOfGit() throws IOException {
    HubRepositoryBuilder repository = HubRepositoryBuilder.repository(folder, "org", "name");
    Path link = repository.addSmall(COMMIT, "config.json", new byte[] {'{', '}'});

    assertThat(onlyCheck(link).expected()).contains("9e26dfeeb6e641a33dae4961196235bdb965b21b");
    assertThat(onlyCheck(link).result()).isEqualTo(Result.MATCH);
  }

  @Test
  void linkFromElsewhereIntoTheCacheLeadsToItsPromise() throws IOException {
    Path link =
        HubRepositoryBuilder.repository(folder, "org", "name").addLarge(COMMIT, NAME, bytes());
    Path elsewhere = Files.createSymbolicLink(folder.resolve("checkpoint.safetensors"), link);

    assertThat(onlyCheck(elsewhere).kind()).isEqualTo(ExpectedHashSource.HUB_BLOB);
  }

  @Test
  void listingOfTheRepositoryPromisesLengthAndHashWhereTheCacheHasNoLinks() throws IOException {
    Path repository = HubRepositoryBuilder.repository(folder, "org", "name").folder();
    Path copy = repository.resolve("snapshots").resolve(COMMIT).resolve("unet").resolve(NAME);
    SampleBytes.write(copy, bytes());
    write(
        repository.resolve("trees").resolve(COMMIT + ".json"),
        "{\"format_version\":1,\"files\":{\"unet/%s\":{\"size\":%d,\"blob_id\":\"%s\",\"lfs_sha256\":\"%s\"}}}"
            .formatted(NAME, bytes().length + 1, "0".repeat(40), sha256(bytes())));

    assertThat(checks(copy))
        .extracting(Check::kind, Check::result)
        .containsExactly(
            tuple(ExpectedHashSource.HUB_TREE, Result.MISMATCH),
            tuple(ExpectedHashSource.HUB_TREE, Result.MATCH));
    try (TensorFile file = TensorFile.open(copy)) {
      PendingChecks outlook = verifier.precheck(file, Cancellation.NEVER);
      assertThat(outlook.checks()).extracting(Check::result).containsExactly(Result.MISMATCH);
      assertThat(outlook.waiting())
          .extracting(ExpectedHash::measure)
          .containsExactly(Measure.FILE_SHA256);
    }
  }

  @Test
  void downloadIntoAFolderIsComparedWithItsNote() throws IOException {
    Path file = SampleBytes.write(folder.resolve("text_encoder").resolve(NAME), bytes());
    Path note =
        folder.resolve(".cache/huggingface/download/text_encoder").resolve(NAME + ".metadata");
    write(note, COMMIT + "\n" + sha256(bytes()) + "\n1716200000.5\n");

    assertThat(onlyCheck(file).kind()).isEqualTo(ExpectedHashSource.HUB_DOWNLOAD);
    assertThat(onlyCheck(file).result()).isEqualTo(Result.MATCH);

    HubRepositoryBuilder.flipBit(file, 70);
    assertThat(freshChecks(file)).extracting(Check::result).containsExactly(Result.MISMATCH);
  }

  @Test
  void fileIsReadOnceHoweverManyLinksLeadToIt() throws IOException {
    HubRepositoryBuilder repository = HubRepositoryBuilder.repository(folder, "org", "name");
    Path first = repository.addLarge(COMMIT, NAME, bytes());
    Path second = repository.addLarge(HubRepositoryBuilder.commit("second"), NAME, bytes());
    checks(first);

    try (TensorFile file = TensorFile.open(second)) {
      List<ExpectedHash> expectedHashes = verifier.expectedHashes(file, Cancellation.NEVER);
      assertThat(expectedHashes).hasSize(1);
      assertThat(verifier.bytesToRead(file, expectedHashes)).isZero();
      assertThat(new Verifier().bytesToRead(file, expectedHashes)).isEqualTo(bytes().length);
    }
    assertThat(onlyCheck(second).result()).isEqualTo(Result.MATCH);
  }

  // Git LFS.

  private static String pointer(byte[] bytes) {
    return pointer(sha256(bytes), bytes.length);
  }

  private static String pointer(String hash, int length) {
    return "version https://git-lfs.github.com/spec/v1\noid sha256:%s\nsize %d\n"
        .formatted(hash, length);
  }

  @Test
  void pointerInPlaceOfTheFileIsAMismatchOfLengthAndHash() throws IOException {
    Path file = folder.resolve(NAME);
    write(file, pointer(bytes()));

    assertThat(checks(file))
        .hasSize(2)
        .allSatisfy(
            check -> {
              assertThat(check.kind()).isEqualTo(ExpectedHashSource.LFS_POINTER);
              assertThat(check.result()).isEqualTo(Result.MISMATCH);
            });
  }

  @Test
  void pointerAloneSaysWhereTheFileMayBe() throws IOException {
    Path file = folder.resolve("repository").resolve(NAME);
    write(file, pointer(bytes()));
    assertThat(freshChecks(file).getLast().message()).contains("git lfs pull");

    SampleBytes.write(file.resolveSibling("copy.safetensors"), bytes());
    assertThat(freshChecks(file).getLast().message()).contains("copy.safetensors has the length");

    String hash = sha256(bytes());
    SampleBytes.write(
        folder
            .resolve(".git/lfs/objects")
            .resolve(hash.substring(0, 2))
            .resolve(hash.substring(2, 4))
            .resolve(hash),
        bytes());
    assertThat(freshChecks(file).getLast().message()).contains("git lfs checkout");
  }

  @Test
  void folderOfPointersIsListedOnceInARun() throws IOException {
    Verifier verifier = new Verifier();
    List<String> messages = new ArrayList<>();
    for (String name : List.of("1.safetensors", "2.safetensors")) {
      write(folder.resolve(name), pointer(bytes()));
      try (TensorFile file = TensorFile.open(folder.resolve(name))) {
        List<ExpectedHash> hashes = verifier.expectedHashes(file, Cancellation.NEVER);
        messages.add(
            verifier.check(file, hashes, Cancellation.NEVER, Progress.NONE).getLast().message());
      }
      // A second listing would find this file.
      SampleBytes.write(folder.resolve("copy.safetensors"), bytes());
    }
    assertThat(messages).hasSize(2).allMatch(it -> it.contains("git lfs pull"));
  }

  @Test
  void pointerNextToTheFileIsCompared() throws IOException {
    Path file = SampleBytes.write(folder.resolve("real.safetensors"), bytes());
    write(folder.resolve(NAME), pointer(bytes()));

    assertThat(checks(file))
        .extracting(Check::kind, Check::result)
        .containsOnly(tuple(ExpectedHashSource.LFS_POINTER, Result.MATCH));
  }

  @Test
  void lengthAloneIsNoMatch() throws IOException {
    Path file = SampleBytes.write(folder.resolve(NAME), bytes());
    String pointer = pointer(bytes()).replace("sha256:", "sha512:");
    write(folder.resolve(NAME + ".pointer"), pointer);

    assertThat(checks(file))
        .extracting(Check::result)
        .containsExactly(Result.MATCH, Result.UNKNOWN);
    assertThat(Check.worst(checks(file))).isEqualTo(Result.UNKNOWN);

    Files.move(folder.resolve(NAME + ".pointer"), folder.resolve("other.pointer"));
    assertThat(freshChecks(file)).isEmpty();
  }

  @Test
  void unusableHashOfTheHubIsReported() throws IOException {
    Path repository = HubRepositoryBuilder.repository(folder, "org", "name").folder();
    Path file = repository.resolve("snapshots").resolve(COMMIT).resolve(NAME);
    SampleBytes.write(file, bytes());
    write(
        repository.resolve("trees").resolve(COMMIT + ".json"),
        "{\"files\":{\"%s\":{\"size\":%d,\"lfs_sha256\":\"sha256:%s\"}}}"
            .formatted(NAME, bytes().length, sha256(bytes())));
    assertThat(checks(file))
        .extracting(Check::result)
        .containsExactly(Result.MATCH, Result.UNKNOWN);
    assertThat(Check.worst(checks(file))).isEqualTo(Result.UNKNOWN);

    Path download = SampleBytes.write(folder.resolve("download").resolve(NAME), bytes());
    Path note = download.resolveSibling(".cache/huggingface/download").resolve(NAME + ".metadata");
    write(note, COMMIT + "\n" + sha256(bytes()) + "-2\n1716200000.5\n");
    assertThat(onlyCheck(download).message()).contains("not a hash of the expected form");
  }

  private void writeOtherPointers(int count) throws IOException {
    for (int i = 0; i < count; i++) {
      String hash = "%064x".formatted(i);
      write(folder.resolve("%05d.pointer".formatted(i)), pointer(hash, bytes().length));
    }
  }

  @Test
  void pointerIsFoundAmongManyOthersWithoutComparingEach() throws IOException {
    Path path = SampleBytes.write(folder.resolve("real.safetensors"), bytes());
    writeOtherPointers(2000);
    try (TensorFile file = TensorFile.open(path)) {
      assertThat(new Verifier().expectedHashes(file, Cancellation.NEVER)).hasSize(2);
    }
    assertThat(checks(path)).isEmpty();

    for (int i = 0; i < 20; i++) {
      write(folder.resolve("z" + i + ".pointer"), pointer(bytes()));
    }
    write(folder.resolve("real.pointer"), pointer(bytes()));

    assertThat(freshChecks(path))
        .hasSize(20)
        .extracting(Check::kind, Check::result)
        .containsOnly(tuple(ExpectedHashSource.LFS_POINTER, Result.MATCH));
    assertThat(freshChecks(path).getFirst().source()).endsWith("real.pointer");
  }

  @Test
  void pointerToAnotherFileOfTheSameLengthPromisesNothing() throws IOException {
    Path file = SampleBytes.write(folder.resolve("real.safetensors"), bytes());
    write(folder.resolve(NAME), pointer(SampleBytes.floats(4, 5, 6)));

    assertThat(checks(file)).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {".index.json", ".png", ".sig", ".zip"})
  void pointerInPlaceOfAnotherFilePromisesNothingOfTheFileItIsNamedAfter(String suffix)
      throws IOException {
    Path file = SampleBytes.write(folder.resolve(NAME), bytes());
    write(folder.resolve(NAME + suffix), pointer(SampleBytes.floats(4, 5)));

    assertThat(checks(file)).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {".pointer", ".ptr", ".lfs", ".lfs-pointer", ".git-lfs"})
  void pointerNamedAfterTheFileBindsIt(String suffix) throws IOException {
    Path file = SampleBytes.write(folder.resolve(NAME), bytes());
    write(folder.resolve(NAME + suffix), pointer(SampleBytes.floats(4, 5)));

    assertThat(checks(file)).extracting(Check::result).containsOnly(Result.MISMATCH);
  }

  @Test
  void fileInTheStoreOfGitLfsIsComparedWithItsName() throws IOException {
    String hash = sha256(bytes());
    Path object =
        folder
            .resolve(".git/lfs/objects")
            .resolve(hash.substring(0, 2))
            .resolve(hash.substring(2, 4))
            .resolve(hash);
    SampleBytes.write(object, bytes());

    assertThat(onlyCheck(object).kind()).isEqualTo(ExpectedHashSource.LFS_OBJECT);
    assertThat(onlyCheck(object).result()).isEqualTo(Result.MATCH);
  }

  // Lists and notes.

  @Test
  void listsNextToTheFileAndInParentFoldersAreFound() throws IOException {
    Path file = SampleBytes.write(folder.resolve("vae").resolve(NAME), bytes());
    write(folder.resolve("SHA256SUMS"), sha256(bytes()) + "  vae/" + NAME + "\n");
    write(folder.resolve("vae").resolve(NAME + ".sha256"), "0".repeat(64) + "\n");

    assertThat(checks(file))
        .extracting(Check::kind, Check::result)
        .containsExactly(
            tuple(ExpectedHashSource.CHECKSUM_LIST, Result.MISMATCH),
            tuple(ExpectedHashSource.CHECKSUM_LIST, Result.MATCH));
  }

  @Test
  void listWithDifferentHashesOfAFileNamesNoneOfThem() throws IOException {
    Path file = SampleBytes.write(folder.resolve(NAME), bytes());
    String end = "  " + NAME + "\n";
    write(folder.resolve("SHA256SUMS"), "1".repeat(64) + end + sha256(bytes()) + end);

    Check check = onlyCheck(file);

    assertThat(check.result()).isEqualTo(Result.MISMATCH);
    assertThat(check.expected()).isEmpty();
    assertThat(check.message())
        .isEqualTo("The checksum list contains different hashes for this file.");
  }

  @Test
  void listThatDoesNotNameTheFilePromisesNothing() throws IOException {
    Path file = SampleBytes.write(folder.resolve(NAME), bytes());
    write(folder.resolve("SHA256SUMS"), sha256(bytes()) + "  other.safetensors\n");

    assertThat(checks(file)).isEmpty();
  }

  @Test
  void noteOnSeveralFilesMatchesAnyOfThem() throws IOException {
    Path file = SampleBytes.write(folder.resolve("lora.safetensors"), bytes());
    write(
        folder.resolve("lora.civitai.info"),
        "{\"files\":[{\"name\":\"x\",\"hashes\":{\"SHA256\":\"%s\"}},{\"hashes\":{\"AutoV2\":\"00\",\"SHA256\":\"%s\"}}]}"
            .formatted("0".repeat(64), sha256(bytes()).toUpperCase(Locale.ROOT)));

    assertThat(onlyCheck(file).result()).isEqualTo(Result.MATCH);
  }

  @Test
  void noteNextToAnUpperCaseNameIsRead() throws IOException {
    Path file = SampleBytes.write(folder.resolve("LORA.SAFETENSORS"), bytes());
    write(folder.resolve("LORA.metadata.json"), "{\"sha256\":\"" + "0".repeat(64) + "\"}");

    assertThat(onlyCheck(file).kind()).isEqualTo(ExpectedHashSource.SIDECAR);
  }

  @Test
  void noteOnThisFileThatNamesAnotherHashIsAMismatch() throws IOException {
    Path file = SampleBytes.write(folder.resolve("lora.safetensors"), bytes());
    write(folder.resolve("lora.metadata.json"), "{\"sha256\":\"" + "0".repeat(64) + "\"}");

    assertThat(onlyCheck(file).kind()).isEqualTo(ExpectedHashSource.SIDECAR);
    assertThat(onlyCheck(file).result()).isEqualTo(Result.MISMATCH);
  }

  // Metadata.

  private static final byte[] A = {1, 2};
  private static final byte[] B = {3, 4, 5, 6};

  private static byte[] joined(byte[] first, byte[] second) {
    byte[] all = Arrays.copyOf(first, first.length + second.length);
    System.arraycopy(second, 0, all, first.length, second.length);
    return all;
  }

  /// Data order: `m`, `z`, `a`. Header order: `z`, `m`, `a`.
  private Path threeTensors(String key, String value, String... more) throws IOException {
    StringBuilder metadata = new StringBuilder("\"%s\":\"%s\"".formatted(key, value));
    for (String other : more) {
      metadata.append(",\"").append(other).append("\":\"\"");
    }
    String header =
        ("{\"__metadata__\":{%s},"
                + "\"z\":{\"dtype\":\"U8\",\"shape\":[4],\"data_offsets\":[2,6]},"
                + "\"m\":{\"dtype\":\"U8\",\"shape\":[2],\"data_offsets\":[0,2]},"
                + "\"a\":{\"dtype\":\"U8\",\"shape\":[1],\"data_offsets\":[6,7]}}")
            .formatted(metadata);
    return SampleBytes.write(
        folder.resolve(NAME), SampleBytes.file(header, joined(joined(A, B), new byte[] {7})));
  }

  private static String stored() {
    return sha256(new byte[] {1, 2, 3, 4, 5, 6, 7});
  }

  @Test
  void modelHashOfTrainersIsThatOfTheData() throws IOException {
    assertThat(onlyCheck(threeTensors("sshs_model_hash", stored())).result())
        .isEqualTo(Result.MATCH);
    assertThat(freshChecks(threeTensors("sshs_model_hash", "0".repeat(64))))
        .extracting(Check::result)
        .containsExactly(Result.MISMATCH);
  }

  @Test
  void modelspecHashIsTriedInAllItsDefinitions() throws IOException {
    List<byte[]> orders =
        List.of(
            new byte[] {1, 2, 3, 4, 5, 6, 7},
            new byte[] {3, 4, 5, 6, 1, 2, 7},
            new byte[] {7, 1, 2, 3, 4, 5, 6});
    for (byte[] order : orders) {
      Path file = threeTensors("modelspec.hash_sha256", "0x" + sha256(order));

      assertThat(onlyCheck(file).result()).as(Arrays.toString(order)).isEqualTo(Result.MATCH);
      assertThat(onlyCheck(file).expected()).contains(sha256(order));
    }
  }

  @Test
  void modelspecHashOfNoDefinitionIsAMismatchThatSaysItIsNoSignOfDamage() throws IOException {
    Check check = onlyCheck(threeTensors("modelspec.hash_sha256", "0x" + sha256(new byte[] {9})));

    assertThat(check.result()).isEqualTo(Result.MISMATCH);
    assertThat(check.message()).contains("does not indicate damage");
  }

  @Test
  void modelspecHashOfATrainerMayHaveAnUnknownTensorOrder() throws IOException {
    Path file =
        threeTensors("modelspec.hash_sha256", "0x" + sha256(new byte[] {9}), "ss_network_module");

    assertThat(onlyCheck(file).result()).isEqualTo(Result.UNKNOWN);
  }

  @Test
  void hashOfNothingIsPointedOut() throws IOException {
    Path file = threeTensors("sshs_model_hash", FileHashes.EMPTY_SHA256);

    Check check = onlyCheck(file);

    assertThat(check.result()).isEqualTo(Result.MISMATCH);
    assertThat(check.message()).contains("empty input");
    assertThat(check.actual()).contains(stored());
    assertThat(findings(file)).containsExactly(FindingCode.HASH_OF_NOTHING);
  }

  @Test
  void hashOfNothingIsRightWhereThereAreNoData() throws IOException {
    Path file =
        SampleBytes.write(
            folder.resolve(NAME),
            SampleBytes.file(
                "{\"__metadata__\":{\"sshs_model_hash\":\"%s\"}}"
                    .formatted(FileHashes.EMPTY_SHA256)));

    assertThat(onlyCheck(file).result()).isEqualTo(Result.MATCH);
    assertThat(findings(file)).isEmpty();
  }

  @Test
  void textThatIsNoHashPromisesNothingThatCouldBeBroken() throws IOException {
    assertThat(onlyCheck(threeTensors("sshs_model_hash", "not computed")).result())
        .isEqualTo(Result.UNKNOWN);
    assertThat(checks(threeTensors("sshs_model_hash", " "))).isEmpty();
  }

  @Test
  void legacyHashIsThatOfTheFileWithTrainingMetadataAlone() throws IOException {
    Path file =
        new TensorFiles()
            .tensor("a", Dtype.U8, new byte[10], 10)
            .metadata("sshs_legacy_hash", "e3b0c442")
            .write(folder.resolve(NAME));

    assertThat(onlyCheck(file).kind()).isEqualTo(ExpectedHashSource.SSHS_LEGACY_HASH);
    assertThat(onlyCheck(file).result()).isEqualTo(Result.MATCH);
    // The hash covers only 64 KiB of the file.
    assertThat(Check.worst(checks(file))).isEqualTo(Result.UNKNOWN);
  }

  @Test
  void fileWithoutPromisesIsNotRead() throws IOException {
    Path file = SampleBytes.write(folder.resolve(NAME), bytes());

    try (TensorFile open = TensorFile.open(file)) {
      assertThat(verifier.bytesToRead(open, verifier.expectedHashes(open, Cancellation.NEVER)))
          .isZero();
    }
    assertThat(checks(file)).isEmpty();
  }

  @Test
  void examinationHasHashesAndChecksFromOnePass() throws IOException {
    Path link =
        HubRepositoryBuilder.repository(folder, "org", "name").addLarge(COMMIT, NAME, bytes());
    long[] last = {0};
    try (TensorFile file = TensorFile.open(link)) {
      Examination examination =
          verifier.examine(file, Cancellation.NEVER, (done, _) -> last[0] += done);

      assertThat(examination.hashes().sha256()).isEqualTo(sha256(bytes()));
      assertThat(Check.worst(examination.checks())).isEqualTo(Result.MATCH);
      assertThat(last[0]).isEqualTo(bytes().length);
    }
  }

  @Test
  void digestOfAnEarlierStateIsNotUsedForAnotherName() throws IOException {
    Path first = SampleBytes.write(folder.resolve(NAME), bytes());
    Path second = Files.createLink(folder.resolve("other.safetensors"), first);
    String sha256 = sha256(bytes());
    write(
        folder.resolve("SHA256SUMS"),
        "%s  %s\n%s  other.safetensors\n".formatted(sha256, NAME, sha256));
    assertThat(onlyCheck(first).result()).isEqualTo(Result.MATCH);
    assertThat(verifier.changedFiles()).isEmpty();

    HubRepositoryBuilder.flipBit(first, bytes().length - 1);
    Files.setLastModifiedTime(first, FileTime.fromMillis(1));

    assertThat(onlyCheck(second).result()).isEqualTo(Result.MISMATCH);
    assertThat(verifier.changedFiles()).containsExactly(first.toAbsolutePath());
  }
}
