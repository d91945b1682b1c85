package io.github.tensorloupe.desktop.pane;

import module java.base;

import io.github.tensorloupe.desktop.control.panel.PanelParts;
import io.github.tensorloupe.desktop.text.Messages;
import io.github.tensorloupe.edit.EntryChange;
import io.github.tensorloupe.format.DisplayText;
import javafx.scene.control.Label;

/// The texts of a metadata change, for reviews and previews.
///
/// @param keys the key, or the old and the new key; empty if only the order changes
/// @param before the old value; empty for a new entry, or if the value does not change
/// @param after the new value; empty for a removed entry, or if the value does not change
public record ChangeText(
    Kind kind, List<String> keys, Optional<String> before, Optional<String> after) {

  public enum Kind {
    ADDED("badge-success"),
    REMOVED("badge-danger"),
    CHANGED("badge-info"),
    RENAMED("badge-info"),
    REORDERED("badge-info");

    private final String style;

    Kind(String style) {
      this.style = style;
    }

    public String text(Messages messages) {
      return messages.text("change." + Messages.word(this));
    }

    public Label badge(Messages messages) {
      return PanelParts.uncut(text(messages), "badge", style);
    }
  }

  private static final int KEY_CHARACTERS = 160;

  public static ChangeText of(EntryChange change) {
    return switch (change) {
      case EntryChange.Added(String key, String value) ->
          new ChangeText(Kind.ADDED, List.of(key), Optional.empty(), Optional.of(value));
      case EntryChange.Removed(String key, String value) ->
          new ChangeText(Kind.REMOVED, List.of(key), Optional.of(value), Optional.empty());
      case EntryChange.Revalued(String key, String before, String after) ->
          new ChangeText(Kind.CHANGED, List.of(key), Optional.of(before), Optional.of(after));
      case EntryChange.Renamed(String keyBefore, String keyAfter, String before, String after) -> {
        boolean isSame = before.equals(after);
        yield new ChangeText(
            Kind.RENAMED,
            List.of(keyBefore, keyAfter),
            Optional.of(before).filter(_ -> !isSame),
            Optional.of(after).filter(_ -> !isSame));
      }
      case EntryChange.Reordered() ->
          new ChangeText(Kind.REORDERED, List.of(), Optional.empty(), Optional.empty());
    };
  }

  /// Returns the keys, or a sentence if only the order changes.
  public String keyText(Messages messages) {
    return keys.isEmpty()
        ? messages.text("change.reordered.sentence")
        : keys.stream().map(key -> keyText(key, messages)).collect(Collectors.joining(" → "));
  }

  public static String keyText(String key, Messages messages) {
    return key.isEmpty()
        ? messages.text("metadata.empty-key")
        : DisplayText.of(key, KEY_CHARACTERS);
  }
}
