package io.github.tensorloupe.desktop.text;

import module java.base;
import module javafx.controls;

/// The names of keyboard keys in a language. JavaFX displays `Ctrl+Shift+K` in every language.
/// Immutable.
public final class KeyNames {

  /// Matches the plus between two keys, one of which may be the plus key itself.
  private static final String JOINT = "(?<=.)\\+(?=.)";

  private final Map<String, String> names;

  public KeyNames(Messages messages) {
    names =
        messages
            .text("keys.names")
            .lines()
            .map(line -> line.split("\\|", 2))
            .collect(
                Collectors.toUnmodifiableMap(line -> line[0].strip(), line -> line[1].strip()));
  }

  /// Returns the display text of keys on this system.
  public String text(KeyCombination keys) {
    return Arrays.stream(keys.getDisplayText().split(JOINT))
        .map(name -> names.getOrDefault(name, name))
        .collect(Collectors.joining("+"));
  }

  /// Returns the modifier key of shortcuts on this system.
  public String shortcut() {
    return text(KeyCombination.valueOf("Shortcut+A")).replaceFirst("\\+?A$", "");
  }

  /// Replaces `Ctrl` in a text with the modifier key of shortcuts on this system.
  public String onThisSystem(String text) {
    String shortcut = text(KeyCombination.valueOf("Shortcut+A")).replaceFirst("A$", "");
    return text.replace(names.getOrDefault("Ctrl", "Ctrl") + "+", shortcut);
  }

  /// Returns the same keys with their names in this language, for menus.
  public KeyCombination named(KeyCombination keys) {
    String text = text(keys);
    return text.equals(keys.getDisplayText()) ? keys : new Named(keys, text);
  }

  private static final class Named extends KeyCombination {
    private final KeyCombination keys;
    private final String text;

    Named(KeyCombination keys, String text) {
      super(keys.getShift(), keys.getControl(), keys.getAlt(), keys.getMeta(), keys.getShortcut());
      this.keys = keys;
      this.text = text;
    }

    @Override
    public boolean match(KeyEvent event) {
      return keys.match(event);
    }

    @Override
    public String getName() {
      return keys.getName();
    }

    @Override
    public String getDisplayText() {
      return text;
    }

    @Override
    public boolean equals(Object other) {
      return other instanceof Named named && keys.equals(named.keys) && text.equals(named.text);
    }

    @Override
    public int hashCode() {
      return keys.hashCode();
    }
  }
}
