package io.github.tensorloupe.desktop.shell;

import module java.base;

import io.github.tensorloupe.desktop.command.Command;
import io.github.tensorloupe.desktop.command.Command.CommandMenu;
import io.github.tensorloupe.desktop.command.Commands;
import io.github.tensorloupe.desktop.pane.PaneContext;
import io.github.tensorloupe.desktop.pane.metadata.MetadataPane;
import io.github.tensorloupe.desktop.pane.palette.PaletteItem;
import io.github.tensorloupe.desktop.pane.palette.PaletteItem.CommandItem;
import io.github.tensorloupe.desktop.pane.palette.PaletteItem.ComparisonItem;
import io.github.tensorloupe.desktop.pane.palette.PaletteItem.KeyItem;
import io.github.tensorloupe.desktop.pane.palette.PaletteItem.ModelItem;
import io.github.tensorloupe.desktop.pane.palette.PaletteItem.RecentItem;
import io.github.tensorloupe.desktop.pane.palette.PaletteItem.TensorItem;
import io.github.tensorloupe.desktop.pane.palette.PaletteLayer;
import io.github.tensorloupe.desktop.pane.palette.PaletteViewModel;
import io.github.tensorloupe.desktop.pane.palette.PaletteViewModel.PaletteSources;
import io.github.tensorloupe.desktop.pane.tree.TensorTreeView;
import io.github.tensorloupe.desktop.selection.FileDocument;
import io.github.tensorloupe.desktop.text.Messages;
import io.github.tensorloupe.model.TensorRef;

/// The command palette of a workspace, and the targets of its items. Belongs to the FX thread.
final class PaletteActions implements PaletteSources {

  private final Workspace workspace;
  private final PaneContext context;
  private final PaletteViewModel model;

  PaletteActions(Workspace workspace) {
    this.workspace = workspace;
    context = workspace.context;
    Messages messages = context.messages();
    model = new PaletteViewModel(this, context.jobs(), messages);
    Supplier<PaletteLayer> layer = () -> new PaletteLayer(model, context.commands(), messages);
    String title = messages.text("fault.palette");
    workspace.view.addLayer(workspace.guards.layer(title, "palette", layer, model::close));
    context.panels().showingProperty().subscribe(_ -> model.close());
    context.selection().documentProperty().subscribe(_ -> model.close());
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
    Commands commands = context.commands();
    boolean open = !context.selection().openDocuments().isEmpty();
    return new CommandItem(
        command,
        commands.text(command),
        context.messages().text("palette.words." + command.id()),
        context.messages().text(menu.messageKey()).replace("_", ""),
        commands.keysText(command),
        commands.why(command, open));
  }

  @Override
  public List<TensorRef> tensors() {
    Optional<FileDocument> document = context.selection().openDocument();
    return document.map(open -> open.checkpoint().tensors()).orElse(List.of());
  }

  @Override
  public List<KeyItem> keys() {
    return workspace.view.panes.pane(MetadataPane.class).keys().entrySet().stream()
        .map(entry -> new KeyItem(entry.getKey(), entry.getValue()))
        .toList();
  }

  @Override
  public List<Path> recent() {
    return workspace.library.lists().recentPaths();
  }

  @Override
  public List<ComparisonItem> compared() {
    return workspace.library.lists().recentComparisons().stream()
        .map(each -> new ComparisonItem(each.a(), each.b()))
        .toList();
  }

  @Override
  public List<ModelItem> models() {
    SequencedMap<Path, String> titles = workspace.environment.library().model.titles();
    titles.keySet().removeAll(recent());
    return titles.entrySet().stream()
        .map(each -> new ModelItem(each.getValue(), each.getKey()))
        .toList();
  }

  @Override
  public void choose(PaletteItem item) {
    switch (item) {
      case CommandItem command -> context.commands().run(command.command());
      case TensorItem(var tensor) -> {
        context.selection().select(tensor);
        workspace.view.tree.ifPresent(TensorTreeView::showSelected);
      }
      case KeyItem(var key, var _) -> {
        workspace.view.panes.show(MetadataPane.DESCRIPTOR);
        workspace.view.panes.pane(MetadataPane.class).showKey(key);
      }
      case ModelItem(var _, var path) -> workspace.library.open(path);
      case RecentItem(var path) -> workspace.library.open(path);
      case ComparisonItem(var a, var b) -> workspace.library.compare(a, b);
    }
  }
}
