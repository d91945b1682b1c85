package io.github.tensorloupe.desktop.pane.overview;

import module java.base;
import module javafx.controls;

import io.github.tensorloupe.analysis.health.HealthIssue;
import io.github.tensorloupe.desktop.command.Command;
import io.github.tensorloupe.desktop.command.Commands;
import io.github.tensorloupe.desktop.control.Following;
import io.github.tensorloupe.desktop.control.panel.PanelParts;
import io.github.tensorloupe.desktop.error.DetailsButton;
import io.github.tensorloupe.desktop.error.Failure;
import io.github.tensorloupe.desktop.error.Failures;
import io.github.tensorloupe.desktop.selection.OpenDocument.LocatedFinding;
import io.github.tensorloupe.desktop.selection.ScanResults;
import io.github.tensorloupe.desktop.selection.ScanResults.ScanState;
import io.github.tensorloupe.desktop.text.Messages;
import io.github.tensorloupe.desktop.theme.Icons;
import io.github.tensorloupe.format.DisplayText;
import io.github.tensorloupe.format.Finding;
import io.github.tensorloupe.format.FindingCode;
import io.github.tensorloupe.format.Severity;
import java.util.stream.Stream;
import javafx.scene.control.Label;
import org.kordamp.ikonli.feather.Feather;
import org.kordamp.ikonli.javafx.FontIcon;

/// The progress of the value scan and the problems it found.
final class ValuesLine extends HBox {

  private static final Set<FindingCode> NON_FINITE = Set.of(FindingCode.NAN, FindingCode.INF);
  private static final int NAME_CHARACTERS = 200;

  private final ScanResults results;
  private final Messages messages;
  private final FontIcon icon = Icons.of(Feather.ACTIVITY, "values-icon");
  private final Label sentence = PanelParts.wrapping("");
  private final Button scan;
  private final Button problems;

  ValuesLine(ScanResults results, Commands commands, Messages messages) {
    super(12);
    this.results = results;
    this.messages = messages;
    setId("overview-values");
    setAlignment(Pos.CENTER_LEFT);
    sentence.setId("overview-values-sentence");
    sentence.setMaxWidth(Double.MAX_VALUE);
    HBox.setHgrow(sentence, Priority.ALWAYS);
    Runnable start = () -> commands.run(Command.SCAN_VALUES);
    Runnable show = () -> commands.run(Command.SHOW_PROBLEMS);
    scan = PanelParts.button("overview-scan", messages.text("overview.values.scan"), start);
    problems =
        PanelParts.button("overview-values-show", messages.text("overview.values.show"), show);
    ObservableValue<Optional<Failure>> failure =
        results
            .stateProperty()
            .map(
                state ->
                    state instanceof ScanState.Failed(String told, Throwable cause)
                        ? Optional.of(Failures.of(cause, told))
                        : Optional.empty());
    getChildren()
        .setAll(icon, sentence, DetailsButton.whileThereIs(failure, messages), problems, scan);
    Following.of(this).subscribe(results.revisionProperty(), _ -> show());
    Following.of(this).subscribe(results.stateProperty(), _ -> show());
  }

  private void show() {
    ScanState state = results.stateProperty().get();
    boolean hasErrors = results.countBy(Severity.ERROR) > 0;
    boolean hasProblems = hasErrors || results.countBy(Severity.WARNING) > 0;
    PanelParts.setShown(
        scan,
        switch (state) {
          case ScanState.Running _, ScanState.Done _ -> false;
          case ScanState.NotStarted _, ScanState.Stopped _, ScanState.Failed _ -> true;
        });
    PanelParts.setShown(problems, hasProblems);
    sentence.setText(text(state));
    getStyleClass().setAll("values-line");
    icon.getStyleClass().removeIf(style -> style.startsWith("icon-"));
    if (hasProblems) {
      String color = hasErrors ? "danger" : "warning";
      getStyleClass().add("values-" + color);
      icon.getStyleClass().add("icon-" + color);
      icon.setIconCode(hasErrors ? Feather.X_CIRCLE : Feather.ALERT_TRIANGLE);
    } else if (isHealthy(state)) {
      icon.getStyleClass().add("icon-success");
      icon.setIconCode(Feather.CHECK_CIRCLE);
    } else {
      icon.setIconCode(Feather.ACTIVITY);
    }
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
        + usual();
  }

  private String found(ScanState state) {
    String issues =
        Stream.of(HealthIssue.values())
            .filter(issue -> !issue.isUsual() && results.countOf(issue) > 0)
            .map(
                issue ->
                    messages.count(results.countOf(issue))
                        + " "
                        + messages.text("overview.values." + issue.spelling()))
            .collect(Collectors.joining(" · "));
    if (!issues.isEmpty()) {
      return " " + issues + "." + firstNonFinite();
    }
    return isHealthy(state) ? " " + messages.text("overview.values.healthy") : "";
  }

  private String firstNonFinite() {
    return results.findings().stream()
        .map(LocatedFinding::finding)
        .filter(finding -> NON_FINITE.contains(finding.code()))
        .findFirst()
        .flatMap(Finding::tensor)
        .map(name -> DisplayText.of(name, NAME_CHARACTERS))
        .map(name -> " " + messages.text("overview.values.first", name))
        .orElse("");
  }

  /// The sentence about initial values, which only look like a problem.
  private String usual() {
    Stream<HealthIssue> usual = Stream.of(HealthIssue.values()).filter(HealthIssue::isUsual);
    long count = usual.mapToLong(results::countOf).sum();
    return count == 0 ? "" : " " + messages.count("overview.values.initial", count);
  }
}
