package io.github.tensorloupe.desktop.pane.metadata;

import module java.base;
import module javafx.controls;

import io.github.tensorloupe.desktop.control.WeakSubscriptions;
import io.github.tensorloupe.desktop.control.panel.MenuItems;
import io.github.tensorloupe.desktop.control.panel.PanelParts;
import io.github.tensorloupe.desktop.text.Messages;
import io.github.tensorloupe.desktop.theme.Icons;
import io.github.tensorloupe.desktop.theme.Tips;
import io.github.tensorloupe.edit.Entry;
import javafx.scene.control.Label;
import org.kordamp.ikonli.feather.Feather;

/// The line below the entries that lists the removed entries and restores them. Otherwise removals
/// would only be visible in the list of changes to save.
final class RemovedBar extends HBox {

  private static final int MAX_LISTED_KEYS = 30;

  private final MetadataViewModel model;
  private final Messages messages;
  private final Runnable afterwards;
  private final Label sentence = new Label();
  private final Button restoreButton = new Button();
  private final MenuButton restoreMenu = new MenuButton();

  /// @param id the id of the sentence, and the prefix of the ids of the restore buttons
  /// @param afterwards called after entries were restored
  RemovedBar(String id, MetadataViewModel model, Messages messages, Runnable afterwards) {
    super(8);
    this.model = model;
    this.messages = messages;
    this.afterwards = afterwards;
    setAlignment(Pos.CENTER_LEFT);
    getStyleClass().add("metadata-removed");
    sentence.setId(id);
    sentence.setMinWidth(0);
    PanelParts.grow(sentence);
    Tips.setTooltip(sentence, sentence::getText);
    restoreButton.setId(id + "-back");
    restoreMenu.setId(id + "-backs");
    for (ButtonBase button : List.of(restoreButton, restoreMenu)) {
      button.setText(messages.text("metadata.removed.back"));
      Tips.explain(button, messages.text("metadata.removed.back.tip"));
      button.getStyleClass().add("small");
      button.setMinWidth(USE_PREF_SIZE);
    }
    getChildren()
        .setAll(
            Icons.of(Feather.MINUS, "icon-small", "icon-danger"),
            sentence,
            restoreButton,
            restoreMenu);
    WeakSubscriptions.of(this).changes(model.removed, this::show);
    show();
  }

  private void show() {
    List<Entry> removed = List.copyOf(model.removed);
    PanelParts.setShown(this, !removed.isEmpty());
    PanelParts.setShown(restoreButton, removed.size() == 1);
    PanelParts.setShown(restoreMenu, removed.size() > 1);
    restoreButton.setOnAction(_ -> restore(removed));
    List<MenuItem> items = new ArrayList<>();
    StringJoiner keys = new StringJoiner(", ");
    for (Entry entry : removed.subList(0, Math.min(removed.size(), MAX_LISTED_KEYS))) {
      String key = MetadataRow.shownKey(entry.key(), messages);
      keys.add(key);
      items.add(MenuItems.named(key, () -> restore(List.of(entry))));
    }
    items.add(new SeparatorMenuItem());
    items.add(MenuItems.named(messages.text("metadata.removed.all"), () -> restore(removed)));
    restoreMenu.getItems().setAll(items);
    String list = removed.size() > MAX_LISTED_KEYS ? keys + ", …" : keys.toString();
    sentence.setText(
        removed.size() == 1
            ? messages.text("metadata.removed.one", list)
            : messages.text("metadata.removed", messages.count(removed.size()), list));
  }

  private void restore(List<Entry> entries) {
    Set<Long> ids = entries.stream().map(Entry::id).collect(Collectors.toSet());
    model.editing.change(edits -> edits.restore(ids));
    afterwards.run();
  }
}
