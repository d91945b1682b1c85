package io.github.tensorloupe.convert;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.tensorloupe.compare.NameMap;
import io.github.tensorloupe.convert.ConversionOptions.CastRule;
import io.github.tensorloupe.convert.ConversionOptions.Renaming;
import io.github.tensorloupe.convert.ConversionPlanner.Source;
import io.github.tensorloupe.format.Dtype;
import io.github.tensorloupe.model.Checkpoint;
import io.github.tensorloupe.model.TensorFile;
import io.github.tensorloupe.save.FileOperations;
import io.github.tensorloupe.testing.TensorFiles;
import io.github.tensorloupe.work.Cancellation;
import io.github.tensorloupe.work.Progress;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Hashes in the metadata are kept only if they are the hashes of the new data.
class ConvertedHashesTest {

  private static final String[] HASHES = {
    "sshs_model_hash", "sshs_legacy_hash", "modelspec.hash_sha256"
  };

  @TempDir private Path folder;

  private Path source;

  @BeforeEach
  void write() throws IOException {
    TensorFiles tensors = new TensorFiles().metadata("format", "pt").floats("a", 1).floats("b", 2);
    for (String key : HASHES) {
      tensors.metadata(key, "12345678");
    }
    source = tensors.write(folder.resolve("source.safetensors"));
  }

  private static ConversionOptions options(
      Map<String, String> renames, OptionalLong shardBytes, CastRule... casts) {
    ConversionOptions copy = ConversionOptions.COPY;
    return new ConversionOptions(
        copy.includes(),
        copy.excludes(),
        copy.root(),
        new Renaming("", NameMap.NONE, renames, ""),
        List.of(casts),
        false,
        false,
        false,
        shardBytes,
        copy.alignment(),
        copy.metadata(),
        false);
  }

  private Map<String, String> metadata(ConversionOptions options, Path... files)
      throws IOException {
    List<Source> sources = new ArrayList<>();
    for (Path file : files) {
      Checkpoint checkpoint = Checkpoint.open(file, Cancellation.NEVER, Progress.NONE);
      sources.add(new Source(file.toString(), checkpoint));
    }
    ConversionPlan plan =
        ConversionPlanner.plan(
            sources, options, LoraMerge.NONE, folder.resolve("out"), Cancellation.NEVER);
    ConversionWriter.write(
        FileOperations.ofThisComputer(),
        plan,
        List.of(files),
        true,
        1,
        Cancellation.NEVER,
        Progress.NONE);
    try (TensorFile file = TensorFile.open(plan.files().getFirst().path())) {
      return file.header().metadata().orElseThrow().entries();
    }
  }

  @Test
  void hashesOfTheSameDataAreKept() throws IOException {
    assertThat(metadata(ConversionOptions.COPY, source)).containsKeys(HASHES);
    assertThat(metadata(options(Map.of("a", "c", "b", "d"), OptionalLong.empty()), source))
        .containsKeys(HASHES);
  }

  @Test
  void hashesOfOtherDataAreLeftOut() throws IOException {
    Path other = new TensorFiles().floats("z", 3).write(folder.resolve("other.safetensors"));
    CastRule cast = new CastRule(Optional.empty(), Dtype.BF16);

    assertThat(metadata(options(Map.of(), OptionalLong.empty(), cast), source))
        .containsOnlyKeys("format");
    assertThat(metadata(options(Map.of("a", "c"), OptionalLong.empty()), source))
        .as("another order of the tensors")
        .containsOnlyKeys("format");
    assertThat(metadata(options(Map.of(), OptionalLong.of(4)), source))
        .as("shards")
        .containsOnlyKeys("format");
    assertThat(metadata(ConversionOptions.COPY, source, other)).containsOnlyKeys("format");
  }
}
