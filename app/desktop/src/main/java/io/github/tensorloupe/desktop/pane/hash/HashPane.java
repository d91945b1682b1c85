package io.github.tensorloupe.desktop.pane.hash;

import module java.base;
import module javafx.controls;

import io.github.tensorloupe.desktop.command.Command;
import io.github.tensorloupe.desktop.job.Jobs;
import io.github.tensorloupe.desktop.job.OnDemand;
import io.github.tensorloupe.desktop.pane.DocumentPane;
import io.github.tensorloupe.desktop.pane.PaneContext;
import io.github.tensorloupe.desktop.pane.PaneDescriptor;
import io.github.tensorloupe.desktop.selection.Selection;
import io.github.tensorloupe.desktop.text.Messages;

/// The hash pane of the window, with the section about single tensors.
public final class HashPane implements DocumentPane {

  public static final PaneDescriptor DESCRIPTOR =
      new PaneDescriptor("hashes", Command.SHOW_HASHES, HashPane::new);

  private final PaneContext context;
  private final HashViewModel model;
  private final OnDemand<EqualTensorsViewModel> equalTensors;
  private final OnDemand<ManifestViewModel> manifest;
  private Optional<HashView> view = Optional.empty();
  private Optional<TensorsView> tensors = Optional.empty();

  HashPane(PaneContext context) {
    this.context = context;
    Selection selection = context.selection();
    Jobs jobs = context.jobs();
    Messages messages = context.messages();
    String program = context.programVersion();
    model = new HashViewModel(selection, context.results(), jobs, messages);
    equalTensors = new OnDemand<>(() -> new EqualTensorsViewModel(selection, jobs, messages));
    manifest = new OnDemand<>(() -> new ManifestViewModel(selection, jobs, program, messages));
    bind(Command.COMPARE_MANIFEST, TensorsView::compare);
    bind(Command.WRITE_MANIFEST, TensorsView::write);
  }

  private void bind(Command command, Consumer<TensorsView> action) {
    Runnable run =
        () -> {
          context.commands().run(DESCRIPTOR.command());
          if (tensors.isPresent()) {
            view.orElseThrow().reveal(tensors.get());
            action.accept(tensors.get());
          }
        };
    context.commands().bind(command, run, context.selection().isOpenProperty());
  }

  @Override
  public Node createView(BooleanExpression shown) {
    HashView newView = new HashView(model, context.messages());
    TensorsView section =
        new TensorsView(equalTensors.get(), manifest.get(), context.dialogs(), context.messages());
    newView.addSection(section);
    model.active.bind(shown);
    tensors = Optional.of(section);
    view = Optional.of(newView);
    return newView;
  }

  /// Shows the pane and focuses the field for the expected hash of a download.
  public void focusHashField() {
    context.commands().run(DESCRIPTOR.command());
    view.ifPresent(HashView::focusHashField);
  }
}
