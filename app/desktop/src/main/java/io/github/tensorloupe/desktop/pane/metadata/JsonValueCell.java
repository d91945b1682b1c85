package io.github.tensorloupe.desktop.pane.metadata;

import io.github.tensorloupe.desktop.text.Messages;
import io.github.tensorloupe.desktop.theme.Tips;
import java.util.List;
import javafx.scene.control.Tooltip;

/// The value of a line of the JSON tree; those that are no objects or arrays can be edited.
final class JsonValueCell extends JsonCell {

  private static final List<String> KINDS =
      List.of("json-container", "json-string", "json-number", "json-keyword");

  private final JsonTree tree;
  private final Messages messages;
  private final Tooltip full = Tips.of("");

  JsonValueCell(JsonTree tree, Messages messages) {
    super(tree);
    this.tree = tree;
    this.messages = messages;
    getStyleClass().addAll("mono", "json-value");
    full.setWrapText(true);
    full.setMaxWidth(480);
  }

  @Override
  void edit() {
    tree.editValue();
  }

  @Override
  boolean isEditable(JsonEntry entry) {
    return !entry.isRange() && JsonScalar.is(entry.value());
  }

  @Override
  String editedText(JsonEntry entry) {
    return JsonScalar.text(entry.value());
  }

  @Override
  void commit(JsonEntry entry, String text) {
    tree.replace(entry.path(), JsonScalar.typed(entry.value(), text));
  }

  @Override
  void showItem(JsonEntry entry) {
    getStyleClass().removeAll(KINDS);
    setTooltip(null);
    setText(null);
    if (entry != null) {
      getStyleClass().add(entry.styleClass());
      setText(entry.shownValue(messages));
      full.setText(getText());
      setTooltip(getText().isEmpty() ? null : full);
    }
  }
}
