package io.github.tensorloupe.desktop.pane.palette;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class PaletteItemTest {

  private static final String NAME = "model.layers.12.self_attn.q_proj.lora_down.weight";

  @Test
  void hiddenDifferencesBetweenNamesAreFound() {
    List<String> rows =
        List.of(NAME, NAME.replace("q_proj", "v_proj"), NAME.replace("12", "17"), "a");

    assertThat(PaletteItem.hiddenDifferences(NAME, rows.stream(), 10, 10))
        .containsExactly(NAME.indexOf("2"), NAME.indexOf("q_proj"));
  }

  @Test
  void namesThatDifferInWhatIsShownNeedNothingMore() {
    List<String> rows = List.of(NAME, NAME + "s", "x" + NAME);

    assertThat(PaletteItem.hiddenDifferences(NAME, rows.stream(), 10, 10)).isEmpty();
  }
}
