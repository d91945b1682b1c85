package io.github.tensorloupe.desktop.pane.metadata;

import io.github.tensorloupe.desktop.control.Following;
import io.github.tensorloupe.desktop.text.Figures;
import io.github.tensorloupe.desktop.text.Messages;
import javafx.beans.binding.Bindings;
import javafx.geometry.Orientation;
import javafx.geometry.Pos;
import javafx.scene.control.Label;
import javafx.scene.control.Separator;
import javafx.scene.layout.HBox;
import javafx.scene.layout.Priority;
import javafx.scene.layout.Region;

/// The row below the table: what can be done to the entries, how many there are, and how much room
/// is kept free.
final class EntryToolbar extends HBox {

  private final MetadataViewModel model;
  private final Messages messages;
  private final Label count = new Label();
  private final Label reserve = new Label();

  EntryToolbar(MetadataViewModel model, EntryActions actions, Messages messages) {
    super(2);
    this.model = model;
    this.messages = messages;
    setAlignment(Pos.CENTER_LEFT);
    getStyleClass().add("metadata-toolbar");
    count.setId("metadata-count");
    count.getStyleClass().add("caption");
    count.setMinWidth(Region.USE_PREF_SIZE);
    count
        .textProperty()
        .bind(
            Bindings.createStringBinding(
                this::countText, model.rows().shown(), model.rows().countProperty()));
    reserve.setId("metadata-reserve");
    reserve.getStyleClass().add("caption");
    reserve.setMinWidth(0);
    Following.of(this)
        .subscribe(model.rows().reserveProperty(), bytes -> showReserve(bytes.intValue()));
    Region gap = new Region();
    HBox.setHgrow(gap, Priority.ALWAYS);
    getChildren()
        .setAll(
            actions.button("add"),
            actions.button("duplicate"),
            actions.button("delete"),
            actions.button("up"),
            actions.button("down"),
            new Separator(Orientation.VERTICAL),
            actions.button("undo"),
            actions.button("redo"),
            gap,
            reserve,
            count);
  }

  private void showReserve(int bytes) {
    Nodes.show(reserve, bytes > 0);
    reserve.setText(messages.text("metadata.reserve", messages.exactBytes(bytes)) + "  · ");
  }

  private String countText() {
    int shown = model.rows().shown().size();
    int all = model.rows().countProperty().get();
    if (shown != all) {
      return messages.text("metadata.count.filtered", Figures.count(shown), Figures.count(all));
    }
    return all == 1
        ? messages.text("metadata.count.one")
        : messages.text("metadata.count", Figures.count(all));
  }
}
