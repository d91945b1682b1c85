package io.github.tensorloupe.desktop.control.layermap;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class FittingNamesTest {

  @Test
  void namesThatFitStayWhole() {
    assertThat(FittingNames.fitting(List.of("abcdefghij", "ab.cd"), 10))
        .containsExactly("abcdefghij", "ab.cd");
  }

  @Test
  void lastPartsDistinguishLongNames() {
    assertThat(
            FittingNames.fitting(
                List.of("self_attn.q_proj", "self_attn.o_proj", "mlp.experts.3.w2"), 8))
        .containsExactly("…q_proj", "…o_proj", "…3.w2");
    assertThat(
            FittingNames.fitting(List.of("mlp.gate_proj", "mlp.down_proj", "input_layernorm"), 8))
        .containsExactly("gate_pr…", "down_pr…", "input_l…");
  }

  @Test
  void namesWithEqualLastPartsAreShortenedInTheMiddle() {
    assertThat(FittingNames.fitting(List.of("attention.dense", "mlp_block.dense"), 9))
        .containsExactly("att…dense", "mlp…dense");
    assertThat(
            FittingNames.fitting(
                List.of(
                    "mlp_fc1.lora_down", "mlp_fc1.lora_up", "mlp_fc2.lora_down", "mlp_fc2.lora_up"),
                13))
        .doesNotHaveDuplicates();
    assertThat(FittingNames.fitting(List.of("abcdefghij"), 1)).containsExactly("…");
    assertThat(FittingNames.fitting(List.of("abcdefghij"), 0)).containsExactly("…");
  }

  @Test
  void importantEndIsKept() {
    assertThat(
            FittingNames.fitting(
                List.of(
                    "self_attn.q_proj",
                    "input_layernorm",
                    "post_attention_layernorm",
                    "mlp.down_proj"),
                15))
        .containsExactly("…q_proj", "input_layernorm", "post_attention…", "mlp.down_proj");
    assertThat(
            FittingNames.fitting(
                List.of("…attn1_to_q.lora_down", "…attn1_to_k.lora_down", "…attn1_to_q.lora_up"),
                16))
        .containsExactly("…to_q.lora_down", "…to_k.lora_down", "…lora_up");
    assertThat(FittingNames.fitting(List.of("…to_q.lora_down", "…to_k.lora_down"), 9))
        .containsExactly("to_q…down", "to_k…down");
  }
}
