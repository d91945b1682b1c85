package io.github.tensorloupe.desktop.pane.metadata;

import module java.base;
import module javafx.controls;

import io.github.tensorloupe.desktop.text.Figures;
import io.github.tensorloupe.desktop.text.Messages;
import io.github.tensorloupe.model.SharedMetadata;
import javafx.scene.control.Label;
import javafx.util.StringConverter;

/// The choice between the metadata of several files.
final class OriginBar extends HBox {

  private final MetadataViewModel model;
  private final Messages messages;
  private final ComboBox<SharedMetadata> chooser = new ComboBox<>();
  private final Label files = new Label();
  private final Button editAll = new Button();

  OriginBar(MetadataViewModel model, Messages messages) {
    super(8);
    this.model = model;
    this.messages = messages;
    setAlignment(Pos.CENTER_LEFT);
    getStyleClass().add("metadata-origin");
    chooser.setId("metadata-source");
    chooser.setAccessibleText(messages.text("metadata.source"));
    chooser.setItems(model.sources());
    chooser.setMinWidth(0);
    chooser.setMaxWidth(Double.MAX_VALUE);
    chooser.setConverter(new SourceName());
    chooser
        .valueProperty()
        .subscribe(
            chosen ->
                Optional.ofNullable(chosen)
                    .ifPresent(each -> model.sourceProperty().set(Optional.of(each))));
    HBox.setHgrow(chooser, Priority.ALWAYS);
    files.setId("metadata-files");
    files.getStyleClass().add("caption");
    files.setMaxWidth(Double.MAX_VALUE);
    editAll.setId("metadata-edit-all-files");
    editAll.getStyleClass().add("small");
    editAll.setMinWidth(Region.USE_PREF_SIZE);
    editAll.setVisible(false);
    editAll.managedProperty().bind(editAll.visibleProperty());
    getChildren().setAll(files, chooser, editAll);
  }

  void setOnEditAll(Runnable edit) {
    editAll.setOnAction(_ -> edit.run());
    editAll.setVisible(true);
  }

  void show(SharedMetadata source) {
    chooser.setValue(source);
    boolean several = model.sources().size() > 1;
    boolean shared = !several && source.files().size() > 1;
    Nodes.show(chooser, several);
    Nodes.show(this, several || shared);
    files.setMinWidth(several ? Region.USE_PREF_SIZE : 0);
    HBox.setHgrow(files, several ? Priority.NEVER : Priority.ALWAYS);
    int fileCount = model.sources().stream().mapToInt(each -> each.files().size()).sum();
    editAll.setText(messages.text("metadata.edit-all-files", Figures.count(fileCount)));
    files.setText(
        several
            ? messages.text("metadata.source")
            : messages.text("metadata.same", Figures.count(source.files().size())));
  }

  private final class SourceName extends StringConverter<SharedMetadata> {
    @Override
    public String toString(SharedMetadata source) {
      return source == null ? "" : model.filesOf(source);
    }

    @Override
    public SharedMetadata fromString(String text) {
      throw new UnsupportedOperationException("files are chosen, not typed");
    }
  }
}
