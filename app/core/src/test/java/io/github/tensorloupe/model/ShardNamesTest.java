package io.github.tensorloupe.model;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.tensorloupe.testing.SampleBytes;
import io.github.tensorloupe.testing.TensorFiles;
import io.github.tensorloupe.work.Cancellation;
import io.github.tensorloupe.work.Progress;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ShardNamesTest {

  @TempDir Path folder;

  @Test
  void briefNameKeepsTheNumberAndDropsTheCommonPart() {
    assertThat(
            List.of(
                ShardName.brief("diffusion_pytorch_model-00002-of-00006.safetensors"),
                ShardName.brief("model.fp16-00002-of-00006.safetensors"),
                ShardName.brief("model_00002_of_00006.fp16.safetensors"),
                ShardName.brief("shard-00001-model-00002-of-00003.safetensors"),
                ShardName.brief("a.safetensors")))
        .containsExactly(
            "…-00002-of-00006",
            "…-00002-of-00006",
            "…_00002_of_00006.fp16",
            "shard-00001-…-00002-of-00003",
            "a.safetensors");
  }

  private static void withPart(Path path, Consumer<Checkpoint> look) throws IOException {
    try (Checkpoint checkpoint = Checkpoint.open(path, Cancellation.NEVER, Progress.NONE)) {
      look.accept(checkpoint);
    }
  }

  @Test
  void shardsThatTheIndexNamesAreMissing() throws IOException {
    new TensorFiles().floats("b", 1).write(folder.resolve("m-00002-of-00003.safetensors"));
    Path index =
        SampleBytes.write(
            folder.resolve("model.safetensors.index.json"),
            SampleBytes.index(
                "a", "m-00001-of-00003.safetensors", "b", "m-00002-of-00003.safetensors"));

    withPart(
        index,
        it -> {
          assertThat(it.parts().getFirst().missingShards(9))
              .containsExactly("m-00001-of-00003.safetensors");
          assertThat(it.briefName(it.files().getFirst())).isEqualTo("m-00002-of-00003");
        });
  }

  @Test
  void missingShardsAreDerivedFromNumbersWithoutAnIndex() throws IOException {
    new TensorFiles().floats("b", 1).write(folder.resolve("model-00002-of-00004.safetensors"));

    withPart(
        folder,
        it -> {
          assertThat(it.parts().getFirst().missingShards(2))
              .containsExactly(
                  "model-00001-of-00004.safetensors", "model-00003-of-00004.safetensors");
          assertThat(it.briefName(it.files().getFirst())).isEqualTo("…-00002-of-00004");
        });
  }

  @Test
  void aLoneFileMissesNothing() throws IOException {
    Path file = new TensorFiles().floats("b", 1).write(folder.resolve("a.safetensors"));

    withPart(file, it -> assertThat(it.parts().getFirst().missingShards(9)).isEmpty());
  }
}
