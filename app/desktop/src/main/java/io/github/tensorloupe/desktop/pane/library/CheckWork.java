package io.github.tensorloupe.desktop.pane.library;

import module java.base;

import io.github.tensorloupe.cache.EffectiveRanks;
import io.github.tensorloupe.desktop.job.Work;
import io.github.tensorloupe.library.Health;
import io.github.tensorloupe.library.LibraryEntry;
import io.github.tensorloupe.library.LibraryEntry.State;
import io.github.tensorloupe.model.SentenceException;
import io.github.tensorloupe.model.ShardSet;
import io.github.tensorloupe.work.Cancellation;
import io.github.tensorloupe.work.Progress;
import java.nio.file.Path;

/// Works off the values that are to be checked: its result is the first failure, for others are no
/// worse. Waits while a person waits for something else.
///
/// @param onChecked receives each model when it is done, also one that was done before
record CheckWork(LibraryViewModel.Sources sources, Consumer<LibraryEntry> onChecked, Runnable onEnd)
    implements Work<Optional<Throwable>> {

  /// True if it loads and its values were not checked, or not all that is known from them.
  static boolean isUnchecked(LibraryEntry entry) {
    boolean isUnmeasured = entry.facts().rank().isPresent() && entry.effectiveRank().isEmpty();
    return entry.state() == State.COMPLETE && (entry.health() == Health.UNKNOWN || isUnmeasured);
  }

  @Override
  public Optional<Throwable> run(Cancellation cancellation, Progress progress) throws IOException {
    CheckQueue pending = sources.pending();
    Cancellation stopping = new Stopping(cancellation, pending);
    Optional<Throwable> failure = Optional.empty();
    try {
      long done = 0;
      for (Optional<Path> next = pending.next(); next.isPresent(); next = pending.next()) {
        long before = done;
        long left = pending.counts().leftBytes();
        try {
          check(next.get(), stopping, (at, _) -> progress.report(before + at, before + left));
        } catch (CancellationException e) {
          throw e;
        } catch (IOException | RuntimeException | OutOfMemoryError e) {
          failure = failure.or(() -> Optional.of(e));
        }
        pending.done(next.get());
        done += left - pending.counts().leftBytes();
        progress.report(done, before + left);
      }
    } catch (CancellationException e) {
      // Where it was only paused, there is something to tell of what was done.
      cancellation.check();
    } finally {
      onEnd.run();
      pending.end();
    }
    return failure;
  }

  private void check(Path path, Cancellation cancellation, Progress progress) throws IOException {
    cancellation.check();
    LibraryEntry entry = sources.scan().inspect(path, cancellation);
    if (entry.state() == State.UNREADABLE) {
      throw new SentenceException(entry.problem().orElseThrow());
    }
    if (isUnchecked(entry) && isWhole(entry)) {
      new ValuesCheck(sources.values()).run(path, cancellation, progress);
      if (entry.facts().rank().isPresent()) {
        new EffectiveRanks(sources.values()).measure(path, cancellation, Progress.NONE);
      }
      entry = sources.scan().inspect(path, cancellation);
    }
    sources.live().noteChecked(entry);
    onChecked.accept(entry);
  }

  /// A set without index is opened by a shard, whose values are not all.
  private static boolean isWhole(LibraryEntry entry) {
    return entry.contents().fileCount() <= 1
        || ShardSet.isIndexName(entry.path())
        || Files.isDirectory(entry.path());
  }

  /// Asks to stop if the job is stopped or the work is paused, and else waits while it is held.
  private record Stopping(Cancellation job, CheckQueue pending) implements Cancellation {

    private static final Duration PAUSE = Duration.ofMillis(50);

    @Override
    public boolean isRequested() {
      while (pending.isHeld() && !isStopped()) {
        LockSupport.parkNanos(PAUSE.toNanos());
      }
      return isStopped();
    }

    private boolean isStopped() {
      return job.isRequested() || pending.next().isEmpty();
    }
  }
}
