package io.github.tensorloupe.desktop.pane.hash;

import io.github.tensorloupe.desktop.control.Following;
import io.github.tensorloupe.desktop.text.Messages;
import io.github.tensorloupe.model.TensorFile;
import javafx.scene.control.ListView;

/// All open files where there are several, each with what is known of it; choosing one turns to it.
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
    setVisible(several);
    setManaged(several);
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
}
