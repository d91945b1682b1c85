package io.github.tensorloupe.desktop.pane.hex.search;

import module java.base;

import io.github.tensorloupe.format.ByteRange;
import io.github.tensorloupe.format.Dtype;
import io.github.tensorloupe.model.TensorData;
import io.github.tensorloupe.model.TensorFile;
import io.github.tensorloupe.model.TensorRef;
import io.github.tensorloupe.work.Cancellation;
import io.github.tensorloupe.work.Progress;

/// A search of a file, or of one of its tensors, that starts anywhere and wraps around. Immutable.
///
/// @param tensor the only one that is searched; empty for the whole file
public record SearchQuery(TensorFile file, Optional<TensorRef> tensor, Sought sought) {

  /// The pattern of a search.
  public sealed interface Sought {

    record Bytes(SearchPattern pattern) implements Sought {}

    /// Bytes that an expression describes.
    record Expression(ByteExpression expression) implements Sought {}

    /// In each tensor what its dtype asks for; nothing in tensors of other dtypes.
    record Elements(Map<Dtype, ElementTest> tests) implements Sought {
      public Elements {
        tests = Map.copyOf(tests);
      }
    }
  }

  /// The result of a search.
  ///
  /// @param match file offsets; empty where there is none in all of what was to be searched
  /// @param wrapped true if it was found from the other end on
  public record Outcome(Optional<ByteRange> match, boolean wrapped) {}

  /// The place behind a match that the next one may begin at.
  public long behind(ByteRange match) {
    return sought instanceof Sought.Expression ? match.end() : match.begin() + 1;
  }

  /// The places to be searched, in the order of the file; none for an expression.
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

  /// Searches from a place to the end and then from the top to that place; backwards the other way
  /// round.
  ///
  /// @param byteOffset file offset: forward the first that a match may begin at, backwards the one
  ///   behind the last
  /// @param progress reported in bytes
  /// @throws IOException as [ByteSearch#find] does
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
        : ByteSearch.besideOthers()
            .find(file.bytes(), areas, begins, forward, cancellation, progress);
  }

  private ExpressionSearch search(ByteExpression expression) {
    return ExpressionSearch.of(file.bytes(), range(), expression);
  }

  /// Counts all matches; parameters and errors are those of [ByteSearch#count].
  public MatchCounts count(
      Consumer<MatchCounts> onPart, Cancellation cancellation, Progress progress)
      throws IOException {
    return sought instanceof Sought.Expression(ByteExpression expression)
        ? search(expression).count(onPart, cancellation, progress)
        : ByteSearch.besideOthers().count(file.bytes(), areas(), onPart, cancellation, progress);
  }

  /// The number of matches that begin before a byte, as [ByteSearch#countBefore] has it.
  ///
  /// @param counts of all of them
  public long countBefore(MatchCounts counts, long byteOffset, Cancellation cancellation)
      throws IOException {
    return sought instanceof Sought.Expression(ByteExpression expression)
        ? search(expression).countBefore(counts, byteOffset, cancellation)
        : ByteSearch.besideOthers()
            .countBefore(file.bytes(), areas(), counts, byteOffset, cancellation);
  }
}
