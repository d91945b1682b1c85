package io.github.tensorloupe.cli;

import static io.github.tensorloupe.testing.SampleBytes.file;
import static io.github.tensorloupe.testing.SampleBytes.index;
import static io.github.tensorloupe.testing.SampleBytes.lines;
import static io.github.tensorloupe.testing.SampleBytes.write;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.tensorloupe.testing.SampleBytes;
import io.github.tensorloupe.testing.TensorFiles;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The commands that read metadata.
class MetadataShowTest {

  @TempDir private Path folder;

  private Ran show(String header) throws IOException {
    write(folder.resolve("a.safetensors"), file(header));
    return Ran.in(folder, "metadata", "show", "--json", "a.safetensors");
  }

  private Ran export(String... more) {
    Stream<String> arguments = Stream.of("metadata", "export", "a.safetensors", "--to", "map.json");
    String[] all = Stream.concat(arguments, Stream.of(more)).toArray(String[]::new);
    return Ran.in(folder, all);
  }

  @Test
  void objectHasThePathAndTheMetadata() throws IOException {
    Ran ran = show("{\"__metadata__\":{\"k\":\"v\",\"\":\"\\u2028\"}}");

    assertThat(ran.exitCode()).isZero();
    assertThat(ran.err()).isEmpty();
    assertThat(ran.out())
        .isEqualTo(
            lines("{\"path\":\"a.safetensors\",\"metadata\":{\"k\":\"v\",\"\":\"\\u2028\"}}"));
  }

  @Test
  void absentMetadataIsNullAndEmptyMetadataIsAnObject() throws IOException {
    assertThat(show("{}").object().get("metadata").isNull()).isTrue();
    assertThat(show("{\"__metadata__\":null}").object().get("metadata").isNull()).isTrue();
    assertThat(show("{\"__metadata__\":{}}").object().get("metadata").isObject()).isTrue();
  }

  @Test
  void refusedAndUnreadableFilesAreObjectsAndSentences() throws IOException {
    write(folder.resolve("a.safetensors"), file("{\"t\":1}"));

    Ran ran = Ran.in(folder, "metadata", "show", "--json", "a.safetensors");
    Ran missingFile = Ran.in(folder, "metadata", "show", "--json", "gone", "a.safetensors");

    assertThat(ran.exitCode()).isEqualTo(1);
    assertThat(ran.object().get("metadata").isNull()).isTrue();
    assertThat(ran.err()).isNotEmpty();
    assertThat(missingFile.exitCode()).isEqualTo(2);
    assertThat(missingFile.texts("path")).containsExactly("gone", "a.safetensors");
    assertThat(missingFile.texts("metadata")).containsOnly("null");
    assertThat(missingFile.err()).contains("does not exist");
  }

  @Test
  void setYieldsOneObjectPerShard() throws IOException {
    write(folder.resolve("x.safetensors.index.json"), index("t", "x-1", "u", "x-2"));
    write(folder.resolve("x-1"), SampleBytes.bytes((byte) 1));
    write(folder.resolve("x-2"), SampleBytes.bytes((byte) 1));

    assertThat(
            Ran.in(folder, "metadata", "show", "--json", "x.safetensors.index.json").texts("path"))
        .containsExactly("x-1", "x-2");
  }

  @Test
  void personReadsEntriesInColumns() throws IOException {
    write(
        folder.resolve("a.safetensors"),
        file("{\"__metadata__\":{\"k\":\"v\",\"longer\":\"x\\ny\"}}"));
    write(folder.resolve("b.safetensors"), file("{}"));

    Ran ran = Ran.in(folder, "metadata", "show", "a.safetensors", "b.safetensors");

    assertThat(ran.out())
        .isEqualTo(
            lines(
                "a.safetensors: 2 entries",
                "  k       v",
                "  longer  x\\u{A}y",
                "b.safetensors: no metadata"));
  }

  @Test
  void exportIsWhatImportTakes() throws IOException {
    String header = "{\"__metadata__\":{\"b\":\"\\u0000 \\ud83d\\ude00\",\"\":\"x\\ny\"}}";
    show(header);
    write(folder.resolve("b.safetensors"), file("{}"));

    Ran ran = export("--json");
    Ran.in(folder, "metadata", "import", "--from", "map.json", "b.safetensors");

    assertThat(ran.exitCode()).isZero();
    assertThat(ran.object().get("entryCount").asInt()).isEqualTo(2);
    assertThat(
            Ran.in(folder, "metadata", "show", "--json", "b.safetensors").object().get("metadata"))
        .isEqualTo(show(header).object().get("metadata"));
  }

  @Test
  void exportOfNoMetadataIsAnEmptyObject() throws IOException {
    show("{}");

    assertThat(export().exitCode()).isZero();
    assertThat(folder.resolve("map.json")).hasContent("{}\n");
  }

  @Test
  void exportReplacesAFileOnlyWithForce() throws IOException {
    show("{}");
    Files.writeString(folder.resolve("map.json"), "mine");

    Ran refused = export();

    assertThat(refused.exitCode()).isEqualTo(2);
    assertThat(refused.err()).contains("already exists", "--force").hasLineCount(1);
    assertThat(folder.resolve("map.json")).hasContent("mine");
    assertThat(export("--force").exitCode()).isZero();
    assertThat(folder.resolve("map.json")).hasContent("{}");
    assertThat(folder).isDirectoryNotContaining("glob:**-part");
  }

  @Test
  void exportNeverReplacesTheFileItself() throws IOException {
    show("{\"__metadata__\":{\"k\":\"v\"}}");
    byte[] before = Files.readAllBytes(folder.resolve("a.safetensors"));
    Files.createSymbolicLink(folder.resolve("map.json"), folder.resolve("a.safetensors"));

    Ran ran = export("--force");

    assertThat(ran.exitCode()).isEqualTo(2);
    assertThat(ran.err()).hasLineCount(1);
    assertThat(folder.resolve("a.safetensors")).hasBinaryContent(before);
  }

  @Test
  void exportReplacesNoIndexEvenByForce() throws IOException {
    show("{}");
    byte[] index = index("a", "a.safetensors");
    for (String name : List.of("map.json", "model.safetensors.index.json")) {
      Path file = Files.write(folder.resolve(name), index);

      Ran ran = Ran.in(folder, "metadata", "export", "--force", "--to", name, "a.safetensors");

      assertThat(ran.exitCode()).isEqualTo(2);
      assertThat(ran.err()).contains("it is a checkpoint").hasLineCount(1);
      assertThat(file).hasBinaryContent(index);
    }
  }

  @Test
  void exportOfAFileWithoutHeaderWritesNothing() throws IOException {
    show("{\"t\":1}");

    assertThat(export().exitCode()).isEqualTo(2);
    assertThat(folder.resolve("map.json")).doesNotExist();
  }

  @Test
  void exportThatFailsIsAnObjectToo() throws IOException {
    Files.writeString(folder.resolve("text"), "this is no such file");

    for (String source : new String[] {"gone", "text", "."}) {
      Ran ran = Ran.in(folder, "metadata", "export", "--json", source, "--to", "map.json");

      assertThat(ran.exitCode()).isEqualTo(2);
      assertThat(ran.object().get("path").asText()).isEqualTo(source);
      assertThat(ran.object().get("entryCount").isNull()).isTrue();
    }
  }

  @Test
  void emptyKeyIsShown() throws IOException {
    new TensorFiles().metadata("", "").write(folder.resolve("empty"));

    assertThat(Ran.in(folder, "metadata", "show", "empty").out()).endsWith("\n  \"\"\n");
  }

  @Test
  void exportIntoAFolderThatIsNotThereIsASentence() throws IOException {
    show("{}");

    Ran ran = Ran.in(folder, "metadata", "export", "a.safetensors", "--to", "x/map.json");

    assertThat(ran.exitCode()).isEqualTo(2);
    assertThat(ran.err()).contains("cannot be written").hasLineCount(1);
  }
}
