package io.github.tensorloupe.desktop.pane.library;

import module java.base;
import module javafx.controls;

import io.github.tensorloupe.desktop.text.Messages;
import io.github.tensorloupe.format.DisplayText;
import io.github.tensorloupe.storage.RecentFile;
import java.nio.file.Path;

/// The menu of recent files.
public final class RecentMenu extends Menu {

  private static final int MAX_SHOWN = 10;
  private static final int PATH_CHARACTERS = 90;

  private final LibraryViewModel model;
  private final Consumer<Path> onOpen;

  public RecentMenu(LibraryViewModel model, Consumer<Path> onOpen, Messages messages) {
    super(messages.text("menu.recent"));
    this.model = model;
    this.onOpen = onOpen;
    setId("menu-recent");
    setMnemonicParsing(false);
    disableProperty().bind(Bindings.isEmpty(model.recent()));
    model.recent().addListener((ListChangeListener<RecentFile>) _ -> showEntries());
    showEntries();
  }

  private void showEntries() {
    getItems().setAll(model.recent().stream().limit(MAX_SHOWN).map(this::entry).toList());
  }

  private MenuItem entry(RecentFile recent) {
    String text = recent.path().toString();
    // Keeps the end of the path.
    String shown =
        text.length() > PATH_CHARACTERS
            ? "…" + text.substring(text.length() - PATH_CHARACTERS)
            : text;
    MenuItem entry = new MenuItem(DisplayText.of(shown, PATH_CHARACTERS + 1));
    entry.setMnemonicParsing(false);
    entry.setOnAction(_ -> onOpen.accept(recent.path()));
    return entry;
  }
}
