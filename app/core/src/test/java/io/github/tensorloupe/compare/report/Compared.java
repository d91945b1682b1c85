package io.github.tensorloupe.compare.report;

import io.github.tensorloupe.compare.CompareOptions;
import io.github.tensorloupe.compare.Comparison;
import io.github.tensorloupe.compare.MetadataDifference;
import io.github.tensorloupe.compare.NameMap;
import io.github.tensorloupe.compare.PairResult;
import io.github.tensorloupe.compare.PairScan;
import io.github.tensorloupe.compare.Pairing;
import io.github.tensorloupe.compare.Side;
import io.github.tensorloupe.work.Cancellation;
import io.github.tensorloupe.work.Progress;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;

/// Two compared checkpoints.
final class Compared implements AutoCloseable {

  private final Comparison comparison;

  Compared(Path a, Path b) throws IOException {
    Side sideA = Side.open(a, Cancellation.NEVER, Progress.NONE);
    Side sideB = Side.open(b, Cancellation.NEVER, Progress.NONE);
    Pairing pairing =
        Pairing.of(sideA, sideB, NameMap.NONE, true, Cancellation.NEVER, Progress.NONE);
    PairResult[] results = new PairResult[pairing.pairs().size()];
    new PairScan(1)
        .run(
            pairing.pairs(),
            (int pair, PairResult result) -> results[pair] = result,
            Cancellation.NEVER,
            Progress.NONE);
    comparison =
        new Comparison(
            sideA,
            sideB,
            pairing.pairs(),
            Arrays.asList(results),
            MetadataDifference.between(sideA, sideB),
            CompareOptions.STRICT);
  }

  Comparison comparison() {
    return comparison;
  }

  @Override
  public void close() throws IOException {
    try (Side _ = comparison.a()) {
      comparison.b().close();
    }
  }
}
