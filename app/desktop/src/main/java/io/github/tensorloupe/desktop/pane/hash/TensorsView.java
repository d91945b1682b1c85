package io.github.tensorloupe.desktop.pane.hash;

import module java.base;
import module javafx.controls;

import io.github.tensorloupe.desktop.control.WeakSubscriptions;
import io.github.tensorloupe.desktop.control.panel.ByteProgress;
import io.github.tensorloupe.desktop.control.panel.PanelParts;
import io.github.tensorloupe.desktop.error.DetailsButton;
import io.github.tensorloupe.desktop.pane.FileDialogs;
import io.github.tensorloupe.desktop.pane.hash.HashView.Section;
import io.github.tensorloupe.desktop.pane.hash.TensorTask.ContentRow;
import io.github.tensorloupe.desktop.pane.hash.TensorTask.Outcome;
import io.github.tensorloupe.desktop.text.Messages;
import io.github.tensorloupe.desktop.theme.Icons;
import io.github.tensorloupe.desktop.theme.Tips;
import javafx.scene.control.Label;
import org.kordamp.ikonli.feather.Feather;

/// The section about single tensors: equal tensors, and changes since a manifest was written.
final class TensorsView extends VBox {

  private static final double GAP = 16;
  private static final double ROW_HEIGHT = 28;
  private static final int MAX_ROWS = 12;

  private final ManifestViewModel manifest;
  private final Supplier<FileDialogs> dialogs;
  private final Messages messages;

  TensorsView(
      EqualTensorsViewModel equal,
      ManifestViewModel manifest,
      Supplier<FileDialogs> dialogs,
      Messages messages) {
    super(GAP);
    this.manifest = manifest;
    this.dialogs = dialogs;
    this.messages = messages;
    PanelParts.named(this, "tensors-view", "tensors-view");
    setMinWidth(0);
    Runnable useDefault = () -> manifest.defaultManifest.getValue().ifPresent(manifest::check);
    Button checkDefault = button("manifest.check-beside", Feather.CHECK_SQUARE, useDefault);
    WeakSubscriptions.of(this)
        .subscribe(
            manifest.defaultManifest, path -> PanelParts.setShown(checkDefault, path.isPresent()));
    Button check = button("manifest.check", Feather.CHECK_SQUARE, this::compare);
    Button write = button("manifest.write", Feather.SAVE, this::write);
    getChildren()
        .setAll(
            card("manifest", manifest, checkDefault, check, write),
            card("equal", equal, button("equal.look", Feather.COPY, equal::search)));
  }

  void compare() {
    dialogs.get().choose(FileDialogs.Existing.MANIFEST).ifPresent(manifest::check);
  }

  void write() {
    dialogs.get().chooseTarget(manifest.suggestedName()).ifPresent(manifest::write);
  }

  private Button button(String key, Feather icon, Runnable action) {
    Button button = PanelParts.button(key.replace('.', '-'), messages.text(key), action);
    button.setGraphic(Icons.of(icon));
    return button;
  }

  /// A card of the pane: purpose, buttons, progress and outcome of a task, and the tensors it
  /// found.
  ///
  /// @param id of the card, prefix of the ids of its parts and suffix of its message keys
  private Section card(String id, TensorTask task, Button... actions) {
    Section card = new Section(id, messages.text("contents.title." + id));
    FlowPane buttons = new FlowPane(8, 8, actions);
    ByteProgress progress =
        new ByteProgress(id + "-progress", messages.text("contents.progress"), messages);
    HBox.setHgrow(progress, Priority.ALWAYS);
    Button stop = PanelParts.button(id + "-stop", messages.text("contents.stop"), task::stop);
    stop.setGraphic(Icons.of(Feather.X));
    HBox running = PanelParts.row(12, progress, stop);
    Label outcome = PanelParts.named(PanelParts.wrapping(""), id + "-outcome");
    outcome.setGraphicTextGap(8);
    PanelParts.fill(
        card,
        PanelParts.wrapping(messages.text("contents.purpose." + id), "muted"),
        buttons,
        running,
        outcome,
        DetailsButton.visibleWhilePresent(
            task.outcome.map(now -> now.flatMap(Outcome::failure)), messages),
        list(id, task));
    WeakSubscriptions subscriptions = WeakSubscriptions.of(card);
    subscriptions.subscribe(
        task.job,
        job -> {
          progress.show(job);
          PanelParts.setShown(running, job.isPresent());
          PanelParts.setShown(buttons, job.isEmpty());
        });
    subscriptions.subscribe(
        task.outcome,
        now -> {
          outcome.setText(now.map(Outcome::sentence).orElse(""));
          outcome.setGraphic(now.map(each -> each.tone().icon("icon-small")).orElse(null));
          PanelParts.setShown(outcome, now.isPresent());
        });
    return card;
  }

  /// Creates the list of the tensors that a task found, hidden while empty. A click or Enter goes
  /// to a tensor.
  private ListView<ContentRow> list(String id, TensorTask task) {
    ListView<ContentRow> list = new ListView<>(task.rows);
    PanelParts.named(list, id + "-list", "content-list");
    list.setAccessibleText(messages.text("contents.list." + id));
    list.setFixedCellSize(ROW_HEIGHT);
    list.setCellFactory(_ -> new RowCell());
    list.getSelectionModel().selectedItemProperty().subscribe(task::selectTensor);
    list.setOnKeyPressed(
        event -> {
          if (event.getCode() == KeyCode.ENTER) {
            task.selectTensor(list.getSelectionModel().getSelectedItem());
          }
        });
    Runnable fit =
        () -> {
          HashView.fit(list, ROW_HEIGHT, MAX_ROWS);
          PanelParts.setShown(list, !task.rows.isEmpty());
        };
    WeakSubscriptions.of(list).changes(task.rows, fit);
    fit.run();
    return list;
  }

  private static final class RowCell extends ListCell<ContentRow> {

    private static final PseudoClass HEADING = PseudoClass.getPseudoClass("heading");
    private static final double MAX_DETAIL_SHARE = 0.5;

    private final Label text = PanelParts.elastic("");

    /// Takes precedence over the name, up to a share of the width.
    private final Label detail =
        new Label() {
          @Override
          protected double computeMinWidth(double height) {
            return Math.min(computePrefWidth(height), computeMaxWidth(height));
          }

          @Override
          protected double computeMaxWidth(double height) {
            return RowCell.this.getWidth() * MAX_DETAIL_SHARE;
          }
        };

    private final HBox line = PanelParts.row(12, text, detail);
    private final Tooltip full = Tips.of("");

    RowCell() {
      getStyleClass().add("content-cell");
      PanelParts.grow(text);
      detail.getStyleClass().addAll("caption", "mono");
      detail.setTextOverrun(OverrunStyle.CENTER_ELLIPSIS);
      widthProperty().subscribe(_ -> detail.requestLayout());
      line.setMinWidth(0);
      // The list is never wider than its window.
      setPrefWidth(0);
    }

    @Override
    protected void updateItem(ContentRow row, boolean empty) {
      super.updateItem(row, empty);
      boolean isShown = !empty && row != null;
      pseudoClassStateChanged(HEADING, isShown && row instanceof ContentRow.Heading);
      setGraphic(isShown ? line : null);
      setTooltip(isShown ? full : null);
      if (isShown) {
        show(row);
      }
    }

    private void show(ContentRow row) {
      text.setText(row.text());
      text.getStyleClass().removeAll("mono", "strong");
      switch (row) {
        case ContentRow.Heading(_, var tone) -> {
          text.getStyleClass().add("strong");
          text.setGraphic(tone.icon("icon-small"));
          detail.setText("");
        }
        case ContentRow.Named named -> {
          text.getStyleClass().add("mono");
          text.setGraphic(null);
          detail.setText(named.detail());
        }
      }
      boolean hasDetail = !detail.getText().isEmpty();
      PanelParts.setShown(detail, hasDetail);
      full.setText(hasDetail ? row.text() + "\n" + detail.getText() : row.text());
      setAccessibleText(hasDetail ? row.text() + ", " + detail.getText() : row.text());
    }
  }
}
