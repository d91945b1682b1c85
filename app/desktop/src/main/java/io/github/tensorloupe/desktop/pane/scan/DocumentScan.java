package io.github.tensorloupe.desktop.pane.scan;

import module java.base;

import io.github.tensorloupe.analysis.chunk.TensorScan;
import io.github.tensorloupe.analysis.distribution.TensorSummary;
import io.github.tensorloupe.analysis.health.HealthFindings;
import io.github.tensorloupe.analysis.health.TensorHealth;
import io.github.tensorloupe.analysis.layers.LayerMap;
import io.github.tensorloupe.analysis.layers.Outliers;
import io.github.tensorloupe.desktop.command.Command;
import io.github.tensorloupe.desktop.error.Failures;
import io.github.tensorloupe.desktop.job.Batches;
import io.github.tensorloupe.desktop.job.Job;
import io.github.tensorloupe.desktop.job.JobSlot;
import io.github.tensorloupe.desktop.job.Work;
import io.github.tensorloupe.desktop.pane.scan.BackgroundScan.CarriedValues;
import io.github.tensorloupe.desktop.pane.scan.ScanChip.ScanSummary;
import io.github.tensorloupe.desktop.selection.FileDocument;
import io.github.tensorloupe.desktop.selection.ScanResults;
import io.github.tensorloupe.desktop.selection.ScanResults.MeasuredTensor;
import io.github.tensorloupe.desktop.selection.ScanResults.ScanState;
import io.github.tensorloupe.desktop.selection.ScanResults.ScanState.Figures;
import io.github.tensorloupe.desktop.selection.ScanResults.ScannedTensor;
import io.github.tensorloupe.desktop.selection.ScanTally;
import io.github.tensorloupe.desktop.storage.KnownValues;
import io.github.tensorloupe.desktop.storage.ScanResultStore.ScanResultKey;
import io.github.tensorloupe.desktop.storage.Settings;
import io.github.tensorloupe.desktop.storage.Settings.Switch;
import io.github.tensorloupe.model.Checkpoint;
import io.github.tensorloupe.model.TensorData;
import io.github.tensorloupe.model.TensorRef;
import java.util.function.IntPredicate;

/// The scan of one document: loading stored results, passes over the tensors, and storing the
/// results. Belongs to the FX thread.
final class DocumentScan {

  /// The data of all tensors that have data. Created on access: half a million permanent objects
  /// would prolong garbage collection pauses and block the window.
  private static final class Targets extends AbstractList<TensorData> implements RandomAccess {

    private final List<TensorRef> tensors;

    /// Indices into the checkpoint's tensors.
    private final int[] indexes;

    private Targets(List<TensorRef> tensors, IntStream indexes) {
      this.tensors = tensors;
      this.indexes = indexes.toArray();
    }

    static Targets of(Checkpoint checkpoint) {
      List<TensorRef> tensors = checkpoint.tensors();
      return new Targets(
          tensors,
          IntStream.range(0, tensors.size()).filter(i -> tensors.get(i).data().isPresent()));
    }

    @Override
    public int size() {
      return indexes.length;
    }

    @Override
    public TensorData get(int place) {
      return tensors.get(indexes[place]).data().orElseThrow();
    }

    Targets only(IntPredicate wanted) {
      return new Targets(tensors, Arrays.stream(indexes).filter(wanted));
    }

    long byteCount() {
      return stream().mapToLong(each -> each.range().byteCount()).sum();
    }
  }

  final FileDocument document;
  private final ScanResults results;
  private final BackgroundScan.Tools tools;
  private final JobSlot<Object> pass;
  private final JobSlot<List<Outliers.Outlier>> comparing;
  private final AtomicReference<KnownValues> unwritten = new AtomicReference<>();
  private Optional<ScanResultKey> key = Optional.empty();
  private Targets targets = new Targets(List.of(), IntStream.empty());
  private boolean isRecalled;
  private boolean isRequested;
  private boolean isUnstored;
  private Set<Integer> storedDoubts = Set.of();

  DocumentScan(FileDocument document, ScanResults results, BackgroundScan.Tools tools) {
    this.document = document;
    this.results = results;
    this.tools = tools;
    this.pass = new JobSlot<>(tools.jobs());
    this.comparing = new JobSlot<>(tools.jobs());
    pass.onStop(this::stopped);
    pass.progressProperty()
        .subscribe(
            fraction -> {
              if (isScanning() && fraction.doubleValue() >= 0) {
                results.progressProperty().set(fraction.doubleValue());
              }
            });
  }

  /// Shows stored results and starts an automatic scan.
  ///
  /// @param carried the results of the document before a reload
  /// @param resuming true to scan regardless of the settings
  void open(Optional<CarriedValues> carried, boolean resuming) {
    String title = tools.messages().text("scan.job.recall");
    pass.startWriting(title, (_, _) -> recall(carried, resuming), Runnable::run, this::fail);
  }

  /// Loads stored results. If they cannot be read, everything is scanned again. Blocks.
  ///
  /// @return displays the results; must be run on the FX thread
  private Runnable recall(Optional<CarriedValues> carried, boolean resuming) {
    int tensorCount = document.checkpoint().tensors().size();
    KnownValues moved =
        carried.map(values -> values.in(document)).orElseGet(() -> new KnownValues(tensorCount));
    try {
      ScanResultKey found = tools.memory().keyOf(document.checkpoint());
      KnownValues known = found.load();
      boolean hasMoved = known.addMissing(moved, 0);
      Runnable first =
          () -> {
            key = Optional.of(found);
            isUnstored = hasMoved;
          };
      return showing(known, first, resuming);
    } catch (IOException | RuntimeException e) {
      return showing(moved, () -> reportFailure(e), resuming);
    }
  }

  private Runnable showing(KnownValues known, Runnable first, boolean resuming) {
    Checkpoint checkpoint = document.checkpoint();
    Targets found = Targets.of(checkpoint);
    Targets left = found.only(tensor -> known.health(tensor).isEmpty());
    ScanTally tally = ScanTally.of(document);
    for (int tensor : found.indexes) {
      known.health(tensor).map(each -> scanned(tensor, each)).ifPresent(tally::addHealth);
      known
          .figures(tensor)
          .map(each -> new MeasuredTensor(tensor, each))
          .ifPresent(tally::addFigures);
    }
    long leftBytes = left.byteCount();
    return () -> {
      first.run();
      targets = found;
      results.recall(tally);
      begin(left, leftBytes, resuming);
    };
  }

  private ScannedTensor scanned(int tensor, TensorHealth health) {
    TensorData data = document.checkpoint().tensors().get(tensor).data().orElseThrow();
    return new ScannedTensor(tensor, health, HealthFindings.of(data, health));
  }

  private void begin(Targets left, long leftBytes, boolean resuming) {
    isRecalled = true;
    if (left.isEmpty()) {
      setDone();
    }
    compare();
    if (resuming || isRequested || isAutomatic(leftBytes)) {
      scan(left);
    }
  }

  /// Starts an automatic scan, unless a scan was already started.
  void scanByItself() {
    if (results.stateProperty().get() instanceof ScanState.NotStarted
        && isRecalled
        && isAutomatic(unscanned().byteCount())) {
      scan();
    }
  }

  private Targets unscanned() {
    return targets.only(tensor -> results.health(tensor).isEmpty());
  }

  private boolean isAutomatic(long byteCount) {
    Settings settings = tools.settings().get();
    return settings.isOn(Switch.SCAN_AUTOMATICALLY)
        && byteCount <= settings.autoScanLimitBytes()
        && !document.isOnServer();
  }

  private boolean isMeasuring() {
    return results.stateProperty().get().equals(new ScanState.Done(Figures.MEASURING));
  }

  private boolean isScanning() {
    return results.stateProperty().get().isRunning();
  }

  /// Scans every tensor without a result, once the stored results are loaded.
  void scan() {
    isRequested = true;
    if (isRecalled && !isScanning() && !isMeasuring()) {
      scan(unscanned());
    }
  }

  private void scan(Targets left) {
    if (left.isEmpty()) {
      scanned();
      return;
    }
    results.progressProperty().set(0);
    results.stateProperty().set(new ScanState.Running());
    start(
            "scan.job.health",
            tools.health(),
            left,
            this::scanned,
            results::addHealth,
            this::scanned,
            this::fail)
        .withMessage(this::summary)
        .shownBy(Command.SHOW_PROBLEMS);
  }

  private String summary() {
    return results
        .healthProperty()
        .get()
        .map(health -> new ScanSummary(health, 1, tools.messages()).text())
        .orElse("");
  }

  private void scanned() {
    setDone();
    store();
    measure();
  }

  private Targets unmeasured() {
    return targets.only(tensor -> results.figures(tensor).isEmpty());
  }

  private void setDone() {
    Figures figures = unmeasured().isEmpty() ? Figures.COMPLETE : Figures.MISSING;
    results.stateProperty().set(new ScanState.Done(figures));
  }

  private void fail(Throwable failure) {
    String sentence = tools.messages().sentence(Failures.sentence(failure));
    results.stateProperty().set(new ScanState.Failed(sentence, failure));
    store();
  }

  private void stopped() {
    if (isMeasuring()) {
      measured();
    } else {
      results.stateProperty().set(new ScanState.Stopped());
      store();
    }
  }

  private void measure() {
    Targets left = unmeasured();
    if (left.isEmpty()) {
      compare();
      return;
    }
    results.stateProperty().set(new ScanState.Done(Figures.MEASURING));
    start(
        "scan.job.figures",
        tools.figures(),
        left,
        MeasuredTensor::new,
        results::addFigures,
        this::measured,
        failure -> {
          reportFailure(failure);
          measured();
        });
  }

  private void measured() {
    setDone();
    store();
    compare();
  }

  /// Starts a pass over tensors.
  ///
  /// @param show receives the results in batches, unless the document was closed
  private <R, F> Job start(
      String titleKey,
      TensorScan<R> scan,
      Targets left,
      BiFunction<Integer, R, F> found,
      Consumer<List<F>> show,
      Runnable onDone,
      Consumer<Throwable> onFailure) {
    Batches<F> batches =
        pass.batches(
            batch -> {
              isUnstored = true;
              show.accept(batch);
            });
    Work<Batches<F>> work =
        (cancellation, progress) -> {
          try {
            scan.run(
                left,
                (i, result) -> batches.add(found.apply(left.indexes[i], result)),
                cancellation,
                (done, total) -> {
                  batches.tick();
                  progress.report(done, total);
                });
          } finally {
            batches.flush();
          }
          return batches;
        };
    String title = tools.messages().text(titleKey);
    return pass.startWriting(title, work, _ -> onDone.run(), onFailure).inBytes();
  }

  private void compare() {
    if (results.measuredCount() == 0) {
      return;
    }
    KnownValues known = results.known();
    comparing.start(
        tools.messages().text("scan.job.compare"),
        (cancellation, _) ->
            Outliers.of(
                LayerMap.of(document.checkpoint(), cancellation),
                tensor -> {
                  cancellation.check();
                  Optional<TensorSummary> figures = known.figures(tensor);
                  return figures.map(TensorSummary::rootMeanSquare).orElse(Double.NaN);
                }),
        outliers -> {
          results.setOutliers(outliers);
          store();
        },
        this::reportFailure);
  }

  private void reportFailure(Throwable failure) {
    tools.onFailure().accept(Failures.of(failure));
  }

  /// Stops immediately and keeps the results.
  void stop() {
    pass.stop();
    if (isScanning()) {
      results.stateProperty().set(new ScanState.Stopped());
    }
  }

  /// Ends the scan when the document is closed, and stores the results.
  void end() {
    pass.clear();
    comparing.clear();
    store();
  }

  private void store() {
    Set<Integer> doubts = results.doubtful();
    if (key.isPresent() && (isUnstored || !doubts.equals(storedDoubts))) {
      ScanResultKey to = key.get();
      isUnstored = false;
      storedDoubts = doubts;
      unwritten.set(results.known());
      String title = tools.messages().text("scan.job.keep");
      tools.jobs().start(title, (_, _) -> write(to), _ -> {}, this::reportFailure);
    }
  }

  /// Stores the latest results. Synchronized, so that older results never overwrite newer ones.
  /// Runs in the background.
  private synchronized ScanResultKey write(ScanResultKey to) throws IOException {
    KnownValues known = unwritten.getAndSet(null);
    if (known != null) {
      to.store(known);
    }
    return to;
  }
}
