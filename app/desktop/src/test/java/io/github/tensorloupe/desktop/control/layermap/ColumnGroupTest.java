package io.github.tensorloupe.desktop.control.layermap;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

final class ColumnGroupTest {

  @Test
  void adjacentColumnsOfAModuleAreAGroup() {
    assertThat(ColumnGroup.of(List.of("attn1.to_q.alpha", "attn1.to_q.up", "norm", "ff.alpha")))
        .containsExactly(
            new ColumnGroup("attn1.to_q", 0, 2),
            new ColumnGroup("norm", 2, 3),
            new ColumnGroup("ff", 3, 4));
    assertThat(ColumnGroup.of(List.of())).isEmpty();
  }
}
