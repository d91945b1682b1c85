package io.github.tensorloupe.desktop.pane.hash;

import module java.base;
import module javafx.controls;

import io.github.tensorloupe.desktop.control.Following;
import io.github.tensorloupe.desktop.control.panel.PanelParts;
import io.github.tensorloupe.desktop.text.Figures;
import io.github.tensorloupe.desktop.text.Messages;
import io.github.tensorloupe.integrity.expected.Examination;
import io.github.tensorloupe.model.TensorFile;
import javafx.scene.control.Label;

/// The open files if there are several; selecting one makes it the current file.
final class FilesSection extends Section {

  private static final double ROW_HEIGHT = 32;
  private static final int MAX_ROWS = 8;

  private final HashViewModel model;
  private final ListView<TensorFile> list = new ListView<>();
  private boolean isFollowing;

  FilesSection(HashViewModel model, Messages messages) {
    super("hash-files-section", messages.text("hash.files"));
    this.model = model;
    list.setId("hash-files");
    list.setAccessibleText(messages.text("hash.files"));
    list.setFixedCellSize(ROW_HEIGHT);
    list.setCellFactory(_ -> new FileCell(model, messages));
    list.getSelectionModel()
        .selectedItemProperty()
        .subscribe(
            chosen -> {
              if (chosen != null && !isFollowing) {
                model.turnTo(chosen);
              }
            });
    getChildren().add(list);
    Following.of(this).subscribe(model.revisionProperty(), _ -> show());
  }

  private void show() {
    boolean several = model.files().size() > 1;
    PanelParts.setShown(this, several);
    isFollowing = true;
    try {
      if (!list.getItems().equals(model.files())) {
        list.getItems().setAll(model.files());
        double height = Math.min(MAX_ROWS, model.files().size()) * ROW_HEIGHT + 2;
        list.setMinHeight(height);
        list.setPrefHeight(height);
        list.setMaxHeight(height);
      }
      model.fileProperty().get().ifPresent(list.getSelectionModel()::select);
      list.refresh();
    } finally {
      isFollowing = false;
    }
  }

  /// A file with outcome, name, size and the first digits of its hash.
  private static final class FileCell extends ListCell<TensorFile> {

    private static final int HASH_DIGITS = 10;

    private final HashViewModel model;
    private final Messages messages;
    private final StackPane icon = new StackPane();
    private final Label name = new Label();
    private final Label hash = new Label();
    private final Label size = new Label();
    private final HBox line = new HBox(10, icon, name, hash, size);

    FileCell(HashViewModel model, Messages messages) {
      this.model = model;
      this.messages = messages;
      name.setTextOverrun(OverrunStyle.CENTER_ELLIPSIS);
      name.setMinWidth(0);
      name.setMaxWidth(Double.MAX_VALUE);
      HBox.setHgrow(name, Priority.ALWAYS);
      hash.getStyleClass().addAll("mono", "muted");
      hash.setMinWidth(Region.USE_PREF_SIZE);
      size.getStyleClass().addAll("caption", "hash-file-size");
      size.setMinWidth(Region.USE_PREF_SIZE);
      line.setAlignment(Pos.CENTER_LEFT);
      line.setMinWidth(0);
      setPrefWidth(0);
    }

    @Override
    protected void updateItem(TensorFile file, boolean empty) {
      super.updateItem(file, empty);
      if (empty || file == null) {
        setGraphic(null);
        setAccessibleText(null);
        return;
      }
      Optional<Examination> examination = model.examination(file);
      VerifyOutcome outcome = VerifyOutcome.of(examination);
      icon.getChildren().setAll(outcome.icon());
      name.setText(HashViewModel.nameOf(file));
      hash.setText(
          examination.map(each -> each.hashes().sha256().substring(0, HASH_DIGITS)).orElse(""));
      size.setText(Figures.bytes(file.bytes().length()));
      setAccessibleText(name.getText() + ": " + messages.text(outcome.messageKey()));
      setGraphic(line);
    }
  }
}
