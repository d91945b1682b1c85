package io.github.tensorloupe.desktop.pane.histogram;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.tensorloupe.analysis.distribution.Bins;
import io.github.tensorloupe.desktop.control.plot.ChartAxis.ValueRange;
import io.github.tensorloupe.desktop.control.plot.ChartData;
import io.github.tensorloupe.desktop.job.Jobs;
import io.github.tensorloupe.desktop.selection.PairSelection;
import io.github.tensorloupe.desktop.selection.ScanResults;
import io.github.tensorloupe.desktop.selection.Selection;
import io.github.tensorloupe.desktop.testing.OpenPairs;
import io.github.tensorloupe.desktop.text.Messages;
import io.github.tensorloupe.testing.TensorFiles;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The distributions of both sides of a comparison.
class HistogramSidesTest {

  @TempDir Path folder;

  private final OpenPairs files = new OpenPairs();
  private HistogramViewModel a;
  private HistogramViewModel b;
  private HistogramViewModel delta;

  @BeforeEach
  void open() throws IOException {
    PairSelection selection =
        files.open(
            folder,
            new TensorFiles().floats("m", 1, 2, 2.5f, 4).floats("other", 1),
            new TensorFiles().floats("m", 1, 2, 2.5f, 12).floats("other", 1));
    a = model(selection.a());
    b = model(selection.b());
    delta = model(selection.delta());
    files.select("m");
  }

  private static HistogramViewModel model(Selection selection) {
    return new HistogramViewModel(
        new HistogramContext(
            selection,
            new ScanResults(),
            new Jobs(Runnable::run, Runnable::run),
            Messages.english()));
  }

  @AfterEach
  void close() throws IOException {
    files.close();
  }

  private static ChartData data(HistogramViewModel model) {
    return model.chart.data.get().orElseThrow();
  }

  private static List<Double> edges(HistogramViewModel model) {
    Bins bins = data(model).axis().bins();
    return IntStream.rangeClosed(0, bins.count()).mapToObj(bins::edge).toList();
  }

  @Test
  void bothSidesHaveTheSameEdgesAndEachShowsTheOther() {
    assertThat(edges(a)).isEqualTo(edges(b));
    assertThat(data(a).axis().high()).isEqualTo(12);
    assertThat(data(a).outlines()).singleElement().extracting(it -> it.name()).isEqualTo("m · B");
    assertThat(data(b).outlines()).singleElement().extracting(it -> it.name()).isEqualTo("m · A");
  }

  @Test
  void theDifferenceHasItsOwnAxis() {
    assertThat(data(delta).axis().high()).isEqualTo(8);
    assertThat(data(delta).outlines()).isEmpty();
  }

  @Test
  void partChosenOnOneSideFillsTheOtherToo() {
    ValueRange range = new ValueRange(1.5, 3);
    b.chart.range.set(Optional.of(range));
    assertThat(edges(a)).isEqualTo(edges(b));
    assertThat(data(a).axis().high()).isEqualTo(3);
    assertThat(data(delta).axis().high()).isEqualTo(8);
  }

  @Test
  void outlineFollowsTheSelectedPair() {
    files.select("other");
    assertThat(data(a).outlines())
        .singleElement()
        .extracting(it -> it.name())
        .isEqualTo("other · B");
  }
}
