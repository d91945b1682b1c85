package io.github.tensorloupe.library;

import module java.base;

import io.github.tensorloupe.format.Dtype;
import io.github.tensorloupe.text.Sentence;

/// A checkpoint that was found.
///
/// @param name what a person calls it; as unsafe to show as the disk makes it
/// @param path what to open: a file, an index or a folder
/// @param revision which state of its repository it is, where that is known
/// @param modified when the newest of its files was changed
/// @param problem why not; empty where it is complete
/// @param health what is known of its values
/// @param effectiveRank of an adapter; empty where it was not measured, NaN where it has none
/// @param facts what it is, as far as its headers tell
public record LibraryEntry(
    String name,
    Path path,
    Place place,
    Optional<Revision> revision,
    Contents contents,
    Instant modified,
    State state,
    Optional<Sentence> problem,
    Health health,
    OptionalDouble effectiveRank,
    ModelFacts facts) {

  /// The same with what a check of its values has found.
  public LibraryEntry with(Health newHealth, OptionalDouble newRank) {
    return new LibraryEntry(
        name, path, place, revision, contents, modified, state, problem, newHealth, newRank, facts);
  }

  /// The state of a checkpoint, as far as headers and names tell.
  public enum State {
    /// All of it is there, and it loads.
    COMPLETE,
    /// A part of a download is missing.
    INCOMPLETE,
    /// The reference library refuses a file of it.
    REFUSED,
    UNREADABLE
  }

  /// The content of the files of a checkpoint.
  ///
  /// @param byteLength of the files that are there and of what unfinished downloads have brought; a
  ///   file that several names lead to counts once
  /// @param tensorCount how many tensors their headers name
  /// @param dtypes of the tensors, the one with the most bytes first
  /// @param pictureFile the file whose metadata hold a picture, or a picture beside it
  public record Contents(
      long byteLength,
      int fileCount,
      long tensorCount,
      List<Dtype> dtypes,
      Optional<Path> pictureFile) {

    public Contents {
      dtypes = List.copyOf(dtypes);
    }
  }

  /// The problem in English, as the command line and JSON give it; an empty text where there is
  /// none.
  public String message() {
    return problem.map(Sentence::toString).orElse("");
  }
}
