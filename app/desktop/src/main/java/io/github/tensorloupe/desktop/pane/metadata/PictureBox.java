package io.github.tensorloupe.desktop.pane.metadata;

import module java.base;
import module javafx.controls;

import io.github.tensorloupe.desktop.text.Messages;
import io.github.tensorloupe.desktop.theme.Icons;
import io.github.tensorloupe.identify.EmbeddedImage;
import javafx.scene.control.Label;
import org.kordamp.ikonli.feather.Feather;

/// A picture that a value holds, with what can be done to it.
final class PictureBox extends HBox {

  private final ImageView picture = new ImageView();
  private final Label unreadable = new Label();
  private final Button replace = new Button();
  private final Button remove = new Button();
  private final double maxSide;
  private final MetadataViewModel model;
  private final Messages messages;
  private String key = "";

  /// @param idPrefix of the nodes
  /// @param maxSide the most pixels of a side
  /// @param files asks for the file to replace the picture by
  PictureBox(
      MetadataViewModel model,
      Messages messages,
      Supplier<MetadataFiles> files,
      String idPrefix,
      double maxSide) {
    super(12);
    this.model = model;
    this.messages = messages;
    this.maxSide = maxSide;
    setAlignment(Pos.CENTER_LEFT);
    picture.setId(idPrefix + "-picture");
    picture.setPreserveRatio(true);
    picture.setAccessibleText(messages.text("metadata.picture"));
    unreadable.getStyleClass().add("caption");
    unreadable.setText(messages.text("metadata.picture.not-shown"));
    replace.setId(idPrefix + "-replace");
    replace.getStyleClass().add("small");
    replace.setGraphic(Icons.of(Feather.IMAGE, "icon-small"));
    replace.setMinWidth(Region.USE_PREF_SIZE);
    replace.setOnAction(
        _ ->
            files
                .get()
                .choosePicture()
                .ifPresent(file -> model.proposals().readPicture(key, file)));
    remove.setId(idPrefix + "-remove");
    remove.getStyleClass().add("small");
    remove.setText(messages.text("metadata.picture.remove"));
    remove.setGraphic(Icons.of(Feather.TRASH_2, "icon-small"));
    remove.setMinWidth(Region.USE_PREF_SIZE);
    remove.setOnAction(_ -> model.editing().set(key, Optional.empty()));
    getChildren().setAll(picture, new VBox(8, unreadable, replace, remove));
  }

  /// Shows what a key has for a picture; the picture itself follows when it is decoded.
  ///
  /// @param present true where there is a value
  /// @param readable true where it is a picture that can be shown
  void show(String shownKey, boolean present, boolean readable) {
    key = shownKey;
    boolean editable =
        model.editing().editableProperty().get() && EmbeddedImage.IMAGE_KEYS.contains(key);
    Nodes.show(replace, editable);
    Nodes.show(remove, editable && present);
    Nodes.show(unreadable, present && !readable);
    replace.setText(
        messages.text(present ? "metadata.picture.replace" : "metadata.picture.choose"));
    if (!readable) {
      showDecoded(null);
    }
  }

  /// Shows a picture once it is decoded.
  void showDecoded(Image decoded) {
    boolean fine = decoded != null && !decoded.isError();
    picture.setImage(fine ? decoded : null);
    Nodes.show(picture, fine);
  }

  /// Decodes a picture, in the background.
  Image decode(EmbeddedImage embedded) {
    double side = Math.min(maxSide, embedded.longerSide());
    return new Image(embedded.dataUri(), side, side, true, true);
  }
}
