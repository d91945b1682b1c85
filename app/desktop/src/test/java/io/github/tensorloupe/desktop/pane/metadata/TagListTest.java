package io.github.tensorloupe.desktop.pane.metadata;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.tensorloupe.desktop.pane.metadata.TagsField.TagList;
import org.junit.jupiter.api.Test;

class TagListTest {

  @Test
  void unchangedValueIsPreserved() {
    for (String value : new String[] {"", "a", "a,b", " a ,, b", "a, b,", ","}) {
      assertThat(TagList.of(value).value()).isEqualTo(value);
    }
  }

  @Test
  void addingPreservesSpacingAndExistingWords() {
    assertThat(TagList.of("").with("night").value()).isEqualTo("night");
    assertThat(TagList.of("a").with("b").value()).isEqualTo("a, b");
    assertThat(TagList.of("a,b").with("c").value()).isEqualTo("a,b,c");
    assertThat(TagList.of("a, b").with(" c , a,, d").value()).isEqualTo("a, b, c, d");
  }

  @Test
  void removingPreservesTheOtherWords() {
    assertThat(TagList.of("a,b ,  c").without(1).value()).isEqualTo("a,  c");
    assertThat(TagList.of("a, b").without(0).value()).isEqualTo("b");
    assertThat(TagList.of("a").without(0).value()).isEmpty();
  }
}
