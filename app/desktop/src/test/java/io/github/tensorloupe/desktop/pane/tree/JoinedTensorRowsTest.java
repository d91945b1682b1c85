package io.github.tensorloupe.desktop.pane.tree;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.tensorloupe.adapter.Adapter;
import io.github.tensorloupe.adapter.AdapterKind;
import io.github.tensorloupe.adapter.AdapterModule;
import io.github.tensorloupe.adapter.Factor;
import io.github.tensorloupe.desktop.control.names.NameTree;
import io.github.tensorloupe.desktop.control.names.OpenGroups;
import io.github.tensorloupe.format.Dtype;
import io.github.tensorloupe.format.Shape;
import io.github.tensorloupe.model.Checkpoint;
import io.github.tensorloupe.quantization.Quantization;
import io.github.tensorloupe.quantization.QuantizedWeight;
import io.github.tensorloupe.testing.TensorFiles;
import io.github.tensorloupe.work.Cancellation;
import io.github.tensorloupe.work.Progress;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class JoinedTensorRowsTest {

  @TempDir Path folder;
  private Checkpoint checkpoint;
  private NameTree tree;
  private JoinedTensorRows rows;
  private OpenGroups groups;

  @BeforeEach
  void openWeights() throws IOException {
    TensorFiles file = new TensorFiles();
    gptq(file, "up");
    gptq(file, "down");
    file.floats("down.bias", 1);
    file.floats("norm", 1);
    open(file);
    List<QuantizedWeight> weights = Quantization.of(checkpoint, Cancellation.NEVER).weights();
    join(weights.stream().map(TensorUnit.OfWeight::new).toList());
  }

  private void open(TensorFiles file) throws IOException {
    Path path = file.write(folder.resolve("a.safetensors"));
    checkpoint = Checkpoint.open(path, Cancellation.NEVER, Progress.NONE);
    tree = NameTree.of(checkpoint);
  }

  private void join(List<? extends TensorUnit> joined) {
    rows = JoinedTensorRows.of(tree, checkpoint, joined);
    groups = new OpenGroups(new BitSet());
    groups.openAll(tree.size());
    rows.nodes().forEach(node -> groups.set(node, false));
  }

  private static List<? extends TensorUnit> units(List<AdapterModule> modules) {
    return modules.stream().map(TensorUnit.OfModule::new).toList();
  }

  private void openAdapter() throws IOException {
    checkpoint.close();
    TensorFiles file = new TensorFiles();
    file.floats("a.bias", 1).floats("a.q.alpha", 4);
    product(file, "a.q.lora_down.weight", "a.q.lora_up.weight");
    product(file, "a.o.lora.down.weight", "a.o.lora.up.weight");
    product(file, "a.k.hada_w1_b", "a.k.hada_w1_a");
    product(file, "a.k.hada_w2_b", "a.k.hada_w2_a");
    product(file, "a.v.lora_A.weight", "a.v.lora_B.weight");
    file.floats("a.v.weight", 1).floats("a.w.diff", 1);
    open(file);
    join(units(Adapter.of(checkpoint.files().getFirst()).modules()));
  }

  private static void product(TensorFiles file, String down, String up) {
    file.tensor(down, Dtype.F32, new byte[4 * 2 * 6], 2, 6);
    file.tensor(up, Dtype.F32, new byte[4 * 4 * 2], 4, 2);
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
    return Arrays.stream(rows.arrange(visible, groups))
        .mapToObj(node -> rows.label(node, groups))
        .toList();
  }

  @Test
  void partsShareOneRowAndTheirGroupIsHiddenIfOtherwiseEmpty() {
    assertThat(shown()).containsExactly("down", "bias", "weight", "norm", "up.weight");
  }

  @Test
  void partsAreBelowTheExpandedWeight() {
    groups.set(node("up.qweight"), true);

    assertThat(shown())
        .containsExactly(
            "down", "bias", "weight", "norm", "up.weight", "g_idx", "qzeros", "scales");
  }

  @Test
  void groupOfAWeightSharesItsRow() {
    assertThat(rows.rowOf(tree.parent(node("up.scales")))).isEqualTo(node("up.qweight"));
    assertThat(rows.above(node("up.scales"))).hasValue(node("up.qweight"));
    assertThat(rows.placeOf(node("down.qweight"))).isEqualTo(node("down.qweight"));
  }

  @Test
  void filterThatLetsAPartThroughKeepsItsWeight() {
    BitSet matches = new BitSet();
    tree.markWithGroups(matches, node("down.scales"));
    groups.filter(rows.withLeads(matches), "scales");

    assertThat(shown()).containsExactly("down", "weight", "scales");
  }

  @Test
  void weightSaysItsEffectiveDtype() {
    TensorUnit weight = rows.at(node("up.qweight")).orElseThrow();

    assertThat(weight.dtype().toString()).isEqualTo("4-bit");
    assertThat(weight.longDtype().toString()).isEqualTo("4-bit, groups of 32");
  }

  @Test
  void factorsOfAModuleAreOneRowUnderItsNameWhereTheirGroupHoldsNothingElse() throws IOException {
    openAdapter();

    assertThat(shown()).containsExactly("a", "bias", "k", "o", "q", "v", "v", "weight", "w");

    groups.set(node("a.q.lora_up.weight"), true);
    groups.set(node("a.o.lora.up.weight"), true);

    assertThat(shown())
        .containsSubsequence("o", "down.weight", "q", "alpha", "lora_down.weight", "v");
  }

  @Test
  void moduleSaysItsKindItsRankAndTheShapeOfItsDelta() throws IOException {
    openAdapter();

    TensorUnit module = rows.at(node("a.q.lora_up.weight")).orElseThrow();
    TensorUnit whole = rows.at(node("a.w.diff")).orElseThrow();

    assertThat(module.dtype()).hasToString("LoRA r2");
    assertThat(module.longDtype()).hasToString("LoRA, rank 2");
    assertThat(module.shape()).contains(Shape.of(4, 6));
    assertThat(whole.dtype()).hasToString("Full");
  }

  @Test
  void tensorStaysInTheRowThatHasItFirst() throws IOException {
    openAdapter();
    List<AdapterModule> modules =
        new ArrayList<>(Adapter.of(checkpoint.files().getFirst()).modules());
    modules.add(module("a.q.lora_down.weight", "a.bias"));
    modules.add(module("a.bias", "a.q.lora_down.weight"));

    join(units(modules));

    int down = node("a.q.lora_down.weight");
    assertThat(rows.at(down)).isEmpty();
    assertThat(rows.above(down)).hasValue(node("a.q.lora_up.weight"));
    assertThat(rows.partsBelow(node("a.bias"))).isEmpty();
  }

  private AdapterModule module(String up, String down) {
    return new AdapterModule(
        "other",
        AdapterKind.UNKNOWN,
        Map.of(
            Factor.UP, checkpoint.tensor(up).orElseThrow(),
            Factor.DOWN, checkpoint.tensor(down).orElseThrow()),
        OptionalInt.empty(),
        OptionalDouble.empty(),
        OptionalDouble.empty(),
        Optional.empty(),
        Optional.empty(),
        Optional.empty(),
        Optional.empty(),
        OptionalInt.empty(),
        OptionalDouble.empty());
  }
}
