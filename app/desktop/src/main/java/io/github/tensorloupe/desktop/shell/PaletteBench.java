package io.github.tensorloupe.desktop.shell;

import io.github.tensorloupe.desktop.command.Command;
import io.github.tensorloupe.desktop.command.CommandMenu;
import io.github.tensorloupe.desktop.command.Commands;
import io.github.tensorloupe.desktop.error.GuardedPanes;
import io.github.tensorloupe.desktop.error.LivePane;
import io.github.tensorloupe.desktop.job.Jobs;
import io.github.tensorloupe.desktop.pane.palette.PaletteItem;
import io.github.tensorloupe.desktop.pane.palette.PaletteItem.CommandItem;
import io.github.tensorloupe.desktop.pane.palette.PaletteItem.KeyItem;
import io.github.tensorloupe.desktop.pane.palette.PaletteItem.RecentItem;
import io.github.tensorloupe.desktop.pane.palette.PaletteItem.TensorItem;
import io.github.tensorloupe.desktop.pane.palette.PaletteLayer;
import io.github.tensorloupe.desktop.pane.palette.PaletteSources;
import io.github.tensorloupe.desktop.pane.palette.PaletteViewModel;
import io.github.tensorloupe.desktop.pane.tree.TensorTreeView;
import io.github.tensorloupe.desktop.selection.OpenDocument;
import io.github.tensorloupe.desktop.selection.Selection;
import io.github.tensorloupe.desktop.text.Messages;
import io.github.tensorloupe.model.TensorRef;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/// The palette of one window, and where it leads. Belongs to the FX thread.
final class PaletteBench implements PaletteSources {

  /// What the palette reaches.
  record Tools(
      Selection selection,
      Commands commands,
      LivePane<TensorTreeView> tree,
      DetailViews details,
      LibraryBench library,
      Jobs jobs,
      Messages messages) {}

  private final Tools tools;
  private final MainView view;
  private final PaletteViewModel model;

  /// @param view whose place above everything else it takes
  /// @param guards keep what goes wrong in the palette from the window
  PaletteBench(Tools tools, MainView view, GuardedPanes guards) {
    this.tools = tools;
    this.view = view;
    model = new PaletteViewModel(this, tools.jobs(), tools.messages());
    view.addLayer(
        guards.layer(
            tools.messages().text("fault.palette"),
            "palette",
            () -> new PaletteLayer(model, tools.commands(), tools.messages()),
            model::close));
    view.panels().showingProperty().subscribe(_ -> model.close());
    tools.selection().documentProperty().subscribe(_ -> model.close());
  }

  /// Opens the palette.
  void open() {
    model.open();
  }

  /// Opens the palette with something typed.
  void open(String text) {
    model.open();
    model.textProperty().set(text);
  }

  @Override
  public List<CommandItem> commands() {
    return Stream.of(CommandMenu.values())
        .flatMap(
            menu ->
                menu.commands().stream()
                    .filter(command -> command != Command.PALETTE)
                    .map(command -> item(menu, command)))
        .toList();
  }

  private CommandItem item(CommandMenu menu, Command command) {
    Commands commands = tools.commands();
    boolean open = tools.selection().openDocument().isPresent();
    return new CommandItem(
        command,
        commands.text(command),
        tools.messages().text("palette.words." + command.id()),
        tools.messages().text(menu.messageKey()).replace("_", ""),
        commands.keysText(command),
        commands.why(command, open));
  }

  @Override
  public List<TensorRef> tensors() {
    return tools
        .selection()
        .openDocument()
        .map(OpenDocument::checkpoint)
        .map(checkpoint -> checkpoint.tensors())
        .orElse(List.of());
  }

  @Override
  public List<KeyItem> keys() {
    return tools.details().metadataKeys().entrySet().stream()
        .map(entry -> new KeyItem(entry.getKey(), entry.getValue()))
        .toList();
  }

  @Override
  public List<Path> recent() {
    return tools.library().recent();
  }

  @Override
  public void choose(PaletteItem item) {
    switch (item) {
      case CommandItem command -> tools.commands().run(command.command());
      case TensorItem(var tensor) -> {
        tools.selection().select(tensor);
        tools.tree().ask(TensorTreeView::showSelected);
      }
      case KeyItem(var key, var _) -> {
        view.show(DetailPane.METADATA);
        tools.details().metadata().ifPresent(metadata -> metadata.showKey(key));
      }
      case RecentItem(var path) -> tools.library().open(path);
    }
  }
}
