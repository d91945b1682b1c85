package io.github.tensorloupe.desktop.pane.library;

import module javafx.controls;

import io.github.tensorloupe.desktop.control.copy.CopyMenu;
import io.github.tensorloupe.desktop.control.panel.PanelParts;
import io.github.tensorloupe.desktop.pane.library.LibraryRows.LibraryRow;
import io.github.tensorloupe.desktop.pane.library.LibraryRows.LibraryRow.Heading;
import io.github.tensorloupe.desktop.pane.library.LibraryRows.LibraryRow.Item;
import io.github.tensorloupe.desktop.pane.library.LibraryRows.LibraryRow.Note;
import io.github.tensorloupe.desktop.pane.library.LibraryView.LibraryActions;
import io.github.tensorloupe.desktop.text.Messages;
import io.github.tensorloupe.desktop.theme.Icons;
import io.github.tensorloupe.desktop.theme.Tips;
import io.github.tensorloupe.library.Place;
import java.nio.file.Path;
import org.kordamp.ikonli.feather.Feather;

/// A row of the library.
final class LibraryCell extends ListCell<LibraryRow> {

  private final LibraryViewModel model;
  private final LibraryActions actions;
  private final Messages messages;
  private final ItemPane itemPane;
  private final Label title = PanelParts.label("", "strong");
  private final Label caption = PanelParts.elastic("", "caption");
  private final Label note = PanelParts.label("", "muted");
  private final Button remove;
  private final HBox heading;
  private final Tooltip tip = Tips.of("");

  LibraryCell(
      ItemPane itemPane, LibraryViewModel model, LibraryActions actions, Messages messages) {
    this.itemPane = itemPane;
    this.model = model;
    this.actions = actions;
    this.messages = messages;
    getStyleClass().add("library-cell");
    title.setMinWidth(USE_PREF_SIZE);
    HBox.setHgrow(caption, Priority.ALWAYS);
    caption.setMaxWidth(Double.MAX_VALUE);
    String removal = messages.text("library.remove-folder");
    String[] styles = {"flat", "small", "library-remove"};
    remove = Icons.button(Feather.X, removal, this::removeFolder, styles);
    heading = new HBox(12, title, caption, remove);
    heading.setAlignment(Pos.BOTTOM_LEFT);
    tip.setMaxWidth(640);
    setPrefWidth(0);
    setOnMouseClicked(
        event -> {
          if (event.getButton() == MouseButton.PRIMARY
              && event.getClickCount() == 2
              && getItem() instanceof Item item) {
            actions.open(item.path());
          }
        });
    setOnContextMenuRequested(
        event -> {
          if (getItem() instanceof Item item) {
            menu(item).show(this, event.getScreenX(), event.getScreenY());
            event.consume();
          }
        });
  }

  private void removeFolder() {
    if (getItem() instanceof Heading shown) {
      shown.place().map(Place::folder).ifPresent(model::removeFolder);
    }
  }

  @Override
  protected void updateItem(LibraryRow row, boolean empty) {
    super.updateItem(row, empty);
    getStyleClass().removeAll("library-heading", "library-note");
    setTooltip(null);
    setAccessibleText(null);
    if (empty || row == null) {
      setGraphic(null);
      return;
    }
    switch (row) {
      case Heading shown -> {
        getStyleClass().add("library-heading");
        title.setText(shown.title());
        caption.setText(shown.caption());
        remove.setVisible(shown.isRemovable());
        setAccessibleText(shown.title() + " " + shown.caption());
        setGraphic(heading);
      }
      case Note(String sentence, boolean isProblem) -> {
        getStyleClass().add("library-note");
        note.setText(sentence);
        note.setGraphic(isProblem ? Icons.of(Feather.ALERT_TRIANGLE, "icon-warning") : null);
        setGraphic(note);
        setAccessibleText(sentence);
      }
      case Item item -> {
        itemPane.show(item);
        tip.setText(itemPane.words.describe(item));
        setTooltip(tip);
        setAccessibleText(tip.getText());
        setGraphic(itemPane);
      }
    }
  }

  private ContextMenu menu(Item item) {
    Path path = item.path();
    ContextMenu menu =
        new ContextMenu(
            entry("library.open", Feather.FOLDER, () -> actions.open(path)),
            entry(
                "library.open-in-window", Feather.PLUS_SQUARE, () -> actions.openInNewWindow(path)),
            new SeparatorMenuItem(),
            entry("command.reveal", Feather.EXTERNAL_LINK, () -> actions.reveal(path)),
            entry("library.copy-path", Feather.COPY, () -> CopyMenu.copy(path.toString())));
    if (item.opened().isPresent()) {
      MenuItem forget = entry("library.forget", Feather.X, () -> model.forget(path));
      menu.getItems().addAll(new SeparatorMenuItem(), forget);
    }
    return menu;
  }

  private MenuItem entry(String key, Feather icon, Runnable action) {
    MenuItem entry = new MenuItem(messages.text(key), Icons.of(icon));
    entry.setId("library-menu-" + key.substring(key.indexOf('.') + 1));
    entry.setOnAction(_ -> action.run());
    return entry;
  }
}
