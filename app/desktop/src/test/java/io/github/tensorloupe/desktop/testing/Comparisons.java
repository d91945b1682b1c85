package io.github.tensorloupe.desktop.testing;

import io.github.tensorloupe.compare.PairScan;
import io.github.tensorloupe.desktop.selection.ComparisonDocument;
import io.github.tensorloupe.desktop.selection.ComparisonResults;
import io.github.tensorloupe.desktop.selection.ComparisonResults.ComparedPair;
import io.github.tensorloupe.desktop.selection.FileDocument;
import io.github.tensorloupe.work.Cancellation;
import io.github.tensorloupe.work.Progress;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/// Comparisons for tests of view models, without a window.
public final class Comparisons {

  private Comparisons() {}

  /// Opens a comparison of two files, which are closed with `files`.
  public static ComparisonDocument open(OpenFiles files, Path a, Path b) throws IOException {
    FileDocument base = files.open(a);
    FileDocument newer = files.open(b);
    return ComparisonDocument.of(base, newer, false, Cancellation.NEVER);
  }

  /// Compares all pairs.
  public static void compare(ComparisonDocument comparison, ComparisonResults results)
      throws IOException {
    List<ComparedPair> found = new ArrayList<>();
    new PairScan(1)
        .run(
            comparison.pairs(),
            (pair, result) -> found.add(new ComparedPair(pair, result)),
            Cancellation.NEVER,
            Progress.NONE);
    results.add(found);
  }
}
