package io.github.tensorloupe.integrity.doctor;

import static io.github.tensorloupe.testing.SampleBytes.lines;
import static io.github.tensorloupe.testing.ShardFolder.name;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.github.tensorloupe.export.IndexFile;
import io.github.tensorloupe.format.Dtype;
import io.github.tensorloupe.format.ShardIndex;
import io.github.tensorloupe.format.UnusableIndexException;
import io.github.tensorloupe.model.CheckpointFinder;
import io.github.tensorloupe.save.FileOperations;
import io.github.tensorloupe.testing.ShardFolder;
import io.github.tensorloupe.testing.TensorFiles;
import io.github.tensorloupe.text.Sentence;
import io.github.tensorloupe.work.Cancellation;
import io.github.tensorloupe.work.Progress;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.OptionalLong;
import java.util.concurrent.CancellationException;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class IndexPlanTest {

  private static final String ONE = name(1, 2);
  private static final String TWO = name(2, 2);

  @TempDir Path path;

  private ShardFolder folder;

  @BeforeEach
  void open() throws IOException {
    folder = new ShardFolder(path).shard(1, 2, "b", "a").shard(2, 2, "c");
  }

  private IndexPlan plan() throws IOException {
    return new IndexFile(FileOperations.ofThisComputer())
        .plan(folder.index(), folder.index(), Cancellation.NEVER, Progress.NONE);
  }

  private static void write(IndexPlan plan) throws IOException {
    new IndexFile(FileOperations.ofThisComputer()).write(plan, true, false, Cancellation.NEVER);
  }

  private static ShardIndex parsed(IndexPlan plan) {
    try {
      return ShardIndex.parse(plan.text().getBytes(StandardCharsets.UTF_8));
    } catch (UnusableIndexException e) {
      throw new AssertionError(plan.text(), e);
    }
  }

  private void assertRefused(String... words) throws IOException {
    assertThat(Sentence.joined(" ", plan().obstacles()).toString()).contains(words);
  }

  @Test
  void shardsWithoutAnIndexGetOneSortedByName() throws IOException {
    IndexPlan plan = plan();

    assertThat(plan.obstacles()).isEmpty();
    assertThat(plan.isNeeded()).isTrue();
    assertThat(plan.replaces()).isFalse();
    assertThat(plan.text())
        .isEqualTo(
            lines(
                "{",
                "  \"metadata\": {",
                "    \"total_size\": 48",
                "  },",
                "  \"weight_map\": {",
                "    \"a\": \"" + ONE + "\",",
                "    \"b\": \"" + ONE + "\",",
                "    \"c\": \"" + TWO + "\"",
                "  }",
                "}"));
  }

  @Test
  void aRightIndexNeedsNoOther() throws IOException {
    folder.index("\"total_size\":48", "c", TWO, "b", ONE, "a", ONE);

    assertThat(plan().isNeeded()).isFalse();
  }

  @Test
  void whatItChangesIsCountedAndShown() throws IOException {
    folder.index("\"total_size\":7", "a", ONE, "c", ONE, "gone", TWO);

    IndexPlan plan = plan();

    assertThat(plan.obstacles()).isEmpty();
    assertThat(plan.isNeeded()).isTrue();
    IndexChanges changes = plan.changes();
    assertThat(IndexChanges.Kind.values())
        .allSatisfy(kind -> assertThat(changes.count(kind)).isOne());
    assertThat(changes.examples())
        .extracting(IndexChanges.Example::tensor)
        .containsExactlyInAnyOrder("b", "c", "gone");
    assertThat(changes.totalSizeBefore()).isEqualTo(OptionalLong.of(7));
    assertThat(changes.totalSize()).isEqualTo(48);
    assertThat(plan.tensorCount()).isEqualTo(3);
  }

  @Test
  void otherIndexMembersAreKeptAndTotalsCorrected() throws IOException {
    folder.rawIndex(
        """
        {"weight_map":{"a":"%s"},"mine":[1,{}],
         "metadata":{"mergekit_version":"0.1.4","total_size":1,"total_parameters":3,"f":1.50}}
        """
            .formatted(ONE));

    JsonNode text = new ObjectMapper().readTree(plan().text());

    assertThat(text.at("/metadata/mergekit_version").asText()).isEqualTo("0.1.4");
    assertThat(text.at("/metadata/total_size").asLong()).isEqualTo(48);
    assertThat(text.at("/metadata/total_parameters").asLong()).isEqualTo(12);
    assertThat(text.at("/mine/0").asInt()).isEqualTo(1);
    assertThat(plan().text()).contains("\"f\": 1.5,", "{}").endsWith("}\n");
    assertThat(plan().notes()).singleElement().asString().contains("becomes 12 instead of 3");
  }

  @Test
  void parametersOfQuantizedTensorsAreNotRecounted() throws IOException {
    folder
        .shard(2, 2)
        .shard(TWO, new TensorFiles().tensor("q", Dtype.I32, new byte[4], 1))
        .index("\"total_parameters\":99", "a", ONE);

    assertThat(new ObjectMapper().readTree(plan().text()).at("/metadata/total_parameters").asInt())
        .isEqualTo(99);
    assertThat(plan().notes()).singleElement().asString().contains("stays 99");
  }

  @Test
  void namesOutsideAsciiAreEscapedAndReadBack() throws IOException {
    folder.shard(2, 2, "é\"\\\n😀");

    assertThat(plan().text()).matches("\\p{ASCII}*");
    assertThat(parsed(plan()).weightMap()).containsKey("é\"\\\n😀");
  }

  @Test
  void numberedShardMissingFromTheIndexIsAdded() throws IOException {
    folder.index("", "a", ONE, "b", ONE);

    assertThat(parsed(plan()).weightMap()).containsEntry("c", TWO);
  }

  @Test
  void aGapIsAnObstacleIfTheOldIndexDoesNotNameAllShards() throws IOException {
    folder.shard(1, 4, "x").shard(2, 4, "y").index("", "x", name(1, 4));
    Files.delete(path.resolve(ONE));
    Files.delete(path.resolve(TWO));

    assertRefused("Only 2 of 4 shards exist", "number 3, 4 is missing");

    folder.index("", "x", name(1, 4), "y", name(2, 4));
    assertThat(plan().obstacles()).isEmpty();
  }

  @Test
  void aShardOfAnotherSaveIsLeftOutAndNamed() throws IOException {
    folder.shard(3, 3, "x").index("", "a", ONE, "b", ONE);

    assertThat(parsed(plan()).weightMap()).containsOnlyKeys("a", "b", "c");
    assertThat(plan().notes()).singleElement().asString().contains("Left out", name(3, 3));
  }

  @Test
  void indexOfMissingFilesIsReplacedByExistingFiles() throws IOException {
    folder.index("", "a", name(1, 9), "b", name(1, 9), "c", name(2, 9));

    assertThat(plan().obstacles()).isEmpty();
    assertThat(plan().changes().count(IndexChanges.Kind.MOVED)).isEqualTo(3);
  }

  @Test
  void anUnusableIndexIsReplaced() throws IOException {
    folder.rawIndex("{");

    assertThat(plan().obstacles()).isEmpty();
    assertThat(plan().replaces()).isTrue();
    assertThat(plan().changes().count(IndexChanges.Kind.ADDED)).isEqualTo(3);
  }

  @Test
  void aMissingShardIsAnObstacleWhereItTakesTensorsWithIt() throws IOException {
    folder.index("", "a", ONE, "b", ONE, "c", TWO, "d", "extra.safetensors");
    assertRefused("extra.safetensors is missing", "the tensor \"d\"");

    folder.index("", "a", ONE, "b", ONE, "c", "extra.safetensors");
    assertThat(plan().obstacles()).isEmpty();
  }

  @Test
  void aGapInTheNumbersIsAnObstacleWhereNoIndexKnowsBetter() throws IOException {
    Files.delete(path.resolve(ONE));

    assertRefused("number 1 is missing");
  }

  @Test
  void aRefusedShardIsAnObstacle() throws IOException {
    Files.write(path.resolve(TWO), new byte[5]);

    assertRefused(TWO + " is refused (HeaderTooSmall)");
  }

  @Test
  void shardsOfSeveralSavesAreAnObstacle() throws IOException {
    folder.shard(3, 3, "x");

    assertRefused("several saves, with totals of 2 and of 3: move the shards of other saves");
  }

  @Test
  void noShardsAreAnObstacle() throws IOException {
    Files.delete(path.resolve(ONE));
    Files.delete(path.resolve(TWO));

    assertRefused("No shards found");
  }

  @Test
  void aTensorInTwoShardsWithTheSameContentStaysWhereTheOldIndexPutsIt() throws IOException {
    folder.shard(2, 2, "c", "a").index("", "b", ONE, "c", TWO, "a", TWO);

    IndexPlan plan = plan();

    assertThat(plan.obstacles()).isEmpty();
    assertThat(parsed(plan).weightMap()).containsEntry("a", TWO);
    assertThat(parsed(plan).totalSize()).hasValue(48);
    assertThat(plan.notes()).singleElement().asString().contains("same content");
  }

  @Test
  void aTensorInTwoShardsWithDifferentContentIsAnObstacle() throws IOException {
    folder.shard(TWO, new TensorFiles().floats("a", 1, 2, 3, 4));

    assertRefused("the tensor \"a\" with different content");
  }

  @Test
  void piecesOfADistributedCheckpointAreAnObstacleAndWholeTensorsAreNot() throws IOException {
    folder.shard(TWO, new TensorFiles().floats("a", 1).metadata("DCP_VERSION", "1.0"));
    assertRefused("distributed checkpoint", "the tensor \"a\" in several files");

    folder.shard(TWO, new TensorFiles().floats("x", 1).metadata("DCP_VERSION", "1.0"));
    assertThat(plan().obstacles()).isEmpty();
  }

  @Test
  void aChangeAfterThePlanIsNoticed() throws IOException {
    IndexPlan plan = plan();
    folder.shard(2, 2, "c", "d");
    assertThatThrownBy(() -> write(plan)).hasMessageContaining(TWO + " was changed");

    IndexPlan again = plan();
    folder.index("", "a", ONE);
    assertThatThrownBy(() -> write(again)).hasMessageContaining("index.json was changed");
  }

  @Test
  void theSetsOfAFolderAreFoundWithAndWithoutIndex() throws IOException {
    folder
        .shard("other-00001-of-00001.safetensors", "o")
        .shard("lone.safetensors", "l")
        .index("", "a", ONE);

    assertThat(CheckpointFinder.indexPaths(path))
        .containsExactly(folder.index(), path.resolve("other.safetensors.index.json"));
  }

  @Test
  void cancellingStopsThePlan() {
    assertThatThrownBy(
            () ->
                new IndexFile(FileOperations.ofThisComputer())
                    .plan(folder.index(), folder.index(), () -> true, Progress.NONE))
        .isInstanceOf(CancellationException.class);
  }
}
