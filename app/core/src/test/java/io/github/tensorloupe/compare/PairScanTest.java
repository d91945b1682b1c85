package io.github.tensorloupe.compare;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.tensorloupe.format.Dtype;
import io.github.tensorloupe.model.FileChangedException;
import io.github.tensorloupe.testing.FileInterference;
import io.github.tensorloupe.testing.TensorFiles;
import io.github.tensorloupe.work.Cancellation;
import io.github.tensorloupe.work.Progress;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CancellationException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

class PairScanTest {

  private static final int LARGE = 5_000_001;

  @TempDir Path folder;

  private static byte[] random(int count, int seed) {
    byte[] bytes = new byte[count];
    new Random(seed).nextBytes(bytes);
    return bytes;
  }

  private static TensorFiles all() {
    TensorFiles files = new TensorFiles();
    for (Dtype dtype : Dtype.values()) {
      files.tensor(dtype.name(), dtype, random(24 * dtype.bits() / 8, 1), 2, 12);
    }
    return files
        .tensor("large", Dtype.U8, random(LARGE, 2), LARGE)
        .tensor("none", Dtype.F32, new byte[0], 0);
  }

  private static List<Change> changes(TwoSides sides) throws IOException {
    return sides.results().stream().map(PairResult::change).toList();
  }

  @Test
  void checkpointIsIdenticalToItselfToACopyAndToAHardLink() throws IOException {
    Path file = all().write(folder.resolve("a.safetensors"));
    Path copy = Files.copy(file, folder.resolve("copy.safetensors"));
    Path link = Files.createLink(folder.resolve("link.safetensors"), file);
    for (Path other : List.of(file, copy, link)) {
      try (TwoSides sides = TwoSides.open(file, other)) {
        assertThat(changes(sides)).containsOnly(Change.EQUAL);
        assertThat(sides.a().isSameAs(sides.b())).isEqualTo(!other.equals(copy));
        assertThat(Totals.of(sides.comparison()).identical()).contains(true);
      }
    }
  }

  @ParameterizedTest
  @CsvSource({"0", "1048559", "1048560", "2500000", "5000000"})
  void oneChangedByteIsFoundWhereverItIs(int at) throws IOException {
    byte[] a = random(LARGE, 2);
    byte[] b = a.clone();
    b[at] ^= 4;
    try (TwoSides sides = TwoSides.of(folder, Dtype.U8, a, Dtype.U8, b, LARGE)) {
      Figures figures = sides.results().getFirst().figures().get();
      assertThat(figures.changed()).isOne();
      assertThat(figures.firstChanged()).hasValue(at);
      assertThat(figures.maxAbsElement()).hasValue(at);
      assertThat(figures.bits().get()).containsExactly(0L, 0L, 1L, 0L, 0L, 0L, 0L, 0L);
    }
  }

  @ParameterizedTest
  @EnumSource(FileInterference.class)
  void changeOfEitherFileIsReportedWithItsName(FileInterference meddling) throws IOException {
    byte[] a = random(LARGE, 2);
    byte[] b = random(LARGE, 3);
    for (String name : List.of("a.safetensors", "b.safetensors")) {
      try (TwoSides sides = TwoSides.of(folder, Dtype.U8, a, Dtype.U8, b, LARGE)) {
        List<TensorPair> pairs = sides.pairs();
        Progress meddler =
            new Progress() {
              private boolean done;

              @Override
              public synchronized void report(long bytes, long total) {
                if (!done) {
                  done = true;
                  meddling.to(folder.resolve(name));
                }
              }
            };
        AtomicInteger results = new AtomicInteger();

        assertThatThrownBy(
                () ->
                    new PairScan(2)
                        .run(
                            pairs,
                            (_, _) -> results.incrementAndGet(),
                            Cancellation.NEVER,
                            meddler))
            .isInstanceOf(FileChangedException.class)
            .hasMessageContaining(name);
        assertThat(results).hasValue(0);
      }
    }
  }

  @Test
  void cancelStopsWithinAChunk() throws IOException {
    byte[] a = random(LARGE, 2);
    byte[] b = random(LARGE, 3);
    try (TwoSides sides = TwoSides.of(folder, Dtype.U8, a, Dtype.U8, b, LARGE)) {
      List<TensorPair> pairs = sides.pairs();
      AtomicLong done = new AtomicLong();
      assertThatThrownBy(
              () ->
                  new PairScan(1)
                      .run(
                          pairs, (_, _) -> {}, () -> done.get() > 0, (bytes, _) -> done.set(bytes)))
          .isInstanceOf(CancellationException.class);
      assertThat(done.get()).isLessThanOrEqualTo(2L << 20);
    }
  }

  @Test
  void progressEndsWithAllBytesOfBothSides() throws IOException {
    TensorFiles b = all().floats("added", 1);
    try (TwoSides sides = TwoSides.of(folder, all().tensor("x", Dtype.U8, random(9, 1), 9), b)) {
      AtomicLong last = new AtomicLong();
      AtomicLong total = new AtomicLong();
      new PairScan(1)
          .run(
              sides.pairs(),
              (_, _) -> {},
              Cancellation.NEVER,
              (done, all) -> {
                assertThat(done).isGreaterThanOrEqualTo(last.get());
                last.set(done);
                total.set(all);
              });
      assertThat(last.get()).isEqualTo(total.get()).isGreaterThan(2 * LARGE);
    }
  }

  @Test
  void searchForDifferencesIsOnlyAPartOfTheProgress() throws IOException {
    byte[] a = random(LARGE, 1);
    byte[] b = a.clone();
    b[LARGE - 1]++;
    try (TwoSides sides = TwoSides.of(folder, Dtype.U8, a, Dtype.U8, b, LARGE)) {
      List<Double> progress = new ArrayList<>();
      new PairScan(1)
          .run(
              sides.pairs(),
              (_, _) -> {},
              Cancellation.NEVER,
              (done, all) -> progress.add((double) done / all));

      // The search reads two chunks, and the figures need five more.
      assertThat(progress.stream().filter(done -> done < 1)).hasSizeGreaterThan(5);
      assertThat(progress.getLast()).isEqualTo(1);
    }
  }

  @Test
  void tensorThatIsCutIsNamedAndTheRestCompared() throws IOException {
    Path a =
        new TensorFiles()
            .floats("first", 1, 2, 3)
            .floats("second", 4, 5, 6)
            .write(folder.resolve("a.safetensors"));
    Path b = Files.copy(a, folder.resolve("b.safetensors"));
    FileInterference.SHRINK.to(b);
    try (TwoSides sides = TwoSides.open(a, b)) {
      assertThat(sides.a().errors()).isEmpty();
      assertThat(sides.b().errors()).hasSize(1);
      assertThat(changes(sides)).containsExactly(Change.EQUAL, Change.UNREADABLE);
      assertThat(Totals.of(sides.comparison()).identical()).isEmpty();
    }
  }

  @Test
  void headerComparisonHasNoValueStatistics() throws IOException {
    try (TwoSides sides =
        TwoSides.of(folder, new TensorFiles().floats("t", 1), new TensorFiles().floats("t", 2))) {
      PairResult result = PairScan.ofHeaders(sides.pairs().getFirst());
      assertThat(result.change()).isEqualTo(Change.SAME_HEADER);
      assertThat(result.count()).hasValue(1);
      assertThat(result.figures()).isEmpty();
    }
  }
}
