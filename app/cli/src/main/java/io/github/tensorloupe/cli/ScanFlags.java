package io.github.tensorloupe.cli;

import module java.base;

import io.github.tensorloupe.analysis.chunk.ChunkedScan;
import io.github.tensorloupe.analysis.health.HealthScan;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

final class ScanFlags {

  private static final int MAX_THREADS = 256;

  @Spec(Spec.Target.MIXEE)
  private CommandSpec spec;

  @Option(names = "--threads", paramLabel = "N")
  private Optional<Integer> threads = Optional.empty();

  ChunkedScan scan() {
    if (threads.isEmpty()) {
      return ChunkedScan.onAllProcessors();
    }
    int count = threads.get();
    if (count < 1 || count > MAX_THREADS) {
      throw new ParameterException(
          spec.commandLine(),
          "Invalid value for option '--threads': '%d' is not from 1 to %d"
              .formatted(count, MAX_THREADS));
    }
    return new ChunkedScan(count);
  }

  Optional<HealthScan> healthScan(boolean readsValues) {
    ChunkedScan scan = scan();
    return readsValues ? Optional.of(new HealthScan(scan)) : Optional.empty();
  }
}
