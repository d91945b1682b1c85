package io.github.tensorloupe.desktop.pane.metadata;

import module java.base;
import module javafx.controls;

import io.github.tensorloupe.desktop.control.Following;
import io.github.tensorloupe.desktop.text.Figures;
import io.github.tensorloupe.desktop.text.Messages;
import io.github.tensorloupe.desktop.theme.Icons;
import io.github.tensorloupe.desktop.theme.Tips;
import io.github.tensorloupe.edit.MetadataEdits.Entry;
import io.github.tensorloupe.format.DisplayText;
import javafx.scene.control.Label;
import org.kordamp.ikonli.feather.Feather;

/// The line below the entries that tells which ones were removed and puts them back. Without it
/// nothing but the list to be saved would tell of them.
final class RemovedBar extends HBox {

  private static final int KEYS_TOLD = 30;
  private static final double TIP_WIDTH = 480;

  private final MetadataViewModel model;
  private final Messages messages;
  private final Runnable afterwards;
  private final Label sentence = new Label();
  private final Button back = new Button();
  private final MenuButton backs = new MenuButton();
  private final Tooltip all = Tips.of("");

  /// @param id of its sentence; what puts back has the same with an ending
  /// @param afterwards is run when entries were put back
  RemovedBar(String id, MetadataViewModel model, Messages messages, Runnable afterwards) {
    super(8);
    this.model = model;
    this.messages = messages;
    this.afterwards = afterwards;
    setAlignment(Pos.CENTER_LEFT);
    getStyleClass().add("metadata-removed");
    sentence.setId(id);
    sentence.setMinWidth(0);
    sentence.setMaxWidth(Double.MAX_VALUE);
    sentence.setTooltip(all);
    all.setWrapText(true);
    all.setMaxWidth(TIP_WIDTH);
    HBox.setHgrow(sentence, Priority.ALWAYS);
    back.setId(id + "-back");
    back.setText(messages.text("metadata.removed.back"));
    Tips.explain(back, messages.text("metadata.removed.back.tip"));
    backs.setId(id + "-backs");
    backs.setText(messages.text("metadata.removed.back"));
    Tips.explain(backs, messages.text("metadata.removed.back.tip"));
    for (Region button : List.of(back, backs)) {
      button.getStyleClass().add("small");
      button.setMinWidth(Region.USE_PREF_SIZE);
    }
    getChildren()
        .setAll(Icons.of(Feather.MINUS, "icon-small", "icon-danger"), sentence, back, backs);
    Following.of(this).changes(model.removed(), this::show);
    show();
  }

  private void show() {
    List<Entry> removed = model.removed();
    Nodes.show(this, !removed.isEmpty());
    Nodes.show(back, removed.size() == 1);
    Nodes.show(backs, removed.size() > 1);
    if (removed.isEmpty()) {
      return;
    }
    String keys =
        removed.stream().limit(KEYS_TOLD).map(this::told).collect(Collectors.joining(", "));
    String more = removed.size() > KEYS_TOLD ? ", …" : "";
    sentence.setText(
        removed.size() == 1
            ? messages.text("metadata.removed.one", keys)
            : messages.text("metadata.removed", Figures.count(removed.size()), keys + more));
    all.setText(sentence.getText());
    back.setOnAction(_ -> putBack(idsOf(removed)));
    backs
        .getItems()
        .setAll(
            removed.stream()
                .limit(KEYS_TOLD)
                .map(entry -> item(told(entry), List.of(entry)))
                .toList());
    backs
        .getItems()
        .addAll(new SeparatorMenuItem(), item(messages.text("metadata.removed.all"), removed));
  }

  private MenuItem item(String text, List<Entry> entries) {
    MenuItem item = new MenuItem(text);
    item.setMnemonicParsing(false);
    Set<Long> ids = idsOf(entries);
    item.setOnAction(_ -> putBack(ids));
    return item;
  }

  private void putBack(Set<Long> ids) {
    model.editing().restore(ids);
    afterwards.run();
  }

  private static Set<Long> idsOf(List<Entry> entries) {
    return entries.stream().map(Entry::id).collect(Collectors.toSet());
  }

  private String told(Entry entry) {
    return entry.key().isEmpty()
        ? messages.text("metadata.empty-key")
        : DisplayText.of(entry.key());
  }
}
