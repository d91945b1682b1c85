package io.github.tensorloupe.cli;

import static io.github.tensorloupe.testing.ShardFolder.name;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.github.tensorloupe.testing.ShardFolder;
import io.github.tensorloupe.testing.SharedFolder;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// `check` of sets of shards, with the findings of the index doctor.
class CheckSetTest {

  @TempDir Path folder;

  private static Ran check(Path path) {
    return Ran.in(path.toAbsolutePath(), "check", "--json", ".");
  }

  @ParameterizedTest
  @CsvSource({
    "ok, ok, 0, ''",
    "diffusers_name, ok, 0, ''",
    "same_tensor_in_two_shards, ok, 1, tensor-in-two-shards",
    "corrupt_shard, refused, 1, shard-refused",
    "lfs_pointer_shard, refused, 1, shard-refused",
    "path_traversal, refused, 1, unsafe-shard-name",
    "absolute_path, refused, 1, unsafe-shard-name",
    "weight_map_not_object, refused, 1, index-unusable",
    "weight_map_value_not_string, refused, 1, index-unusable",
    "index_not_json, refused, 1, index-unusable",
  })
  void conformanceSetsYieldTheExpectedFindings(
      String set, String verdict, int exitCode, String firstCode) {
    Ran ran = check(SharedFolder.file("conformance/sharded/" + set));

    JsonNode object = ran.objects().getFirst();
    assertThat(ran.exitCode()).isEqualTo(exitCode);
    assertThat(object.get("verdict").asText()).isEqualTo(verdict);
    assertThat(object.get("error").isNull()).isTrue();
    assertThat(Ran.codes(object).stream().findFirst().orElse("")).isEqualTo(firstCode);
  }

  @ParameterizedTest
  @CsvSource({"ok", "diffusers_name"})
  void aGoodConformanceSetHasNoFindings(String set) {
    for (JsonNode object : check(SharedFolder.file("conformance/sharded/" + set)).objects()) {
      assertThat(Ran.codes(object)).isEmpty();
    }
  }

  @Test
  void tensorInTwoShardsIsReportedWithShardsAndIndex() {
    JsonNode object =
        check(SharedFolder.file("conformance/sharded/same_tensor_in_two_shards"))
            .objects()
            .getFirst();

    assertThat(Ran.codes(object)).containsExactly("tensor-in-two-shards");
    JsonNode finding = object.get("findings").get(0);
    assertThat(finding.get("severity").asText()).isEqualTo("error");
    assertThat(finding.get("tensor").asText()).isEqualTo("layers.0.b");
    assertThat(finding.get("message").asText())
        .contains("is in " + name(2, 3) + " and " + name(3, 3) + "; the index names " + name(2, 3));
  }

  @ParameterizedTest
  @CsvSource({"path_traversal", "absolute_path"})
  void actualShardOfATensorInAnUnsafeShardIsReported(String set) {
    JsonNode object = check(SharedFolder.file("conformance/sharded/" + set)).objects().getFirst();

    assertThat(Ran.codes(object)).containsExactly("unsafe-shard-name", "tensor-in-other-shard");
    assertThat(object.get("findings").get(1).get("message").asText())
        .contains("not a file in this folder", "it is in " + name(2, 3));
  }

  @Test
  void anErrorOfTheDoctorLeavesTheVerdictAndRaisesTheExitCode() throws IOException {
    new ShardFolder(folder)
        .shard(1, 2, "a", "b")
        .shard(2, 2, "c")
        .index("\"total_size\":48", "a", name(1, 2), "b", name(2, 2), "c", name(2, 2));

    Ran ran = check(folder);

    assertThat(ran.exitCode()).isEqualTo(1);
    assertThat(ran.texts("verdict")).containsExactly("ok", "ok", "ok");
    assertThat(Ran.codes(ran.objects().getFirst())).containsExactly("tensor-in-other-shard");
  }

  @Test
  void warningsOfTheDoctorLeaveTheExitCode() throws IOException {
    new ShardFolder(folder)
        .shard(1, 2, "a", "x")
        .shard(2, 2, "b")
        .index("\"total_size\":7", "a", name(1, 2), "b", name(2, 2), "b", name(2, 2));

    Ran ran = check(folder);

    assertThat(ran.exitCode()).isZero();
    assertThat(Ran.codes(ran.objects().getFirst()))
        .isEqualTo(List.of("tensor-not-in-index", "total-size-wrong"));
  }

  @Test
  void tensorsOfUnreadableShardsAreCountedFromTheIndex() throws IOException {
    new ShardFolder(folder)
        .shard(1, 3, "a", "b")
        .index("", "a", name(1, 3), "b", name(1, 3), "c", name(2, 3), "d", name(3, 3));
    Files.writeString(folder.resolve(name(3, 3)), "version https://git-lfs.github.com/spec/v1\n");

    JsonNode set = check(folder).objects().getFirst();

    assertThat(set.get("verdict").asText()).isEqualTo("refused");
    assertThat(set.get("tensorCount").asInt()).isEqualTo(4);
  }

  @Test
  void tensorsWithoutHeaderAndIndexAreNotCounted() throws IOException {
    new ShardFolder(folder).shard(1, 2, "a");
    Files.writeString(folder.resolve(name(2, 2)), "version https://git-lfs.github.com/spec/v1\n");

    assertThat(check(folder).objects().getFirst().get("tensorCount").isNull()).isTrue();
  }

  @Test
  void repeatedNameInTheIndexIsReported() throws IOException {
    new ShardFolder(folder)
        .shard(1, 2, "a")
        .shard(2, 2, "b")
        .index("", "a", name(1, 2), "b", name(1, 2), "b", name(2, 2));

    Ran ran = check(folder);

    assertThat(ran.exitCode()).isZero();
    assertThat(Ran.codes(ran.objects().getFirst())).containsExactly("duplicate-name");
  }
}
