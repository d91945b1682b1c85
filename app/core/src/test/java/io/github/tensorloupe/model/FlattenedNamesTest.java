package io.github.tensorloupe.model;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class FlattenedNamesTest {

  /// Modules of Stable Diffusion, SDXL, Flux, Stable Diffusion 3, Wan, HunyuanVideo, FramePack,
  /// Qwen-Image, Lumina, HiDream, Chroma and of the text encoders, each as in its network.
  @ParameterizedTest
  @ValueSource(
      strings = {
        "lora_unet.down_blocks.1.attentions.0.transformer_blocks.0.attn1.to_out.0",
        "lora_unet.mid_block.attentions.0.transformer_blocks.0.ff.net.0.proj",
        "lora_unet.up_blocks.3.resnets.2.conv_shortcut",
        "lora_unet.down_blocks.0.resnets.0.time_emb_proj",
        "lora_unet.down_blocks.0.downsamplers.0.conv",
        "lora_unet.conv_in",
        "lora_unet.time_embedding.linear_1",
        "lora_te.text_model.encoder.layers.11.self_attn.out_proj",
        "lora_te1.text_model.encoder.layers.0.mlp.fc1",
        "lora_te2.text_model.encoder.layers.31.self_attn.q_proj",
        "lora_te2.text_projection",
        "lora_te3.encoder.block.0.layer.0.SelfAttention.q",
        "lora_te3.encoder.block.23.layer.1.DenseReluDense.wi_0",
        "lora_unet.input_blocks.4.1.transformer_blocks.0.ff.net.0.proj",
        "lora_unet.input_blocks.1.0.in_layers.2",
        "lora_unet.input_blocks.3.0.op",
        "lora_unet.output_blocks.2.2.conv",
        "lora_unet.label_emb.0.0",
        "lora_unet.out.2",
        "lora_unet.double_blocks.18.img_attn.qkv",
        "lora_unet.double_blocks.0.txt_mlp.2",
        "lora_unet.double_blocks.0.img_mod.lin",
        "lora_unet.single_blocks.37.modulation.lin",
        "lora_unet.single_blocks.0.linear1",
        "lora_unet.final_layer.adaLN_modulation.1",
        "lora_unet.time_in.in_layer",
        "lora_unet.joint_blocks.23.context_block.attn.qkv",
        "lora_unet.joint_blocks.0.x_block.attn2.qkv",
        "lora_unet.joint_blocks.0.context_block.adaLN_modulation.1",
        "lora_transformer.transformer_blocks.3.attn.add_k_proj",
        "lora_transformer.transformer_blocks.3.ff_context.net.0.proj",
        "lora_transformer.single_transformer_blocks.0.proj_mlp",
        "lora_unet.blocks.39.cross_attn.k",
        "lora_unet.blocks.0.cross_attn.k_img",
        "lora_unet.blocks.0.self_attn.norm_q",
        "lora_unet.blocks.0.ffn.2",
        "lora_unet.double_blocks.0.img_mlp.fc1",
        "lora_unet.double_blocks.0.img_mod.linear",
        "lora_unet.txt_in.individual_token_refiner.blocks.0.mlp.fc2",
        "lora_unet.context_embedder.token_refiner.refiner_blocks.0.attn.to_q",
        "lora_unet.transformer_blocks.59.attn.to_add_out",
        "lora_unet.transformer_blocks.0.img_mlp.net.0.proj",
        "lora_unet.transformer_blocks.0.txt_mod.1",
        "lora_unet.noise_refiner.0.attention.to_q",
        "lora_unet.layers.29.feed_forward.w1",
        "lora_unet.double_stream_blocks.0.block.attn1.to_q",
        "lora_unet.distilled_guidance_layer.layers.0.in_layer",
        "oft_unet.double_blocks.0.img_attn.proj",
        "lycoris.transformer_blocks.0.attn.to_out.0",
        "lycoris.blocks.0.some_new_thing.7.mlp",
        "lycoris.blk_loha",
      })
  void underscoresBetweenLayersAndNumbersAreDots(String dotted) {
    String name = dotted.replace('.', '_') + ".lora_up.weight";
    assertThat(FlattenedNames.dotted(name)).isEqualTo(dotted + ".lora_up.weight");
    assertThat(FlattenedNames.dotted(List.of("a_0_b.c", name, name)))
        .containsExactly("a_0_b.c", dotted + ".lora_up.weight", dotted + ".lora_up.weight");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "lora_unet_",
        "lora_unet.blocks_0_attn",
        "lora_te4_text_model_encoder_layers_0",
        "Lora_unet_down_blocks_0",
        "my_lora_unet_down_blocks_0",
        "loras_down_blocks_0",
        "oft_down_blocks_0",
        "unet.down_blocks.0.attentions.1.proj_in.lora_A.weight",
        "model.layers.0.self_attn.q_proj.weight",
        "down_blocks_0_attentions_1"
      })
  void otherNamesStay(String name) {
    assertThat(FlattenedNames.dotted(name)).isSameAs(name);
    List<String> names = List.of(name, "other");
    assertThat(FlattenedNames.dotted(names)).isSameAs(names);
  }

  @Test
  void partsAreNeverEmpty() {
    for (String rest : List.of("_", "__", "_0", "0__1", "0_", "._", "_.a", "0_.a", "a..b_0")) {
      String name = "lora_unet_" + rest;
      String dotted = FlattenedNames.dotted(name);
      assertThat(FlattenedNames.dotted(List.of(name))).containsExactly(dotted);
      assertThat(dotted).hasSameSizeAs(name);
      assertThat(dotted.split("\\.", -1).length - (rest.split("\\.", -1).length - 1))
          .as(dotted)
          .isPositive();
      assertThat(dotted.replace("..", "").replace('.', '_'))
          .isEqualTo(name.replace("..", "").replace('.', '_'));
      if (!rest.contains(".")) {
        assertThat(dotted.split("\\.", -1)).doesNotContain("");
      }
    }
  }
}
