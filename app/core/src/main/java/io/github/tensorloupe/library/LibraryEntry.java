package io.github.tensorloupe.library;

import module java.base;

import io.github.tensorloupe.format.Dtype;
import io.github.tensorloupe.model.FileKind;
import io.github.tensorloupe.text.Sentence;

/// A checkpoint in the library.
///
/// @param name the displayed name, not escaped
/// @param path the path to open: a file, an index or a folder
/// @param revision the revision of the repository, if known
/// @param modified the modification time of the newest file
/// @param problem the reason for the state; for a complete checkpoint, an interrupted save or empty
/// @param damage the kind of damage of the first refused file, or empty if no file is refused
/// @param health the health of the values according to earlier scans
/// @param effectiveRank the effective rank of an adapter; NaN if it is undefined, empty if it was
///   not measured
/// @param facts the facts from the headers
/// @param otherFormat the kind of a file of another format, or empty for safetensors files
public record LibraryEntry(
    String name,
    Path path,
    LibraryFolder place,
    Optional<Revision> revision,
    Contents contents,
    Instant modified,
    State state,
    Optional<Sentence> problem,
    Optional<Damage> damage,
    Health health,
    OptionalDouble effectiveRank,
    ModelFacts facts,
    Optional<FileKind> otherFormat) {

  /// Returns a copy with the results of a value scan.
  public LibraryEntry with(Health newHealth, OptionalDouble newRank) {
    return new LibraryEntry(
        name,
        path,
        place,
        revision,
        contents,
        modified,
        state,
        problem,
        damage,
        newHealth,
        newRank,
        facts,
        otherFormat);
  }

  /// The state of a checkpoint according to headers and file names.
  public enum State {
    /// All files exist and can be loaded.
    COMPLETE,
    /// Files are missing, or a download is unfinished.
    INCOMPLETE,
    /// All files can be loaded, but the index does not match their headers.
    INCONSISTENT,
    /// The reference library refuses at least one file.
    REFUSED,
    UNREADABLE
  }

  /// The content of the files of a checkpoint.
  ///
  /// @param byteLength the total length of all files, including unfinished downloads; a file with
  ///   several names counts once
  /// @param tensorCount the number of tensors in all headers
  /// @param dtypes the dtypes of the tensors, in descending order of total bytes
  /// @param pictureFile the file whose metadata contains a picture, or a picture file next to the
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

  /// Returns the problem in English, for the command line and JSON, or an empty string if there is
  /// none.
  public String message() {
    return problem.map(Sentence::toString).orElse("");
  }
}
