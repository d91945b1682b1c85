package io.github.tensorloupe.desktop.pane.metadata;

import io.github.tensorloupe.desktop.control.Following;
import io.github.tensorloupe.desktop.pane.metadata.BodyModes.Mode;
import io.github.tensorloupe.desktop.text.Messages;
import io.github.tensorloupe.desktop.theme.Icons;
import io.github.tensorloupe.edit.EditProblem;
import io.github.tensorloupe.edit.JsonEdit;
import io.github.tensorloupe.edit.JsonForm;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import javafx.css.PseudoClass;
import javafx.scene.control.Label;
import javafx.scene.layout.HBox;
import javafx.scene.layout.Priority;
import javafx.scene.layout.Region;
import javafx.scene.layout.StackPane;
import javafx.scene.layout.VBox;
import org.kordamp.ikonli.feather.Feather;

/// The selected entry: its key, what it means, what is wrong with it, and its value as text, as a
/// tree, as a table or as a picture, edited in place.
final class DetailPane extends VBox {

  /// How much of it is shown, where there is less and less height.
  enum Extent {
    ALL(150, 96),
    /// Not what the key means.
    SHORT(48, 40),
    /// The value alone, as text: the row above says whose it is.
    VALUE(28, 28);

    private final double leastBody;
    private final double leastText;

    Extent(double leastBody, double leastText) {
      this.leastBody = leastBody;
      this.leastText = leastText;
    }
  }

  private static final PseudoClass TIGHT = PseudoClass.getPseudoClass("tight");
  private static final double MAX_PICTURE_SIDE = 256;

  /// Larger values are written back too slowly to be edited as a tree.
  private static final int MAX_TREE_CHARACTERS = 1_000_000;

  private final MetadataViewModel model;
  private final Messages messages;
  private final DetailHead head;
  private final Label explanation = new Label();
  private final HBox explained;
  private final VBox notices = new VBox(4);
  private final BodyModes modes;
  private final PictureBox picture;
  private final ValueEditor text;
  private final JsonTree tree;
  private final VBox treeWithTools;
  private final FactTableView table;
  private final StackPane body;
  private Extent extent = Extent.ALL;
  private long treeId = -1;

  DetailPane(MetadataViewModel model, Messages messages, Supplier<MetadataFiles> files) {
    super(8);
    this.model = model;
    this.messages = messages;
    this.modes = new BodyModes(messages, this::showBodyAgain);
    this.head = new DetailHead(model, messages, modes);
    this.picture = new PictureBox(model, messages, files, "metadata", MAX_PICTURE_SIDE);
    this.text = new ValueEditor(model.editing(), messages);
    this.tree = new JsonTree(model.editing(), messages, this::takeTree);
    this.treeWithTools = new VBox(tree, new JsonToolbar(tree, messages));
    VBox.setVgrow(tree, Priority.ALWAYS);
    this.table = new FactTableView(model, messages);
    setId("metadata-detail");
    getStyleClass().add("metadata-detail");
    setMinWidth(0);
    explained = new HBox(8, Icons.of(Feather.INFO, "icon-small", "icon-info"), explanation);
    explained.getStyleClass().add("metadata-explanation");
    explanation.setId("metadata-explanation");
    explanation.setWrapText(true);
    explanation.setMinHeight(Region.USE_PREF_SIZE);
    notices.setId("metadata-notices");
    body = new StackPane(text, treeWithTools, table);
    VBox.setVgrow(body, Priority.ALWAYS);
    setExtent(extent);
    getChildren().setAll(head, explained, notices, picture, body);
    Following.of(this).subscribe(model.detailProperty(), this::show);
    model
        .notices()
        .onChange(
            Following.of(this)
                .weakly(() -> model.detailProperty().get().ifPresent(this::showNotices)));
    Following.of(this).subscribe(model.editing().editableProperty(), _ -> showBodyAgain());
  }

  private void show(Optional<MetadataDetail> detail) {
    setVisible(detail.isPresent());
    detail.ifPresent(
        shown -> {
          head.show(shown);
          showExplanation(shown);
          explanation.setText(shown.explanation().map(messages::text).orElse(""));
          showNotices(shown);
          showPicture(shown);
          modes.offer(offered(shown));
          showBody(shown);
        });
  }

  /// Shows more or less, as the height allows.
  void setExtent(Extent wanted) {
    extent = wanted;
    body.setMinHeight(wanted.leastBody);
    text.setLeastHeight(wanted.leastText);
    pseudoClassStateChanged(TIGHT, wanted != Extent.ALL);
    Nodes.show(head, wanted != Extent.VALUE);
    model.detailProperty().get().ifPresent(this::showExplanation);
    showBodyAgain();
  }

  private void showExplanation(MetadataDetail detail) {
    Nodes.show(explained, extent == Extent.ALL && detail.explanation().isPresent());
  }

  private static List<Mode> offered(MetadataDetail detail) {
    List<Mode> offered = new ArrayList<>();
    detail.facts().ifPresent(_ -> offered.add(Mode.TABLE));
    detail.json().ifPresent(_ -> offered.add(Mode.TREE));
    offered.add(Mode.TEXT);
    return offered;
  }

  private void showNotices(MetadataDetail detail) {
    head.show(detail);
    List<EditProblem> problems = model.notices().of(detail.row().id());
    notices
        .getChildren()
        .setAll(problems.stream().map(problem -> new NoticeLine(problem, messages)).toList());
    Nodes.show(notices, !problems.isEmpty());
  }

  private void showPicture(MetadataDetail detail) {
    String key = detail.row().key();
    boolean shown = detail.image().isPresent() || EmbeddedImage.IMAGE_KEYS.contains(key);
    Nodes.show(picture, shown);
    picture.showDecoded(null);
    if (shown) {
      picture.show(key, !detail.row().value().isEmpty(), detail.image().isPresent());
      detail
          .image()
          .ifPresent(image -> model.decode(() -> picture.decode(image), picture::showDecoded));
    }
  }

  private void showBodyAgain() {
    model.detailProperty().get().ifPresent(this::showBody);
  }

  private void showBody(MetadataDetail detail) {
    Mode mode = extent == Extent.VALUE ? Mode.TEXT : modes.mode();
    Nodes.show(table, mode == Mode.TABLE);
    Nodes.show(treeWithTools, mode == Mode.TREE);
    Nodes.show(text, mode == Mode.TEXT);
    switch (mode) {
      case TABLE -> detail.facts().ifPresent(table::show);
      case TREE -> detail.json().ifPresent(json -> showTree(detail, json));
      case TEXT -> text.show(detail);
    }
    if (mode != Mode.TREE) {
      tree.clear();
    }
  }

  private void showTree(MetadataDetail detail, JsonEdit json) {
    boolean same = treeId == detail.row().id();
    treeId = detail.row().id();
    boolean editable =
        model.editing().editableProperty().get()
            && detail.row().value().length() <= MAX_TREE_CHARACTERS;
    tree.show(json, editable, same);
  }

  private void takeTree(JsonEdit edited) {
    model.editing().setValue(treeId, edited.text(JsonForm.COMPACT));
  }

  /// Turns to the text of the value and puts the caret there.
  void editText() {
    modes.turnToText();
    showBodyAgain();
    text.focusText();
  }
}
