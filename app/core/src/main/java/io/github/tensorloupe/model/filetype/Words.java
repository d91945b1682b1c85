package io.github.tensorloupe.model.filetype;

import io.github.tensorloupe.format.DisplayText;
import io.github.tensorloupe.text.Quantities;
import java.util.List;
import java.util.stream.Collectors;

/// The words in which particulars are told.
final class Words {

  private static final int SHOWN = 3;

  private Words() {}

  /// A text from the file in quotes, in one line and cut to the length of a name.
  static String quoted(String text) {
    return "\"" + DisplayText.of(text.strip().replaceAll("\\s+", " ")) + "\"";
  }

  /// A number of things: `1 file`, `2 files`.
  ///
  /// @param count unsigned
  static String counted(long count, String singular, String plural) {
    return Quantities.count(count) + " " + (count == 1 ? singular : plural);
  }

  /// The first few of some names, in quotes.
  static String first(List<String> names) {
    String shown = names.stream().limit(SHOWN).map(Words::quoted).collect(Collectors.joining(", "));
    return names.size() > SHOWN ? shown + " and others" : shown;
  }
}
