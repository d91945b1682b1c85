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
  void longBeginningThatAllHaveIsLeftOut() {
    assertThat(RoleNames.shortened(List.of("attentions_0_to_q.up", "attentions_0_to_k.up")))
        .containsExactly("…to_q.up", "…to_k.up");
    assertThat(RoleNames.shortened(List.of("mlp.w1", "mlp.w2")))
        .containsExactly("mlp.w1", "mlp.w2");
    assertThat(RoleNames.shortened(List.of("self_attention.q")))
        .containsExactly("self_attention.q");
  }

  @Test
  void controlCharactersAreShown() {
    assertThat(RoleNames.shortened(List.of("a\nb")).getFirst()).doesNotContain("\n");
  }
}
