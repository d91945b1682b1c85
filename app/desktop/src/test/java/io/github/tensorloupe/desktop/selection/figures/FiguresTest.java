package io.github.tensorloupe.desktop.selection.figures;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.github.tensorloupe.analysis.distribution.TensorSummary;
import io.github.tensorloupe.analysis.distribution.ValueCounts;
import io.github.tensorloupe.desktop.control.names.NameTree;
import io.github.tensorloupe.model.Checkpoint;
import io.github.tensorloupe.testing.SampleHealth;
import io.github.tensorloupe.testing.TensorFiles;
import io.github.tensorloupe.work.Cancellation;
import io.github.tensorloupe.work.Progress;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.IntFunction;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class FiguresTest {

  @TempDir Path folder;

  /// Returns the figures of finite values and `nanCount` additional NaNs.
  private static FigureValues values(int nanCount, double... finite) {
    long zeros = Arrays.stream(finite).filter(value -> value == 0).count();
    ValueCounts counts = new ValueCounts(finite.length, nanCount, 0, 0, zeros, 0);
    double mean = Arrays.stream(finite).average().orElse(Double.NaN);
    double meanSquare = Arrays.stream(finite).map(x -> x * x).average().orElse(Double.NaN);
    double variance =
        Arrays.stream(finite).map(x -> (x - mean) * (x - mean)).average().orElse(Double.NaN);
    TensorSummary figures =
        new TensorSummary(
            counts,
            Arrays.stream(finite).min().orElse(Double.NaN),
            Arrays.stream(finite).max().orElse(Double.NaN),
            mean,
            Math.sqrt(variance),
            Math.sqrt(meanSquare));
    return new FigureValues(Optional.of(counts), Optional.of(figures));
  }

  private static double of(Figure figure, FigureValues values) {
    return figure.of(values).orElseThrow();
  }

  @Test
  void figuresOfTwoTensorsAreThoseOfTheirValuesTogether() {
    FigureValues both = values(1, 1, 2, 0).plus(values(2, -7, 0.5));
    FigureValues together = values(3, 1, 2, 0, -7, 0.5);
    for (Figure figure : Figure.values()) {
      assertThat(of(figure, both)).as("%s", figure).isCloseTo(of(figure, together), within(1e-12));
    }
    assertThat(of(Figure.NORM, together)).isCloseTo(Math.sqrt(54.25), within(1e-12));
  }

  @Test
  void aTensorWithoutFiniteValuesChangesNoFigureOfItsGroup() {
    FigureValues group = values(4).plus(values(0, 3, 5)).plus(values(1));
    assertThat(of(Figure.NAN, group)).isEqualTo(5);
    assertThat(of(Figure.MEAN, group)).isEqualTo(4);
    assertThat(of(Figure.STANDARD_DEVIATION, group)).isEqualTo(1);
  }

  @Test
  void veryLargeValuesDoNotOverflow() {
    FigureValues group = values(0, 1e300).plus(values(0, -1e300));
    assertThat(of(Figure.MEAN, group)).isZero();
    FigureValues huge = known(1e300, 1e300).plus(known(-1e300, 1e300));
    assertThat(of(Figure.ROOT_MEAN_SQUARE, huge)).isCloseTo(1e300, within(1e288));
    assertThat(of(Figure.STANDARD_DEVIATION, huge)).isCloseTo(1e300, within(1e288));
  }

  @Test
  void largeIntegersOfAGroupAreComparedToTheLastDigit() {
    ValueCounts one = new ValueCounts(1, 0, 0, 0, 0, 0);
    FigureValues group =
        Stream.of(-1L, 0L, -2L)
            .map(less -> Long.MAX_VALUE + less)
            .map(value -> new TensorSummary(one, value, value, value, 0, value))
            .map(figures -> new FigureValues(Optional.of(one), Optional.of(figures)))
            .reduce(FigureValues.NONE, FigureValues::plus);

    assertThat(Figure.MIN.exact(group)).contains(Long.MAX_VALUE - 2);
    assertThat(Figure.MAX.exact(group)).contains(Long.MAX_VALUE);
  }

  private static FigureValues known(double value, double rootMeanSquare) {
    ValueCounts one = new ValueCounts(1, 0, 0, 0, 0, 0);
    TensorSummary figures = new TensorSummary(one, value, value, value, 0, rootMeanSquare);
    return new FigureValues(Optional.of(one), Optional.of(figures));
  }

  @Test
  void countsAreKnownBeforeTheValuesAreMeasured() {
    FigureValues checked = FigureValues.of(Optional.of(SampleHealth.nanAt(0)), Optional.empty());
    assertThat(of(Figure.NAN, checked)).isEqualTo(1);
    assertThat(Figure.MEAN.of(checked)).isEmpty();
    assertThat(Figure.NAN.of(FigureValues.NONE)).isEmpty();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ' ',
      value = {
        "std>1 true", "std>1.25 false", "STD≥1.25 true", "std<=1.25 true", "std<1.25 false",
        "mean=-2.25 true", "mean!=-2.25 false", "mean>0 false", "|mean|>2 true", "|mean|>2,3 false",
        "mean<-2e0 true", "nan>0 true", "nan>1 false", "nan=1 true", "zeros>0 false",
        "nan>0.3 true", "nan>40% false", "nan>30% true", "inf>0 false", "absmax>3 true",
        "max>-2 true", "min<−3 true", "sparsity<1% true",
      })
  void conditionsCompareFigures(String text, boolean isMet) {
    FigureValues values = values(1, -3.5, -1);
    assertThat(FigureCondition.of(text).orElseThrow().isMet(values)).isEqualTo(isMet);
  }

  @ParameterizedTest
  @ValueSource(strings = {"std", "stdx>1", "std>x", "|std>1", ">1", "layers.1", "std>1>2", ""})
  void otherWordsAreNoConditions(String text) {
    assertThat(FigureCondition.of(text)).isEmpty();
  }

  @Test
  void aConditionWithoutNumberIsMetByAllAndOneOnUnknownFiguresByNone() {
    assertThat(FigureCondition.of("std>").orElseThrow().isMet(FigureValues.NONE)).isTrue();
    assertThat(FigureCondition.of("std>=0").orElseThrow().isMet(FigureValues.NONE)).isFalse();
    assertThat(FigureCondition.of("std!=0").orElseThrow().isMet(values(1))).isFalse();
  }

  @ParameterizedTest
  @CsvSource({"std>-, ", "std>−., ", "std>1e, 1", "std>1e-, 1", "std>1e-3, 0.001"})
  void ofANumberThatIsBeingTypedWhatIsThereCounts(String text, Double bound) {
    OptionalDouble found = FigureCondition.of(text).orElseThrow().bound();
    assertThat(found).isEqualTo(bound == null ? OptionalDouble.empty() : OptionalDouble.of(bound));
  }

  private NameTree tree(String... names) throws IOException {
    TensorFiles file = new TensorFiles();
    List.of(names).forEach(name -> file.floats(name, 1));
    Path path = file.write(folder.resolve("a.safetensors"));
    try (Checkpoint checkpoint = Checkpoint.open(path, Cancellation.NEVER, Progress.NONE)) {
      return NameTree.of(checkpoint);
    }
  }

  @Test
  void tensorsAreSortedByAFigureWithUnknownOnesLast() throws IOException {
    NameTree tree = tree("a.b", "a.c", "a.c.d", "e", "f");
    IntFunction<FigureValues> values =
        tensor ->
            switch (tensor) {
              case 0 -> values(0, 2, 4);
              case 1 -> FigureValues.NONE;
              case 2 -> values(0, 8, 16);
              case 3 -> values(5);
              default -> values(0, 3, 5);
            };

    int[] largest = new FigureOrder(Figure.MEAN, false).arrange(tree, values, Cancellation.NEVER);
    int[] smallest = new FigureOrder(Figure.MEAN, true).arrange(tree, values, Cancellation.NEVER);

    assertThat(Arrays.stream(largest).map(tree::tensor)).containsExactly(2, 4, 0, 1, 3);
    assertThat(Arrays.stream(smallest).map(tree::tensor)).containsExactly(0, 4, 2, 1, 3);
  }

  @Test
  void groupsHaveTheFiguresOfAllTensorsBelowThem() throws IOException {
    NameTree tree = tree("a.b.x", "a.b.y", "a.c", "only.one.way");

    FigureValues[] groups =
        FigureValues.ofGroups(
            tree, tensor -> values(tensor, tensor, tensor + 1), Cancellation.NEVER);

    int a = tree.find(List.of("a")).orElseThrow();
    int b = tree.find(List.of("a", "b")).orElseThrow();
    assertThat(of(Figure.NAN, groups[b])).isEqualTo(1);
    assertThat(of(Figure.NAN, groups[a])).isEqualTo(3);
    assertThat(of(Figure.MAX, groups[a])).isEqualTo(3);
    assertThat(groups[tree.nodeOf(2)]).isNull();
    assertThat(groups[tree.find(List.of("only")).orElseThrow()]).isNull();
  }

  @Test
  void infinitiesOfBothSignsAreCounted() {
    FigureValues values =
        new FigureValues(Optional.of(new ValueCounts(1, 2, 3, 4, 0, 0)), Optional.empty());

    assertThat(Figure.INF.of(values)).hasValue(7);
    assertThat(Figure.NAN.of(values)).hasValue(2);
    assertThat(Figure.MAX.of(values)).isEmpty();
  }
}
