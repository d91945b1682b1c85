package io.github.tensorloupe.desktop.pane.metadata;

import module java.base;
import module javafx.controls;

import io.github.tensorloupe.desktop.control.panel.PanelParts;
import io.github.tensorloupe.desktop.pane.FileDialogs;
import io.github.tensorloupe.desktop.pane.metadata.MetadataViewModel.PartJob;
import io.github.tensorloupe.desktop.text.Messages;
import io.github.tensorloupe.desktop.theme.Icons;
import io.github.tensorloupe.identify.EmbeddedImage;
import javafx.scene.control.Label;
import org.kordamp.ikonli.feather.Feather;

/// A picture that a value holds, with what can be done to it.
final class PictureBox extends HBox {

  private final ImageView picture = new ImageView();
  private final Label unreadable;
  private final Button replace;
  private final Button remove;
  private final double maxSide;
  private final MetadataViewModel model;
  private final PartJob decoding;
  private final Messages messages;
  private String key = "";

  /// @param maxSide the most pixels of a side
  PictureBox(
      MetadataViewModel model,
      Messages messages,
      Supplier<FileDialogs> dialogs,
      String idPrefix,
      double maxSide) {
    super(12);
    this.model = model;
    this.decoding = model.partJob("metadata.job.read");
    this.messages = messages;
    this.maxSide = maxSide;
    setAlignment(Pos.CENTER_LEFT);
    picture.setId(idPrefix + "-picture");
    picture.setPreserveRatio(true);
    picture.setAccessibleText(messages.text("metadata.picture"));
    unreadable = PanelParts.label(messages.text("metadata.picture.not-shown"), "caption");
    Runnable choose =
        () ->
            dialogs
                .get()
                .choose(FileDialogs.Existing.PICTURE)
                .ifPresent(file -> model.proposals().readPicture(key, file));
    Runnable clear = () -> model.editing().set(key, Optional.empty());
    replace = button(idPrefix + "-replace", Feather.IMAGE, choose);
    remove = button(idPrefix + "-remove", Feather.TRASH_2, clear);
    remove.setText(messages.text("metadata.picture.remove"));
    getChildren().setAll(picture, new VBox(8, unreadable, replace, remove));
  }

  private static Button button(String id, Feather icon, Runnable action) {
    Button button = PanelParts.button(id, "", action);
    button.getStyleClass().add("small");
    button.setGraphic(Icons.of(icon, "icon-small"));
    return button;
  }

  /// Shows what a key has for a picture; the picture itself follows when it is decoded.
  ///
  /// @param present true where there is a value
  /// @param readable true where it is a picture that can be shown
  void show(String shownKey, boolean present, boolean readable) {
    key = shownKey;
    boolean editable =
        model.editing().editableProperty().get() && EmbeddedImage.IMAGE_KEYS.contains(key);
    PanelParts.setShown(replace, editable);
    PanelParts.setShown(remove, editable && present);
    PanelParts.setShown(unreadable, present && !readable);
    replace.setText(
        messages.text(present ? "metadata.picture.replace" : "metadata.picture.choose"));
    decoding.cancel();
    show(Optional.empty());
  }

  void decode(Supplier<Optional<EmbeddedImage>> source) {
    decoding.start(
        (_, _) -> source.get().map(this::decoded),
        image -> {
          PanelParts.setShown(unreadable, image.isEmpty());
          show(image.filter(each -> !each.isError()));
        });
  }

  private Image decoded(EmbeddedImage embedded) {
    double side = Math.min(maxSide, embedded.longerSide());
    return new Image(embedded.dataUri(), side, side, true, true);
  }

  private void show(Optional<Image> image) {
    picture.setImage(image.orElse(null));
    PanelParts.setShown(picture, image.isPresent());
  }
}
