package io.github.tensorloupe.desktop.pane.metadata;

import io.github.tensorloupe.desktop.control.Following;
import io.github.tensorloupe.desktop.pane.metadata.Proposal.Way;
import io.github.tensorloupe.desktop.text.Figures;
import io.github.tensorloupe.desktop.text.Messages;
import io.github.tensorloupe.edit.EntryChange;
import java.util.List;
import java.util.Optional;
import javafx.collections.FXCollections;
import javafx.collections.ObservableList;
import javafx.geometry.Pos;
import javafx.scene.control.Button;
import javafx.scene.control.Label;
import javafx.scene.control.ListView;
import javafx.scene.control.ToggleButton;
import javafx.scene.control.ToggleGroup;
import javafx.scene.input.KeyCode;
import javafx.scene.input.KeyEvent;
import javafx.scene.layout.HBox;
import javafx.scene.layout.Priority;
import javafx.scene.layout.Region;
import javafx.scene.layout.VBox;

/// A change to all of the metadata before it is made: every entry that it would touch.
final class ProposalPane extends VBox {

  private static final double ROW_HEIGHT = 28;

  private final ProposalViewModel model;
  private final Messages messages;
  private final Label title = new Label();
  private final Label summary = new Label();
  private final HBox ways = new HBox();
  private final ObservableList<EntryChange> changes = FXCollections.observableArrayList();
  private final ListView<EntryChange> list = new ListView<>(changes);
  private final Button apply = new Button();
  private final Button cancel = new Button();
  private Optional<Way> chosen = Optional.empty();

  ProposalPane(ProposalViewModel model, Messages messages) {
    super(12);
    this.model = model;
    this.messages = messages;
    setId("metadata-proposal");
    getStyleClass().add("metadata-proposal");
    title.getStyleClass().add("heading");
    title.setWrapText(true);
    title.setMinHeight(Region.USE_PREF_SIZE);
    summary.setId("metadata-proposal-summary");
    summary.getStyleClass().add("muted");
    summary.setWrapText(true);
    summary.setMinHeight(Region.USE_PREF_SIZE);
    list.setId("metadata-proposal-changes");
    list.setAccessibleText(messages.text("metadata.proposal.changes"));
    list.getStyleClass().addAll("dense", "metadata-changes");
    list.setFixedCellSize(ROW_HEIGHT);
    list.setCellFactory(_ -> new ChangeCell(messages));
    list.setMinHeight(56);
    VBox.setVgrow(list, Priority.ALWAYS);
    getChildren().setAll(title, ways, summary, list, buttons());
    addEventHandler(
        KeyEvent.KEY_PRESSED,
        event -> {
          if (event.getCode() == KeyCode.ESCAPE) {
            model.dismiss();
            event.consume();
          }
        });
    Following.of(this)
        .subscribe(model.proposalProperty(), proposal -> proposal.ifPresent(this::show));
  }

  private HBox buttons() {
    apply.setId("metadata-proposal-apply");
    apply.setText(messages.text("metadata.proposal.apply"));
    apply.getStyleClass().add("accent");
    apply.setDefaultButton(false);
    apply.setOnAction(_ -> chosen.ifPresent(model::apply));
    cancel.setId("metadata-proposal-cancel");
    cancel.setText(messages.text("metadata.proposal.cancel"));
    cancel.setOnAction(_ -> model.dismiss());
    HBox row = new HBox(8, cancel, apply);
    row.setAlignment(Pos.CENTER_RIGHT);
    return row;
  }

  private void show(Proposal proposal) {
    title.setText(proposal.title());
    ToggleGroup group = new ToggleGroup();
    ways.getChildren().clear();
    for (Way way : proposal.ways()) {
      ToggleButton toggle = new ToggleButton(messages.text(way.labelKey()));
      toggle.setId("metadata-way-" + ways.getChildren().size());
      toggle.getStyleClass().addAll(ways.getChildren().isEmpty() ? "left-pill" : "right-pill");
      toggle.setToggleGroup(group);
      toggle.setUserData(way);
      ways.getChildren().add(toggle);
    }
    Nodes.show(ways, proposal.ways().size() > 1);
    group
        .selectedToggleProperty()
        .addListener(
            (_, before, now) -> {
              if (now == null) {
                group.selectToggle(before);
              } else {
                show((Way) now.getUserData());
              }
            });
    group.selectToggle(group.getToggles().getFirst());
  }

  /// Puts the focus where the change is made, or given up if there is none.
  void focusButtons() {
    (apply.isDisabled() ? cancel : apply).requestFocus();
  }

  private void show(Way way) {
    chosen = Optional.of(way);
    changes.setAll(way.changes());
    list.scrollTo(0);
    summary.setText(summary(way.changes()));
    apply.setDisable(way.changes().isEmpty());
    Nodes.show(list, !way.changes().isEmpty());
  }

  private String summary(List<EntryChange> all) {
    if (all.isEmpty()) {
      return messages.text("metadata.proposal.nothing");
    }
    long added = all.stream().filter(EntryChange.Added.class::isInstance).count();
    long removed = all.stream().filter(EntryChange.Removed.class::isInstance).count();
    long changed = all.size() - added - removed;
    return messages.text(
        "metadata.proposal.summary",
        Figures.count(added),
        Figures.count(changed),
        Figures.count(removed));
  }
}
