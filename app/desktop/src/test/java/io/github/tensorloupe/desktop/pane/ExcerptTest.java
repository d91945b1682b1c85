package io.github.tensorloupe.desktop.pane;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.tensorloupe.desktop.pane.ChangeRows.Excerpt;
import org.junit.jupiter.api.Test;

class ExcerptTest {

  @Test
  void shortValuesAreShownWhole() {
    assertThat(Excerpt.of("old", "new")).isEqualTo(new Excerpt("old", "new"));
  }

  @Test
  void longValuesAreTruncatedAroundTheDifference() {
    String common = "x".repeat(100_000);

    Excerpt text = Excerpt.of(common + "old" + common, common + "new" + common);

    assertThat(text.before()).startsWith("…xxx").contains("old").endsWith("…");
    assertThat(text.after()).startsWith("…xxx").contains("new").endsWith("…");
    assertThat(text.after().length()).isLessThan(Excerpt.LIMIT + 10);
  }

  @Test
  void appendedTextIsShown() {
    String common = "x".repeat(1000);

    Excerpt text = Excerpt.of(common, common + " and more");

    assertThat(text.before()).endsWith("x");
    assertThat(text.after()).endsWith(" and more");
  }

  @Test
  void truncationPreservesSurrogatePairs() {
    String common = "\uD83D\uDE00".repeat(500);

    assertThat(Excerpt.of(common + "a", common + "b").after()).doesNotContain("\\u{");
    assertThat(Excerpt.of("y" + common + "a", "y" + common + "b").after()).doesNotContain("\\u{");
  }

  @Test
  void lineBreakingTextIsEscaped() {
    assertThat(Excerpt.of("a\u2028b", "a\u202Eb"))
        .isEqualTo(new Excerpt("a\\u{2028}b", "a\\u{202E}b"));
  }

  @Test
  void linesAreShownUpToTheLimit() {
    assertThat(Excerpt.of("one\ntwo")).isEqualTo("one↵\ntwo");
    assertThat(Excerpt.of("one\n")).isEqualTo("one↵");
    assertThat(Excerpt.of("x\n".repeat(100)).lines()).hasSize(8);
    assertThat(Excerpt.of("x\n".repeat(100))).endsWith("…");
  }
}
