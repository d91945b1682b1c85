package io.github.tensorloupe.quantization;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.tensorloupe.format.Dtype;
import io.github.tensorloupe.model.Checkpoint;
import io.github.tensorloupe.model.NameTree;
import io.github.tensorloupe.model.OpenGroups;
import io.github.tensorloupe.testing.TensorFiles;
import io.github.tensorloupe.work.Cancellation;
import io.github.tensorloupe.work.Progress;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class WeightRowsTest {

  private Checkpoint checkpoint;
  private NameTree tree;
  private WeightRows rows;
  private final OpenGroups groups = new OpenGroups(new BitSet());

  @BeforeEach
  void open(@TempDir Path folder) throws IOException {
    TensorFiles file = new TensorFiles();
    gptq(file, "up");
    gptq(file, "down");
    file.floats("down.bias", 1);
    file.floats("norm", 1);
    checkpoint =
        Checkpoint.open(
            file.write(folder.resolve("a.safetensors")), Cancellation.NEVER, Progress.NONE);
    tree = NameTree.of(checkpoint);
    rows = WeightRows.of(tree, checkpoint, Quantization.of(checkpoint, Cancellation.NEVER));
    groups.openAll(tree.size());
    rows.nodes().forEach(node -> groups.set(node, false));
  }

  @AfterEach
  void close() throws IOException {
    checkpoint.close();
  }

  private static void gptq(TensorFiles file, String name) {
    file.tensor(name + ".qweight", Dtype.I32, new byte[4 * 8 * 8], 8, 8);
    file.tensor(name + ".qzeros", Dtype.I32, new byte[4 * 2], 2, 1);
    file.tensor(name + ".scales", Dtype.F16, new byte[2 * 2 * 8], 2, 8);
    file.tensor(name + ".g_idx", Dtype.I32, new byte[4 * 64], 64);
  }

  private int node(String name) {
    return tree.nodeOf(checkpoint.indexOf(checkpoint.tensor(name).orElseThrow()));
  }

  private List<String> shown() {
    int[] visible = groups.visible(tree, IntStream.range(0, tree.size()).toArray());
    return Arrays.stream(rows.arrange(visible, groups)).mapToObj(rows::label).toList();
  }

  @Test
  void partsAreOneRowUnderTheNameOfTheWeightAndItsGroupIsGoneIfItHoldsNothingElse() {
    assertThat(shown()).containsExactly("down", "bias", "weight", "norm", "up.weight");
  }

  @Test
  void partsStandBelowTheWeightThatIsOpened() {
    groups.set(node("up.qweight"), true);

    assertThat(shown())
        .containsExactly(
            "down", "bias", "weight", "norm", "up.weight", "g_idx", "qzeros", "scales");
  }

  @Test
  void groupOfAWeightStandsInItsRow() {
    assertThat(rows.rowOf(tree.parent(node("up.scales")))).isEqualTo(node("up.qweight"));
    assertThat(rows.above(node("up.scales"))).hasValue(node("up.qweight"));
    assertThat(rows.placeOf(node("down.qweight"))).isEqualTo(node("down.qweight"));
  }

  @Test
  void filterThatLetsAPartThroughKeepsItsWeight() {
    BitSet kept = new BitSet();
    tree.markWithGroups(kept, node("down.scales"));
    groups.filter(rows.withWeights(kept), "scales");

    assertThat(shown()).containsExactly("down", "weight", "scales");
  }

  @Test
  void weightSaysItsEffectiveDtype() {
    QuantizedWeight weight = rows.weight(node("up.qweight")).orElseThrow();

    assertThat(weight.dtype().toString()).isEqualTo("4-bit");
    assertThat(weight.dtypeInWords().toString()).isEqualTo("4-bit, groups of 32");
  }
}
