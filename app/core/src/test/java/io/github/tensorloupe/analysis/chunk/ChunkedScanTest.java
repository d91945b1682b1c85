package io.github.tensorloupe.analysis.chunk;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.tensorloupe.format.ByteRange;
import io.github.tensorloupe.format.Dtype;
import io.github.tensorloupe.format.Shape;
import io.github.tensorloupe.format.TensorInfo;
import io.github.tensorloupe.model.FileBytes;
import io.github.tensorloupe.model.TensorData;
import io.github.tensorloupe.work.Cancellation;
import io.github.tensorloupe.work.Progress;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.foreign.ValueLayout;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CancellationException;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ChunkedScanTest {

  private static final int[] SIZES = {
    0, 1, 23, 5000, Chunk.MAX_BYTES, Chunk.MAX_BYTES + 1, 8 * Chunk.MAX_BYTES, 20_000_000, 7, 0
  };

  @TempDir Path folder;

  private FileBytes file;
  private byte[] bytes;
  private final List<TensorData> tensors = new ArrayList<>();

  /// Adds up the bytes of a tensor, and checks the documented properties of its chunks.
  private static class SumOfBytes implements ChunkCounts<SumOfBytes, Long> {

    private long sum;
    private long lastOffset = -1;

    @Override
    public void add(Chunk chunk) {
      assertThat(chunk.byteOffset()).isGreaterThan(lastOffset);
      assertThat(chunk.byteOffset() % 24).isZero();
      lastOffset = chunk.byteOffset();
      for (int i = 0; i < chunk.partCount(); i++) {
        sum += chunk.bytes().get(ValueLayout.JAVA_BYTE, i);
      }
    }

    @Override
    public void merge(SumOfBytes other) {
      sum += other.sum;
    }

    @Override
    public Long result() {
      return sum;
    }
  }

  @BeforeEach
  void writeFile() throws IOException {
    int total = 3;
    for (int size : SIZES) {
      total += size;
    }
    bytes = new byte[total];
    new Random(3).nextBytes(bytes);
    file = FileBytes.open(Files.write(folder.resolve("file"), bytes));
    long begin = 3;
    for (int size : SIZES) {
      TensorInfo info = new TensorInfo("t", Dtype.U8, Shape.of(size), begin - 3, begin - 3 + size);
      tensors.add(new TensorData(file, info, new ByteRange(begin, begin + size)));
      begin += size;
    }
  }

  @AfterEach
  void closeFile() throws IOException {
    file.close();
  }

  private long sum(TensorData tensor) {
    long sum = 0;
    for (int i = (int) tensor.range().begin(); i < tensor.range().end(); i++) {
      sum += bytes[i];
    }
    return sum;
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 16})
  void everyTensorIsReadOnceWhateverTheThreads(int threads) throws IOException {
    Long[] results = new Long[SIZES.length];
    new ChunkedScan(threads)
        .run(
            tensors,
            _ -> new SumOfBytes(),
            (_, sum) -> sum,
            (index, result) -> {
              assertThat(results[index]).isNull();
              results[index] = result;
            },
            Cancellation.NEVER,
            Progress.NONE);
    assertThat(results).containsExactly(tensors.stream().map(this::sum).toArray(Long[]::new));
  }

  @Test
  void severalThreadsReadOneLargeTensor() throws IOException {
    var threads = ConcurrentHashMap.<Thread>newKeySet();
    Supplier<SumOfBytes> counts =
        () ->
            new SumOfBytes() {
              @Override
              public void add(Chunk chunk) {
                threads.add(Thread.currentThread());
                // Waits for the other thread, so that one thread cannot read everything.
                while (threads.size() < 2) {
                  Thread.onSpinWait();
                }
                super.add(chunk);
              }
            };
    new ChunkedScan(2)
        .run(
            tensors.subList(7, 8),
            _ -> counts.get(),
            (_, sum) -> sum,
            (_, _) -> {},
            Cancellation.NEVER,
            Progress.NONE);
    assertThat(threads).hasSize(2);
  }

  @Test
  void progressReachesTheByteCountOfAllTensors() throws IOException {
    List<Long> reports = Collections.synchronizedList(new ArrayList<>());
    long all = tensors.stream().mapToLong(tensor -> tensor.range().byteCount()).sum();
    new ChunkedScan(1)
        .run(
            tensors,
            _ -> new SumOfBytes(),
            (_, sum) -> sum,
            (_, _) -> {},
            Cancellation.NEVER,
            (done, total) -> {
              assertThat(total).isEqualTo(all);
              reports.add(done);
            });
    assertThat(reports).isSorted().endsWith(all);
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2})
  void cancellingEndsItBeforeTheNextChunk(int threads) {
    AtomicInteger chunks = new AtomicInteger();
    Supplier<SumOfBytes> counts =
        () ->
            new SumOfBytes() {
              @Override
              public void add(Chunk chunk) {
                chunks.incrementAndGet();
              }
            };
    assertThatThrownBy(
            () ->
                new ChunkedScan(threads)
                    .run(
                        tensors,
                        _ -> counts.get(),
                        (_, sum) -> sum,
                        (_, _) -> {},
                        () -> chunks.get() >= 6,
                        Progress.NONE))
        .isInstanceOf(CancellationException.class);
    assertThat(chunks.get()).isBetween(6, 6 + threads - 1);
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 4})
  void failureOfOneThreadStopsAllAndIsThrown(int threads) {
    AtomicBoolean failed = new AtomicBoolean();
    Supplier<SumOfBytes> counts =
        () ->
            new SumOfBytes() {
              @Override
              public void add(Chunk chunk) {
                if (chunk.byteOffset() > 0 && failed.compareAndSet(false, true)) {
                  throw new UncheckedIOException(new IOException("no more"));
                }
              }
            };
    assertThatThrownBy(
            () ->
                new ChunkedScan(threads)
                    .run(
                        tensors,
                        _ -> counts.get(),
                        (_, sum) -> sum,
                        (_, _) -> {},
                        Cancellation.NEVER,
                        Progress.NONE))
        .isInstanceOf(UncheckedIOException.class)
        .hasMessageContaining("no more");
  }

  @Test
  void aClosedFileIsAFailureToRead() throws IOException {
    file.close();
    assertThatThrownBy(
            () ->
                new ChunkedScan(2)
                    .run(
                        tensors,
                        _ -> new SumOfBytes(),
                        (_, sum) -> sum,
                        (_, _) -> {},
                        Cancellation.NEVER,
                        Progress.NONE))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("was closed");
  }

  @Test
  void whereTheShapeIsShorterThanTheBytesOnlyItsPartsCount() throws IOException {
    TensorInfo info = new TensorInfo("t", Dtype.U8, Shape.of(2_000_000), 0, 5_000_000);
    TensorData tensor = new TensorData(file, info, new ByteRange(3, 5_000_003));
    TensorData counted = new TensorData(file, info, new ByteRange(3, 2_000_003));
    long[] sum = new long[1];
    new ChunkedScan(2)
        .run(
            List.of(tensor),
            _ -> new SumOfBytes(),
            (_, all) -> all,
            (_, result) -> sum[0] = result,
            Cancellation.NEVER,
            Progress.NONE);
    assertThat(sum[0]).isEqualTo(sum(counted));
  }
}
