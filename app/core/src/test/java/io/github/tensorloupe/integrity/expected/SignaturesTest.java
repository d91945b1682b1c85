package io.github.tensorloupe.integrity.expected;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.github.tensorloupe.integrity.expected.Check.Result;
import io.github.tensorloupe.integrity.signature.SignedModel;
import io.github.tensorloupe.integrity.signature.TrustedKeys;
import io.github.tensorloupe.model.TensorFile;
import io.github.tensorloupe.testing.HubRepositoryBuilder;
import io.github.tensorloupe.testing.SampleBytes;
import io.github.tensorloupe.testing.Signing;
import io.github.tensorloupe.work.Cancellation;
import io.github.tensorloupe.work.Progress;
import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.PublicKey;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class SignaturesTest {

  private static final Instant BEGIN = Instant.parse("2024-01-01T00:00:00Z");
  private static final Instant END = Instant.parse("2034-01-01T00:00:00Z");
  private static final String[] NAMES = {"a.safetensors", "config.json", "sub/b.safetensors"};

  private static final Signing SIGNING = Signing.p256();

  @TempDir private Path top;

  private Path folder;

  @BeforeEach
  void writeModel() throws IOException {
    folder = Files.createDirectory(top.resolve("model"));
    SampleBytes.write(folder.resolve(NAMES[0]), SampleBytes.floats(1, 2, 3));
    Files.writeString(folder.resolve(NAMES[1]), "{\"a\": 'quoted'}");
    SampleBytes.write(folder.resolve(NAMES[2]), SampleBytes.floats(4));
  }

  private ObjectNode statement() throws IOException {
    return Signing.statement(folder, NAMES);
  }

  private Path signature() {
    return folder.resolve("model.sig");
  }

  private TrustedKeys key(Signing signing) throws IOException {
    Path file = signing.writeKey(Files.createTempFile(top, "key", ".pem"));
    return TrustedKeys.read(List.of(file), List.of());
  }

  private TrustedKeys authority(byte[]... certificates) throws IOException {
    StringBuilder pem = new StringBuilder("Text before it is no matter.\n");
    Arrays.stream(certificates).forEach(each -> pem.append(Signing.pem("CERTIFICATE", each)));
    Path file = Files.writeString(Files.createTempFile(top, "ca", ".pem"), pem);
    return TrustedKeys.read(List.of(), List.of(file));
  }

  private List<Check> report(Signatures signatures) throws IOException {
    return report(signatures, folder);
  }

  private static List<Check> report(Signatures signatures, Path folder) throws IOException {
    return new Verifier(signatures)
        .checkModels(folder, List.of(), Cancellation.NEVER).values().stream()
            .flatMap(List::stream)
            .toList();
  }

  private List<Check> report(TrustedKeys trust) throws IOException {
    return report(new Signatures(trust, false));
  }

  private Check verdict(TrustedKeys trust) throws IOException {
    return report(trust).getFirst();
  }

  private static List<Check> ofFile(Path path, TrustedKeys trust) throws IOException {
    return ofFile(path, new Signatures(trust, false));
  }

  private static List<Check> ofFile(Path path, Signatures signatures) throws IOException {
    Verifier verifier = new Verifier(signatures);
    try (TensorFile file = TensorFile.open(path)) {
      List<ExpectedHash> hashes = verifier.expectedHashes(file, Cancellation.NEVER);
      return verifier.check(file, hashes, Cancellation.NEVER, Progress.NONE);
    }
  }

  private static List<String> results(List<Check> checks) {
    return checks.stream()
        .map(each -> each.kind().spelling() + " " + each.result().spelling())
        .toList();
  }

  static Stream<Signing> keysOfAllKinds() {
    return Stream.of(
        SIGNING,
        Signing.curve("secp384r1", "SHA384withECDSA"),
        Signing.curve("secp521r1", "SHA512withECDSA"),
        // Larger keys take seconds to generate.
        Signing.of("RSA", 2048, "SHA256withRSA"),
        Signing.of("Ed25519", 255, "Ed25519"));
  }

  @ParameterizedTest
  @MethodSource("keysOfAllKinds")
  void keyThatIsTrustedVouchesForAllFiles(Signing signing) throws IOException {
    signing.write(signature(), statement());

    List<Check> checks = report(key(signing));

    assertThat(results(checks)).containsExactly("signature match");
    assertThat(checks.getFirst().message())
        .startsWith("Signed by the key you trust (SHA-256 of the key: ")
        .endsWith("). 3 of 3 files match the list.");
    assertThat(checks.getFirst().source()).endsWith("model.sig");
  }

  @Test
  void untrustedSignatureIsNotReportedAsSigned() throws IOException {
    SIGNING.write(signature(), statement());

    Check check = verdict(TrustedKeys.NONE);

    assertThat(check.result()).isEqualTo(Result.UNKNOWN);
    assertThat(check.message())
        .contains("was not checked", "--public-key", "3 of 3 files match")
        .doesNotContainIgnoringCase("signed");
    assertThat(ofFile(folder.resolve(NAMES[0]), TrustedKeys.NONE))
        .extracting(each -> each.message().toLowerCase(java.util.Locale.ROOT))
        .noneMatch(message -> message.contains("signed"));
  }

  @Test
  void keyInAnOldBundleIsUsedButNotTrusted() throws IOException {
    ObjectNode bundle = SIGNING.bundle(Signing.sealed(statement()));
    String pem = Signing.pem("PUBLIC KEY", SIGNING.keys().getPublic().getEncoded());
    Signing.material(bundle)
        .putObject("publicKey")
        .put("rawBytes", Base64.getEncoder().encodeToString(pem.getBytes(StandardCharsets.UTF_8)));
    Files.writeString(signature(), bundle.toString());

    assertThat(verdict(TrustedKeys.NONE).result()).isEqualTo(Result.UNKNOWN);
    assertThat(verdict(TrustedKeys.NONE).message())
        .startsWith("The signature is valid for the key in the file (SHA-256 of the key: ");
    assertThat(verdict(key(SIGNING)).result()).isEqualTo(Result.MATCH);
  }

  @Test
  void otherKeyIsRefused() throws IOException {
    SIGNING.write(signature(), statement());

    Check check = verdict(key(Signing.p256()));

    assertThat(check.result()).isEqualTo(Result.MISMATCH);
    assertThat(check.message()).startsWith("The signature does not verify with the key you trust");
  }

  @Test
  void otherHashAlgorithmIsNotReportedAsAnotherSigner() throws IOException {
    Signing signing = Signing.curve("secp384r1", "SHA256withECDSA");
    signing.write(signature(), statement());

    Check check = verdict(key(signing));

    assertThat(check.result()).isEqualTo(Result.MISMATCH);
    assertThat(check.message()).contains("does not verify").doesNotContain("not made");
  }

  @Test
  void keyOfACurveThatIsAsLargeAsASupportedOneIsRefused() throws IOException {
    String secp256k1 =
        """
        -----BEGIN PUBLIC KEY-----
        MFYwEAYHKoZIzj0CAQYFK4EEAAoDQgAEcWr02vzmlgm+ux1++Wp/ctemtlZMWtbf
        eK6yi7Jw9k5Foka4WPGMkBKCofmP/0P2JWyXOwWwvWh033D3VO4BeQ==
        -----END PUBLIC KEY-----
        """;
    Path file = Files.writeString(top.resolve("key.pem"), secp256k1);

    assertThatThrownBy(() -> TrustedKeys.read(List.of(file), List.of()))
        .hasMessageEndingWith("key.pem holds no public key (PEM) of a supported kind.");
  }

  @Test
  void statementThatWasChangedIsRefused() throws IOException {
    ObjectNode bundle = SIGNING.bundle(Signing.sealed(statement()));
    Files.writeString(folder.resolve(NAMES[1]), "changed");
    String forged = Base64.getEncoder().encodeToString(Signing.sealed(statement()));
    ((ObjectNode) bundle.get("dsseEnvelope")).put("payload", forged);
    Files.writeString(signature(), bundle.toString());

    assertThat(verdict(key(SIGNING)).result()).isEqualTo(Result.MISMATCH);
  }

  @Test
  void differencesOfTheFilesAreListed() throws IOException {
    SIGNING.write(signature(), statement());
    byte[] bytes = Files.readAllBytes(folder.resolve(NAMES[0]));
    bytes[bytes.length - 1] ^= 1;
    Files.write(folder.resolve(NAMES[0]), bytes);
    Files.delete(folder.resolve(NAMES[1]));
    Files.writeString(folder.resolve("extra.py"), "print()");
    Files.writeString(folder.resolve(".gitattributes"), "");

    List<Check> checks = report(key(SIGNING));

    assertThat(checks)
        .extracting(Check::message)
        .satisfiesExactly(
            first -> assertThat(first).contains("1 of 3 files match"),
            second -> assertThat(second).isEqualTo("a.safetensors does not match the list."),
            third -> assertThat(third).isEqualTo("config.json is missing."),
            fourth ->
                assertThat(fourth).isEqualTo("1 file is not covered by the signature: extra.py."));
    assertThat(checks).extracting(Check::result).containsOnly(Result.MISMATCH);
    assertThat(checks.get(1).expected()).isPresent();
    assertThat(checks.get(1).actual()).isPresent().isNotEqualTo(checks.get(1).expected());
  }

  @Test
  void filesThatAreNotCoveredPassWhereTheUserSaysSo() throws IOException {
    SIGNING.write(signature(), statement());
    Files.writeString(folder.resolve("extra.py"), "print()");
    SampleBytes.write(folder.resolve("c.safetensors"), SampleBytes.floats(5));

    assertThat(results(report(new Signatures(key(SIGNING), true))))
        .containsExactly("signature match", "signature unknown");
    assertThat(results(report(TrustedKeys.NONE)))
        .containsExactly("signature unknown", "signature unknown");
    assertThat(results(ofFile(folder.resolve("c.safetensors"), TrustedKeys.NONE)))
        .containsExactly("signature unknown", "signature unknown");
  }

  @Test
  void onlyAFileThatIsListedAsItIsIsSaidToBeSigned() throws IOException {
    SIGNING.write(signature(), statement());
    Path added = folder.resolve("c.safetensors");
    SampleBytes.write(added, SampleBytes.floats(5));
    Path changed = folder.resolve(NAMES[2]);
    SampleBytes.write(changed, SampleBytes.floats(5));

    assertThat(results(ofFile(added, key(SIGNING)))).containsExactly("signature mismatch");
    assertThat(results(ofFile(added, new Signatures(key(SIGNING), true))))
        .containsExactly("signature unknown");
    assertThat(results(ofFile(changed, key(SIGNING)))).containsExactly("signature-digest mismatch");
  }

  @Test
  void modelIsSignedOnlyIfNothingInItDiffers() throws IOException {
    SIGNING.write(signature(), statement());
    Files.writeString(folder.resolve("extra.py"), "print()");

    assertThat(verdict(key(SIGNING)).message())
        .startsWith("The list of files was signed by the key you trust (")
        .endsWith("). 3 of 3 files match the list.");
    assertThat(report(new Signatures(key(SIGNING), true)).getFirst().message())
        .startsWith("Signed by the key you trust (");
    Files.delete(folder.resolve(NAMES[1]));
    assertThat(report(new Signatures(key(SIGNING), true)).getFirst().message())
        .startsWith("The list of files was signed by the key you trust (")
        .endsWith("). 2 of 3 files match the list.");
  }

  @Test
  void linkedFolderIsCheckedLikeAnyOther() throws IOException {
    SIGNING.write(signature(), statement());
    folder = Files.createSymbolicLink(top.resolve("link"), folder);

    assertThat(results(report(key(SIGNING)))).containsExactly("signature match");
    Files.writeString(folder.resolve("extra.py"), "print()");
    assertThat(report(key(SIGNING)).getLast().message())
        .isEqualTo("1 file is not covered by the signature: extra.py.");
  }

  @Test
  void pathsThatTheSignatureLeavesOutAreNoMatter() throws IOException {
    ObjectNode statement = statement();
    Signing.serialization(statement).withArray("ignore_paths").add("logs").add("../x");
    SIGNING.write(signature(), statement);
    Files.createDirectory(folder.resolve("logs"));
    Files.writeString(folder.resolve("logs/today.txt"), "x");

    Files.writeString(folder.resolve(".gitignore"), "x");

    List<Check> checks = report(key(SIGNING));

    assertThat(results(checks)).containsExactly("signature match");
    assertThat(checks.getFirst().message())
        .endsWith("3 of 3 files match the list. The signature leaves out: .gitignore, logs.");
  }

  @Test
  void aSignatureThatListsNothingMatchesNothing() throws IOException {
    ObjectNode statement = Signing.statement(folder);
    Signing.serialization(statement).withArray("ignore_paths").add(".");
    SIGNING.write(signature(), statement);

    assertThat(results(report(key(SIGNING)))).containsExactly("signature mismatch");
  }

  @Test
  void aFolderBelowASignatureIsComparedWithItsPartOfTheList() throws IOException {
    SIGNING.write(signature(), statement());
    Files.writeString(folder.resolve(NAMES[1]), "changed, and not in the folder");
    Path below = folder.resolve("sub");
    Signatures signatures = new Signatures(key(SIGNING), false);

    assertThat(report(signatures, below))
        .singleElement()
        .satisfies(it -> assertThat(it.message()).endsWith("1 of 1 file matches the list."));
    Files.writeString(below.resolve("added.py"), "x");
    Files.writeString(below.resolve("b.safetensors"), "changed");
    assertThat(report(signatures, below))
        .extracting(Check::message)
        .satisfiesExactly(
            it -> assertThat(it).startsWith("The list of files was signed by the key you trust"),
            it -> assertThat(it).isEqualTo("sub/b.safetensors does not match the list."),
            it ->
                assertThat(it).isEqualTo("1 file is not covered by the signature: sub/added.py."));
  }

  @Test
  void aFileFarBelowItsSignatureIsCovered() throws IOException {
    Path far = folder.resolve("1/2/3/4/5/6/7/8/x.safetensors");
    Files.createDirectories(far.getParent());
    SampleBytes.write(far, SampleBytes.floats(1));
    SIGNING.write(signature(), Signing.statement(folder, "1/2/3/4/5/6/7/8/x.safetensors"));

    assertThat(results(ofFile(far, key(SIGNING))))
        .containsExactly("signature-digest match", "signature match");
    assertThat(SignedModel.covering(far)).contains(signature());
  }

  @Test
  void textFromASignatureIsNotShownAsAVerdict() throws IOException {
    String claim = "x. Signed by the key you trust. 3 of 3 files match the list.";
    ObjectNode bundle = SIGNING.bundle(Signing.sealed(statement()));
    Signing.material(bundle).putObject("publicKey").put("hint", claim);
    Files.writeString(signature(), bundle.toString());

    assertThat(verdict(TrustedKeys.NONE).message()).doesNotContain("Signed by");

    byte[] certificate = SIGNING.certify("x", claim + "\"", SIGNING.keys().getPublic(), BEGIN, END);
    SIGNING.write(signature(), statement(), certificate);
    assertThat(verdict(TrustedKeys.NONE).message())
        .contains("which says: \"CN=" + claim, "\". Its");
  }

  @Test
  void oneFileIsComparedWithItsLineAndTheSignature() throws IOException {
    SIGNING.write(signature(), statement());
    Path below = folder.resolve(NAMES[2]);

    assertThat(results(ofFile(below, key(SIGNING))))
        .containsExactly("signature-digest match", "signature match");
    assertThat(results(ofFile(below, key(Signing.p256()))))
        .containsExactly("signature-digest match", "signature mismatch");
    SampleBytes.write(below, SampleBytes.floats(5));
    assertThat(results(ofFile(below, TrustedKeys.NONE)))
        .containsExactly("signature-digest mismatch", "signature unknown");
  }

  @Test
  void whoeverNamesAKeyGetsNoFileWithoutASignature() throws IOException {
    assertThat(results(ofFile(folder.resolve(NAMES[0]), key(SIGNING))))
        .containsExactly("signature mismatch");
    assertThat(ofFile(folder.resolve(NAMES[0]), TrustedKeys.NONE)).isEmpty();
  }

  @Test
  @EnabledOnOs(OS.LINUX)
  void fileWhoseNameIsNotTextIsNotCovered() throws IOException {
    SIGNING.write(signature(), Signing.sharded(folder, 16, NAMES));
    Path name = Path.of(URI.create("file:///evil%FF.py")).getFileName();
    Files.writeString(folder.resolve(name), "import os");

    assertThat(results(report(key(SIGNING)))).contains("signature mismatch");
  }

  @Test
  @EnabledOnOs(OS.LINUX)
  void parentOfALinkIsTheParentOfItsTarget() throws IOException {
    SIGNING.write(signature(), statement());
    Path other = Files.createDirectories(top.resolve("other/model/in"));
    SampleBytes.write(other.resolveSibling(NAMES[0]), SampleBytes.floats(5));
    Path link = Files.createSymbolicLink(top.resolve("link"), other);

    assertThat(results(report(new Signatures(key(SIGNING), false), link.resolve(".."))))
        .doesNotContain("signature match");
  }

  @Test
  void filesInPiecesAreCompared() throws IOException {
    SIGNING.write(signature(), Signing.sharded(folder, 16, NAMES));
    Path file = folder.resolve(NAMES[0]);

    assertThat(results(report(key(SIGNING)))).containsExactly("signature match");
    assertThat(results(ofFile(file, key(SIGNING))))
        .containsExactly("signature match", "signature match");

    byte[] bytes = Files.readAllBytes(file);
    Files.write(file, Arrays.copyOf(bytes, bytes.length + 1));
    assertThat(report(key(SIGNING)).get(1).message())
        .isEqualTo("a.safetensors is longer than listed.");
    Files.write(file, Arrays.copyOf(bytes, bytes.length - 1));
    assertThat(report(key(SIGNING)).get(1).message())
        .isEqualTo("a.safetensors does not match the list.");
    assertThat(results(ofFile(file, key(SIGNING)))).containsExactly("signature-digest mismatch");
  }

  @Test
  void fileThatChangesAfterItWasComparedDoesNotMatch() throws IOException {
    SIGNING.write(signature(), Signing.sharded(folder, 16, NAMES));
    Signatures signatures = new Signatures(key(SIGNING), false);
    AtomicInteger checkCount = new AtomicInteger();
    Cancellation counting = () -> checkCount.incrementAndGet() < 0;
    Verifier verifier = new Verifier(signatures);
    verifier.checkModels(folder, List.of(), counting);
    assertThat(verifier.changedFiles()).isEmpty();
    int last = checkCount.getAndSet(0);
    Path file = folder.resolve(NAMES[0]);
    Cancellation changing =
        () ->
            checkCount.incrementAndGet() == last
                && !file.toFile().setLastModified(BEGIN.toEpochMilli());

    List<Check> checks = new ArrayList<>();
    new Verifier(signatures)
        .checkModels(folder, List.of(), changing)
        .values()
        .forEach(checks::addAll);

    assertThat(results(checks)).containsExactly("signature mismatch", "signature mismatch");
    assertThat(checks.get(1).message()).contains("a.safetensors changed while it was open");
  }

  @Test
  void emptyFileNextToSignedPiecesIsNamed() throws IOException {
    SIGNING.write(signature(), Signing.sharded(folder, 16, NAMES));
    Files.createFile(folder.resolve("added.txt"));

    assertThat(results(report(key(SIGNING)))).containsExactly("signature match");
    assertThat(verdict(key(SIGNING)).message()).endsWith("added.txt.");
  }

  @Test
  void piecesWithAGapAreRefused() throws IOException {
    ObjectNode statement = Signing.sharded(folder, 16, NAMES);
    Signing.resources(statement).remove(1);
    SIGNING.write(signature(), statement);

    assertThat(verdict(key(SIGNING)).message())
        .contains("It lists a file twice, or only a part of it");
    assertThat(verdict(key(SIGNING)).result()).isEqualTo(Result.MISMATCH);
  }

  private static Stream<String> unsafeNames() {
    return Stream.of(
        "../a",
        "/etc/passwd",
        "a/../../b",
        "",
        "a\0b",
        "a.safetensors",
        "a/".repeat(256) + "x",
        "x".repeat(4097));
  }

  @ParameterizedTest
  @MethodSource("unsafeNames")
  void unsafeOrRepeatedNamesAreRefused(String name) throws IOException {
    ObjectNode statement = statement();
    ObjectNode first = (ObjectNode) Signing.resources(statement).get(0);
    Signing.resources(statement).add(first.deepCopy().put("name", name));
    SIGNING.write(signature(), statement);

    assertThat(verdict(key(SIGNING)).result()).isEqualTo(Result.MISMATCH);
    assertThat(verdict(key(SIGNING)).message())
        .startsWith("The signature cannot be used. It lists");
    assertThat(verdict(TrustedKeys.NONE).result()).isEqualTo(Result.UNKNOWN);
  }

  @Test
  void hashesThatContradictTheSubjectAreRefused() throws IOException {
    String text = new String(Signing.sealed(statement()), StandardCharsets.UTF_8);
    String digest = Signing.resources(statement()).get(0).get("digest").asText();
    byte[] changed = text.replace(digest, "0".repeat(64)).getBytes(StandardCharsets.UTF_8);
    Files.writeString(signature(), SIGNING.bundle(changed).toString());

    assertThat(verdict(key(SIGNING)).message()).contains("contradicts itself");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "no JSON",
        "{}",
        "{\"mediaType\":1,\"mediaType\":2}",
        "DEEP",
        "PAYLOAD_TYPE",
        "TWO",
        "BASE64"
      })
  void invalidBundleIsReported(String text) throws IOException {
    ObjectNode bundle = SIGNING.bundle(Signing.sealed(statement()));
    ObjectNode envelope = (ObjectNode) bundle.get("dsseEnvelope");
    switch (text) {
      case "PAYLOAD_TYPE" -> envelope.put("payloadType", "text/plain");
      case "TWO" -> envelope.withArray("signatures").addObject();
      case "BASE64" -> envelope.put("payload", "***");
      default -> {}
    }
    boolean isSpelledOut = text.isEmpty() || !Character.isUpperCase(text.charAt(0));
    Files.writeString(
        signature(),
        text.equals("DEEP") ? "[".repeat(100_000) : isSpelledOut ? text : bundle.toString());

    assertThat(results(report(key(SIGNING)))).containsExactly("signature mismatch");
    assertThat(results(report(TrustedKeys.NONE))).containsExactly("signature unknown");
    assertThat(verdict(TrustedKeys.NONE).message()).startsWith("The signature cannot be used.");
    assertThat(SignedModel.covering(folder.resolve(NAMES[0]))).isEmpty();
  }

  @Test
  void linksCountOnlyWhereTheSignatureAllowsThem() throws IOException {
    ObjectNode statement = statement();
    SIGNING.write(signature(), statement);
    Path file = folder.resolve(NAMES[0]);
    Path moved = Files.move(file, top.resolve("moved"));
    Files.createSymbolicLink(file, moved);

    assertThat(report(key(SIGNING)).get(1).message())
        .isEqualTo("a.safetensors is a symbolic link, which the signature does not allow.");
    assertThat(results(ofFile(file, key(SIGNING)))).containsExactly("signature-digest mismatch");

    Signing.serialization(statement).put("allow_symlinks", true);
    SIGNING.write(signature(), statement);
    assertThat(results(report(key(SIGNING)))).containsExactly("signature match");

    Path sub = Files.move(folder.resolve("sub"), top.resolve("moved-sub"));
    Files.createSymbolicLink(folder.resolve("sub"), sub);
    assertThat(results(report(key(SIGNING)))).containsExactly("signature match");
  }

  @Test
  void linkedFolderIsNotACacheBecauseOfTheNamesInItsPath() throws IOException {
    folder = Files.move(folder, Files.createDirectories(top.resolve("snapshots")).resolve("model"));
    SIGNING.write(signature(), statement());
    Path blobs = Files.createDirectory(top.resolve("blobs"));
    Path sub = Files.move(folder.resolve("sub"), blobs.resolve("sub"));
    Files.writeString(sub.resolve("extra.py"), "print()");
    Files.createSymbolicLink(folder.resolve("sub"), sub);

    assertThat(report(key(SIGNING)).get(1).message())
        .isEqualTo("sub/b.safetensors is a symbolic link, which the signature does not allow.");
    assertThat(results(ofFile(folder.resolve(NAMES[2]), key(SIGNING))))
        .containsExactly("signature-digest mismatch");
  }

  @Test
  void linkedFileOutsideOfACacheIsForbidden() throws IOException {
    folder = Files.move(folder, Files.createDirectories(top.resolve("snapshots")).resolve("model"));
    SIGNING.write(signature(), statement());
    Path blobs = Files.createDirectories(top.resolve("elsewhere/blobs"));
    Path moved = Files.move(folder.resolve(NAMES[0]), blobs.resolve("a".repeat(64)));
    Files.createSymbolicLink(folder.resolve(NAMES[0]), moved);

    assertThat(report(key(SIGNING)).get(1).message()).startsWith("a.safetensors is a symbolic");
  }

  @Test
  void additionalFilesInALinkedFolderAreNotCovered() throws IOException {
    ObjectNode statement = statement();
    Signing.serialization(statement).put("allow_symlinks", true);
    SIGNING.write(signature(), statement);
    Path sub = Files.move(folder.resolve("sub"), top.resolve("moved"));
    Files.createSymbolicLink(folder.resolve("sub"), sub);
    Files.writeString(sub.resolve("extra.py"), "print()");
    Files.createSymbolicLink(sub.resolve("loop"), folder);

    assertThat(report(key(SIGNING)).getLast().message())
        .isEqualTo("2 files are not covered by the signature: sub/extra.py, sub/loop.");
    assertThat(results(report(key(SIGNING))))
        .containsExactly("signature match", "signature mismatch");
  }

  @Test
  void fileThatCannotBeExaminedIsNotReportedAsMissing() throws IOException {
    ObjectNode statement = statement();
    Signing.serialization(statement).put("allow_symlinks", true);
    SIGNING.write(signature(), statement);
    Path file = folder.resolve(NAMES[1]);
    Files.delete(file);
    Files.createSymbolicLink(file, file);

    assertThat(report(TrustedKeys.NONE).get(1).result()).isEqualTo(Result.UNKNOWN);
    assertThat(report(TrustedKeys.NONE).get(1).message()).contains(NAMES[1] + " cannot be read:");
    assertThat(report(key(SIGNING)).get(1).result()).isEqualTo(Result.MISMATCH);
  }

  /// Otherwise, each signature would search all folders below it.
  @Test
  void signaturesInManySignedFoldersAreNotCompared() throws IOException {
    SIGNING.write(signature(), statement());
    Path deep = folder;
    List<Path> files = new ArrayList<>();
    for (int i = 0; i < 9; i++) {
      deep = Files.createDirectory(deep.resolve("d"));
      Files.copy(signature(), deep.resolve("model.sig"));
      files.add(Files.writeString(deep.resolve("extra"), ""));
    }

    Map<Path, List<Check>> reports =
        new Verifier(new Signatures(key(SIGNING), false))
            .checkModels(folder, files, Cancellation.NEVER);

    assertThat(reports).hasSize(10);
    List<Check> last = reports.get(deep.toAbsolutePath());
    assertThat(results(last)).containsExactly("signature mismatch");
    assertThat(last.getFirst().message())
        .isEqualTo(
            "The files were not compared with this signature: its folder is inside 8 other signed"
                + " folders.");
    assertThat(reports.get(deep.getParent().getParent().toAbsolutePath())).hasSizeGreaterThan(1);
  }

  @Test
  void filesNextToASignedFolderAreNotCovered() throws IOException {
    SIGNING.write(signature(), statement());
    Files.writeString(top.resolve("config.json"), "{}");
    Files.createDirectories(top.resolve("code"));
    Files.createDirectories(top.resolve(".github"));
    Files.writeString(top.resolve(".github/run.py"), "print()");
    Files.writeString(top.resolve(".gitignore"), "");
    Files.writeString(top.resolve("code/run.py"), "print()");
    Path pem = SIGNING.writeKey(top.resolve("key.pem"));
    TrustedKeys trust = TrustedKeys.read(List.of(pem), List.of());
    Files.delete(pem);

    List<Check> checks = report(new Signatures(trust, false), top);

    assertThat(results(checks)).containsExactly("signature match", "signature mismatch");
    assertThat(checks.getLast().message())
        .isEqualTo(
            "4 files are not covered by a signature: .github/run.py, .gitignore, code/run.py,"
                + " config.json.");
    assertThat(results(report(new Signatures(trust, true), top)))
        .containsExactly("signature match", "signature unknown");
    assertThat(report(new Signatures(TrustedKeys.NONE, false), top)).isEmpty();
  }

  @Test
  void listedFileThatBecameAFolderIsReported() throws IOException {
    SIGNING.write(signature(), statement());
    Files.delete(folder.resolve(NAMES[1]));
    Files.createDirectory(folder.resolve(NAMES[1]));

    assertThat(report(key(SIGNING)).get(1).message())
        .isEqualTo("config.json is a folder, a pipe or a device, not a file.");
  }

  @Test
  void allKeysOfAFileAreTrusted() throws IOException {
    SIGNING.write(signature(), statement());
    Path first = Signing.p256().writeKey(top.resolve("first.pem"));
    Path second = SIGNING.writeKey(top.resolve("second.pem"));
    Path both =
        Files.writeString(top.resolve("both"), Files.readString(first) + Files.readString(second));

    assertThat(verdict(TrustedKeys.read(List.of(both), List.of())).result())
        .isEqualTo(Result.MATCH);
  }

  @Test
  void linksOfACacheOfTheHubAreItsFiles() throws IOException {
    HubRepositoryBuilder repository = HubRepositoryBuilder.repository(top, "org", "name");
    String commit = HubRepositoryBuilder.commit("c");
    Path link = repository.addLarge(commit, "model.safetensors", SampleBytes.floats(1));
    folder = link.getParent();
    SIGNING.write(signature(), Signing.statement(folder, "model.safetensors"));

    assertThat(results(report(key(SIGNING)))).containsExactly("signature match");
    assertThat(SignedModel.covering(link)).contains(signature());
  }

  @Test
  void unsupportedHashAlgorithmIsNotAccepted() throws IOException {
    ObjectNode statement = statement();
    ((ObjectNode) Signing.resources(statement).get(0)).put("algorithm", "blake3");
    SIGNING.write(signature(), statement);

    assertThat(results(report(key(SIGNING))))
        .containsExactly("signature mismatch", "signature mismatch");
    assertThat(results(report(TrustedKeys.NONE)))
        .containsExactly("signature unknown", "signature unknown");
  }

  @Test
  void tooShortHashIsNotAccepted() throws IOException {
    ObjectNode statement = statement();
    ((ObjectNode) Signing.resources(statement).get(0)).put("digest", "0".repeat(32));
    SIGNING.write(signature(), statement);

    assertThat(results(ofFile(folder.resolve(NAMES[0]), key(SIGNING))))
        .containsExactly("signature mismatch");
  }

  private ObjectNode statementOnOneFile() throws IOException {
    ObjectNode statement = Signing.statement(folder, NAMES[0]);
    ((ObjectNode) statement.at("/subject/0")).put("name", NAMES[0]);
    ((ObjectNode) Signing.resources(statement).get(0)).put("name", ".");
    return statement;
  }

  @Test
  void neighborsOfTheOneSignedFileAreNotCovered() throws IOException {
    SIGNING.write(signature(), statementOnOneFile());

    List<Check> checks = report(key(SIGNING));

    assertThat(checks)
        .extracting(Check::message)
        .satisfiesExactly(
            first -> assertThat(first).endsWith("1 of 1 file matches the list."),
            second ->
                assertThat(second)
                    .isEqualTo(
                        "2 files are not covered by the signature: config.json,"
                            + " sub/b.safetensors."));
    assertThat(results(checks)).containsExactly("signature match", "signature mismatch");
    assertThat(results(report(new Signatures(key(SIGNING), true))))
        .containsExactly("signature match", "signature unknown");
    assertThat(results(ofFile(folder.resolve(NAMES[0]), key(SIGNING))))
        .containsExactly("signature-digest match", "signature match");
    assertThat(SignedModel.covering(folder.resolve(NAMES[0]))).contains(signature());
  }

  @Test
  void signatureOfOneFileLiesAnywhere() throws IOException {
    ObjectNode statement = statementOnOneFile();
    Path elsewhere = SIGNING.write(top.resolve("elsewhere.sig"), statement);
    Path file = folder.resolve(NAMES[0]);
    Signatures named = new Signatures(key(SIGNING), false).with(elsewhere, file);

    Verifier verifier = new Verifier(named);
    try (TensorFile open = TensorFile.open(file)) {
      List<ExpectedHash> hashes = verifier.expectedHashes(open, Cancellation.NEVER);
      assertThat(results(verifier.check(open, hashes, Cancellation.NEVER, Progress.NONE)))
          .containsExactly("signature-digest match", "signature match");
    }
  }

  // Certificates.

  private static byte[] root(Signing authority, Instant end) {
    return authority.certify(
        "root", "root", authority.keys().getPublic(), BEGIN, end, Signing.AUTHORITY);
  }

  private static byte[] leaf(Signing authority, Instant begin, Signing.Extension... more) {
    return authority.certify("root", "signer", SIGNING.keys().getPublic(), begin, END, more);
  }

  @Test
  void certificateThatLeadsToATrustedOneVouches() throws IOException {
    Signing authority = Signing.p256();
    byte[] root = root(authority, END);
    SIGNING.write(signature(), statement(), leaf(authority, BEGIN, Signing.FOR_SIGNATURES), root);

    assertThat(verdict(authority(root)).result()).isEqualTo(Result.MATCH);
    assertThat(verdict(authority(root)).message())
        .startsWith("Signed by \"CN=signer\", whose certificate chains to one you trust. 3 of 3");
    assertThat(verdict(key(SIGNING)).result()).isEqualTo(Result.MATCH);
    Check shown = verdict(TrustedKeys.NONE);
    assertThat(shown.result()).isEqualTo(Result.UNKNOWN);
    assertThat(shown.message())
        .contains("CN=signer", "--certificate-chain")
        .doesNotContainIgnoringCase("signed");
  }

  @Test
  void certificateThatIsNotValidNowIsReportedWithItsDate() throws IOException {
    Signing authority = Signing.p256();
    byte[] root = root(authority, Instant.parse("2099-01-01T00:00:00Z"));
    PublicKey key = SIGNING.keys().getPublic();
    Instant end = Instant.parse("2025-01-02T03:04:05Z");
    byte[] old = authority.certify("root", "a", key, BEGIN, end, Signing.FOR_SIGNATURES);
    byte[] early =
        authority.certify(
            "root",
            "a",
            key,
            Instant.parse("2098-01-01T00:00:00Z"),
            Instant.parse("2098-02-01T00:00:00Z"),
            Signing.FOR_SIGNATURES);

    SIGNING.write(signature(), statement(), old);
    assertThat(verdict(authority(root)).message())
        .contains("one you trust. The certificate expired on 2025-01-02; whether");
    SIGNING.write(signature(), statement(), early);
    assertThat(verdict(authority(root)).message())
        .contains("one you trust. The certificate is not valid before 2098-01-01. 3 of 3");
  }

  @Test
  void chainOverAnotherAuthorityIsFollowed() throws IOException {
    Signing authority = Signing.p256();
    Signing between = Signing.p256();
    byte[] root = root(authority, END);
    byte[] middle =
        authority.certify(
            "root", "middle", between.keys().getPublic(), BEGIN, END, Signing.AUTHORITY);
    byte[] leaf =
        between.certify(
            "middle", "me", SIGNING.keys().getPublic(), BEGIN, END, Signing.FOR_SIGNATURES);
    SIGNING.write(signature(), statement(), leaf, middle);

    assertThat(verdict(authority(root)).result()).isEqualTo(Result.MATCH);
    SIGNING.write(signature(), statement(), leaf);
    assertThat(verdict(authority(root)).result()).isEqualTo(Result.MISMATCH);
  }

  @Test
  void foreignExpiredOrMisusedCertificateIsRefused() throws IOException {
    Signing authority = Signing.p256();
    byte[] root = root(authority, BEGIN.plusSeconds(60));
    byte[] late = leaf(authority, BEGIN.plusSeconds(61), Signing.FOR_SIGNATURES);
    SIGNING.write(signature(), statement(), late);
    assertThat(verdict(authority(root)).result()).isEqualTo(Result.MISMATCH);

    SIGNING.write(signature(), statement(), leaf(authority, BEGIN, Signing.FOR_SIGNATURES));
    assertThat(verdict(authority(root)).result()).isEqualTo(Result.MATCH);
    assertThat(verdict(authority(root(Signing.p256(), END))).message())
        .startsWith("The certificate of \"CN=signer\" does not chain to a certificate you trust");

    SIGNING.write(signature(), statement(), leaf(authority, BEGIN, Signing.mail("a@b.c")));
    assertThat(verdict(authority(root)).message())
        .startsWith("The certificate of \"a@b.c\" is not for signatures.");
  }

  @Test
  void certificateThatIsNoAuthorityVouchesForItselfAlone() throws IOException {
    Signing selfSigned = Signing.p256();
    byte[] trusted =
        selfSigned.certify(
            "root", "root", selfSigned.keys().getPublic(), BEGIN, END, Signing.FOR_SIGNATURES);
    SIGNING.write(signature(), statement(), leaf(selfSigned, BEGIN, Signing.FOR_SIGNATURES));

    assertThat(verdict(authority(trusted)).result()).isEqualTo(Result.MISMATCH);
    selfSigned.write(signature(), statement(), trusted);
    assertThat(verdict(authority(trusted)).result()).isEqualTo(Result.MATCH);
  }

  @Test
  void nameConstraintsOfATrustedCertificateApply() throws IOException {
    Signing authority = Signing.p256();
    Signing between = Signing.p256();
    PublicKey key = authority.keys().getPublic();
    Signing.Extension only = Signing.onlyMailOf("corp.example");
    byte[] root = authority.certify("root", "root", key, BEGIN, END, Signing.AUTHORITY, only);
    byte[] middle =
        authority.certify(
            "root", "middle", between.keys().getPublic(), BEGIN, END, Signing.AUTHORITY);
    for (String host : List.of("corp.example", "evil.example")) {
      Signing.Extension mail = Signing.mail("me@" + host);
      Result expected = host.startsWith("corp") ? Result.MATCH : Result.MISMATCH;
      byte[] leaf = leaf(authority, BEGIN, Signing.FOR_SIGNATURES, mail);
      SIGNING.write(signature(), statement(), leaf, root);
      assertThat(verdict(authority(root)).result()).isEqualTo(expected);

      byte[] below =
          between.certify(
              "middle", "me", SIGNING.keys().getPublic(), BEGIN, END, Signing.FOR_SIGNATURES, mail);
      SIGNING.write(signature(), statement(), below, middle);
      assertThat(verdict(authority(root)).result()).isEqualTo(expected);
      assertThat(verdict(authority(middle, root)).result()).isEqualTo(expected);
      SIGNING.write(signature(), statement(), below);
      assertThat(verdict(authority(middle, root)).result()).isEqualTo(expected);
    }
  }

  @Test
  void trustedCertificateWithAnUnknownCriticalExtensionVouchesForNoOther() throws IOException {
    Signing authority = Signing.p256();
    byte[] root =
        authority.certify(
            "root",
            "root",
            authority.keys().getPublic(),
            BEGIN,
            END,
            Signing.AUTHORITY,
            new Signing.Extension("1.2.3.4", new byte[] {5, 0}, true));
    SIGNING.write(signature(), statement(), leaf(authority, BEGIN, Signing.FOR_SIGNATURES));

    assertThat(verdict(authority(root)).result()).isEqualTo(Result.MISMATCH);
  }

  @Test
  void certificateOfAnotherKeyIsRefused() throws IOException {
    Signing authority = Signing.p256();
    byte[] root = root(authority, END);
    Signing.p256().write(signature(), statement(), leaf(authority, BEGIN, Signing.FOR_SIGNATURES));

    assertThat(verdict(authority(root)).result()).isEqualTo(Result.MISMATCH);
    assertThat(verdict(TrustedKeys.NONE).result()).isEqualTo(Result.MISMATCH);
  }

  @Test
  void certificateOfSigstoreIsShownWithItsNameAndNeverEnough() throws IOException {
    Signing authority = Signing.p256();
    byte[] leaf =
        leaf(
            authority,
            BEGIN,
            Signing.FOR_SIGNATURES,
            Signing.mail("me@example.org"),
            Signing.issuer("https://accounts.example.org"));
    SIGNING.write(signature(), statement(), leaf);

    Check shown = verdict(TrustedKeys.NONE);
    assertThat(shown.result()).isEqualTo(Result.UNKNOWN);
    assertThat(shown.message())
        .contains("\"me@example.org\", known to \"https://accounts.example.org\".", "Not checked")
        .doesNotContainIgnoringCase("signed");
    assertThat(verdict(authority(root(authority, END))).result()).isEqualTo(Result.MISMATCH);
  }
}
