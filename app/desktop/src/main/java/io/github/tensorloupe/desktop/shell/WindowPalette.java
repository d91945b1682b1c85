package io.github.tensorloupe.desktop.shell;

import module java.base;

import io.github.tensorloupe.desktop.command.Command;
import io.github.tensorloupe.desktop.command.Command.CommandMenu;
import io.github.tensorloupe.desktop.command.Commands;
import io.github.tensorloupe.desktop.pane.metadata.MetadataPane;
import io.github.tensorloupe.desktop.pane.palette.PaletteItem;
import io.github.tensorloupe.desktop.pane.palette.PaletteItem.CommandItem;
import io.github.tensorloupe.desktop.pane.palette.PaletteItem.ComparisonItem;
import io.github.tensorloupe.desktop.pane.palette.PaletteItem.KeyItem;
import io.github.tensorloupe.desktop.pane.palette.PaletteItem.RecentItem;
import io.github.tensorloupe.desktop.pane.palette.PaletteItem.TensorItem;
import io.github.tensorloupe.desktop.pane.palette.PaletteLayer;
import io.github.tensorloupe.desktop.pane.palette.PaletteViewModel;
import io.github.tensorloupe.desktop.pane.palette.PaletteViewModel.PaletteSources;
import io.github.tensorloupe.desktop.pane.tree.TensorTreeView;
import io.github.tensorloupe.desktop.selection.OpenDocument;
import io.github.tensorloupe.desktop.text.Messages;
import io.github.tensorloupe.model.TensorRef;

/// The command palette of one window, and the targets of its items. Belongs to the FX thread.
final class WindowPalette implements PaletteSources {

  private final WindowContext window;
  private final WindowLibrary library;
  private final MainView view;
  private final PaletteViewModel model;

  WindowPalette(WindowContext window, WindowLibrary library, MainView view) {
    this.window = window;
    this.library = library;
    this.view = view;
    Messages messages = window.messages();
    model = new PaletteViewModel(this, window.jobs(), messages);
    Supplier<PaletteLayer> layer = () -> new PaletteLayer(model, window.commands(), messages);
    String title = messages.text("fault.palette");
    view.addLayer(window.guards().layer(title, "palette", layer, model::close));
    window.panels().showingProperty().subscribe(_ -> model.close());
    window.selection().documentProperty().subscribe(_ -> model.close());
  }

  void open(String text) {
    model.open();
    model.textProperty().set(text);
  }

  @Override
  public List<CommandItem> commands() {
    List<CommandItem> items = new ArrayList<>();
    for (CommandMenu menu : CommandMenu.values()) {
      menu.commands().stream()
          .filter(command -> command != Command.PALETTE)
          .forEach(command -> items.add(item(menu, command)));
    }
    return items;
  }

  private CommandItem item(CommandMenu menu, Command command) {
    Commands commands = window.commands();
    boolean open = !window.selection().openDocuments().isEmpty();
    return new CommandItem(
        command,
        commands.text(command),
        window.messages().text("palette.words." + command.id()),
        window.messages().text(menu.messageKey()).replace("_", ""),
        commands.keysText(command),
        commands.why(command, open));
  }

  @Override
  public List<TensorRef> tensors() {
    Optional<OpenDocument> document = window.selection().openDocument();
    return document.map(open -> open.checkpoint().tensors()).orElse(List.of());
  }

  @Override
  public List<KeyItem> keys() {
    return view.panes.pane(MetadataPane.class).keys().entrySet().stream()
        .map(entry -> new KeyItem(entry.getKey(), entry.getValue()))
        .toList();
  }

  @Override
  public List<Path> recent() {
    return library.model.lists().recentPaths();
  }

  @Override
  public List<ComparisonItem> compared() {
    return library.model.lists().recentComparisons().stream()
        .map(each -> new ComparisonItem(each.a(), each.b()))
        .toList();
  }

  @Override
  public void choose(PaletteItem item) {
    switch (item) {
      case CommandItem command -> window.commands().run(command.command());
      case TensorItem(var tensor) -> {
        window.selection().select(tensor);
        view.tree.ifPresent(TensorTreeView::showSelected);
      }
      case KeyItem(var key, var _) -> {
        view.panes.show(MetadataPane.DESCRIPTOR);
        view.panes.pane(MetadataPane.class).showKey(key);
      }
      case RecentItem(var path) -> library.open(path);
      case ComparisonItem(var a, var b) -> library.compare(a, b);
    }
  }
}
