package io.github.tensorloupe.desktop.pane.comparison;

import module java.base;
import module javafx.controls;

import io.github.tensorloupe.compare.PairScan;
import io.github.tensorloupe.compare.TensorPair;
import io.github.tensorloupe.desktop.command.Command;
import io.github.tensorloupe.desktop.error.Failures;
import io.github.tensorloupe.desktop.job.Batches;
import io.github.tensorloupe.desktop.job.FirstFrame;
import io.github.tensorloupe.desktop.job.Job;
import io.github.tensorloupe.desktop.pane.ComparisonContext;
import io.github.tensorloupe.desktop.selection.ComparisonResults;
import io.github.tensorloupe.desktop.selection.ComparisonResults.ComparedPair;
import io.github.tensorloupe.desktop.selection.ScanResults.ScanState;
import io.github.tensorloupe.desktop.settings.ChosenSettings;
import io.github.tensorloupe.desktop.text.Messages;
import io.github.tensorloupe.format.Saturating;

/// Compares the pairs of one comparison in the background. Belongs to the FX thread.
public final class ComparisonScan {

  private final ComparisonContext context;
  private final List<TensorPair> pairs;
  private final ComparisonResults results;
  private final FirstFrame firstFrame;
  private final ChosenSettings settings;
  private Optional<Job> pass = Optional.empty();
  private boolean isClosed;

  /// @param firstFrame the first frame; nothing is read before it is shown
  public ComparisonScan(ComparisonContext context, FirstFrame sight, ChosenSettings settings) {
    this.context = context;
    this.firstFrame = sight;
    this.settings = settings;
    pairs = context.comparison().pairs();
    results = context.results();
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
    Batches<ComparedPair> batches = context.jobs().batches(this::add);
    Job job =
        context
            .jobs()
            .start(
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
                _ -> end(new ScanState.Done()),
                this::fail);
    job.inBytes().about(context.comparison().title()).shownBy(Command.SHOW_OVERVIEW);
    job.withMessage(() -> messages.count("compare.count", pairs.size()));
    job.progressProperty()
        .subscribe(
            fraction -> {
              if (isRunning() && fraction.doubleValue() >= 0) {
                results.progressProperty().set(fraction.doubleValue());
              }
            });
    job.stoppingProperty()
        .subscribe(
            stopping -> {
              if (stopping) {
                end(new ScanState.Stopped());
              }
            });
    pass = Optional.of(job);
  }

  private void add(List<ComparedPair> batch) {
    if (!isClosed) {
      results.add(batch);
    }
  }

  private void end(ScanState state) {
    if (!isClosed && isRunning()) {
      results.stateProperty().set(state);
    }
  }

  private void fail(Throwable failure) {
    String sentence = context.messages().sentence(Failures.sentence(failure));
    end(new ScanState.Failed(sentence, failure));
  }

  private boolean isRunning() {
    return results.stateProperty().get().isRunning();
  }

  /// Stops soon; results stay.
  public void stop() {
    pass.ifPresent(Job::cancel);
  }

  public void close() {
    isClosed = true;
    stop();
  }
}
