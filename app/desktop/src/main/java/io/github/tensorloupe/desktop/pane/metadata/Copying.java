package io.github.tensorloupe.desktop.pane.metadata;

import io.github.tensorloupe.desktop.control.copy.CopyMenu;
import io.github.tensorloupe.edit.JsonForm;
import io.github.tensorloupe.edit.JsonValue.JsonObject;
import io.github.tensorloupe.edit.JsonValue.JsonString;
import io.github.tensorloupe.edit.JsonValue.Member;
import io.github.tensorloupe.edit.MetadataEdits.Entry;
import java.util.List;

/// What goes onto the clipboard.
final class Copying {

  private Copying() {}

  /// Puts a text onto the clipboard as it stands.
  static void copy(String text) {
    CopyMenu.copy(text);
  }

  /// Entries as a JSON object, one a line.
  static String json(List<Entry> entries) {
    return JsonForm.PRETTY.write(
        new JsonObject(
            entries.stream()
                .map(entry -> new Member(entry.key(), new JsonString(entry.value())))
                .toList()));
  }
}
