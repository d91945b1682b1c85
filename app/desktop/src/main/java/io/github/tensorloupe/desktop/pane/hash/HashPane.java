package io.github.tensorloupe.desktop.pane.hash;

import module java.base;
import module javafx.controls;

import io.github.tensorloupe.desktop.command.Command;
import io.github.tensorloupe.desktop.pane.DocumentPane;
import io.github.tensorloupe.desktop.pane.FileDialogs;
import io.github.tensorloupe.desktop.pane.PaneContext;
import io.github.tensorloupe.desktop.pane.PaneDescriptor;
import io.github.tensorloupe.work.OnDemand;

/// The hashes as a pane of the window, with the section about single tensors.
public final class HashPane implements DocumentPane {

  public static final PaneDescriptor DESCRIPTOR =
      new PaneDescriptor("hashes", Command.SHOW_HASHES, HashPane::new);

  private final PaneContext context;
  private final HashViewModel model;
  private final OnDemand<EqualTensorsViewModel> equalTensors;
  private final OnDemand<ManifestViewModel> manifest = new OnDemand<>(this::manifest);
  private Optional<HashView> view = Optional.empty();
  private Optional<TensorsView> tensors = Optional.empty();

  HashPane(PaneContext context) {
    this.context = context;
    model = new HashViewModel(context.selection(), context.jobs(), context.messages());
    equalTensors =
        new OnDemand<>(
            () ->
                new EqualTensorsViewModel(context.selection(), context.jobs(), context.messages()));
    bind(Command.COMPARE_MANIFEST, TensorsView::compare);
    bind(Command.WRITE_MANIFEST, TensorsView::write);
  }

  /// Lets a command turn to the pane, which shows the result.
  private void bind(Command command, Consumer<TensorsView> action) {
    Runnable turn =
        () -> {
          context.commands().run(DESCRIPTOR.command());
          tensors.ifPresent(section -> view.orElseThrow().reveal(section));
          tensors.ifPresent(action);
        };
    context.commands().bind(command, turn, context.selection().isOpenProperty());
  }

  private ManifestViewModel manifest() {
    return new ManifestViewModel(
        context.selection(), context.jobs(), context.programVersion(), context.messages());
  }

  @Override
  public Node makeView(BooleanExpression shown) {
    TensorsView section =
        new TensorsView(
            equalTensors.get(),
            manifest.get(),
            context.dialogs(),
            () -> context.dialogs().get().choose(FileDialogs.Existing.MANIFEST),
            context.messages());
    HashView made = new HashView(model, context.messages());
    made.addSection(section);
    model.active.bind(shown);
    tensors = Optional.of(section);
    view = Optional.of(made);
    return made;
  }

  /// Turns to the pane and asks for the hash that a download should have.
  public void askForHash() {
    context.commands().run(DESCRIPTOR.command());
    view.ifPresent(HashView::askForHash);
  }
}
