package io.github.tensorloupe.desktop.control.names;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.tensorloupe.desktop.pane.overview.LargestGroups;
import io.github.tensorloupe.desktop.pane.overview.treemap.GroupSummary;
import io.github.tensorloupe.format.Dtype;
import io.github.tensorloupe.format.Shape;
import io.github.tensorloupe.format.TensorInfo;
import io.github.tensorloupe.model.Checkpoint;
import io.github.tensorloupe.model.CheckpointPart.AbsentTensor;
import io.github.tensorloupe.model.SampleFiles;
import io.github.tensorloupe.model.TensorFile;
import io.github.tensorloupe.work.Cancellation;
import io.github.tensorloupe.work.Progress;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class NameTreeTest {

  private static final int BYTES = 10;

  @TempDir Path folder;

  private static TensorInfo tensor(String name, long begin, long end) {
    return new TensorInfo(name, Dtype.U8, Shape.of(BYTES), begin, end);
  }

  /// Opens a file whose header lists these tensors.
  private TensorFile file(TensorInfo... tensors) throws IOException {
    Path path = folder.resolve("file");
    if (!Files.exists(path)) {
      Files.createFile(path);
    }
    return SampleFiles.open(path, tensors);
  }

  private NameTree tree(TensorFile... files) throws IOException {
    try (Checkpoint checkpoint = SampleFiles.checkpoint(folder, files)) {
      return NameTree.of(checkpoint);
    }
  }

  private NameTree tree(List<String> names) throws IOException {
    return tree(
        file(names.stream().map(name -> tensor(name, 0, BYTES)).toArray(TensorInfo[]::new)));
  }

  private NameTree tree(String... names) throws IOException {
    return tree(List.of(names));
  }

  /// Formats the tree as one line per node: the label, indented by one space per level, and for
  /// tensors `#` and the index.
  private static String text(NameTree tree) {
    StringBuilder text = new StringBuilder();
    for (int node = 0; node < tree.size(); node++) {
      String tensor = tree.tensor(node) == NameTree.NO_TENSOR ? "" : "#" + tree.tensor(node);
      text.repeat(' ', tree.depth(node)).append(tree.label(node)).append(tensor).append('\n');
    }
    return text.toString();
  }

  @Test
  void noTensorsMakeNoNodes() throws IOException {
    assertThat(tree(List.of()).size()).isZero();
  }

  @Test
  void namesAreSplitAtDotsAndSortedAsAPersonWould() throws IOException {
    assertThat(text(tree("h.10.w", "h.9.w", "h.9.b", "bias")))
        .isEqualTo(
            """
            bias#3
            h
             9
              b#2
              w#1
             10
              w#0
            """);
  }

  @Test
  void aNameMayBeALeafAndAGroup() throws IOException {
    NameTree tree = tree("a.b.c", "a-b", "a.b", "a");
    assertThat(text(tree))
        .isEqualTo(
            """
            a#3
             b#2
              c#0
            a-b#1
            """);
    assertThat(tree.isGroup(0)).isTrue();
    assertThat(tree.isGroup(2)).isFalse();
    assertThat(tree.tensorCount(0)).isEqualTo(3);
  }

  @Test
  void nameInTwoShardsIsListedTwice() throws IOException {
    TensorFile first = file(tensor("a", 0, BYTES), tensor("a.b", 0, BYTES));
    TensorFile second = file(tensor("a", 0, BYTES), tensor("a.b", 0, BYTES));
    assertThat(text(tree(first, second)))
        .isEqualTo(
            """
            a#0
            a#2
             b#1
             b#3
            """);
  }

  @Test
  void emptyNamesAndEmptyPartsAreNodes() throws IOException {
    NameTree tree = tree("..", ".", "", "a.", ".a");
    assertThat(text(tree)).isEqualTo("#2\n #1\n  #0\n a#4\na\n #3\n");
    assertThat(IntStream.range(0, 6).mapToObj(tree::path))
        .containsExactly("", ".", "..", ".a", "a", "a.");
  }

  @Test
  void dotsBeyondTheDepthLimitStayInTheLastLabel() throws IOException {
    NameTree tree = tree(".".repeat(100_000), "a" + ".".repeat(30));
    assertThat(tree.size()).isEqualTo(2 * NameTree.MAX_DEPTH);
    int last = NameTree.MAX_DEPTH - 1;
    assertThat(tree.depth(last)).isEqualTo(last);
    assertThat(tree.label(last)).isEqualTo(".".repeat(100_000 - last));
    assertThat(tree.path(last)).isEqualTo(".".repeat(100_000));
  }

  @Test
  void namesAtTheDepthLimitAreNoGroups() throws IOException {
    String deep = "a.".repeat(NameTree.MAX_DEPTH - 1) + "p";
    NameTree tree = tree(deep, deep + ".q", deep + ".q.r", deep + "x");
    int last = NameTree.MAX_DEPTH - 1;
    assertThat(tree.size()).isEqualTo(last + 4);
    assertThat(IntStream.range(last, last + 4).mapToObj(tree::label))
        .containsExactly("p", "p.q", "p.q.r", "px");
    assertThat(IntStream.range(last, last + 4).map(tree::depth)).containsOnly(last);
  }

  @Test
  void pathsAreTheBeginningsOfTheNames() throws IOException {
    NameTree tree = tree("a.b.c", "a.d");
    assertThat(IntStream.range(0, tree.size()).mapToObj(tree::path))
        .containsExactly("a", "a.b", "a.b.c", "a.d");
  }

  @Test
  void groupsSumTheBytesAndTensorsBelowThem() throws IOException {
    NameTree tree = tree(file(tensor("a", 0, 5), tensor("a.b.c", 5, 12), tensor("a.d", 12, 12)));
    assertThat(tree.byteCount(0)).isEqualTo(12);
    assertThat(tree.tensorCount(0)).isEqualTo(3);
    assertThat(tree.byteCount(1)).isEqualTo(7);
    assertThat(tree.byteCount(3)).isZero();
  }

  @ParameterizedTest
  @CsvSource({
    // Ranges that end before they begin, even if the signed difference is positive.
    "10, 5, 0",
    "-5, 5, 0",
    // Offsets up to the unsigned maximum.
    "0, -1, 9223372036854775807",
    "-10, -3, 7",
  })
  void unsignedDataOffsetsHaveNonnegativeSums(long begin, long end, long expected)
      throws IOException {
    NameTree tree = tree(file(tensor("g.t", begin, end), tensor("g.u", 0, 0)));
    assertThat(tree.byteCount(0)).isEqualTo(expected);
    assertThat(tree.byteCount(1)).isEqualTo(expected);
  }

  @Test
  void sumsBeyond63BitsStayAtTheLimit() throws IOException {
    NameTree tree = tree(file(tensor("g.t", 0, Long.MAX_VALUE), tensor("g.u", 0, 5)));
    assertThat(tree.byteCount(0)).isEqualTo(Long.MAX_VALUE);
  }

  @ParameterizedTest
  @CsvSource({"0, -1, F32", "-5, 5, U8"})
  void summariesCountTheSameBytesOfUnsignedDataOffsets(long begin, long end, Dtype expectedFirst)
      throws IOException {
    TensorFile file =
        file(
            tensor("g.u", 0, 5),
            new TensorInfo("g.v", Dtype.F32, Shape.of(-1, 1), begin, end),
            new TensorInfo("g.w", Dtype.F32, Shape.of(0), 0, 0));
    try (Checkpoint checkpoint = SampleFiles.checkpoint(folder, file)) {
      NameTree tree = NameTree.of(checkpoint);
      GroupSummary summary = GroupSummary.of(tree, checkpoint.tensors(), 0, Cancellation.NEVER);

      assertThat(summary.dtypes()).first().isEqualTo(expectedFirst);
      assertThat(summary.byteCount()).isEqualTo(tree.byteCount(0));
      assertThat(summary.elementCount()).isEqualTo(Long.MAX_VALUE);
    }
  }

  @Test
  void findsTheNodeOfATensor() throws IOException {
    NameTree tree = tree("b", "a.c");
    assertThat(tree.label(tree.nodeOf(1))).isEqualTo("c");
    assertThat(tree.nodeOf(0)).isEqualTo(2);
    assertThat(tree.nodeOf(2)).isEqualTo(-1);
  }

  private static List<NaiveNameTree.Line> lines(NameTree tree) {
    List<NaiveNameTree.Line> lines = new ArrayList<>();
    for (int node = 0; node < tree.size(); node++) {
      lines.add(
          new NaiveNameTree.Line(
              tree.depth(node),
              tree.label(node),
              tree.path(node),
              tree.tensor(node),
              tree.tensorCount(node),
              tree.byteCount(node)));
    }
    return lines;
  }

  private static String randomName(Random random) {
    String letters = "..ab01-";
    StringBuilder name = new StringBuilder();
    // Occasionally a name near the depth limit of the tree.
    if (random.nextInt(10) == 0) {
      name.repeat("a.", NameTree.MAX_DEPTH - random.nextInt(4));
    }
    int length = name.length() + random.nextInt(9);
    while (name.length() < length) {
      name.append(letters.charAt(random.nextInt(letters.length())));
    }
    return name.toString();
  }

  @Test
  void agreesWithATreeOfMaps() throws IOException {
    Random random = new Random(1);
    for (int round = 0; round < 200; round++) {
      int count = 1 + random.nextInt(200);
      List<String> names = IntStream.range(0, count).mapToObj(_ -> randomName(random)).toList();
      assertThat(lines(tree(names))).isEqualTo(NaiveNameTree.lines(names, BYTES));
    }
  }

  @Test
  void nodesAreInPreorder() throws IOException {
    Random random = new Random(2);
    for (int round = 0; round < 100; round++) {
      NameTree tree = tree(IntStream.range(0, 100).mapToObj(_ -> randomName(random)).toList());
      int end = 0;
      for (int node = 0; node < tree.size(); node++) {
        checkPlace(tree, node);
        if (tree.depth(node) == 0) {
          assertThat(node).isEqualTo(end);
          end = tree.subtreeEnd(node);
        }
      }
      assertThat(end).isEqualTo(tree.size());
    }
  }

  /// Checks that the children of a node fill its subtree without gaps.
  private static void checkPlace(NameTree tree, int node) {
    int next = node + 1;
    while (next < tree.subtreeEnd(node)) {
      assertThat(tree.parent(next)).isEqualTo(node);
      assertThat(tree.depth(next)).isEqualTo(tree.depth(node) + 1);
      next = tree.subtreeEnd(next);
    }
    assertThat(next).isEqualTo(tree.subtreeEnd(node));
    assertThat(tree.isGroup(node)).isEqualTo(next > node + 1);
    assertThat(tree.parent(node) == -1).isEqualTo(tree.depth(node) == 0);
  }

  /// Takes minutes if a step is quadratic.
  @Test
  void manyNamesInAnyOrderMakeTheSameTree() throws IOException {
    List<String> names = new ArrayList<>();
    for (int i = 0; i < 200_000; i++) {
      names.add("model.layers.%d.experts.%d.w".formatted(i / 256, i % 256));
    }
    List<String> shuffled = new ArrayList<>(names);
    Collections.shuffle(shuffled, new Random(3));
    NameTree sorted = tree(names);
    NameTree tree = tree(shuffled);
    assertThat(tree.size()).isEqualTo(2 + 782 + 782 + 2 * 200_000).isEqualTo(sorted.size());
    for (int node = 0; node < tree.size(); node++) {
      if (!tree.path(node).equals(sorted.path(node))) {
        throw new AssertionError(tree.path(node) + " instead of " + sorted.path(node));
      }
    }
  }

  @Test
  void manyDifferentPartsOnManyLevelsAgreeWithATreeOfMaps() throws IOException {
    Random random = new Random(4);
    List<String> names = new ArrayList<>();
    for (int i = 0; i < 3000; i++) {
      StringBuilder name = new StringBuilder("n" + random.nextInt());
      for (int level = 0; level < 8; level++) {
        name.append(".n").append(random.nextInt());
      }
      names.add(name.toString());
    }
    assertThat(lines(tree(names))).isEqualTo(NaiveNameTree.lines(names, BYTES));
  }

  @Test
  void manyNamesWithoutDotsAreSorted() throws IOException {
    List<String> names = new ArrayList<>();
    for (int i = 0; i < 50_000; i++) {
      names.add("tensor_" + i);
    }
    Collections.shuffle(names, new Random(5));
    NameTree tree = tree(names);
    assertThat(tree.size()).isEqualTo(50_001);
    assertThat(tree.label(0)).isEqualTo("tensor");
    assertThat(tree.label(10)).isEqualTo("9");
    assertThat(tree.path(50_000)).isEqualTo("tensor_49999");
  }

  @Test
  void namesWithoutDotsAreCutAtColonsAndSlashes() throws IOException {
    assertThat(text(tree("unet:1:up", "unet:0:up", "unet:0:down", "a/b:0", "<s1>", "unet")))
        .isEqualTo(
            """
            <s1>#4
            a
             b
              0#3
            unet#5
             0
              down#2
              up#1
             1
              up#0
            """);
    assertThat(text(tree("a.b", "c.d:e", "f.g/h"))).contains(" d:e#1\n", " g/h#2\n");
  }

  @Test
  void numbersOfNamesWithoutDotsAreSetApartWhereSeveralDifferByThem() throws IOException {
    assertThat(
            text(
                tree(
                    "w_a_000", "w_a_001", "w_a_002", "w_b_000", "w_b_001", "int8_3", "int8_35",
                    "e4m3_1x", "e4m3_2x", "e4m3_3x")))
        .isEqualTo(
            """
            e4m3_1x#7
            e4m3_2x#8
            e4m3_3x#9
            int8_3#5
            int8_35#6
            w_a
             000#0
             001#1
             002#2
            w_b_000#3
            w_b_001#4
            """);
    assertThat(text(tree("x_0_b", "x_0_k", "x_0_w", "x_1_b", "x_10_b")))
        .isEqualTo(
            """
            x
             0
              b#0
              k#1
              w#2
             1_b#3
             10_b#4
            """);
  }

  @Test
  void groupsOfNamesWithoutDotsAreUnique() throws IOException {
    Random random = new Random(7);
    List<String> parts = List.of("_", "_0", "_1", "_01", "_10", "_a", "a", "-", "7", "_ ");
    for (int round = 0; round < 300; round++) {
      List<String> names = new ArrayList<>();
      for (int i = random.nextInt(60); i >= 0; i--) {
        StringBuilder name = new StringBuilder("w");
        random.ints(random.nextInt(6), 0, parts.size()).mapToObj(parts::get).forEach(name::append);
        names.add(name.toString());
      }
      NameTree tree = tree(names.stream().distinct().toList());
      IntStream.range(0, tree.size()).forEach(node -> checkPlace(tree, node));
      assertThat(IntStream.range(0, tree.size()).filter(tree::isGroup).mapToObj(tree::path))
          .doesNotHaveDuplicates();
    }
  }

  @Test
  void groupWithASingleSubgroupSharesItsRow() throws IOException {
    NameTree tree = tree("a.b.c.d", "a.b.c.e", "x.y", "z", "z.z");
    int c = tree.find(List.of("a", "b", "c")).orElseThrow();
    int y = tree.find(List.of("x", "y")).orElseThrow();
    int z = tree.find(List.of("z")).orElseThrow();
    OpenGroups rows = new OpenGroups(new BitSet());

    assertThat(tree.rowOf(0)).isEqualTo(c);
    assertThat(rows.rowOf(tree, 0)).isEqualTo(c);
    assertThat(rows.rowLabel(tree, c)).isEqualTo("a.b.c");
    assertThat(rows.rowParent(tree, c + 1)).isEqualTo(c);
    assertThat(rows.rowLabel(tree, c + 1)).isEqualTo("d");
    assertThat(rows.rowLabel(tree, y)).isEqualTo("x.y");
    assertThat(rows.rowParent(tree, y)).isEqualTo(-1);
    // A tensor has its own row, even if it only leads to another tensor.
    assertThat(tree.rowOf(z)).isEqualTo(z);
    assertThat(rows.rowOf(tree, z)).isEqualTo(z);
  }

  private NameTree treeOfFolder(Path path) throws IOException {
    try (Checkpoint checkpoint = Checkpoint.open(path, Cancellation.NEVER, Progress.NONE)) {
      return NameTree.of(checkpoint);
    }
  }

  @Test
  void aFolderOfSeveralFilesHasOneGroupPerFile() throws IOException {
    SampleFiles.write(folder.resolve("m10.safetensors"), "a.b");
    SampleFiles.write(folder.resolve("m9.safetensors"), "a.b", "a.c");
    SampleFiles.write(Files.createDirectory(folder.resolve("d")).resolve("x.safetensors"), "a");
    NameTree tree = treeOfFolder(folder);
    assertThat(text(tree).replace('\\', '/'))
        .isEqualTo(
            """
            d/x.safetensors
             a#3
            m9.safetensors
             a
              b#0
              c#1
            m10.safetensors
             a
              b#2
            """);
    assertThat(tree.path(2)).isEqualTo("m9.safetensors");
    assertThat(tree.path(4)).isEqualTo("a.b");
    assertThat(tree.byteCount(2)).isEqualTo(4);
  }

  @Test
  void flattenedNamesAreSplitAtUnderscoresWhereTheyDiffer() throws IOException {
    String down = "my_unet_down_blocks_1_attentions_0_";
    List<String> names = new ArrayList<>();
    for (String part : List.of("proj_in", "proj_out", "attn1_to_q", "attn1_to_out_0", "ff_net_2")) {
      names.add(down + part + ".alpha");
    }
    names.add(down + "attn1_to_q.lora_up.weight");
    for (int layer = 0; layer < 5; layer++) {
      names.add("my_te_text_model_encoder_layers_%d_mlp_fc1.alpha".formatted(layer));
    }
    NameTree tree = tree(names);
    assertThat(text(tree))
        .isEqualTo(
            """
            my
             te_text_model_encoder_layers
              0_mlp_fc1
               alpha#6
              1_mlp_fc1
               alpha#7
              2_mlp_fc1
               alpha#8
              3_mlp_fc1
               alpha#9
              4_mlp_fc1
               alpha#10
             unet_down_blocks_1_attentions_0
              attn1_to_out_0
               alpha#3
              attn1_to_q
               alpha#2
               lora_up
                weight#5
              ff_net_2
               alpha#4
              proj_in
               alpha#0
              proj_out
               alpha#1
            """);
    assertThat(tree.path(tree.parent(tree.nodeOf(2)))).isEqualTo(down + "attn1_to_q");
    assertThat(ends(tree, "0_attn1_to_q.lora")).containsExactly("lora_up");
    assertThat(ends(tree, "s_0_attn1_to_Q")).containsExactly("attn1_to_q");
  }

  @Test
  void namesOfTrainersAreSplitAtTheStructureOfTheNetwork() throws IOException {
    String block = "lora_unet_down_blocks_0_attentions_1_";
    NameTree tree =
        tree(
            block + "transformer_blocks_0_attn1_to_out_0.alpha",
            block + "transformer_blocks_0_attn1_to_q.alpha",
            block + "proj_in.alpha",
            "lora_te1_text_model_encoder_layers_11_mlp_fc1.lora_up.weight");
    assertThat(text(tree))
        .isEqualTo(
            """
            lora_te1
             text_model
              encoder
               layers
                11
                 mlp
                  fc1
                   lora_up
                    weight#3
            lora_unet
             down_blocks
              0
               attentions
                1
                 proj_in
                  alpha#2
                 transformer_blocks
                  0
                   attn1
                    to_out
                     0
                      alpha#0
                    to_q
                     alpha#1
            """);
    OpenGroups rows = new OpenGroups(new BitSet());
    int attention = rows.rowParent(tree, tree.nodeOf(2));
    assertThat(rows.rowLabel(tree, attention)).isEqualTo("lora_unet_down_blocks_0_attentions_1");
    assertThat(ends(tree, "attentions_1_proj_in.al")).containsExactly("alpha");
  }

  @Test
  void aFlattenedNameMayBeALeafAndAGroup() throws IOException {
    String module = "my_unet_mid_block_attentions_0_to_out";
    List<String> names = new ArrayList<>(List.of(module + ".alpha"));
    IntStream.range(0, 5).forEach(i -> names.add(module + "_" + i + ".alpha"));
    NameTree tree = tree(names);
    assertThat(text(tree))
        .startsWith(
            """
            my_unet_mid_block_attentions_0_to
             out
              alpha#0
              0
               alpha#1
              1
               alpha#2
            """);
  }

  @Test
  void aFewNamesAreNoGroup() throws IOException {
    String module = "my_unet_mid_block_attentions_0_";
    assertThat(text(tree(module + "proj_in", module + "proj_out")))
        .isEqualTo(module + "proj_in#0\n" + module + "proj_out#1\n");
  }

  @Test
  void underscoresInTheNamesOfModulesAreNoCuts() throws IOException {
    List<String> names =
        List.of("model.layers.0.self_attn_q_proj", "model.layers.0.self_attn_k_proj");
    assertThat(text(tree(names))).contains("   self_attn_k_proj#1\n   self_attn_q_proj#0\n");
    assertThat(text(tree("a_b_c_d_e", "a_b_c_d_f"))).isEqualTo("a_b_c_d_e#0\na_b_c_d_f#1\n");
  }

  @Test
  void groupsOfFlattenedNamesAreUnique() throws IOException {
    Random random = new Random(6);
    for (int round = 0; round < 300; round++) {
      List<String> names =
          IntStream.range(0, 1 + random.nextInt(60))
              .mapToObj(_ -> flattenedName(random))
              .distinct()
              .toList();
      NameTree tree = tree(names);
      for (int node = 0; node < tree.size(); node++) {
        checkPlace(tree, node);
        if (tree.tensor(node) != NameTree.NO_TENSOR) {
          assertThat(tree.path(node)).isEqualTo(names.get(tree.tensor(node)));
        }
      }
      assertThat(IntStream.range(0, tree.size()).mapToObj(tree::path)).doesNotHaveDuplicates();
    }
  }

  private static String flattenedName(Random random) {
    StringBuilder name = new StringBuilder("lora_of_a_rather_long_name");
    for (int part = random.nextInt(6); part >= 0; part--) {
      name.append(
          List.of("_", "_0", "_1", "_01", "_10", "_a", "a", ".a", "-").get(random.nextInt(9)));
    }
    return name.toString();
  }

  @Test
  void aFileWithoutTensorsHasNoGroup() throws IOException {
    SampleFiles.write(folder.resolve("x.safetensors"));
    SampleFiles.write(folder.resolve("y.safetensors"), "a");
    assertThat(text(treeOfFolder(folder))).isEqualTo("y.safetensors\n a#0\n");
  }

  @Test
  void aFolderOfOneFileHasNoGroupForIt() throws IOException {
    SampleFiles.write(folder.resolve("m.safetensors"), "a.b");
    assertThat(text(treeOfFolder(folder))).isEqualTo("a\n b#0\n");
  }

  @Test
  void groupsOfFilesAreNamedFromTheFolderOnHoweverItIsWritten() throws IOException {
    SampleFiles.write(folder.resolve("x.safetensors"), "a");
    SampleFiles.write(folder.resolve("y.safetensors"), "a");
    Path working = Path.of("").toAbsolutePath();
    Path up = working.relativize(folder.toAbsolutePath());
    for (Path path :
        List.of(folder.resolve("."), folder.resolve("..").resolve(folder.getFileName()), up)) {
      assertThat(treeOfFolder(path).label(0)).as("%s", path).isEqualTo("x.safetensors");
    }
  }

  @Test
  void theDepthLimitHoldsBelowTheGroupsOfFilesToo() throws IOException {
    String deep = "a" + ".b".repeat(50);
    SampleFiles.write(folder.resolve("x.safetensors"), deep, deep + ".c");
    SampleFiles.write(folder.resolve("y.safetensors"), "a");
    NameTree tree = treeOfFolder(folder);
    assertThat(IntStream.range(0, tree.size()).map(tree::depth).max()).hasValue(NameTree.MAX_DEPTH);
  }

  @Test
  void tensorsOfMissingAndUnreadableShardsHaveNodesWithoutData() throws IOException {
    SampleFiles.write(folder.resolve("1.safetensors"), "a.x", "moved");
    Files.write(folder.resolve("2.safetensors"), new byte[] {1, 2, 3});
    Files.writeString(
        folder.resolve("m.safetensors.index.json"),
        """
        {"weight_map":{"a.x":"1.safetensors","a.y":"3.safetensors","b.z":"2.safetensors",
         "gone":"1.safetensors","moved":"3.safetensors","a":"../4.safetensors"}}\
        """);
    NameTree tree = treeOfFolder(folder.resolve("m.safetensors.index.json"));

    assertThat(text(tree)).isEqualTo("a\n x#0\n y\nb\n z\nmoved#1\n");
    assertThat(tree.absentCount()).isEqualTo(3);
    assertThat(tree.absent(0)).contains(new AbsentTensor("a", "../4.safetensors"));
    assertThat(tree.isCollapsed(0)).isFalse();
    assertThat(tree.tensorCount(0)).isEqualTo(1);
    assertThat(tree.absent(1)).isEmpty();
    int z = tree.find(List.of("b", "z")).orElseThrow();
    assertThat(tree.absent(z)).map(AbsentTensor::shardName).contains("2.safetensors");
    assertThat(tree.tensor(z)).isEqualTo(NameTree.NO_TENSOR);
    assertThat(tree.nodeOf(2)).isEqualTo(-1);
    assertThat(tree.tensorCount(z)).isZero();
    assertThat(LargestGroups.of(tree, 9, Cancellation.NEVER).largest())
        .extracting(LargestGroups.Group::path)
        .containsExactly("a", "moved");
  }

  @Test
  void setWithoutShardsIsListed() throws IOException {
    SampleFiles.writeIndex(folder.resolve("x.safetensors.index.json"), "1.safetensors");
    SampleFiles.write(folder.resolve("y.safetensors"), "a");
    NameTree tree = treeOfFolder(folder);
    assertThat(text(tree)).isEqualTo("x\n t0\ny.safetensors\n a#0\n");
    assertThat(tree.absent(1)).isPresent();
  }

  @Test
  void aSetInAFolderIsOneGroupAndNotOnePerShard() throws IOException {
    SampleFiles.write(folder.resolve("m-00001-of-00002.safetensors"), "a.b");
    SampleFiles.write(folder.resolve("m-00002-of-00002.safetensors"), "a.c");
    SampleFiles.write(folder.resolve("m.fp16-00001-of-00002.safetensors"), "a.b");
    SampleFiles.write(folder.resolve("m.fp16-00002-of-00002.safetensors"), "a.c");
    SampleFiles.write(folder.resolve("x.safetensors"), "a");
    assertThat(text(treeOfFolder(folder)))
        .isEqualTo(
            """
            m
             a
              b#2
              c#3
            m.fp16
             a
              b#0
              c#1
            x.safetensors
             a#4
            """);
  }

  @Test
  void fileInTwoSetsIsListedInTheFirst() throws IOException {
    SampleFiles.write(folder.resolve("1.safetensors"), "a");
    SampleFiles.write(folder.resolve("2.safetensors"), "b");
    SampleFiles.writeIndex(
        folder.resolve("x.safetensors.index.json"), "1.safetensors", "2.safetensors");
    SampleFiles.writeIndex(folder.resolve("y.safetensors.index.json"), "2.safetensors");
    assertThat(text(treeOfFolder(folder)))
        .isEqualTo(
            """
            x
             a#0
             b#1
            """);
  }

  @Test
  void partsOfNamesAreFoundWhereTheyEnd() throws IOException {
    NameTree tree = tree(List.of("model.layers.10.Up"));
    assertThat(ends(tree, "LAY")).containsExactly("layers");
    assertThat(ends(tree, "l.l")).containsExactly("layers");
    assertThat(ends(tree, "rs.")).containsExactly("10");
    assertThat(ends(tree, "rs.10.u")).containsExactly("Up");
    assertThat(ends(tree, ".")).containsExactly("layers", "10", "Up");
    assertThat(ends(tree, "ups")).isEmpty();
  }

  private static List<String> ends(NameTree tree, String text) {
    return IntStream.range(0, tree.size())
        .filter(node -> tree.occursAtEnd(node, text))
        .mapToObj(tree::label)
        .toList();
  }
}
