package io.github.tensorloupe.ui.metadata;

import io.github.tensorloupe.edit.JsonValue;
import io.github.tensorloupe.format.DisplayText;
import io.github.tensorloupe.ui.text.Figures;
import io.github.tensorloupe.ui.text.Messages;
import io.github.tensorloupe.ui.theme.Icons;
import java.util.Optional;
import javafx.geometry.Pos;
import javafx.scene.Node;
import javafx.scene.control.Button;
import javafx.scene.control.Label;
import javafx.scene.control.TextArea;
import javafx.scene.control.ToggleButton;
import javafx.scene.control.ToggleGroup;
import javafx.scene.control.Tooltip;
import javafx.scene.image.Image;
import javafx.scene.image.ImageView;
import javafx.scene.layout.HBox;
import javafx.scene.layout.Priority;
import javafx.scene.layout.Region;
import javafx.scene.layout.StackPane;
import javafx.scene.layout.VBox;
import org.kordamp.ikonli.feather.Feather;

/// The selected entry: its key, what it means, and its value as text, as a tree or as a picture.
final class DetailPane extends VBox {

  private static final double MAX_PICTURE_SIDE = 256;

  private final Messages messages;
  private final MetadataViewModel model;
  private final Label key = new Label();
  private final Tooltip fullKey = new Tooltip();
  private final Label facts = new Label();
  private final Label explanation = new Label();
  private final HBox explained;
  private final ToggleButton asTree = new ToggleButton();
  private final ToggleButton asText = new ToggleButton();
  private final HBox modes = new HBox(asTree, asText);
  private final ImageView picture = new ImageView();
  private final TextArea text = new TextArea();
  private final JsonTree tree;
  private final Label cutNote = new Label();

  DetailPane(MetadataViewModel model, Messages messages) {
    super(8);
    this.model = model;
    this.messages = messages;
    this.tree = new JsonTree(messages);
    setId("metadata-detail");
    getStyleClass().add("metadata-detail");
    setMinWidth(0);
    explained = new HBox(8, Icons.of(Feather.INFO, "icon-small", "icon-info"), explanation);
    explained.getStyleClass().add("metadata-explanation");
    explanation.setId("metadata-explanation");
    explanation.setWrapText(true);
    explanation.setMinHeight(Region.USE_PREF_SIZE);
    facts.setId("metadata-facts");
    facts.getStyleClass().add("caption");
    cutNote.setId("metadata-cut-note");
    cutNote.getStyleClass().add("caption");
    cutNote.setWrapText(true);
    picture.setId("metadata-picture");
    picture.setPreserveRatio(true);
    picture.setAccessibleText(messages.text("metadata.picture"));
    setUpText();
    setUpModes();
    StackPane body = new StackPane(text, tree);
    VBox.setVgrow(body, Priority.ALWAYS);
    body.setMinHeight(120);
    getChildren().setAll(head(), explained, picture, body, cutNote);
    model.detailProperty().subscribe(this::show);
  }

  private Node head() {
    key.setId("metadata-detail-key");
    key.getStyleClass().addAll("mono", "metadata-detail-key");
    key.setMinWidth(0);
    key.setTooltip(fullKey);
    fullKey.setWrapText(true);
    fullKey.setMaxWidth(480);
    VBox names = new VBox(2, key, facts);
    names.setMinWidth(0);
    HBox.setHgrow(names, Priority.ALWAYS);
    Button copy = new Button(null, Icons.of(Feather.COPY));
    copy.setId("metadata-copy");
    copy.getStyleClass().addAll("flat", "button-icon");
    copy.setAccessibleText(messages.text("metadata.copy-value"));
    copy.setTooltip(new Tooltip(messages.text("metadata.copy-value")));
    copy.setMinWidth(Region.USE_PREF_SIZE);
    copy.setOnAction(
        _ ->
            model
                .detailProperty()
                .get()
                .ifPresent(detail -> MetadataTable.copy(detail.row().value())));
    HBox head = new HBox(8, names, modes, copy);
    head.setAlignment(Pos.CENTER_LEFT);
    return head;
  }

  private void setUpText() {
    text.setId("metadata-text");
    text.setAccessibleText(messages.text("metadata.column.value"));
    text.setEditable(false);
    text.setWrapText(true);
  }

  private void setUpModes() {
    ToggleGroup group = new ToggleGroup();
    asTree.setId("metadata-as-tree");
    asTree.setText(messages.text("metadata.as-tree"));
    asTree.getStyleClass().addAll("left-pill", "small");
    asText.setId("metadata-as-text");
    asText.setText(messages.text("metadata.as-text"));
    asText.getStyleClass().addAll("right-pill", "small");
    group.getToggles().setAll(asTree, asText);
    group.selectToggle(asTree);
    // One of the two is always on.
    group
        .selectedToggleProperty()
        .addListener(
            (_, before, now) -> {
              if (now == null) {
                group.selectToggle(before);
              } else {
                model.detailProperty().get().ifPresent(this::showBody);
              }
            });
    modes.setMinWidth(Region.USE_PREF_SIZE);
    modes.setAlignment(Pos.CENTER_RIGHT);
  }

  private void show(Optional<MetadataDetail> detail) {
    setVisible(detail.isPresent());
    detail.ifPresent(
        shown -> {
          showHead(shown);
          showPicture(shown.image());
          showBody(shown);
        });
  }

  private void showHead(MetadataDetail detail) {
    String name = detail.row().key();
    key.setText(
        name.isEmpty()
            ? messages.text("metadata.empty-key")
            : DisplayText.of(name, MetadataTable.SHOWN_CHARACTERS));
    fullKey.setText(DisplayText.of(name, 2000));
    facts.setText(factsOf(detail));
    shown(explained, detail.explanation().isPresent());
    explanation.setText(detail.explanation().map(messages::text).orElse(""));
    shown(modes, detail.json().isPresent());
  }

  private String factsOf(MetadataDetail detail) {
    int characters = detail.row().value().length();
    String length =
        characters == 1
            ? messages.text("metadata.characters.one")
            : messages.text("metadata.characters", Figures.count(characters));
    return detail
        .json()
        .map(json -> length + " · " + JsonEntry.of("", json).shownValue(messages))
        .orElse(length);
  }

  private void showPicture(Optional<EmbeddedImage> image) {
    shown(picture, false);
    picture.setImage(null);
    image.ifPresent(
        embedded ->
            model.decode(
                () -> decoded(embedded),
                decoded -> {
                  picture.setImage(decoded);
                  shown(picture, !decoded.isError());
                }));
  }

  private static Image decoded(EmbeddedImage embedded) {
    double side = Math.min(MAX_PICTURE_SIDE, embedded.longerSide());
    return new Image(embedded.dataUri(), side, side, true, true);
  }

  private void showBody(MetadataDetail detail) {
    Optional<JsonValue> json = detail.json().filter(_ -> asTree.isSelected());
    shown(tree, json.isPresent());
    shown(text, json.isEmpty());
    json.ifPresentOrElse(tree::show, () -> tree.setRoot(null));
    text.setText(json.isPresent() ? "" : detail.text().text());
    text.getStyleClass().remove("mono");
    if (detail.json().isPresent()) {
      text.getStyleClass().add("mono");
    }
    shown(cutNote, json.isEmpty() && detail.text().isCut());
    cutNote.setText(
        messages.text(
            "metadata.cut",
            Figures.count(detail.text().shownCharacters()),
            Figures.count(detail.text().characters())));
  }

  private static void shown(Node node, boolean shown) {
    node.setVisible(shown);
    node.setManaged(shown);
  }
}
