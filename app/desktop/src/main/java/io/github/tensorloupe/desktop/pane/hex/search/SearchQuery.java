package io.github.tensorloupe.desktop.pane.hex.search;

import module java.base;

import io.github.tensorloupe.format.ByteRange;
import io.github.tensorloupe.format.Dtype;
import io.github.tensorloupe.model.TensorData;
import io.github.tensorloupe.model.TensorFile;
import io.github.tensorloupe.model.TensorRef;
import io.github.tensorloupe.work.Cancellation;
import io.github.tensorloupe.work.Progress;

/// A search of a file or of one of its tensors. It starts at any position and wraps around.
/// Immutable.
///
/// @param tensor the tensor to search; empty for the whole file
public record SearchQuery(TensorFile file, Optional<TensorRef> tensor, Sought sought) {

  /// The pattern of a search.
  public sealed interface Sought {

    record Bytes(SearchPattern pattern) implements Sought {}

    /// Bytes that match an expression.
    record Expression(ByteExpression expression) implements Sought {}

    /// A test per dtype; tensors of other dtypes are not searched.
    record Elements(Map<Dtype, ElementTest> tests) implements Sought {
      public Elements {
        tests = Map.copyOf(tests);
      }
    }
  }

  /// The result of a search.
  ///
  /// @param match file offsets; empty if nothing matches
  /// @param wrapped true if the search wrapped around
  public record Outcome(Optional<ByteRange> match, boolean wrapped) {}

  /// Returns the first position after a match at which the next one may begin.
  public long nextStart(ByteRange match) {
    return sought instanceof Sought.Expression ? match.end() : match.begin() + 1;
  }

  /// Returns the areas to search in file order; none for an expression.
  private List<SearchArea> areas() {
    return switch (sought) {
      case Sought.Expression _ -> List.of();
      case Sought.Bytes(SearchPattern pattern) -> List.of(SearchArea.of(range(), pattern));
      case Sought.Elements(Map<Dtype, ElementTest> tests) ->
          tensor.map(only -> List.of(only.info())).orElse(file.header().tensors()).stream()
              .filter(info -> tests.containsKey(info.dtype()))
              .flatMap(info -> file.data(info).stream())
              .map(data -> SearchArea.of(data, tests.get(data.info().dtype())))
              .toList();
    };
  }

  private ByteRange range() {
    return tensor
        .flatMap(TensorRef::data)
        .map(TensorData::range)
        .orElse(new ByteRange(0, file.bytes().length()));
  }

  /// Searches from a position to the end and then from the start to that position, or the other way
  /// round.
  ///
  /// @param byteOffset file offset: forward, the first position of a match; backward, the position
  ///   after the last one
  /// @param progress reported in bytes
  /// @throws IOException as for [ByteSearch#find]
  public Outcome search(
      boolean forward, long byteOffset, Cancellation cancellation, Progress progress)
      throws IOException {
    ByteRange before = new ByteRange(0, byteOffset);
    ByteRange behind = new ByteRange(byteOffset, Math.max(byteOffset, file.bytes().length()));
    List<SearchArea> areas = areas();
    long all =
        sought instanceof Sought.Expression
            ? range().byteCount()
            : areas.stream().mapToLong(area -> area.range().byteCount()).sum();
    Progress atFirst = (done, _) -> progress.report(Math.min(done, all), all);
    Progress then = (done, total) -> progress.report(Math.clamp(all - total + done, 0, all), all);
    Optional<ByteRange> match =
        find(areas, forward ? behind : before, forward, cancellation, atFirst);
    if (match.isPresent()) {
      return new Outcome(match, false);
    }
    Optional<ByteRange> wrapped =
        find(areas, forward ? before : behind, forward, cancellation, then);
    return new Outcome(wrapped, wrapped.isPresent());
  }

  private Optional<ByteRange> find(
      List<SearchArea> areas,
      ByteRange begins,
      boolean forward,
      Cancellation cancellation,
      Progress progress)
      throws IOException {
    return sought instanceof Sought.Expression(ByteExpression expression)
        ? search(expression).find(begins, forward, cancellation, progress)
        : ByteSearch.leavingOneProcessor()
            .find(file.bytes(), areas, begins, forward, cancellation, progress);
  }

  private ExpressionSearch search(ByteExpression expression) {
    return ExpressionSearch.of(file.bytes(), range(), expression);
  }

  /// Counts all matches. See [ByteSearch#count] for the parameters and errors.
  public MatchCounts count(
      Consumer<MatchCounts> onPart, Cancellation cancellation, Progress progress)
      throws IOException {
    return sought instanceof Sought.Expression(ByteExpression expression)
        ? search(expression).count(onPart, cancellation, progress)
        : ByteSearch.leavingOneProcessor()
            .count(file.bytes(), areas(), onPart, cancellation, progress);
  }

  /// Returns the number of matches before a byte, as [ByteSearch#countBefore].
  ///
  /// @param counts the counts of the whole search
  public long countBefore(MatchCounts counts, long byteOffset, Cancellation cancellation)
      throws IOException {
    return sought instanceof Sought.Expression(ByteExpression expression)
        ? search(expression).countBefore(counts, byteOffset, cancellation)
        : ByteSearch.leavingOneProcessor()
            .countBefore(file.bytes(), areas(), counts, byteOffset, cancellation);
  }
}
