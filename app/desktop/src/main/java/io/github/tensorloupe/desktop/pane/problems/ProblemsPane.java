package io.github.tensorloupe.desktop.pane.problems;

import module java.base;
import module javafx.controls;

import io.github.tensorloupe.desktop.command.Command;
import io.github.tensorloupe.desktop.command.Remedies;
import io.github.tensorloupe.desktop.pane.DocumentPane;
import io.github.tensorloupe.desktop.pane.PaneContext;
import io.github.tensorloupe.desktop.pane.PaneDescriptor;
import io.github.tensorloupe.desktop.selection.DocumentHealth;
import io.github.tensorloupe.format.Severity;

/// The findings as a pane of the window.
public final class ProblemsPane implements DocumentPane {

  public static final PaneDescriptor DESCRIPTOR =
      new PaneDescriptor("problems", Command.SHOW_PROBLEMS, ProblemsPane::new).withBytes();

  private final PaneContext context;
  private final ProblemsViewModel model;
  private final ReadOnlyStringWrapper badge = new ReadOnlyStringWrapper("");

  ProblemsPane(PaneContext context) {
    this.context = context;
    model = new ProblemsViewModel(context.selection(), context.results());
    context.results().healthProperty().subscribe(this::countProblems);
  }

  @Override
  public Node createView(BooleanExpression shown) {
    ProblemsView view =
        new ProblemsView(
            model,
            Remedies.buttons(context.commands()),
            () -> context.commands().run(Command.SHOW_VALUES),
            context.messages());
    view.active.bind(shown);
    return view;
  }

  @Override
  public ObservableValue<String> badge() {
    return badge.getReadOnlyProperty();
  }

  // Findings of severity INFO are not counted.
  private void countProblems(Optional<DocumentHealth> health) {
    long count = health.map(it -> it.count(Severity.ERROR) + it.count(Severity.WARNING)).orElse(0L);
    badge.set(count == 0 ? "" : context.messages().count(count));
  }
}
