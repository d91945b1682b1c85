package io.github.tensorloupe.desktop.pane.metadata;

import module java.base;
import module javafx.controls;

import atlantafx.base.layout.InputGroup;
import io.github.tensorloupe.desktop.control.WeakSubscriptions;
import io.github.tensorloupe.desktop.control.copy.CopyMenu;
import io.github.tensorloupe.desktop.control.notice.Tone;
import io.github.tensorloupe.desktop.control.panel.PanelParts;
import io.github.tensorloupe.desktop.pane.FileDialogs;
import io.github.tensorloupe.desktop.pane.metadata.EntryDetailPane.BodyModes.Mode;
import io.github.tensorloupe.desktop.pane.metadata.EntryPane.Form;
import io.github.tensorloupe.desktop.pane.metadata.EntrySelection.Detail;
import io.github.tensorloupe.desktop.selection.MetadataEdits.State;
import io.github.tensorloupe.desktop.text.Messages;
import io.github.tensorloupe.desktop.theme.Icons;
import io.github.tensorloupe.desktop.theme.Tips;
import io.github.tensorloupe.edit.EditProblem;
import io.github.tensorloupe.format.DisplayText;
import io.github.tensorloupe.identify.EmbeddedImage;
import javafx.scene.control.Label;
import org.kordamp.ikonli.feather.Feather;

/// The selected entry: its key with an explanation, its problems, and its value as editable text,
/// tree, table or picture.
final class EntryDetailPane extends VBox {

  private static final PseudoClass TIGHT = PseudoClass.getPseudoClass("tight");
  private static final double MAX_PICTURE_SIDE = 256;

  /// Writing larger values back is too slow for editing as a tree.
  private static final int MAX_TREE_CHARACTERS = 1_000_000;

  private final MetadataViewModel model;
  private final Messages messages;
  private final DetailHead head;
  private final Label explanation = PanelParts.wrapping("");
  private final HBox explained;
  private final VBox notices = PanelParts.named(new VBox(4), "metadata-notices");
  private final BodyModes modes;
  private final PictureBox picture;
  private final ValueEditor text;
  private final JsonTree tree;
  private final VBox treeWithTools;
  private final FactTableView table;
  private final StackPane body;
  private Form form = Form.STACKED;

  EntryDetailPane(MetadataViewModel model, Messages messages, Supplier<FileDialogs> dialogs) {
    super(8);
    this.model = model;
    this.messages = messages;
    this.modes = new BodyModes();
    this.head = new DetailHead();
    this.picture = new PictureBox(model, messages, dialogs, "metadata", MAX_PICTURE_SIDE);
    this.text = new ValueEditor(model.editing, messages);
    this.tree = new JsonTree(model.editing, messages);
    this.treeWithTools = new VBox(tree, tree.toolbar());
    VBox.setVgrow(tree, Priority.ALWAYS);
    this.table = new FactTableView(model, messages);
    PanelParts.named(this, "metadata-detail", "metadata-detail").setMinWidth(0);
    explanation.setId("metadata-explanation");
    explained = new HBox(8, Tone.INFO.icon("icon-small"), explanation);
    explained.getStyleClass().add("metadata-explanation");
    body = new StackPane();
    PanelParts.fill(body, text, treeWithTools, table);
    VBox.setVgrow(body, Priority.ALWAYS);
    setForm(form);
    PanelParts.fill(this, head, explained, notices, picture, body);
    WeakSubscriptions following = WeakSubscriptions.of(this);
    following.subscribe(model.selected.detail, this::show);
    following.subscribe(model.problems.checks, _ -> detail().ifPresent(this::showNotices));
    following.subscribe(model.editing.editable, _ -> showBodyAgain());
  }

  private Optional<Detail> detail() {
    return model.selected.detail.get();
  }

  private void show(Optional<Detail> detail) {
    setVisible(detail.isPresent());
    detail.ifPresent(
        shown -> {
          showExplanation(shown);
          showNotices(shown);
          showPicture(shown);
          modes.offer(shown);
          showBody(shown);
        });
  }

  void setForm(Form wanted) {
    form = wanted;
    body.setMinHeight(wanted.minBodyHeight);
    text.setMinTextHeight(wanted.minTextHeight);
    pseudoClassStateChanged(TIGHT, wanted.compareTo(Form.LOW) >= 0);
    PanelParts.setShown(head, wanted != Form.SQUEEZED);
    detail().ifPresent(this::showExplanation);
    showBodyAgain();
  }

  private void showExplanation(Detail detail) {
    Optional<String> text = model.explanation(detail.row().key());
    explanation.setText(text.orElse(""));
    PanelParts.setShown(explained, form.compareTo(Form.LOW) < 0 && text.isPresent());
  }

  private void showNotices(Detail detail) {
    head.show(detail);
    List<EditProblem> problems = model.problems.of(detail.row().id());
    notices.getChildren().setAll(notices(problems, messages));
    PanelParts.setShown(notices, !problems.isEmpty());
  }

  static List<HBox> notices(List<EditProblem> problems, Messages messages) {
    return problems.stream()
        .map(
            problem -> {
              Tone tone = problem.isBlocking() ? Tone.DANGER : Tone.WARNING;
              return PanelParts.notice(tone, messages.sentence(problem.sentence()));
            })
        .toList();
  }

  private void showPicture(Detail detail) {
    String key = detail.row().key();
    PanelParts.setShown(
        picture, detail.image().isPresent() || EmbeddedImage.IMAGE_KEYS.contains(key));
    picture.show(key, !detail.row().value().isEmpty(), detail.image().isPresent());
    detail.image().ifPresent(image -> picture.decode(() -> Optional.of(image)));
  }

  private void showBodyAgain() {
    detail().ifPresent(this::showBody);
  }

  private void showBody(Detail detail) {
    Mode mode = form == Form.SQUEEZED ? Mode.TEXT : modes.mode();
    PanelParts.setShown(table, mode == Mode.TABLE);
    PanelParts.setShown(treeWithTools, mode == Mode.TREE);
    PanelParts.setShown(text, mode == Mode.TEXT);
    switch (mode) {
      case TABLE -> detail.facts().ifPresent(table::show);
      case TREE -> {
        boolean small = detail.row().value().length() <= MAX_TREE_CHARACTERS;
        boolean editable = small && model.editing.editable.get();
        detail.json().ifPresent(json -> tree.show(detail.row().id(), json, editable));
      }
      case TEXT -> text.show(detail);
    }
    if (mode != Mode.TREE) {
      tree.clear();
    }
  }

  void editText() {
    modes.choose(Mode.TEXT);
    text.focusText();
  }

  private final class DetailHead extends HBox {

    private final Label key =
        PanelParts.named(new Label(), "metadata-detail-key", "mono", "metadata-detail-key");
    private final Label facts = PanelParts.named(new Label(), "metadata-facts", "caption");
    private final Label state = PanelParts.named(new Label(), "metadata-state", "badge");

    DetailHead() {
      super(8);
      key.setMinWidth(0);
      Tips.setTooltip(key, () -> DisplayText.of(shown(MetadataRow::key), 2000));
      state.setMinWidth(Region.USE_PREF_SIZE);
      HBox line = PanelParts.row(8);
      PanelParts.fill(line, facts, state);
      VBox names = new VBox(2, key, line);
      names.setMinWidth(0);
      HBox.setHgrow(names, Priority.ALWAYS);
      setAlignment(Pos.CENTER_LEFT);
      Button copy =
          PanelParts.iconButton(
              "metadata-copy",
              Icons.of(Feather.COPY),
              messages.text("metadata.action.copy-value"),
              () -> CopyMenu.copy(shown(MetadataRow::value)));
      PanelParts.fill(this, names, modes, copy);
    }

    private String shown(Function<MetadataRow, String> part) {
      return detail().map(Detail::row).map(part).orElse("");
    }

    void show(Detail detail) {
      key.setText(detail.row().shownKey(messages));
      String length = messages.count("metadata.characters", detail.row().value().length());
      facts.setText(
          detail
              .json()
              .map(json -> length + " · " + JsonEntry.of(json.tree()).shownValue(messages))
              .orElse(length));
      State now = model.editing.state(detail.row().id());
      PanelParts.setShown(state, now != State.UNCHANGED);
      state.getStyleClass().removeAll("badge-success", "badge-info");
      state.getStyleClass().add(now == State.ADDED ? "badge-success" : "badge-info");
      state.setText(
          messages.text(
              now == State.ADDED ? "metadata.state.added.short" : "metadata.state.changed.short"));
    }
  }

  /// The buttons that select the form of the value. Only forms that fit the value are offered. The
  /// last chosen form is used for all values that it fits.
  final class BodyModes extends InputGroup {

    /// A form of the value. If a form does not fit, the next one is shown.
    enum Mode {
      TABLE,
      TREE,
      TEXT
    }

    private final Map<Mode, ToggleButton> toggles = new EnumMap<>(Mode.class);
    private Mode wanted = Mode.TABLE;

    BodyModes() {
      ToggleGroup group = new ToggleGroup();
      for (Mode mode : Mode.values()) {
        String word = mode.name().toLowerCase(Locale.ROOT);
        ToggleButton toggle = new ToggleButton(messages.text("metadata.as." + word));
        PanelParts.named(toggle, "metadata-as-" + word, "small").setToggleGroup(group);
        toggle.setOnAction(_ -> choose(mode));
        toggles.put(mode, toggle);
      }
      setMinWidth(Region.USE_PREF_SIZE);
      setAlignment(Pos.CENTER_RIGHT);
    }

    void offer(Detail detail) {
      List<Node> offered = new ArrayList<>();
      detail.facts().ifPresent(_ -> offered.add(toggles.get(Mode.TABLE)));
      detail.json().ifPresent(_ -> offered.add(toggles.get(Mode.TREE)));
      offered.add(toggles.get(Mode.TEXT));
      // Replacing the buttons would move the focus.
      if (!getChildren().equals(offered)) {
        getChildren().setAll(offered);
      }
      PanelParts.setShown(this, offered.size() > 1);
      toggles.get(mode()).setSelected(true);
    }

    Mode mode() {
      return toggles.keySet().stream()
          .filter(mode -> mode.compareTo(wanted) >= 0)
          .filter(mode -> getChildren().contains(toggles.get(mode)))
          .findFirst()
          .orElse(Mode.TEXT);
    }

    /// Selects and shows a form. Pressing the selected button again keeps it selected.
    void choose(Mode mode) {
      wanted = mode;
      toggles.get(mode).setSelected(true);
      showBodyAgain();
    }
  }
}
