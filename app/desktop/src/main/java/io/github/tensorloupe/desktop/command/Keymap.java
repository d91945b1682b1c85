package io.github.tensorloupe.desktop.command;

import module java.base;
import module javafx.controls;

import javafx.scene.input.KeyCombination.ModifierValue;

/// The shortcuts of the commands, and the rules for valid shortcuts: they must not conflict with
/// typing or with the system. No two commands have the same shortcut. Immutable.
public final class Keymap {

  /// The reason why a shortcut is not allowed.
  public enum Refusal {
    /// The keys type text, or move in it.
    TYPES,
    /// Many keyboards type a character with these keys, although they look like a shortcut.
    SIGN,
    /// Text fields use the keys.
    FIELD,
    /// The window or the system uses the keys.
    SYSTEM;

    public String messageKey() {
      return "shortcuts.refused." + name().toLowerCase(Locale.ROOT);
    }
  }

  private static final Set<KeyCode> OF_FIELDS =
      EnumSet.of(KeyCode.A, KeyCode.C, KeyCode.V, KeyCode.X);
  private static final Set<KeyCode> OF_SYSTEM =
      EnumSet.of(KeyCode.F10, KeyCode.ESCAPE, KeyCode.TAB, KeyCode.CONTEXT_MENU);

  /// All commands with their default shortcuts.
  public static final Keymap DEFAULT = of(Map.of());

  private final Map<Command, Optional<KeyCombination>> keys;

  private Keymap(Map<Command, Optional<KeyCombination>> keys) {
    this.keys = keys;
  }

  /// Returns the shortcuts that the user has chosen, and the default shortcuts of all other
  /// commands. Invalid shortcuts, unknown commands and disallowed shortcuts are ignored; if two
  /// commands have the same shortcut, the first one gets it.
  ///
  /// @param shortcuts shortcuts by command id; an empty string for none
  public static Keymap of(Map<String, String> shortcuts) {
    Keymap keymap = new Keymap(new EnumMap<>(Command.class));
    for (Command command : Command.values()) {
      String chosen = shortcuts.get(command.id());
      if (chosen != null && chosen.isEmpty()) {
        keymap.keys.put(command, Optional.empty());
      } else if (chosen != null) {
        parse(chosen)
            .filter(each -> refusal(each).isEmpty() || isDefault(command, each))
            .filter(each -> keymap.owner(each).isEmpty())
            .ifPresent(each -> keymap.keys.put(command, Optional.of(each)));
      }
    }
    for (Command command : Command.values()) {
      if (!keymap.keys.containsKey(command)) {
        keymap.keys.put(
            command,
            command.defaultKeys().filter(defaultKeys -> keymap.owner(defaultKeys).isEmpty()));
      }
    }
    return keymap;
  }

  private static Optional<KeyCombination> parse(String text) {
    try {
      return Optional.of(KeyCombination.valueOf(text));
    } catch (IllegalArgumentException e) {
      // The settings file may have been edited by hand; then the default applies.
      return Optional.empty();
    }
  }

  private static boolean isDefault(Command command, KeyCombination keys) {
    return command.defaultKeys().filter(defaultKeys -> areSame(defaultKeys, keys)).isPresent();
  }

  /// Returns true if two shortcuts are equal: `Ctrl+K` is `Shortcut+K`, except on a Mac.
  private static boolean areSame(KeyCombination one, KeyCombination other) {
    return meaning(one).equals(meaning(other));
  }

  private static String meaning(KeyCombination keys) {
    String key =
        keys instanceof KeyCodeCombination code ? code.getCode().name() : keys.getDisplayText();
    boolean mac = System.getProperty("os.name", "").startsWith("Mac");
    boolean shortcut = isDown(keys.getShortcut());
    return key
        + (isDown(keys.getShift()) ? " shift" : "")
        + (isDown(keys.getAlt()) ? " alt" : "")
        + (isDown(keys.getControl()) || shortcut && !mac ? " control" : "")
        + (isDown(keys.getMeta()) || shortcut && mac ? " meta" : "");
  }

  private static boolean isDown(ModifierValue value) {
    return value == ModifierValue.DOWN;
  }

  public Optional<KeyCombination> keys(Command command) {
    return keys.get(command);
  }

  public Optional<Command> owner(KeyCombination wanted) {
    return keys.entrySet().stream()
        .filter(entry -> entry.getValue().filter(has -> areSame(has, wanted)).isPresent())
        .map(Map.Entry::getKey)
        .findFirst();
  }

  public boolean isDefault(Command command) {
    return keys.get(command)
        .map(Keymap::meaning)
        .equals(command.defaultKeys().map(Keymap::meaning));
  }

  /// Returns a copy with another shortcut, or none, for a command. Its previous owner has none
  /// then.
  public Keymap with(Command command, Optional<KeyCombination> wanted) {
    Map<Command, Optional<KeyCombination>> changed = new EnumMap<>(keys);
    wanted.flatMap(this::owner).ifPresent(owner -> changed.put(owner, Optional.empty()));
    changed.put(command, wanted);
    return new Keymap(changed);
  }

  /// Returns the shortcuts that differ from the defaults, by command id, for the settings.
  public Map<String, String> shortcuts() {
    Map<String, String> shortcuts = new TreeMap<>();
    keys.forEach(
        (command, has) -> {
          if (!isDefault(command)) {
            shortcuts.put(command.id(), has.map(KeyCombination::getName).orElse(""));
          }
        });
    return shortcuts;
  }

  /// Returns the pressed keys, or empty while only modifiers are pressed.
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

  /// Returns the reason why a shortcut is not allowed, or empty if it is.
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
    // With Ctrl and Alt, many keyboards type a special character.
    if (shortcut && alt && (code.isLetterKey() || code.isDigitKey())) {
      return Optional.of(Refusal.SIGN);
    }
    boolean moves =
        code.isArrowKey()
            || code == KeyCode.HOME
            || code == KeyCode.END
            || code == KeyCode.BACK_SPACE
            || code == KeyCode.DELETE;
    boolean inFields = OF_FIELDS.contains(code) && !isDown(keys.getShift()) || moves && !alt;
    return shortcut && inFields ? Optional.of(Refusal.FIELD) : Optional.empty();
  }
}
