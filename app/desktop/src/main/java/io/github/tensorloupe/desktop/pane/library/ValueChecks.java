package io.github.tensorloupe.desktop.pane.library;

import module java.base;
import module javafx.base;

import io.github.tensorloupe.desktop.job.Batches;
import io.github.tensorloupe.desktop.job.Job;
import io.github.tensorloupe.desktop.job.Job.JobOutcome;
import io.github.tensorloupe.desktop.job.Jobs;
import io.github.tensorloupe.desktop.pane.library.CheckQueue.Counts;
import io.github.tensorloupe.desktop.text.Messages;
import io.github.tensorloupe.library.LibraryEntry;
import io.github.tensorloupe.work.IoRunnable;
import io.github.tensorloupe.work.Throughput;
import java.nio.file.Path;

/// The value checks as one window shows and runs them. Belongs to the FX thread.
final class ValueChecks {

  final ObjectProperty<Counts> counts;

  /// The throughput of this window's run; empty if this window runs no checks.
  final ObjectProperty<Optional<Throughput>> throughput =
      new SimpleObjectProperty<>(Optional.empty());

  private final LibrarySources sources;
  private final CheckQueue pending;
  private final Jobs jobs;
  private final Messages messages;
  private final Consumer<List<LibraryEntry>> onChecked;
  private final Consumer<Throwable> onFailure;
  private Optional<Job> current = Optional.empty();
  private boolean isClosed;

  ValueChecks(
      LibrarySources sources,
      Jobs jobs,
      Consumer<List<LibraryEntry>> onChecked,
      Consumer<Throwable> onFailure,
      Messages messages) {
    this.sources = sources;
    this.pending = sources.pending();
    this.jobs = jobs;
    this.onChecked = onChecked;
    this.onFailure = onFailure;
    this.messages = messages;
    counts = new SimpleObjectProperty<>(pending.counts());
    jobs.running().addListener((ListChangeListener<Job>) _ -> updateBusy());
  }

  // Jobs of the library itself do not pause the checks, because they may never end.
  private void updateBusy() {
    boolean isBusy = false;
    for (Job job : jobs.running()) {
      boolean isLibraryScan = job.title().equals(messages.text("library.job"));
      isBusy |= !isLibraryScan && !current.equals(Optional.of(job));
    }
    pending.setBusy(this, isBusy && !isClosed);
  }

  /// Checks models that load and were not checked yet, and stores the results.
  void add(Collection<LibraryEntry> entries) {
    SequencedMap<Path, Long> added = new LinkedHashMap<>();
    for (LibraryEntry entry : entries) {
      if (QueuedValueCheck.isUnchecked(entry)) {
        added.put(entry.path().toAbsolutePath().normalize(), entry.contents().byteLength());
      }
    }
    if (!added.isEmpty()) {
      change(() -> pending.add(added));
    }
  }

  void setPaused(boolean isPaused) {
    change(() -> pending.setPaused(isPaused));
  }

  void cancel() {
    change(pending::clear);
  }

  private void change(IoRunnable change) {
    jobs.start(
            messages.text("library.job.keep"),
            (_, _) -> {
              change.run();
              return true;
            },
            _ -> resume(),
            thrown -> {
              onFailure.accept(thrown);
              resume();
            })
        .unstoppable();
  }

  /// Resumes the remaining checks, unless they are paused or another window is running them.
  void resume() {
    if (!isClosed && pending.begin()) {
      int count = pending.counts().leftCount();
      AtomicInteger checkedCount = new AtomicInteger();
      Batches<LibraryEntry> results =
          jobs.batches(
              entries -> {
                onChecked.accept(entries);
                show();
              });
      Consumer<LibraryEntry> onEntry =
          entry -> {
            checkedCount.incrementAndGet();
            results.add(entry);
          };
      Job job =
          jobs.startWriting(
              messages.count("library.job.check", count),
              new QueuedValueCheck(sources, onEntry, results::flush),
              failed -> {
                failed.ifPresent(onFailure);
                end();
              },
              thrown -> {
                onFailure.accept(thrown);
                end();
              },
              this::stopped);
      current = Optional.of(job);
      job.inBytes()
          .withOutcome(
              () ->
                  pending.counts().isPaused()
                      ? new JobOutcome.Cancelled()
                      : new JobOutcome.Done(messages.count("library.checked", checkedCount.get())));
      throughput.bind(job.throughputProperty());
      updateBusy();
    }
    show();
  }

  private void stopped() {
    if (!isClosed) {
      // After stopping the job, the user decides when to resume.
      setPaused(true);
    }
    end();
  }

  private void end() {
    current = Optional.empty();
    resume();
  }

  /// Shows the progress, even if another window is running the checks.
  void show() {
    if (current.isEmpty() && throughput.isBound()) {
      throughput.unbind();
      throughput.set(Optional.empty());
    }
    counts.set(pending.counts());
  }

  /// Called when the window closes. Another window or the next start resumes the checks.
  void close() {
    isClosed = true;
    pending.setBusy(this, false);
  }
}
