package io.github.tensorloupe.desktop.pane.metadata;

import io.github.tensorloupe.desktop.text.Figures;
import io.github.tensorloupe.desktop.text.Messages;
import io.github.tensorloupe.desktop.theme.Icons;
import io.github.tensorloupe.desktop.theme.Tips;
import io.github.tensorloupe.edit.MetadataEdits.State;
import io.github.tensorloupe.format.DisplayText;
import javafx.geometry.Pos;
import javafx.scene.Node;
import javafx.scene.control.Button;
import javafx.scene.control.Label;
import javafx.scene.control.Tooltip;
import javafx.scene.layout.HBox;
import javafx.scene.layout.Priority;
import javafx.scene.layout.Region;
import javafx.scene.layout.VBox;
import org.kordamp.ikonli.feather.Feather;

/// The key of the selected entry, how long its value is and what became of it.
final class DetailHead extends HBox {

  private final Messages messages;
  private final MetadataViewModel model;
  private final Label key = new Label();
  private final Tooltip fullKey = Tips.of("");
  private final Label facts = new Label();
  private final Label state = new Label();

  /// @param modes what stands before the button that copies the value
  DetailHead(MetadataViewModel model, Messages messages, Node modes) {
    super(8);
    this.model = model;
    this.messages = messages;
    key.setId("metadata-detail-key");
    key.getStyleClass().addAll("mono", "metadata-detail-key");
    key.setMinWidth(0);
    key.setTooltip(fullKey);
    fullKey.setWrapText(true);
    fullKey.setMaxWidth(480);
    facts.setId("metadata-facts");
    facts.getStyleClass().add("caption");
    state.setId("metadata-state");
    state.getStyleClass().add("badge");
    state.setMinWidth(Region.USE_PREF_SIZE);
    HBox line = new HBox(8, facts, state);
    line.setAlignment(Pos.CENTER_LEFT);
    VBox names = new VBox(2, key, line);
    names.setMinWidth(0);
    HBox.setHgrow(names, Priority.ALWAYS);
    setAlignment(Pos.CENTER_LEFT);
    getChildren().setAll(names, modes, copyButton());
  }

  private Button copyButton() {
    Button copy = new Button(null, Icons.of(Feather.COPY));
    copy.setId("metadata-copy");
    copy.getStyleClass().addAll("flat", "button-icon");
    copy.setAccessibleText(messages.text("metadata.action.copy-value"));
    Tips.explain(copy, messages.text("metadata.action.copy-value"));
    copy.setMinWidth(Region.USE_PREF_SIZE);
    copy.setOnAction(
        _ -> model.detailProperty().get().ifPresent(detail -> Copying.copy(detail.row().value())));
    return copy;
  }

  void show(MetadataDetail detail) {
    String name = detail.row().key();
    key.setText(
        name.isEmpty()
            ? messages.text("metadata.empty-key")
            : DisplayText.of(name, MetadataTable.SHOWN_CHARACTERS));
    fullKey.setText(DisplayText.of(name, 2000));
    facts.setText(factsOf(detail));
    State now = model.editing().state(detail.row().id());
    Nodes.show(state, now != State.UNCHANGED);
    state.getStyleClass().removeAll("badge-success", "badge-info");
    state.getStyleClass().add(now == State.ADDED ? "badge-success" : "badge-info");
    state.setText(
        messages.text(
            now == State.ADDED ? "metadata.state.added.short" : "metadata.state.changed.short"));
  }

  private String factsOf(MetadataDetail detail) {
    int characters = detail.row().value().length();
    String length =
        characters == 1
            ? messages.text("metadata.characters.one")
            : messages.text("metadata.characters", Figures.count(characters));
    return detail
        .json()
        .map(json -> length + " · " + JsonEntry.of(json.tree()).shownValue(messages))
        .orElse(length);
  }
}
