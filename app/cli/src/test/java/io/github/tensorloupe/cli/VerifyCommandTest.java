package io.github.tensorloupe.cli;

import static io.github.tensorloupe.testing.SampleBytes.write;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.github.tensorloupe.integrity.hash.FileHashes;
import io.github.tensorloupe.testing.HubRepositoryBuilder;
import io.github.tensorloupe.testing.SampleBytes;
import io.github.tensorloupe.testing.Signing;
import io.github.tensorloupe.testing.TensorFiles;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class VerifyCommandTest {

  private static final int CHECKPOINTS = 30;
  private static final int CORRUPTED = 11;
  private static final int INCOMPLETE = 20;

  @TempDir Path folder;

  private static byte[] checkpoint(int number) {
    return SampleBytes.floats(number, number + 1, 3);
  }

  /// Writes thirty checkpoints of one file each. Two commits of the first checkpoint share its
  /// file, one file is corrupted, and one download is incomplete.
  private void writeCache() throws IOException {
    Path hub = folder.resolve("hub");
    for (int i = 0; i < CHECKPOINTS; i++) {
      HubRepositoryBuilder repository =
          HubRepositoryBuilder.repository(hub, "org", "model-%02d".formatted(i));
      String commit = HubRepositoryBuilder.commit("commit " + i);
      Files.writeString(repository.folder().resolve("refs/main"), commit);
      if (i == INCOMPLETE) {
        String name = HubRepositoryBuilder.sha256(checkpoint(i)) + ".incomplete";
        write(repository.folder().resolve("blobs").resolve(name), new byte[40]);
        Files.createDirectories(repository.folder().resolve("snapshots").resolve(commit));
        continue;
      }
      Path link = repository.addLarge(commit, "model.safetensors", checkpoint(i));
      repository.addSmall(commit, "config.json", new byte[] {'{', '}'});
      if (i == 0) {
        repository.addLarge(
            HubRepositoryBuilder.commit("other"), "model.safetensors", checkpoint(i));
      }
      if (i == CORRUPTED) {
        HubRepositoryBuilder.flipBit(link, checkpoint(i).length - 3);
      }
    }
  }

  private static List<String> results(JsonNode object) {
    return StreamSupport.stream(object.get("checks").spliterator(), false)
        .map(check -> check.get("kind").asText() + " " + check.get("result").asText())
        .toList();
  }

  @Test
  void cacheHasOneCorruptedAndOneIncompleteFile() throws IOException {
    writeCache();

    Ran ran = Ran.in(folder, "verify", "--json", "hub");

    assertThat(ran.exitCode()).isEqualTo(1);
    List<String> intact = new ArrayList<>();
    List<JsonNode> others = new ArrayList<>();
    for (JsonNode object : ran.objects()) {
      if (results(object).equals(List.of("hub-blob match"))) {
        intact.add(object.get("path").asText());
      } else {
        others.add(object);
      }
    }
    assertThat(intact).hasSize(CHECKPOINTS - 2 + 1).doesNotHaveDuplicates();
    assertThat(others).hasSize(2);
    JsonNode corrupted = others.getFirst();
    assertThat(corrupted.get("path").asText())
        .isEqualTo(
            "hub/models--org--model-11/snapshots/%s/model.safetensors"
                .formatted(HubRepositoryBuilder.commit("commit 11")));
    assertThat(results(corrupted)).containsExactly("hub-blob mismatch");
    JsonNode check = corrupted.get("checks").get(0);
    assertThat(check.get("expected").asText())
        .isEqualTo(HubRepositoryBuilder.sha256(checkpoint(CORRUPTED)));
    assertThat(check.get("actual").asText()).isNotEqualTo(check.get("expected").asText());
    assertThat(others.getLast().get("path").asText())
        .isEqualTo(
            "hub/models--org--model-20/blobs/%s.incomplete"
                .formatted(HubRepositoryBuilder.sha256(checkpoint(INCOMPLETE))));
    assertThat(results(others.getLast())).containsExactly("incomplete-download mismatch");
  }

  @Test
  void personReadsTheSum() throws IOException {
    writeCache();

    Ran ran = Ran.in(folder, "verify", "hub");

    assertThat(ran.out())
        .endsWith("31 files: 29 match, 2 do not, 0 unknown\n")
        .contains("The download did not finish: 40 B so far.");
  }

  @Test
  void brokenLinkOfACacheIsAMismatchAndOneOutsideIsUnreadable() throws IOException {
    HubRepositoryBuilder repository =
        HubRepositoryBuilder.repository(folder.resolve("hub"), "org", "name");
    Path link =
        repository.addLarge(
            HubRepositoryBuilder.commit("c"), "model.safetensors", SampleBytes.floats(1));
    Files.delete(link.toRealPath());
    Files.createSymbolicLink(folder.resolve("dead.safetensors"), Path.of("nowhere"));

    Ran cache = Ran.in(folder, "verify", "--json", "hub");
    Ran outside = Ran.in(folder, "verify", "--json", "dead.safetensors");

    assertThat(cache.exitCode()).isEqualTo(1);
    assertThat(results(cache.object())).containsExactly("broken-link mismatch");
    assertThat(outside.exitCode()).isEqualTo(2);
    assertThat(results(outside.object())).isEmpty();
  }

  /// Writes a folder `model` with a signature of its two files, and the key next to it.
  private Signing writeSigned() throws IOException {
    Path model = Files.createDirectory(folder.resolve("model"));
    write(model.resolve("a.safetensors"), SampleBytes.floats(1));
    Files.writeString(model.resolve("config.json"), "{}");
    Signing signing = Signing.p256();
    signing.writeKey(folder.resolve("key.pem"));
    signing.write(
        model.resolve("model.sig"), Signing.statement(model, "a.safetensors", "config.json"));
    return signing;
  }

  @Test
  void signedModelHasAnObjectOfItsOwn() throws IOException {
    writeSigned();

    Ran trusted = Ran.in(folder, "verify", "--json", "--public-key", "key.pem", "model");
    Ran shown = Ran.in(folder, "verify", "model");

    assertThat(trusted.exitCode()).isZero();
    List<JsonNode> objects = trusted.objects();
    assertThat(objects).hasSize(2);
    assertThat(results(objects.getFirst()))
        .containsExactly("signature-digest match", "signature match");
    assertThat(objects.getLast().get("path").asText()).isEqualTo("model");
    assertThat(results(objects.getLast())).containsExactly("signature match");
    assertThat(shown.exitCode()).isZero();
    assertThat(shown.out())
        .contains("2 of 2 files match the list.", "--public-key")
        .doesNotContainIgnoringCase("signed");
  }

  @Test
  void nothingIsFineThatANamedKeyDoesNotVouchFor() throws IOException {
    writeSigned();
    write(folder.resolve("model/b.safetensors"), SampleBytes.floats(2));

    assertThat(Ran.in(folder, "verify", "model").exitCode()).isZero();
    assertThat(Ran.in(folder, "verify", "--public-key=key.pem", "model").exitCode()).isEqualTo(1);
    assertThat(
            Ran.in(
                    folder,
                    "verify",
                    "--public-key=key.pem",
                    "--ignore-unsigned-files",
                    "model/b.safetensors",
                    "model")
                .exitCode())
        .isZero();
    Files.delete(folder.resolve("model/model.sig"));
    assertThat(
            Ran.in(folder, "verify", "--public-key=key.pem", "--ignore-unsigned-files", "model")
                .exitCode())
        .isEqualTo(1);
    assertThat(Ran.in(folder, "verify", "--public-key=model", "model").exitCode()).isEqualTo(2);
    assertThat(Ran.in(folder, "verify", "--certificate-chain=key.pem", "model").err())
        .contains("holds no certificates (PEM).");
  }

  @Test
  void fileThatTheSignatureDoesNotCoverIsNeverAMatch() throws IOException {
    writeSigned();
    write(folder.resolve("model/b.safetensors"), SampleBytes.floats(2));

    Ran ran = Ran.in(folder, "verify", "--public-key=key.pem", "--ignore-unsigned-files", "model");

    assertThat(ran.exitCode()).isZero();
    assertThat(ran.out())
        .contains(
            """
            unknown     model/b.safetensors
                        unknown   signature: The signature does not cover the file.
            """)
        .contains("2 files: 1 match, 0 do not, 1 unknown\n");
  }

  @Test
  void neighborsCountForAFolderWithASignedFileButNotForTheFile() throws IOException {
    Signing signing = writeSigned();
    Path model = folder.resolve("model");
    ObjectNode statement = Signing.statement(model, "a.safetensors");
    ((ObjectNode) statement.at("/subject/0")).put("name", "a.safetensors");
    ((ObjectNode) Signing.resources(statement).get(0)).put("name", ".");
    signing.write(model.resolve("model.sig"), statement);
    String key = "--public-key=key.pem";

    Ran whole = Ran.in(folder, "verify", "--json", key, "model");

    assertThat(whole.exitCode()).isEqualTo(1);
    assertThat(whole.texts("path")).containsExactly("model/a.safetensors", "model");
    assertThat(results(whole.objects().getFirst()))
        .containsExactly("signature-digest match", "signature match");
    assertThat(results(whole.objects().getLast()))
        .containsExactly("signature match", "signature mismatch");
    assertThat(Ran.in(folder, "verify", key, "model/a.safetensors").exitCode()).isZero();
    assertThat(Ran.in(folder, "verify", key, "--ignore-unsigned-files", "model").exitCode())
        .isZero();
    Files.delete(model.resolve("config.json"));
    assertThat(Ran.in(folder, "verify", key, "model").exitCode()).isZero();
  }

  @Test
  void filesNextToASignedFolderAreAMismatch(@TempDir Path elsewhere) throws IOException {
    writeSigned();
    Path key = Files.move(folder.resolve("key.pem"), elsewhere.resolve("key.pem"));
    Files.writeString(folder.resolve("run.py"), "print()");
    String option = "--public-key=" + key.toAbsolutePath();

    Ran ran = Ran.in(folder, "verify", "--json", option, ".");

    assertThat(ran.exitCode()).isEqualTo(1);
    assertThat(ran.texts("path")).containsExactly("./model/a.safetensors", "./model", ".");
    assertThat(ran.objects().getLast().at("/checks/0/message").asText())
        .isEqualTo("1 file is not covered by a signature: run.py.");
    assertThat(Ran.in(folder, "verify", option, "--ignore-unsigned-files", ".").exitCode())
        .isZero();
    Files.delete(folder.resolve("run.py"));
    assertThat(Ran.in(folder, "verify", option, ".").exitCode()).isZero();
  }

  @Test
  void signedModelNeedNotHaveWeights() throws IOException {
    Signing signing = writeSigned();
    Path model = folder.resolve("model");
    Files.delete(model.resolve("a.safetensors"));
    signing.write(model.resolve("model.sig"), Signing.statement(model, "config.json"));

    Ran ran = Ran.in(folder, "verify", "--public-key=key.pem", "model");

    assertThat(ran.err()).isEmpty();
    assertThat(ran.out()).contains("1 of 1 file matches the list.").doesNotContain("unknown");
    assertThat(ran.exitCode()).isZero();
  }

  @Test
  void modelsThatDoNotMatchAreCounted() throws IOException {
    writeSigned();
    write(folder.resolve("model/b.safetensors"), SampleBytes.floats(2));
    Files.writeString(folder.resolve("model/config.json"), "{ }");

    Ran ran = Ran.in(folder, "verify", "--public-key=key.pem", "model");

    assertThat(ran.out())
        .endsWith(
            """
            2 files: 1 match, 1 do not, 0 unknown
            1 model: 0 match, 1 do not, 0 unknown
            """);
  }

  @ParameterizedTest
  @ValueSource(strings = {"--signature", "--public-key", "--certificate-chain"})
  void signatureOrKeyThatIsNotThereIsAFailure(String option) throws IOException {
    writeSigned();

    Ran ran = Ran.in(folder, "verify", option + "=gone", "model");

    assertThat(ran.err()).isEqualTo("tensorloupe: The file gone does not exist.\n");
    assertThat(ran.exitCode()).isEqualTo(2);
  }

  @Test
  void signatureMayLieElsewhere() throws IOException {
    writeSigned();
    Files.move(folder.resolve("model/model.sig"), folder.resolve("other.sig"));

    Ran ran =
        Ran.in(
            folder, "verify", "--json", "--signature=other.sig", "--public-key=key.pem", "model");

    assertThat(ran.exitCode()).isZero();
    assertThat(results(ran.objects().getLast())).containsExactly("signature match");
  }

  @Test
  void dryRunNamesTheSignatureThatWillBreak() throws IOException {
    writeSigned();
    String[] command = {"metadata", "set", "--dry-run", "--entry=a=b", "model/a.safetensors"};

    assertThat(Ran.in(folder, command).out())
        .contains("model.sig covers the file and will no longer match");
    String json = "--json";
    assertThat(
            Ran.in(folder, "metadata", "set", json, "--dry-run", "--entry=a=b", command[4])
                .object()
                .get("brokenSignature")
                .asText())
        .endsWith("model.sig");
  }

  @Test
  void savesNameTheSignatureThatTheyHaveBroken() throws IOException {
    Signing signing = writeSigned();
    Path cut = folder.resolve("model/a.safetensors");
    Files.write(cut, new byte[3], StandardOpenOption.APPEND);
    Path model = folder.resolve("model");
    signing.write(model.resolve("model.sig"), Signing.statement(model, "a.safetensors"));

    assertThat(Ran.in(folder, "repair", "--dry-run", "model/a.safetensors").out())
        .contains("model.sig covers the file and will no longer match");
    assertThat(Ran.in(folder, "repair", "model/a.safetensors").out())
        .contains("model.sig covers the file and no longer matches");
    assertThat(Ran.in(folder, "metadata", "set", "--entry=a=b", "model/a.safetensors").out())
        .contains("model.sig covers the file and no longer matches");
  }

  @Test
  void signedShardsNeedNoIndex() throws IOException {
    Path model = Files.createDirectory(folder.resolve("model"));
    String[] shards = {"m-00001-of-00002.safetensors", "m-00002-of-00002.safetensors"};
    write(model.resolve(shards[0]), SampleBytes.floats(1));
    new TensorFiles().floats("b", 1).write(model.resolve(shards[1]));
    Signing signing = Signing.p256();
    signing.writeKey(folder.resolve("key.pem"));
    signing.write(model.resolve("model.sig"), Signing.statement(model, shards));

    Ran ran = Ran.in(folder, "verify", "--public-key=key.pem", "model");

    assertThat(ran.err()).isEmpty();
    assertThat(ran.exitCode()).isZero();
    assertThat(ran.out()).contains("2 files: 2 match, 0 do not, 0 unknown");
  }

  @Test
  void fileWithoutPromisesIsFine() throws IOException {
    write(folder.resolve("a.safetensors"), SampleBytes.floats(1));

    Ran ran = Ran.in(folder, "verify", "--json", "a.safetensors");

    assertThat(ran.exitCode()).isZero();
    assertThat(ran.out()).isEqualTo("{\"path\":\"a.safetensors\",\"checks\":[]}\n");
  }

  @Test
  void cutFileIsNotPassedOffAsFineBecauseNothingIsPromised() throws IOException {
    byte[] whole = SampleBytes.floats(1, 2);
    write(folder.resolve("a.safetensors"), Arrays.copyOf(whole, whole.length - 1));

    Ran ran = Ran.in(folder, "verify", "--json", "a.safetensors");

    assertThat(ran.exitCode()).isEqualTo(1);
    assertThat(ran.err()).isNotEmpty();
  }

  @Test
  void everyShardAndThePromisedIndexHaveAnObject() throws IOException {
    write(folder.resolve("a-1.safetensors"), SampleBytes.bytes((byte) 1));
    write(folder.resolve("a-2.safetensors"), SampleBytes.bytes((byte) 2));
    byte[] index = SampleBytes.index("t", "a-1.safetensors", "u", "a-2.safetensors");
    write(folder.resolve("model.safetensors.index.json"), index);
    String sums =
        "%s  model.safetensors.index.json\n%s  a-2.safetensors\n"
            .formatted(HubRepositoryBuilder.sha256(index), "0".repeat(64));
    write(folder.resolve("SHA256SUMS"), sums.getBytes(StandardCharsets.UTF_8));

    Ran ran = Ran.in(folder, "verify", "--json", "model.safetensors.index.json");

    assertThat(ran.exitCode()).isEqualTo(1);
    assertThat(ran.texts("path"))
        .containsExactly("model.safetensors.index.json", "a-1.safetensors", "a-2.safetensors");
    assertThat(results(ran.objects().getFirst())).containsExactly("checksum-list match");
    assertThat(results(ran.objects().getLast())).containsExactly("checksum-list mismatch");
  }

  @Test
  void fileThatAListMissesIsNamedAsTheFolderWasTyped() throws IOException {
    write(folder.resolve("m/a.safetensors"), SampleBytes.floats(1));
    String sums = "%s  b.safetensors\n".formatted("0".repeat(64));
    write(folder.resolve("m/SHA256SUMS"), sums.getBytes(StandardCharsets.UTF_8));

    Ran ran = Ran.in(folder, "verify", "--json", "./m/../m");

    assertThat(ran.exitCode()).isEqualTo(1);
    assertThat(ran.texts("path"))
        .containsExactly("./m/../m/a.safetensors", "./m/../m/b.safetensors");
    assertThat(results(ran.objects().getLast())).containsExactly("checksum-list mismatch");
  }

  @Test
  void checkReportsTheHashOfNothingWithoutReadingTheData() throws IOException {
    String header =
        "{\"__metadata__\":{\"sshs_model_hash\":\"%s\"},\"t\":{\"dtype\":\"U8\",\"shape\":[1],\"data_offsets\":[0,1]}}";
    write(
        folder.resolve("a.safetensors"),
        SampleBytes.file(header.formatted(FileHashes.EMPTY_SHA256), (byte) 1));

    Ran ran = Ran.in(folder, "check", "--json", "a.safetensors");

    assertThat(ran.exitCode()).isZero();
    assertThat(Ran.codes(ran.object())).contains("hash-of-nothing");
  }

  @Test
  void withoutAPathTheHelpIsPointedTo() {
    Ran ran = Ran.in(folder, "verify");

    assertThat(ran.exitCode()).isEqualTo(2);
    assertThat(ran.err()).contains("PATH").contains("verify --help");
    assertThat(Ran.in(folder, "verify", "--help").out()).contains("~/.cache/huggingface/hub");
  }

  @Test
  void fileThatChangesAfterItsResultIsReportedAtTheEnd() throws IOException {
    Path first = write(folder.resolve("a.safetensors"), checkpoint(1));
    Files.copy(first, folder.resolve("b.safetensors"));
    String sha256 = HubRepositoryBuilder.sha256(checkpoint(1));
    Files.writeString(
        folder.resolve("SHA256SUMS"),
        "%s  a.safetensors\n%s  b.safetensors\n".formatted(sha256, sha256));
    ByteArrayOutputStream out =
        new ByteArrayOutputStream() {
          @Override
          public synchronized void write(byte[] bytes, int begin, int length) {
            super.write(bytes, begin, length);
            assertThat(first.toFile().setLastModified(1)).isTrue();
          }
        };
    ByteArrayOutputStream err = new ByteArrayOutputStream();

    int exitCode =
        new CommandLineInterface(new CommandEnvironment(folder, out, err, false), _ -> {})
            .run("verify", ".");

    assertThat(exitCode).isEqualTo(1);
    assertThat(out.toString(StandardCharsets.UTF_8))
        .contains("2 files: 1 match, 0 do not, 1 unknown");
    assertThat(err.toString(StandardCharsets.UTF_8))
        .contains("a.safetensors changed while it was open");
  }
}
