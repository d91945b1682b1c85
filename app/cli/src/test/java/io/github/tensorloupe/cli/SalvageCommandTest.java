package io.github.tensorloupe.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.tensorloupe.model.TensorFile;
import io.github.tensorloupe.testing.SampleBytes;
import io.github.tensorloupe.testing.TensorFiles;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SalvageCommandTest {

  @TempDir private Path folder;

  private Ran run(String line) {
    return Ran.in(folder, line.split(" "));
  }

  private void writeCut(String name) throws IOException {
    Path file = new TensorFiles().floats("a", 1).floats("b", 2, 3).write(folder.resolve(name));
    byte[] whole = Files.readAllBytes(file);
    Files.write(file, Arrays.copyOf(whole, whole.length - 1));
  }

  @Test
  void intactTensorsGoIntoAFileThatLoadsAndTheOthersAreNamed() throws IOException {
    writeCut("m.safetensors");
    Ran ran = run("salvage m.safetensors --out new.safetensors");

    assertThat(ran.exitCode()).isOne();
    assertThat(ran.err()).isEmpty();
    assertThat(ran.out())
        .isEqualTo(
            SampleBytes.lines(
                "cut            b",
                "1 of the 2 tensors of m.safetensors is intact, 4 B; 1 is cut.",
                "Wrote new.safetensors: 68 B"));
    try (TensorFile written = TensorFile.open(folder.resolve("new.safetensors"))) {
      assertThat(written.isRefused()).isFalse();
    }
  }

  @Test
  void objectNamesWhatIsLeft() throws IOException {
    writeCut("m.safetensors");
    assertThat(run("salvage m.safetensors --out n --json --dry-run").out())
        .isEqualTo(
            "{\"path\":\"m.safetensors\",\"out\":\"n\",\"kept\":1,\"keptBytes\":4,"
                + "\"left\":[{\"name\":\"b\",\"why\":\"cut\"}],\"dryRun\":true,\"written\":false,\"message\":\"1"
                + " of the 2 tensors of m.safetensors is intact, 4 B; 1 is cut.\"}\n");
    assertThat(folder.resolve("n")).doesNotExist();
  }

  @Test
  void onlyDamagedShardOfASetIsSalvaged() throws IOException {
    new TensorFiles().floats("c", 1).write(folder.resolve("s1.safetensors"));
    writeCut("s2.safetensors");
    Files.write(
        folder.resolve("m.safetensors.index.json"),
        SampleBytes.index("c", "s1.safetensors", "a", "s2.safetensors"));
    assertThat(run("salvage m.safetensors.index.json --out n").out()).contains("s2.safetensors");

    writeCut("s1.safetensors");
    Ran ran = run("salvage m.safetensors.index.json --out o");
    assertThat(ran.exitCode()).isEqualTo(2);
    assertThat(ran.err()).contains("2 files").contains("s1.safetensors, s2.safetensors");
    assertThat(folder.resolve("o")).doesNotExist();
  }

  @Test
  void existingFileIsReplacedOnlyOnRequest() throws IOException {
    writeCut("m.safetensors");
    Files.writeString(folder.resolve("n"), "old");
    assertThat(run("salvage m.safetensors --out n").exitCode()).isEqualTo(2);
    assertThat(folder.resolve("n")).hasContent("old");
    assertThat(run("salvage m.safetensors --out n --force").exitCode()).isOne();
    assertThat(folder.resolve("n")).hasSize(68);
    // The output file is a checkpoint now.
    assertThat(run("salvage m.safetensors --out n --force").exitCode()).isEqualTo(2);
  }

  @Test
  void nothingIntactIsAFailure() throws IOException {
    Files.writeString(folder.resolve("m.safetensors"), "<html>");
    Ran ran = run("salvage m.safetensors --out n --json");
    assertThat(ran.exitCode()).isEqualTo(2);
    assertThat(ran.out()).contains("\"written\":false").contains("\"kept\":0");
    assertThat(folder.resolve("n")).doesNotExist();
  }

  @Test
  void nothingIsSaidOfAFolderThatCannotBeRead() throws IOException {
    Path set = Files.createDirectory(folder.resolve("set"));
    SampleBytes.write(set.resolve("a.safetensors"), SampleBytes.file("{} "));
    // Deeper folders are not searched.
    Files.createDirectories(set.resolve("d/".repeat(101)));

    Ran ran = run("salvage --json set --out s.safetensors");

    assertThat(ran.exitCode()).isEqualTo(2);
    assertThat(ran.err()).contains("d/d/d");
    assertThat(ran.object().get("message").asText())
        .isEqualTo("One file or folder of set cannot be read; no other file is damaged.");
  }

  @ParameterizedTest
  @ValueSource(strings = {"garbage", "{\"weight_map\":{\"v\":\"x-00001-of-00001.safetensors\"}}"})
  void nothingIsSaidOfAnIndexThatCannotBeRead(String index) throws IOException {
    Path set = Files.createDirectory(folder.resolve("set"));
    SampleBytes.write(set.resolve("a.safetensors"), SampleBytes.file("{} "));
    Files.writeString(set.resolve("x.safetensors.index.json"), index);

    Ran ran = run("salvage --json set --out s.safetensors");

    assertThat(ran.exitCode()).isEqualTo(2);
    assertThat(ran.err()).contains("x.safetensors.index.json");
    assertThat(ran.object().get("message").asText())
        .isEqualTo("One file or folder of set cannot be read; no other file is damaged.");
  }

  @Test
  void nothingIsSaidOfAFileThatCannotBeRead() throws IOException {
    Path set = Files.createDirectory(folder.resolve("set"));
    SampleBytes.write(set.resolve("a.safetensors"), SampleBytes.file("{} "));
    Files.createSymbolicLink(set.resolve("b.safetensors"), Path.of("gone"));

    Ran ran = run("salvage --json set --out s.safetensors");

    assertThat(ran.exitCode()).isEqualTo(2);
    assertThat(ran.object().get("message").asText())
        .isEqualTo("One file of set cannot be read; no other file is damaged.");
  }
}
