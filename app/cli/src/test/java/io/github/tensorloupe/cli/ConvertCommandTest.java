package io.github.tensorloupe.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import io.github.tensorloupe.format.Dtype;
import io.github.tensorloupe.save.FileOperations;
import io.github.tensorloupe.testing.Intercepted;
import io.github.tensorloupe.testing.TensorFiles;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ConvertCommandTest {

  @TempDir private Path folder;

  private void assertSourceIsKept(Path file, String... arguments) throws IOException {
    String before = Files.readString(file);

    Ran ran = Ran.in(folder, arguments);

    assertThat(ran.exitCode()).isEqualTo(2);
    assertThat(ran.err()).contains("Sources are never changed");
    assertThat(file).hasContent(before);
  }

  private void writeSet() throws IOException {
    new TensorFiles()
        .tensor("a", Dtype.U8, new byte[4], 4)
        .tensor("b", Dtype.U8, new byte[4], 4)
        .write(folder.resolve("source.safetensors"));
    Files.createDirectory(folder.resolve("set"));
    Ran split =
        Ran.in(
            folder,
            "convert",
            "source.safetensors",
            "--shard-size",
            "4B",
            "--out",
            "set/model.safetensors");
    assertThat(split.exitCode()).isZero();
  }

  @Test
  void indexOfTheSourceIsNotReplaced() throws IOException {
    writeSet();

    assertSourceIsKept(
        folder.resolve("set/model.safetensors.index.json"),
        "convert",
        "set",
        "--force",
        "--shard-size",
        "1B",
        "--out",
        "set/model.safetensors");
  }

  @Test
  void configurationOfTheSourceIsNotReplaced() throws IOException {
    Files.createDirectory(folder.resolve("peft"));
    new TensorFiles()
        .tensor("m.lora_A.weight", Dtype.F32, new byte[8], 1, 2)
        .tensor("m.lora_B.weight", Dtype.F32, new byte[12], 3, 1)
        .write(folder.resolve("peft/adapter_model.safetensors"));
    Path configuration =
        Files.writeString(folder.resolve("peft/adapter_config.json"), "{\"peft_type\":\"LORA\"}");

    assertSourceIsKept(
        configuration,
        "convert",
        "peft",
        "--force",
        "--lora-dialect",
        "native",
        "--out",
        "peft/adapter_config.json");
  }

  @Test
  void fileOfNamesIsNotReplaced() throws IOException {
    writeSet();
    Path names = Files.writeString(folder.resolve("names.json"), "{\"a\":\"c\"}");

    assertSourceIsKept(
        names,
        "convert",
        "source.safetensors",
        "--force",
        "--map-file",
        "names.json",
        "--out",
        "names.json");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "--map=a=b",
        "--strip-prefix=a",
        "--add-prefix=a",
        "--shard-size=1GB",
        "--dequantize",
        "--dedupe",
        "--root=a",
        "--map-file=a.json"
      })
  void optionsThatANewAdapterWouldIgnoreAreRefused(String option) {
    Ran ran = Ran.in(folder, "convert", "a.safetensors", option, "--lora-rank", "1", "--out", "b");

    assertThat(ran.exitCode()).isEqualTo(2);
    assertThat(ran.err()).contains("'" + option.split("=")[0] + "' has no effect");
  }

  /// Writes an adapter whose change is a matrix with the singular values 4 and 3, or its negative.
  private void writeAdapter(String name, float scale) throws IOException {
    new TensorFiles()
        .tensor("m.lora_A.weight", Dtype.F32, TensorFiles.f32(1, 0, 0, 1), 2, 2)
        .tensor("m.lora_B.weight", Dtype.F32, TensorFiles.f32(4 * scale, 0, 0, 3 * scale), 2, 2)
        .write(folder.resolve(name));
  }

  @Test
  void newAdapterIsComparedWithItsSource() throws IOException {
    writeAdapter("a.safetensors", 1);

    Ran resized =
        Ran.in(folder, "convert", "a.safetensors", "--lora-rank=1", "--out=r.safetensors");
    Ran json =
        Ran.in(
            folder, "convert", "--json", "a.safetensors", "--lora-keep=0.9", "--out=k.safetensors");
    Ran preview =
        Ran.in(
            folder,
            "convert",
            "a.safetensors",
            "--lora-rank=1",
            "--dry-run",
            "--out=p.safetensors");

    assertThat(resized.out()).contains("1 of 1 module compared", "smallest cosine 0.80000 (m)");
    JsonNode changes = json.objects().getLast().get("changes");
    assertThat(changes.get("compared").asInt()).isEqualTo(1);
    assertThat(changes.get("smallestCosine").asDouble()).isEqualTo(1, within(1e-6));
    assertThat(preview.out()).doesNotContain("cosine");
  }

  @Test
  void filesOfAFolderWithTheSameTensorAreNamed() throws IOException {
    Path models = Files.createDirectory(folder.resolve("models"));
    new TensorFiles().floats("t", 1).write(models.resolve("a.safetensors"));
    new TensorFiles().floats("t", 2).write(models.resolve("b.safetensors"));

    Ran ran = Ran.in(folder, "convert", "models", "--out", "c.safetensors");

    assertThat(ran.exitCode()).isEqualTo(2);
    assertThat(ran.err()).contains("\"t\" of a.safetensors and \"t\" of b.safetensors");
  }

  @Test
  void sumOfAdaptersIsNotComparedWithOneOfThem() throws IOException {
    writeAdapter("a.safetensors", 1);
    writeAdapter("b.safetensors", -2);

    Ran sum =
        Ran.in(
            folder,
            "convert",
            "a.safetensors",
            "b.safetensors",
            "--lora-concat",
            "--out=s.safetensors");

    assertThat(sum.exitCode()).isZero();
    assertThat(sum.out()).doesNotContain("cosine");
  }

  @Test
  void filesThatAreWrittenAreReportedAsWrittenAfterAFailure() throws IOException {
    writeSet();
    FileOperations disk =
        Intercepted.calls(
            FileOperations.class,
            FileOperations.ofThisComputer(),
            (name, arguments, call) -> {
              if (name.equals("delete")) {
                throw new IOException("injected");
              }
              return call.run();
            });

    Ran ran =
        Ran.on(
            disk,
            folder,
            "convert",
            "source.safetensors",
            "--force",
            "--json",
            "--shard-size",
            "4B",
            "--out",
            "set/model.safetensors");

    assertThat(ran.exitCode()).isEqualTo(2);
    assertThat(ran.object().get("written").asBoolean()).isTrue();
    assertThat(ran.object().get("error").asText())
        .contains("model-00001-of-00002.safetensors is written, but its draft")
        .contains("model.safetensors.index.json is written, but its draft");
  }

  @ParameterizedTest
  @ValueSource(strings = {"{\"a\":\"c\",\"a\":\"d\"}", "{\"a\":\"c\"} {}"})
  void fileOfNamesIsUnambiguous(String text) throws IOException {
    writeSet();
    Files.writeString(folder.resolve("names.json"), text);

    Ran ran =
        Ran.in(
            folder,
            "convert",
            "source.safetensors",
            "--map-file",
            "names.json",
            "--out",
            "new.safetensors");

    assertThat(ran.exitCode()).isEqualTo(2);
    assertThat(folder.resolve("new.safetensors")).doesNotExist();
  }

  @Test
  void arraysAreConvertedAndNotSalvaged() throws IOException {
    writeSet();
    Ran.in(
        folder,
        "export",
        "--tensor",
        "a",
        "--format",
        "npy",
        "--out",
        "a.npy",
        "source.safetensors");

    Ran ran = Ran.in(folder, "salvage", "--json", "a.npy", "--out", "new.safetensors");

    assertThat(ran.exitCode()).isEqualTo(2);
    assertThat(ran.object().get("message").asText()).contains("a conversion copies");
  }
}
