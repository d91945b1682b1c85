package io.github.tensorloupe.benchmark;

import io.github.tensorloupe.analysis.distribution.Distribution;
import io.github.tensorloupe.analysis.health.TensorHealth;
import io.github.tensorloupe.format.Dtype;
import java.io.IOException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.AuxCounters;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Warmup;

/// Measures the time to scan the values of a tensor of 512 MiB in the page cache, and the time to
/// sum the longs of the same file. For ratios on a noisy machine see [ScanRatios].
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MILLISECONDS)
@Fork(1)
@Warmup(iterations = 3, time = 2)
@Measurement(iterations = 5, time = 2)
@State(Scope.Benchmark)
public class ScanBenchmark {

  private static final long BYTES = 512L << 20;

  /// The dtype of the numbers.
  @Param({"BF16", "F16", "F32", "F8_E4M3"})
  public Dtype dtype;

  /// The number of reading threads.
  @Param({"1", "2"})
  public int threads;

  private ScanSample sample;

  /// The counter of one thread.
  @AuxCounters
  @State(Scope.Thread)
  public static class Volume {
    /// Megabytes read so far.
    public double megabytes;

    /// Resets the counter.
    @Setup(Level.Iteration)
    public void reset() {
      megabytes = 0;
    }
  }

  /// Writes the file.
  @Setup
  public void open() throws IOException {
    sample = new ScanSample(dtype, BYTES, threads);
  }

  /// Deletes the file.
  @TearDown
  public void close() throws IOException {
    sample.close();
  }

  /// Scans the health.
  @Benchmark
  public TensorHealth health(Volume volume) throws IOException {
    volume.megabytes += BYTES / 1e6;
    return sample.health();
  }

  /// Counts the distribution.
  @Benchmark
  public Distribution distribution(Volume volume) throws IOException {
    volume.megabytes += BYTES / 1e6;
    return sample.distribution();
  }

  /// Sums the longs.
  @Benchmark
  public long sumOfLongs(Volume volume) throws ExecutionException, InterruptedException {
    volume.megabytes += BYTES / 1e6;
    return sample.sumOfLongs();
  }
}
