package io.github.tensorloupe.model;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

final class FlattenedNamesTest {

  @ParameterizedTest
  @CsvSource({
    "lora_unet_down_blocks_1_attentions_0_transformer_blocks_0_attn1_to_out_0.lora_up.weight,"
        + "lora_unet.down_blocks.1.attentions.0.transformer_blocks.0.attn1.to_out.0.lora_up.weight",
    "lora_unet_input_blocks_4_1_transformer_blocks_0_ff_net_0_proj.alpha,"
        + "lora_unet.input_blocks.4.1.transformer_blocks.0.ff.net.0.proj.alpha",
    "lora_unet_down_blocks_0_resnets_0_time_emb_proj,"
        + "lora_unet.down_blocks.0.resnets.0.time_emb_proj",
    "lora_unet_time_embedding_linear_1,lora_unet.time_embedding.linear_1",
    "lora_te2_text_model_encoder_layers_31_self_attn_q_proj,"
        + "lora_te2.text_model.encoder.layers.31.self_attn.q_proj",
    "lora_unet_double_blocks_18_img_attn_qkv,lora_unet.double_blocks.18.img_attn.qkv",
    "lora_unet_single_blocks_37_modulation_lin,lora_unet.single_blocks.37.modulation.lin",
    "lora_unet_blocks_39_cross_attn_k,lora_unet.blocks.39.cross_attn.k",
    "lora_transformer_transformer_blocks_3_attn_add_k_proj,"
        + "lora_transformer.transformer_blocks.3.attn.add_k_proj",
    "lycoris_blocks_0_some_new_thing_7_mlp,lycoris.blocks.0.some_new_thing.7.mlp",
  })
  void underscoresBetweenLayersAndNumbersAreDots(String name, String dotted) {
    assertThat(FlattenedNames.dotted(name)).isEqualTo(dotted);
    assertThat(FlattenedNames.isFlattened(name)).isTrue();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "lora_unet_",
        "unet.down_blocks.0.attentions.1.proj_in.lora_A.weight",
        "model.layers.0.self_attn.q_proj.weight",
        "down_blocks_0_attentions_1"
      })
  void otherNamesStay(String name) {
    assertThat(FlattenedNames.dotted(name)).isSameAs(name);
    assertThat(FlattenedNames.isFlattened(name)).isFalse();
  }

  @Test
  void partsAreNeverEmpty() {
    for (String rest : List.of("_", "__", "_0", "0__1", "0_", "._", "_.a", "0_.a", "a..b_0")) {
      String name = "lora_unet_" + rest;
      String dotted = FlattenedNames.dotted(name);
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
