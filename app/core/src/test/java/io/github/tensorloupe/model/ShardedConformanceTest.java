package io.github.tensorloupe.model;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.tensorloupe.format.Finding;
import io.github.tensorloupe.format.FindingCode;
import io.github.tensorloupe.testing.SharedFolder;
import io.github.tensorloupe.work.Cancellation;
import io.github.tensorloupe.work.Progress;
import java.io.IOException;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Opens the sharded conformance files.
class ShardedConformanceTest {

  private static Checkpoint open(String folder) throws IOException {
    return Checkpoint.open(
        SharedFolder.file("conformance/sharded/" + folder), Cancellation.NEVER, Progress.NONE);
  }

  @ParameterizedTest
  @CsvSource({
    "ok, SET, 3, ",
    "diffusers_name, SET, 3, ",
    "same_tensor_in_two_shards, SET, 3, ",
    "corrupt_shard, SET, 3, SHARD_REFUSED",
    "lfs_pointer_shard, SET, 3, SHARD_REFUSED",
    "path_traversal, SET, 3, UNSAFE_SHARD_NAME",
    "absolute_path, SET, 3, UNSAFE_SHARD_NAME",
    // If the index is unusable, shards are found by their names.
    "weight_map_not_object, SET, 3, INDEX_UNUSABLE",
    "weight_map_value_not_string, SET, 3, INDEX_UNUSABLE",
    "index_not_json, SET, 3, INDEX_UNUSABLE",
  })
  void opensWithItsProblemAsTheOnlyFinding(
      String folder, FileKind kind, int fileCount, FindingCode problem) throws IOException {
    try (Checkpoint checkpoint = open(folder)) {
      assertThat(checkpoint.kind()).isEqualTo(kind);
      assertThat(checkpoint.files()).hasSize(fileCount);
      assertThat(checkpoint.findings())
          .extracting(Finding::code)
          .isEqualTo(problem == null ? List.of() : List.of(problem));
    }
  }
}
