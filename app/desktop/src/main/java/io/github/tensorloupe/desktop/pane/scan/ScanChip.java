package io.github.tensorloupe.desktop.pane.scan;

import module java.base;
import module javafx.controls;

import io.github.tensorloupe.desktop.command.Command;
import io.github.tensorloupe.desktop.command.Commands;
import io.github.tensorloupe.desktop.control.WeakSubscriptions;
import io.github.tensorloupe.desktop.control.panel.MenuItems;
import io.github.tensorloupe.desktop.control.panel.PanelParts;
import io.github.tensorloupe.desktop.selection.ComparisonResults;
import io.github.tensorloupe.desktop.selection.ScanResults;
import io.github.tensorloupe.desktop.selection.ScanResults.ScanState;
import io.github.tensorloupe.desktop.selection.Selection;
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
  private final Selection selection;
  private final ObservableValue<ComparisonResults> compared;
  private final Messages messages;
  private final Tooltip tooltip = Tips.of("");
  private final SimpleBooleanProperty isWrong = new SimpleBooleanProperty();

  /// @param compared the results of the current comparison; the value is null if there is none
  /// @param commands must include the commands of the scan
  public ScanChip(
      BackgroundScan scan,
      Selection selection,
      ObservableValue<ComparisonResults> compared,
      Commands commands,
      Messages messages) {
    this.scan = scan;
    this.selection = selection;
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
            scan.results.revisionProperty(),
            scan.results.stateProperty(),
            scan.results.progressProperty(),
            selection.documentProperty(),
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
    ComparisonResults pairs = compared.getValue();
    ScanSummary words = new ScanSummary(scan.results, messages);
    PanelParts.setShown(this, pairs != null || selection.openDocument().isPresent());
    isWrong.set(pairs == null && words.isWrong());
    ScanState state = (pairs == null ? scan.results.stateProperty() : pairs.stateProperty()).get();
    setText(pairs == null ? words.text() : text(pairs));
    setAccessibleText(getText());
    String reason = state instanceof ScanState.Failed(String why, Throwable _) ? "\n" + why : "";
    tooltip.setText(getText() + reason);
    getStyleClass().removeAll(STYLES);
    getStyleClass().add(pairs == null ? words.styleClass() : "scan-neutral");
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
  record ScanSummary(ScanResults results, Messages messages) {

    String text() {
      return switch (results.stateProperty().get()) {
        case ScanState.NotStarted _ -> messages.text("scan.not-scanned");
        case ScanState.Running _ ->
            messages.text(
                    "scan.running", messages.count((long) (results.progressProperty().get() * 100)))
                + soFar();
        case ScanState.Stopped _ ->
            messages.text("scan.stopped", messages.count(results.scannedCount()), all()) + soFar();
        case ScanState.Failed _ -> messages.text("scan.failed") + soFar();
        case ScanState.Done _ -> messages.text("scan.done", whatIsWrong());
      };
    }

    private String all() {
      return messages.count(results.tensorCount());
    }

    private String soFar() {
      return isWrong() ? " · " + whatIsWrong() : "";
    }

    private String whatIsWrong() {
      int errors = results.countBy(Severity.ERROR);
      int warnings = results.countBy(Severity.WARNING);
      if (errors > 0) {
        return counted("scan.with." + results.nonFiniteKey().orElseThrow(), errors);
      } else if (warnings > 0) {
        return counted("scan.with.warnings", warnings);
      } else if (results.scannedCount() == 0) {
        return messages.text("scan.nothing");
      }
      // Incomplete tensors do not count as healthy.
      return isWhole()
          ? messages.text("scan.healthy")
          : messages.text("scan.healthy.part", messages.count(results.scannedCount()), all());
    }

    private boolean isWhole() {
      return results.scannedCount() == results.tensorCount();
    }

    private String counted(String key, int count) {
      return messages.text(count == 1 ? key + ".one" : key, messages.count(count), all());
    }

    boolean isWrong() {
      return results.countBy(Severity.ERROR) + results.countBy(Severity.WARNING) > 0;
    }

    String styleClass() {
      ScanState state = results.stateProperty().get();
      if (results.countBy(Severity.ERROR) > 0) {
        return "scan-danger";
      } else if (state instanceof ScanState.Failed || results.countBy(Severity.WARNING) > 0) {
        return "scan-warning";
      }
      boolean isSuccess =
          state instanceof ScanState.Done && results.scannedCount() > 0 && isWhole();
      return isSuccess ? "scan-success" : "scan-neutral";
    }
  }
}
