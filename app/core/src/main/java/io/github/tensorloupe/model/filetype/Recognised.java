package io.github.tensorloupe.model.filetype;

import module java.base;

import io.github.tensorloupe.text.Sentence;

/// The real kind of a file.
///
/// @param form the kind
/// @param what a phrase for a person, with its article and all particulars, without a full stop;
///   text from the file is fit for display
public record Recognised(Form form, Sentence what) {

  /// The kinds of files that are told apart in output.
  public enum Form {
    INDEX,
    GIT_LFS_POINTER,
    HTML,
    ZIP,
    PICKLE,
    GGUF,
    NUMPY,
    ZEROS,
    TEXT,
    /// Known perhaps, and then named in words only.
    OTHER
  }

  /// A file that is of a known kind.
  public static Optional<Recognised> of(Form form, Sentence what) {
    return Optional.of(new Recognised(form, what));
  }
}
