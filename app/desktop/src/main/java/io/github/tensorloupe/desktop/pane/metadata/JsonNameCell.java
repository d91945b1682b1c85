package io.github.tensorloupe.desktop.pane.metadata;

import io.github.tensorloupe.desktop.text.Messages;

/// The name of a line of the JSON tree; those of members can be edited.
final class JsonNameCell extends JsonCell {

  private final JsonTree tree;
  private final Messages messages;

  JsonNameCell(JsonTree tree, Messages messages) {
    super(tree);
    this.tree = tree;
    this.messages = messages;
    getStyleClass().addAll("mono", "json-name");
  }

  @Override
  void edit() {
    tree.editName();
  }

  @Override
  boolean isEditable(JsonEntry entry) {
    return tree.hasName(entry);
  }

  @Override
  String editedText(JsonEntry entry) {
    return entry.name();
  }

  @Override
  void commit(JsonEntry entry, String text) {
    tree.rename(entry.path(), text);
  }

  @Override
  void showItem(JsonEntry entry) {
    setText(entry == null ? null : entry.shownName(messages));
  }
}
