package io.github.tensorloupe.desktop.pane.shortcuts;

import io.github.tensorloupe.desktop.text.KeyNames;
import io.github.tensorloupe.desktop.text.Messages;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/// The keys that panes have of their own, as the message bundle lists them: one a line, the keys
/// before a `|` and what they do behind it.
enum FixedKeys {
  TREE("shortcuts.pane.tree", "shortcuts.keys.tree"),
  METADATA("shortcuts.pane.metadata", "shortcuts.keys.metadata"),
  VALUES("shortcuts.pane.values", "shortcuts.keys.values"),
  HEATMAP("shortcuts.pane.heatmap", "shortcuts.keys.heatmap"),
  HISTOGRAM("shortcuts.pane.histogram", "shortcuts.keys.histogram"),
  LAYERS("shortcuts.pane.layers", "shortcuts.keys.layers"),
  BYTES("shortcuts.pane.bytes", "shortcuts.keys.bytes"),
  FILE_MAP("shortcuts.pane.filemap", "shortcuts.keys.filemap"),
  EVERYWHERE("shortcuts.pane.everywhere", "shortcuts.keys.everywhere");

  private final String titleKey;
  private final String linesKey;

  FixedKeys(String titleKey, String linesKey) {
    this.titleKey = titleKey;
    this.linesKey = linesKey;
  }

  /// The title of the pane, then its keys.
  List<ShortcutRow> rows(Messages messages) {
    List<ShortcutRow> rows = new ArrayList<>();
    rows.add(new ShortcutRow.Heading(messages.text(titleKey)));
    Arrays.stream(new KeyNames(messages).onThisSystem(messages.text(linesKey)).split("\n"))
        .map(line -> line.split("\\|", 2))
        .map(parts -> new ShortcutRow.Fixed(parts[1].strip(), parts[0].strip()))
        .forEach(rows::add);
    return rows;
  }
}
