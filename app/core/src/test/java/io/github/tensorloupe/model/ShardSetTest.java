package io.github.tensorloupe.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.tensorloupe.format.Finding;
import io.github.tensorloupe.format.FindingCode;
import java.io.IOException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.TreeSet;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ShardSetTest {

  @TempDir Path folder;
  private Path index;

  @BeforeEach
  void nameIndex() {
    index = folder.resolve("model.safetensors.index.json");
  }

  @Test
  void shardsAreListedOnceEachInNaturalOrder() throws IOException {
    SampleFiles.writeIndex(index, "m-10.st", "m-9.st", "m-10.st", "m-1.st");
    for (String name : new String[] {"m-1.st", "m-9.st", "m-10.st"}) {
      SampleFiles.write(folder.resolve(name), "t");
    }
    ShardSet set = ShardSet.read(index);
    assertThat(set.shards())
        .extracting(shard -> shard.getFileName().toString())
        .containsExactly("m-1.st", "m-9.st", "m-10.st");
    assertThat(set.findings()).isEmpty();
    assertThat(set.isRefused()).isFalse();
    assertThat(set.index().orElseThrow().weightMap()).hasSize(4);
  }

  @Test
  void shardThatCannotBeExaminedIsNotMissing() throws IOException {
    SampleFiles.writeIndex(index, "a.st");
    Path shard = folder.resolve("a.st");
    Files.createSymbolicLink(shard, shard);
    ShardSet set = ShardSet.read(index);
    assertThat(set.shards()).containsExactly(shard);
    assertThat(set.findings()).isEmpty();
  }

  @Test
  void missingShardsAreErrorsWithTheNumberOfTheirTensors() throws IOException {
    SampleFiles.writeIndex(index, "a.st", "b.st", "a.st", "c.st");
    SampleFiles.write(folder.resolve("c.st"), "t");
    ShardSet set = ShardSet.read(index);
    assertThat(set.shards()).containsExactly(folder.resolve("c.st"));
    assertThat(set.findings())
        .extracting(Finding::message)
        .containsExactly(
            "The shard a.st is missing; the index assigns 2 tensors to it.",
            "The shard b.st is missing; the index assigns 1 tensor to it.");
    assertThat(set.isRefused()).isTrue();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
           9999 | The shard 9998.st is missing; the index assigns 1 tensor to it.
          10000 | The shard 9999.st is missing; the index assigns 1 tensor to it.
          10001 | 1 more shard is missing.
          20000 | 10,000 more shards are missing.
          """)
  void longListsOfMissingShardsAreTruncatedButTheirCountIsExact(int count, String last)
      throws IOException {
    SampleFiles.writeIndex(
        index, IntStream.range(0, count).mapToObj(i -> i + ".st").toArray(String[]::new));
    List<Finding> findings = ShardSet.read(index).findings();
    assertThat(findings).hasSize(Math.min(count, 10_001));
    assertThat(findings.stream().mapToLong(Finding::count).sum()).isEqualTo(count);
    assertThat(findings.getLast().message()).isEqualTo(last);
    assertThat(findings.getLast().code()).isEqualTo(FindingCode.SHARD_MISSING);
  }

  @ParameterizedTest
  @ValueSource(strings = {"../m.st", "/m.st", "sub/m.st", "sub\\\\m.st", "..", ".", ""})
  void shardsOutsideTheFolderAreNotOpened(String shardName) throws IOException {
    Path inside = Files.createDirectory(folder.resolve("inside"));
    SampleFiles.write(folder.resolve("m.st"), "t");
    SampleFiles.write(Files.createDirectory(inside.resolve("sub")).resolve("m.st"), "t");
    Path sheltered = inside.resolve("model.safetensors.index.json");
    ShardSet set = ShardSet.read(SampleFiles.writeIndex(sheltered, shardName));
    assertThat(set.shards()).isEmpty();
    assertThat(set.findings())
        .extracting(Finding::code)
        .containsExactly(FindingCode.UNSAFE_SHARD_NAME);
  }

  @Test
  void aNameThatNoFileCanHaveIsAMissingShard() throws IOException {
    SampleFiles.writeIndex(index, "lone \\ud800 surrogate", "x".repeat(5000));
    assertThat(ShardSet.read(index).findings())
        .extracting(Finding::code)
        .containsExactly(FindingCode.SHARD_MISSING, FindingCode.SHARD_MISSING);
  }

  @Test
  void aDanglingLinkIsAMissingShard() throws IOException {
    SampleFiles.writeIndex(index, "m.st");
    Files.createSymbolicLink(folder.resolve("m.st"), folder.resolve("gone"));
    assertThat(ShardSet.read(index).findings())
        .extracting(Finding::code)
        .containsExactly(FindingCode.SHARD_MISSING);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "{", "[]", "{}", "{\"weight_map\":[]}", "{\"weight_map\":{\"a\":1}}"})
  void anIndexOfAnotherFormIsUnusable(String text) throws IOException {
    ShardSet set = ShardSet.read(Files.writeString(index, text));
    assertThat(set.index()).isEmpty();
    assertThat(set.shards()).isEmpty();
    assertThat(set.findings())
        .extracting(Finding::code)
        .containsExactly(FindingCode.INDEX_UNUSABLE);
    assertThat(set.isRefused()).isTrue();
  }

  @Test
  void anIndexWithoutTensorsIsNotRefused() throws IOException {
    ShardSet set = ShardSet.read(Files.writeString(index, "{\"weight_map\":{}}"));
    assertThat(set.findings()).extracting(Finding::code).containsExactly(FindingCode.INDEX_EMPTY);
    assertThat(set.isRefused()).isFalse();
  }

  @Test
  void missingIndexIsAFailure() {
    assertThatThrownBy(() -> ShardSet.read(index)).isInstanceOf(NoSuchFileException.class);
  }

  @Test
  void anIndexThatDoesNotFitIntoTheMemoryIsAFailure() throws IOException {
    SampleFiles.writeIndex(index, "m.st");
    assertThatThrownBy(() -> ShardSet.read(index, byteCount -> false))
        .isInstanceOf(NotEnoughMemoryException.class);
    assertThat(SampleFiles.openCount(folder)).isZero();
  }

  @Test
  void anIndexOfMoreThanAGigabyteIsNotRead() throws IOException {
    SampleFiles.writeSparse(index, new byte[0], 1_000_000_000);
    assertThatThrownBy(() -> ShardSet.read(index, byteCount -> true))
        .isInstanceOf(FileSystemException.class)
        .hasMessageContaining("more than 1 GB");
  }

  @Test
  void indexesAreKnownByTheEndOfTheirNames() {
    assertThat(ShardSet.isIndexName(Path.of("a", "model.safetensors.index.json"))).isTrue();
    assertThat(ShardSet.isIndexName(Path.of("model.bin.index.json"))).isFalse();
    assertThat(ShardSet.isIndexName(Path.of("model.safetensors.json"))).isFalse();
    assertThat(ShardSet.isIndexName(Path.of("model.safetensors.index.json", "x"))).isFalse();
    assertThat(ShardSet.isIndexName(folder.getRoot())).isFalse();
  }

  @ParameterizedTest
  @CsvSource({
    "model.safetensors.index.json, model",
    "model.fp16.safetensors.index.json, model.fp16",
    "model.safetensors.index.fp16.json, model.fp16",
    "model.safetensors.fp16.index.json, model.fp16",
    "diffusion_pytorch_model.safetensors.index.non_ema.json, diffusion_pytorch_model.non_ema",
  })
  void variantsAreNamedInIndexesInSeveralPlaces(String fileName, String baseName)
      throws IOException {
    Path variant = Files.writeString(folder.resolve(fileName), "{\"weight_map\":{}}");
    assertThat(ShardSet.isIndexName(variant)).isTrue();
    assertThat(ShardSet.baseName(variant)).isEqualTo(baseName);
  }

  @Test
  void aNumberThatTheIndexDoesNotNameAndNoFileHasIsAGap() throws IOException {
    SampleFiles.writeIndex(index, "m-00001-of-00006.safetensors", "m-00006-of-00006.safetensors");
    for (int number : new int[] {1, 4, 6}) {
      SampleFiles.write(folder.resolve("m-0000%d-of-00006.safetensors".formatted(number)), "t");
    }
    ShardSet set = ShardSet.read(index);
    assertThat(set.findings())
        .singleElement()
        .satisfies(
            finding -> {
              assertThat(finding.code()).isEqualTo(FindingCode.SHARD_NUMBER_GAP);
              assertThat(finding.message())
                  .startsWith(
                      "According to the file names in the folder "
                          + folder.getFileName()
                          + ", 3 of 6 shards are missing, and the index does"
                          + " not name them either: m-00002-of-00006.safetensors to"
                          + " m-00003-of-00006.safetensors, m-00005-of-00006.safetensors. ");
            });
    assertThat(set.isRefused()).isFalse();
  }

  @Test
  void aShardThatTheIndexNamesIsMissingAndNoGap() throws IOException {
    SampleFiles.writeIndex(index, "m-00001-of-00002.safetensors", "m-00002-of-00002.safetensors");
    SampleFiles.write(folder.resolve("m-00001-of-00002.safetensors"), "t");
    assertThat(ShardSet.read(index).findings())
        .extracting(Finding::code)
        .containsExactly(FindingCode.SHARD_MISSING);
  }

  @Test
  void numbersMayBeginAtZero() throws IOException {
    SampleFiles.writeIndex(index, "m-00000-of-00002.safetensors", "m-00001-of-00002.safetensors");
    SampleFiles.write(folder.resolve("m-00000-of-00002.safetensors"), "t");
    SampleFiles.write(folder.resolve("m-00001-of-00002.safetensors"), "t");
    assertThat(ShardSet.read(index).findings()).isEmpty();
  }

  @Test
  void aLongListOfGapsIsCutAndSaysHowMany() throws IOException {
    List<String> names =
        IntStream.range(0, 50)
            .mapToObj(i -> "m-%05d-of-99999.safetensors".formatted(2 * i + 1))
            .toList();
    SampleFiles.writeIndex(index, names.toArray(String[]::new));
    assertThat(ShardSet.read(index).findings().getLast().message())
        .startsWith("According to the file names in the folder ")
        .contains(", 99,949 of 99,999 shards are missing,")
        .contains("m-00016-of-99999.safetensors and others. ")
        .doesNotContain("m-00018");
  }

  @Test
  void anUnusableIndexHasTheShardsThatAreNamedLikeIt() throws IOException {
    Files.writeString(index, "{");
    SampleFiles.write(folder.resolve("model-00002-of-00002.safetensors"), "t");
    SampleFiles.write(folder.resolve("model-00001-of-00002.safetensors"), "t");
    SampleFiles.write(folder.resolve("model.fp16-00001-of-00002.safetensors"), "t");
    SampleFiles.write(folder.resolve("model.safetensors"), "t");
    ShardSet set = ShardSet.read(index);
    assertThat(set.shards())
        .containsExactly(
            folder.resolve("model-00001-of-00002.safetensors"),
            folder.resolve("model-00002-of-00002.safetensors"));
    assertThat(set.findings())
        .extracting(Finding::code)
        .containsExactly(FindingCode.INDEX_UNUSABLE);
  }

  /// Prints the number of findings of an index, and the last one.
  static final class InLittleMemory {

    public static void main(String[] arguments) throws IOException {
      List<Finding> findings = ShardSet.read(Path.of(arguments[0])).findings();
      System.out.print(findings.size() + " " + findings.getLast().message());
    }
  }

  @Test
  void largeNumbersOfManyFamiliesNeedLittleMemory() throws Exception {
    SampleFiles.writeIndex(
        index,
        IntStream.range(0, 3000)
            .mapToObj("m%d-999999-of-999999.safetensors"::formatted)
            .toArray(String[]::new));

    assertThat(TestJvm.run("96m", InLittleMemory.class, index.toString()))
        .isEqualTo("4001 Shards of 2,000 more sets are missing.");
  }

  @ParameterizedTest
  @CsvSource({
    "1 2 3,true,{},{}",
    "0 1 2,true,{},{}",
    "1 3 9,false,{2},{9}",
    "0 2 3,false,{1},{3}",
    "0,false,'{1, 2}',{}",
    "7,false,'{1, 2, 3}',{7}"
  })
  void missingAndExcessNumbersAreFound(
      String present, boolean isComplete, String missing, String beyond) {
    TreeSet<Integer> numbers = new TreeSet<>();
    Arrays.stream(present.split(" ")).map(Integer::valueOf).forEach(numbers::add);
    ShardName.Family family = ShardName.familyOf("m-00001-of-00003.safetensors").orElseThrow();
    assertThat(family.isComplete(numbers)).isEqualTo(isComplete);
    assertThat(family.missing(numbers)).hasToString(missing);
    assertThat(family.beyond(numbers)).hasToString(beyond);
  }
}
