package io.github.tensorloupe.desktop.storage;

import module java.base;

import io.github.tensorloupe.cache.ScanCache;
import io.github.tensorloupe.cache.ScanCache.Scan;
import io.github.tensorloupe.library.Health;
import io.github.tensorloupe.model.Checkpoint;
import io.github.tensorloupe.model.FileIdentity;
import io.github.tensorloupe.model.TensorFile;
import io.github.tensorloupe.storage.Folders;
import io.github.tensorloupe.work.IoRunnable;

/// The scan results in the cache of the program, by checkpoint. Thread-safe; blocks the calling
/// thread.
public final class StoredScans implements ScanResultStore {

  private final ScanCache cache;
  private final AtomicBoolean isFailureReported = new AtomicBoolean();

  public StoredScans(Folders folders) {
    this.cache = new ScanCache(folders);
  }

  /// A file of a checkpoint, as it was when the checkpoint was opened.
  ///
  /// @param first the index, within the checkpoint, of the first tensor of the file
  private record Part(FileIdentity identity, int first, int tensorCount) {

    boolean contains(int tensor) {
      return tensor >= first && tensor < first + tensorCount;
    }
  }

  @Override
  public ScanResultKey keyOf(Checkpoint checkpoint) throws IOException {
    List<Part> parts = new ArrayList<>();
    int tensorCount = 0;
    for (TensorFile file : checkpoint.files()) {
      int count = file.header().tensors().size();
      parts.add(new Part(file.identity(), tensorCount, count));
      tensorCount += count;
    }
    int allCount = tensorCount;
    return new ScanResultKey() {
      @Override
      public KnownValues load() {
        KnownValues all = new KnownValues(allCount);
        for (Part part : parts) {
          cache
              .read(part.identity, part.tensorCount)
              .map(scan -> new KnownValues(scan.health(), scan.figures()))
              .ifPresent(values -> all.addMissing(values, part.first));
        }
        return all;
      }

      @Override
      public void store(KnownValues all) throws IOException {
        reportOnce(
            () -> {
              for (Part part : parts) {
                KnownValues values = all.part(part.first, part.tensorCount);
                if (!values.isEmpty()) {
                  cache.write(part.identity, new Scan(values.health, values.figures));
                }
                if (all.concerns.stream().anyMatch(part::contains)) {
                  cache.storeConcern(part.identity);
                }
              }
            });
      }
    };
  }

  // For example, a full disk is reported once, not for every file.
  private void reportOnce(IoRunnable writing) throws IOException {
    try {
      writing.run();
    } catch (IOException e) {
      if (!isFailureReported.getAndSet(true)) {
        throw e;
      }
    }
  }

  @Override
  public OptionalDouble effectiveRank(FileIdentity identity) {
    return cache.effectiveRank(identity);
  }

  @Override
  public void storeEffectiveRank(FileIdentity identity, double rank) throws IOException {
    reportOnce(() -> cache.storeEffectiveRank(identity, rank));
  }

  @Override
  public Health health(FileIdentity identity, int tensorCount) {
    return cache.health(identity, tensorCount);
  }
}
