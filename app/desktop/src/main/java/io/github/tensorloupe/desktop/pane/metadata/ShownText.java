package io.github.tensorloupe.desktop.pane.metadata;

import io.github.tensorloupe.edit.EmbeddedJson;
import io.github.tensorloupe.edit.JsonForm;
import io.github.tensorloupe.edit.JsonTextException;

/// A value as text on the screen, and the way back from what is typed there.
///
/// @param value as it is in the entry
/// @param form of the text; JSON on one line is spread over several for the eye
/// @param isJson whether the value is JSON held in a string
/// @param isWhole whether the text stands for the whole value; else it is its beginning, for
///   reading alone
/// @param shownCharacters how many characters of the value the text stands for
record ShownText(
    String value, EditableText form, boolean isJson, boolean isWhole, int shownCharacters) {

  /// Nothing.
  static final ShownText NONE = new ShownText("", EditableText.of(""), false, true, 0);

  /// The text of a value.
  ///
  /// @param limit longer values are cut
  static ShownText of(MetadataDetail detail, int limit) {
    String value = detail.row().value();
    if (value.length() > limit) {
      ReadableText cut = detail.text();
      return new ShownText(
          value,
          new EditableText(cut.text(), false),
          detail.json().isPresent(),
          false,
          cut.shownCharacters());
    }
    String text =
        detail
            .json()
            .filter(_ -> !hasLines(value))
            .map(json -> JsonForm.PRETTY.write(json.tree()))
            .orElse(value);
    return new ShownText(
        value, EditableText.of(text), detail.json().isPresent(), true, value.length());
  }

  private static boolean hasLines(String value) {
    return value.indexOf('\n') >= 0;
  }

  String text() {
    return form.text();
  }

  /// Whether the value itself has several lines.
  boolean hadLines() {
    return hasLines(value);
  }

  int characters() {
    return value.length();
  }

  /// The value that a text means which was typed in place of this one. Text that was not changed
  /// means the value exactly as it is.
  ///
  /// @param keepLines whether JSON keeps the line breaks and spaces that it was typed with
  String value(String typed, boolean keepLines) {
    if (typed.equals(text())) {
      return value;
    }
    String meant = form.value(typed);
    if (!isJson || keepLines) {
      return meant;
    }
    try {
      return JsonForm.COMPACT.write(EmbeddedJson.read(meant));
    } catch (JsonTextException e) {
      // What is no JSON any more is text like any other, and kept as it was typed.
      return meant;
    }
  }
}
