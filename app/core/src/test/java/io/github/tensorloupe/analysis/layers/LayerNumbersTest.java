package io.github.tensorloupe.analysis.layers;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class LayerNumbersTest {

  /// Replaces each `#` in a name with each of three numbers.
  private static Stream<String> numbered(String name) {
    return name.contains("#")
        ? IntStream.range(0, 3)
            .mapToObj(number -> name.replaceFirst("#", Integer.toString(number)))
            .flatMap(LayerNumbersTest::numbered)
        : Stream.of(name);
  }

  private static List<String> labels(LayerStack stack) {
    return IntStream.range(0, stack.layerCount()).mapToObj(stack::layerLabel).toList();
  }

  @ParameterizedTest
  @CsvSource({
    "lora_unet_down_blocks_#_attentions_#_transformer_blocks_0_attn1_to_q,"
        + "lora_unet.down_blocks.*.attentions.*.transformer_blocks.0,attn1.to_q,1.2",
    "lora_unet_up_blocks_#_resnets_#_conv1,lora_unet.up_blocks.*.resnets,conv1,1.2",
    "lora_unet_output_blocks_#_1_transformer_blocks_#_ff_net_0_proj,"
        + "lora_unet.output_blocks.*.1.transformer_blocks,ff.net.0.proj,1.2",
    "lora_unet_input_blocks_#_0_in_layers_2,lora_unet.input_blocks.*.0,in_layers.2,2",
    "lora_te1_text_model_encoder_layers_#_mlp_fc1,lora_te1.text_model.encoder.layers,mlp.fc1,2",
    "lora_te3_encoder_block_#_layer_0_SelfAttention_q,"
        + "lora_te3.encoder.block,layer.0.SelfAttention.q,2",
    "lora_unet_double_blocks_#_img_attn_qkv,lora_unet.double_blocks,img_attn.qkv,2",
    "lora_unet_single_blocks_#_linear1,lora_unet.single_blocks,linear1,2",
    "lora_unet_joint_blocks_#_x_block_attn_proj,lora_unet.joint_blocks,x_block.attn.proj,2",
    "lora_unet_blocks_#_cross_attn_k,lora_unet.blocks,cross_attn.k,2",
    "lora_unet_noise_refiner_#_attention_to_q,lora_unet.noise_refiner,attention.to_q,2",
    "lora_transformer_transformer_blocks_#_attn_to_out_0,"
        + "lora_transformer.transformer_blocks,attn.to_out.0,2",
    "lycoris_transformer_blocks_#_attn_to_q,lycoris.transformer_blocks,attn.to_q,2",
  })
  void blocksOfAnAdapterAreTheLayersOfOneStack(
      String module, String stack, String role, String lastBlock) {
    List<String> names =
        numbered(module)
            .flatMap(name -> Stream.of(name + ".alpha", name + ".lokr_w1", name + ".lokr_w2"))
            .toList();
    LayerMap map = LayerMap.of(names);
    List<LayerStack> stacks = map.stacks();

    assertThat(stacks).extracting(LayerStack::name).containsExactly(stack);
    LayerStack only = stacks.getFirst();
    assertThat(only.roles()).containsExactly(role + ".alpha", role + ".lokr_w1", role + ".lokr_w2");
    assertThat(labels(only)).hasSize(names.size() / 3).contains(lastBlock);
    for (int tensor = 0; tensor < names.size(); tensor++) {
      LayerCell cell = only.cellOf(tensor).orElseThrow();
      assertThat(only.tensor(cell.row(), cell.column())).isEqualTo(tensor);
    }
  }

  @Test
  void nestedBlocksOfFlattenedNamesAreOneStack() {
    List<String> names = new ArrayList<>();
    for (String block : List.of("4_1", "4_2", "5_1", "10_1")) {
      for (int transformer : new int[] {0, 1}) {
        for (String role : List.of("attn1_to_q", "attn1_to_out_0", "ff_net_0_proj")) {
          names.add(
              "lora_unet_input_blocks_%s_transformer_blocks_%d_%s.alpha"
                  .formatted(block, transformer, role));
        }
      }
      names.add("lora_unet_input_blocks_%s_proj_in.alpha".formatted(block));
    }
    names.add("lora_unet_time_embed_0.alpha");
    List<LayerStack> stacks = LayerMap.of(names).stacks();

    assertThat(stacks)
        .extracting(LayerStack::name)
        .containsExactly(
            "lora_unet.input_blocks.*.*.transformer_blocks", "lora_unet.input_blocks.*");
    LayerStack stack = stacks.getFirst();
    assertThat(stack.roles())
        .containsExactly("attn1.to_q.alpha", "attn1.to_out.0.alpha", "ff.net.0.proj.alpha");
    assertThat(labels(stack))
        .containsExactly("4.1.0", "4.1.1", "4.2.0", "4.2.1", "5.1.0", "5.1.1", "10.1.0", "10.1.1");
    assertThat(stacks.getLast().layerLabel(3)).isEqualTo("10.1");
  }

  @Test
  void numberThatNeverChangesBelongsToTheStack() {
    List<String> names =
        IntStream.range(0, 12)
            .mapToObj("lora_te_text_model_encoder_layers_%d_mlp_fc1.alpha"::formatted)
            .toList();
    LayerStack stack = LayerMap.of(names).stacks().getFirst();

    assertThat(stack.name()).isEqualTo("lora_te.text_model.encoder.layers");
    assertThat(stack.layerLabel(11)).isEqualTo("11");
    assertThat(LayerMap.of(List.of("lora_unet_mid_block_attentions_0_proj_in.alpha")).role(0))
        .contains(new LayerRole("lora_unet.mid_block.attentions", 0, "proj_in.alpha"));
  }

  @Test
  void asteriskInANameIsNoPlaceholder() {
    List<String> names = List.of("blocks.*.blocks.1.blocks.2.w", "blocks.0.blocks.1.blocks.2.w");

    assertThat(LayerMap.of(names).role(1))
        .contains(new LayerRole("blocks", 0, "blocks.1.blocks.2.w"));
  }
}
