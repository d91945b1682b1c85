package io.github.tensorloupe.desktop.pane.library;

import module java.base;
import module javafx.controls;

import io.github.tensorloupe.desktop.command.Command;
import io.github.tensorloupe.desktop.control.copy.CopyMenu;
import io.github.tensorloupe.desktop.control.panel.MenuItems;
import io.github.tensorloupe.desktop.text.Messages;
import io.github.tensorloupe.desktop.theme.Icons;
import java.nio.file.Path;
import org.kordamp.ikonli.feather.Feather;

/// The context menu of a model in the library.
final class ModelMenu extends ContextMenu {

  private static final List<Command> OF_CHECKPOINTS =
      List.of(Command.CONVERT, Command.LORA_EXTRACT);
  private static final List<Command> OF_ADAPTERS =
      List.of(
          Command.CONVERT,
          Command.LORA_RESIZE,
          Command.LORA_DIALECT,
          Command.LORA_MERGE,
          Command.LORA_INTO_BASE,
          Command.LORA_DROP);

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

  void fill(List<LibraryItem> items) {
    List<Path> paths = items.stream().map(LibraryItem::path).toList();
    getItems().clear();
    Runnable compare = () -> actions.compare(paths.getFirst(), paths.getLast());
    add("library.compare", Feather.GIT_PULL_REQUEST, compare).setDisable(items.size() != 2);
    addEdit(paths);
    add("library.remove-private", Feather.EYE_OFF, () -> actions.editMetadata(paths, true));
    addCheck("library.check", items);
    addMarks(items);
    addTrash(paths);
  }

  private void addEdit(List<Path> paths) {
    add("library.edit", Feather.EDIT, () -> actions.editMetadata(paths, false));
  }

  private void addCheck(String key, List<LibraryItem> items) {
    add(key, Feather.ACTIVITY, () -> model.check(items))
        .setDisable(items.stream().noneMatch(LibraryItem::canBeChecked));
  }

  private MenuItem addTrash(List<Path> paths) {
    return add("library.trash", Feather.TRASH_2, () -> actions.moveToTrash(paths));
  }

  private void addMarks(List<LibraryItem> items) {
    List<Path> paths = items.stream().map(LibraryItem::path).toList();
    boolean isFavorite = items.stream().allMatch(item -> item.mark().isFavorite());
    getItems().add(new SeparatorMenuItem());
    add(
        isFavorite ? "library.unfavorite" : "library.favorite",
        Feather.STAR,
        () -> model.lists.mark(paths, mark -> mark.withFavorite(!isFavorite)));
    TagPanel tags = new TagPanel(model.lists, actions.panels(), messages);
    add("library.tags", Feather.TAG, () -> tags.show(paths));
  }

  void fill(LibraryItem item) {
    Path path = item.path();
    boolean isBase = !item.facts().kind().isAdapter();
    getItems().clear();
    add("library.open", Feather.FOLDER, () -> actions.open(path));
    add("library.open-in-window", Feather.PLUS_SQUARE, () -> actions.openInNewWindow(path));
    getItems().add(new SeparatorMenuItem());
    add("library.compare-with", Feather.GIT_PULL_REQUEST, () -> actions.compareWith(path));
    add("library.compare.first", Feather.GIT_PULL_REQUEST, () -> onChoose.accept(path));
    add("library.fit", Feather.LAYERS, () -> model.showFitting(item)).setDisable(!isBase);
    add("command.reveal", Feather.EXTERNAL_LINK, () -> actions.reveal(path));
    add("library.copy-path", Feather.COPY, () -> CopyMenu.copy(path.toString(), view));
    boolean areTags = item.facts().triggerWords().isEmpty() && !item.words().isEmpty();
    String copying = areTags ? "library.copy-frequent-tags" : "library.copy-trigger-words";
    add(copying, Feather.TAG, () -> CopyMenu.copy(item.words(), view))
        .setDisable(item.words().isEmpty());
    getItems().add(new SeparatorMenuItem());
    addConversions(path, !isBase);
    addEdit(List.of(path));
    addCheck("library.check", List.of(item));
    addCheck("library.check-shown", model.listing.get().shown());
    addMarks(List.of(item));
    getItems().add(new SeparatorMenuItem());
    add("library.rename", Feather.EDIT_3, () -> actions.rename(path)).setDisable(item.isDeleted());
    addTrash(List.of(path)).setDisable(item.isDeleted());
    if (item.opened().isPresent()) {
      add("library.forget", Feather.X, () -> model.removeRecent(path));
    }
  }

  /// Adds a submenu of conversions.
  private void addConversions(Path path, boolean isAdapter) {
    List<Command> commands = isAdapter ? OF_ADAPTERS : OF_CHECKPOINTS;
    Menu menu = new Menu(messages.text("library.convert"), Icons.of(Command.CONVERT.icon()));
    menu.setId("library-menu-convert");
    for (Command command : commands) {
      String id = "library-menu-" + command.id();
      String text = messages.text(command.messageKey());
      menu.getItems()
          .add(MenuItems.of(id, text, command.icon(), () -> actions.convert(path, command)));
    }
    getItems().add(menu);
  }

  private MenuItem add(String key, Feather icon, Runnable action) {
    String id = "library-menu-" + key.substring(key.indexOf('.') + 1);
    MenuItem item = MenuItems.of(id, messages.text(key), icon, action);
    getItems().add(item);
    return item;
  }
}
