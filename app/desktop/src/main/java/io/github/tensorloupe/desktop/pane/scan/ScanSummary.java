package io.github.tensorloupe.desktop.pane.scan;

import io.github.tensorloupe.desktop.selection.ScanResults;
import io.github.tensorloupe.desktop.selection.ScanResults.ScanState;
import io.github.tensorloupe.desktop.text.Figures;
import io.github.tensorloupe.desktop.text.Messages;
import io.github.tensorloupe.format.Severity;

/// A short text about the state and the results of a scan.
record ScanSummary(ScanResults results, Messages messages) {

  /// The text for the current state.
  String text() {
    return switch (results.stateProperty().get()) {
      case ScanState.NotStarted _ -> messages.text("scan.not-scanned");
      case ScanState.Running _ -> messages.text("scan.running", Figures.count(percent())) + soFar();
      case ScanState.Stopped _ ->
          messages.text("scan.stopped", Figures.count(results.scannedCount()), all()) + soFar();
      case ScanState.Failed _ -> messages.text("scan.failed") + soFar();
      case ScanState.Done _ -> messages.text("scan.done", whatIsWrong());
    };
  }

  private long percent() {
    return (long) (results.progressProperty().get() * 100);
  }

  private String all() {
    return Figures.count(results.tensorCount());
  }

  private String soFar() {
    return unhealthyCount() == 0 ? "" : " · " + whatIsWrong();
  }

  private int unhealthyCount() {
    return results.countBy(Severity.ERROR) + results.countBy(Severity.WARNING);
  }

  private String whatIsWrong() {
    if (results.scannedCount() == 0) {
      return messages.text("scan.nothing");
    }
    int errors = results.countBy(Severity.ERROR);
    if (errors > 0) {
      return counted("scan.with." + results.nonFiniteKey().orElseThrow(), errors);
    }
    int warnings = results.countBy(Severity.WARNING);
    return warnings > 0 ? counted("scan.with.warnings", warnings) : healthy();
  }

  /// Counts incomplete tensors as not healthy.
  private String healthy() {
    return isWhole()
        ? messages.text("scan.healthy")
        : messages.text("scan.healthy.part", Figures.count(results.scannedCount()), all());
  }

  private boolean isWhole() {
    return results.scannedCount() == results.tensorCount();
  }

  private String counted(String key, int count) {
    return messages.text(count == 1 ? key + ".one" : key, Figures.count(count), all());
  }

  /// Returns true if there are problems to show.
  boolean isWrong() {
    return unhealthyCount() > 0;
  }

  /// The style class for the current state.
  String styleClass() {
    if (results.countBy(Severity.ERROR) > 0) {
      return "scan-danger";
    }
    if (results.stateProperty().get() instanceof ScanState.Failed
        || results.countBy(Severity.WARNING) > 0) {
      return "scan-warning";
    }
    return results.stateProperty().get() instanceof ScanState.Done
            && results.scannedCount() > 0
            && isWhole()
        ? "scan-success"
        : "scan-neutral";
  }

  /// The text with the reason of a failure.
  String explanation() {
    return results.stateProperty().get() instanceof ScanState.Failed(String sentence, Throwable _)
        ? text() + "\n" + sentence
        : text();
  }
}
