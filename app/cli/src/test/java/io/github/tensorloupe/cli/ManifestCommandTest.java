package io.github.tensorloupe.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.abort;

import com.fasterxml.jackson.databind.JsonNode;
import io.github.tensorloupe.testing.SampleBytes;
import io.github.tensorloupe.testing.TensorFiles;
import java.io.IOException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ManifestCommandTest {

  private static final String MANIFEST = "m.safetensors.tensorloupe-manifest.json";

  @TempDir private Path folder;

  @BeforeEach
  void writeModel() throws IOException {
    model(1).write(folder.resolve("m.safetensors"));
  }

  private static TensorFiles model(float value) {
    return new TensorFiles().floats("a", value).floats("b", 2, 3).metadata("k", "v");
  }

  private Ran run(String line) {
    return Ran.in(folder, line.split(" "));
  }

  @Test
  void manifestIsWrittenNextToTheFileAndFoundThere() {
    Ran written = run("manifest write m.safetensors --json");

    assertThat(written.exitCode()).isZero();
    assertThat(written.err()).isEmpty();
    assertThat(written.out())
        .startsWith(
            "{\"path\":\"m.safetensors\",\"manifest\":\""
                + MANIFEST
                + "\",\"fileCount\":1,"
                + "\"tensorCount\":2,\"byteCount\":")
        .endsWith(",\"written\":true,\"message\":\"\"}\n");
    assertThat(folder.resolve(MANIFEST)).isRegularFile();
    Ran checked = run("manifest check m.safetensors");
    assertThat(checked.exitCode()).isZero();
    assertThat(checked.out()).startsWith("All 2 tensors are as in " + MANIFEST + " of 2");
  }

  /// The manifest could otherwise be read by that user, who may have no access to the file.
  @Test
  void nothingIsWrittenAboutAFileBehindTheLinkOfAnotherUser() throws IOException {
    Path set = Files.createDirectory(folder.resolve("set"));
    Path link = Files.createSymbolicLink(set.resolve("a.safetensors"), Path.of("../m.safetensors"));
    try {
      Files.setAttribute(link, "unix:uid", 12345, LinkOption.NOFOLLOW_LINKS);
    } catch (FileSystemException e) {
      abort("only root can give a link to another user");
    }

    Ran ran = run("manifest write set");

    assertThat(ran.exitCode()).isEqualTo(2);
    assertThat(ran.err()).contains("a link in its path belongs to another user");
    assertThat(set.resolve("tensorloupe-manifest.json")).doesNotExist();
  }

  @Test
  void manifestOfAFolderAndOfAnIndexIsInTheFolder() throws IOException {
    Path set = Files.createDirectory(folder.resolve("set"));
    new TensorFiles().floats("x", 1).write(set.resolve("x-1.safetensors"));
    Files.write(set.resolve("x.safetensors.index.json"), SampleBytes.index("x", "x-1.safetensors"));

    assertThat(run("manifest write set").out())
        .startsWith("Wrote set/tensorloupe-manifest.json: the hashes of 1 tensor, ");
    Ran checked = run("manifest check set/x.safetensors.index.json --json");
    assertThat(checked.exitCode()).isZero();
    assertThat(checked.texts("kind")).containsExactly("tensor", "file", "summary");
  }

  @Test
  void differenceIsReportedByNameWithExitCodeOne() throws IOException {
    run("manifest write m.safetensors");
    model(5).write(folder.resolve("m.safetensors"));

    Ran json = run("manifest check m.safetensors --json");

    assertThat(json.exitCode()).isEqualTo(1);
    List<JsonNode> objects = json.objects();
    JsonNode a =
        objects.stream()
            .filter(object -> object.path("name").asText().equals("a"))
            .findFirst()
            .orElseThrow();
    assertThat(a.get("result").asText()).isEqualTo("changed");
    assertThat(a.get("was").get("sha256").asText())
        .isNotEqualTo(a.get("is").get("sha256").asText())
        .hasSize(64);
    assertThat(a.get("is").get("shape")).hasSize(1);
    JsonNode summary = objects.getLast();
    assertThat(summary.get("changed").asInt()).isEqualTo(1);
    assertThat(summary.get("equal").asInt()).isEqualTo(1);
    assertThat(summary.get("intact").asBoolean()).isFalse();
    Ran text = run("manifest check m.safetensors");
    assertThat(text.out()).startsWith("changed  a  m.safetensors: other bytes\nNot all as in ");
  }

  @Test
  void manifestOfAnotherFileNamesBothAndSpeaksOfNoChange() throws IOException {
    run("manifest write m.safetensors");
    new TensorFiles().floats("a", 9).floats("z", 8).write(folder.resolve("n.safetensors"));

    Ran text = run("manifest check n.safetensors --manifest " + MANIFEST);

    assertThat(text.exitCode()).isEqualTo(1);
    assertThat(text.out())
        .contains("n.safetensors and m.safetensors, listed in " + MANIFEST + " of ")
        .contains(", differ: ");
  }

  @Test
  void editedMetadataAreNoDifference() {
    run("manifest write m.safetensors");
    assertThat(run("metadata set --entry k=other m.safetensors").exitCode()).isZero();

    Ran ran = run("manifest check m.safetensors");

    assertThat(ran.exitCode()).isZero();
    assertThat(ran.out())
        .startsWith("The header of m.safetensors has changed, as after metadata edits.\nAll 2");
  }

  @Test
  void missingOrBrokenManifestIsExitCodeTwo() throws IOException {
    Ran missing = run("manifest check m.safetensors --json");
    assertThat(missing.exitCode()).isEqualTo(2);
    assertThat(missing.err()).contains("The manifest " + MANIFEST + " does not exist");
    assertThat(missing.object().get("message").asText()).contains("does not exist");
    assertThat(missing.object().get("equal").isNull()).isTrue();

    Files.writeString(folder.resolve("other.json"), "{}");
    Ran broken = run("manifest check m.safetensors --manifest other.json");
    assertThat(broken.exitCode()).isEqualTo(2);
    assertThat(broken.err())
        .isEqualTo(
            "tensorloupe: other.json: The manifest cannot be used: \"algorithm\" is missing in the"
                + " object at line 1, column 3.\n");
  }

  @Test
  void fileThatIsThereIsReplacedOnlyByForce() throws IOException {
    Path out = Files.writeString(folder.resolve("o.json"), "old");

    Ran refused = run("manifest write m.safetensors --out o.json --json");
    assertThat(refused.exitCode()).isEqualTo(2);
    assertThat(refused.err()).contains("o.json already exists").contains("--force");
    assertThat(refused.object().get("written").asBoolean()).isFalse();
    assertThat(out).hasContent("old");
    assertThat(run("manifest write m.safetensors --out o.json --force").exitCode()).isZero();
    assertThat(run("manifest check m.safetensors --manifest o.json").exitCode()).isZero();
    Ran onSource = run("manifest write m.safetensors --out m.safetensors --force");
    assertThat(onSource.exitCode()).isEqualTo(2);
    assertThat(onSource.err()).contains("the file that is being read");
  }

  @Test
  void whatHasNoHeaderGetsNoManifest() throws IOException {
    Files.writeString(folder.resolve("m.safetensors"), "<html>");

    Ran ran = run("manifest write m.safetensors");

    assertThat(ran.exitCode()).isEqualTo(2);
    assertThat(ran.err()).contains("nothing was written");
    assertThat(folder.resolve(MANIFEST)).doesNotExist();
    assertThat(run("manifest").exitCode()).isEqualTo(2);
  }

  @Test
  void truncatedTensorsAreOmittedAndReported() throws IOException {
    Files.write(
        folder.resolve("cut.safetensors"),
        SampleBytes.file(SampleBytes.entry("t", "U8", "[10]", 0, 10), new byte[4]));

    Ran ran = run("manifest write cut.safetensors");

    assertThat(ran.exitCode()).isEqualTo(1);
    assertThat(ran.out()).contains("Left out: 1 tensor whose bytes are not all in the file.");
  }
}
