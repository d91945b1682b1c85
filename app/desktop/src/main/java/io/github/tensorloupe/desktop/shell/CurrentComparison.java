package io.github.tensorloupe.desktop.shell;

import module java.base;
import module javafx.controls;

import io.github.tensorloupe.compare.Comparison;
import io.github.tensorloupe.desktop.command.Command;
import io.github.tensorloupe.desktop.command.Commands;
import io.github.tensorloupe.desktop.error.Failures;
import io.github.tensorloupe.desktop.job.JobSlot;
import io.github.tensorloupe.desktop.job.Work;
import io.github.tensorloupe.desktop.pane.PaneContext;
import io.github.tensorloupe.desktop.pane.comparison.ReportFlow;
import io.github.tensorloupe.desktop.pane.scan.BackgroundScan;
import io.github.tensorloupe.desktop.selection.ComparisonDocument;
import io.github.tensorloupe.desktop.selection.ComparisonResults;
import io.github.tensorloupe.desktop.selection.DocumentState;
import io.github.tensorloupe.desktop.selection.ScanResults.ScanState;
import io.github.tensorloupe.desktop.session.RememberedComparison.ByHand;
import io.github.tensorloupe.desktop.storage.WeightForm;

/// The comparison that a workspace shows, its commands, and the transition to its successor.
/// Belongs to the FX thread.
final class CurrentComparison {

  private final Workspace workspace;
  private final PaneContext context;
  private final DocumentOpener opener;
  private final ObjectProperty<WeightForm> form;
  private final JobSlot<ComparisonResults> changing;

  /// Null if no comparison is shown.
  private final ObjectProperty<ComparisonSession> session = new SimpleObjectProperty<>();

  private Optional<ComparisonResults> next = Optional.empty();

  /// The results for the same documents with quantized weights in the other form.
  private Optional<ComparisonResults> other = Optional.empty();

  CurrentComparison(Workspace workspace) {
    this.workspace = workspace;
    context = workspace.context;
    opener = workspace.opener;
    form = workspace.weights.formProperty();
    changing = new JobSlot<>(context.jobs());
    opener.setDequantizing(this::isDequantizing);
    context.selection().documentProperty().subscribe(this::onDocumentChanged);
    form.subscribe((_, _) -> updateForm());
    bind(Command.NEXT_DIFFERENCE, it -> it.search.find(true));
    bind(Command.PREVIOUS_DIFFERENCE, it -> it.search.find(false));
    bind(Command.SWAP_SIDES, _ -> opener.compareAgain(true));
    bind(Command.SAVE_REPORT, it -> new ReportFlow(it.context).choose());
    bindScans(context.commands(), workspace.scan);
    name(Command.SCAN_VALUES, "command.scan-values.compare");
    name(Command.STOP_SCAN, "command.stop-scan.compare");
  }

  private boolean isDequantizing() {
    return form.get() == WeightForm.VALUES;
  }

  private void onDocumentChanged(DocumentState now) {
    changing.clear();
    Optional<ComparisonSession> before = session();
    before.ifPresent(ComparisonSession::close);
    session.set(null);
    if (now instanceof DocumentState.Open(ComparisonDocument comparison)) {
      begin(comparison, before);
    } else {
      other = Optional.empty();
    }
    next = Optional.empty();
  }

  private void begin(ComparisonDocument comparison, Optional<ComparisonSession> before) {
    ComparisonResults results =
        next.filter(it -> it.comparison() == comparison)
            .orElseGet(() -> new ComparisonResults(comparison));
    ComparisonSession now = new ComparisonSession(workspace, results, this::pair, this::choose);
    Optional<ComparisonSession> same =
        before.filter(it -> it.comparison().isOfSamePaths(comparison));
    same.ifPresent(now::restore);
    session.set(now);
    if (same.filter(it -> !it.results.stateProperty().get().canStart()).isPresent()) {
      // The user has already allowed this comparison regardless of its size.
      now.scan.start();
    } else {
      now.scan.startAutomatically();
    }
    updateForm();
  }

  private void choose(WeightForm chosen) {
    if (form.get() == chosen) {
      // The last change to this form was stopped or failed.
      updateForm();
    } else {
      form.set(chosen);
    }
  }

  private void updateForm() {
    changing.clear();
    boolean dequantized = isDequantizing();
    session()
        .map(it -> it.results)
        .filter(it -> it.comparison().weights().haveValues())
        .filter(it -> it.comparison().weights().areDequantized() != dequantized)
        .ifPresent(shown -> turn(shown, dequantized));
  }

  private void turn(ComparisonResults shown, boolean dequantized) {
    ComparisonDocument before = shown.comparison();
    Optional<ComparisonResults> found =
        other
            .filter(it -> it.comparison().a() == before.a())
            .filter(it -> it.comparison().byHand().equals(before.byHand()));
    Comparison known = found.orElse(shown).snapshot();
    change(
        (cancellation, _) -> {
          ComparisonDocument now =
              found.isPresent()
                  ? found.get().comparison()
                  : ComparisonDocument.of(before.a(), before.b(), dequantized, cancellation)
                      .with(before.byHand());
          return new ComparisonResults(now, known);
        },
        () -> other = Optional.of(shown));
  }

  /// Shows the same documents with a pair added or removed; the results of other pairs are kept.
  private void pair(ByHand byHand) {
    ComparisonResults shown = session.get().results;
    Comparison known = shown.snapshot();
    ComparisonDocument before = shown.comparison();
    change((_, _) -> new ComparisonResults(before.with(List.of(byHand)), known), () -> {});
  }

  private void change(Work<ComparisonResults> work, Runnable onChange) {
    changing.start(
        context.messages().text("compare.job.change"),
        work,
        results -> {
          onChange.run();
          next = Optional.of(results);
          opener.replace(results.comparison());
        },
        failure -> workspace.status.report(Failures.of(failure)));
  }

  private void bindScans(Commands commands, BackgroundScan values) {
    commands.bind(
        Command.SCAN_VALUES,
        () -> {
          values.start();
          session().ifPresent(it -> it.scan.start());
        },
        context.selection().isOpenProperty().and(values.canStart()).or(is(ScanState::canStart)));
    commands.bind(
        Command.STOP_SCAN,
        () -> {
          values.stop();
          session().ifPresent(it -> it.scan.stop());
        },
        values.canStop().or(is(ScanState::isRunning)));
  }

  private BooleanExpression is(Predicate<ScanState> test) {
    return BooleanExpression.booleanExpression(
        results().flatMap(ComparisonResults::stateProperty).map(test::test).orElse(false));
  }

  /// Binds a command to one action for documents and another for comparisons.
  void bind(Command command, Runnable ofDocument, Consumer<ComparisonSession> ofComparison) {
    BooleanExpression open = context.selection().isOpenProperty();
    context
        .commands()
        .bind(
            command, () -> session().ifPresentOrElse(ofComparison, ofDocument), open.or(isShown()));
  }

  private void bind(Command command, Consumer<ComparisonSession> action) {
    context.commands().bind(command, () -> session().ifPresent(action), isShown());
  }

  private void name(Command command, String key) {
    String defaultName = context.messages().text(command.messageKey());
    String ofComparison = context.messages().text(key);
    context.commands().name(command, isShown().map(shown -> shown ? ofComparison : defaultName));
  }

  /// Null if no comparison is shown.
  ObservableValue<ComparisonResults> results() {
    return session.map(it -> it.results);
  }

  private BooleanExpression isShown() {
    return session.isNotNull();
  }

  Optional<ComparisonSession> session() {
    return Optional.ofNullable(session.get());
  }

  /// Returns the context of the panes of the open comparison.
  Optional<PaneContext> context() {
    return session().map(it -> it.context);
  }
}
