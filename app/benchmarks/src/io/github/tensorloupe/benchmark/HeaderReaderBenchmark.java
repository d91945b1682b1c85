package io.github.tensorloupe.benchmark;

import io.github.tensorloupe.format.HeaderReader;
import io.github.tensorloupe.format.HeaderReading;
import io.github.tensorloupe.format.Preface;
import java.util.OptionalLong;
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
import org.openjdk.jmh.annotations.Warmup;

/// Measures the time from the bytes of a header to its tensors, metadata, verdict and findings.
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MILLISECONDS)
@Fork(2)
@Warmup(iterations = 5, time = 2)
@Measurement(iterations = 5, time = 2)
@State(Scope.Benchmark)
public class HeaderReaderBenchmark {

  /// The header to read.
  @Param public HeaderSample sample;

  private Preface preface;
  private byte[] header;

  /// The counter of one thread.
  @AuxCounters
  @State(Scope.Thread)
  public static class Volume {
    /// Megabytes of header read so far.
    public double megabytes;

    /// Resets the counter.
    @Setup(Level.Iteration)
    public void reset() {
      megabytes = 0;
    }
  }

  /// Creates the header and checks that it is valid.
  @Setup
  public void makeHeader() {
    HeaderSample.GeneratedHeader generated = sample.make();
    header = generated.header();
    preface =
        new Preface(8 + header.length + generated.dataByteCount(), OptionalLong.of(header.length));
    HeaderReading reading = HeaderReader.read(preface, header);
    if (reading.loadError().isPresent()) {
      throw new IllegalStateException("refused: " + reading.findings());
    }
  }

  /// Reads the header.
  @Benchmark
  public HeaderReading read(Volume volume) {
    volume.megabytes += header.length / 1e6;
    return HeaderReader.read(preface, header);
  }
}
