package io.github.tensorloupe.desktop.pane.hex.find;

import io.github.tensorloupe.analysis.search.ByteSearch;
import io.github.tensorloupe.analysis.search.SearchArea;
import io.github.tensorloupe.format.ByteRange;
import io.github.tensorloupe.model.FileBytes;
import io.github.tensorloupe.work.Cancellation;
import io.github.tensorloupe.work.Progress;
import java.io.IOException;
import java.util.List;
import java.util.Optional;

/// What a search has found.
///
/// @param match file offsets; empty where there is none in all of what was to be searched
/// @param wrapped whether it was found from the other end on
record FindOutcome(Optional<ByteRange> match, boolean wrapped) {

  /// Searches from a place to the end and then from the top to that place; backwards the other way
  /// round. Blocks.
  ///
  /// @param byteOffset file offset: forward the first that a match may begin at, backwards the one
  ///   behind the last
  static FindOutcome search(
      FindQuery query,
      boolean forward,
      long byteOffset,
      Cancellation cancellation,
      Progress progress)
      throws IOException {
    FileBytes file = query.file().bytes();
    List<SearchArea> areas = query.areas();
    long all = areas.stream().mapToLong(area -> area.range().byteCount()).sum();
    ByteRange before = new ByteRange(0, byteOffset);
    ByteRange behind = new ByteRange(byteOffset, Math.max(byteOffset, file.length()));
    ByteSearch search = ByteSearch.besideOthers();
    Progress atFirst = (done, total) -> progress.report(Math.min(done, all), all);
    Progress then = (done, total) -> progress.report(Math.clamp(all - total + done, 0, all), all);
    Optional<ByteRange> match =
        forward
            ? search.first(file, areas, behind, cancellation, atFirst)
            : search.last(file, areas, before, cancellation, atFirst);
    if (match.isPresent()) {
      return new FindOutcome(match, false);
    }
    Optional<ByteRange> wrapped =
        forward
            ? search.first(file, areas, before, cancellation, then)
            : search.last(file, areas, behind, cancellation, then);
    return new FindOutcome(wrapped, wrapped.isPresent());
  }
}
