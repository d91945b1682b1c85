package io.github.tensorloupe.integrity.doctor;

import static io.github.tensorloupe.testing.ShardFolder.name;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.tensorloupe.format.Dtype;
import io.github.tensorloupe.format.FindingCode;
import io.github.tensorloupe.format.Header;
import io.github.tensorloupe.format.Severity;
import io.github.tensorloupe.format.Shape;
import io.github.tensorloupe.format.ShardIndex;
import io.github.tensorloupe.format.TensorInfo;
import io.github.tensorloupe.integrity.doctor.IndexDoctor.ShardFinding;
import io.github.tensorloupe.model.Checkpoint;
import io.github.tensorloupe.model.CheckpointPart;
import io.github.tensorloupe.testing.ShardFolder;
import io.github.tensorloupe.testing.TensorFiles;
import io.github.tensorloupe.work.Cancellation;
import io.github.tensorloupe.work.Progress;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.SequencedMap;
import java.util.concurrent.CancellationException;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class IndexDoctorTest {

  private static final String ONE = name(1, 2);
  private static final String TWO = name(2, 2);

  @TempDir Path path;

  private ShardFolder folder;

  @BeforeEach
  void open() {
    folder = new ShardFolder(path);
  }

  private List<ShardFinding> findings() throws IOException {
    try (Checkpoint checkpoint =
        Checkpoint.open(folder.index(), Cancellation.NEVER, Progress.NONE)) {
      return findings(checkpoint);
    }
  }

  private static List<ShardFinding> findings(Checkpoint checkpoint) {
    CheckpointPart part = checkpoint.parts().getFirst();
    List<Shard> shards = part.files().stream().map(Shard::of).toList();
    return IndexDoctor.examine(part.index(), shards, part.path(), Cancellation.NEVER);
  }

  private ShardFinding only(FindingCode code) throws IOException {
    List<ShardFinding> all = findings();
    assertThat(all).extracting(each -> each.finding().code()).containsExactly(code);
    return all.getFirst();
  }

  private static void assertFinding(
      ShardFinding found, String shard, String tensor, String... words) {
    assertThat(found.shard()).isEqualTo(Optional.ofNullable(shard));
    assertThat(found.finding().tensor()).isEqualTo(Optional.ofNullable(tensor));
    assertThat(found.finding().message()).contains(words);
  }

  private ShardFolder twoShards() throws IOException {
    return folder.shard(1, 2, "a", "b").shard(2, 2, "c");
  }

  @Test
  void aSetInOrderHasNoFindings() throws IOException {
    twoShards().index("\"total_size\":48", "a", ONE, "b", ONE, "c", TWO);

    assertThat(findings()).isEmpty();
  }

  @Test
  void anIndexWithoutTotalSizeIsInOrder() throws IOException {
    twoShards().index("", "a", ONE, "b", ONE, "c", TWO);

    assertThat(findings()).isEmpty();
  }

  @Test
  void tensorInNoShardIsReportedWithItsIndexedShard() throws IOException {
    twoShards().index("", "a", ONE, "b", ONE, "c", TWO, "d", TWO);

    assertFinding(
        only(FindingCode.TENSOR_NOT_IN_SHARD), TWO, "d", "\"d\" to " + TWO, "no shard contains");
  }

  @Test
  void tensorsOfAMissingShardAreNotReported() throws IOException {
    folder.shard(1, 2, "a").index("\"total_size\":99", "a", ONE, "b", TWO, "c", TWO);

    assertThat(findings()).isEmpty();
  }

  @Test
  void tensorsOfARefusedShardAreNotReported() throws IOException {
    twoShards().index("\"total_size\":99", "a", ONE, "b", ONE, "c", TWO, "d", TWO);
    Files.write(path.resolve(TWO), new byte[5]);

    assertThat(findings()).isEmpty();
  }

  @Test
  void tensorInAnotherShardIsReportedWithBothShards() throws IOException {
    twoShards().index("\"total_size\":48", "a", ONE, "b", TWO, "c", TWO);

    assertFinding(
        only(FindingCode.TENSOR_IN_OTHER_SHARD), ONE, "b", "to " + TWO, "it is in " + ONE);
  }

  @Test
  void tensorOfAMissingShardIsReportedWithItsActualShard() throws IOException {
    folder.shard(1, 2, "a", "b").index("", "a", ONE, "b", TWO);

    assertFinding(
        only(FindingCode.TENSOR_IN_OTHER_SHARD), ONE, "b", TWO + ", which does not exist", ONE);
  }

  @Test
  void tensorMissingFromTheIndexIsReported() throws IOException {
    twoShards().index("\"total_size\":32", "a", ONE, "c", TWO);

    assertFinding(only(FindingCode.TENSOR_NOT_IN_INDEX), ONE, "b", "\"b\" is in " + ONE);
  }

  @Test
  void tensorInTwoShardsIsReportedWithBothAndTheIndexedOne() throws IOException {
    folder.shard(1, 2, "a", "c").shard(2, 2, "c").index("\"total_size\":32", "a", ONE, "c", TWO);

    assertFinding(
        only(FindingCode.TENSOR_IN_TWO_SHARDS),
        ONE,
        "c",
        "is in " + ONE + " and " + TWO,
        "the index names " + TWO);
  }

  @Test
  void aTensorThatOnlyTheShardsKnowMayBeInTwoOfThem() throws IOException {
    folder.shard(1, 2, "a", "x").shard(2, 2, "b", "x").index("", "a", ONE, "b", TWO);

    assertThat(findings())
        .extracting(each -> each.finding().code())
        .containsExactly(FindingCode.TENSOR_NOT_IN_INDEX, FindingCode.TENSOR_IN_TWO_SHARDS);
    assertThat(findings().getLast().finding().message()).contains("the index names none of them");
  }

  @Test
  void theTotalSizeIsThatOfTheTensorsWithDoublesCountedOnceOrTwice() throws IOException {
    folder.shard(1, 2, "a", "c").shard(2, 2, "c");
    for (int right : new int[] {32, 48}) {
      folder.index("\"total_size\":" + right, "a", ONE, "c", TWO);
      only(FindingCode.TENSOR_IN_TWO_SHARDS);
    }
    folder.index("\"total_size\":47", "a", ONE, "c", TWO);

    assertFinding(findings().getLast(), null, null, "total_size of 47 bytes", "expected 32");
  }

  @Test
  void theLengthOfTheFilesIsKnownForWhatItIs() throws IOException {
    twoShards();
    long length = Files.size(path.resolve(ONE)) + Files.size(path.resolve(TWO));
    folder.index("\"total_size\":" + length, "a", ONE, "b", ONE, "c", TWO);

    assertFinding(
        only(FindingCode.TOTAL_SIZE_WRONG), null, null, "expected 48", "length of the files");
  }

  @Test
  void aTensorThatMayBeCountedTwiceIsNamed() throws IOException {
    twoShards().index("\"total_size\":64", "a", ONE, "b", ONE, "c", TWO);

    assertFinding(only(FindingCode.TOTAL_SIZE_WRONG), null, null, "the size of \"a\"");
  }

  @Test
  void unindexedShardIsReported() throws IOException {
    twoShards()
        .shard(2, 2, "c")
        .shard("vae.safetensors", "v")
        .shard("other-00001-of-00002.safetensors", "o")
        .index("", "a", ONE, "b", ONE);

    List<ShardFinding> reported = findings();
    assertThat(reported)
        .extracting(each -> each.finding().code())
        .containsExactly(FindingCode.SHARD_NOT_IN_INDEX, FindingCode.TENSOR_NOT_IN_INDEX);
    assertFinding(reported.getFirst(), TWO, null, "write a correct index");
    assertFinding(reported.getLast(), TWO, "c", "the index does not name it");
  }

  @Test
  void whatIsMissingMayBeInAFileThatTheIndexDoesNotName() throws IOException {
    twoShards().index("\"total_size\":48", "a", ONE, "b", ONE, "c", ONE);

    assertThat(findings())
        .extracting(each -> each.finding().code())
        .containsExactly(FindingCode.SHARD_NOT_IN_INDEX, FindingCode.TENSOR_IN_OTHER_SHARD);
    assertFinding(findings().getLast(), TWO, "c", "but it is in " + TWO);
  }

  @Test
  void aFileThatTheIndexDoesNotNameAndThatIsRefusedHasNoTensors() throws IOException {
    twoShards().index("\"total_size\":48", "a", ONE, "b", ONE, "c", ONE);
    Path stray = path.resolve(TWO);
    byte[] whole = Files.readAllBytes(stray);
    Files.write(stray, Arrays.copyOf(whole, whole.length - 1));

    assertThat(findings())
        .extracting(each -> each.finding().code())
        .containsExactly(FindingCode.SHARD_NOT_IN_INDEX, FindingCode.TENSOR_NOT_IN_SHARD);
    assertFinding(findings().getLast(), ONE, "c", "no shard that the index names contains it");
  }

  @Test
  void aFileOfAnotherSaveIsReportedWithoutBlame() throws IOException {
    twoShards().shard(3, 3, "x").index("", "a", ONE, "b", ONE, "c", TWO);

    ShardFinding found = only(FindingCode.SHARD_NOT_IN_INDEX);
    assertFinding(found, name(3, 3), null, "one of 3 shards", "the file or the index");
    assertThat(found.finding().message()).doesNotContainIgnoringCase("delete");
  }

  @Test
  void aCompleteSetNextToTheIndexOfAnotherSaveNeedsANewIndex() throws IOException {
    twoShards().index("", "a", name(1, 4), "b", name(2, 4), "c", name(4, 4));

    assertThat(findings())
        .allSatisfy(
            found ->
                assertThat(found.finding().message())
                    .contains("are complete", "index is from another save", "write a new index")
                    .doesNotContainIgnoringCase("delete"))
        .extracting(found -> found.finding().code())
        .containsExactly(FindingCode.INDEX_STALE);
  }

  @Test
  void noShardThatTheIndexDoesNotNameIsToBeDeleted() throws IOException {
    twoShards().index("", "a", ONE, "b", ONE);

    assertThat(findings())
        .isNotEmpty()
        .allSatisfy(
            found -> assertThat(found.finding().message()).doesNotContainIgnoringCase("delete"));
  }

  @Test
  void tensorWithTwoShapesIsReported() throws IOException {
    folder
        .shard(ONE, Dtype.F32, "a", "c")
        .shard(
            TWO, new TensorFiles().metadata("format", "pt").tensor("c", Dtype.F32, new byte[8], 2))
        .index("", "a", ONE, "c", TWO);

    assertThat(findings())
        .extracting(each -> each.finding().code())
        .containsExactly(FindingCode.TENSOR_IN_TWO_SHARDS, FindingCode.DTYPES_DISAGREE);
    assertFinding(findings().getLast(), ONE, "c", "F32 [2] in " + TWO, "F32 [4] in " + ONE);
  }

  @Test
  void shardWithADifferentDtypeIsReported() throws IOException {
    folder
        .shard(name(1, 3), Dtype.BF16, "a")
        .shard(name(2, 3), Dtype.F32, "b")
        .shard(name(3, 3), Dtype.BF16, "c")
        .index("", "a", name(1, 3), "b", name(2, 3), "c", name(3, 3));

    assertFinding(
        only(FindingCode.DTYPES_DISAGREE),
        name(2, 3),
        null,
        "tensors of " + name(2, 3) + " are F32",
        name(1, 3) + " and " + name(3, 3) + " they are BF16");
  }

  @Test
  void dtypesMixedWithinAShardOrQuantizedAreNoReasonToWarn() throws IOException {
    folder
        .shard(
            ONE,
            new TensorFiles()
                .metadata("format", "pt")
                .floats("a", 1)
                .tensor("h", Dtype.F16, new byte[2], 1))
        .shard(TWO, Dtype.BF16, "c")
        .index("", "a", ONE, "h", ONE, "c", TWO);
    assertThat(findings()).isEmpty();

    folder.shard(ONE, Dtype.F8_E4M3, "a", "h");
    assertThat(findings()).isEmpty();

    folder.shard(ONE, Dtype.I32, "a", "h");
    assertThat(findings()).isEmpty();
  }

  @Test
  void metadataThatDiffersBetweenShardsIsReported() throws IOException {
    folder
        .shard(name(1, 3), "a")
        .shard(name(2, 3), new TensorFiles().floats("b", 1))
        .shard(name(3, 3), "c")
        .index("", "a", name(1, 3), "b", name(2, 3), "c", name(3, 3));

    ShardFinding found = only(FindingCode.METADATA_DISAGREE);
    assertFinding(found, name(2, 3), null, "\"format\" is \"pt\" in", "missing in " + name(2, 3));
    assertThat(found.finding().severity()).isEqualTo(Severity.INFO);
  }

  @Test
  void metadataOfASingleShardIsNotReported() throws IOException {
    folder
        .shard(
            ONE,
            new TensorFiles().floats("a", 1).metadata("tied", "a").metadata("sshs_model_hash", "1"))
        .shard(TWO, new TensorFiles().floats("b", 1).metadata("__spacer", "   "))
        .index("", "a", ONE, "b", TWO);

    assertThat(findings()).isEmpty();
  }

  @Test
  void aTensorInSeveralFilesOfADistributedCheckpointIsAsItShouldBe() throws IOException {
    folder
        .shard(ONE, new TensorFiles().floats("a", 1, 2).metadata("DCP_SHARDING_INFO", "{}"))
        .shard(
            TWO,
            new TensorFiles()
                .floats("a", 3)
                .floats("b", 1)
                .metadata("DCP_SHARDING_INFO", "{\"a\":{}}"))
        .index("\"total_size\":16", "a", ONE, "b", TWO);

    ShardFinding found = only(FindingCode.DISTRIBUTED_CHECKPOINT);
    assertFinding(found, null, null, "1 tensor is in more than one file");
    assertThat(found.finding().severity()).isEqualTo(Severity.INFO);
  }

  @Test
  void aDistributedCheckpointIsKnownByTheNamesOfItsFiles() throws IOException {
    String one = "shard-00001-model-00001-of-00001.safetensors";
    String two = "shard-00002-model-00001-of-00001.safetensors";
    folder.shard(one, "a").shard(two, "a", "b").index("", "a", one, "b", two);

    only(FindingCode.DISTRIBUTED_CHECKPOINT);
  }

  @Test
  void aLoneFileIsNotExamined() throws IOException {
    folder.shard(1, 1, "a");
    try (Checkpoint checkpoint =
        Checkpoint.open(path.resolve(name(1, 1)), Cancellation.NEVER, Progress.NONE)) {
      assertThat(findings(checkpoint)).isEmpty();
    }
  }

  private static Shard shard(String name, List<String> tensors) {
    List<TensorInfo> infos = new ArrayList<>();
    for (int i = 0; i < tensors.size(); i++) {
      infos.add(new TensorInfo(tensors.get(i), Dtype.F32, Shape.of(4), 16L * i, 16L * i + 16));
    }
    return new Shard(name, Optional.of(new Header(infos, Optional.empty())), true, 0);
  }

  @Test
  void ofEachKindOnlyTheFirstAreListedAndTheRestIsCounted() {
    SequencedMap<String, String> weightMap = new LinkedHashMap<>();
    List<String> extra = new ArrayList<>();
    for (int i = 0; i < 1000; i++) {
      weightMap.put("gone." + i, ONE);
      extra.add("extra." + i);
    }
    ShardIndex index = new ShardIndex(weightMap, OptionalLong.empty(), List.of());

    List<ShardFinding> found =
        IndexDoctor.examine(
            Optional.of(index), List.of(shard(ONE, extra)), folder.index(), Cancellation.NEVER);

    assertThat(found).hasSize(2 * (FindingList.LIMIT + 1));
    assertThat(found.getLast().finding().message()).startsWith("800 more findings");
    assertThat(found.getLast().finding().code()).isEqualTo(FindingCode.TENSOR_NOT_IN_INDEX);
  }

  @Test
  void cancellingStopsTheExamination() {
    List<Shard> shards = List.of(shard(ONE, List.of("a")), shard(TWO, List.of("b")));

    assertThatThrownBy(
            () -> IndexDoctor.examine(Optional.empty(), shards, folder.index(), () -> true))
        .isInstanceOf(CancellationException.class);
  }
}
