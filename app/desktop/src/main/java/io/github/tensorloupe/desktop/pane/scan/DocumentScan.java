package io.github.tensorloupe.desktop.pane.scan;

import io.github.tensorloupe.desktop.command.Command;
import io.github.tensorloupe.desktop.error.Failures;
import io.github.tensorloupe.desktop.job.Batches;
import io.github.tensorloupe.desktop.job.Job;
import io.github.tensorloupe.desktop.job.LatestJob;
import io.github.tensorloupe.desktop.pane.scan.ScanPasses.Recalled;
import io.github.tensorloupe.desktop.selection.KnownValues;
import io.github.tensorloupe.desktop.selection.MeasuredTensor;
import io.github.tensorloupe.desktop.selection.OpenDocument;
import io.github.tensorloupe.desktop.selection.ScanResults;
import io.github.tensorloupe.desktop.selection.ScanState;
import io.github.tensorloupe.desktop.selection.ScannedTensor;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CancellationException;
import java.util.function.Consumer;
import java.util.function.LongPredicate;
import java.util.function.Supplier;

/// The scan of one open document, from what is known of it before to what is kept of it afterwards.
/// Belongs to the FX thread.
final class DocumentScan {

  private final OpenDocument document;
  private final ScanResults results;
  private final BackgroundScan.Tools tools;
  private final ScanPasses passes;
  private final ScanRuns runs;
  private final LatestJob comparing;
  private final LongPredicate byItself;
  private Optional<ScanKeeper> keeper = Optional.empty();
  private ScanTargets targets = ScanTargets.of(List.of());
  private boolean isRecalled;
  private boolean isAsked;
  private boolean isUnkept;
  private boolean isLeft;

  /// @param byItself whether so many bytes are scanned without being asked to
  DocumentScan(
      OpenDocument document,
      ScanResults results,
      BackgroundScan.Tools tools,
      LongPredicate byItself) {
    this.document = document;
    this.results = results;
    this.tools = tools;
    this.byItself = byItself;
    this.passes = new ScanPasses(tools.scans());
    this.runs = new ScanRuns(tools);
    this.comparing = new LatestJob(tools.jobs());
  }

  OpenDocument document() {
    return document;
  }

  /// Shows what is known from before, and goes on by itself where that is wanted.
  ///
  /// @param carried gives what is known without being looked up; called beside the FX thread
  /// @param resuming whether to go on whatever the settings say
  void open(Supplier<KnownValues> carried, boolean resuming) {
    tools
        .jobs()
        .startToEnd(
            tools.messages().text("scan.job.recall"),
            (_, _) -> recall(carried.get()),
            recalled -> show(recalled, resuming),
            this::fail);
  }

  private Recalled recall(KnownValues carried) {
    try {
      return passes.recall(document.checkpoint(), tools.memory(), carried);
    } catch (IOException | RuntimeException e) {
      // Without what was kept everything is looked at again, which is slower and not wrong.
      return passes.recall(document.checkpoint(), carried, e);
    }
  }

  private void show(Recalled recalled, boolean resuming) {
    if (isLeft) {
      return;
    }
    isRecalled = true;
    keeper = recalled.place().map(place -> new ScanKeeper(place, tools));
    targets = recalled.targets();
    recalled.trouble().map(Failures::of).ifPresent(tools.told());
    results.addHealth(recalled.health());
    results.addFigures(recalled.figures());
    isUnkept = recalled.hasCarried();
    ScanTargets left = unscanned();
    if (left.isEmpty()) {
      results.setState(new ScanState.Done());
    }
    compare();
    if (resuming || isAsked || byItself.test(left.byteCount())) {
      scan(left);
    }
  }

  /// Begins if the settings say so and nothing has begun yet.
  void scanByItself() {
    if (results.stateProperty().get() instanceof ScanState.NotStarted
        && isRecalled
        && byItself.test(unscanned().byteCount())) {
      scan();
    }
  }

  private ScanTargets unscanned() {
    return targets.only(tensor -> results.health(tensor).isEmpty());
  }

  private boolean isScanning() {
    return results.stateProperty().get() instanceof ScanState.Running;
  }

  /// Looks at every tensor that has not been looked at, as soon as it is known which.
  void scan() {
    isAsked = true;
    if (isRecalled && !isScanning()) {
      scan(unscanned());
    }
  }

  private void scan(ScanTargets left) {
    if (left.isEmpty()) {
      scanned();
      return;
    }
    results.setProgress(0);
    results.setState(new ScanState.Running());
    Batches<ScannedTensor> found = tools.jobs().batches(whileOpen(results::addHealth));
    Job job =
        runs.start(
                "scan.job.health",
                (cancellation, progress) -> passes.health(left, found, cancellation, progress),
                this::scanned,
                this::fail)
            .concluding(new ScanWords(results, tools.messages())::text)
            .shownBy(Command.SHOW_PROBLEMS);
    job.progressProperty().subscribe(value -> showProgress(value.doubleValue()));
  }

  private void showProgress(double fraction) {
    if (!isLeft && isScanning() && fraction >= 0) {
      results.setProgress(fraction);
    }
  }

  private void scanned() {
    results.setState(new ScanState.Done());
    keep();
    measure();
  }

  private void fail(Throwable failure) {
    if (isLeft) {
      return;
    }
    results.setState(
        failure instanceof CancellationException
            ? new ScanState.Stopped()
            : new ScanState.Failed(tools.messages().sentence(Failures.sentence(failure)), failure));
    keep();
  }

  /// Sums up every tensor that has not been summed up, for those that compare tensors.
  private void measure() {
    ScanTargets left = targets.only(tensor -> results.figures(tensor).isEmpty());
    if (left.isEmpty()) {
      compare();
      return;
    }
    Batches<MeasuredTensor> found = tools.jobs().batches(whileOpen(results::addFigures));
    runs.start(
        "scan.job.figures",
        (cancellation, progress) -> passes.figures(left, found, cancellation, progress),
        () -> {
          keep();
          compare();
        },
        failure -> {
          if (!(failure instanceof CancellationException)) {
            tools.told().accept(Failures.of(failure));
          }
          keep();
          compare();
        });
  }

  /// Compares the tensors of which figures are known.
  private void compare() {
    if (isLeft || results.measuredCount() == 0) {
      return;
    }
    KnownValues known = results.known();
    comparing.start(
        tools.messages().text("scan.job.compare"),
        (cancellation, _) -> passes.outliers(document.checkpoint(), known, cancellation),
        results::setOutliers,
        failure -> tools.told().accept(Failures.of(failure)));
  }

  private <T> Consumer<List<T>> whileOpen(Consumer<List<T>> consumer) {
    return batch -> {
      if (!isLeft) {
        isUnkept = true;
        consumer.accept(batch);
      }
    };
  }

  /// Stops at once; what was found stays.
  void stop() {
    runs.stop();
    if (isScanning()) {
      results.setState(new ScanState.Stopped());
    }
  }

  /// Ends because the document is no longer shown. What was found is kept.
  void leave() {
    isLeft = true;
    runs.drop();
    comparing.cancel();
    keep();
  }

  private void keep() {
    if (keeper.isEmpty() || !isUnkept) {
      return;
    }
    isUnkept = false;
    keeper.get().keep(results.known());
  }
}
