package io.github.tensorloupe.desktop.pane.hex.search;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.tensorloupe.desktop.pane.hex.search.PatternText.Found;
import io.github.tensorloupe.desktop.pane.hex.search.PatternText.Problem;
import io.github.tensorloupe.desktop.pane.hex.search.PatternText.Refused;
import java.nio.charset.StandardCharsets;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PatternTextTest {

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "DE AD | DE AD",
        "dead | DE AD",
        "0xDE,0xAD | DE AD",
        "0XDE, 0xad | DE AD",
        "0xdeadBEEF | DE AD BE EF",
        "?? 7f | ?? 7F",
        "??7f | ?? 7F",
        "? 7f | ?? 7F",
        "?f e? | ?F E?",
        "0 1 a | 00 01 0A",
        "de:ad-be_ef;01 | DE AD BE EF 01"
      })
  void bytesAreReadAsPeopleTypeThem(String text, String pattern) {
    assertThat(PatternText.bytes(text))
        .isInstanceOfSatisfying(
            Found.class, found -> assertThat(typed(found.pattern())).isEqualTo(pattern));
  }

  /// Formats a pattern as the user types it: `DE ?? 7F`.
  private static String typed(BytePattern pattern) {
    return IntStream.range(0, pattern.length())
        .mapToObj(
            i -> {
              String digits = "%02X".formatted(pattern.value(i));
              return (pattern.mask(i) >> 4 == 0 ? "?" : digits.substring(0, 1))
                  + ((pattern.mask(i) & 15) == 0 ? "?" : digits.substring(1));
            })
        .collect(Collectors.joining(" "));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "'' | EMPTY | ''",
        "'  ' | EMPTY | ''",
        "0x | EMPTY | ''",
        "dea | HALF_BYTE | dea",
        "0xdea | HALF_BYTE | 0xdea",
        "xy | NO_DIGIT | x",
        "g | NO_DIGIT | g",
        "aé | NO_DIGIT | é",
        "de add 😀 | HALF_BYTE | add",
        "de 😀 | NO_DIGIT | 😀",
        "?? ? | ONLY_WILDCARDS | ''"
      })
  void otherTextsAreRefusedWithWhatIsToBlame(String text, Problem problem, String found) {
    assertThat(PatternText.bytes(text)).isEqualTo(new Refused(problem, found));
  }

  @Test
  void moreThanAThousandBytesAreTooLong() {
    assertThat(PatternText.bytes("00".repeat(1024))).isInstanceOf(Found.class);
    assertThat(PatternText.bytes("00".repeat(1025))).isEqualTo(new Refused(Problem.TOO_LONG, ""));
    assertThat(PatternText.text("é".repeat(513), false))
        .isEqualTo(new Refused(Problem.TOO_LONG, ""));
  }

  @Test
  void textIsReadAsUtf8() {
    assertThat(PatternText.text("é A", false))
        .isEqualTo(new Found(NaiveSearch.exactly("é A".getBytes(StandardCharsets.UTF_8))));
    assertThat(PatternText.text("", false)).isEqualTo(new Refused(Problem.EMPTY, ""));
    assertThat(PatternText.text("\ud800", false)).isEqualTo(new Refused(Problem.NO_CHARACTER, ""));
  }

  @Test
  void caseIsIgnoredForTheLettersOfAsciiOnly() {
    BytePattern pattern = BytePattern.text("aZ[1é", true);

    assertThat(pattern.mask(0)).isEqualTo(0xdf);
    assertThat(pattern.mask(1)).isEqualTo(0xdf);
    for (int i = 2; i < pattern.length(); i++) {
      assertThat(pattern.mask(i)).isEqualTo(0xff);
    }
  }
}
