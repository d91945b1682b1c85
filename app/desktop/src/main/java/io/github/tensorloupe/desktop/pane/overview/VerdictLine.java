package io.github.tensorloupe.desktop.pane.overview;

import module java.base;
import module javafx.controls;

import io.github.tensorloupe.analysis.health.HealthIssue;
import io.github.tensorloupe.desktop.command.Command;
import io.github.tensorloupe.desktop.command.Commands;
import io.github.tensorloupe.desktop.control.WeakSubscriptions;
import io.github.tensorloupe.desktop.control.panel.PanelParts;
import io.github.tensorloupe.desktop.error.DetailsButton;
import io.github.tensorloupe.desktop.error.Failure;
import io.github.tensorloupe.desktop.error.Failures;
import io.github.tensorloupe.desktop.selection.FileDocument.LocatedFinding;
import io.github.tensorloupe.desktop.selection.ScanResults;
import io.github.tensorloupe.desktop.selection.ScanResults.ScanState;
import io.github.tensorloupe.desktop.selection.WeightFindings;
import io.github.tensorloupe.desktop.text.Messages;
import io.github.tensorloupe.desktop.theme.Icons;
import io.github.tensorloupe.desktop.theme.Tips;
import io.github.tensorloupe.format.DisplayText;
import io.github.tensorloupe.format.Finding;
import io.github.tensorloupe.format.FindingCode;
import io.github.tensorloupe.format.Severity;
import io.github.tensorloupe.integrity.expected.Check;
import java.util.stream.Stream;
import org.kordamp.ikonli.feather.Feather;
import org.kordamp.ikonli.javafx.FontIcon;

/// The verdicts on a document in one line: the structure, the values, the hashes, and the number of
/// problems and notes. Each is a link to its details.
final class VerdictLine extends FlowPane {

  private static final Set<FindingCode> NON_FINITE = Set.of(FindingCode.NAN, FindingCode.INF);
  private static final int NAME_CHARACTERS = 200;
  private static final int SHORT_NAME_CHARACTERS = 120;
  private static final int MAX_ISSUES = 2;

  private enum State {
    GOOD(Feather.CHECK_CIRCLE),
    BAD(Feather.X_CIRCLE),
    WARNING(Feather.ALERT_TRIANGLE),
    OPEN(Feather.ACTIVITY);

    private final Feather icon;

    State(Feather icon) {
      this.icon = icon;
    }
  }

  private final Overview overview;
  private final OverviewViewModel model;
  private final ScanResults results;
  private final ObservableValue<Boolean> inSight;
  private final Messages messages;
  private final Button values;
  private final Button first;
  private final Button hashes;
  private final Button weights;

  /// @param inSight true while the line is visible; it reports on values only then
  /// @param onHashes compares the files with their expected hashes
  VerdictLine(
      Overview overview,
      OverviewViewModel model,
      ObservableValue<Boolean> inSight,
      Commands commands,
      Runnable onHashes,
      Messages messages) {
    super(4, 4);
    this.overview = overview;
    this.model = model;
    this.results = model.results;
    this.inSight = inSight;
    this.messages = messages;
    PanelParts.named(this, "overview-line", "verdict-line");
    setMinWidth(0);
    Runnable showProblems = () -> commands.run(Command.SHOW_PROBLEMS);
    Button loads = link("overview-loads", showProblems);
    showStructure(loads);
    values =
        link(
            "overview-values",
            () -> commands.run(canScan() ? Command.SCAN_VALUES : Command.SHOW_PROBLEMS));
    first = link("overview-values-first", this::goToFirst);
    hashes = link("overview-check-download", onHashes);
    weights = link("overview-weights", showProblems);
    ObservableValue<Optional<Failure>> failure =
        results
            .stateProperty()
            .map(
                state ->
                    state instanceof ScanState.Failed(String failureReason, Throwable cause)
                        ? Optional.of(Failures.of(cause, failureReason))
                        : Optional.empty());
    getChildren()
        .setAll(
            loads,
            weights,
            values,
            first,
            DetailsButton.visibleWhilePresent(failure, messages),
            hashes);
    notes(showProblems).ifPresent(getChildren()::add);
    PanelParts.setShown(values, !overview.checkpoint().tensors().isEmpty());
    PanelParts.setShown(hashes, overview.verdict().loads());
    for (ObservableValue<?> each :
        List.of(results.revisionProperty(), results.stateProperty(), inSight)) {
      WeakSubscriptions.of(this).subscribe(each, _ -> showValues());
    }
    WeakSubscriptions.of(this).subscribe(model.checkedHashesProperty(), this::showHashes);
  }

  private Button link(String id, Runnable action) {
    Button link = PanelParts.button(id, "", action);
    link.getStyleClass().addAll("flat", "small", "verdict-link");
    link.setMnemonicParsing(false);
    // The end of a tensor name is more informative than its middle.
    link.setTextOverrun(OverrunStyle.CENTER_ELLIPSIS);
    link.setMinWidth(0);
    return link;
  }

  private void setLink(Button link, State state, String text, String tip) {
    link.setText(text);
    link.getStyleClass().removeIf(style -> style.startsWith("verdict-link-"));
    link.getStyleClass().add("verdict-link-" + Messages.word(state));
    link.setGraphic(icon(state));
    Tips.explain(link, tip);
    link.setAccessibleText(text + ". " + tip);
  }

  private static FontIcon icon(State state) {
    return switch (state) {
      case GOOD -> Icons.of(state.icon, "icon-success");
      case BAD -> Icons.of(state.icon, "icon-danger");
      case WARNING -> Icons.of(state.icon, "icon-warning");
      case OPEN -> Icons.of(state.icon);
    };
  }

  private void showStructure(Button link) {
    Verdict verdict = overview.verdict();
    String key =
        switch (verdict.outcome()) {
          case LOADS, WARNINGS -> "verdict.ok";
          case SET_ERRORS -> "verdict.set-errors";
          case REFUSED -> "verdict.refused";
          case SET_REFUSED -> "verdict.set-refused";
          case FOLDER_PROBLEMS -> "verdict.folder";
        };
    String tip = verdict.infoCount() == 0 ? "overview.verdict.clean" : "overview.verdict.notes";
    String more =
        verdict.firstFinding().isEmpty()
            ? messages.text(tip)
            : DisplayText.of(
                messages.sentence(verdict.firstFinding().get().sentence()), NAME_CHARACTERS);
    String text = messages.text(overview.isOther() ? "overview.line.not-safetensors" : key);
    setLink(link, verdict.loads() ? State.GOOD : State.BAD, text, more);
  }

  private Optional<Button> notes(Runnable showProblems) {
    Verdict verdict = overview.verdict();
    Button link = link("overview-notes", showProblems);
    if (verdict.errorCount() > 1) {
      setCountLink(link, State.BAD, "status.errors", verdict.errorCount());
    } else if (verdict.warningCount() > 0) {
      setCountLink(link, State.WARNING, "status.warnings", verdict.warningCount());
    } else if (verdict.infoCount() > 0) {
      setCountLink(link, State.OPEN, "overview.line.notes", verdict.infoCount());
      link.setGraphic(Icons.of(Feather.INFO));
    } else {
      return Optional.empty();
    }
    return Optional.of(link);
  }

  private void setCountLink(Button link, State state, String key, int count) {
    setLink(link, state, messages.count(key, count), messages.text("status.problems.tip"));
  }

  private void showHashes(Optional<Check.Result> result) {
    String tip = messages.text("overview.verdict.check.tip");
    if (result.isPresent() && result.get() == Check.Result.MATCH) {
      setLink(hashes, State.GOOD, messages.text("overview.line.hashes.match"), tip);
    } else if (result.isPresent() && result.get() == Check.Result.MISMATCH) {
      setLink(hashes, State.BAD, messages.text("overview.line.hashes.differ"), tip);
    } else {
      setLink(hashes, State.OPEN, messages.text("overview.verdict.check"), tip);
      hashes.setGraphic(Icons.of(Feather.KEY));
    }
  }

  private boolean canScan() {
    return switch (results.stateProperty().get()) {
      case ScanState.Running _, ScanState.Done _ -> false;
      case ScanState.NotStarted _, ScanState.Stopped _, ScanState.Failed _ ->
          results.countBy(Severity.ERROR) == 0;
    };
  }

  private void showValues() {
    if (!inSight.getValue()) {
      return;
    }
    ScanState state = results.stateProperty().get();
    boolean hasErrors = results.countBy(Severity.ERROR) > 0;
    boolean hasProblems = hasErrors || results.countBy(Severity.WARNING) > 0;
    showWeights(results.weights());
    State shown =
        hasErrors
            ? State.BAD
            : hasProblems ? State.WARNING : isHealthy(state) ? State.GOOD : State.OPEN;
    setLink(values, shown, hasProblems ? issues() : brief(state), text(state));
    Optional<String> name = firstNonFinite();
    PanelParts.setShown(first, name.isPresent());
    name.ifPresent(this::showFirst);
  }

  private void showWeights(WeightFindings found) {
    PanelParts.setShown(weights, !found.groups().isEmpty());
    if (!found.groups().isEmpty()) {
      long errors = found.count(Severity.ERROR);
      Finding worst = found.groups().getFirst().members().getFirst().finding();
      String tip = DisplayText.of(messages.sentence(worst.sentence()), NAME_CHARACTERS);
      String text =
          errors > 0
              ? messages.count("overview.line.weights.errors", errors)
              : messages.count("overview.line.weights.warnings", found.count(Severity.WARNING));
      setLink(weights, errors > 0 ? State.BAD : State.WARNING, text, tip);
    }
  }

  private void showFirst(String name) {
    String brief = DisplayText.of(name, SHORT_NAME_CHARACTERS);
    String tip = messages.text("overview.values.first", DisplayText.of(name, NAME_CHARACTERS));
    setLink(first, State.BAD, messages.text("overview.line.first", brief), tip);
    first.setGraphic(Icons.of(Feather.ARROW_RIGHT, "icon-danger"));
  }

  private void goToFirst() {
    firstFinding().ifPresent(model::select);
  }

  private String issues() {
    List<HealthIssue> found =
        Stream.of(HealthIssue.values())
            .filter(issue -> !issue.isHarmless() && results.countOf(issue) > 0)
            .toList();
    String more = found.size() > MAX_ISSUES ? " …" : "";
    return found.stream()
        .limit(MAX_ISSUES)
        .map(
            issue ->
                messages.count("overview.tensors", results.countOf(issue))
                    + " "
                    + messages.text("overview.values." + issue.spelling()))
        .collect(Collectors.joining(" · ", "", more));
  }

  private String brief(ScanState state) {
    String scanned = messages.count(results.scannedCount());
    String all = messages.count(results.tensorCount());
    return switch (state) {
      case ScanState.NotStarted _ -> messages.text("overview.values.scan");
      case ScanState.Running _ -> messages.text("overview.line.values.running", scanned, all);
      case ScanState.Stopped _ -> messages.text("overview.line.values.stopped");
      case ScanState.Failed _ -> messages.text("overview.line.values.failed");
      case ScanState.Done _ ->
          results.scannedCount() == 0
              ? messages.text("overview.line.values.none")
              : results.scannedCount() < results.tensorCount()
                  ? messages.text("overview.line.values.partly", scanned, all)
                  : messages.text("overview.line.values.fine");
    };
  }

  private boolean isHealthy(ScanState state) {
    return state instanceof ScanState.Done && results.scannedCount() > 0;
  }

  private String text(ScanState state) {
    String scanned = messages.count(results.scannedCount());
    String all = messages.count(results.tensorCount());
    return switch (state) {
          case ScanState.NotStarted _ -> messages.text("overview.values.not-scanned");
          case ScanState.Running _ -> messages.text("overview.values.running", scanned, all);
          case ScanState.Stopped _ -> messages.text("overview.values.stopped", scanned, all);
          case ScanState.Failed(String reason, Throwable _) -> DisplayText.of(reason);
          case ScanState.Done _ ->
              results.scannedCount() == 0
                  ? messages.text("overview.values.none")
                  : messages.count("overview.values.done", results.scannedCount());
        }
        + found(state)
        + expectedIssues();
  }

  private String found(ScanState state) {
    String issues =
        Stream.of(HealthIssue.values())
            .filter(issue -> !issue.isHarmless() && results.countOf(issue) > 0)
            .map(
                issue ->
                    messages.count(results.countOf(issue))
                        + " "
                        + messages.text("overview.values." + issue.spelling()))
            .collect(Collectors.joining(" · "));
    if (!issues.isEmpty()) {
      return " "
          + issues
          + "."
          + firstNonFinite()
              .map(name -> DisplayText.of(name, NAME_CHARACTERS))
              .map(name -> " " + messages.text("overview.values.first", name))
              .orElse("");
    }
    return isHealthy(state) ? " " + messages.text("overview.values.healthy") : "";
  }

  private Optional<LocatedFinding> firstFinding() {
    return results.findings().stream()
        .filter(located -> NON_FINITE.contains(located.finding().code()))
        .findFirst();
  }

  private Optional<String> firstNonFinite() {
    return firstFinding().map(LocatedFinding::finding).flatMap(Finding::tensor);
  }

  private String expectedIssues() {
    Stream<HealthIssue> expected = Stream.of(HealthIssue.values()).filter(HealthIssue::isHarmless);
    long count = expected.mapToLong(results::countOf).sum();
    return count == 0 ? "" : " " + messages.count("overview.values.initial", count);
  }
}
