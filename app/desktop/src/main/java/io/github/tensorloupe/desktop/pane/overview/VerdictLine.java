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
import io.github.tensorloupe.desktop.selection.DocumentHealth;
import io.github.tensorloupe.desktop.selection.DocumentVerdict;
import io.github.tensorloupe.desktop.selection.ScanResults.ScanState;
import io.github.tensorloupe.desktop.selection.TensorFindings;
import io.github.tensorloupe.desktop.text.Messages;
import io.github.tensorloupe.desktop.theme.Icons;
import io.github.tensorloupe.desktop.theme.Tips;
import io.github.tensorloupe.format.DisplayText;
import io.github.tensorloupe.format.Finding;
import io.github.tensorloupe.format.Severity;
import io.github.tensorloupe.integrity.expected.Check;
import org.kordamp.ikonli.feather.Feather;
import org.kordamp.ikonli.javafx.FontIcon;

/// The verdicts on a document in one line: the structure, the values, the hashes, and the number of
/// problems and notes. Each is a link to its details.
final class VerdictLine extends FlowPane {

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
  private final ObservableValue<Boolean> inSight;
  private final Messages messages;
  private final Button loads;
  private final Button values;
  private final Button first;
  private final Button hashes;
  private final Button weights;
  private final Button config;
  private final Button outliers;
  private final Button problems;

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
    this.inSight = inSight;
    this.messages = messages;
    PanelParts.named(this, "overview-line", "verdict-line");
    setMinWidth(0);
    Runnable showProblems = () -> commands.run(Command.SHOW_PROBLEMS);
    loads = link("overview-loads", showProblems);
    values =
        link(
            "overview-values",
            () -> commands.run(canScan() ? Command.SCAN_VALUES : Command.SHOW_PROBLEMS));
    first = link("overview-values-first", this::goToFirst);
    hashes = link("overview-check-download", onHashes);
    weights = link("overview-weights", showProblems);
    config = link("overview-config-findings", showProblems);
    outliers = link("overview-outliers", () -> commands.run(Command.SHOW_LAYERS));
    problems = link("overview-notes", showProblems);
    ObservableValue<Optional<Failure>> failure =
        model
            .results
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
            config,
            values,
            first,
            DetailsButton.visibleWhilePresent(failure, messages),
            outliers,
            hashes,
            problems);
    PanelParts.setShown(hashes, overview.verdict().outcome().loads());
    for (ObservableValue<?> each : List.of(model.results.healthProperty(), inSight)) {
      WeakSubscriptions.of(this).subscribe(each, _ -> health().ifPresent(this::show));
    }
    WeakSubscriptions.of(this).subscribe(model.results.checkedHashesProperty(), this::showHashes);
  }

  private Button link(String id, Runnable action) {
    Button link = PanelParts.button(id, "", action);
    link.getStyleClass().addAll("flat", "small", "verdict-link");
    // The end of a tensor name is more informative than its middle.
    link.setTextOverrun(OverrunStyle.CENTER_ELLIPSIS);
    link.setMinWidth(0);
    return link;
  }

  private void setLink(Button link, State state, String text, String tip) {
    String accessibleText = text + ". " + tip;
    // Results arrive several times a second, and changing styles is slow.
    if (accessibleText.equals(link.getAccessibleText())) {
      return;
    }
    link.setText(text);
    link.getStyleClass().removeIf(style -> style.startsWith("verdict-link-"));
    link.getStyleClass().add("verdict-link-" + Messages.word(state));
    link.setGraphic(icon(state));
    Tips.explain(link, tip);
    link.setAccessibleText(accessibleText);
  }

  private static FontIcon icon(State state) {
    return switch (state) {
      case GOOD -> Icons.of(state.icon, "icon-success");
      case BAD -> Icons.of(state.icon, "icon-danger");
      case WARNING -> Icons.of(state.icon, "icon-warning");
      case OPEN -> Icons.of(state.icon);
    };
  }

  /// Returns the health of the document, or empty if the line is hidden or another document is
  /// open.
  private Optional<DocumentHealth> health() {
    return model
        .results
        .healthProperty()
        .get()
        .filter(health -> inSight.getValue() && health.document() == overview.document());
  }

  private boolean canScan() {
    return health()
        .filter(it -> it.scan().canStart() && !it.countBySeverity().containsKey(Severity.ERROR))
        .isPresent();
  }

  private void show(DocumentHealth health) {
    showStructure(health);
    showFindings(weights, health.weights(), false);
    showFindings(config, health.weights(), true);
    showValues(health);
    PanelParts.setShown(outliers, health.outlierCount() > 0);
    Optional<Finding> layer = health.layers().first(Severity.WARNING, false);
    if (layer.isPresent()) {
      long count = health.layers().count(Severity.WARNING, false);
      String text = messages.count("overview.line.layers", count);
      setLink(outliers, State.WARNING, text, sentence(layer.get()));
    } else if (health.outlierCount() > 0) {
      String text = messages.count("layers.outliers", health.outlierCount());
      setLink(outliers, State.OPEN, text, messages.text("overview.line.outliers.tip"));
      outliers.setGraphic(Icons.of(Feather.TRENDING_UP, "icon-info"));
    }
    PanelParts.setShown(problems, health.worst().filter(it -> !isShown(health, it)).isPresent());
    health.worst().ifPresent(worst -> showProblems(worst, health.count(worst)));
  }

  /// Returns true if another link already shows all findings of a severity. No other link shows
  /// notes.
  private static boolean isShown(DocumentHealth health, Severity severity) {
    TensorFindings weights = health.weights();
    return severity != Severity.INFO
        && LongStream.of(
                weights.count(severity, false),
                weights.count(severity, true),
                health.layers().count(severity, false))
            .anyMatch(count -> count == health.count(severity));
  }

  private void showStructure(DocumentHealth health) {
    DocumentVerdict verdict = health.structure();
    String tip =
        health.count(Severity.INFO) == 0 ? "overview.verdict.clean" : "overview.verdict.notes";
    String more = overview.verdict().firstFinding().map(this::sentence).orElse(messages.text(tip));
    String key = overview.isOther() ? "overview.line.not-safetensors" : verdict.messageKey();
    setLink(loads, verdict.isBad() ? State.BAD : State.GOOD, messages.text(key), more);
  }

  private String sentence(Finding finding) {
    return DisplayText.of(messages.sentence(finding.sentence()), NAME_CHARACTERS);
  }

  private void showProblems(Severity worst, long count) {
    State state =
        switch (worst) {
          case ERROR -> State.BAD;
          case WARNING -> State.WARNING;
          case INFO -> State.OPEN;
        };
    String text = messages.count("problems." + worst.spelling(), count);
    setLink(problems, state, text, messages.text("status.problems.tip"));
    if (state == State.OPEN) {
      problems.setGraphic(Icons.of(Feather.INFO));
    }
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

  private void showFindings(Button link, TensorFindings found, boolean ofConfig) {
    Optional<Severity> worst =
        Stream.of(Severity.ERROR, Severity.WARNING)
            .filter(it -> found.count(it, ofConfig) > 0)
            .findFirst();
    PanelParts.setShown(link, worst.isPresent());
    if (worst.isPresent()) {
      boolean isError = worst.get() == Severity.ERROR;
      String key =
          "overview.line."
              + (ofConfig ? "config" : "weights")
              + (isError ? ".errors" : ".warnings");
      String text = messages.count(key, found.count(worst.get(), ofConfig));
      Finding first = found.first(worst.get(), ofConfig).orElseThrow();
      setLink(link, isError ? State.BAD : State.WARNING, text, sentence(first));
    }
  }

  private void showValues(DocumentHealth health) {
    List<HealthIssue> issues =
        Stream.of(HealthIssue.values())
            .filter(issue -> !issue.isHarmless() && health.countByIssue().containsKey(issue))
            .toList();
    boolean isDone = health.scan() instanceof ScanState.Done;
    // The link to quantized weights shows their problems.
    boolean isElsewhere = isDone && issues.isEmpty() && health.worstOfValues().isPresent();
    PanelParts.setShown(values, health.tensorCount() > 0 && !isElsewhere);
    State state =
        health.countBySeverity().containsKey(Severity.ERROR)
            ? State.BAD
            : health.countBySeverity().containsKey(Severity.WARNING)
                ? State.WARNING
                : health.areValuesFine() ? State.GOOD : State.OPEN;
    Optional<String> name = health.firstNonFinite().flatMap(it -> it.finding().tensor());
    List<String> details = new ArrayList<>(List.of(scanned(health)));
    if (!issues.isEmpty()) {
      details.add(text(health, issues) + ".");
    } else if (health.areValuesFine()) {
      details.add(messages.text("overview.values.healthy"));
    }
    name.map(this::firstTip).ifPresent(details::add);
    long expected =
        health.countByIssue().entrySet().stream()
            .filter(entry -> entry.getKey().isHarmless())
            .mapToLong(Map.Entry::getValue)
            .sum();
    if (expected > 0) {
      details.add(messages.count("overview.values.initial", expected));
    }
    String more = issues.size() > MAX_ISSUES ? " …" : "";
    String text =
        issues.isEmpty()
            ? brief(health)
            : text(health, issues.subList(0, Math.min(MAX_ISSUES, issues.size()))) + more;
    setLink(values, state, text, String.join(" ", details));
    PanelParts.setShown(first, name.isPresent());
    name.ifPresent(this::showFirst);
  }

  private String text(DocumentHealth health, List<HealthIssue> issues) {
    return issues.stream()
        .map(
            issue ->
                messages.count("overview.tensors", health.countByIssue().get(issue))
                    + " "
                    + messages.text("overview.values." + issue.spelling()))
        .collect(Collectors.joining(" · "));
  }

  private String brief(DocumentHealth health) {
    String key =
        !(health.scan() instanceof ScanState.Done)
            ? health.scan().key()
            : Messages.word(health.cleanValues());
    return messages.text(
        "overview.line.values." + key,
        messages.count(health.scannedCount()),
        messages.count(health.tensorCount()));
  }

  private String scanned(DocumentHealth health) {
    int scannedCount = health.scannedCount();
    return switch (health.scan()) {
      case ScanState.Failed(String reason, Throwable _) -> DisplayText.of(reason);
      case ScanState.Done _ when scannedCount == 0 -> messages.text("overview.values.none");
      case ScanState.Done _ -> messages.count("overview.values.done", scannedCount);
      case ScanState scan ->
          messages.text(
              "overview.values." + scan.key(),
              messages.count(scannedCount),
              messages.count(health.tensorCount()));
    };
  }

  private void showFirst(String name) {
    String brief = DisplayText.of(name, SHORT_NAME_CHARACTERS);
    setLink(first, State.BAD, messages.text("overview.line.first", brief), firstTip(name));
    first.setGraphic(Icons.of(Feather.ARROW_RIGHT, "icon-danger"));
  }

  private String firstTip(String name) {
    return messages.text("overview.values.first", DisplayText.of(name, NAME_CHARACTERS));
  }

  private void goToFirst() {
    health().flatMap(DocumentHealth::firstNonFinite).ifPresent(model::goTo);
  }
}
