package io.github.tensorloupe.desktop.pane.scan;

import module java.base;
import module javafx.controls;

import io.github.tensorloupe.desktop.command.Command;
import io.github.tensorloupe.desktop.command.Commands;
import io.github.tensorloupe.desktop.control.WeakSubscriptions;
import io.github.tensorloupe.desktop.control.panel.MenuItems;
import io.github.tensorloupe.desktop.control.panel.PanelParts;
import io.github.tensorloupe.desktop.selection.ComparisonResults;
import io.github.tensorloupe.desktop.selection.DocumentHealth;
import io.github.tensorloupe.desktop.selection.ScanResults.ScanState;
import io.github.tensorloupe.desktop.settings.ChosenSettings;
import io.github.tensorloupe.desktop.text.Messages;
import io.github.tensorloupe.desktop.theme.Tips;
import io.github.tensorloupe.format.Severity;

/// The status bar item for the state of the scan or of the comparison, with a menu to start, stop
/// and configure it.
public final class ScanChip extends MenuButton {

  private static final double MIN_WIDTH = 190;
  private static final List<String> STYLES =
      List.of("scan-danger", "scan-warning", "scan-success", "scan-neutral");

  private final BackgroundScan scan;
  private final ObservableValue<ComparisonResults> compared;
  private final Messages messages;
  private final Tooltip tooltip = Tips.of("");
  private final SimpleBooleanProperty isWrong = new SimpleBooleanProperty();

  /// @param compared the results of the current comparison; the value is null if there is none
  /// @param commands must include the commands of the scan
  public ScanChip(
      BackgroundScan scan,
      ObservableValue<ComparisonResults> compared,
      Commands commands,
      Messages messages) {
    this.scan = scan;
    this.compared = compared;
    this.messages = messages;
    PanelParts.named(this, "scan-chip", "scan-chip");
    setTooltip(tooltip);
    CheckMenuItem automatic = new CheckMenuItem(messages.text("scan.automatic"));
    automatic.setId("scan-automatic");
    automatic.selectedProperty().bindBidirectional(scan.automatic);
    getItems().addAll(problems(commands), commands.menuItem(Command.SCAN_VALUES));
    getItems().addAll(commands.menuItem(Command.STOP_SCAN), new SeparatorMenuItem());
    getItems().addAll(automatic, new SeparatorMenuItem());
    getItems().addAll(limits());
    List.of(
            scan.results.healthProperty(),
            scan.results.progressProperty(),
            compared,
            compared.flatMap(ComparisonResults::revisionProperty),
            compared.flatMap(ComparisonResults::stateProperty),
            compared.flatMap(ComparisonResults::progressProperty))
        .forEach(value -> WeakSubscriptions.of(this).subscribe(value, _ -> showState()));
  }

  // Runs the command by name, because its action is bound later.
  private MenuItem problems(Commands commands) {
    MenuItem item =
        MenuItems.of(
            "scan-show-problems",
            messages.text("scan.show-problems"),
            Command.SHOW_PROBLEMS.icon(),
            () -> commands.run(Command.SHOW_PROBLEMS));
    item.visibleProperty().bind(isWrong);
    return item;
  }

  private List<MenuItem> limits() {
    List<Number> limits = List.copyOf(ChosenSettings.scanLimits(scan.limitBytes.get()));
    List<MenuItem> items =
        MenuItems.radio(
            scan.limitBytes,
            limits,
            limit -> "scan-limit-" + limit,
            limit -> ChosenSettings.scanLimitText(limit.longValue(), messages));
    items.forEach(item -> item.disableProperty().bind(scan.automatic.not()));
    return items;
  }

  // A long text is truncated instead of widening the window.
  @Override
  protected double computeMinWidth(double height) {
    return Math.min(MIN_WIDTH, prefWidth(height));
  }

  private void showState() {
    Optional<ComparisonResults> pairs = Optional.ofNullable(compared.getValue());
    Optional<ScanSummary> summary =
        scan.results
            .healthProperty()
            .get()
            .filter(_ -> pairs.isEmpty())
            .map(it -> new ScanSummary(it, scan.results.progressProperty().get(), messages));
    PanelParts.setShown(this, pairs.isPresent() || summary.isPresent());
    isWrong.set(summary.flatMap(it -> it.health().worstOfValues()).isPresent());
    setText(pairs.map(this::text).or(() -> summary.map(ScanSummary::text)).orElse(""));
    setAccessibleText(getText());
    ScanState state =
        pairs.map(it -> it.stateProperty().get()).orElseGet(scan.results.stateProperty()::get);
    String reason = state instanceof ScanState.Failed(String why, Throwable _) ? "\n" + why : "";
    tooltip.setText(getText() + reason);
    getStyleClass().removeAll(STYLES);
    getStyleClass().add(summary.map(ScanSummary::styleClass).orElse("scan-neutral"));
  }

  private String text(ComparisonResults results) {
    String all = messages.count(results.comparison().pairs().size());
    String found = messages.text("compare.differ", messages.count(results.differentCount()), all);
    return switch (results.stateProperty().get()) {
      case ScanState.NotStarted _ -> messages.text("compare.not-compared");
      case ScanState.Running _ -> {
        long percent = (long) (results.progressProperty().get() * 100);
        yield messages.text("compare.running", messages.count(percent)) + " · " + found;
      }
      case ScanState.Stopped _ ->
          messages.text("compare.stopped", messages.count(results.doneCount()), all);
      case ScanState.Failed _ -> messages.text("compare.failed") + " · " + found;
      case ScanState.Done _ -> found;
    };
  }

  /// A short text about the state and the results of a scan.
  ///
  /// @param progress of a running scan, from 0 to 1
  record ScanSummary(DocumentHealth health, double progress, Messages messages) {

    String text() {
      ScanState scan = health.scan();
      String problems = health.worstOfValues().map(this::problems).orElse("");
      if (scan instanceof ScanState.Done) {
        return messages.text("scan.done", problems.isEmpty() ? noProblems() : problems);
      }
      String state =
          scan.isRunning()
              ? messages.text("scan.running", messages.count((long) (progress * 100)))
              : messages.text("scan." + scan.key(), messages.count(health.scannedCount()), all());
      return problems.isEmpty() ? state : state + " · " + problems;
    }

    private String all() {
      return messages.count(health.tensorCount());
    }

    private String problems(Severity worst) {
      int count = health.countBySeverity().getOrDefault(worst, 0);
      if (count == 0) {
        String key = worst == Severity.ERROR ? "errors" : "warnings";
        long ofWeights = health.weights().count(worst, false);
        return ofWeights == 0
            ? messages.count("overview.line.layers", health.layers().count(worst, false))
            : messages.count("overview.line.weights." + key, ofWeights);
      }
      String kind =
          worst == Severity.ERROR ? Messages.word(health.nonFinite().orElseThrow()) : "warnings";
      String key = "scan.with." + kind + (count == 1 ? ".one" : "");
      return messages.text(key, messages.count(count), all());
    }

    private String noProblems() {
      String key = "scan.done." + Messages.word(health.cleanValues());
      return messages.text(key, messages.count(health.scannedCount()), all());
    }

    String styleClass() {
      Optional<Severity> worst = health.worstOfValues();
      if (worst.isPresent() || health.scan() instanceof ScanState.Failed) {
        return worst.equals(Optional.of(Severity.ERROR)) ? "scan-danger" : "scan-warning";
      }
      return health.areValuesFine() ? "scan-success" : "scan-neutral";
    }
  }
}
