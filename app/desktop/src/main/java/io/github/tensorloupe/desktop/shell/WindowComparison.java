package io.github.tensorloupe.desktop.shell;

import module java.base;
import module javafx.controls;

import io.github.tensorloupe.compare.Comparison;
import io.github.tensorloupe.desktop.command.Command;
import io.github.tensorloupe.desktop.error.Failures;
import io.github.tensorloupe.desktop.job.JobSlot;
import io.github.tensorloupe.desktop.job.Work;
import io.github.tensorloupe.desktop.pane.ComparisonContext;
import io.github.tensorloupe.desktop.pane.PaneContext;
import io.github.tensorloupe.desktop.pane.comparison.ReportFlow;
import io.github.tensorloupe.desktop.selection.ComparisonResults;
import io.github.tensorloupe.desktop.selection.DocumentState;
import io.github.tensorloupe.desktop.selection.OpenComparison;
import io.github.tensorloupe.desktop.selection.ScanResults.ScanState;
import io.github.tensorloupe.desktop.session.RememberedComparison.ByHand;
import io.github.tensorloupe.desktop.storage.WeightForm;

/// The comparison in one window, its commands, and the transition to its successor. Belongs to the
/// FX thread.
final class WindowComparison {

  private final WindowContext window;
  private final DocumentOpener opener;
  private final JobSlot<ComparisonResults> changing;

  /// Null if no comparison is shown.
  private final ObjectProperty<ComparisonSession> session = new SimpleObjectProperty<>();

  private Optional<ComparisonResults> next = Optional.empty();

  /// The results for the same documents with quantized weights in the other form.
  private Optional<ComparisonResults> other = Optional.empty();

  WindowComparison(WindowContext window, DocumentOpener opener) {
    this.window = window;
    this.opener = opener;
    changing = new JobSlot<>(window.jobs());
    opener.setDequantizing(this::isDequantizing);
    window.selection().documentProperty().subscribe(this::follow);
    window.weights().formProperty().subscribe((_, _) -> followForm());
  }

  private boolean isDequantizing() {
    return window.weights().formProperty().get() == WeightForm.VALUES;
  }

  private void follow(DocumentState now) {
    changing.clear();
    Optional<ComparisonSession> before = session();
    before.ifPresent(ComparisonSession::close);
    session.set(null);
    if (now instanceof DocumentState.Open(OpenComparison comparison)) {
      begin(comparison, before);
    } else {
      other = Optional.empty();
    }
    next = Optional.empty();
  }

  private void begin(OpenComparison comparison, Optional<ComparisonSession> before) {
    ComparisonResults results =
        next.filter(it -> it.comparison() == comparison)
            .orElseGet(() -> new ComparisonResults(comparison));
    ComparisonSession now = new ComparisonSession(window, results, this::pair, this::choose);
    Optional<ComparisonSession> same =
        before.filter(it -> it.context.comparison().isOfSamePaths(comparison));
    same.ifPresent(now::restore);
    session.set(now);
    if (same.filter(it -> !it.context.results().stateProperty().get().canStart()).isPresent()) {
      // The user has already allowed this comparison regardless of its size.
      now.scan.start();
    } else {
      now.scan.startAutomatically();
    }
    followForm();
  }

  private void choose(WeightForm form) {
    if (window.weights().formProperty().get() == form) {
      // The last change to this form was stopped or failed.
      followForm();
    } else {
      window.weights().formProperty().set(form);
    }
  }

  private void followForm() {
    changing.clear();
    boolean dequantized = isDequantizing();
    session()
        .map(it -> it.context.results())
        .filter(it -> it.comparison().weights().haveValues())
        .filter(it -> it.comparison().weights().areDequantized() != dequantized)
        .ifPresent(shown -> turn(shown, dequantized));
  }

  private void turn(ComparisonResults shown, boolean dequantized) {
    OpenComparison before = shown.comparison();
    Optional<ComparisonResults> found =
        other
            .filter(it -> it.comparison().a() == before.a())
            .filter(it -> it.comparison().byHand().equals(before.byHand()));
    Comparison known = found.orElse(shown).snapshot();
    change(
        (cancellation, _) -> {
          OpenComparison now =
              found.isPresent()
                  ? found.get().comparison()
                  : OpenComparison.of(before.a(), before.b(), dequantized, cancellation)
                      .with(before.byHand());
          return new ComparisonResults(now, known);
        },
        () -> other = Optional.of(shown));
  }

  /// Shows the same documents with a pair added or removed; the results of other pairs are kept.
  private void pair(ByHand byHand) {
    ComparisonResults shown = session.get().context.results();
    Comparison known = shown.snapshot();
    OpenComparison before = shown.comparison();
    change((_, _) -> new ComparisonResults(before.with(List.of(byHand)), known), () -> {});
  }

  private void change(Work<ComparisonResults> work, Runnable onChange) {
    changing.start(
        window.messages().text("compare.job.change"),
        work,
        results -> {
          onChange.run();
          next = Optional.of(results);
          opener.replace(results.comparison());
        },
        failure -> window.status().report(Failures.of(failure)));
  }

  void bindCommands() {
    bind(Command.NEXT_DIFFERENCE, it -> it.search.find(true));
    bind(Command.PREVIOUS_DIFFERENCE, it -> it.search.find(false));
    bind(Command.SWAP_SIDES, _ -> opener.compareAgain(true));
    bind(Command.SAVE_REPORT, it -> new ReportFlow(it.context).choose());
    name(Command.SCAN_VALUES, "command.scan-values.compare");
    name(Command.STOP_SCAN, "command.stop-scan.compare");
  }

  /// Binds a command to one action for documents and another for comparisons.
  void bind(Command command, Runnable ofDocument, Consumer<ComparisonSession> ofComparison) {
    BooleanExpression open = window.selection().isOpenProperty();
    window
        .commands()
        .bind(
            command, () -> session().ifPresentOrElse(ofComparison, ofDocument), open.or(isShown()));
  }

  private void bind(Command command, Consumer<ComparisonSession> action) {
    window.commands().bind(command, () -> session().ifPresent(action), isShown());
  }

  private void name(Command command, String key) {
    String defaultName = window.messages().text(command.messageKey());
    String ofComparison = window.messages().text(key);
    window.commands().name(command, isShown().map(shown -> shown ? ofComparison : defaultName));
  }

  /// Null if no comparison is shown.
  ObservableValue<ComparisonResults> results() {
    return session.map(it -> it.context.results());
  }

  BooleanExpression isShown() {
    return session.isNotNull();
  }

  BooleanExpression canStart() {
    return is(ScanState::canStart);
  }

  BooleanExpression canStop() {
    return is(ScanState::isRunning);
  }

  private BooleanExpression is(Predicate<ScanState> test) {
    return BooleanExpression.booleanExpression(
        results().flatMap(ComparisonResults::stateProperty).map(test::test).orElse(false));
  }

  void start() {
    session().ifPresent(it -> it.scan.start());
  }

  void stop() {
    session().ifPresent(it -> it.scan.stop());
  }

  Optional<ComparisonSession> session() {
    return Optional.ofNullable(session.get());
  }

  Optional<ComparisonContext> context() {
    return session().map(it -> it.context);
  }

  /// Returns the context of the panes of the open comparison.
  PaneContext forPanes() {
    return window.forPanes(window.selection(), context());
  }
}
