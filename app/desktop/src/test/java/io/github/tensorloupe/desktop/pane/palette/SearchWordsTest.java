package io.github.tensorloupe.desktop.pane.palette;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.tensorloupe.desktop.command.Command;
import io.github.tensorloupe.desktop.pane.palette.SearchTerms.Best;
import io.github.tensorloupe.desktop.text.Language;
import io.github.tensorloupe.desktop.text.Messages;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Search terms of users who do not know the names in the window.
class SearchWordsTest {

  /// Returns the commands in the order of the palette.
  private static List<Command> found(String typed, Language language) {
    Messages messages = Messages.of(language);
    SearchTerms words = SearchTerms.of(typed);
    Best<Command> best = new Best<>(200);
    Stream.of(Command.values())
        .filter(each -> each != Command.PALETTE)
        .forEach(
            command ->
                best.add(
                    command,
                    words.cost(
                        messages.text(command.messageKey()),
                        messages.text("palette.words." + command.id()))));
    return List.copyOf(best.costs().sequencedKeySet());
  }

  @ParameterizedTest
  @CsvSource({
    "nan, SHOW_PROBLEMS, SCAN_VALUES",
    "check, SHOW_HASHES, SHOW_PROBLEMS",
    "download, SHOW_HASHES,",
    "verify, SHOW_HASHES,",
    "hash, SHOW_HASHES,",
    "sha256, SHOW_HASHES,",
    "dark, THEME_DARK,",
    "german, SETTINGS,",
    "rename key, SHOW_METADATA,",
    "font, FONT_LARGER,",
    "broken, SHOW_PROBLEMS, REPAIR",
    "help, USER_GUIDE,",
    "diff, COMPARE_MANIFEST,",
    "two files, COMPARE_MANIFEST,",
  })
  void anEnglishWordLeadsToWhatItMeans(String typed, Command one, Command another) {
    assertThat(found(typed, Language.ENGLISH)).contains(one);
    assertThat(another == null || found(typed, Language.ENGLISH).contains(another)).isTrue();
  }

  @ParameterizedTest
  @CsvSource({
    "nan, SHOW_PROBLEMS",
    "prüfen, SHOW_HASHES",
    "download, SHOW_HASHES",
    "prüfsumme, SHOW_HASHES",
    "dunkel, THEME_DARK",
    "sprache, SETTINGS",
    "english, SETTINGS",
    "schlüssel umbenennen, SHOW_METADATA",
    "kaputt, SHOW_PROBLEMS",
    "hilfe, USER_GUIDE",
    "unterschied, COMPARE_MANIFEST",
  })
  void aGermanWordLeadsToWhatItMeans(String typed, Command one) {
    assertThat(found(typed, Language.GERMAN)).contains(one);
  }

  @Test
  void keywordsRankBeforeScatteredLetters() {
    assertThat(found("nan", Language.ENGLISH)).startsWith(Command.SHOW_PROBLEMS);
    assertThat(found("check", Language.ENGLISH)).startsWith(Command.SHOW_HASHES);
  }

  @Test
  void comparingCheckpointsRanksBeforeComparingManifests() {
    assertThat(found("compare", Language.ENGLISH))
        .startsWith(Command.COMPARE_WITH, Command.COMPARE_MANIFEST);
    assertThat(found("vergleichen", Language.GERMAN))
        .startsWith(Command.COMPARE_WITH, Command.COMPARE_MANIFEST);
  }

  @Test
  void everyCommandHasSuchWords() {
    assertThat(Arrays.stream(Language.values()).map(Messages::of))
        .allSatisfy(
            messages ->
                assertThat(Stream.of(Command.values()).filter(each -> each != Command.PALETTE))
                    .allSatisfy(
                        command ->
                            assertThat(messages.text("palette.words." + command.id()))
                                .isNotBlank()));
  }
}
