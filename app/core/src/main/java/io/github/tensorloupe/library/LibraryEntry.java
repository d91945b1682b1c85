package io.github.tensorloupe.library;

import module java.base;

import io.github.tensorloupe.format.Dtype;
import io.github.tensorloupe.text.Sentence;

/// A checkpoint in the library.
///
/// @param name the displayed name, not escaped
/// @param path the path to open: a file, an index or a folder
/// @param revision the revision of its repository, if known
/// @param modified the modification time of its newest file
/// @param problem the reason for the state; empty if the checkpoint is complete
/// @param health the known health of its values
/// @param effectiveRank of an adapter; empty if it was not measured, NaN if it is undefined
/// @param facts facts from its headers
public record LibraryEntry(
    String name,
    Path path,
    LibraryFolder place,
    Optional<Revision> revision,
    Contents contents,
    Instant modified,
    State state,
    Optional<Sentence> problem,
    Health health,
    OptionalDouble effectiveRank,
    ModelFacts facts) {

  /// Returns a copy with the results of a value scan.
  public LibraryEntry with(Health newHealth, OptionalDouble newRank) {
    return new LibraryEntry(
        name, path, place, revision, contents, modified, state, problem, newHealth, newRank, facts);
  }

  /// The state of a checkpoint according to headers and file names.
  public enum State {
    /// All files exist and can be loaded.
    COMPLETE,
    /// Part of a download is missing.
    INCOMPLETE,
    /// The reference library refuses one of its files.
    REFUSED,
    UNREADABLE
  }

  /// The content of the files of a checkpoint.
  ///
  /// @param byteLength the length of all files, including unfinished downloads; files with several
  ///   names are counted once
  /// @param tensorCount the number of tensors in all headers
  /// @param dtypes the dtypes of the tensors, in descending order of bytes
  /// @param pictureFile the file whose metadata contain a picture, or a picture file next to the
  ///   model
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

  /// Returns the problem in English for the command line and JSON, or an empty string.
  public String message() {
    return problem.map(Sentence::toString).orElse("");
  }
}
