package io.github.tensorloupe.model.filetype;

import module java.base;

import io.github.tensorloupe.format.DisplayText;
import io.github.tensorloupe.text.Sentence;

/// The real kind of a file.
///
/// @param what a phrase for a person, with its article and all particulars, without a full stop;
///   text from the file is fit for display
public record Recognised(Form form, Sentence what) {

  private static final int SHOWN = 3;

  /// The kinds of files that are told apart in output, under the same names as there.
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
    EMPTY,
    /// Known perhaps, and then named in words only.
    UNKNOWN
  }

  public static Optional<Recognised> of(Form form, Sentence what) {
    return Optional.of(new Recognised(form, what));
  }

  /// A text from the file in quotes, in one line and cut to the length of a name.
  static Sentence quoted(String text) {
    return Sentence.of("\"{0}\"", line(text));
  }

  /// A text from the file in one line, cut to the length of a name.
  static String line(String text) {
    return DisplayText.of(text.strip().replaceAll("\\s+", " "));
  }

  static Sentence first(List<String> names) {
    Sentence shown =
        Sentence.joined(", ", names.stream().limit(SHOWN).map(Recognised::quoted).toList());
    return names.size() > SHOWN ? Sentence.of("{0} and others", shown) : shown;
  }
}
