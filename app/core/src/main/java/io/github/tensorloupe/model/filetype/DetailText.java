package io.github.tensorloupe.model.filetype;

import module java.base;

import io.github.tensorloupe.format.DisplayText;
import io.github.tensorloupe.text.Sentence;

/// The words in which particulars are told.
final class DetailText {

  private static final int SHOWN = 3;

  private DetailText() {}

  /// A text from the file in quotes, in one line and cut to the length of a name.
  static Sentence quoted(String text) {
    return Sentence.of("\"{0}\"", line(text));
  }

  /// A text from the file in one line, cut to the length of a name.
  static String line(String text) {
    return DisplayText.of(text.strip().replaceAll("\\s+", " "));
  }

  /// The first few of some names, in quotes.
  static Sentence first(List<String> names) {
    Sentence shown =
        Sentence.joined(", ", names.stream().limit(SHOWN).map(DetailText::quoted).toList());
    return names.size() > SHOWN ? Sentence.of("{0} and others", shown) : shown;
  }
}
