package io.github.tensorloupe.desktop.pane.convert;

import module java.base;
import module javafx.base;

import io.github.tensorloupe.desktop.pane.PaneContext;
import io.github.tensorloupe.desktop.selection.Selection;
import io.github.tensorloupe.save.FileOperations;
import java.nio.file.Path;

/// Shows the panel that converts checkpoints and adapters. Belongs to the FX thread.
public final class ConvertFlow {

  private final PaneContext context;
  private final FileOperations operations;
  private final Supplier<List<Path>> known;
  private final BiConsumer<Path, Path> onCompare;
  private Optional<ConvertViewModel> current = Optional.empty();

  /// @param known returns the checkpoints that can be a base
  /// @param onCompare compares a base with a newer checkpoint
  public ConvertFlow(
      PaneContext context,
      FileOperations operations,
      Supplier<List<Path>> known,
      BiConsumer<Path, Path> onCompare) {
    this.context = context;
    this.operations = operations;
    this.known = known;
    this.onCompare = onCompare;
  }

  /// Binds the commands for the open document.
  ///
  /// @param onThisComputer true if a local document is open
  public void bindCommands(ObservableBooleanValue onThisComputer) {
    Selection selection = context.selection();
    BooleanExpression isAdapter =
        BooleanExpression.booleanExpression(selection.adapterProperty().map(Optional::isPresent));
    for (Operation operation : Operation.values()) {
      BooleanBinding isOffered =
          switch (operation) {
            case CONVERT -> Bindings.and(onThisComputer, Bindings.createBooleanBinding(() -> true));
            case EXTRACT -> Bindings.and(onThisComputer, isAdapter.not());
            case DIALECT, RESIZE, MERGE, INTO_BASE, DROP -> Bindings.and(onThisComputer, isAdapter);
          };
      Runnable action =
          () ->
              selection.openDocument().ifPresent(open -> show(open.checkpoint().path(), operation));
      context.commands().bind(operation.command(), action, isOffered);
    }
  }

  /// Shows the panel for a source.
  public void show(Path path, Operation operation) {
    if (isWriting()) {
      return;
    }
    ConvertViewModel model = new ConvertViewModel(context, operations, path, operation);
    current.ifPresent(ConvertViewModel::close);
    current = Optional.of(model);
    String title = context.messages().text("convert.title.convert");
    context
        .panels()
        .show(
            "convert",
            title,
            () -> new ConvertPanel(model, known, onCompare, context).staged.panel,
            model.work::close);
    model.start();
  }

  public boolean isWriting() {
    return current.filter(model -> model.work.isRunning()).isPresent();
  }

  /// Closes the sources of a plan under review.
  public void close() {
    current.ifPresent(ConvertViewModel::close);
  }
}
