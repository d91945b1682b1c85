package io.github.tensorloupe.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.tensorloupe.testing.TensorFiles;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// Folders with remains of other saves, other copies, or files of several processes.
class FieldFoldersTest {

  @TempDir Path folder;

  private void write(String file, String... tensors) throws IOException {
    TensorFiles files = new TensorFiles().metadata("format", "pt");
    for (String tensor : tensors) {
      files.floats(tensor, 1, 2, 3, 4);
    }
    files.write(folder.resolve(file));
  }

  private void writeSet(int named) throws IOException {
    write("model-00001-of-00002.safetensors", "a");
    write("model-00002-of-00002.safetensors", "b");
    Files.writeString(
        folder.resolve("model.safetensors.index.json"),
        """
        {"metadata":{"total_size":32},"weight_map":{
        "b":"model-0000%1$d-of-0000%1$d.safetensors","a":"model-00001-of-0000%1$d.safetensors"}}
        """
            .formatted(named));
  }

  private String check() {
    return Ran.in(folder, "check", ".").out();
  }

  @Test
  void completeSetHasNoFindings() throws IOException {
    writeSet(2);

    assertThat(check()).doesNotContain("warning", "info", "error");
  }

  @Test
  void sameWeightsInOneFileAreNoted() throws IOException {
    writeSet(2);
    write("consolidated.safetensors", "layers.a", "layers.b");

    assertThat(check()).contains("info     weights-twice: consolidated.safetensors");
  }

  @Test
  void singleFileThatLoadersPreferIsAWarning() throws IOException {
    writeSet(2);
    write("model.safetensors", "c");

    assertThat(check()).contains("warning  single-file-preferred: model.safetensors");
  }

  @ParameterizedTest
  @ValueSource(strings = {"consolidated.safetensors", "adapter_model.safetensors"})
  void otherFilesNextToASetAreFine(String name) throws IOException {
    writeSet(2);
    write(name, "c");

    assertThat(check()).doesNotContain("weights-twice", "single-file-preferred");
  }

  @Test
  void indexOfAnotherSaveIsOldIfTheShardsAreComplete() throws IOException {
    writeSet(3);

    String output = check();

    assertThat(output).contains("the index is from another save", "write a new index");
    assertThat(output.indexOf("The shard model-00001"))
        .isLessThan(output.indexOf("The shard model-00003"));
  }

  @Test
  void oldIndexIsNamedInTheSummaryBesideItsErrors() throws IOException {
    writeSet(3);

    assertThat(Ran.in(folder, "info", "--summary", ".").out())
        .contains("Error             shard-missing", "Warning           index-stale");
  }

  @Test
  void libraryAndNewIndexAgreeWithTheCheckOfAnOldIndex() throws IOException {
    writeSet(3);

    assertThat(Ran.in(folder, "library", ".").out())
        .contains(
            "2 of 2 shards are missing, but the shards model-*-of-00002.safetensors are complete:"
                + " the index is from another save.");
    assertThat(Ran.in(folder, "index", "write", "--dry-run", ".").out())
        .contains("The old index is from another save: the shards that it names are missing.");

    Files.delete(folder.resolve("model-00001-of-00002.safetensors"));
    assertThat(
            Ran.in(folder, "index", "write", "--dry-run", ".").out()
                + Ran.in(folder, "library", ".").out())
        .doesNotContain("another save");
  }

  @Test
  void shardsWithAnotherNameOrOneFileMakeAnIndexOldIfTheyContainItsTensors() throws IOException {
    writeSet(3);
    for (String number : new String[] {"1", "2"}) {
      Files.move(
          folder.resolve("model-0000" + number + "-of-00002.safetensors"),
          folder.resolve("pytorch_model-0000" + number + "-of-00002.safetensors"));
    }
    assertThat(check()).contains("index-stale: The shards pytorch_model-*-of-00002.safetensors");

    Files.delete(folder.resolve("pytorch_model-00001-of-00002.safetensors"));
    assertThat(check()).doesNotContain("index-stale");

    write("model.safetensors", "a");
    assertThat(check()).doesNotContain("index-stale");

    write("model.safetensors", "a", "b", "c");
    assertThat(check()).contains("index-stale: model.safetensors contains all tensors");
  }

  @Test
  void completeShardsNextToAnUnfinishedSetAreNotPreferred() throws IOException {
    writeSet(2);
    Files.delete(folder.resolve("model-00001-of-00002.safetensors"));
    write("model-00001-of-00003.safetensors", "a");
    write("model-00002-of-00003.safetensors", "b");
    write("model-00003-of-00003.safetensors", "c");

    assertThat(check()).contains("from different saves").doesNotContain("index-stale", "write");
  }

  @Test
  void secondCompleteSetOfTheSameSizeIsNoted() throws IOException {
    writeSet(2);
    write("model-00001-of-00003.safetensors", "a");
    write("model-00002-of-00003.safetensors", "b");
    write("model-00003-of-00003.safetensors");
    write("consolidated-00001-of-00002.safetensors", "x");
    write("consolidated-00002-of-00002.safetensors", "y");

    assertThat(check())
        .contains("weights-twice: 2 findings", "model-*-of-00003", "consolidated-*-of-00002")
        .doesNotContain("warning", "error");

    write("model-00003-of-00003.safetensors", "c");
    assertThat(check()).contains("warning  shard-not-in-index: All 3 shards model-*-of-00003");
  }

  @Test
  void flatWeightsAreSlicesOfAnFsdpRun() throws IOException {
    write("model.safetensors", "model.embed_tokens.weight", "model.norm.weight");

    assertThat(check()).contains("info     distributed-checkpoint", "not a checkpoint");
  }

  @ParameterizedTest
  @ValueSource(strings = {"<!DOCTYPE html><html></html>", "GGUF0123456789", "some text, long"})
  void fileOfAnotherKindHasNoHeaderLength(String text) throws IOException {
    Files.writeString(folder.resolve("model.safetensors"), text);

    assertThat(Ran.in(folder, "info", ".").out()).doesNotContain("header ");
  }

  @ParameterizedTest
  @CsvSource({
    "model-rank-0-part-0.safetensors, true",
    "mp_rank_00_model_states.safetensors, true",
    "model.rank1_of_2.safetensors, true",
    "rank0.safetensors, true",
    "model_world_size_4_rank_3.safetensors, true",
    "model_world_size_1_rank_0.safetensors, false",
    "model-rank-0.safetensors, false",
    "style-lora-rank-32.safetensors, false",
    "rank-model.safetensors, false"
  })
  void slicesOfProcessesAreNamed(String name, boolean isSlice) throws IOException {
    write(name, "model.layers.0.self_attn.q_proj.weight");

    assertThat(check().contains("slices of one process")).isEqualTo(isSlice);
  }

  @ParameterizedTest
  @CsvSource({
    "rank0.safetensors, rank1.safetensors, w, true",
    "model_world_size_2_rank_0.safetensors, model_world_size_2_rank_1.safetensors, w, true",
    "model-rank0.safetensors, other.safetensors, w, false",
    "rank1.safetensors, rank2.safetensors, lora_unet_mid.lora_down.weight, false",
    "x-rank1.safetensors, x-rank2.safetensors, lycoris_mid.hada_w1_a, false",
    "x-rank1.safetensors, x-rank2.safetensors, mid.to_q.lora.down.weight, false"
  })
  void filesWithConsecutiveRanksAreSlices(
      String name, String neighbor, String tensor, boolean areSlices) throws IOException {
    write(name, tensor);
    write(neighbor, tensor);

    assertThat(check().contains("slices of one process")).isEqualTo(areSlices);
    assertThat(Ran.in(folder, "info", "--summary", name).out().contains("slices of one rank"))
        .isEqualTo(areSlices);
  }

  @ParameterizedTest
  @CsvSource({
    "../../blobs/0123abcd, true",
    "model-00001-of-00002.safetensors, true",
    "Not Found, false",
    "<a href='../x'>, false"
  })
  void linkThatWasSavedAsTextIsRecognized(String text, boolean isLink) throws IOException {
    Files.writeString(folder.resolve("model.safetensors"), text);

    assertThat(check().contains("a symbolic link that was saved as text")).isEqualTo(isLink);
  }
}
