package io.github.tensorloupe.desktop.pane.library;

import module java.base;
import module javafx.controls;

import io.github.tensorloupe.desktop.control.WeakSubscriptions;
import io.github.tensorloupe.desktop.control.panel.PanelParts;
import io.github.tensorloupe.desktop.text.Messages;
import io.github.tensorloupe.desktop.theme.Icons;
import java.nio.file.Path;
import javafx.scene.control.Label;
import org.kordamp.ikonli.feather.Feather;

/// The actions on several selected models. Hidden while at most one is selected.
final class SelectionBar extends HBox {

  private final LibraryViewModel model;
  private final ModelSelection selection;
  private final Messages messages;
  private final Label count = PanelParts.uncut("", "strong");
  private final Button compare;
  private final Button check;

  SelectionBar(
      LibraryViewModel model, ModelSelection selection, LibraryActions actions, Messages messages) {
    super(6);
    this.model = model;
    this.selection = selection;
    this.messages = messages;
    PanelParts.named(this, "library-selection");
    setAlignment(Pos.CENTER_LEFT);
    compare =
        button(
            "compare",
            Feather.GIT_PULL_REQUEST,
            () -> {
              List<Path> paths = paths();
              actions.compare(paths.getFirst(), paths.getLast());
            });
    Button edit = button("edit", Feather.EDIT, () -> actions.editMetadata(paths(), false));
    check = button("check", Feather.ACTIVITY, () -> model.check(items()));
    Button clear =
        PanelParts.iconButton(
            "library-selection-clear",
            Icons.of(Feather.X),
            messages.text("library.selection.clear"),
            () -> selection.set(selection.current.getValue().stream().toList()));
    clear.getStyleClass().add("small");
    getChildren().setAll(count, compare, edit, check, clear);
    WeakSubscriptions.of(this).subscribe(selection.all, _ -> show());
    WeakSubscriptions.of(this).subscribe(model.listing, _ -> show());
  }

  private List<LibraryItem> items() {
    return selection.items(model.listing.get().shown());
  }

  private List<Path> paths() {
    return items().stream().map(LibraryItem::path).toList();
  }

  private Button button(String name, Feather icon, Runnable action) {
    String text = messages.text("library." + name);
    Button button = PanelParts.button("library-selection-" + name, text, action);
    button.setGraphic(Icons.of(icon, "icon-small"));
    button.getStyleClass().add("small");
    return button;
  }

  private void show() {
    List<LibraryItem> items = items();
    long bytes = items.stream().mapToLong(LibraryItem::byteLength).sum();
    count.setText(messages.count("library.selected", items.size()) + " · " + messages.bytes(bytes));
    compare.setDisable(items.size() != 2);
    check.setDisable(items.stream().noneMatch(LibraryItem::canBeChecked));
    PanelParts.setShown(this, items.size() > 1);
  }
}
