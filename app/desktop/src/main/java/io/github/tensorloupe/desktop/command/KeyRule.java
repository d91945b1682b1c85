package io.github.tensorloupe.desktop.command;

import module java.base;
import module javafx.controls;

import javafx.scene.input.KeyCombination.ModifierValue;

/// Which keys may start a command: those that mean nothing to who is typing, and nothing to the
/// system.
public final class KeyRule {

  /// Why keys may not start a command.
  public enum Refusal {
    /// They write something, or move in a text.
    TYPES("shortcuts.refused.types"),
    /// Many keyboards write a sign with them, though they are pressed like a command.
    SIGN("shortcuts.refused.sign"),
    /// Text fields use them.
    FIELD("shortcuts.refused.field"),
    /// The window or the system uses them.
    SYSTEM("shortcuts.refused.system");

    private final String messageKey;

    Refusal(String messageKey) {
      this.messageKey = messageKey;
    }

    /// The key of the sentence in the message bundle.
    public String messageKey() {
      return messageKey;
    }
  }

  private static final Set<KeyCode> OF_FIELDS =
      EnumSet.of(KeyCode.A, KeyCode.C, KeyCode.V, KeyCode.X);
  private static final Set<KeyCode> OF_SYSTEM =
      EnumSet.of(KeyCode.F10, KeyCode.ESCAPE, KeyCode.TAB, KeyCode.CONTEXT_MENU);

  private KeyRule() {}

  /// The keys that were pressed; empty as long as only modifiers are.
  public static Optional<KeyCodeCombination> pressed(KeyEvent event) {
    if (event.getCode().isModifierKey() || event.getCode() == KeyCode.UNDEFINED) {
      return Optional.empty();
    }
    boolean controlIsShortcut = event.isControlDown() && event.isShortcutDown();
    boolean metaIsShortcut = event.isMetaDown() && event.isShortcutDown() && !controlIsShortcut;
    return Optional.of(
        new KeyCodeCombination(
            event.getCode(),
            value(event.isShiftDown()),
            value(event.isControlDown() && !controlIsShortcut),
            value(event.isAltDown()),
            value(event.isMetaDown() && !metaIsShortcut),
            value(event.isShortcutDown())));
  }

  private static ModifierValue value(boolean down) {
    return down ? ModifierValue.DOWN : ModifierValue.UP;
  }

  /// Why keys may not start a command; empty if they may.
  public static Optional<Refusal> refusal(KeyCombination keys) {
    if (!(keys instanceof KeyCodeCombination combination)) {
      return Optional.of(Refusal.TYPES);
    }
    KeyCode code = combination.getCode();
    boolean shortcut = isDown(keys.getShortcut()) || isDown(keys.getControl());
    boolean alt = isDown(keys.getAlt());
    boolean modified = shortcut || alt || isDown(keys.getMeta());
    if (OF_SYSTEM.contains(code) || code.isModifierKey() || alt && code == KeyCode.F4) {
      return Optional.of(Refusal.SYSTEM);
    }
    if (!modified && !code.isFunctionKey()) {
      return Optional.of(Refusal.TYPES);
    }
    if (shortcut && alt && isLetter(code)) {
      return Optional.of(Refusal.SIGN);
    }
    boolean inFields = OF_FIELDS.contains(code) && !isDown(keys.getShift()) || isMove(code) && !alt;
    return shortcut && inFields ? Optional.of(Refusal.FIELD) : Optional.empty();
  }

  /// With Ctrl and Alt, many keyboards write a sign in place of a letter.
  private static boolean isLetter(KeyCode code) {
    return code.isLetterKey() || code.isDigitKey();
  }

  private static boolean isMove(KeyCode code) {
    return code.isArrowKey()
        || code == KeyCode.HOME
        || code == KeyCode.END
        || code == KeyCode.BACK_SPACE
        || code == KeyCode.DELETE;
  }

  private static boolean isDown(ModifierValue value) {
    return value == ModifierValue.DOWN;
  }
}
