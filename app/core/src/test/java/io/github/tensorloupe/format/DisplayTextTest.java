package io.github.tensorloupe.format;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class DisplayTextTest {

  @Test
  void ordinaryTextStaysAsItIs() {
    String text = "model.layers.0 <b> & \u00e9\u20ac\u4e2d\ud83d\ude00 \"\\ \u00a0";

    assertThat(DisplayText.of(text)).isSameAs(text);
  }

  @ParameterizedTest
  @ValueSource(
      ints = {
        0, 0x9, 0xA, 0xD, 0x1B, 0x7F, 0x85, 0x9F, 0xAD, 0x61C, 0x200B, 0x200E, 0x200F, 0x2028,
        0x2029, 0x202A, 0x202E, 0x2066, 0x2069, 0xFEFF, 0xD800, 0xDFFF, 0xE0041
      })
  void charactersThatDeceiveAreShownAsTheirCodePoint(int codePoint) {
    String text = "a" + new StringBuilder().appendCodePoint(codePoint) + "b";

    assertThat(DisplayText.of(text))
        .isEqualTo("a\\u{" + Integer.toHexString(codePoint).toUpperCase() + "}b");
  }

  @Test
  void longTextIsCut() {
    assertThat(DisplayText.of("n".repeat(80), 80)).isEqualTo("n".repeat(80));
    assertThat(DisplayText.of("n".repeat(81), 80)).isEqualTo("n".repeat(80) + "…");
    assertThat(DisplayText.of("n".repeat(30_000_000), 80)).hasSize(81);
  }

  @Test
  void bothEndsOfALongNameAreKept() {
    String name = "lora_unet_" + "n".repeat(DisplayText.NAME_LIMIT) + ".lora_up.weight";

    assertThat(DisplayText.of("n".repeat(DisplayText.NAME_LIMIT))).doesNotContain("…");
    assertThat(DisplayText.of(name))
        .startsWith("lora_unet_")
        .contains("…")
        .endsWith(".lora_up.weight")
        .hasSize(DisplayText.NAME_LIMIT + 1);
    assertThat(DisplayText.of("n".repeat(30_000_000))).hasSize(DisplayText.NAME_LIMIT + 1);
    assertThat(DisplayText.of("\ud83d\ude00".repeat(100) + "n"))
        .doesNotContain("\\u{")
        .hasSize(DisplayText.NAME_LIMIT);
  }

  @Test
  void cutNeverSplitsASurrogatePair() {
    assertThat(DisplayText.of("ab\ud83d\ude00cd", 3)).isEqualTo("ab…");
    assertThat(DisplayText.of("ab\ud83d\ude00cd", 4)).isEqualTo("ab\ud83d\ude00…");
    assertThat(DisplayText.of("\ud83d\ude00cd", 1)).isEqualTo("…");
  }

  @Test
  void cutTextIsEscapedToo() {
    assertThat(DisplayText.of("\u202eabc", 2)).isEqualTo("\\u{202E}a…");
  }
}
