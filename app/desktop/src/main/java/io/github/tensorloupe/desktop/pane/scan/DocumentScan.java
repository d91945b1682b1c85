package io.github.tensorloupe.desktop.pane.scan;

import module java.base;

import io.github.tensorloupe.desktop.command.Command;
import io.github.tensorloupe.desktop.error.Failures;
import io.github.tensorloupe.desktop.job.Job;
import io.github.tensorloupe.desktop.job.LatestJob;
import io.github.tensorloupe.desktop.pane.scan.ScanChip.ScanSummary;
import io.github.tensorloupe.desktop.pane.scan.ScanPasses.Recalled;
import io.github.tensorloupe.desktop.pane.scan.ScanPasses.Target;
import io.github.tensorloupe.desktop.selection.OpenDocument;
import io.github.tensorloupe.desktop.selection.ScanResults;
import io.github.tensorloupe.desktop.selection.ScanResults.MeasuredTensor;
import io.github.tensorloupe.desktop.selection.ScanResults.ScanState;
import io.github.tensorloupe.desktop.selection.ScanResults.ScannedTensor;
import io.github.tensorloupe.storage.KnownValues;
import io.github.tensorloupe.storage.ScanMemory.Place;
import io.github.tensorloupe.work.Batches;
import io.github.tensorloupe.work.Cancellation;
import io.github.tensorloupe.work.Progress;

/// The scan of one document: stored results, passes over the tensors, and storing the results.
/// Belongs to the FX thread.
final class DocumentScan {

  private final OpenDocument document;
  private final ScanResults results;
  private final BackgroundScan.Tools tools;
  private final ScanPasses passes;
  private final LatestJob comparing;
  private final LongPredicate automatic;
  private Optional<Keeper> keeper = Optional.empty();
  private List<Target> targets = List.of();
  private Optional<Job> pass = Optional.empty();
  private int passNumber;
  private boolean isRecalled;
  private boolean isAsked;
  private boolean isUnkept;
  private boolean isLeft;

  /// @param automatic returns true if a number of bytes is scanned automatically
  DocumentScan(
      OpenDocument document,
      ScanResults results,
      BackgroundScan.Tools tools,
      LongPredicate automatic) {
    this.document = document;
    this.results = results;
    this.tools = tools;
    this.automatic = automatic;
    this.passes = new ScanPasses(tools.scans());
    this.comparing = new LatestJob(tools.jobs());
  }

  OpenDocument document() {
    return document;
  }

  /// Shows stored results and starts an automatic scan.
  ///
  /// @param carried returns results of the document before a reload; called in the background
  /// @param resuming true if to scan regardless of the settings
  void open(Supplier<KnownValues> carried, boolean resuming) {
    tools
        .jobs()
        .startToEnd(
            tools.messages().text("scan.job.recall"),
            (_, _) -> passes.recall(document.checkpoint(), tools.memory(), carried.get()),
            recalled -> show(recalled, resuming),
            this::fail);
  }

  private void show(Recalled recalled, boolean resuming) {
    if (isLeft) {
      return;
    }
    isRecalled = true;
    keeper = recalled.place().map(place -> new Keeper(place, tools));
    targets = recalled.targets();
    recalled.failure().map(Failures::of).ifPresent(tools.onFailure());
    results.addHealth(recalled.health());
    results.addFigures(recalled.figures());
    isUnkept = recalled.hasCarried();
    List<Target> left = unscanned();
    if (left.isEmpty()) {
      results.setState(new ScanState.Done());
    }
    compare();
    if (resuming || isAsked || isAutomatic(left)) {
      scan(left);
    }
  }

  /// Starts an automatic scan if none has started yet.
  void scanByItself() {
    if (results.stateProperty().get() instanceof ScanState.NotStarted
        && isRecalled
        && isAutomatic(unscanned())) {
      scan();
    }
  }

  private List<Target> unscanned() {
    return targets.stream().filter(target -> results.health(target.index()).isEmpty()).toList();
  }

  private boolean isAutomatic(List<Target> left) {
    return automatic.test(left.stream().mapToLong(each -> each.data().range().byteCount()).sum());
  }

  private boolean isScanning() {
    return results.stateProperty().get() instanceof ScanState.Running;
  }

  /// Scans every tensor without a result, once the stored results are loaded.
  void scan() {
    isAsked = true;
    if (isRecalled && !isScanning()) {
      scan(unscanned());
    }
  }

  private void scan(List<Target> left) {
    if (left.isEmpty()) {
      scanned();
      return;
    }
    results.setProgress(0);
    results.setState(new ScanState.Running());
    Batches<ScannedTensor> found = tools.jobs().batches(whileOpen(results::addHealth));
    Job job =
        start(
                "scan.job.health",
                (cancellation, progress) -> passes.health(left, found, cancellation, progress),
                this::scanned,
                this::fail)
            .concluding(new ScanSummary(results, tools.messages())::text)
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

  private void measure() {
    List<Target> left =
        targets.stream().filter(target -> results.figures(target.index()).isEmpty()).toList();
    if (left.isEmpty()) {
      compare();
      return;
    }
    Batches<MeasuredTensor> found = tools.jobs().batches(whileOpen(results::addFigures));
    start(
        "scan.job.figures",
        (cancellation, progress) -> passes.figures(left, found, cancellation, progress),
        () -> {
          keep();
          compare();
        },
        failure -> {
          if (!(failure instanceof CancellationException)) {
            tools.onFailure().accept(Failures.of(failure));
          }
          keep();
          compare();
        });
  }

  /// A pass over tensors; runs in the background.
  private interface Pass {
    void run(Cancellation cancellation, Progress progress) throws IOException;
  }

  /// Starts a pass, of which the end is followed unless another pass was started.
  ///
  /// @param onFailure called after a failure or cancellation instead of `onEnd`
  private Job start(String titleKey, Pass work, Runnable onEnd, Consumer<Throwable> onFailure) {
    int number = ++passNumber;
    Job started =
        tools
            .jobs()
            .startToEnd(
                tools.messages().text(titleKey),
                (cancellation, progress) -> {
                  work.run(cancellation, progress);
                  return work;
                },
                _ -> ifLatest(number, onEnd),
                failure -> ifLatest(number, () -> onFailure.accept(failure)))
            .inBytes();
    pass = Optional.of(started);
    return started;
  }

  private void ifLatest(int number, Runnable action) {
    if (number == passNumber) {
      action.run();
    }
  }

  /// Searches outliers among the measured tensors.
  private void compare() {
    if (isLeft || results.measuredCount() == 0) {
      return;
    }
    KnownValues known = results.known();
    comparing.start(
        tools.messages().text("scan.job.compare"),
        (cancellation, _) -> passes.outliers(document.checkpoint(), known, cancellation),
        results::setOutliers,
        failure -> tools.onFailure().accept(Failures.of(failure)));
  }

  private <T> Consumer<List<T>> whileOpen(Consumer<List<T>> consumer) {
    return batch -> {
      if (!isLeft) {
        isUnkept = true;
        consumer.accept(batch);
      }
    };
  }

  /// Stops at once; results stay.
  void stop() {
    pass.ifPresent(Job::cancel);
    if (isScanning()) {
      results.setState(new ScanState.Stopped());
    }
  }

  /// Ends with the document and stores the results.
  void leave() {
    isLeft = true;
    passNumber++;
    pass.ifPresent(Job::cancel);
    comparing.cancel();
    keep();
  }

  private void keep() {
    if (keeper.isPresent() && isUnkept) {
      isUnkept = false;
      keeper.get().keep(results.known());
    }
  }

  /// Stores the results of a document, one write at a time and never older results over newer ones.
  private static final class Keeper {

    private final Place place;
    private final BackgroundScan.Tools tools;
    private final AtomicReference<KnownValues> waiting = new AtomicReference<>();

    Keeper(Place place, BackgroundScan.Tools tools) {
      this.place = place;
      this.tools = tools;
    }

    /// Stores results in the background. On the FX thread.
    void keep(KnownValues known) {
      waiting.set(known);
      tools
          .jobs()
          .start(
              tools.messages().text("scan.job.keep"),
              (_, _) -> write(),
              _ -> {},
              failure -> tools.onFailure().accept(Failures.of(failure)));
    }

    /// Does nothing if a later call has already written.
    private synchronized Place write() throws IOException {
      KnownValues known = waiting.getAndSet(null);
      if (known != null) {
        place.keep(known);
      }
      return place;
    }
  }
}
