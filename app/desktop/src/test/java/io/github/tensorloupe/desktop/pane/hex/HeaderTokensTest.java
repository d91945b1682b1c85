package io.github.tensorloupe.desktop.pane.hex;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.tensorloupe.format.ByteRange;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class HeaderTokensTest {

  /// Reads all bytes of a text.
  private static HeaderTokens whole(String text) {
    return piece(text, 0, bytes(text).length);
  }

  /// Reads a text of which only a part is available.
  private static HeaderTokens piece(String text, int from, int to) {
    byte[] bytes = bytes(text);
    ByteWindow window = new ByteWindow(from, Arrays.copyOfRange(bytes, from, to));
    return HeaderTokens.of(window, new ByteRange(0, bytes.length));
  }

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  private static void assertPart(HeaderTokens text, int from, int to, Part part) {
    assertThat(IntStream.range(from, to).mapToObj(text::at)).containsOnly(part);
  }

  @Test
  void escapedQuoteDoesNotEndAName() {
    String json = "{\"a\\\"b\":{\"dtype\":\"F32\"}}";
    HeaderTokens text = whole(json);

    assertPart(text, 1, 7, Part.KEY);
    assertThat(text.at(7)).isEqualTo(Part.HEADER);
    assertThat(text.at(json.indexOf("F32"))).isEqualTo(Part.TEXT);
    assertThat(text.entryAt(json.indexOf("F32"))).contains("a\\\"b");
  }

  @Test
  void quoteAfterAnEscapedBackslashEndsTheText() {
    String json = "{\"k\":\"v\\\\\",\"n\":1}";
    HeaderTokens text = whole(json);

    assertPart(text, 5, 10, Part.TEXT);
    assertThat(text.at(10)).isEqualTo(Part.HEADER);
    assertPart(text, 11, 14, Part.KEY);
    assertThat(text.at(json.indexOf('1'))).isEqualTo(Part.NUMBER);
  }

  @Test
  void textCutAfterABackslashReachesTheEndOfThePiece() {
    String json = "{\"k\":\"v\\\"w\"}";
    HeaderTokens text = piece(json, 0, 8);

    assertPart(text, 5, 8, Part.TEXT);
    assertThat(text.at(8)).isEqualTo(Part.HEADER);
  }

  @Test
  void entryReachesFromItsNameToItsBraceAndNoFurther() {
    String json = "{\"a\":{\"x\":1},\"b\":{\"x\":2}}";
    HeaderTokens text = whole(json);

    assertThat(text.entryAt(0)).isEmpty();
    assertThat(text.entryAt(1)).contains("a");
    assertThat(text.entryAt(json.indexOf('}'))).contains("a");
    assertThat(text.entryAt(json.indexOf('}') + 1)).isEmpty();
    assertThat(text.entryAt(json.indexOf("\"b\""))).contains("b");
    assertThat(text.entryAt(json.length() - 2)).contains("b");
    assertThat(text.entryAt(json.length() - 1)).isEmpty();
  }

  @Test
  void entryThatIsCutReachesToTheEndOfThePiece() {
    String json = "{\"a\":{\"x\":1,\"y\":2}}";
    HeaderTokens text = piece(json, 0, 12);

    assertThat(text.entryAt(11)).contains("a");
    assertThat(text.entryAt(12)).isEmpty();
  }

  @Test
  void nameThatBeganBeforeThePieceNamesNoEntry() {
    String json = "{\"name\":{\"x\":\"y\"}}";
    HeaderTokens text = piece(json, 3, json.length());

    assertPart(text, 3, 7, Part.KEY);
    assertThat(text.entryAt(json.indexOf('y'))).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {" ", "\t", "\r", "\n", " \r\n\t"})
  void blanksAreAllowedAroundAColon(String blanks) {
    String json = "{\"a\"" + blanks + ":" + blanks + "{\"x\":1}}";
    HeaderTokens text = whole(json);

    assertPart(text, 1, 4, Part.KEY);
    assertThat(text.at(4)).isEqualTo(Part.HEADER);
    assertThat(text.entryAt(json.indexOf('x'))).contains("a");
  }

  @ParameterizedTest
  @ValueSource(strings = {"0123456789", "-1.5e+3", "1E9", "true", "false", "null"})
  void numbersAndWordsAreNumbers(String value) {
    HeaderTokens text = whole("{\"a\":" + value + "}");

    assertPart(text, 5, 5 + value.length(), Part.NUMBER);
    assertThat(text.at(5 + value.length())).isEqualTo(Part.HEADER);
  }

  @Test
  void namesAreReadAsUtf8() {
    String json = "{\"schlüssel\":{\"x\":1}}";

    assertThat(whole(json).entryAt(2)).contains("schlüssel");
  }

  @Test
  void trailingBlanksOfUnfinishedTextAreNotPadding() {
    HeaderTokens text = piece("{\"a\":\"b    c\"}", 0, 9);

    assertPart(text, 5, 9, Part.TEXT);
  }

  @Test
  void blanksAfterTheLastBraceArePadding() {
    HeaderTokens text = whole("{\"a\":1} \t\r\n");

    assertThat(text.at(6)).isEqualTo(Part.HEADER);
    assertPart(text, 7, 11, Part.PADDING);
  }

  @Test
  void textThatIsReadFromItsBeginningBeginsOutsideOfQuotes() {
    assertPart(whole("xyz{\"a\":1}"), 4, 7, Part.KEY);
  }

  @Test
  void ambiguousPieceStartsOutsideQuotes() {
    String piece = "x,\"a\":1";

    assertPart(piece("{" + piece, 1, 1 + piece.length()), 3, 6, Part.KEY);
  }

  @Test
  void lineBreakBeforeTheFirstQuoteSaysThatThePieceBeganOutside() {
    String piece = "q,\n\":1";

    assertThat(piece("{" + piece, 1, 1 + piece.length()).at(1)).isEqualTo(Part.HEADER);
  }

  @Test
  void pieceThatEndsWithItsOnlyQuoteBeganInside() {
    assertPart(piece("{\"wxy\":1}", 2, 6), 2, 6, Part.TEXT);
  }

  @Test
  void bytesOutsideOfThePieceAreHeader() {
    ByteWindow window = new ByteWindow(0, bytes("\"b\":{\"a\":1}\"c\":2"));
    HeaderTokens text = HeaderTokens.of(window, new ByteRange(4, 11));

    assertThat(text.at(1)).isEqualTo(Part.HEADER);
    assertPart(text, 5, 8, Part.KEY);
    assertThat(text.at(12)).isEqualTo(Part.HEADER);
  }
}
