package io.github.tensorloupe.desktop.pane.library;

import module java.base;
import module javafx.controls;

import io.github.tensorloupe.desktop.control.copy.CopyMenu;
import io.github.tensorloupe.desktop.text.Messages;
import io.github.tensorloupe.desktop.theme.Icons;
import io.github.tensorloupe.desktop.theme.Tips;
import io.github.tensorloupe.format.DisplayText;
import org.kordamp.ikonli.feather.Feather;
import org.kordamp.ikonli.javafx.FontIcon;

/// The trigger words of a model, which a click copies. Shows the frequent tags, with another icon,
/// of a model without trigger words. Hidden if there are neither.
final class WordsButton extends Button {

  private static final int MAX_CHARACTERS = 200;

  private final Messages messages;
  private final FontIcon icon = Icons.of(Feather.TAG, "icon-small");
  private String words = "";
  private String key = "";

  WordsButton(Messages messages) {
    this.messages = messages;
    getStyleClass().addAll("flat", "small", "library-words");
    setGraphic(icon);
    setMnemonicParsing(false);
    // The context menu of the model has the same action.
    setFocusTraversable(false);
    setMinWidth(0);
    setOnAction(_ -> CopyMenu.copy(words, this));
    Tips.setTooltip(this, () -> shownText() + "\n" + messages.text("library.words.tip"));
  }

  void show(LibraryItem item) {
    words = item.words();
    boolean areTags = item.facts().triggerWords().isEmpty();
    key = areTags ? "library.frequent-tags" : "library.trigger-words";
    icon.setIconCode(areTags ? Feather.HASH : Feather.TAG);
    setText(DisplayText.of(words, MAX_CHARACTERS));
    setAccessibleText(shownText());
    // Stays managed, because a reused cell is not laid out again.
    setVisible(!words.isEmpty());
  }

  private String shownText() {
    return words.isEmpty() ? "" : messages.text(key, getText());
  }
}
