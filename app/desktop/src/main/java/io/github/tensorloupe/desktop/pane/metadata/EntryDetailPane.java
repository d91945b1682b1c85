package io.github.tensorloupe.desktop.pane.metadata;

import module java.base;
import module javafx.controls;

import io.github.tensorloupe.desktop.control.WeakSubscriptions;
import io.github.tensorloupe.desktop.control.copy.CopyMenu;
import io.github.tensorloupe.desktop.control.notice.Tone;
import io.github.tensorloupe.desktop.control.panel.PanelParts;
import io.github.tensorloupe.desktop.control.panel.ToggleChoice;
import io.github.tensorloupe.desktop.pane.FileDialogs;
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

  /// A form of the value. If a form does not fit, the next one is shown.
  private enum Mode {
    TABLE,
    TREE,
    TEXT
  }

  private static final PseudoClass TIGHT = PseudoClass.getPseudoClass("tight");

  /// Writing larger values back is too slow for editing as a tree.
  private static final int MAX_TREE_CHARACTERS = 1_000_000;

  private final MetadataViewModel model;
  private final Messages messages;
  private final DetailHead head;
  private final Label explanation =
      PanelParts.named(PanelParts.wrapping(""), "metadata-explanation");
  private final HBox explained = new HBox(8, Tone.INFO.icon("icon-small"), explanation);
  private final VBox notices = PanelParts.named(new VBox(4), "metadata-notices");

  /// Selects the form of the value. Only forms that fit the value are offered.
  private final ToggleChoice<Mode> modes = new ToggleChoice<>();

  private final PictureBox picture;
  private final ValueEditor text;
  private final JsonTree tree;
  private final VBox treeWithTools;
  private final FactTableView table;
  private final StackPane body = new StackPane();
  private Form form = Form.STACKED;

  /// The last chosen form, which is used for all values that it fits.
  private Mode chosenMode = Mode.TABLE;

  EntryDetailPane(MetadataViewModel model, Messages messages, Supplier<FileDialogs> dialogs) {
    super(8);
    this.model = model;
    this.messages = messages;
    for (Mode mode : Mode.values()) {
      String word = Messages.word(mode);
      String modeText = messages.text("metadata.as." + word);
      modes.add(mode, "metadata-as-" + word, modeText, "", () -> choose(mode));
    }
    modes.setAlignment(Pos.CENTER_RIGHT);
    head = new DetailHead();
    picture = new PictureBox(model, messages, dialogs, "metadata");
    text = new ValueEditor(model.editing, messages);
    tree = new JsonTree(model.editing, messages);
    treeWithTools = new VBox(tree, tree.toolbar());
    VBox.setVgrow(tree, Priority.ALWAYS);
    table = new FactTableView(messages);
    PanelParts.named(this, "metadata-detail", "metadata-detail").setMinWidth(0);
    explained.getStyleClass().add("metadata-explanation");
    PanelParts.fill(body, text, treeWithTools, table);
    VBox.setVgrow(body, Priority.ALWAYS);
    setForm(form);
    PanelParts.fill(this, head, explained, notices, picture, body);
    WeakSubscriptions subscriptions = WeakSubscriptions.of(this);
    subscriptions.subscribe(model.selected.detail, this::show);
    subscriptions.subscribe(model.problems.checks, _ -> detail().ifPresent(this::showNotices));
    subscriptions.subscribe(model.editing.editable, _ -> refreshBody());
  }

  private Optional<Detail> detail() {
    return model.selected.detail.get();
  }

  private void show(Optional<Detail> detail) {
    setVisible(detail.isPresent());
    for (Detail shown : detail.stream().toList()) {
      showExplanation(shown);
      showNotices(shown);
      showPicture(shown);
      offerModes(shown);
      showBody(shown);
    }
  }

  void setForm(Form newForm) {
    form = newForm;
    body.setMinHeight(form.minBodyHeight);
    text.setMinTextHeight(form.minTextHeight);
    pseudoClassStateChanged(TIGHT, form.compareTo(Form.LOW) >= 0);
    PanelParts.setShown(head, form != Form.SQUEEZED);
    detail().ifPresent(this::showExplanation);
    refreshBody();
  }

  private void showExplanation(Detail detail) {
    Optional<String> sentence = model.explanation(detail.row().key());
    explanation.setText(sentence.orElse(""));
    PanelParts.setShown(explained, form.compareTo(Form.LOW) < 0 && sentence.isPresent());
  }

  private void showNotices(Detail detail) {
    head.show(detail);
    List<EditProblem> problems = model.problems.of(detail.row().id());
    notices.getChildren().setAll(notices(problems, messages));
    PanelParts.setShown(notices, !problems.isEmpty());
  }

  static List<HBox> notices(List<EditProblem> problems, Messages messages) {
    List<HBox> notices = new ArrayList<>();
    for (EditProblem problem : problems) {
      Tone tone = problem.isBlocking() ? Tone.DANGER : Tone.WARNING;
      notices.add(PanelParts.notice(tone, messages.sentence(problem.sentence())));
    }
    return notices;
  }

  private void showPicture(Detail detail) {
    String key = detail.row().key();
    Optional<EmbeddedImage> image = detail.image();
    PanelParts.setShown(picture, image.isPresent() || EmbeddedImage.IMAGE_KEYS.contains(key));
    picture.show(key, !detail.row().value().isEmpty(), image.isPresent());
    if (image.isPresent()) {
      picture.decode(() -> image);
    }
  }

  private void offerModes(Detail detail) {
    List<Node> offered = new ArrayList<>();
    detail.facts().ifPresent(_ -> offered.add(modes.toggle(Mode.TABLE)));
    detail.json().ifPresent(_ -> offered.add(modes.toggle(Mode.TREE)));
    offered.add(modes.toggle(Mode.TEXT));
    // Replacing the buttons would move the focus.
    if (!modes.getChildren().equals(offered)) {
      modes.getChildren().setAll(offered);
    }
    PanelParts.setShown(modes, offered.size() > 1);
    modes.press(each -> each == mode());
  }

  private Mode mode() {
    for (Mode mode : Mode.values()) {
      if (mode.compareTo(chosenMode) >= 0 && modes.getChildren().contains(modes.toggle(mode))) {
        return mode;
      }
    }
    return Mode.TEXT;
  }

  private void choose(Mode mode) {
    chosenMode = mode;
    modes.press(each -> each == mode());
    refreshBody();
  }

  private void refreshBody() {
    detail().ifPresent(this::showBody);
  }

  private void showBody(Detail detail) {
    Mode mode = form == Form.SQUEEZED ? Mode.TEXT : mode();
    PanelParts.setShown(table, mode == Mode.TABLE);
    PanelParts.setShown(treeWithTools, mode == Mode.TREE);
    PanelParts.setShown(text, mode == Mode.TEXT);
    switch (mode) {
      case TABLE -> detail.facts().ifPresent(table::show);
      case TREE -> {
        boolean isSmall = detail.row().value().length() <= MAX_TREE_CHARACTERS;
        boolean editable = isSmall && model.editing.editable.get();
        detail.json().ifPresent(json -> tree.show(detail.row().id(), json, editable));
      }
      case TEXT -> text.show(detail);
    }
    if (mode != Mode.TREE) {
      tree.clear();
    }
  }

  void editText() {
    choose(Mode.TEXT);
    text.focusText();
  }

  private final class DetailHead extends HBox {

    private final Label key =
        PanelParts.named(new Label(), "metadata-detail-key", "mono", "metadata-detail-key");
    private final Label facts = PanelParts.named(new Label(), "metadata-facts", "caption");
    private final Label state = PanelParts.named(PanelParts.uncut(""), "metadata-state", "badge");

    DetailHead() {
      super(8);
      key.setMinWidth(0);
      Tips.setTooltip(key, () -> DisplayText.of(part(MetadataRow::key), 2000));
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
              () -> CopyMenu.copy(part(MetadataRow::value)));
      PanelParts.fill(this, names, modes, copy);
    }

    private String part(Function<MetadataRow, String> part) {
      return detail().map(Detail::row).map(part).orElse("");
    }

    void show(Detail detail) {
      key.setText(detail.row().shownKey(messages));
      String length = messages.count("metadata.characters", detail.row().value().length());
      Optional<String> json =
          detail.json().map(each -> JsonEntry.of(each.tree()).shownValue(messages));
      facts.setText(json.map(value -> length + " · " + value).orElse(length));
      State now = model.editing.state(detail.row().id());
      boolean isAdded = now == State.ADDED;
      PanelParts.setShown(state, now != State.UNCHANGED);
      state.getStyleClass().removeAll("badge-success", "badge-info");
      state.getStyleClass().add(isAdded ? "badge-success" : "badge-info");
      state.setText(
          messages.text(isAdded ? "metadata.state.added.short" : "metadata.state.changed.short"));
    }
  }
}
