package io.github.tensorloupe.desktop.testing;

import io.github.tensorloupe.desktop.selection.ComparisonDocument;
import io.github.tensorloupe.desktop.selection.FileDocument;
import io.github.tensorloupe.desktop.selection.PairSelection;
import io.github.tensorloupe.testing.TensorFiles;
import io.github.tensorloupe.work.Cancellation;
import java.io.IOException;
import java.nio.file.Path;

/// Opens a comparison of two files for a test and closes it at the end of the test.
public final class OpenPairs implements AutoCloseable {

  private final OpenFiles files = new OpenFiles();
  private ComparisonDocument comparison;
  private PairSelection selection;

  /// Writes two files and opens a comparison of them.
  public PairSelection open(Path folder, TensorFiles a, TensorFiles b) throws IOException {
    return open(a.write(folder.resolve("a.safetensors")), b.write(folder.resolve("b.safetensors")));
  }

  /// Opens a comparison of two files.
  public PairSelection open(Path a, Path b) throws IOException {
    FileDocument base = files.open(a);
    FileDocument newer = files.open(b);
    comparison = ComparisonDocument.of(base, newer, false, Cancellation.NEVER);
    selection = new PairSelection(comparison);
    return selection;
  }

  public ComparisonDocument comparison() {
    return comparison;
  }

  /// Selects the pair with this name.
  public void select(String name) {
    int pair = comparison.pairs().stream().map(each -> each.name()).toList().indexOf(name);
    selection.select(pair);
  }

  @Override
  public void close() throws IOException {
    files.close();
  }
}
