package io.github.tensorloupe.compare.report;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.tensorloupe.compare.Comparison;
import io.github.tensorloupe.compare.PairResult;
import io.github.tensorloupe.testing.TensorFiles;
import java.io.IOException;
import java.nio.file.Path;
import java.util.AbstractList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PairRankingTest {

  @TempDir Path folder;

  private Compared compared() throws IOException {
    TensorFiles a = new TensorFiles().floats("equal", 1, 2).floats("far", 1, 2).floats("nan", 1, 2);
    TensorFiles b =
        new TensorFiles().floats("equal", 1, 2).floats("far", 3, 2).floats("nan", 1, Float.NaN);
    a.floats("near", 1, 2).floats("zero", 0, 0).floats("removed", 1);
    b.floats("near", 1, 2.01f).floats("zero", 0, 1).floats("added", 1);
    return new Compared(
        a.write(folder.resolve("a.safetensors")), b.write(folder.resolve("b.safetensors")));
  }

  private static List<String> names(Comparison comparison, List<Integer> pairs) {
    return pairs.stream().map(pair -> comparison.pairs().get(pair).name()).toList();
  }

  @Test
  void pairsAreRankedByLostNumbersThenZeroBaseThenDistance() throws IOException {
    try (Compared compared = compared()) {
      Comparison comparison = compared.comparison();

      assertThat(names(comparison, new PairRanking(comparison).moved(10)))
          .containsExactly("nan", "zero", "far", "near");
      assertThat(names(comparison, new PairRanking(comparison).moved(2)))
          .containsExactly("nan", "zero");
    }
  }

  @Test
  void pairsWithoutAResultAreLeftOut() throws IOException {
    try (Compared compared = compared()) {
      Comparison comparison = compared.comparison();
      comparison.results().set(new PairRanking(comparison).moved(1).getFirst(), null);

      assertThat(names(comparison, new PairRanking(comparison).moved(10)))
          .containsExactly("zero", "far", "near");
    }
  }

  @Test
  void unmatchedTensorsAreRankedBeforeChangedValues() throws IOException {
    try (Compared compared = compared()) {
      Comparison comparison = compared.comparison();

      assertThat(names(comparison, new PairRanking(comparison).different()))
          .containsExactly("removed", "added", "nan", "zero", "far", "near");
    }
  }

  @Test
  void resultsAreNotReadForEachComparisonOfTheSort() throws IOException {
    TensorFiles a = new TensorFiles();
    TensorFiles b = new TensorFiles();
    for (int i = 0; i < 300; i++) {
      a.floats("t" + i, 1);
      b.floats("t" + i, 2 + i * 7919 % 300);
    }
    Path fileA = a.write(folder.resolve("a.safetensors"));
    try (Compared compared = new Compared(fileA, b.write(folder.resolve("b.safetensors")))) {
      Comparison of = compared.comparison();
      AtomicInteger count = new AtomicInteger();
      List<PairResult> counted =
          new AbstractList<>() {
            @Override
            public PairResult get(int index) {
              count.incrementAndGet();
              return of.results().get(index);
            }

            @Override
            public int size() {
              return of.results().size();
            }
          };

      new PairRanking(
              new Comparison(of.a(), of.b(), of.pairs(), counted, of.metadata(), of.options()))
          .different();

      assertThat(count.get()).isLessThan(300 * 12);
    }
  }
}
