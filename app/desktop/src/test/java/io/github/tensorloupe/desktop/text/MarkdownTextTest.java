package io.github.tensorloupe.desktop.text;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;

import io.github.tensorloupe.desktop.text.MarkdownText.Block;
import io.github.tensorloupe.desktop.text.MarkdownText.Span;
import io.github.tensorloupe.desktop.text.MarkdownText.Span.Style;
import io.github.tensorloupe.edit.ReadableText;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

class MarkdownTextTest {

  private static List<Block> blocks(String text) {
    return MarkdownText.of(text).blocks();
  }

  private static List<Span> spans(String text) {
    return blocks(text).getFirst().spans();
  }

  private static String plain(Block block) {
    return block.spans().stream().map(Span::text).collect(Collectors.joining());
  }

  @Test
  void blocksAreRecognized() {
    List<Block> blocks =
        blocks("# Castle\nOne\ntwo\n\n- a\n  * b\n3. c\n> said\n> again\n\n---\n```\nx  *y*\n```");

    assertThat(blocks)
        .extracting(Block::kind)
        .extracting(Enum::name)
        .containsExactly("HEADING", "PARAGRAPH", "ITEM", "ITEM", "ITEM", "QUOTE", "RULE", "CODE");
    assertThat(plain(blocks.get(1))).isEqualTo("One\ntwo");
    assertThat(blocks.subList(2, 5)).extracting(Block::level).containsExactly(0, 1, 0);
    assertThat(blocks.subList(2, 5)).extracting(Block::marker).containsExactly("•", "•", "3.");
    assertThat(plain(blocks.get(5))).isEqualTo("said\nagain");
    assertThat(plain(blocks.get(7))).isEqualTo("x  *y*");
  }

  @Test
  void headingsOfSpacesEndInTime() {
    String spaces = " ".repeat(18_000);

    assertTimeoutPreemptively(
        Duration.ofSeconds(30),
        () -> {
          assertThat(blocks("# a" + spaces + "b \t##")).hasSize(1);
          assertThat(blocks("#" + spaces + "\u2028")).hasSize(1);
          assertThat(blocks("-" + spaces + "\u2028")).hasSize(1);
        });
    assertThat(plain(blocks("##  a # b  ##").getFirst())).isEqualTo("a # b");
  }

  @Test
  void stylesAreRecognized() {
    assertThat(spans("a **b *c* d** `e*` ~~f~~"))
        .containsExactly(
            new Span("a ", Set.of(), ""),
            new Span("b ", Set.of(Style.STRONG), ""),
            new Span("c", Set.of(Style.STRONG, Style.EMPHASIS), ""),
            new Span(" d", Set.of(Style.STRONG), ""),
            new Span(" ", Set.of(), ""),
            new Span("e*", Set.of(Style.CODE), ""),
            new Span(" ", Set.of(), ""),
            new Span("f", Set.of(Style.STRUCK), ""));
  }

  @Test
  void marksThatMeanNothingStay() {
    for (String text : List.of("2 * 3 * 4", "snake_case_name", "**open", "\\*a\\*", "a*", "[x](")) {
      assertThat(spans(text)).hasSize(1);
      assertThat(plain(blocks(text).getFirst())).isEqualTo(text.replace("\\", ""));
    }
  }

  @Test
  void linksShowTheirTargetsAndPicturesAreNamedAlone() {
    assertThat(spans("[guide](https://a.b/c \"title\")![cover](https://a.b/d.png)"))
        .containsExactly(
            new Span("guide", Set.of(), "https://a.b/c"),
            new Span("cover", Set.of(Style.PICTURE), ""));
  }

  @Test
  void htmlIsReducedToTheSameForms() {
    List<Block> blocks =
        blocks("<p>Use <strong>0.8</strong> &amp; more</p><ul><li>a</li></ul><script>x</script>");

    assertThat(blocks).extracting(MarkdownTextTest::plain).contains("Use 0.8 & more", "a");
    assertThat(blocks.get(0).spans().get(1).styles()).containsExactly(Style.STRONG);
    assertThat(blocks.toString()).doesNotContain("<");
  }

  @Test
  void plainTextIsJoinedIntoOneLine() {
    String text =
        "# Ink\n\nA **bold**  style,\nsee [here](https://a.b).\n\n- use `0.8`\n- _soft_\n---\n";

    assertThat(MarkdownText.of(text).oneLine())
        .isEqualTo("Ink A bold style, see here. use 0.8 soft");
    assertThat(MarkdownText.of("snake_case * 2").oneLine()).isEqualTo("snake_case * 2");
    assertThat(MarkdownText.of("---").oneLine()).isEmpty();
  }

  @Test
  void aLongTextIsCutAndCharactersThatDeceiveAreEscaped() {
    assertThat(MarkdownText.of("x".repeat(ReadableText.MAX_CHARACTERS + 1)).isCut()).isTrue();
    assertThat(plain(blocks("a\u202eb").getFirst())).isEqualTo("a\\u{202E}b");
    assertThat(blocks("")).isEmpty();
  }

  @Test
  void endlessMarkupIsParsedAndCut() {
    for (String piece :
        List.of("*", "_a", "[", "![](", "`", "> ", "<a href=\"", "**a ", "- ", "<p")) {
      assertThat(MarkdownText.of(piece.repeat(ReadableText.MAX_CHARACTERS + 1)).isCut())
          .as(piece)
          .isTrue();
    }
  }
}
