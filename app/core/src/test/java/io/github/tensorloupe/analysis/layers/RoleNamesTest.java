package io.github.tensorloupe.analysis.layers;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class RoleNamesTest {

  @Test
  void commonEndIsLeftOutWhereNamesStayDifferent() {
    assertThat(RoleNames.shortened(List.of("q.weight", "q.bias", "k", "k.weight", ".weight")))
        .containsExactly("q", "q.bias", "k", "k.weight", "");
  }

  @Test
  void namesThatFitStayWhole() {
    assertThat(RoleNames.fitting(List.of("abcdefghij", "ab.cd"), 10))
        .containsExactly("abcdefghij", "ab.cd");
  }

  @Test
  void lastPartsDistinguishLongNames() {
    assertThat(
            RoleNames.fitting(
                List.of("self_attn.q_proj", "self_attn.o_proj", "mlp.experts.3.w2"), 8))
        .containsExactly("…q_proj", "…o_proj", "…3.w2");
    assertThat(RoleNames.fitting(List.of("mlp.gate_proj", "mlp.down_proj", "input_layernorm"), 8))
        .containsExactly("gate_pr…", "down_pr…", "input_l…");
  }

  @Test
  void namesWithEqualLastPartsAreShortenedInTheMiddle() {
    assertThat(RoleNames.fitting(List.of("attention.dense", "mlp_block.dense"), 9))
        .containsExactly("att…dense", "mlp…dense");
    assertThat(
            RoleNames.fitting(
                List.of(
                    "mlp_fc1.lora_down", "mlp_fc1.lora_up", "mlp_fc2.lora_down", "mlp_fc2.lora_up"),
                13))
        .doesNotHaveDuplicates();
    assertThat(RoleNames.fitting(List.of("abcdefghij"), 1)).containsExactly("…");
    assertThat(RoleNames.fitting(List.of("abcdefghij"), 0)).containsExactly("…");
  }

  @Test
  void longBeginningThatAllHaveIsLeftOut() {
    assertThat(RoleNames.shortened(List.of("attentions_0_to_q.up", "attentions_0_to_k.up")))
        .containsExactly("…to_q.up", "…to_k.up");
    assertThat(RoleNames.shortened(List.of("mlp.w1", "mlp.w2")))
        .containsExactly("mlp.w1", "mlp.w2");
    assertThat(RoleNames.shortened(List.of("self_attention.q")))
        .containsExactly("self_attention.q");
  }

  @Test
  void importantEndIsKept() {
    assertThat(
            RoleNames.fitting(
                List.of(
                    "self_attn.q_proj",
                    "input_layernorm",
                    "post_attention_layernorm",
                    "mlp.down_proj"),
                15))
        .containsExactly("…q_proj", "input_layernorm", "post_attention…", "mlp.down_proj");
    assertThat(
            RoleNames.fitting(
                List.of("…attn1_to_q.lora_down", "…attn1_to_k.lora_down", "…attn1_to_q.lora_up"),
                16))
        .containsExactly("…to_q.lora_down", "…to_k.lora_down", "…lora_up");
    assertThat(RoleNames.fitting(List.of("…to_q.lora_down", "…to_k.lora_down"), 9))
        .containsExactly("to_q…down", "to_k…down");
  }

  @Test
  void controlCharactersAreShown() {
    assertThat(RoleNames.shortened(List.of("a\nb")).getFirst()).doesNotContain("\n");
  }
}
