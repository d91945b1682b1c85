package io.github.tensorloupe.desktop.pane.comparison;

import module java.base;
import module javafx.controls;

import io.github.tensorloupe.compare.PairScan;
import io.github.tensorloupe.compare.TensorPair;
import io.github.tensorloupe.desktop.command.Command;
import io.github.tensorloupe.desktop.error.Failures;
import io.github.tensorloupe.desktop.job.Batches;
import io.github.tensorloupe.desktop.job.FirstFrame;
import io.github.tensorloupe.desktop.job.JobSlot;
import io.github.tensorloupe.desktop.pane.PaneContext;
import io.github.tensorloupe.desktop.selection.ComparisonResults;
import io.github.tensorloupe.desktop.selection.ComparisonResults.ComparedPair;
import io.github.tensorloupe.desktop.selection.ScanResults.ScanState;
import io.github.tensorloupe.desktop.settings.ChosenSettings;
import io.github.tensorloupe.desktop.text.Messages;
import io.github.tensorloupe.format.Saturating;

/// Compares the pairs of one comparison in the background. Belongs to the FX thread.
public final class ComparisonScan {

  private final PaneContext context;
  private final List<TensorPair> pairs;
  private final ComparisonResults results;
  private final FirstFrame firstFrame;
  private final ChosenSettings settings;
  private final JobSlot<int[]> pass;
  private boolean isClosed;

  /// @param firstFrame the first frame; nothing is read before it is shown
  public ComparisonScan(PaneContext context, FirstFrame firstFrame, ChosenSettings settings) {
    this.context = context;
    this.firstFrame = firstFrame;
    this.settings = settings;
    pairs = context.compared().comparison().pairs();
    results = context.compared().results();
    pass = new JobSlot<>(context.jobs());
    pass.onStop(() -> results.stateProperty().set(new ScanState.Stopped()));
    pass.progressProperty()
        .subscribe(
            fraction -> {
              if (pass.isRunning() && fraction.doubleValue() >= 0) {
                results.progressProperty().set(fraction.doubleValue());
              }
            });
  }

  /// Compares all pairs without a result, unless their size exceeds the automatic scan limit in the
  /// settings.
  public void startAutomatically() {
    long bytes =
        pending()
            .mapToObj(pairs::get)
            .flatMap(pair -> Stream.of(pair.a(), pair.b()))
            .flatMap(Optional::stream)
            .mapToLong(tensor -> tensor.info().clampedByteCount())
            .reduce(0, Saturating::sum);
    // The user requested the comparison, so the setting for automatic scans does not apply.
    if (bytes <= settings.get().autoScanLimitBytes()) {
      start();
    }
  }

  private IntStream pending() {
    return IntStream.range(0, pairs.size()).filter(pair -> results.result(pair).isEmpty());
  }

  /// Compares all pairs without a result.
  public void start() {
    if (isRunning() || isClosed) {
      return;
    }
    int[] left = pending().toArray();
    Messages messages = context.messages();
    results.progressProperty().set(0);
    results.stateProperty().set(new ScanState.Running());
    Batches<ComparedPair> batches = pass.batches(results::add);
    pass.start(
            messages.text("compare.job"),
            (cancellation, progress) -> {
              firstFrame.await(cancellation);
              try {
                PairScan.inBackground()
                    .run(
                        IntStream.of(left).mapToObj(pairs::get).toList(),
                        (i, result) -> batches.add(new ComparedPair(left[i], result)),
                        cancellation,
                        (done, total) -> {
                          batches.tick();
                          progress.report(done, total);
                        });
              } finally {
                batches.flush();
              }
              return left;
            },
            _ -> results.stateProperty().set(new ScanState.Done()),
            this::fail)
        .inBytes()
        .about(context.compared().comparison().title())
        .shownBy(Command.SHOW_OVERVIEW)
        .withMessage(() -> messages.count("compare.count", pairs.size()));
  }

  private void fail(Throwable failure) {
    String sentence = context.messages().sentence(Failures.sentence(failure));
    results.stateProperty().set(new ScanState.Failed(sentence, failure));
  }

  private boolean isRunning() {
    return results.stateProperty().get().isRunning();
  }

  /// Stops soon; results stay.
  public void stop() {
    pass.stop();
  }

  public void close() {
    isClosed = true;
    pass.clear();
  }
}
