package io.github.tensorloupe.desktop.pane.library;

import module java.base;
import module javafx.controls;

import io.github.tensorloupe.desktop.control.copy.CopyMenu;
import io.github.tensorloupe.desktop.control.panel.MenuItems;
import io.github.tensorloupe.desktop.pane.library.LibraryView.LibraryActions;
import io.github.tensorloupe.desktop.text.Messages;
import java.nio.file.Path;
import org.kordamp.ikonli.feather.Feather;

/// The context menu of a model in the library.
final class ModelMenu extends ContextMenu {

  private final LibraryViewModel model;
  private final LibraryActions actions;
  private final Consumer<Path> onChoose;
  private final Node view;
  private final Messages messages;

  /// @param onChoose receives a model as the base of a comparison
  /// @param view the view that texts are copied from
  ModelMenu(
      LibraryViewModel model,
      LibraryActions actions,
      Consumer<Path> onChoose,
      Node view,
      Messages messages) {
    this.model = model;
    this.actions = actions;
    this.onChoose = onChoose;
    this.view = view;
    this.messages = messages;
  }

  void fill(LibraryItem item) {
    Path path = item.path();
    String triggerWords = item.facts().triggerWords();
    List<LibraryItem> shown = model.listing.get().shown();
    boolean hasUnchecked = shown.stream().anyMatch(LibraryItem::canBeChecked);
    List<MenuItem> items =
        new ArrayList<>(
            List.of(
                entry("library.open", Feather.FOLDER, () -> actions.open(path)),
                entry(
                    "library.open-in-window",
                    Feather.PLUS_SQUARE,
                    () -> actions.openInNewWindow(path)),
                new SeparatorMenuItem(),
                entry(
                    "library.compare.first", Feather.GIT_PULL_REQUEST, () -> onChoose.accept(path)),
                entry(
                    "library.fit",
                    Feather.LAYERS,
                    !item.facts().kind().isAdapter(),
                    () -> model.showFitting(item)),
                entry("command.reveal", Feather.EXTERNAL_LINK, () -> actions.reveal(path)),
                entry(
                    "library.copy-path", Feather.COPY, () -> CopyMenu.copy(path.toString(), view)),
                entry(
                    "library.copy-trigger-words",
                    Feather.TAG,
                    !triggerWords.isEmpty(),
                    () -> CopyMenu.copy(triggerWords, view)),
                new SeparatorMenuItem(),
                entry(
                    "library.check",
                    Feather.ACTIVITY,
                    item.canBeChecked(),
                    () -> model.check(List.of(item))),
                entry(
                    "library.check-shown",
                    Feather.ACTIVITY,
                    hasUnchecked,
                    () -> model.check(shown))));
    if (item.opened().isPresent()) {
      items.add(new SeparatorMenuItem());
      items.add(entry("library.forget", Feather.X, () -> model.lists.forget(path)));
    }
    getItems().setAll(items);
  }

  private MenuItem entry(String key, Feather icon, Runnable action) {
    return entry(key, icon, true, action);
  }

  private MenuItem entry(String key, Feather icon, boolean isPossible, Runnable action) {
    String id = "library-menu-" + key.substring(key.indexOf('.') + 1);
    MenuItem entry = MenuItems.of(id, messages.text(key), icon, action);
    entry.setDisable(!isPossible);
    return entry;
  }
}
