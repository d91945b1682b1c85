package io.github.tensorloupe.desktop.pane.library;

import module java.base;

import io.github.tensorloupe.library.LibraryEntry;
import io.github.tensorloupe.model.ShardSet;
import io.github.tensorloupe.storage.EffectiveRanks;
import io.github.tensorloupe.storage.ValuesCheck;
import io.github.tensorloupe.work.Cancellation;
import io.github.tensorloupe.work.Progress;
import io.github.tensorloupe.work.Work;

/// The work of a check: its result is the first failure, for others are no worse.
record CheckWork(
    LibraryViewModel.Sources sources,
    List<LibraryItem> items,
    BiConsumer<LibraryItem, LibraryEntry> onChecked,
    Runnable onEnd)
    implements Work<Optional<Throwable>> {

  @Override
  public Optional<Throwable> run(Cancellation cancellation, Progress progress) {
    long total = items.stream().mapToLong(LibraryItem::byteLength).sum();
    long done = 0;
    Optional<Throwable> failure = Optional.empty();
    try {
      for (LibraryItem item : items) {
        cancellation.check();
        long before = done;
        try {
          if (isWhole(item)) {
            new ValuesCheck(sources.values())
                .run(item.path(), cancellation, (at, _) -> progress.report(before + at, total));
            if (!item.rank().isEmpty()) {
              new EffectiveRanks(sources.values())
                  .measure(item.path(), cancellation, Progress.NONE);
            }
            onChecked.accept(item, sources.scan().inspect(item.path(), cancellation));
          }
        } catch (IOException | OutOfMemoryError e) {
          failure = failure.or(() -> Optional.of(e));
        }
        done += item.byteLength();
        progress.report(done, total);
      }
    } finally {
      onEnd.run();
    }
    return failure;
  }

  /// A set without index is opened by a shard, whose values are not all.
  private static boolean isWhole(LibraryItem item) {
    boolean isSet = item.entry().filter(it -> it.contents().fileCount() > 1).isPresent();
    return !isSet || ShardSet.isIndexName(item.path()) || Files.isDirectory(item.path());
  }
}
