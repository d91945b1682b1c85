package io.github.tensorloupe.edit;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class ReadableTextTest {

  @Test
  void linesAndTabsStay() {
    assertThat(ReadableText.of("a\r\nb\n\n\tc").text()).isEqualTo("a\nb\n\n\tc");
  }

  @Test
  void whatDeceivesTheEyeIsEscaped() {
    assertThat(ReadableText.of("a\u202Eb\u0000c\rd").text()).isEqualTo("a\\u{202E}b\\u{0}c\\u{D}d");
  }

  @Test
  void longValuesAreCut() {
    ReadableText text = ReadableText.of("x".repeat(ReadableText.MAX_CHARACTERS + 1));

    assertThat(text.text()).hasSize(ReadableText.MAX_CHARACTERS);
    assertThat(text.shownCharacters()).isEqualTo(ReadableText.MAX_CHARACTERS);
  }

  @Test
  void valuesUpToTheLimitAreWhole() {
    assertThat(ReadableText.of("x".repeat(ReadableText.MAX_CHARACTERS)).shownCharacters())
        .isEqualTo(ReadableText.MAX_CHARACTERS);
  }

  @Test
  void theCutNeverSplitsACharacter() {
    ReadableText text = ReadableText.of("x".repeat(ReadableText.MAX_CHARACTERS - 1) + "😀y");

    assertThat(text.text()).hasSize(ReadableText.MAX_CHARACTERS - 1).doesNotContain("\\u");
  }

  @Test
  void onOneLineWhiteSpaceIsOneSpace() {
    assertThat(ReadableText.onOneLine("  a\n\n\tb  c ", 200)).isEqualTo("a b c");
  }

  @Test
  void onOneLineLongValuesEndInAnEllipsis() {
    assertThat(ReadableText.onOneLine("x".repeat(30_000_000), 3)).isEqualTo("xxx…");
  }
}
