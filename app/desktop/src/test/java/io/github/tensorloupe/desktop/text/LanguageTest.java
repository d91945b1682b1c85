package io.github.tensorloupe.desktop.text;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Locale;
import java.util.MissingResourceException;
import java.util.ResourceBundle;
import org.assertj.core.api.Assertions;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class LanguageTest {

  private final Locale format = Locale.getDefault(Locale.Category.FORMAT);
  private final Locale display = Locale.getDefault(Locale.Category.DISPLAY);

  @AfterEach
  void resetLocales() {
    Locale.setDefault(display);
    Locale.setDefault(Locale.Category.FORMAT, format);
  }

  @Test
  void tagOfRegionChoosesItsLanguage() {
    assertThat(Language.of("de-AT")).contains(Language.GERMAN);
    assertThat(Language.of("en-GB")).contains(Language.ENGLISH);
    assertThat(Language.of("fr")).isEmpty();
    assertThat(Language.of("nonsense")).isEmpty();
  }

  @Test
  void systemInAnotherLanguageGetsEnglish() {
    Locale.setDefault(Locale.Category.DISPLAY, Locale.JAPANESE);

    assertThat(Language.ofSystem()).isEqualTo(Language.ENGLISH);
  }

  @Test
  void languageOfTheSystemIsThatOfItsTextsNotOfItsNumbers() {
    Locale.setDefault(Locale.Category.DISPLAY, Locale.GERMANY);
    Locale.setDefault(Locale.Category.FORMAT, Locale.US);

    assertThat(Language.ofSystem()).isEqualTo(Language.GERMAN);
  }

  @Test
  void englishIsEnglishOnGermanSystem() {
    Locale.setDefault(Locale.GERMANY);

    assertThat(Messages.of(Language.ENGLISH).text("menu.file")).isEqualTo("_File");
    assertThat(Messages.of(Language.GERMAN).text("menu.file")).isEqualTo("_Datei");
  }

  @Test
  void controlsFollowTheLanguageAndNumbersDoNot() {
    Locale.setDefault(Locale.US);

    Language.GERMAN.useForControls();

    String undo =
        ResourceBundle.getBundle("com/sun/javafx/scene/control/skin/resources/controls")
            .getString("TextInputControl.menu.Undo");
    assertThat(undo).isEqualTo("Rückgängig machen");
    assertThat(String.format("%.1f", 1.5)).isEqualTo("1.5");
  }

  @Test
  void keyThatDoesNotExistIsNamed() {
    Assertions.assertThatThrownBy(() -> Messages.of(Language.GERMAN).text("no.such-key"))
        .isInstanceOf(MissingResourceException.class)
        .hasMessageContaining("no.such-key");
  }

  @Test
  void wordsWithinFiguresAreOfTheLanguage() {
    Messages german = Messages.of(Language.GERMAN);

    assertThat(german.exactBytes(1)).isEqualTo("1 Byte");
    assertThat(german.exactBytes(1_582_501)).isEqualTo("1.582.501 Bytes");
    assertThat(Messages.english().exactBytes(1)).isEqualTo("1 byte");
  }

  @Test
  void figuresHaveTheSeparatorsOfTheLanguage() {
    Messages german = Messages.of(Language.GERMAN);

    assertThat(german.count(34_981)).isEqualTo("34.981");
    assertThat(german.bytes(1_582_501)).isEqualTo("1,58 MB");
    assertThat(german.shortCount(7_241_732_096L)).isEqualTo("7,24 B");
    assertThat(german.share(0.125)).isEqualTo("12,5 %");
    assertThat(german.share(0.0004)).isEqualTo("<0,1 %");
    assertThat(german.value(-0.5)).isEqualTo("−0,5");
  }

  @Test
  void typedNumbersAreReadAsTheLanguageWritesThem() {
    Messages german = Messages.of(Language.GERMAN);
    Messages english = Messages.english();

    assertThat(german.number(german.value(-0.610621))).isEqualTo(-0.610621);
    assertThat(german.number(" 1,5e-05 ")).isEqualTo(1.5e-5);
    assertThat(german.number("0.5")).isEqualTo(0.5);
    assertThat(english.number("−0.5")).isEqualTo(-0.5);
    assertThat(english.number("0,5")).isNaN();
    assertThat(german.number("1.000,5")).isNaN();
    assertThat(german.number("")).isNaN();
  }
}
