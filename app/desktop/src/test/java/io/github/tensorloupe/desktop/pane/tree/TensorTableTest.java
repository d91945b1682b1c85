package io.github.tensorloupe.desktop.pane.tree;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.tensorloupe.analysis.distribution.TensorSummary;
import io.github.tensorloupe.analysis.distribution.ValueCounts;
import io.github.tensorloupe.desktop.selection.figures.Figure;
import io.github.tensorloupe.desktop.selection.figures.FigureValues;
import io.github.tensorloupe.model.Checkpoint;
import io.github.tensorloupe.testing.TensorFiles;
import io.github.tensorloupe.work.Cancellation;
import io.github.tensorloupe.work.Progress;
import java.io.IOException;
import java.math.BigInteger;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CancellationException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TensorTableTest {

  @TempDir Path folder;
  private Checkpoint checkpoint;
  private TensorTable table;

  @BeforeEach
  void open() throws IOException {
    Path path =
        new TensorFiles()
            .floats("a", 1, 2)
            .floats("=b,\"c\"", 3)
            .floats("d", 4)
            .write(folder.resolve("m.safetensors"));
    checkpoint = Checkpoint.open(path, Cancellation.NEVER, Progress.NONE);
    ValueCounts counts = new ValueCounts(1, 2, 0, 0, 0, 0);
    TensorSummary figures = new TensorSummary(counts, -0.1, 1e10, 1.0 / 3, 0, 1);
    table =
        new TensorTable(
            checkpoint.tensors(),
            new int[] {indexOf("=b,\"c\""), indexOf("a")},
            List.of(Figure.NAN, Figure.MEAN),
            tensor ->
                tensor == indexOf("a")
                    ? FigureValues.NONE
                    : new FigureValues(Optional.of(counts), Optional.of(figures)));
  }

  private int indexOf(String name) {
    return checkpoint.indexOf(checkpoint.tensor(name).orElseThrow());
  }

  @AfterEach
  void close() throws IOException {
    checkpoint.close();
  }

  private String written(String name) throws IOException {
    Path file = folder.resolve(name);
    table.write(file, List.of(), Cancellation.NEVER, Progress.NONE);
    return Files.readString(file);
  }

  @Test
  void csvHasARowForEachRequestedTensor() throws IOException {
    assertThat(written("t.csv"))
        .isEqualTo(
            """
            name,file,dtype,shape,bytes,nan,mean
            "'=b,""c""\","m.safetensors",F32,"1",4,2,0.3333333333333333
            "a","m.safetensors",F32,"2",8,,
            """);
  }

  @Test
  void jsonHasNullForWhatIsNotKnown() throws IOException {
    assertThat(written("t.JSON"))
        .isEqualTo(
            """
            [
            {"name":"=b,\\"c\\"","file":"m.safetensors","dtype":"F32","shape":[1],"bytes":4,"nan":2,"mean":0.3333333333333333},
            {"name":"a","file":"m.safetensors","dtype":"F32","shape":[2],"bytes":8,"nan":null,"mean":null}
            ]
            """);
  }

  @Test
  void figureOfNoFiniteValueIsNoToken() throws IOException {
    ValueCounts counts = new ValueCounts(0, 4, 0, 0, 0, 0);
    double none = Double.NaN;
    TensorSummary figures = new TensorSummary(counts, none, none, none, none, none);
    table =
        new TensorTable(
            checkpoint.tensors(),
            new int[] {indexOf("d")},
            List.of(Figure.NAN, Figure.MIN),
            _ -> new FigureValues(Optional.of(counts), Optional.of(figures)));
    assertThat(written("t.json")).contains("\"nan\":4,\"min\":null}");
    assertThat(written("t.csv")).endsWith(",4,\n");
  }

  @Test
  void figuresOfLargeIntegersHaveAllDigits() throws IOException {
    ValueCounts counts = new ValueCounts(2, 0, 0, 0, 0, 0);
    Number min = Long.MIN_VALUE;
    Number max = new BigInteger("18446744073709551615");
    TensorSummary figures = new TensorSummary(counts, min, max, 0.5, 1, 1);
    table =
        new TensorTable(
            checkpoint.tensors(),
            new int[] {indexOf("d")},
            List.of(Figure.MIN, Figure.MAX, Figure.ABSOLUTE_MAX, Figure.ZEROS, Figure.MEAN),
            _ -> new FigureValues(Optional.of(counts), Optional.of(figures)));
    assertThat(written("t.csv"))
        .endsWith(",-9223372036854775808,18446744073709551615,18446744073709551615,0,0.5\n");
  }

  @Test
  void aCancelledTableLeavesNothing() {
    Path file = folder.resolve("t.csv");
    assertThatThrownBy(() -> table.write(file, List.of(), () -> true, Progress.NONE))
        .isInstanceOf(CancellationException.class);
    assertThat(file).doesNotExist();
    assertThat(folder).isDirectoryNotContaining("glob:**t.csv*");
  }

  @Test
  void anOpenCheckpointIsNeverWrittenOver() throws IOException {
    Path open = folder.resolve("m.safetensors");
    byte[] before = Files.readAllBytes(open);
    assertThatThrownBy(() -> table.write(open, List.of(open), Cancellation.NEVER, Progress.NONE))
        .isInstanceOf(IOException.class);
    assertThat(Files.readAllBytes(open)).isEqualTo(before);
  }
}
