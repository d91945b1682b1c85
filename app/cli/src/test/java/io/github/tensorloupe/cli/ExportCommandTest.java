package io.github.tensorloupe.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.github.tensorloupe.format.Dtype;
import io.github.tensorloupe.testing.SampleBytes;
import io.github.tensorloupe.testing.TensorFiles;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ExportCommandTest {

  @TempDir private Path folder;

  @BeforeEach
  void writeModel() throws IOException {
    new TensorFiles()
        .tensor("w", Dtype.BF16, new byte[] {0, 0, (byte) 0x80, 0x3f}, 1, 2)
        .tensor("a/../b", Dtype.U8, new byte[] {1, 2, 3}, 3)
        .metadata("k", "v")
        .write(folder.resolve("m.safetensors"));
  }

  private Ran run(String line) {
    return Ran.in(folder, line.split(" "));
  }

  @Test
  void objectSaysWhatWasWritten() {
    Ran ran = run("export m.safetensors --tensor w --format npy --out w.npy --json");

    assertThat(ran.exitCode()).isZero();
    assertThat(ran.err()).isEmpty();
    assertThat(ran.out())
        .isEqualTo(
            "{\"path\":\"m.safetensors\",\"tensor\":\"w\",\"format\":\"npy\",\"out\":\"w.npy\","
                + "\"dtype\":\"BF16\",\"writtenAs\":\"<f4\",\"shape\":[1,2],\"byteCount\":136,"
                + "\"written\":true,"
                + "\"message\":\"NumPy has no BF16: written as F32, every value exactly.\"}\n");
    assertThat(folder.resolve("w.npy")).hasSize(136);
  }

  @Test
  void sentenceForAPersonSaysTheSame() {
    assertThat(run("export m.safetensors --tensor w --format npy --as raw --out w.npy").out())
        .isEqualTo(
            "Wrote w.npy: BF16 [1, 2], 132 B. NumPy has no BF16: written as its bits, in <u2.\n");
    assertThat(run("export m.safetensors --tensor w --format csv --out w.csv").out())
        .isEqualTo("Wrote w.csv: BF16 [1, 2], 8 B\n");
    assertThat(folder.resolve("w.csv")).hasContent("0.0,1.0\n");
  }

  @Test
  void fileThatIsThereIsReplacedOnlyByForce() throws IOException {
    Path out = Files.writeString(folder.resolve("w.bin"), "old");

    Ran refused = run("export m.safetensors --tensor w --format raw --out w.bin --json");
    assertThat(refused.exitCode()).isEqualTo(2);
    assertThat(refused.err()).contains("w.bin already exists").contains("--force");
    assertThat(refused.object().get("written").asBoolean()).isFalse();
    assertThat(refused.object().get("byteCount").isNull()).isTrue();
    assertThat(out).hasContent("old");

    assertThat(run("export m.safetensors --tensor w --format raw --out w.bin --force").exitCode())
        .isZero();
    assertThat(out).hasSize(4);
  }

  @ParameterizedTest
  @ValueSource(strings = {"m.safetensors", "link", "hard", "./m.safetensors"})
  void sourceIsNotReplacedEvenByForce(String out) throws IOException {
    byte[] before = Files.readAllBytes(folder.resolve("m.safetensors"));
    Files.createSymbolicLink(folder.resolve("link"), Path.of("m.safetensors"));
    Files.createLink(folder.resolve("hard"), folder.resolve("m.safetensors"));

    Ran ran = run("export m.safetensors --tensor w --format raw --force --out " + out);

    assertThat(ran.exitCode()).isEqualTo(2);
    assertThat(ran.err()).contains("the file that is being read");
    assertThat(folder.resolve("m.safetensors")).hasBinaryContent(before);
  }

  @ParameterizedTest
  @ValueSource(strings = {"other.safetensors", "other.bin", "link", "x.safetensors.index.json"})
  void checkpointIsNotReplacedEvenByForce(String out) throws IOException {
    new TensorFiles().floats("c", 1).write(folder.resolve("other.safetensors"));
    Files.copy(folder.resolve("other.safetensors"), folder.resolve("other.bin"));
    Files.createSymbolicLink(folder.resolve("link"), Path.of("other.bin"));
    Files.write(
        folder.resolve("x.safetensors.index.json"), SampleBytes.index("c", "other.safetensors"));
    byte[] before = Files.readAllBytes(folder.resolve(out));

    for (String format : new String[] {"raw", "safetensors"}) {
      Ran ran = run("export m.safetensors --tensor w --force --format " + format + " --out " + out);

      assertThat(ran.exitCode()).isEqualTo(2);
      assertThat(ran.err()).contains("it is a checkpoint").contains("Nothing was changed.");
      assertThat(folder.resolve(out)).hasBinaryContent(before);
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"\u0089HDF\r\n\u001a\n", "lmgg\1", "(dp0\n.", "ccollections\nOrderedDict\np0\n"})
  void checkpointOfAnotherFormatIsNotReplaced(String begin) throws IOException {
    Path out = folder.resolve("w.bin");
    Files.writeString(out, begin, StandardCharsets.ISO_8859_1);

    Ran ran = run("export m.safetensors --tensor w --format raw --out w.bin --force");

    assertThat(ran.err()).contains("it is a checkpoint").contains("Nothing was changed.");
    assertThat(Files.readString(out, StandardCharsets.ISO_8859_1)).isEqualTo(begin);
  }

  @Test
  void textThatResemblesAPickleIsReplaced() throws IOException {
    Path out = Files.writeString(folder.resolve("w.bin"), "count\n5\n");

    assertThat(run("export m.safetensors --tensor w --format raw --out w.bin --force").exitCode())
        .isZero();

    assertThat(out).hasSize(4);
  }

  @Test
  void whatIsReplacedKeepsItsPermissions() throws IOException {
    Path out = Files.writeString(folder.resolve("w.bin"), "old");
    Files.setPosixFilePermissions(out, PosixFilePermissions.fromString("rw-r-----"));

    assertThat(run("export m.safetensors --tensor w --format raw --out w.bin --force").exitCode())
        .isZero();

    assertThat(out).hasSize(4);
    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(out)))
        .isEqualTo("rw-r-----");
  }

  @Test
  void readOnlyFileIsNotReplacedEvenByForce() throws IOException {
    Path out = Files.writeString(folder.resolve("w.bin"), "old");
    Files.setPosixFilePermissions(out, PosixFilePermissions.fromString("r--r--r--"));

    Ran ran = run("export m.safetensors --tensor w --format raw --out w.bin --force");

    assertThat(ran.exitCode()).isEqualTo(2);
    assertThat(ran.err()).contains("read-only");
    assertThat(out).hasContent("old");
  }

  @Test
  void indexAndOtherShardsAreSourcesToo() throws IOException {
    Path set = Files.createDirectory(folder.resolve("set"));
    new TensorFiles().floats("x", 1).write(set.resolve("a.safetensors"));
    new TensorFiles().floats("y", 2).write(set.resolve("b.safetensors"));
    Files.write(
        set.resolve("model.safetensors.index.json"),
        SampleBytes.index("x", "a.safetensors", "y", "b.safetensors"));

    for (String argument : new String[] {"set", "set/model.safetensors.index.json"}) {
      for (String out : new String[] {"set/b.safetensors", "set/model.safetensors.index.json"}) {
        Ran ran =
            run("export %s --tensor x --format raw --force --out %s".formatted(argument, out));
        assertThat(ran.exitCode()).isEqualTo(2);
        assertThat(ran.err()).contains("the file that is being read");
      }
    }
    Ran ran =
        run("export set --tensor y --tensor x --format safetensors --out both.safetensors --json");
    assertThat(ran.exitCode()).isZero();
    JsonNode object = ran.object();
    assertThat(object.get("tensors").valueStream().map(JsonNode::asText)).containsExactly("x", "y");
    assertThat(object.get("tensor").isNull()).isTrue();
    assertThat(Ran.in(folder, "check", "both.safetensors").exitCode()).isZero();
    assertThat(run("export set --tensor y --format raw --out y.bin --json").texts("path"))
        .containsExactly("set/b.safetensors");
  }

  @Test
  void ambiguousTensorNameIsRefused() throws IOException {
    Path many = Files.createDirectory(folder.resolve("many"));
    new TensorFiles().floats("x", 1).write(many.resolve("a.safetensors"));
    new TensorFiles().floats("x", 2).write(many.resolve("b.safetensors"));

    Ran ran = run("export many --tensor x --format raw --out x.bin");

    assertThat(ran.exitCode()).isEqualTo(2);
    assertThat(ran.err()).contains("many/a.safetensors, many/b.safetensors");
    assertThat(folder.resolve("x.bin")).doesNotExist();
  }

  @Test
  void indexSelectsTheShardOfARepeatedName() throws IOException {
    Path set = Files.createDirectory(folder.resolve("twice"));
    new TensorFiles().floats("x", 1).write(set.resolve("a.safetensors"));
    new TensorFiles().floats("x", 2).write(set.resolve("b.safetensors"));
    Files.writeString(
        set.resolve("m.safetensors.index.json"),
        "{\"weight_map\":{\"y\":\"a.safetensors\",\"x\":\"b.safetensors\"}}");

    Ran ran = run("export twice --tensor x --format csv --out x.csv --json");

    assertThat(ran.texts("path")).containsExactly("twice/b.safetensors");
    assertThat(folder.resolve("x.csv")).hasContent("2.0\n");
  }

  @Test
  void nameThatIsNotThereWritesNothing() {
    Ran ran = run("export m.safetensors --tensor w --tensor gone --format raw --out o --json");

    assertThat(ran.exitCode()).isEqualTo(2);
    assertThat(ran.err()).contains("\"gone\" was not found in m.safetensors");
    assertThat(ran.object().get("message").asText()).contains("gone");
    assertThat(folder.resolve("o")).doesNotExist();
  }

  @Test
  void severalTensorsGoIntoAFolderUnderSafeNames() {
    Ran ran = run("export m.safetensors --tensor a/../b --tensor w --format raw --out o --json");

    assertThat(ran.exitCode()).isZero();
    assertThat(ran.texts("out")).containsExactly("o/w.bin", "o/a_.._b.bin");
    assertThat(folder.resolve("o/a_.._b.bin")).hasBinaryContent(new byte[] {1, 2, 3});
  }

  @Test
  void singleTensorIsWrittenIntoAnExistingFolder() throws IOException {
    Files.createDirectory(folder.resolve("o"));

    assertThat(run("export m.safetensors --tensor w --format npy --out o --json").texts("out"))
        .containsExactly("o/w.npy");
  }

  @Test
  void truncatedTensorIsRefusedUnlessItsRestIsWanted() throws IOException {
    Files.write(
        folder.resolve("cut.safetensors"),
        SampleBytes.file(SampleBytes.entry("t", "U8", "[10]", 0, 10), new byte[4]));

    Ran refused = run("export cut.safetensors --tensor t --format raw --out t.bin");
    assertThat(refused.exitCode()).isEqualTo(2);
    assertThat(refused.err()).contains("6 are missing");
    assertThat(folder.resolve("t.bin")).doesNotExist();

    Ran partial = run("export cut.safetensors --tensor t --format raw --partial --out t.bin");
    assertThat(partial.exitCode()).as("the source has errors").isEqualTo(1);
    assertThat(folder.resolve("t.bin")).hasSize(4);
  }

  @Test
  void intactTensorOfABrokenFileIsExportedWithAWarning() throws IOException {
    Files.write(
        folder.resolve("long.safetensors"),
        SampleBytes.file(SampleBytes.entry("t", "U8", "[2]", 0, 2), (byte) 5, (byte) 6, (byte) 7));

    Ran ran = run("export long.safetensors --tensor t --format raw --out t.bin");

    assertThat(ran.exitCode()).isEqualTo(1);
    assertThat(ran.err()).isNotEmpty();
    assertThat(folder.resolve("t.bin")).hasBinaryContent(new byte[] {5, 6});
  }

  @Test
  void unreadablePathIsReportedAndYieldsAnObject() {
    Ran ran = run("export gone.safetensors --tensor t --format raw --out t.bin --json");

    assertThat(ran.exitCode()).isEqualTo(2);
    assertThat(ran.err()).contains("does not exist");
    assertThat(ran.object().get("path").asText()).isEqualTo("gone.safetensors");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "--format csv --as raw",
        "--format npy --metadata none",
        "--format npy --partial",
        "--format jpg",
        "--format npy --as f64"
      })
  void choicesThatMeanNothingAreUsageErrors(String choice) {
    Ran ran = run("export m.safetensors --tensor w --out w.npy " + choice);

    assertThat(ran.exitCode()).isEqualTo(2);
    assertThat(ran.err()).contains("export --help");
    assertThat(folder.resolve("w.npy")).doesNotExist();
  }

  @Test
  void metadataGoAlongUnlessTheyAreNotWanted() {
    run("export m.safetensors --tensor w --format safetensors --out a.safetensors");
    run("export m.safetensors --tensor w --format safetensors --metadata none --out b.safetensors");

    assertThat(run("metadata show --json a.safetensors").out()).contains("{\"k\":\"v\"}");
    assertThat(run("metadata show --json b.safetensors").out()).contains("\"metadata\":null");
  }
}
