package io.github.tensorloupe.desktop.pane.metadata;

import module java.base;
import module javafx.controls;

import io.github.tensorloupe.desktop.control.Following;
import io.github.tensorloupe.desktop.text.Messages;
import io.github.tensorloupe.edit.EditProblem;
import io.github.tensorloupe.edit.EditableText;
import io.github.tensorloupe.edit.MetadataEdits.Entry;
import io.github.tensorloupe.edit.ModelSpecField;
import io.github.tensorloupe.edit.ModelSpecField.ModelSpecKind;
import io.github.tensorloupe.edit.ModelSpecField.Requirement;
import io.github.tensorloupe.identify.EmbeddedImage;
import javafx.scene.control.Label;

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
    model.problems().onChange(Following.of(this).weakly(this::refresh));
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
        CardField node =
            new CardField(field, model.explanation(field.key()), model.editing(), messages);
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
                Optional.ofNullable(values.get(field.key())), model.problems().of(field.key())));
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

  /// One field of the model card: its name, whether it is required, its text, and what it means.
  /// The text is committed when the focus leaves; Escape drops it.
  private static final class CardField extends VBox {

    private final ModelSpecField field;
    private final EntryEditing editing;
    private final Messages messages;
    private final TextInputControl input;
    private final VBox notices = new VBox(4);
    private EditableText before = EditableText.of("");
    private boolean typing;

    CardField(
        ModelSpecField field,
        Optional<String> explanation,
        EntryEditing editing,
        Messages messages) {
      super(4);
      this.field = field;
      this.messages = messages;
      this.editing = editing;
      this.input = field.kind() == ModelSpecKind.MULTI_LINE ? area() : new TextField();
      getStyleClass().add("card-field");
      String name = field.key().substring(ModelSpecField.PREFIX.length());
      input.setId("card-" + name.replace('_', '-'));
      input.setAccessibleText(name);
      input.setPromptText(prompt(field.kind(), messages));
      input.textProperty().addListener((_, old, _) -> typed(old));
      input
          .focusedProperty()
          .addListener(
              (_, _, focused) -> {
                if (!focused && typing) {
                  editing.commitDraft();
                }
              });
      input.addEventFilter(KeyEvent.KEY_PRESSED, this::keyPressed);
      input.editableProperty().bind(editing.editableProperty());
      getChildren().setAll(title(name, field.requirement(), messages), input, notices);
      explanation.ifPresent(sentence -> getChildren().add(2, caption(sentence)));
    }

    /// The line above the input of a field.
    static HBox title(String name, Requirement requirement, Messages messages) {
      Label label = new Label(name);
      label.getStyleClass().add("strong");
      Label badge =
          new Label(
              messages.text(
                  "metadata.card."
                      + requirement.name().toLowerCase(Locale.ROOT).replace('_', '-')));
      badge.getStyleClass().add("badge");
      if (requirement == Requirement.MUST) {
        badge.getStyleClass().add("badge-info");
      }
      HBox title = new HBox(8, label, badge);
      title.setAlignment(Pos.CENTER_LEFT);
      return title;
    }

    /// The explanation of a field.
    static Label caption(String sentence) {
      Label caption = new Label(sentence);
      caption.getStyleClass().add("caption");
      caption.setWrapText(true);
      caption.setMinHeight(Region.USE_PREF_SIZE);
      return caption;
    }

    private static TextArea area() {
      TextArea area = new TextArea();
      area.setWrapText(true);
      area.setPrefRowCount(3);
      return area;
    }

    private static String prompt(ModelSpecKind kind, Messages messages) {
      return switch (kind) {
        case TEXT, MULTI_LINE, IMAGE -> "";
        case DATE, RESOLUTION, SHA_256, LIST, PREDICTION, RANGE, INTEGER, BOOLEAN ->
            messages.text("metadata.card.prompt", messages.sentence(kind.expected()));
      };
    }

    private void keyPressed(KeyEvent event) {
      boolean isCommit =
          event.getCode() == KeyCode.ENTER
              && (input instanceof TextField || event.isShortcutDown());
      if (isCommit) {
        editing.commitDraft();
        event.consume();
      } else if (event.getCode() == KeyCode.ESCAPE && typing) {
        editing.dropDraft();
        event.consume();
      }
    }

    private void typed(String old) {
      if (!typing && input.isEditable() && old.equals(before.text())) {
        typing = true;
        editing.startDraft(this::take, this::revert);
      }
    }

    private void revert() {
      input.setText(before.text());
      typing = false;
    }

    private void take() {
      typing = false;
      String value = before.value(input.getText());
      editing.set(field.key(), Optional.of(value).filter(each -> !each.isEmpty()));
    }

    /// Shows the value of the field as it is now, unless something else is being typed.
    ///
    /// @param value none where there is no entry
    /// @param problems the problems of its value
    void show(Optional<String> value, List<EditProblem> problems) {
      String text = value.orElse("");
      notices
          .getChildren()
          .setAll(problems.stream().map(problem -> new ProblemLine(problem, messages)).toList());
      Nodes.show(notices, !problems.isEmpty());
      if (!typing) {
        before = input instanceof TextArea ? EditableText.of(text) : EditableText.ofLine(text);
        if (!input.getText().equals(before.text())) {
          input.setText(before.text());
        }
      }
    }
  }
}
