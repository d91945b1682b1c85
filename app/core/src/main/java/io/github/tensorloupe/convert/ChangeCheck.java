package io.github.tensorloupe.convert;

import module java.base;

import io.github.tensorloupe.adapter.Adapter;
import io.github.tensorloupe.adapter.AdapterPair;
import io.github.tensorloupe.adapter.AdapterScan;
import io.github.tensorloupe.export.WrittenException;
import io.github.tensorloupe.format.DisplayText;
import io.github.tensorloupe.model.PathText;
import io.github.tensorloupe.model.TensorFile;
import io.github.tensorloupe.model.WriteFailures;
import io.github.tensorloupe.text.Decimal;
import io.github.tensorloupe.text.Sentence;

/// The agreement of a written adapter with the adapter from which it was made, computed from the
/// bytes of both.
///
/// @param moduleCount the number of modules of the written adapter
/// @param comparedCount the number of modules that were compared with a module of the source. A
///   part of a fused module has none
/// @param smallestCosine the smallest cosine of the changes that both adapters make with a module,
///   from -1 to 1
/// @param module the name of this module in the source
public record ChangeCheck(
    int moduleCount, int comparedCount, double smallestCosine, String module) {

  private static final int DIGITS = 5;

  /// Compares a written adapter with its source. Blocks the calling thread.
  ///
  /// @param sources the adapters of the operation, still open
  /// @param written the new file or folder
  /// @return empty if the operation does not keep the changes of a single adapter, or no module has
  ///   a counterpart
  /// @throws WrittenException if reading fails
  public static Optional<ChangeCheck> of(
      AdapterOperation operation, List<LoraMerge.Strength> sources, Path written)
      throws WrittenException {
    boolean keepsChanges =
        switch (operation) {
          case AdapterOperation.Resize _, AdapterOperation.Rename _ -> sources.size() == 1;
          case AdapterOperation.Join _, AdapterOperation.Extract _ -> false;
        };
    if (!keepsChanges) {
      return Optional.empty();
    }
    try (TensorFile file = TensorFile.open(Adapter.fileAt(written))) {
      return of(sources.getFirst().adapter(), Adapter.of(file));
    } catch (IOException e) {
      throw new WrittenException(
          Sentence.of(
              "{0} is written, but then it could not be examined: {1}.",
              PathText.of(written), WriteFailures.reason(e)),
          e);
    }
  }

  private static Optional<ChangeCheck> of(Adapter source, Adapter written) throws IOException {
    List<AdapterPair> pairs =
        AdapterPair.of(source, written).stream()
            .filter(pair -> pair.pairedBy().isPresent())
            .toList();
    List<Double> cosines = AdapterScan.onAllProcessors().cosines(pairs);
    int[] known =
        IntStream.range(0, pairs.size()).filter(i -> !Double.isNaN(cosines.get(i))).toArray();
    return Arrays.stream(known)
        .boxed()
        .min(Comparator.comparing(cosines::get))
        .map(
            least ->
                new ChangeCheck(
                    written.modules().size(),
                    known.length,
                    cosines.get(least),
                    pairs.get(least).a().orElseThrow().name()));
  }

  /// Returns the result as a line without a period.
  public Sentence sentence() {
    return Sentence.of(
        "{0} of {1} {1#module|modules} compared with the source: smallest cosine {2} ({3})",
        comparedCount, moduleCount, new Decimal(smallestCosine, DIGITS), DisplayText.of(module));
  }
}
