package io.github.tensorloupe.desktop.pane.metadata;

import module java.base;
import module javafx.controls;

import atlantafx.base.layout.InputGroup;
import io.github.tensorloupe.desktop.control.FocusTraversal;
import io.github.tensorloupe.desktop.control.WeakSubscriptions;
import io.github.tensorloupe.desktop.control.panel.PanelParts;
import io.github.tensorloupe.desktop.pane.ChangeText;
import io.github.tensorloupe.desktop.pane.metadata.ProposalViewModel.Proposal;
import io.github.tensorloupe.desktop.pane.metadata.ProposalViewModel.Proposal.Alternative;
import io.github.tensorloupe.desktop.text.Messages;
import io.github.tensorloupe.edit.EntryChange;
import javafx.scene.control.Label;

/// A preview of a change to all metadata: every affected entry with a check box. Only selected
/// changes are applied.
final class ProposalPane extends VBox {

  private static final double ROW_HEIGHT = 28;

  private final Messages messages;
  private final Label title = PanelParts.wrapping("", "heading");
  private final Label summary = PanelParts.wrapping("", "muted");
  private final InputGroup alternatives = new InputGroup();
  private final CheckBox all = new CheckBox();
  private final ListView<EntryChange> list = new ListView<>();
  private final Button apply;
  private final Button cancel;
  private final Set<EntryChange> selected = new HashSet<>();
  private Optional<Alternative> chosen = Optional.empty();

  ProposalPane(ProposalViewModel model, Messages messages) {
    super(12);
    this.messages = messages;
    PanelParts.named(this, "metadata-proposal", "metadata-proposal");
    summary.setId("metadata-proposal-summary");
    PanelParts.named(list, "metadata-proposal-changes", "dense", "metadata-changes")
        .setAccessibleText(messages.text("metadata.proposal.changes"));
    list.setFixedCellSize(ROW_HEIGHT);
    list.setCellFactory(_ -> new ChangeCell());
    list.setMinHeight(56);
    VBox.setVgrow(list, Priority.ALWAYS);
    list.getSelectionModel().setSelectionMode(SelectionMode.MULTIPLE);
    list.addEventFilter(KeyEvent.KEY_PRESSED, this::keyPressed);
    PanelParts.named(all, "metadata-proposal-all").setAllowIndeterminate(false);
    all.setWrapText(true);
    all.setOnAction(_ -> select(list.getItems(), all.isSelected()));
    apply =
        button("apply", () -> chosen.ifPresent(alternative -> model.apply(alternative, selected)));
    apply.getStyleClass().add("accent");
    cancel = button("cancel", model::dismiss);
    HBox buttons = new HBox(8, cancel, apply);
    buttons.setAlignment(Pos.CENTER_RIGHT);
    getChildren().setAll(title, alternatives, summary, all, list, buttons);
    addEventHandler(KeyEvent.KEY_PRESSED, FocusTraversal.atKey(KeyCode.ESCAPE, model::dismiss));
    WeakSubscriptions.of(this)
        .subscribe(model.proposal, proposal -> proposal.ifPresent(this::show));
  }

  private Button button(String name, Runnable action) {
    return PanelParts.button(
        "metadata-proposal-" + name, messages.text("metadata.proposal." + name), action);
  }

  private void show(Proposal proposal) {
    title.setText(proposal.title());
    ToggleGroup group = new ToggleGroup();
    alternatives.getChildren().clear();
    for (Alternative alternative : proposal.alternatives()) {
      ToggleButton toggle = new ToggleButton(messages.text(alternative.labelKey()));
      toggle.setId("metadata-way-" + alternatives.getChildren().size());
      toggle.setToggleGroup(group);
      toggle.setUserData(alternative);
      alternatives.getChildren().add(toggle);
    }
    PanelParts.setShown(alternatives, proposal.alternatives().size() > 1);
    group
        .selectedToggleProperty()
        .subscribe(
            (before, now) -> {
              if (now == null) {
                group.selectToggle(before);
              } else {
                show((Alternative) now.getUserData());
              }
            });
    group.selectToggle(group.getToggles().getFirst());
  }

  /// Focuses the button that applies the change, or the cancel button if it is disabled.
  void focusButtons() {
    (apply.isDisabled() ? cancel : apply).requestFocus();
  }

  /// Space toggles the check boxes of the selected changes, all to the new state of the first one.
  private void keyPressed(KeyEvent event) {
    List<EntryChange> rows = List.copyOf(list.getSelectionModel().getSelectedItems());
    if (event.getCode() == KeyCode.SPACE && !rows.isEmpty()) {
      select(rows, !selected.contains(rows.getFirst()));
      event.consume();
    }
  }

  private void select(Collection<EntryChange> changes, boolean isSelected) {
    if (isSelected) {
      selected.addAll(changes);
    } else {
      changes.forEach(selected::remove);
    }
    showSelected();
  }

  private void show(Alternative alternative) {
    chosen = Optional.of(alternative);
    selected.clear();
    selected.addAll(alternative.changes());
    list.getItems().setAll(alternative.changes());
    list.scrollTo(0);
    PanelParts.setShown(list, !alternative.changes().isEmpty());
    PanelParts.setShown(all, alternative.changes().size() > 1);
    showSelected();
  }

  private void showSelected() {
    int total = list.getItems().size();
    long added = selected.stream().filter(EntryChange.Added.class::isInstance).count();
    long removed = selected.stream().filter(EntryChange.Removed.class::isInstance).count();
    all.setSelected(selected.size() == total);
    all.setIndeterminate(!selected.isEmpty() && selected.size() < total);
    all.setText(
        messages.text(
            "metadata.proposal.ticked", messages.count(selected.size()), messages.count(total)));
    apply.setDisable(selected.isEmpty());
    list.refresh();
    summary.setText(
        total == 0
            ? messages.text("metadata.proposal.nothing")
            : messages.text(
                "metadata.proposal.summary",
                messages.count(added),
                messages.count(selected.size() - added - removed),
                messages.count(removed)));
  }

  /// A pending change on one line: its check box, the kind of change, the key, and the value before
  /// and after.
  private final class ChangeCell extends ListCell<EntryChange> {

    private static final int SHOWN_CHARACTERS = 120;
    private static final double KIND_WIDTH = 88;
    private static final double KEY_WIDTH = 220;

    private final HBox kind = PanelParts.row(0);
    private final Label key = PanelParts.label("", "mono");
    private final Label text = PanelParts.label("", "muted");
    private final CheckBox tick = new CheckBox();
    private final HBox line = PanelParts.row(8, tick, kind, key, text);

    ChangeCell() {
      // The list has the focus; Space in the list does the same.
      tick.setFocusTraversable(false);
      tick.setOnAction(_ -> select(List.of(getItem()), tick.isSelected()));
      kind.setMinWidth(KIND_WIDTH);
      key.setMinWidth(96);
      key.setPrefWidth(KEY_WIDTH);
      // Long values must not displace the key.
      text.setPrefWidth(0);
      PanelParts.grow(text);
      line.setPrefWidth(0);
      line.setMinWidth(0);
    }

    @Override
    protected void updateItem(EntryChange change, boolean empty) {
      super.updateItem(change, empty);
      setGraphic(empty ? null : line);
      if (empty) {
        setAccessibleText(null);
        return;
      }
      ChangeText shown = ChangeText.of(change);
      tick.setSelected(selected.contains(change));
      kind.getChildren().setAll(shown.kind().badge(messages));
      key.setText(shown.keyText(messages));
      Stream<String> values =
          Stream.of(shown.before(), shown.after())
              .flatMap(Optional::stream)
              .map(value -> MetadataRow.shownValue(value, SHOWN_CHARACTERS, messages));
      text.setText(values.collect(Collectors.joining(" → ")));
      String description =
          "%s: %s %s".formatted(shown.kind().text(messages), key.getText(), text.getText());
      tick.setAccessibleText(description);
      setAccessibleText(
          tick.isSelected()
              ? description
              : messages.text("metadata.proposal.not-ticked", description));
    }
  }
}
