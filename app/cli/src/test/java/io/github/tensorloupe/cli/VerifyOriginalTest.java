package io.github.tensorloupe.cli;

import static org.assertj.core.api.Assertions.assertThat;

import module java.base;

import io.github.tensorloupe.model.Sha256;
import io.github.tensorloupe.testing.HubServer;
import io.github.tensorloupe.testing.ModelServer;
import io.github.tensorloupe.testing.ModelServer.Content;
import io.github.tensorloupe.testing.SampleBytes;
import io.github.tensorloupe.testing.Signing;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Compares files with their originals on a server.
class VerifyOriginalTest {

  private static final String ADDRESS = "hf://" + HubServer.REPOSITORY;
  private static final byte[] FILE = SampleBytes.floats(1, 2, 3);

  @TempDir private Path folder;
  private final HubServer hub = new HubServer();

  VerifyOriginalTest() throws IOException {}

  @BeforeEach
  void serve() {
    large("sub/m.safetensors", FILE);
    large("sub/other.safetensors", SampleBytes.floats(4, 5));
    large("twice.safetensors", FILE);
    large("sub/twice.safetensors", FILE);
    large("sub/again/twice.safetensors", FILE);
  }

  private void large(String name, byte[] bytes) {
    hub.large(name, Content.of(bytes), sha256(bytes));
  }

  private static String sha256(byte[] bytes) {
    return HexFormat.of().formatHex(Sha256.digest().digest(bytes));
  }

  @AfterEach
  void close() throws IOException {
    hub.close();
  }

  private Ran verify(String original, String name, byte[] bytes) throws IOException {
    return verify(original, name, bytes, List.of("--json"));
  }

  private Ran verify(String original, String name, byte[] bytes, List<String> options)
      throws IOException {
    Files.write(folder.resolve(name), bytes);
    List<String> arguments = new ArrayList<>(List.of("--original", original, name));
    arguments.addAll(options);
    return verify(arguments);
  }

  private Ran verify(List<String> arguments) {
    Map<String, String> variables =
        Map.of(
            "HF_ENDPOINT", hub.endpoint(),
            "XDG_CACHE_HOME", folder.resolve("cache").toAbsolutePath().toString(),
            "XDG_CONFIG_HOME", folder.resolve("config").toAbsolutePath().toString());
    return Ran.with(
        variables,
        folder,
        Stream.concat(Stream.of("verify"), arguments.stream()).toArray(String[]::new));
  }

  private static List<String> checks(Ran ran) {
    return ran.objects()
        .getFirst()
        .path("checks")
        .valueStream()
        .map(
            check ->
                "%s %s %s"
                    .formatted(
                        check.path("kind").asText(),
                        check.path("result").asText(),
                        check.path("message").asText()))
        .toList();
  }

  private static long headerEnd() {
    return 8 + ByteBuffer.wrap(FILE).order(ByteOrder.LITTLE_ENDIAN).getLong(0);
  }

  @Test
  void copyMatchesAndOnlyTheHeaderOfTheOriginalIsFetched() throws IOException {
    Ran ran = verify(ADDRESS, "m.safetensors", FILE);

    assertThat(ran.exitCode()).isZero();
    assertThat(checks(ran)).hasSize(3).allMatch(it -> it.startsWith("original match"));
    assertThat(ran.objects().getFirst().path("checks").get(0).path("source").asText())
        .isEqualTo(ADDRESS + "/sub/m.safetensors");
    assertThat(hub.store().bodyByteCount()).isEqualTo(headerEnd());
    assertThat(ran.objects().getFirst().path("fetched").path("requests").asLong()).isEqualTo(3);
  }

  @Test
  void differentDataAfterTheSameHeaderIsAMismatch() throws IOException {
    byte[] damaged = FILE.clone();
    damaged[FILE.length - 1] ^= 1;

    Ran ran = verify(ADDRESS, "m.safetensors", damaged);

    assertThat(ran.exitCode()).isEqualTo(1);
    assertThat(checks(ran))
        .satisfiesExactly(
            header -> assertThat(header).startsWith("original match The header is identical"),
            length -> assertThat(length).startsWith("original match"),
            hash -> assertThat(hash).startsWith("original mismatch The file is not the original"));
  }

  @Test
  void differentHeaderIsReported() throws IOException {
    byte[] other = FILE.clone();
    other[12] ^= 1;

    Ran ran = verify(ADDRESS + "/sub/m.safetensors", "renamed.safetensors", other);

    assertThat(checks(ran).getFirst())
        .isEqualTo("original mismatch The header differs from the original, from byte 12 on.");
    assertThat(hub.store().bodyByteCount()).isEqualTo(headerEnd());
  }

  @Test
  void truncatedFileIsNotTheOriginal() throws IOException {
    Ran ran = verify(ADDRESS, "m.safetensors", Arrays.copyOf(FILE, 20));

    assertThat(ran.exitCode()).isEqualTo(1);
    assertThat(checks(ran)).hasSize(3).allMatch(it -> it.startsWith("original mismatch"));
  }

  @Test
  void fileThatTheOriginalDoesNotHaveIsAMismatch() throws IOException {
    Ran ran = verify(ADDRESS, "unknown.safetensors", FILE);

    assertThat(ran.exitCode()).isEqualTo(1);
    assertThat(checks(ran))
        .containsExactly("original mismatch The original has no file of this name.");
  }

  @Test
  void severalFilesOfTheNameAreNotGuessedAmong() throws IOException {
    assertThat(verify(ADDRESS, "twice.safetensors", FILE).exitCode()).isZero();

    Ran ran = verify(ADDRESS + "/sub/again", "twice.safetensors", FILE);
    assertThat(ran.exitCode()).isZero();
    large("x/lone.safetensors", FILE);
    large("y/lone.safetensors", FILE);
    Ran several = verify(ADDRESS, "lone.safetensors", FILE);

    assertThat(several.exitCode()).isEqualTo(2);
    assertThat(several.err()).contains("has 2 files with the name lone.safetensors");
  }

  @Test
  void serverThatNamesNoHashIsSaidToNameNone() throws IOException {
    hub.store().file("/plain.safetensors", FILE);

    Ran ran = verify(hub.store().address("/plain.safetensors"), "m.safetensors", FILE);

    assertThat(ran.exitCode()).isZero();
    assertThat(checks(ran))
        .anyMatch(it -> it.startsWith("original unknown") && it.contains("names no SHA-256"))
        .anyMatch(it -> it.startsWith("original match It has the expected length"));
    Ran shown = verify(hub.store().address("/plain.safetensors"), "m.safetensors", FILE, List.of());
    assertThat(shown.out()).startsWith("unknown     m.safetensors");
  }

  @Test
  void differentHashAfterARedirectIsReportedToo() throws IOException {
    byte[] wrongBytes = FILE.clone();
    wrongBytes[FILE.length - 1] ^= 1;
    String[] hashes = {sha256(FILE), sha256(wrongBytes)};
    hub.store()
        .redirect("/moved", hub.hub().address("/m"), "X-Linked-ETag", "\"" + hashes[0] + "\"")
        .redirect(
            "/upper", hub.hub().address("/m"), "X-Linked-ETag", hashes[0].toUpperCase(Locale.ROOT))
        .redirect("/weak", hub.hub().address("/m"), "X-Linked-ETag", "W/\"" + hashes[0] + "\"")
        .redirect("/same", hub.hub().address("/n"), "X-Linked-ETag", "\"" + hashes[0] + "\"");
    hub.hub().answer("/m", request -> named(request, wrongBytes, hashes[1]));
    hub.hub().answer("/n", request -> named(request, wrongBytes, hashes[0]));

    Ran wrong = verify(hub.store().address("/moved"), "m.safetensors", wrongBytes);
    Ran right = verify(hub.store().address("/moved"), "m.safetensors", FILE);
    Ran agreed = verify(hub.store().address("/same"), "m.safetensors", FILE);

    assertThat(wrong.exitCode()).isEqualTo(1);
    assertThat(hashResults(wrong)).containsExactly(hashes[0] + " mismatch", hashes[1] + " match");
    for (String other : new String[] {"/upper", "/weak"}) {
      Ran ran = verify(hub.store().address(other), "m.safetensors", wrongBytes);
      assertThat(hashResults(ran)).contains(hashes[0] + " mismatch");
    }
    assertThat(right.exitCode()).isEqualTo(1);
    assertThat(hashResults(right)).containsExactly(hashes[0] + " match", hashes[1] + " mismatch");
    assertThat(hashResults(agreed)).containsExactly(hashes[0] + " match");
  }

  @Test
  void listingThatContradictsTheFileIsAMismatch() throws IOException {
    String path = "/org/name/resolve/" + HubServer.COMMIT + "/sub/m.safetensors";
    hub.hub().answer(path, request -> named(request, FILE, sha256(new byte[1])));

    Ran ran = verify(ADDRESS, "m.safetensors", FILE);

    assertThat(ran.exitCode()).isEqualTo(1);
    assertThat(checks(ran)).hasSize(1);
    assertThat(checks(ran).getFirst())
        .startsWith("original mismatch " + ADDRESS)
        .contains("the server contradicts itself");
  }

  @Test
  void hashOfARedirectTargetDoesNotReplaceSeveralOrUnknownValues() throws IOException {
    byte[] wrongBytes = FILE.clone();
    wrongBytes[FILE.length - 1] ^= 1;
    String[] hashes = {sha256(FILE), sha256(wrongBytes)};
    String target = hub.hub().address("/m");
    String both = "\"%s\", \"%s\"".formatted(hashes[0], hashes[1]);
    hub.store()
        .redirect("/two", target, "X-Linked-ETag", both)
        .redirect("/other", target, "X-Linked-ETag", "\"" + hashes[0] + "-2\"")
        .redirect("/part", target, "X-Linked-ETag", hashes[0] + ", sha512");
    hub.hub().answer("/m", request -> named(request, wrongBytes, hashes[1]));

    Ran two = verify(hub.store().address("/two"), "m.safetensors", wrongBytes);
    Ran other = verify(hub.store().address("/other"), "m.safetensors", wrongBytes);
    Ran part = verify(hub.store().address("/part"), "m.safetensors", wrongBytes);

    assertThat(two.exitCode()).isEqualTo(1);
    assertThat(hashResults(two)).containsExactly(hashes[0] + " mismatch", hashes[1] + " match");
    assertThat(hashResults(other)).isEmpty();
    assertThat(checks(other)).anyMatch(it -> it.contains("names no SHA-256"));
    assertThat(hashResults(part)).containsExactly(hashes[0] + " mismatch");
  }

  private static ModelServer.Answer named(ModelServer.Request request, byte[] bytes, String hash) {
    return ModelServer.part(Content.of(bytes), request, "\"v1\"")
        .with("X-Linked-ETag", "\"" + hash + "\"");
  }

  private static List<String> hashResults(Ran ran) {
    return ran.objects()
        .getFirst()
        .path("checks")
        .valueStream()
        .filter(check -> check.path("expected").asText().length() == 64)
        .map(check -> check.path("expected").asText() + " " + check.path("result").asText())
        .toList();
  }

  @Test
  void missingOriginalIsAFailure() throws IOException {
    Ran ran = verify(hub.store().address("/none.safetensors"), "m.safetensors", FILE);

    assertThat(ran.exitCode()).isEqualTo(2);
    assertThat(ran.err()).contains("has no such file");
  }

  @Test
  void originalIsAnAddress() throws IOException {
    Ran ran = verify("m.safetensors", "m.safetensors", FILE);

    assertThat(ran.exitCode()).isEqualTo(2);
    assertThat(ran.err()).contains("--original takes an address");
  }

  @Test
  void keyConfirmsNoFileOnAServer() throws IOException {
    String name = "sub/m.safetensors";
    SampleBytes.write(folder.resolve(name), FILE);
    Signing signing = Signing.p256();
    signing.writeKey(folder.resolve("key.pem"));
    Path signature = signing.write(folder.resolve("model.sig"), Signing.statement(folder, name));
    hub.small("model.sig", Files.readString(signature));
    hub.store().file("/plain.safetensors", FILE);
    String key = "--public-key=key.pem";
    String file = ADDRESS + "/" + name;
    String web = hub.store().address("/plain.safetensors");

    for (List<String> arguments :
        List.of(
            List.of(key, ADDRESS),
            List.of(key, file),
            List.of(key, web),
            List.of(key, "--ignore-unsigned-files", "--original", ADDRESS, file),
            List.of(key, "--signature=model.sig", ADDRESS))) {
      Ran ran = verify(arguments);
      assertThat(ran.exitCode()).as("%s", arguments).isEqualTo(1);
      assertThat(ran.out()).contains("mismatch  signature: Signatures are not checked on a server");
    }
    assertThat(verify(List.of(ADDRESS)).exitCode()).isZero();
    assertThat(verify(List.of("--signature=model.sig", web)).out()).contains("not checked");
  }
}
