package io.github.tensorloupe.analysis.layers;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.github.tensorloupe.format.Dtype;
import io.github.tensorloupe.format.Shape;
import io.github.tensorloupe.format.TensorInfo;
import io.github.tensorloupe.model.Checkpoint;
import io.github.tensorloupe.testing.SampleBytes;
import io.github.tensorloupe.testing.TensorFiles;
import io.github.tensorloupe.work.Cancellation;
import io.github.tensorloupe.work.Progress;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.CancellationException;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class LayerMapTest {

  @Test
  void layersAscendAndRolesAreOrderedByFirstTensor() {
    LayerStack stack =
        LayerMap.of(
                List.of(
                    "embed.weight",
                    "model.layers.10.q.weight",
                    "model.layers.2.k.weight",
                    "model.layers.2.q.weight",
                    "norm.weight"))
            .stacks()
            .getFirst();

    assertThat(stack.name()).isEqualTo("model.layers");
    assertThat(layers(stack)).containsExactly(2, 10);
    assertThat(stack.roles()).containsExactly("q.weight", "k.weight");
    assertThat(stack.tensorCount()).isEqualTo(3);
    assertThat(stack.tensor(0, 0)).isEqualTo(3);
    assertThat(stack.tensor(0, 1)).isEqualTo(2);
    assertThat(stack.tensor(1, 0)).isEqualTo(1);
    assertThat(stack.tensor(1, 1)).isEqualTo(LayerMap.NO_TENSOR);
  }

  @Test
  void stackOfOneLayerIsNone() {
    assertThat(LayerMap.of(List.of("layers.0.a", "layers.0.b", "x")).stacks()).isEmpty();
    assertThat(LayerMap.of(List.of()).stacks()).isEmpty();
  }

  @Test
  void expertsAreStacksOfTheirOwnWithAColumnForEach() {
    List<String> names = new ArrayList<>();
    for (int layer = 0; layer < 3; layer++) {
      names.add("model.layers." + layer + ".mlp.gate.weight");
      // As sorted by name.
      for (int expert : new int[] {0, 1, 10, 2}) {
        names.add("model.layers." + layer + ".mlp.experts." + expert + ".w1.weight");
        names.add("model.layers." + layer + ".mlp.experts." + expert + ".w2.weight");
      }
    }
    LayerMap map = LayerMap.of(names);

    assertThat(map.stacks()).extracting(LayerStack::name).containsOnly("model.layers");
    assertThat(map.stacks())
        .extracting(stack -> stack.expertRole().orElse(""))
        .containsExactly("", "mlp.experts.*.w1.weight", "mlp.experts.*.w2.weight");
    assertThat(map.stacks().getFirst().roles()).containsExactly("mlp.gate.weight");
    LayerStack experts = map.stacks().get(1);
    assertThat(experts.columnNames()).containsExactly("0", "1", "2", "10");
    assertThat(experts.roles().getLast()).isEqualTo("mlp.experts.10.w1.weight");
    int tensor = names.indexOf("model.layers.1.mlp.experts.10.w1.weight");
    assertThat(experts.tensor(1, 3)).isEqualTo(tensor);
    assertThat(experts.cellOf(tensor)).contains(new LayerCell(1, 3));
    assertThat(map.siblings(tensor)).hasSize(2);
  }

  @ParameterizedTest
  @CsvSource({
    "model.layers.3.block_sparse_moe.experts.7.w2.weight, block_sparse_moe.experts.*.w2.weight",
    "decoder.block.3.layer.1.mlp.experts.expert_7.wi.weight,"
        + " layer.1.mlp.experts.expert_*.wi.weight",
    "blocks.3.moe.experts.7, moe.experts.*"
  })
  void expertsAreKnownByTheirNames(String name, String role) {
    List<String> names =
        List.of(name, name.replace("7", "8"), name.replace("3", "4"), "model.layers.0.x");

    assertThat(LayerMap.of(names).stacks())
        .anyMatch(stack -> stack.expertRole().equals(Optional.of(role)));
  }

  @Test
  void sharedExpertsAndStackedOnesAreOrdinaryRoles() {
    List<String> names =
        IntStream.range(0, 4)
            .boxed()
            .flatMap(
                layer ->
                    Stream.of(
                        "layers." + layer + ".mlp.shared_experts.gate_proj.weight",
                        "layers." + layer + ".mlp.experts.gate_up_proj"))
            .toList();

    assertThat(LayerMap.of(names).stacks())
        .singleElement()
        .matches(stack -> stack.expertRole().isEmpty() && stack.roles().size() == 2);
    assertThat(stacked("layers.0.mlp.experts.gate_up_proj", 16, 8, 4)).isEqualTo(16);
    assertThat(stacked("layers.0.mlp.experts.down_proj_bias", 16, 8)).isZero();
    assertThat(stacked("layers.0.mlp.experts.3.w1", 16, 8, 4)).isZero();
    assertThat(stacked("layers.0.mlp.conv", 16, 8, 4)).isZero();
  }

  private static long stacked(String name, long... shape) {
    return LayerRole.stackedExperts(new TensorInfo(name, Dtype.U8, Shape.of(shape), 0, 512));
  }

  @Test
  void siblingsAreTheSameRoleInOtherLayers() {
    LayerMap map =
        LayerMap.of(List.of("h.2.a", "h.0.a", "h.1.a", "h.1.b", "x", "other.h.0.a", "h.1.a"));

    assertThat(map.siblings(2)).containsExactly(1, 0);
    assertThat(map.siblings(1)).containsExactly(2, 6, 0);
    assertThat(map.siblings(4)).isEmpty();
    assertThat(map.layer(2)).containsExactly(2, 3, 6);
    assertThat(map.layer(4)).containsExactly(4);
    assertThat(map.role(3)).contains(new LayerRole("h", 1, "b"));
    assertThat(map.role(4)).isEmpty();
  }

  @Test
  void transformersInsideABlockAreTheLayersWhereTheyAreMany() {
    List<String> names = new ArrayList<>();
    for (int block = 1; block < 3; block++) {
      for (int attention = 0; attention < 2; attention++) {
        for (int transformer = 0; transformer < 10; transformer++) {
          names.add(
              "unet.down_blocks.%d.attentions.%d.transformer_blocks.%d.attn1.to_q.weight"
                  .formatted(block, attention, transformer));
        }
      }
    }

    assertThat(LayerMap.of(names).stacks())
        .extracting(LayerStack::name)
        .containsExactly(
            "unet.down_blocks.1.attentions.0.transformer_blocks",
            "unet.down_blocks.1.attentions.1.transformer_blocks",
            "unet.down_blocks.2.attentions.0.transformer_blocks",
            "unet.down_blocks.2.attentions.1.transformer_blocks");
  }

  @Test
  void blocksAreTheLayersWhereEachHasOneTransformer() {
    LayerMap map =
        LayerMap.of(
            IntStream.range(0, 3)
                .mapToObj(
                    "lora_unet_down_blocks_%d_attentions_1_transformer_blocks_0_attn1_to_q.alpha"
                        ::formatted)
                .toList());

    assertThat(map.role(2))
        .contains(
            new LayerRole(
                "lora_unet.down_blocks.*.attentions.1.transformer_blocks.0",
                2,
                "attn1.to_q.alpha"));
  }

  @Test
  void expertsAreRolesHoweverManyThereAre() {
    List<String> names = new ArrayList<>();
    for (int layer = 0; layer < 3; layer++) {
      for (int expert = 0; expert < 16; expert++) {
        names.add("model.layers.%d.mlp.experts.%d.w1.weight".formatted(layer, expert));
      }
    }
    LayerStack stack = LayerMap.of(names).stacks().getFirst();

    assertThat(stack.layerCount()).isEqualTo(3);
    assertThat(stack.roles()).hasSize(16).endsWith("mlp.experts.15.w1.weight");
  }

  @Test
  void layersInsideALayerDoNotTakeItsPlace() {
    List<String> names = new ArrayList<>();
    for (int block = 0; block < 12; block++) {
      names.add("input_blocks.%d.0.in_layers.0.weight".formatted(block));
      names.add("input_blocks.%d.0.in_layers.2.weight".formatted(block));
    }

    assertThat(LayerMap.of(names).stacks())
        .singleElement()
        .satisfies(stack -> assertThat(stack.layerCount()).isEqualTo(12))
        .satisfies(
            stack ->
                assertThat(stack.roles())
                    .containsExactly("0.in_layers.0.weight", "0.in_layers.2.weight"));
  }

  @Test
  void everyTensorIsWhereItsRoleSays() {
    Random random = new Random(7);
    for (int run = 0; run < 50; run++) {
      List<String> names = new ArrayList<>();
      for (int i = 0; i < 200; i++) {
        names.add(
            "%s.%d.%s"
                .formatted(
                    List.of("a", "b.layers", "c_h").get(random.nextInt(3)),
                    random.nextInt(30),
                    List.of("q", "k.layers.2", "v", "0").get(random.nextInt(4))));
      }
      names = names.stream().distinct().toList();
      LayerMap map = LayerMap.of(names);
      List<String> found = new ArrayList<>();
      for (LayerStack stack : map.stacks()) {
        for (int row = 0; row < stack.layerCount(); row++) {
          for (int column = 0; column < stack.roles().size(); column++) {
            int tensor = stack.tensor(row, column);
            if (tensor != LayerMap.NO_TENSOR) {
              found.add(names.get(tensor));
              assertThat(map.role(tensor))
                  .contains(
                      new LayerRole(stack.name(), stack.layer(row), stack.roles().get(column)));
            }
          }
        }
      }
      List<Integer> inStacks = map.stacks().stream().map(LayerStack::tensorCount).toList();
      assertThat(found)
          .doesNotHaveDuplicates()
          .hasSize(inStacks.stream().mapToInt(Integer::intValue).sum())
          .hasSizeGreaterThan(100);
    }
  }

  @Test
  void manyLayersOfManyRolesTakeNoTable() {
    List<String> names = new ArrayList<>();
    for (int i = 0; i < 100_000; i++) {
      names.add("layers." + i + ".role" + i);
    }
    Collections.shuffle(names, new Random(1));

    LayerStack stack = LayerMap.of(names).stacks().getFirst();

    assertThat(stack.layerCount()).isEqualTo(100_000);
    assertThat(stack.roles()).hasSize(100_000);
    int column = stack.roles().indexOf("role99999");
    assertThat(names.get(stack.tensor(99_999, column))).isEqualTo("layers.99999.role99999");
    assertThat(stack.tensor(0, column)).isEqualTo(LayerMap.NO_TENSOR);
  }

  @Test
  void filesOfAFolderHaveStacksOfTheirOwn(@TempDir Path folder) throws IOException {
    for (String file : List.of("a.safetensors", "b.safetensors")) {
      new TensorFiles().floats("layers.0.w", 1).floats("layers.1.w", 2).write(folder.resolve(file));
    }
    try (Checkpoint checkpoint = Checkpoint.open(folder, Cancellation.NEVER, Progress.NONE)) {
      LayerMap map = LayerMap.of(checkpoint, Cancellation.NEVER);

      assertThat(map.stacks())
          .extracting(LayerStack::name)
          .containsExactly("a.safetensors: layers", "b.safetensors: layers");
      assertThat(map.siblings(0)).containsExactly(1);
    }
  }

  @Test
  void fileSharedByTwoPartsBelongsToTheFirst(@TempDir Path folder) throws IOException {
    Files.write(folder.resolve("a.safetensors.index.json"), index("only-a", "shared"));
    Files.write(folder.resolve("b.safetensors.index.json"), index("only-b", "shared"));
    for (String name : List.of("only-a", "shared", "only-b")) {
      new TensorFiles()
          .floats(name + ".layers.0.w", 1)
          .floats(name + ".layers.1.w", 2)
          .write(folder.resolve(name + ".safetensors"));
    }
    try (Checkpoint checkpoint = Checkpoint.open(folder, Cancellation.NEVER, Progress.NONE)) {
      assertThat(checkpoint.parts()).hasSize(2).allMatch(part -> part.files().size() == 2);

      LayerMap map = LayerMap.of(checkpoint, Cancellation.NEVER);

      assertThat(checkpoint.tensors()).hasSize(6);
      assertThat(map.stacks())
          .extracting(LayerStack::name)
          .containsExactly("a: only-a.layers", "a: shared.layers", "b: only-b.layers");
      for (int tensor = 0; tensor < checkpoint.tensors().size(); tensor++) {
        String name = checkpoint.tensors().get(tensor).info().name();
        LayerRole role = map.role(tensor).orElseThrow();
        assertThat(role.stack() + "." + role.layer() + "." + role.role()).endsWith(": " + name);
      }
    }
  }

  private static byte[] index(String... names) {
    List<String> map = new ArrayList<>();
    for (String name : names) {
      for (int layer = 0; layer < 2; layer++) {
        map.add("%s.layers.%d.w".formatted(name, layer));
        map.add(name + ".safetensors");
      }
    }
    return SampleBytes.index(map.toArray(String[]::new));
  }

  @Test
  void stacksOfALoneFileHaveNoPrefix(@TempDir Path folder) throws IOException {
    Path file =
        new TensorFiles()
            .floats("layers.0.w", 1)
            .floats("layers.1.w", 2)
            .write(folder.resolve("a.safetensors"));
    try (Checkpoint checkpoint = Checkpoint.open(file, Cancellation.NEVER, Progress.NONE)) {
      assertThat(LayerMap.of(checkpoint, Cancellation.NEVER).stacks())
          .extracting(LayerStack::name)
          .containsExactly("layers");
      assertThatExceptionOfType(CancellationException.class)
          .isThrownBy(() -> LayerMap.of(checkpoint, () -> true));
    }
  }

  @Test
  void ofNumbersThatTakeEquallyManyValuesTheFirstIsTheLayer() {
    List<String> names = new ArrayList<>();
    for (int block = 0; block < 3; block++) {
      for (int layer = 0; layer < 3; layer++) {
        names.add("blocks.%d.layers.%d.w".formatted(block, layer));
      }
    }

    assertThat(LayerMap.of(names).role(5)).contains(new LayerRole("blocks", 1, "layers.2.w"));
    names.add("blocks.0.layers.3.w");
    assertThat(LayerMap.of(names).role(5))
        .as("one value more of the second")
        .contains(new LayerRole("blocks.1.layers", 2, "w"));
  }

  @Test
  void numberWithTheMostValuesIsTheLayer() {
    for (int layerPosition = 0; layerPosition < 3; layerPosition++) {
      List<String> names = new ArrayList<>();
      for (int i = 0; i < 4; i++) {
        int[] numbers = {i % 2, i % 2, i % 2};
        numbers[layerPosition] = i;
        names.add("a_blocks.%d.layers.%d.h.%d.w".formatted(numbers[0], numbers[1], numbers[2]));
      }

      assertThat(LayerMap.of(names).role(3).orElseThrow().layer())
          .as("place " + layerPosition)
          .isEqualTo(3);
    }
  }

  @Test
  void valuesAreCountedAmongNamesThatDifferInNothingButNumbers() {
    LayerMap map =
        LayerMap.of(
            List.of(
                "a.blocks.0.layers.0.w",
                "a.blocks.0.layers.1.w",
                "b.blocks.0.layers.0.w",
                "b.blocks.1.layers.0.w",
                "b.blocks.0.layers.0.v",
                "b.blocks.0.layers.1.v",
                "b.blocks.7.layers.7.u"));

    assertThat(map.role(1)).contains(new LayerRole("a.blocks.0.layers", 1, "w"));
    assertThat(map.role(3)).contains(new LayerRole("b.blocks", 1, "layers.0.w"));
    assertThat(map.role(5)).contains(new LayerRole("b.blocks.0.layers", 1, "v"));
    assertThat(map.role(6)).contains(new LayerRole("b.blocks", 7, "layers.7.u"));
  }

  private static List<Integer> layers(LayerStack stack) {
    return IntStream.range(0, stack.layerCount()).mapToObj(stack::layer).toList();
  }
}
