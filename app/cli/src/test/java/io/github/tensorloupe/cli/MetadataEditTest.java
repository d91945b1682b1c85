package io.github.tensorloupe.cli;

import static io.github.tensorloupe.testing.SampleBytes.index;
import static io.github.tensorloupe.testing.SampleBytes.lines;
import static io.github.tensorloupe.testing.SampleBytes.write;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.github.tensorloupe.format.Dtype;
import io.github.tensorloupe.model.TensorFile;
import io.github.tensorloupe.testing.InterruptedSaves;
import io.github.tensorloupe.testing.SampleBytes;
import io.github.tensorloupe.testing.SparseFiles;
import io.github.tensorloupe.testing.TensorFiles;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// The commands that edit metadata.
class MetadataEditTest {

  @TempDir private Path folder;

  @BeforeEach
  void writeFile() throws IOException {
    new TensorFiles()
        .metadata("k", "v")
        .metadata("format", "pt")
        .floats("t", 1, 2, 3)
        .write(folder.resolve("a.safetensors"));
  }

  private Ran run(String... arguments) {
    return Ran.in(folder, arguments);
  }

  private byte[] bytes(String name) throws IOException {
    return Files.readAllBytes(folder.resolve(name));
  }

  private Map<String, String> metadata(String name) throws IOException {
    try (TensorFile file = TensorFile.open(folder.resolve(name))) {
      assertThat(file.isRefused()).isFalse();
      return file.header().metadata().orElseThrow().entries();
    }
  }

  private void assertNoTemporaryFilesRemain() {
    assertThat(folder).isDirectoryNotContaining("glob:**.*tensorloupe*");
  }

  @Test
  void setPrintsEveryMemberAndSaves() throws IOException {
    Ran ran = run("metadata", "set", "--json", "--entry", "new=1", "a.safetensors");

    JsonNode object = ran.object();
    assertThat(ran.exitCode()).isZero();
    assertThat(ran.err()).isEmpty();
    assertThat(object.get("path").asText()).isEqualTo("a.safetensors");
    assertThat(object.get("strategy").asText()).isEqualTo("rewrite");
    assertThat(object.get("bytesToWrite").asLong())
        .isGreaterThan(object.get("headerLengthAfter").asLong());
    assertThat(object.get("headerLengthBefore").asLong()).isPositive();
    assertThat(object.get("dryRun").asBoolean()).isFalse();
    assertThat(object.get("saved").asBoolean()).isTrue();
    assertThat(object.get("message").asText()).endsWith("is saved.");
    assertThat(object.get("warnings")).isEmpty();
    assertThat(metadata("a.safetensors")).isEqualTo(Map.of("k", "v", "format", "pt", "new", "1"));
    assertNoTemporaryFilesRemain();
  }

  @Test
  void entryIsSplitAtTheFirstEqualsSignAndItsValueIsUsedVerbatim() throws IOException {
    run(
        "metadata",
        "set",
        "a.safetensors",
        "--entry",
        "a=b=c",
        "--entry=x= @file \n",
        "--entry",
        "=of the empty key",
        "--entry",
        "none=");

    assertThat(metadata("a.safetensors"))
        .containsEntry("a", "b=c")
        .containsEntry("x", " @file \n")
        .containsEntry("", "of the empty key")
        .containsEntry("none", "");
  }

  @Test
  void lastValueOfAKeyCounts() throws IOException {
    run("metadata", "set", "--entry", "k=1", "--entry", "k=2", "a.safetensors");

    assertThat(metadata("a.safetensors")).containsEntry("k", "2");
  }

  @Test
  void unsetOfANewKeyRestoresTheOldMetadata() throws IOException {
    Ran set = run("metadata", "set", "--entry", "new=1", "a.safetensors");
    Ran unset = run("metadata", "unset", "a.safetensors", "--key", "new", "--key", "not there");

    assertThat(set.exitCode()).isZero();
    assertThat(unset.exitCode()).isZero();
    assertThat(metadata("a.safetensors")).isEqualTo(Map.of("k", "v", "format", "pt"));
  }

  @Test
  void whatIsThereAlreadyIsNotWritten() throws IOException {
    byte[] before = bytes("a.safetensors");

    JsonNode object = run("metadata", "set", "--json", "--entry", "k=v", "a.safetensors").object();

    assertThat(object.get("strategy").asText()).isEqualTo("none");
    assertThat(object.get("bytesToWrite").asLong()).isZero();
    assertThat(object.get("saved").asBoolean()).isFalse();
    assertThat(bytes("a.safetensors")).isEqualTo(before);
  }

  @Test
  void refusedFileHasNoPlan() throws IOException {
    Files.writeString(folder.resolve("text"), "this is no such file");

    Ran json = run("metadata", "set", "--json", "--entry", "new=1", "text");
    Ran text = run("metadata", "set", "--entry", "new=1", "text");

    assertThat(json.exitCode()).isEqualTo(2);
    assertThat(json.object().get("strategy").asText()).isEqualTo("none");
    assertThat(json.object().get("headerLengthBefore").isNull()).isTrue();
    assertThat(json.object().get("headerLengthAfter").isNull()).isTrue();
    assertThat(text.out()).doesNotContain("new");
  }

  @Test
  void sameFileAgainHasTheHeaderThatItGotTheFirstTime() {
    Ran ran =
        run("metadata", "set", "--json", "--entry", "new=1", "a.safetensors", "./a.safetensors");

    JsonNode first = ran.objects().getFirst();
    JsonNode second = ran.objects().getLast();
    assertThat(ran.texts("strategy")).containsExactly("rewrite", "none");
    assertThat(second.get("saved").asBoolean()).isFalse();
    assertThat(second.get("bytesToWrite").asLong()).isZero();
    assertThat(second.get("headerLengthBefore")).isEqualTo(first.get("headerLengthAfter"));
    assertThat(second.get("headerLengthAfter")).isEqualTo(first.get("headerLengthAfter"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"100000001", "99999999999999999999", "-1", "much", "99999950"})
  void roomThatNoHeaderHasIsRefused(String room) throws IOException {
    byte[] before = bytes("a.safetensors");

    Ran ran = run("metadata", "set", "--room", room, "a.safetensors");

    assertThat(ran.exitCode()).isEqualTo(2);
    assertThat(ran.err()).hasLineCount(1).doesNotContain(" int").doesNotContain(" long");
    assertThat(bytes("a.safetensors")).isEqualTo(before);
  }

  @Test
  void dryRunWritesNothingAndSaysWhatWouldChange() throws IOException {
    byte[] before = bytes("a.safetensors");
    String[] edit = {"metadata", "import", "--from", "map.json", "a.safetensors", "--dry-run"};
    Files.writeString(folder.resolve("map.json"), "{\"k\":\"w\",\"\":\"\u202e\"}");

    Ran text = run(edit);
    Ran json =
        run("metadata", "import", "--from", "map.json", "--json", "a.safetensors", "--dry-run");

    assertThat(text.exitCode()).isZero();
    assertThat(text.out().lines().map(String::strip))
        .startsWith(text.out().lines().findFirst().orElseThrow())
        .contains(
            "change  k = w, it was v",
            "add     \"\" = \\u{202E}",
            "remove  format = pt",
            "the file's SHA-256 and AutoV2 change; the hash of the data and AutoV3 stay");
    assertThat(text.out()).startsWith("would save  a.safetensors  a rewrite, ");
    assertThat(json.object().get("dryRun").asBoolean()).isTrue();
    assertThat(json.object().get("saved").asBoolean()).isFalse();
    assertThat(bytes("a.safetensors")).isEqualTo(before);
    assertNoTemporaryFilesRemain();
  }

  @Test
  void lossOfAKeyThatLoadersNeedIsAWarningOnStandardErrorAndNoFailure() throws IOException {
    Ran ran = run("metadata", "unset", "--json", "--key", "format", "a.safetensors");

    assertThat(ran.exitCode()).isZero();
    assertThat(ran.err())
        .startsWith("tensorloupe: Warning for a.safetensors: \"format\" is removed.")
        .hasLineCount(1);
    assertThat(ran.object().get("saved").asBoolean()).isTrue();
    assertThat(ran.object().get("warnings")).hasSize(1);
    assertThat(metadata("a.safetensors")).isEqualTo(Map.of("k", "v"));
  }

  @Test
  void everyPathYieldsAnObjectInItsPlace() throws IOException {
    write(folder.resolve("refused.safetensors"), SampleBytes.file("{}", (byte) 1));
    new TensorFiles().floats("t", 1).write(folder.resolve("b.safetensors"));
    Files.createDirectory(folder.resolve("empty"));

    Ran ran =
        run(
            "metadata",
            "set",
            "--json",
            "--entry",
            "k=w",
            "empty",
            "a.safetensors",
            "gone",
            "refused.safetensors",
            "",
            "b.safetensors");

    assertThat(ran.exitCode()).isEqualTo(2);
    assertThat(ran.texts("path"))
        .containsExactly(
            "empty", "a.safetensors", "gone", "refused.safetensors", "", "b.safetensors");
    assertThat(ran.texts("saved"))
        .containsExactly("false", "true", "false", "false", "false", "true");
    assertThat(ran.err()).hasLineCount(4);
    assertThat(ran.objects()).allMatch(object -> !object.get("message").asText().isEmpty());
    assertThat(metadata("b.safetensors")).containsEntry("k", "w");
  }

  @Test
  void indexAndFolderSelectAllShards() throws IOException {
    Path set = Files.createDirectory(folder.resolve("m"));
    new TensorFiles().floats("t", 1).write(set.resolve("x-1.safetensors"));
    new TensorFiles().metadata("tied", "t").floats("u", 1).write(set.resolve("x-2.safetensors"));
    write(
        set.resolve("x.safetensors.index.json"),
        index("t", "x-1.safetensors", "u", "x-2.safetensors"));

    Ran byIndex = run("metadata", "set", "--json", "--entry", "k=1", "m/x.safetensors.index.json");
    Ran byFolder = run("metadata", "apply", "m", "--json", "--preset", "strip-all-but-loader-keys");

    assertThat(byIndex.texts("path")).containsExactly("m/x-1.safetensors", "m/x-2.safetensors");
    assertThat(byFolder.texts("saved")).containsExactly("true", "true");
    assertThat(metadata("m/x-2.safetensors")).isEqualTo(Map.of("tied", "t"));
  }

  @Test
  void privateDataAreRemovedFromEveryFile() throws IOException {
    for (String name : List.of("p.safetensors", "q.safetensors")) {
      new TensorFiles()
          .metadata("hf_token", "0123456789abcdef")
          .metadata("note", "/home/anna/x")
          .metadata("ss_epoch", "3")
          .floats("t", 1)
          .write(folder.resolve(name));
    }

    Ran ran = run("metadata", "apply", "--preset", "remove-private-data", "p.safetensors");
    run("metadata", "apply", "--preset", "strip-training-data", "q.safetensors");

    assertThat(ran.err())
        .contains("\"hf_token\" is removed: it contains access tokens, keys or passwords.")
        .contains("\"note\" contains names of users in paths, which are masked.");
    assertThat(metadata("p.safetensors")).isEqualTo(Map.of("note", "/home/***/x", "ss_epoch", "3"));
    assertThat(metadata("q.safetensors")).isEqualTo(Map.of("note", "/home/***/x"));
  }

  @Test
  void missingShardIsAnErrorAndTheOthersAreEdited() throws IOException {
    write(
        folder.resolve("x.safetensors.index.json"),
        index("t", "a.safetensors", "u", "gone.safetensors"));

    Ran ran = run("metadata", "set", "--json", "--entry", "k=1", "x.safetensors.index.json");

    assertThat(ran.exitCode()).isEqualTo(1);
    assertThat(ran.err()).contains("gone.safetensors is missing");
    assertThat(metadata("a.safetensors")).containsEntry("k", "1");
  }

  @Test
  void copyIsWrittenAndTheFileStaysAsItIs() throws IOException {
    byte[] before = bytes("a.safetensors");

    Ran ran =
        run(
            "metadata",
            "set",
            "--json",
            "--out",
            "b.safetensors",
            "--entry",
            "k=w",
            "a.safetensors");

    assertThat(ran.exitCode()).isZero();
    assertThat(ran.object().get("path").asText()).isEqualTo("a.safetensors");
    assertThat(bytes("a.safetensors")).isEqualTo(before);
    assertThat(metadata("b.safetensors")).containsEntry("k", "w");
  }

  @Test
  void copyNeverTakesThePlaceOfAFile() throws IOException {
    Files.writeString(folder.resolve("b"), "mine");

    Ran ran = run("metadata", "set", "--json", "--out", "b", "--entry", "k=w", "a.safetensors");

    assertThat(ran.exitCode()).isEqualTo(2);
    assertThat(ran.object().get("saved").asBoolean()).isFalse();
    assertThat(folder.resolve("b")).hasContent("mine");
  }

  @Test
  void copyOfItselfIsRefused() throws IOException {
    byte[] before = bytes("a.safetensors");

    Ran ran = run("metadata", "set", "--out", "a.safetensors", "--entry", "k=w", "a.safetensors");

    assertThat(ran.exitCode()).isEqualTo(2);
    assertThat(ran.err()).hasLineCount(1);
    assertThat(bytes("a.safetensors")).isEqualTo(before);
  }

  @Test
  void copyIsForOneFileOnly() throws IOException {
    new TensorFiles().floats("t", 1).write(folder.resolve("b.safetensors"));

    Ran ran =
        run("metadata", "set", "--out", "c", "--entry", "k=w", "a.safetensors", "b.safetensors");

    assertThat(ran.exitCode()).isEqualTo(2);
    assertThat(ran.err()).contains("'--out' is for one file, and these are 2").hasLineCount(1);
    assertThat(folder.resolve("c")).doesNotExist();
  }

  @Test
  void requestedStrategyIsUsed() {
    String[] inPlace = {
      "metadata", "set", "--json", "--strategy", "in-place", "--entry", "k=x", "a.safetensors"
    };
    String[] rewrite = {
      "metadata", "set", "--json", "--strategy", "rewrite", "--entry", "k=y", "a.safetensors"
    };
    String[] auto = {
      "metadata", "set", "--json", "--in-place-from", "0", "--entry", "k=z", "a.safetensors"
    };

    assertThat(run(inPlace).object().get("strategy").asText()).isEqualTo("in-place");
    assertThat(run(rewrite).object().get("strategy").asText()).isEqualTo("rewrite");
    assertThat(run(auto).object().get("strategy").asText()).isEqualTo("in-place");
  }

  @Test
  void inPlaceWithoutRoomIsRefused() throws IOException {
    byte[] before = bytes("a.safetensors");
    String entry = "k=" + "v".repeat(5000);

    Ran ran =
        run(
            "metadata",
            "set",
            "--json",
            "--strategy",
            "in-place",
            "--entry",
            entry,
            "a.safetensors");

    assertThat(ran.exitCode()).isEqualTo(2);
    assertThat(ran.object().get("saved").asBoolean()).isFalse();
    assertThat(ran.err())
        .hasLineCount(1)
        .contains(ran.object().get("message").asText(), "unchanged");
    assertThat(bytes("a.safetensors")).isEqualTo(before);
  }

  @Test
  void dataAreAlignedWithoutAnyEntry() throws IOException {
    Ran ran = run("metadata", "set", "--json", "--align", "4096", "a.safetensors");

    assertThat(ran.object().get("saved").asBoolean()).isTrue();
    assertThat((ran.object().get("headerLengthAfter").asLong() + 8) % 4096).isZero();
    assertThat(metadata("a.safetensors")).isEqualTo(Map.of("k", "v", "format", "pt"));
  }

  @Test
  void reservedRoomTakesTheNextEditInPlace() {
    run("metadata", "set", "--room", "10000", "a.safetensors");
    String entry = "k=" + "v".repeat(9000);

    Ran ran =
        run("metadata", "set", "--json", "--in-place-from", "0", "--entry", entry, "a.safetensors");

    assertThat(ran.object().get("strategy").asText()).isEqualTo("in-place");
  }

  @Test
  void hardLinksAreSplitOnlyWhereThatIsAllowed() throws IOException {
    Path other = Files.createLink(folder.resolve("other"), folder.resolve("a.safetensors"));
    byte[] before = Files.readAllBytes(other);
    String[] plain = {
      "metadata", "set", "--strategy", "rewrite", "--entry", "k=w", "a.safetensors"
    };
    String[] split = {
      "metadata", "set", "--strategy", "rewrite", "--entry", "k=w", "--split-links", "a.safetensors"
    };

    assertThat(run(plain).exitCode()).isEqualTo(2);
    assertThat(bytes("a.safetensors")).isEqualTo(before);
    assertThat(run(split).exitCode()).isZero();
    assertThat(metadata("a.safetensors")).containsEntry("k", "w");
    assertThat(other).hasBinaryContent(before);
  }

  @Test
  void importReplacesEverythingOrMerges() throws IOException {
    Files.writeString(folder.resolve("map.json"), "\ufeff{\"new\": \"\\u0000\", \"k\": \"w\"}");

    run("metadata", "import", "--merge", "--from", "map.json", "a.safetensors");
    Map<String, String> merged = metadata("a.safetensors");
    run("metadata", "import", "--from", "map.json", "a.safetensors");

    assertThat(merged).isEqualTo(Map.of("k", "w", "format", "pt", "new", "\0"));
    assertThat(metadata("a.safetensors").entrySet())
        .extracting(Map.Entry::toString)
        .containsExactlyInAnyOrder("new=\0", "k=w");
  }

  /// As the file of a process substitution. Its link contains no path.
  @Test
  @EnabledOnOs(OS.LINUX)
  void pipeIsNotImported() throws IOException {
    Process process = new ProcessBuilder("cat").start();
    try (Stream<Path> open = Files.list(Path.of("/proc/self/fd"))) {
      Path pipe = open.filter(MetadataEditTest::isPipe).findFirst().orElseThrow();

      Ran ran = run("metadata", "import", "--from", pipe.toString(), "a.safetensors");

      assertThat(ran.exitCode()).isEqualTo(2);
      assertThat(ran.err()).contains("a pipe");
    } finally {
      process.destroy();
    }
  }

  private static boolean isPipe(Path open) {
    try {
      return Files.readSymbolicLink(open).toString().startsWith("pipe:");
    } catch (IOException e) {
      return false;
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "[]",
        "null",
        "{\"k\":1}",
        "{\"k\":null}",
        "{\"k\":{\"a\":\"b\"}}",
        "{\"k\":[\"v\"]}",
        "{\"k\":\"v\",\"k\":\"w\"}",
        "{\"k\":\"\\ud800\"}",
        "{\"\\udc00\":\"v\"}",
        "{\"k\":\"v\"} {}",
        "{\"k\":\"v\"",
        "{'k':'v'}",
        "{\"k\":\"v\",}"
      })
  void badJsonIsOneSentenceAndTouchesNoFile(String json) throws IOException {
    byte[] before = bytes("a.safetensors");
    Files.writeString(folder.resolve("map.json"), json);

    Ran ran = run("metadata", "import", "--json", "--from", "map.json", "a.safetensors");

    assertThat(ran.exitCode()).isEqualTo(2);
    assertThat(ran.out()).isEmpty();
    assertThat(ran.err()).startsWith("tensorloupe: map.json: ").hasLineCount(1);
    assertThat(bytes("a.safetensors")).isEqualTo(before);
  }

  @Test
  void importOfBytesThatAreNoTextAndOfNothingIsASentence() throws IOException {
    Files.write(folder.resolve("map.json"), new byte[] {'{', '"', (byte) 0xff, '"', '}'});

    Ran bytes = run("metadata", "import", "--from", "map.json", "a.safetensors");
    Ran missingFile = run("metadata", "import", "--from", "gone.json", "a.safetensors");
    Ran folderItself = run("metadata", "import", "--from", ".", "a.safetensors");

    assertThat(List.of(bytes, missingFile, folderItself))
        .allMatch(ran -> ran.exitCode() == 2 && ran.err().lines().count() == 1);
    assertThat(bytes.err()).contains("UTF-8");
    assertThat(missingFile.err()).contains("does not exist");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "metadata",
        "metadata unknown",
        "metadata set a.safetensors",
        "metadata set --entry k=v",
        "metadata set --entry kv a.safetensors",
        "metadata set --entry k=v --align 7 a.safetensors",
        "metadata set --entry k=v --align 8192 a.safetensors",
        "metadata set --entry k=v --align x a.safetensors",
        "metadata set --align keep a.safetensors",
        "metadata set --entry k=v --reserve -1 a.safetensors",
        "metadata set --entry k=v --in-place-from 1.5 a.safetensors",
        "metadata set --entry k=v --strategy IN_PLACE a.safetensors",
        "metadata set --entry k=\ud800 a.safetensors",
        "metadata set --entry k=\ufffd a.safetensors",
        "metadata unset a.safetensors",
        "metadata unset --key \udc00 a.safetensors",
        "metadata apply a.safetensors",
        "metadata apply --preset nothing a.safetensors",
        "metadata import a.safetensors",
        "metadata export a.safetensors",
        "recover"
      })
  void wrongUsageIsOneSentenceAndTouchesNoFile(String line) throws IOException {
    byte[] before = bytes("a.safetensors");

    Ran ran = run(line.split(" "));

    assertThat(ran.exitCode()).isEqualTo(2);
    assertThat(ran.out()).isEmpty();
    assertThat(ran.err()).startsWith("tensorloupe: ").hasLineCount(1).contains("--help");
    assertThat(bytes("a.safetensors")).isEqualTo(before);
  }

  @ParameterizedTest
  @ValueSource(strings = {"show", "set", "unset", "apply", "import", "export"})
  void helpOfEachCommandGoesToStandardOutput(String command) {
    Ran ran = run("metadata", command, "--help");

    assertThat(ran.exitCode()).isZero();
    assertThat(ran.out()).startsWith("Usage: tensorloupe metadata " + command);
  }

  @Test
  void interruptedSaveIsRecoveredBeforeTheEdit() throws IOException {
    InterruptedSaves.halfWritten(InterruptedSaves.file(folder.resolve("b.safetensors")));

    Ran ran = run("metadata", "set", "--json", "--entry", "new=1", "b.safetensors");

    assertThat(ran.exitCode()).isZero();
    assertThat(ran.object().get("message").asText()).contains("has its old header again");
    assertThat(metadata("b.safetensors")).containsEntry("new", "1");
    assertNoTemporaryFilesRemain();
  }

  @Test
  void personReadsALinePerFile() {
    Ran ran = run("metadata", "unset", "a.safetensors", "--key", "k");

    assertThat(ran.out())
        .matches(
            "saved       a\\.safetensors  a rewrite, .* written, header .* to .*\\n"
                + " {12}remove  k = v\\n");
    assertThat(run("metadata", "unset", "a.safetensors", "--key", "k").out())
        .isEqualTo(lines("unchanged   a.safetensors"));
  }

  @Test
  @Timeout(value = 180, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
  void aPipeIsNotWaitedForAsASideFile() throws Exception {
    BadInputTest.makePipe(folder.resolve("map.json"));

    Ran imported = run("metadata", "import", "--from", "map.json", "a.safetensors");
    Ran checked = run("manifest", "check", "a.safetensors", "--manifest", "map.json");

    assertThat(List.of(imported, checked))
        .allSatisfy(
            ran -> {
              assertThat(ran.exitCode()).isEqualTo(2);
              assertThat(ran.err()).containsAnyOf("a pipe", "not a regular file");
            });
    assertThat(metadata("a.safetensors")).containsEntry("k", "v");
  }

  @Test
  void dryRunLabelsFailuresDifferently() throws IOException {
    Files.writeString(folder.resolve("text"), "this is no such file");

    Ran dryRun = run("metadata", "set", "--dry-run", "--entry", "n=1", "text", "a.safetensors");
    Ran done = run("metadata", "set", "--entry", "n=1", "text", "a.safetensors");

    assertThat(dryRun.out()).startsWith("would fail  text\nwould save  a.safetensors  ");
    assertThat(done.out()).startsWith("failed      text\nsaved       a.safetensors  ");
    assertThat(done.out()).doesNotContain("SHA-256");
  }

  @Test
  @DisabledOnOs(OS.WINDOWS)
  void dryRunShowsTheTargetOfALinkAndNoDetailsOfAnUnchangedFile() throws IOException {
    Files.createSymbolicLink(folder.resolve("link"), Path.of("a.safetensors"));

    Ran linked = run("metadata", "set", "--dry-run", "--entry", "n=1", "link");
    Ran stays = run("metadata", "set", "--dry-run", "--entry", "k=v", "a.safetensors");

    assertThat(linked.out())
        .contains("            a link to " + folder.toRealPath().resolve("a.safetensors") + "\n")
        .doesNotContain("the file has");
    assertThat(stays.out()).isEqualTo("unchanged   a.safetensors\n");
  }

  @Test
  void noMoreThanAHundredChangesOfAFileAreListed() {
    for (int count = 99; count <= 102; count++) {
      String[] arguments = new String[4 + count];
      System.arraycopy(
          new String[] {"metadata", "set", "--dry-run", "a.safetensors"}, 0, arguments, 0, 4);
      for (int i = 0; i < count; i++) {
        arguments[4 + i] = "--entry=key%d=v".formatted(i);
      }

      String out = run(arguments).out();

      assertThat(out.lines().filter(line -> line.contains("add     key")))
          .hasSize(Math.min(100, count));
      String rest = count == 101 ? "and 1 more change\n" : "and 2 more changes\n";
      assertThat(out.contains(rest)).as(count + " changes").isEqualTo(count > 100);
      assertThat(out.contains("more change")).as(count + " changes").isEqualTo(count > 100);
    }
  }

  @Test
  void dryRunShowsTheDurationOfLargeRewritesOnly() {
    SparseFiles.write(folder.resolve("large.safetensors"), Dtype.U8, Map.of(), 8L << 30);

    assertThat(run("metadata", "set", "--dry-run", "--entry", "n=1", "large.safetensors").out())
        .containsPattern("header 71 B to [0-9.]+ kB, about [1-9][0-9]* s\n");
    assertThat(run("metadata", "set", "--dry-run", "--entry", "n=1", "a.safetensors").out())
        .doesNotContain("about");
  }
}
