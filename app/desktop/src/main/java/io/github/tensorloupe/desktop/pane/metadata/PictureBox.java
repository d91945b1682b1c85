package io.github.tensorloupe.desktop.pane.metadata;

import module java.base;
import module javafx.controls;

import io.github.tensorloupe.desktop.control.WeakSubscriptions;
import io.github.tensorloupe.desktop.control.panel.PanelParts;
import io.github.tensorloupe.desktop.control.panel.ToggleChoice;
import io.github.tensorloupe.desktop.error.PaneException;
import io.github.tensorloupe.desktop.job.JobSlot;
import io.github.tensorloupe.desktop.pane.FileDialogs;
import io.github.tensorloupe.desktop.pane.metadata.PictureImport.Offer;
import io.github.tensorloupe.desktop.pane.metadata.ScaledPicture.Format;
import io.github.tensorloupe.desktop.text.Messages;
import io.github.tensorloupe.desktop.theme.Icons;
import io.github.tensorloupe.identify.EmbeddedImage;
import javafx.scene.control.Label;
import org.kordamp.ikonli.feather.Feather;

/// A picture in a value, with its actions. Further controls are next to the picture, or below if
/// there is no room.
final class PictureBox extends FlowPane {

  private static final double MIN_SIDE = 128;
  private static final double MAX_SIDE = 256;

  private final ImageView picture = new ImageView();
  private final Label unreadable;
  private final Button replace;
  private final Button remove;
  private final VBox tools;
  private final ImportTools importTools;
  private final MetadataViewModel model;
  private final JobSlot<Optional<Image>> decoding;
  private final Messages messages;
  private String key = "";
  private Optional<Image> shown = Optional.empty();

  PictureBox(
      MetadataViewModel model, Messages messages, Supplier<FileDialogs> dialogs, String idPrefix) {
    super(12, 8);
    this.model = model;
    this.decoding = new JobSlot<>(model.jobs);
    this.messages = messages;
    setRowValignment(VPos.TOP);
    setPrefWrapLength(MAX_SIDE);
    setMinWidth(0);
    picture.setId(idPrefix + "-picture");
    picture.setPreserveRatio(true);
    picture.setAccessibleText(messages.text("metadata.picture"));
    unreadable = PanelParts.label(messages.text("metadata.picture.not-shown"), "caption");
    replace = button(idPrefix + "-replace", "", () -> choose(dialogs.get()));
    replace.setGraphic(Icons.of(Feather.IMAGE, "icon-small"));
    Runnable clear = () -> model.editing.set(key, Optional.empty());
    remove = button(idPrefix + "-remove", messages.text("metadata.picture.remove"), clear);
    remove.setGraphic(Icons.of(Feather.TRASH_2, "icon-small"));
    tools = new VBox(8, unreadable, replace, remove);
    importTools = new ImportTools(idPrefix + "-import");
    getChildren().setAll(picture, tools, importTools);
    widthProperty().subscribe(this::fit);
    WeakSubscriptions.of(this).subscribe(model.pictures.offer, _ -> showOffer());
  }

  private void choose(FileDialogs dialogs) {
    dialogs.choose(FileDialogs.Existing.PICTURE).ifPresent(file -> model.pictures.read(key, file));
  }

  private static Button button(String id, String text, Runnable action) {
    Button button = PanelParts.button(id, text, action);
    button.getStyleClass().add("small");
    return button;
  }

  /// Shows the picture of a key; the picture appears when it is decoded.
  ///
  /// @param present true if there is a value
  /// @param readable true if the value is a picture that can be displayed
  void show(String shownKey, boolean present, boolean readable) {
    key = shownKey;
    boolean editable = model.editing.editable.get() && EmbeddedImage.IMAGE_KEYS.contains(key);
    PanelParts.setShown(replace, editable);
    PanelParts.setShown(remove, editable && present);
    PanelParts.setShown(unreadable, present && !readable);
    replace.setText(
        messages.text(present ? "metadata.picture.replace" : "metadata.picture.choose"));
    decoding.clear();
    shown = Optional.empty();
    showOffer();
  }

  void decode(Supplier<Optional<EmbeddedImage>> source) {
    decoding.start(
        messages.text("metadata.job.read"),
        (_, _) -> source.get().map(PictureBox::decoded),
        image -> {
          shown = image.filter(each -> !each.isError());
          PanelParts.setShown(unreadable, shown.isEmpty());
          showOffer();
        },
        PaneException.orPart(() -> decode(source)));
  }

  private static Image decoded(EmbeddedImage embedded) {
    double side = Math.min(MAX_SIDE, embedded.longerSide());
    return new Image(embedded.dataUri(), side, side, true, true);
  }

  private void showOffer() {
    Optional<Offer> offer =
        model.pictures.offer.get().filter(each -> each.source().key().equals(key));
    PanelParts.setShown(tools, offer.isEmpty());
    PanelParts.setShown(importTools, offer.isPresent());
    offer.ifPresent(importTools::show);
    Optional<Image> image = offer.isPresent() ? preview(offer.get()) : shown;
    picture.setImage(image.orElse(null));
    PanelParts.setShown(picture, image.isPresent());
    fit();
  }

  /// Shrinks the picture slightly if its buttons then fit next to it.
  private void fit() {
    double width = picture.getImage() == null ? 0 : picture.getImage().getWidth();
    double spareWidth = getWidth() - getHgap() - tools.prefWidth(-1) - 1;
    boolean fitsNextToTools = tools.isVisible() && spareWidth >= MIN_SIDE;
    picture.setFitWidth(Math.max(1, Math.min(width, fitsNextToTools ? spareWidth : getWidth())));
  }

  private Optional<Image> preview(Offer offer) {
    return EmbeddedImage.of(key, offer.uri())
        .map(PictureBox::decoded)
        .filter(image -> !image.isError());
  }

  /// The settings of a picture that is imported: its size and format.
  private final class ImportTools extends VBox {

    private final Label name = PanelParts.wrapping("", "strong");
    private final Label size;
    private final ToggleChoice<Integer> sides = new ToggleChoice<>();
    private final ToggleChoice<Format> formats = new ToggleChoice<>();
    private int side;
    private Format format = Format.JPEG;

    ImportTools(String id) {
      super(8);
      size = PanelParts.named(PanelParts.wrapping("", "muted"), id + "-size");
      for (int each : PictureImport.SIDES) {
        String text =
            each == 0
                ? messages.text("metadata.picture.original")
                : messages.text("metadata.picture.pixels", Integer.toString(each));
        sides.add(each, id + "-" + each, text, "", () -> choose(each, format));
      }
      for (Format each : Format.values()) {
        String toggleId = id + "-" + Messages.word(each);
        formats.add(each, toggleId, each.name(), "", () -> choose(side, each));
      }
      Button accept =
          button(id + "-take", messages.text("metadata.picture.take"), model.pictures::accept);
      accept.getStyleClass().add("accent");
      Button cancel =
          button(id + "-cancel", messages.text("metadata.proposal.cancel"), model.pictures::cancel);
      getChildren().setAll(name, sides, formats, size, new HBox(8, accept, cancel));
    }

    private void choose(int newSide, Format newFormat) {
      side = newSide;
      format = newFormat;
      sides.press(each -> each == side);
      formats.press(each -> each == format);
      formats.setDisable(side == 0);
      model.pictures.choose(side, format);
    }

    void show(Offer offer) {
      name.setText(offer.source().name());
      String room = messages.bytes(offer.uri().length());
      String width = messages.count(offer.width());
      String height = messages.count(offer.height());
      size.setText(
          offer.width() == 0
              ? messages.text("metadata.picture.room", room)
              : messages.text("metadata.picture.size", width, height, room));
      for (int each : PictureImport.SIDES) {
        sides.toggle(each).setDisable(!offer.source().allows(each));
      }
      choose(offer.side(), offer.format());
    }
  }
}
