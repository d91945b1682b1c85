package io.github.tensorloupe.model;

import module java.base;

import io.github.tensorloupe.format.DisplayText;
import io.github.tensorloupe.text.Sentence;

/// The type of a file that is not a safetensors file.
///
/// @param kind the kind, or `UNKNOWN` for a type without a constant, which the description may name
/// @param description a phrase with an article and all details, without a period; text from the
///   file is escaped for display
public record RecognizedType(FileKind kind, Sentence description) {

  private static final int MAX_SHOWN_NAMES = 3;

  static Optional<RecognizedType> of(FileKind kind, Sentence description) {
    return Optional.of(new RecognizedType(kind, description));
  }

  /// Returns text from the file in quotes, on one line, shortened like a name.
  public static Sentence quoted(String text) {
    return Sentence.of("\"{0}\"", line(text));
  }

  static String line(String text) {
    return DisplayText.of(text.strip().replaceAll("\\s+", " "));
  }

  /// Returns the first quoted names, separated by commas.
  public static Sentence first(List<String> names) {
    Sentence shown =
        Sentence.joined(
            ", ", names.stream().limit(MAX_SHOWN_NAMES).map(RecognizedType::quoted).toList());
    return names.size() > MAX_SHOWN_NAMES ? Sentence.of("{0} and others", shown) : shown;
  }
}
