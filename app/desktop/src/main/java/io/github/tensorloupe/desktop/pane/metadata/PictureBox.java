package io.github.tensorloupe.desktop.pane.metadata;

import module java.base;
import module javafx.controls;

import atlantafx.base.layout.InputGroup;
import io.github.tensorloupe.desktop.control.WeakSubscriptions;
import io.github.tensorloupe.desktop.control.panel.PanelParts;
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

  private final ImageView picture = new ImageView();
  private final Label unreadable;
  private final Button replace;
  private final Button remove;
  private final VBox tools;
  private final ImportTools importing;
  private final double maxSide;
  private final MetadataViewModel model;
  private final JobSlot<Optional<Image>> decoding;
  private final Messages messages;
  private String key = "";
  private Optional<Image> shown = Optional.empty();

  PictureBox(
      MetadataViewModel model,
      Messages messages,
      Supplier<FileDialogs> dialogs,
      String idPrefix,
      double maxSide) {
    super(12, 8);
    this.model = model;
    this.decoding = new JobSlot<>(model.jobs);
    this.messages = messages;
    this.maxSide = maxSide;
    setRowValignment(VPos.TOP);
    setPrefWrapLength(maxSide);
    setMinWidth(0);
    picture.setId(idPrefix + "-picture");
    picture.setPreserveRatio(true);
    picture.setAccessibleText(messages.text("metadata.picture"));
    unreadable = PanelParts.label(messages.text("metadata.picture.not-shown"), "caption");
    Runnable choose =
        () ->
            dialogs
                .get()
                .choose(FileDialogs.Existing.PICTURE)
                .ifPresent(file -> model.pictures.read(key, file));
    Runnable clear = () -> model.editing.set(key, Optional.empty());
    replace = button(idPrefix + "-replace", choose);
    replace.setGraphic(Icons.of(Feather.IMAGE, "icon-small"));
    remove = button(idPrefix + "-remove", clear);
    remove.setGraphic(Icons.of(Feather.TRASH_2, "icon-small"));
    remove.setText(messages.text("metadata.picture.remove"));
    tools = new VBox(8, unreadable, replace, remove);
    importing = new ImportTools(idPrefix);
    getChildren().setAll(picture, tools, importing);
    widthProperty().subscribe(this::fit);
    WeakSubscriptions.of(this).subscribe(model.pictures.offer, _ -> showOffer());
  }

  private static Button button(String id, Runnable action) {
    Button button = PanelParts.button(id, "", action);
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
        (_, _) -> source.get().map(this::decoded),
        image -> {
          shown = image.filter(each -> !each.isError());
          PanelParts.setShown(unreadable, shown.isEmpty());
          showOffer();
        },
        PaneException.orPart(() -> decode(source)));
  }

  private Image decoded(EmbeddedImage embedded) {
    double side = Math.min(maxSide, embedded.longerSide());
    return new Image(embedded.dataUri(), side, side, true, true);
  }

  private void showOffer() {
    Optional<Offer> offer =
        model.pictures.offer.get().filter(each -> each.source().key().equals(key));
    PanelParts.setShown(tools, offer.isEmpty());
    PanelParts.setShown(importing, offer.isPresent());
    offer.ifPresent(importing::show);
    Optional<Image> now =
        offer.isPresent() ? offer.flatMap(this::preview).filter(each -> !each.isError()) : shown;
    picture.setImage(now.orElse(null));
    PanelParts.setShown(picture, now.isPresent());
    fit();
  }

  /// Shrinks the picture slightly if its buttons then fit next to it.
  private void fit() {
    double image = picture.getImage() == null ? 0 : picture.getImage().getWidth();
    double spareWidth = getWidth() - getHgap() - tools.prefWidth(-1) - 1;
    boolean fitsNextToTools = tools.isVisible() && spareWidth >= MIN_SIDE;
    picture.setFitWidth(Math.max(1, Math.min(image, fitsNextToTools ? spareWidth : getWidth())));
  }

  private Optional<Image> preview(Offer offer) {
    return EmbeddedImage.of(key, offer.uri()).map(this::decoded);
  }

  private final class ImportTools extends VBox {

    private final Label name = PanelParts.wrapping("", "strong");
    private final Label size;
    private final ToggleGroup sides = new ToggleGroup();
    private final ToggleGroup formats = new ToggleGroup();
    private final InputGroup formatChoice = new InputGroup();

    ImportTools(String idPrefix) {
      super(8);
      size = PanelParts.named(PanelParts.wrapping("", "muted"), idPrefix + "-import-size");
      InputGroup sideChoice = new InputGroup();
      for (int side : PictureImport.SIDES) {
        String text =
            side == 0
                ? messages.text("metadata.picture.original")
                : messages.text("metadata.picture.pixels", Integer.toString(side));
        sideChoice.getChildren().add(toggle(sides, idPrefix + "-import-" + side, text, side));
      }
      for (Format format : Format.values()) {
        String word = Messages.word(format);
        formatChoice
            .getChildren()
            .add(toggle(formats, idPrefix + "-import-" + word, format.name(), format));
      }
      Button take = button(idPrefix + "-import-take", model.pictures::take);
      take.setText(messages.text("metadata.picture.take"));
      take.getStyleClass().add("accent");
      Button cancel = button(idPrefix + "-import-cancel", model.pictures::cancel);
      cancel.setText(messages.text("metadata.proposal.cancel"));
      getChildren().setAll(name, sideChoice, formatChoice, size, new HBox(8, take, cancel));
    }

    private ToggleButton toggle(ToggleGroup group, String id, String text, Object value) {
      ToggleButton toggle = new ToggleButton(text);
      PanelParts.named(toggle, id, "small").setToggleGroup(group);
      toggle.setMinWidth(Region.USE_PREF_SIZE);
      toggle.setUserData(value);
      toggle.setOnAction(_ -> choose());
      return toggle;
    }

    private void choose() {
      Offer now = model.pictures.offer.get().orElseThrow();
      int side =
          sides.getSelectedToggle() == null
              ? now.side()
              : (int) sides.getSelectedToggle().getUserData();
      Format format =
          formats.getSelectedToggle() == null
              ? now.format()
              : (Format) formats.getSelectedToggle().getUserData();
      model.pictures.choose(side, format);
      show(now, side, format);
    }

    void show(Offer offer) {
      name.setText(offer.source().name());
      String room = messages.bytes(offer.byteCount());
      size.setText(
          offer.width() == 0
              ? messages.text("metadata.picture.room", room)
              : messages.text(
                  "metadata.picture.size",
                  messages.count(offer.width()),
                  messages.count(offer.height()),
                  room));
      show(offer, offer.side(), offer.format());
    }

    private void show(Offer offer, int side, Format format) {
      for (Toggle toggle : sides.getToggles()) {
        ((Node) toggle).setDisable(!offer.source().allows((int) toggle.getUserData()));
        toggle.setSelected(toggle.getUserData().equals(side));
      }
      formats.getToggles().forEach(each -> each.setSelected(each.getUserData() == format));
      formatChoice.setDisable(side == 0);
    }
  }
}
