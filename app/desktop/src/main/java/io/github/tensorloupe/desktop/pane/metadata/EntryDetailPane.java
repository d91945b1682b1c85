package io.github.tensorloupe.desktop.pane.metadata;

import module java.base;
import module javafx.controls;

import atlantafx.base.layout.InputGroup;
import io.github.tensorloupe.desktop.control.Following;
import io.github.tensorloupe.desktop.control.copy.CopyMenu;
import io.github.tensorloupe.desktop.pane.metadata.EntryDetailPane.BodyModes.Mode;
import io.github.tensorloupe.desktop.pane.metadata.EntrySelection.Detail;
import io.github.tensorloupe.desktop.text.Figures;
import io.github.tensorloupe.desktop.text.Messages;
import io.github.tensorloupe.desktop.theme.Icons;
import io.github.tensorloupe.desktop.theme.Tips;
import io.github.tensorloupe.edit.EditProblem;
import io.github.tensorloupe.edit.JsonEdit;
import io.github.tensorloupe.edit.JsonForm;
import io.github.tensorloupe.edit.MetadataEdits.State;
import io.github.tensorloupe.format.DisplayText;
import io.github.tensorloupe.identify.EmbeddedImage;
import javafx.scene.control.Label;
import org.kordamp.ikonli.feather.Feather;

/// The selected entry: its key with an explanation, its problems, and its value as text, tree,
/// table or picture, edited in place.
final class EntryDetailPane extends VBox {

  /// The parts that are shown, by the height there is.
  enum Extent {
    ALL(150, 96),
    /// Without the explanation of the key.
    SHORT(48, 40),
    /// The value alone, as text: the row of the table shows the key.
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

  EntryDetailPane(MetadataViewModel model, Messages messages, Supplier<MetadataFiles> files) {
    super(8);
    this.model = model;
    this.messages = messages;
    this.modes = new BodyModes(messages, this::showBodyAgain);
    this.head = new DetailHead(model, messages, modes);
    this.picture = new PictureBox(model, messages, files, "metadata", MAX_PICTURE_SIDE);
    this.text = new ValueEditor(model.editing(), messages);
    this.tree = new JsonTree(model.editing(), messages, this::takeTree);
    this.treeWithTools = new VBox(tree, new JsonActions(tree, messages).toolbar());
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
    Following.of(this).subscribe(model.selected().detailProperty(), this::show);
    model
        .problems()
        .onChange(
            Following.of(this)
                .weakly(
                    () -> model.selected().detailProperty().get().ifPresent(this::showNotices)));
    Following.of(this).subscribe(model.editing().editableProperty(), _ -> showBodyAgain());
  }

  private void show(Optional<Detail> detail) {
    setVisible(detail.isPresent());
    detail.ifPresent(
        shown -> {
          head.show(shown);
          showExplanation(shown);
          explanation.setText(model.explanation(shown.row().key()).orElse(""));
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
    model.selected().detailProperty().get().ifPresent(this::showExplanation);
    showBodyAgain();
  }

  private void showExplanation(Detail detail) {
    Nodes.show(
        explained, extent == Extent.ALL && model.explanation(detail.row().key()).isPresent());
  }

  private static List<Mode> offered(Detail detail) {
    List<Mode> offered = new ArrayList<>();
    detail.facts().ifPresent(_ -> offered.add(Mode.TABLE));
    detail.json().ifPresent(_ -> offered.add(Mode.TREE));
    offered.add(Mode.TEXT);
    return offered;
  }

  private void showNotices(Detail detail) {
    head.show(detail);
    List<EditProblem> problems = model.problems().of(detail.row().id());
    notices
        .getChildren()
        .setAll(problems.stream().map(problem -> new ProblemLine(problem, messages)).toList());
    Nodes.show(notices, !problems.isEmpty());
  }

  private void showPicture(Detail detail) {
    String key = detail.row().key();
    boolean shown = detail.image().isPresent() || EmbeddedImage.IMAGE_KEYS.contains(key);
    Nodes.show(picture, shown);
    picture.showDecoded(null);
    if (shown) {
      picture.show(key, !detail.row().value().isEmpty(), detail.image().isPresent());
      detail
          .image()
          .ifPresent(
              image -> model.selected().decode(() -> picture.decode(image), picture::showDecoded));
    }
  }

  private void showBodyAgain() {
    model.selected().detailProperty().get().ifPresent(this::showBody);
  }

  private void showBody(Detail detail) {
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

  private void showTree(Detail detail, JsonEdit json) {
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

  /// The key of the selected entry, how long its value is and what became of it.
  private static final class DetailHead extends HBox {

    private final Messages messages;
    private final MetadataViewModel model;
    private final Label key = new Label();
    private final Tooltip fullKey = Tips.of("");
    private final Label facts = new Label();
    private final Label state = new Label();

    /// @param modes the node before the button that copies the value
    DetailHead(MetadataViewModel model, Messages messages, Node modes) {
      super(8);
      this.model = model;
      this.messages = messages;
      key.setId("metadata-detail-key");
      key.getStyleClass().addAll("mono", "metadata-detail-key");
      key.setMinWidth(0);
      key.setTooltip(fullKey);
      fullKey.setWrapText(true);
      fullKey.setMaxWidth(480);
      facts.setId("metadata-facts");
      facts.getStyleClass().add("caption");
      state.setId("metadata-state");
      state.getStyleClass().add("badge");
      state.setMinWidth(Region.USE_PREF_SIZE);
      HBox line = new HBox(8, facts, state);
      line.setAlignment(Pos.CENTER_LEFT);
      VBox names = new VBox(2, key, line);
      names.setMinWidth(0);
      HBox.setHgrow(names, Priority.ALWAYS);
      setAlignment(Pos.CENTER_LEFT);
      getChildren().setAll(names, modes, copyButton());
    }

    private Button copyButton() {
      Button copy = new Button(null, Icons.of(Feather.COPY));
      copy.setId("metadata-copy");
      copy.getStyleClass().addAll("flat", "button-icon");
      copy.setAccessibleText(messages.text("metadata.action.copy-value"));
      Tips.explain(copy, messages.text("metadata.action.copy-value"));
      copy.setMinWidth(Region.USE_PREF_SIZE);
      copy.setOnAction(
          _ ->
              model
                  .selected()
                  .detailProperty()
                  .get()
                  .ifPresent(detail -> CopyMenu.copy(detail.row().value())));
      return copy;
    }

    void show(Detail detail) {
      String name = detail.row().key();
      key.setText(
          name.isEmpty()
              ? messages.text("metadata.empty-key")
              : DisplayText.of(name, MetadataTable.SHOWN_CHARACTERS));
      fullKey.setText(DisplayText.of(name, 2000));
      facts.setText(factsOf(detail));
      State now = model.editing().state(detail.row().id());
      Nodes.show(state, now != State.UNCHANGED);
      state.getStyleClass().removeAll("badge-success", "badge-info");
      state.getStyleClass().add(now == State.ADDED ? "badge-success" : "badge-info");
      state.setText(
          messages.text(
              now == State.ADDED ? "metadata.state.added.short" : "metadata.state.changed.short"));
    }

    private String factsOf(Detail detail) {
      int characters = detail.row().value().length();
      String length =
          characters == 1
              ? messages.text("metadata.characters.one")
              : messages.text("metadata.characters", Figures.count(characters));
      return detail
          .json()
          .map(json -> length + " · " + JsonEntry.of(json.tree()).shownValue(messages))
          .orElse(length);
    }
  }

  /// The buttons that choose the form of the value. Only forms that fit the value are offered; the
  /// form chosen last is kept where it fits.
  static final class BodyModes extends InputGroup {

    /// A form of the value.
    enum Mode {
      TABLE("metadata.as-table"),
      TREE("metadata.as-tree"),
      TEXT("metadata.as-text");

      private final String messageKey;

      Mode(String messageKey) {
        this.messageKey = messageKey;
      }
    }

    private final Map<Mode, ToggleButton> toggles = new EnumMap<>(Mode.class);
    private Mode wanted = Mode.TABLE;
    private List<Mode> offered = List.of(Mode.TEXT);

    /// @param onChoice called when another form was chosen
    BodyModes(Messages messages, Runnable onChoice) {
      ToggleGroup group = new ToggleGroup();
      for (Mode mode : Mode.values()) {
        ToggleButton toggle = new ToggleButton(messages.text(mode.messageKey));
        toggle.setId(mode.messageKey.replace('.', '-'));
        toggle.getStyleClass().add("small");
        toggle.setToggleGroup(group);
        toggle.setOnAction(
            _ -> {
              wanted = mode;
              toggle.setSelected(true);
              onChoice.run();
            });
        toggles.put(mode, toggle);
      }
      setMinWidth(Region.USE_PREF_SIZE);
      setAlignment(Pos.CENTER_RIGHT);
    }

    /// @param modes at least one, in order
    void offer(List<Mode> modes) {
      if (!modes.equals(offered) || getChildren().isEmpty()) {
        offered = List.copyOf(modes);
        getChildren().setAll(modes.stream().map(toggles::get).toList());
      }
      Nodes.show(this, modes.size() > 1);
      toggles.get(mode()).setSelected(true);
    }

    /// The form that is shown.
    Mode mode() {
      return offered.stream()
          .filter(mode -> mode.compareTo(wanted) >= 0)
          .findFirst()
          .orElse(Mode.TEXT);
    }

    /// Chooses text.
    void turnToText() {
      wanted = Mode.TEXT;
      toggles.get(Mode.TEXT).setSelected(true);
    }
  }
}
