package io.github.tensorloupe.model.filetype;

import module java.base;

import io.github.tensorloupe.format.DisplayText;
import io.github.tensorloupe.text.Sentence;

/// The recognized type of a file.
///
/// @param description a phrase with an article and all details, without a full stop; text from the
///   file is escaped for display
public record RecognizedType(TypeId form, Sentence description) {

  private static final int MAX_SHOWN_NAMES = 3;

  /// The types distinguished in output. Their names are part of the output.
  public enum TypeId {
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
    /// A type without a constant. The description may still name it.
    UNKNOWN
  }

  public static Optional<RecognizedType> of(TypeId form, Sentence what) {
    return Optional.of(new RecognizedType(form, what));
  }

  /// Returns text from the file in quotes, on one line, shortened like a name.
  static Sentence quoted(String text) {
    return Sentence.of("\"{0}\"", line(text));
  }

  /// Returns text from the file on one line, shortened like a name.
  static String line(String text) {
    return DisplayText.of(text.strip().replaceAll("\\s+", " "));
  }

  static Sentence first(List<String> names) {
    Sentence shown =
        Sentence.joined(
            ", ", names.stream().limit(MAX_SHOWN_NAMES).map(RecognizedType::quoted).toList());
    return names.size() > MAX_SHOWN_NAMES ? Sentence.of("{0} and others", shown) : shown;
  }
}
