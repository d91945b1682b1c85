package io.github.tensorloupe.text;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.BitSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.junit.jupiter.api.Test;

class SentencesTest {

  private static final Sentences GERMAN =
      new Sentences(
          Locale.GERMAN,
          Map.of(
              "{0} has {1} {1#byte|bytes}.", "{0} hat {1} {1#Byte|Bytes}.",
              "the file", "die Datei"));

  @Test
  void numberTakesItsGroupsAndItsNounFromTheLanguage() {
    Sentence sentence = Sentence.of("{0} has {1} {1#byte|bytes}.", "a.st", 34_981L);

    assertThat(sentence).hasToString("a.st has 34,981 bytes.");
    assertThat(GERMAN.text(sentence)).isEqualTo("a.st hat 34.981 Bytes.");
    assertThat(GERMAN.text(Sentence.of("{0} has {1} {1#byte|bytes}.", "a.st", 1)))
        .isEqualTo("a.st hat 1 Byte.");
  }

  @Test
  void longIsUnsigned() {
    assertThat(Sentence.of("{0}", -1L)).hasToString("18,446,744,073,709,551,615");
  }

  @Test
  void sizeHasTheDecimalSeparatorOfTheLanguage() {
    Sentence sentence = Sentence.of("{0}", new ByteSize(1_582_501));

    assertThat(sentence).hasToString("1.58 MB");
    assertThat(GERMAN.text(sentence)).isEqualTo("1,58 MB");
  }

  @Test
  void sentenceWithinASentenceIsTranslatedToo() {
    Sentence sentence = Sentence.of("{0} has {1} {1#byte|bytes}.", Sentence.of("the file"), 2);

    assertThat(GERMAN.text(sentence)).isEqualTo("die Datei hat 2 Bytes.");
  }

  @Test
  void argumentThatLooksLikeAPlaceholderIsNotExpanded() {
    assertThat(Sentence.of("{0} and {1}", "{1} $1 \\", "b")).hasToString("{1} $1 \\ and b");
  }

  @Test
  void sentenceWithoutArgumentsKeepsItsBraces() {
    assertThat(Sentence.of("{0} is not {}.")).hasToString("{0} is not {}.");
  }

  @Test
  void untranslatedTextStaysInEnglishWithLocalizedNumbers() {
    assertThat(GERMAN.text(Sentence.of("found {0}", 1000))).isEqualTo("found 1.000");
  }

  @Test
  void partsAreJoinedAndTranslatedOneByOne() {
    Sentence joined = Sentence.joined(", ", List.of(Sentence.of("the file"), "b", 1000));

    assertThat(joined).hasToString("the file, b, 1,000");
    assertThat(GERMAN.text(joined)).isEqualTo("die Datei, b, 1.000");
  }

  @Test
  void numbersAreFormattedAsRanges() {
    BitSet numbers = new BitSet();
    numbers.set(0, 4);
    numbers.set(8);

    assertThat(Sentence.joined(", ", Sentence.ranges(numbers, number -> "n" + number)))
        .hasToString("n0 to n3, n8");
  }

  @Test
  void germanCatalogueIsRead() {
    assertThat(Sentences.in(Locale.GERMAN).text(Sentence.of("x"))).isEqualTo("x");
    assertThat(Sentences.in(Locale.FRENCH)).isSameAs(Sentences.ENGLISH);
  }
}
