package io.github.tensorloupe.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.tensorloupe.analysis.chunk.TensorScan;
import io.github.tensorloupe.model.TensorData;
import io.github.tensorloupe.model.TensorFile;
import io.github.tensorloupe.testing.TensorFiles;
import io.github.tensorloupe.work.Progress;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class OrderedScanTest {

  @TempDir private Path folder;

  private final List<List<String>> batches = new ArrayList<>();
  private final List<String> printed = new ArrayList<>();
  private final List<Integer> ends = new ArrayList<>();
  private final List<String> reports = new ArrayList<>();
  private TensorFile file;
  private List<TensorData> tensors;

  @BeforeEach
  void openSixTensors() throws IOException {
    TensorFiles files = new TensorFiles();
    for (int i = 0; i < 6; i++) {
      files.floats("t" + i, new float[i + 1]);
    }
    file = TensorFile.open(files.write(folder.resolve("a.safetensors")));
    tensors = file.header().tensors().stream().map(info -> file.data(info).orElseThrow()).toList();
  }

  @AfterEach
  void close() throws IOException {
    file.close();
  }

  private static String name(TensorData tensor) {
    return tensor.info().name();
  }

  /// Returns a scan that delivers results from the last to the first, and fails at the broken
  /// tensor.
  private TensorScan<String> backwards(String broken) {
    return (batch, results, _, progress) -> {
      batches.add(batch.stream().map(OrderedScanTest::name).toList());
      long done = 0;
      for (int i = batch.size() - 1; i >= 0; i--) {
        if (name(batch.get(i)).equals(broken)) {
          throw new IOException(broken);
        }
        results.accept(i, "result of " + name(batch.get(i)));
        done += batch.get(i).range().byteCount();
        progress.report(done, OrderedScan.byteCount(batch));
      }
    };
  }

  private void run(OrderedScan<String> scan) throws IOException {
    scan.run(
        tensors,
        (tensor, result) -> printed.add(name(tensor) + ": " + result),
        () -> ends.add(printed.size()),
        (done, total) -> reports.add(done + "/" + total));
  }

  private static List<String> results(int count) {
    List<String> results = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      results.add("t" + i + ": result of t" + i);
    }
    return results;
  }

  @Test
  void resultsAreInTensorOrder() throws IOException {
    run(new OrderedScan<>(backwards(""), 100, Long.MAX_VALUE));

    assertThat(printed).isEqualTo(results(6));
    assertThat(batches).hasSize(1);
  }

  @Test
  void batchEndsAtSoManyTensors() throws IOException {
    run(new OrderedScan<>(backwards(""), 4, Long.MAX_VALUE));

    assertThat(batches).containsExactly(List.of("t0", "t1", "t2", "t3"), List.of("t4", "t5"));
    assertThat(printed).isEqualTo(results(6));
  }

  @Test
  void endOfEachBatchIsReportedAfterItsResults() throws IOException {
    run(new OrderedScan<>(backwards(""), 4, Long.MAX_VALUE));

    assertThat(ends).containsExactly(4, 6);
  }

  @Test
  void batchEndsAtSoManyBytes() throws IOException {
    run(new OrderedScan<>(backwards(""), 100, 12));

    assertThat(batches)
        .containsExactly(
            List.of("t0", "t1"), List.of("t2"), List.of("t3"), List.of("t4"), List.of("t5"));
  }

  @Test
  void progressIsThatOfAllBatches() throws IOException {
    run(new OrderedScan<>(backwards(""), 3, Long.MAX_VALUE));

    assertThat(reports).containsExactly("12/84", "20/84", "24/84", "48/84", "68/84", "84/84");
  }

  @Test
  void resultsBeforeTheBrokenTensorAreAlwaysPrinted() {
    assertThatThrownBy(() -> run(new OrderedScan<>(backwards("t4"), 100, Long.MAX_VALUE)))
        .isInstanceOf(IOException.class)
        .hasMessage("t4");

    assertThat(printed).isEqualTo(results(4));
    assertThat(ends).containsExactly(4);
  }

  @Test
  void failureThatDoesNotRecurIsIgnored() throws IOException {
    TensorScan<String> scan = backwards("");
    run(
        new OrderedScan<>(
            (batch, results, cancellation, progress) -> {
              if (batch.size() > 1) {
                results.accept(2, "result of t2");
                throw new IOException("once");
              }
              scan.run(batch, results, cancellation, progress);
            },
            100,
            Long.MAX_VALUE));

    assertThat(printed).isEqualTo(results(6));
    assertThat(batches).hasSize(5).doesNotContain(List.of("t2"));
  }

  @Test
  void noTensorsAreNoScan() throws IOException {
    new OrderedScan<>(backwards(""), 100, Long.MAX_VALUE)
        .run(List.of(), (_, result) -> printed.add(result), () -> {}, Progress.NONE);

    assertThat(printed).isEmpty();
    assertThat(batches).isEmpty();
  }
}
