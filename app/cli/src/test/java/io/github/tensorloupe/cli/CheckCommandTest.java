package io.github.tensorloupe.cli;

import static io.github.tensorloupe.testing.SampleBytes.entry;
import static io.github.tensorloupe.testing.SampleBytes.file;
import static io.github.tensorloupe.testing.SampleBytes.index;
import static io.github.tensorloupe.testing.SampleBytes.lines;
import static io.github.tensorloupe.testing.SampleBytes.write;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.github.tensorloupe.testing.SampleBytes;
import io.github.tensorloupe.testing.TensorFiles;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CheckCommandTest {

  @TempDir Path folder;

  @Test
  void intactFileYieldsOneObjectWithEveryMember() throws IOException {
    write(folder.resolve("a.safetensors"), SampleBytes.bytes((byte) 1, (byte) 2));

    Ran ran = Ran.in(folder, "check", "--json", "a.safetensors");

    assertThat(ran.exitCode()).isZero();
    assertThat(ran.err()).isEmpty();
    assertThat(ran.out())
        .isEqualTo(
            lines(
                "{\"path\":\"a.safetensors\",\"kind\":\"safetensors\",\"verdict\":\"ok\","
                    + "\"error\":null,\"headerLength\":53,\"dataLength\":2,\"tensorCount\":1,"
                    + "\"findings\":[{\"code\":\"misaligned-data\",\"severity\":\"info\",\"message\":\"The"
                    + " data buffer starts at byte 61: expected a multiple of 8.\","
                    + "\"tensor\":null,\"begin\":0,\"end\":8}]}"));
  }

  @Test
  void privateDataAreFindingsWithoutTheirText() throws IOException {
    new TensorFiles()
        .metadata("hf_token", "0123456789abcdef")
        .metadata("/home/anna/x", "1")
        .floats("t", 1)
        .write(folder.resolve("a.safetensors"));

    Ran json = Ran.in(folder, "check", "--json", "a.safetensors");
    Ran text = Ran.in(folder, "check", "a.safetensors");
    Ran summary = Ran.in(folder, "info", "--summary", "a.safetensors");

    assertThat(json.exitCode()).isZero();
    assertThat(Ran.codes(json.object())).containsExactly("metadata-secret", "metadata-secret");
    assertThat(text.out())
        .contains("warning  metadata-secret: 2 kinds of private data in the metadata");
    assertThat(summary.out()).contains("metadata-secret");
    assertThat(json.out() + text.out() + summary.out())
        .contains("hf_token", "/home/***/x")
        .doesNotContain("anna", "0123456789abcdef");
  }

  @Test
  void refusedFileNamesTheVariantOfTheReference() throws IOException {
    byte[] cut = file(entry("t", "U8", "[9]", 0, 9), new byte[5]);
    write(folder.resolve("a.safetensors"), cut);

    Ran ran = Ran.in(folder, "check", "--json", "a.safetensors");

    assertThat(ran.exitCode()).isEqualTo(1);
    assertThat(ran.object().get("verdict").asText()).isEqualTo("refused");
    assertThat(ran.object().get("error").asText()).isEqualTo("MetadataIncompleteBuffer");
    assertThat(ran.object().get("dataLength").asLong()).isEqualTo(5);
    assertThat(Ran.codes(ran.object())).contains("truncated");
  }

  @Test
  void headerLengthIsThePlainUnsignedNumber() throws IOException {
    write(folder.resolve("a.safetensors"), new byte[] {-1, -1, -1, -1, -1, -1, -1, -1, 0});

    Ran ran = Ran.in(folder, "check", "--json", "a.safetensors");

    assertThat(ran.out()).contains("\"headerLength\":18446744073709551615,\"dataLength\":null");
    assertThat(ran.object().get("tensorCount").isNull()).isTrue();
  }

  @Test
  void headerThatDoesNotParseHasNoTensorCount() throws IOException {
    write(folder.resolve("a.safetensors"), file("{\"t\":1}"));

    JsonNode object = Ran.in(folder, "check", "--json", "a.safetensors").object();

    assertThat(object.get("tensorCount").isNull()).isTrue();
    assertThat(object.get("dataLength").asLong()).isZero();
    assertThat(object.get("error").asText()).isEqualTo("InvalidHeaderDeserialization");
  }

  @Test
  void fileOfAnotherKindSaysWhatItIs() throws IOException {
    String pointer =
        "version https://git-lfs.github.com/spec/v1\noid sha256:" + "0".repeat(64) + "\nsize 12\n";
    write(folder.resolve("a.safetensors"), pointer.getBytes(StandardCharsets.UTF_8));

    JsonNode object = Ran.in(folder, "check", "--json", "a.safetensors").object();

    assertThat(object.get("kind").asText()).isEqualTo("git-lfs-pointer");
    assertThat(object.get("error").asText()).isEqualTo("HeaderTooLarge");
    assertThat(Ran.codes(object)).contains("wrong-kind");
  }

  @Test
  void everyPathYieldsAnObjectAndTheWorstDecides() throws IOException {
    write(folder.resolve("good.safetensors"), SampleBytes.bytes((byte) 1));
    write(folder.resolve("bad.safetensors"), new byte[3]);

    Ran ran = Ran.in(folder, "check", "--json", "gone", "bad.safetensors", "good.safetensors");

    assertThat(ran.exitCode()).isEqualTo(2);
    assertThat(ran.texts("verdict")).containsExactly("unreadable", "refused", "ok");
    assertThat(ran.texts("path")).containsExactly("gone", "bad.safetensors", "good.safetensors");
  }

  @Test
  void unreadablePathSaysWhyAndNothingElse() {
    JsonNode object = Ran.in(folder, "check", "--json", "gone").object();

    assertThat(Ran.codes(object)).containsExactly("not-found");
    assertThat(object.get("error").isNull()).isTrue();
    assertThat(object.get("headerLength").isNull()).isTrue();
    assertThat(object.get("dataLength").isNull()).isTrue();
    assertThat(object.get("tensorCount").isNull()).isTrue();
  }

  @Test
  void folderListsSetsThenShardsThenSingleFiles() throws IOException {
    Path below = folder.resolve("in/deep");
    write(
        below.resolve("x.safetensors.index.json"),
        index("a", "x-10.safetensors", "t", "x-9.safetensors"));
    write(below.resolve("x-9.safetensors"), SampleBytes.bytes((byte) 1));
    write(
        below.resolve("x-10.safetensors"),
        file(SampleBytes.entry("a", "U8", "[1]", 0, 1), (byte) 1));
    write(below.resolve("lone.safetensors"), SampleBytes.bytes((byte) 1));
    write(below.resolve("notes.txt"), new byte[1]);

    Ran ran = Ran.in(folder, "check", "--json", "in");

    assertThat(ran.exitCode()).isZero();
    assertThat(ran.texts("path"))
        .containsExactly(
            "in/deep/x.safetensors.index.json",
            "in/deep/x-9.safetensors",
            "in/deep/x-10.safetensors",
            "in/deep/lone.safetensors");
    assertThat(ran.texts("kind"))
        .containsExactly("set", "safetensors", "safetensors", "safetensors");
    assertThat(ran.objects().getFirst().get("tensorCount").asInt()).isEqualTo(2);
    assertThat(ran.objects().getFirst().get("dataLength").isNull()).isTrue();
  }

  @Test
  void pathsInAFolderBeginAsItWasTyped() throws IOException {
    write(folder.resolve("in/a.safetensors"), SampleBytes.bytes((byte) 1));

    Ran ran = Ran.in(folder, "check", "--json", "./in/../in", "in/", ".");

    assertThat(ran.texts("path"))
        .containsExactly("./in/../in/a.safetensors", "in/a.safetensors", "./in/a.safetensors");
  }

  @Test
  void indexThatIsNamedIsOfKindIndex() throws IOException {
    write(folder.resolve("m/x.safetensors.index.json"), index("t", "x-1.safetensors"));
    write(folder.resolve("m/x-1.safetensors"), SampleBytes.bytes((byte) 1));

    Ran ran = Ran.in(folder, "check", "--json", "m/x.safetensors.index.json");

    assertThat(ran.texts("kind")).containsExactly("index", "safetensors");
    assertThat(ran.texts("path"))
        .containsExactly("m/x.safetensors.index.json", "m/x-1.safetensors");
  }

  @Test
  void setWithoutOneOfItsShardsIsRefusedWithoutAnErrorOfTheReference() throws IOException {
    write(
        folder.resolve("x.safetensors.index.json"),
        index("t", "x-1.safetensors", "u", "x-2.safetensors"));
    write(folder.resolve("x-1.safetensors"), SampleBytes.bytes((byte) 1));

    Ran ran = Ran.in(folder, "check", "--json", ".");

    JsonNode set = ran.objects().getFirst();
    assertThat(ran.exitCode()).isEqualTo(1);
    assertThat(set.get("verdict").asText()).isEqualTo("refused");
    assertThat(set.get("error").isNull()).isTrue();
    assertThat(Ran.codes(set)).containsExactly("shard-missing");
    assertThat(ran.texts("verdict")).containsExactly("refused", "ok");
  }

  @Test
  void setWithARefusedShardIsRefused() throws IOException {
    write(
        folder.resolve("x.safetensors.index.json"),
        index("t", "x-1.safetensors", "u", "x-2.safetensors"));
    write(folder.resolve("x-1.safetensors"), SampleBytes.bytes((byte) 1));
    write(folder.resolve("x-2.safetensors"), new byte[0]);

    Ran ran = Ran.in(folder, "check", "--json", ".");

    assertThat(ran.texts("verdict")).containsExactly("refused", "ok", "refused");
    assertThat(Ran.codes(ran.objects().getFirst())).containsExactly("shard-refused");
  }

  @Test
  void unusableIndexIsASetAndItsFilesAreLone() throws IOException {
    write(folder.resolve("x.safetensors.index.json"), "{".getBytes(StandardCharsets.UTF_8));
    write(folder.resolve("x-1.safetensors"), SampleBytes.bytes((byte) 1));

    Ran ran = Ran.in(folder, "check", "--json", ".");

    assertThat(ran.texts("kind")).containsExactly("set", "safetensors");
    assertThat(Ran.codes(ran.objects().getFirst())).containsExactly("index-unusable");
    assertThat(ran.objects().getFirst().get("tensorCount").isNull()).isTrue();
  }

  @Test
  void folderWithoutSafetensorsYieldsOneObject() throws IOException {
    write(folder.resolve("in/notes.txt"), new byte[1]);

    Ran ran = Ran.in(folder, "check", "--json", "in");

    assertThat(ran.exitCode()).isEqualTo(1);
    assertThat(ran.object().get("kind").asText()).isEqualTo("directory");
    assertThat(ran.object().get("path").asText()).isEqualTo("in");
    assertThat(Ran.codes(ran.object())).containsExactly("no-safetensors");
  }

  @Test
  void linksToFoldersAreNotFollowedAndLinksToFilesAre() throws IOException {
    write(folder.resolve("blobs/0123"), SampleBytes.bytes((byte) 1));
    Files.createDirectory(folder.resolve("in"));
    Files.createSymbolicLink(folder.resolve("in/a.safetensors"), Path.of("../blobs/0123"));
    Files.createSymbolicLink(folder.resolve("in/loop"), Path.of("."));

    Ran ran = Ran.in(folder, "check", "--json", "in");

    assertThat(ran.texts("path")).containsExactly("in/a.safetensors");
    assertThat(ran.texts("verdict")).containsExactly("ok");
  }

  @Test
  void personReadsAlignedLines() throws IOException {
    write(folder.resolve("good.safetensors"), file("{} "));
    write(folder.resolve("bad.safetensors"), new byte[] {1});

    Ran ran = Ran.in(folder, "check", "good.safetensors", "bad.safetensors");

    assertThat(ran.out())
        .isEqualTo(
            lines(
                "ok          good.safetensors  0 tensors, 0 B of data",
                "            info     misaligned-data: The data buffer starts at byte 11: expected"
                    + " a multiple of 8.",
                "refused     bad.safetensors  HeaderTooSmall, a file of unknown kind",
                "            error    wrong-kind: This is a file of unknown kind.",
                "            error    header-too-small: The file is too short to be a safetensors"
                    + " file: expected at least 8 bytes, found 1."));
  }

  @Test
  void filesNamedLikeShardsAreASetWithoutIndex() throws IOException {
    Path models = Files.createDirectory(folder.resolve("models"));
    write(models.resolve("m-00001-of-00003.safetensors"), SampleBytes.bytes((byte) 1));
    write(models.resolve("m-00003-of-00003.safetensors"), SampleBytes.bytes((byte) 1));
    write(models.resolve("x.safetensors"), SampleBytes.bytes((byte) 1));

    Ran ran = Ran.in(folder, "check", "--json", "models");

    assertThat(ran.exitCode()).isEqualTo(1);
    assertThat(ran.texts("path"))
        .containsExactly(
            "models/m-*-of-00003.safetensors",
            "models/m-00001-of-00003.safetensors",
            "models/m-00003-of-00003.safetensors",
            "models/x.safetensors");
    assertThat(ran.texts("kind"))
        .containsExactly("set", "safetensors", "safetensors", "safetensors");
    assertThat(ran.texts("verdict")).containsExactly("refused", "ok", "ok", "ok");
    assertThat(Ran.codes(ran.objects().getFirst()))
        .containsExactly("shard-number-gap", "tensor-in-two-shards");
    assertThat(ran.objects().getFirst().get("tensorCount").asLong()).isEqualTo(2);
  }

  @Test
  void aNumberThatAWholeIndexDoesNotNameIsAnErrorThatLoadersDoNotMeet() throws IOException {
    write(folder.resolve("m-00001-of-00002.safetensors"), SampleBytes.bytes((byte) 1));
    Files.writeString(
        folder.resolve("m.safetensors.index.json"),
        "{\"weight_map\":{\"t\":\"m-00001-of-00002.safetensors\"}}");

    Ran ran = Ran.in(folder, "check", "--json", "m.safetensors.index.json");

    assertThat(ran.exitCode()).isEqualTo(1);
    assertThat(ran.texts("verdict")).containsExactly("ok", "ok");
    assertThat(Ran.codes(ran.objects().getFirst())).containsExactly("shard-number-gap");
  }
}
