package io.github.tensorloupe.storage;

import module java.base;

import io.github.tensorloupe.analysis.distribution.TensorFigures;
import io.github.tensorloupe.analysis.health.TensorHealth;
import io.github.tensorloupe.model.Checkpoint;
import io.github.tensorloupe.model.FileIdentity;
import io.github.tensorloupe.model.TensorFile;

/// Keeps what scans find out in the cache that lasts from one run to the next, file by file.
/// Thread-safe.
///
/// A disk that takes nothing is told of once, and not with every file again.
public final class CachedScans implements ScanMemory {

  private final ScanCache cache;
  private final AtomicBoolean failureIsTold = new AtomicBoolean();

  /// @param cache of this user
  public CachedScans(ScanCache cache) {
    this.cache = cache;
  }

  /// A file as it was when its checkpoint was opened.
  private record KnownFile(FileIdentity identity, int tensorCount) {}

  @Override
  public Place placeOf(Checkpoint checkpoint) throws IOException {
    List<KnownFile> files = new ArrayList<>();
    for (TensorFile file : checkpoint.files()) {
      files.add(new KnownFile(file.identity(), file.header().tensors().size()));
    }
    return new Files(cache, files, failureIsTold);
  }

  /// The places of the files of one checkpoint, in its order.
  private record Files(ScanCache cache, List<KnownFile> files, AtomicBoolean failureIsTold)
      implements Place {

    @Override
    public KnownValues recall() {
      KnownValues known = new KnownValues(files.stream().mapToInt(KnownFile::tensorCount).sum());
      int first = 0;
      for (KnownFile file : files) {
        Optional<CachedScan> kept = cache.read(file.identity(), file.tensorCount());
        if (kept.isPresent()) {
          note(kept.get(), first, known);
        }
        first += file.tensorCount();
      }
      return known;
    }

    private static void note(CachedScan kept, int first, KnownValues known) {
      for (int i = 0; i < kept.tensorCount(); i++) {
        int tensor = first + i;
        kept.health().get(i).ifPresent(health -> known.setHealth(tensor, health));
        kept.figures().get(i).ifPresent(figures -> known.setFigures(tensor, figures));
      }
    }

    @Override
    public void keep(KnownValues known) throws IOException {
      try {
        keepAll(known);
      } catch (IOException e) {
        if (!failureIsTold.getAndSet(true)) {
          throw e;
        }
      }
    }

    private void keepAll(KnownValues known) throws IOException {
      int first = 0;
      for (KnownFile file : files) {
        List<Optional<TensorHealth>> health = new ArrayList<>();
        List<Optional<TensorFigures>> figures = new ArrayList<>();
        for (int i = 0; i < file.tensorCount(); i++) {
          health.add(known.health(first + i));
          figures.add(known.figures(first + i));
        }
        if (health.stream().anyMatch(Optional::isPresent)
            || figures.stream().anyMatch(Optional::isPresent)) {
          cache.write(file.identity(), new CachedScan(health, figures));
        }
        first += file.tensorCount();
      }
    }
  }
}
