package io.github.tensorloupe.desktop.pane.library;

import io.github.tensorloupe.desktop.pane.library.LibraryRow.Item;
import io.github.tensorloupe.desktop.text.Messages;
import io.github.tensorloupe.desktop.theme.Icons;
import javafx.scene.control.ContextMenu;
import javafx.scene.control.MenuItem;
import javafx.scene.control.SeparatorMenuItem;
import org.kordamp.ikonli.feather.Feather;

/// What can be done to something in the library.
final class ItemMenu extends ContextMenu {

  ItemMenu(Item item, LibraryViewModel model, LibraryActions actions, Messages messages) {
    getItems()
        .setAll(
            entry("library.open", Feather.FOLDER, () -> actions.open(item.path()), messages),
            entry(
                "library.open-in-window",
                Feather.PLUS_SQUARE,
                () -> actions.openInNewWindow(item.path()),
                messages),
            new SeparatorMenuItem(),
            entry(
                "command.reveal",
                Feather.EXTERNAL_LINK,
                () -> actions.reveal(item.path()),
                messages),
            entry(
                "library.copy-path",
                Feather.COPY,
                () -> actions.copy(item.path().toString()),
                messages));
    if (item.opened().isPresent()) {
      getItems()
          .addAll(
              new SeparatorMenuItem(),
              entry("library.forget", Feather.X, () -> model.forget(item.path()), messages));
    }
  }

  private static MenuItem entry(String key, Feather icon, Runnable action, Messages messages) {
    MenuItem entry = new MenuItem(messages.text(key), Icons.of(icon));
    entry.setId("library-menu-" + key.substring(key.indexOf('.') + 1));
    entry.setOnAction(_ -> action.run());
    return entry;
  }
}
