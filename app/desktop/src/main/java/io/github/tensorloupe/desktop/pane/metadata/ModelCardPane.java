package io.github.tensorloupe.desktop.pane.metadata;

import io.github.tensorloupe.desktop.control.Following;
import io.github.tensorloupe.desktop.text.Messages;
import io.github.tensorloupe.edit.MetadataEdits.Entry;
import io.github.tensorloupe.edit.ModelSpecField;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import javafx.scene.control.Label;
import javafx.scene.control.ScrollPane;
import javafx.scene.layout.Region;
import javafx.scene.layout.VBox;

/// The fields of ModelSpec as a form, in the order of the spec. Giving a field a value adds its
/// entry, clearing it takes the entry out.
final class ModelCardPane extends ScrollPane {

  private static final double MAX_WIDTH = 720;
  private static final double MAX_PICTURE_SIDE = 160;

  private final MetadataViewModel model;
  private final Map<ModelSpecField, CardField> fields = new EnumMap<>(ModelSpecField.class);
  private final PictureBox picture;
  private Optional<String> shownPicture = Optional.empty();

  ModelCardPane(MetadataViewModel model, Messages messages, Supplier<MetadataFiles> files) {
    this.model = model;
    this.picture = new PictureBox(model, messages, files, "card", MAX_PICTURE_SIDE);
    setId("metadata-card");
    setFitToWidth(true);
    setHbarPolicy(ScrollBarPolicy.NEVER);
    setMinSize(0, 0);
    VBox form = new VBox(16);
    form.getStyleClass().add("metadata-card-form");
    form.setMaxWidth(MAX_WIDTH);
    Label intro = new Label(messages.text("metadata.card.intro"));
    intro.getStyleClass().add("muted");
    intro.setWrapText(true);
    intro.setMinHeight(Region.USE_PREF_SIZE);
    form.getChildren().add(intro);
    for (ModelSpecField field : ModelSpecField.values()) {
      form.getChildren().add(node(field, messages));
    }
    setContent(form);
    visibleProperty().subscribe(this::refresh);
    model.notices().onChange(Following.of(this).weakly(this::refresh));
  }

  private VBox node(ModelSpecField field, Messages messages) {
    return switch (field.kind()) {
      case IMAGE -> {
        String name = field.key().substring(ModelSpecField.PREFIX.length());
        VBox node =
            new VBox(
                8,
                CardField.title(name, field.requirement(), messages),
                picture,
                CardField.caption(messages.text("metadata.known.modelspec.thumbnail")));
        node.getStyleClass().add("card-field");
        yield node;
      }
      case TEXT,
          MULTI_LINE,
          DATE,
          RESOLUTION,
          SHA_256,
          LIST,
          PREDICTION,
          RANGE,
          INTEGER,
          BOOLEAN -> {
        CardField node = new CardField(field, model.editing(), messages);
        fields.put(field, node);
        yield node;
      }
    };
  }

  private void refresh() {
    if (!isVisible()) {
      return;
    }
    Map<String, String> values = new HashMap<>();
    for (Entry entry : model.editing().entries()) {
      if (entry.key().startsWith(ModelSpecField.PREFIX)) {
        values.putIfAbsent(entry.key(), entry.value());
      }
    }
    fields.forEach(
        (field, node) ->
            node.show(
                Optional.ofNullable(values.get(field.key())), model.notices().of(field.key())));
    showPicture(Optional.ofNullable(values.get(ModelSpecField.THUMBNAIL.key())));
  }

  private void showPicture(Optional<String> value) {
    String key = ModelSpecField.THUMBNAIL.key();
    if (!value.equals(shownPicture)) {
      shownPicture = value;
      picture.show(key, value.isPresent(), false);
      value.ifPresent(
          text ->
              model.decodeForCard(
                  () -> EmbeddedImage.of(key, text).map(picture::decode),
                  image -> {
                    picture.show(key, true, image.isPresent());
                    image.ifPresent(picture::showDecoded);
                  }));
    }
  }
}
