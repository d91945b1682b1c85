package io.github.tensorloupe.compare;

import io.github.tensorloupe.format.Dtype;
import io.github.tensorloupe.model.TensorRef;
import io.github.tensorloupe.testing.TensorFiles;
import io.github.tensorloupe.work.Cancellation;
import io.github.tensorloupe.work.Progress;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;

/// Two small checkpoints to compare. Must be closed.
public record TwoSides(Side a, Side b) implements AutoCloseable {

  public static TwoSides of(Path folder, TensorFiles a, TensorFiles b) throws IOException {
    return open(a.write(folder.resolve("a.safetensors")), b.write(folder.resolve("b.safetensors")));
  }

  static TwoSides open(Path a, Path b) throws IOException {
    return new TwoSides(
        Side.open(a, Cancellation.NEVER, Progress.NONE),
        Side.open(b, Cancellation.NEVER, Progress.NONE));
  }

  /// Returns two sides with one one-dimensional tensor each.
  public static TwoSides of(Path folder, Dtype dtypeA, byte[] a, Dtype dtypeB, byte[] b, long count)
      throws IOException {
    return of(
        folder,
        new TensorFiles().tensor("t", dtypeA, a, count),
        new TensorFiles().tensor("t", dtypeB, b, count));
  }

  public List<TensorPair> pairs() throws IOException {
    return pairs(NameMap.NONE);
  }

  List<TensorPair> pairs(NameMap map) throws IOException {
    return Pairing.of(a, b, map, true, Cancellation.NEVER, Progress.NONE).pairs();
  }

  /// Returns the names of all pairs as `a=b:reason`, with an empty name for a missing tensor.
  List<String> names(NameMap map) throws IOException {
    return pairs(map).stream()
        .map(
            pair ->
                pair.a().map(TwoSides::name).orElse("")
                    + "="
                    + pair.b().map(TwoSides::name).orElse("")
                    + pair.by().map(by -> ":" + by.spelling()).orElse(""))
        .toList();
  }

  private static String name(TensorRef tensor) {
    return tensor.info().name();
  }

  List<PairResult> results() throws IOException {
    return results(new PairScan(2), pairs());
  }

  static List<PairResult> results(PairScan scan, List<TensorPair> pairs) throws IOException {
    PairResult[] results = new PairResult[pairs.size()];
    scan.run(pairs, (i, result) -> results[i] = result, Cancellation.NEVER, Progress.NONE);
    return Arrays.asList(results);
  }

  Comparison comparison() throws IOException {
    List<TensorPair> pairs = pairs();
    return new Comparison(
        a,
        b,
        pairs,
        results(new PairScan(2), pairs),
        MetadataDifference.between(a, b),
        CompareOptions.STRICT);
  }

  @Override
  public void close() throws IOException {
    a.close();
    b.close();
  }
}
