package io.github.tensorloupe.desktop.text;

import static org.assertj.core.api.Assertions.assertThat;

import javafx.scene.input.KeyCombination;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;

@DisabledOnOs(OS.MAC)
class KeyNamesTest {

  private final KeyNames german = new KeyNames(Messages.of(Language.GERMAN));

  @Test
  void germanKeysHaveGermanNames() {
    assertThat(german.text(KeyCombination.valueOf("Shortcut+Shift+K")))
        .isEqualTo("Strg+Umschalt+K");
    assertThat(german.text(KeyCombination.valueOf("Shortcut+Delete"))).isEqualTo("Strg+Entf");
    assertThat(german.text(KeyCombination.valueOf("Page Up"))).isEqualTo("Bild auf");
  }

  @Test
  void plusIsKeyAndNotJoint() {
    assertThat(german.text(KeyCombination.valueOf("Shortcut+Plus"))).isEqualTo("Strg++");
  }

  @Test
  void englishKeysStayAsTheyAre() {
    KeyCombination keys = KeyCombination.valueOf("Shortcut+Shift+K");

    assertThat(new KeyNames(Messages.english()).named(keys)).isSameAs(keys);
  }

  @Test
  void keysOfMenuAreTheSameUnderAnotherName() {
    KeyCombination keys = KeyCombination.valueOf("Shortcut+K");

    assertThat(german.named(keys).getDisplayText()).isEqualTo("Strg+K");
    assertThat(german.named(keys).getName()).isEqualTo(keys.getName());
    assertThat(german.named(keys)).isEqualTo(german.named(KeyCombination.valueOf("Shortcut+K")));
  }

  @Test
  void keysInTextsAreThoseOfThisSystem() {
    assertThat(german.onThisSystem("Zu einem Index (Strg+L)")).isEqualTo("Zu einem Index (Strg+L)");
  }
}
