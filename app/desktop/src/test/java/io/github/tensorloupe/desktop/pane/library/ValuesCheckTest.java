package io.github.tensorloupe.desktop.pane.library;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIOException;

import module java.base;

import io.github.tensorloupe.desktop.storage.KnownValues;
import io.github.tensorloupe.desktop.storage.ScanResultStore;
import io.github.tensorloupe.desktop.storage.StoredScans;
import io.github.tensorloupe.format.Dtype;
import io.github.tensorloupe.library.HeaderCache;
import io.github.tensorloupe.library.Health;
import io.github.tensorloupe.library.LibraryScan;
import io.github.tensorloupe.storage.Folders;
import io.github.tensorloupe.testing.TensorFiles;
import io.github.tensorloupe.work.Cancellation;
import io.github.tensorloupe.work.Progress;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ValuesCheckTest {

  @TempDir private Path folder;

  private Health health(StoredScans cache, Path file) {
    return new LibraryScan(new HeaderCache(), cache::health)
        .inspect(file, Cancellation.NEVER)
        .health();
  }

  private StoredScans cache() {
    return new StoredScans(
        new Folders(Map.of("XDG_CACHE_HOME", folder.toString()), new Properties()));
  }

  private static void scan(ScanResultStore store, Path file, Progress progress) throws IOException {
    QueuedValueCheck.scan(store, file, Long.MAX_VALUE, 2, Cancellation.NEVER, progress);
  }

  @Test
  void resultsAreStoredForTheLibraryAndNotComputedAgain() throws IOException {
    Path file =
        new TensorFiles()
            .floats("a", 1, 2)
            .floats("b", Float.NaN, 1)
            .write(folder.resolve("m.safetensors"));
    assertThat(health(cache(), file)).isEqualTo(Health.UNKNOWN);

    scan(cache(), file, Progress.NONE);

    assertThat(health(cache(), file)).isEqualTo(Health.NAN);
    AtomicInteger reports = new AtomicInteger();
    scan(cache(), file, (_, _) -> reports.incrementAndGet());
    assertThat(reports).hasValue(0);
  }

  /// Larger than one chunk, so that each tensor has its result as soon as it is scanned.
  private static final int TENSOR_BYTES = 6 << 20;

  private static TensorFiles threeTensors() {
    TensorFiles files = new TensorFiles();
    for (String name : List.of("a", "b", "c")) {
      files.tensor(name, Dtype.U8, new byte[TENSOR_BYTES], TENSOR_BYTES);
    }
    return files;
  }

  @Test
  void tensorsScannedBeforeAStopAreNotScannedAgain() throws IOException {
    Path file = threeTensors().write(folder.resolve("m.safetensors"));
    AtomicInteger storedTensorCount = new AtomicInteger();
    ScanResultStore memory = counting(cache(), storedTensorCount);
    AtomicBoolean isStopped = new AtomicBoolean();

    assertThatExceptionOfType(CancellationException.class)
        .isThrownBy(
            () ->
                QueuedValueCheck.scan(
                    memory,
                    file,
                    Long.MAX_VALUE,
                    1,
                    isStopped::get,
                    (done, _) -> isStopped.set(done >= TENSOR_BYTES)));
    int before = storedTensorCount.get();
    assertThat(before).isBetween(1, 2);
    assertThat(health(cache(), file)).isEqualTo(Health.UNKNOWN);
    List<Long> read = new ArrayList<>();
    scan(memory, file, (_, total) -> read.add(total));

    assertThat(read).isNotEmpty().allMatch(total -> total == (3L - before) * TENSOR_BYTES);
    assertThat(health(cache(), file)).isEqualTo(Health.DOUBTFUL);
  }

  /// Counts the tensors with a result in the last call of `store`.
  private static ScanResultStore counting(ScanResultStore memory, AtomicInteger tensorCount) {
    return checkpoint -> {
      ScanResultStore.ScanResultKey key = memory.keyOf(checkpoint);
      return new ScanResultStore.ScanResultKey() {
        @Override
        public KnownValues load() throws IOException {
          return key.load();
        }

        @Override
        public void store(KnownValues known) throws IOException {
          int count = checkpoint.tensors().size();
          tensorCount.set(
              (int) IntStream.range(0, count).filter(i -> known.health(i).isPresent()).count());
          key.store(known);
        }
      };
    };
  }

  @Test
  void storeFailureIsReportedAfterTheScan() throws IOException {
    Path file = threeTensors().write(folder.resolve("m.safetensors"));
    List<Integer> saveAttempts = new ArrayList<>();
    ScanResultStore full =
        _ ->
            new ScanResultStore.ScanResultKey() {
              @Override
              public KnownValues load() {
                return new KnownValues(3);
              }

              @Override
              public void store(KnownValues known) throws IOException {
                saveAttempts.add(1);
                throw new IOException("full");
              }
            };

    assertThatIOException()
        .isThrownBy(
            () -> QueuedValueCheck.scan(full, file, 8, 1, Cancellation.NEVER, Progress.NONE))
        .withMessage("full");
    assertThat(saveAttempts).hasSizeGreaterThan(1);
  }
}
