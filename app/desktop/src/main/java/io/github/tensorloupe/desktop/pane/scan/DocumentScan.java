package io.github.tensorloupe.desktop.pane.scan;

import module java.base;

import io.github.tensorloupe.desktop.command.Command;
import io.github.tensorloupe.desktop.error.Failures;
import io.github.tensorloupe.desktop.job.Job;
import io.github.tensorloupe.desktop.job.LatestJob;
import io.github.tensorloupe.desktop.pane.scan.ScanPasses.Recalled;
import io.github.tensorloupe.desktop.pane.scan.ScanPasses.Targets;
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
  private final ScanRuns runs;
  private final LatestJob comparing;
  private final LongPredicate automatic;
  private Optional<Keeper> keeper = Optional.empty();
  private Targets targets = Targets.of(List.of());
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
    this.runs = new ScanRuns(tools);
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
            (_, _) -> recall(carried.get()),
            recalled -> show(recalled, resuming),
            this::fail);
  }

  private Recalled recall(KnownValues carried) {
    try {
      return passes.recall(document.checkpoint(), tools.memory(), carried);
    } catch (IOException | RuntimeException e) {
      // Without stored results everything is scanned again.
      return passes.recall(document.checkpoint(), carried, e);
    }
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
    Targets left = unscanned();
    if (left.isEmpty()) {
      results.setState(new ScanState.Done());
    }
    compare();
    if (resuming || isAsked || automatic.test(left.byteCount())) {
      scan(left);
    }
  }

  /// Starts an automatic scan if none has started yet.
  void scanByItself() {
    if (results.stateProperty().get() instanceof ScanState.NotStarted
        && isRecalled
        && automatic.test(unscanned().byteCount())) {
      scan();
    }
  }

  private Targets unscanned() {
    return targets.only(tensor -> results.health(tensor).isEmpty());
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

  private void scan(Targets left) {
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

  /// Measures every tensor without figures, for the comparison of tensors.
  private void measure() {
    Targets left = targets.only(tensor -> results.figures(tensor).isEmpty());
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
            tools.onFailure().accept(Failures.of(failure));
          }
          keep();
          compare();
        });
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
    runs.stop();
    if (isScanning()) {
      results.setState(new ScanState.Stopped());
    }
  }

  /// Ends with the document and stores the results.
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

  /// Runs passes over tensors, of which only the latest reports its end. Belongs to the FX thread.
  private static final class ScanRuns {

    /// A pass over tensors; runs in the background.
    interface Pass {
      void run(Cancellation cancellation, Progress progress) throws IOException;
    }

    private final BackgroundScan.Tools tools;
    private Optional<Job> job = Optional.empty();
    private int latest;

    ScanRuns(BackgroundScan.Tools tools) {
      this.tools = tools;
    }

    /// Starts a pass.
    ///
    /// @param titleKey message key of the job title
    /// @param onEnd called after success, unless another pass was started
    /// @param onFailure called after a failure or cancellation instead
    Job start(String titleKey, Pass pass, Runnable onEnd, Consumer<Throwable> onFailure) {
      int run = ++latest;
      Job started =
          tools
              .jobs()
              .startToEnd(
                  tools.messages().text(titleKey),
                  (cancellation, progress) -> {
                    pass.run(cancellation, progress);
                    return pass;
                  },
                  _ -> follow(run, onEnd),
                  failure -> follow(run, () -> onFailure.accept(failure)))
              .inBytes();
      job = Optional.of(started);
      return started;
    }

    private void follow(int run, Runnable what) {
      if (run == latest) {
        what.run();
      }
    }

    /// Stops the current pass.
    void stop() {
      job.ifPresent(Job::cancel);
    }

    /// Stops the current pass without reporting its end.
    void drop() {
      latest++;
      stop();
    }
  }
}
