package io.github.tensorloupe.desktop.pane.save;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class ChangedTextTest {

  @Test
  void shortValuesAreShownWhole() {
    assertThat(ChangedText.of("old", "new")).isEqualTo(new ChangedText("old", "new"));
  }

  @Test
  void longValuesAreCutSoThatTheDifferenceIsInSight() {
    String common = "x".repeat(100_000);

    ChangedText text = ChangedText.of(common + "old" + common, common + "new" + common);

    assertThat(text.before()).startsWith("…xxx").contains("old").endsWith("…");
    assertThat(text.after()).startsWith("…xxx").contains("new").endsWith("…");
    assertThat(text.after().length()).isLessThan(ChangedText.LIMIT + 10);
  }

  @Test
  void whatIsOnlyLongerShowsWhereItGoesOn() {
    String common = "x".repeat(1000);

    ChangedText text = ChangedText.of(common, common + " and more");

    assertThat(text.before()).endsWith("x");
    assertThat(text.after()).endsWith(" and more");
  }

  @Test
  void theCutSplitsNoSurrogatePair() {
    String common = "\uD83D\uDE00".repeat(500);

    assertThat(ChangedText.of(common + "a", common + "b").after()).doesNotContain("\\u{");
    assertThat(ChangedText.of("y" + common + "a", "y" + common + "b").after())
        .doesNotContain("\\u{");
  }

  @Test
  void textThatWouldBreakTheLineIsEscaped() {
    assertThat(ChangedText.of("a\u2028b", "a\u202Eb"))
        .isEqualTo(new ChangedText("a\\u{2028}b", "a\\u{202E}b"));
  }

  @Test
  void linesAreShownAsLinesUpToSome() {
    assertThat(ChangedText.of("one\ntwo")).isEqualTo("one↵\ntwo");
    assertThat(ChangedText.of("one\n")).isEqualTo("one↵");
    assertThat(ChangedText.of("x\n".repeat(100)).lines()).hasSize(8);
    assertThat(ChangedText.of("x\n".repeat(100))).endsWith("…");
  }
}
