package io.github.tensorloupe.desktop.pane.metadata;

import module java.base;
import module javafx.controls;

import io.github.tensorloupe.desktop.control.Following;
import io.github.tensorloupe.desktop.control.panel.PanelParts;
import io.github.tensorloupe.desktop.pane.FileDialogs;
import io.github.tensorloupe.desktop.text.Messages;
import io.github.tensorloupe.edit.EditProblem;
import io.github.tensorloupe.edit.EditableText;
import io.github.tensorloupe.edit.MetadataEdits;
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
  private final Messages messages;
  private final Map<ModelSpecField, CardField> fields = new EnumMap<>(ModelSpecField.class);
  private final PictureBox picture;
  private Optional<String> shownPicture = Optional.empty();

  ModelCardPane(MetadataViewModel model, Messages messages, Supplier<FileDialogs> dialogs) {
    this.model = model;
    this.messages = messages;
    this.picture = new PictureBox(model, messages, dialogs, "card", MAX_PICTURE_SIDE);
    setId("metadata-card");
    setFitToWidth(true);
    setHbarPolicy(ScrollBarPolicy.NEVER);
    setMinSize(0, 0);
    VBox form = new VBox(16);
    form.getStyleClass().add("metadata-card-form");
    form.setMaxWidth(MAX_WIDTH);
    form.getChildren().add(PanelParts.wrapping(messages.text("metadata.card.intro"), "muted"));
    for (ModelSpecField field : ModelSpecField.values()) {
      form.getChildren().add(node(field));
    }
    setContent(form);
    visibleProperty().subscribe(this::refresh);
    Following.of(this).subscribe(model.problems().checksProperty(), (_, _) -> refresh());
  }

  private VBox node(ModelSpecField field) {
    if (field.kind() != ModelSpecKind.IMAGE) {
      CardField node = new CardField(field);
      fields.put(field, node);
      return node;
    }
    String known = messages.text("metadata.known.modelspec.thumbnail");
    VBox node = new VBox(8, title(field), picture, PanelParts.wrapping(known, "caption"));
    node.getStyleClass().add("card-field");
    return node;
  }

  private HBox title(ModelSpecField field) {
    Label label = PanelParts.label(name(field), "strong");
    String requirement = Messages.word(field.requirement());
    Label badge = PanelParts.label(messages.text("metadata.card." + requirement), "badge");
    if (field.requirement() == Requirement.MUST) {
      badge.getStyleClass().add("badge-info");
    }
    HBox title = new HBox(8, label, badge);
    title.setAlignment(Pos.CENTER_LEFT);
    return title;
  }

  private static String name(ModelSpecField field) {
    return field.key().substring(ModelSpecField.PREFIX.length());
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
    fields.forEach((field, node) -> node.show(values.get(field.key())));
    String key = ModelSpecField.THUMBNAIL.key();
    Optional<String> value = Optional.ofNullable(values.get(key));
    if (!value.equals(shownPicture)) {
      shownPicture = value;
      picture.show(key, value.isPresent(), false);
      value.ifPresent(text -> picture.decode(() -> EmbeddedImage.of(key, text)));
    }
  }

  /// One field of the model card: its name, whether it is required, its text, and what it means.
  private final class CardField extends VBox {

    private final ModelSpecField field;
    private final TextInputControl input;
    private final TypedText typed;
    private final VBox notices = new VBox(4);
    private EditableText before = EditableText.of("");

    CardField(ModelSpecField field) {
      super(4);
      this.field = field;
      EntryEditing editing = model.editing();
      if (field.kind() == ModelSpecKind.MULTI_LINE) {
        TextArea area = new TextArea();
        area.setWrapText(true);
        area.setPrefRowCount(3);
        this.input = area;
      } else {
        this.input = new TextField();
      }
      this.typed = new TypedText(input, editing, this::take);
      getStyleClass().add("card-field");
      input.setId("card-" + name(field).replace('_', '-'));
      input.setAccessibleText(name(field));
      input.setPromptText(prompt(field.kind()));
      input.editableProperty().bind(editing.editableProperty());
      getChildren().setAll(title(field), input, notices);
      model
          .explanation(field.key())
          .ifPresent(sentence -> getChildren().add(2, PanelParts.wrapping(sentence, "caption")));
    }

    private String prompt(ModelSpecKind kind) {
      return switch (kind) {
        case TEXT, MULTI_LINE, IMAGE -> "";
        case DATE, RESOLUTION, SHA_256, LIST, PREDICTION, RANGE, INTEGER, BOOLEAN ->
            messages.text("metadata.card.prompt", messages.sentence(kind.expected()));
      };
    }

    private void take(MetadataEdits edits, String text) {
      Optional<String> value = Optional.of(before.value(text)).filter(each -> !each.isEmpty());
      EntryEditing.set(edits, field.key(), value);
    }

    /// Shows the value of the field as it is now, unless something else is being typed.
    ///
    /// @param value null where there is no entry
    void show(String value) {
      List<EditProblem> problems = model.problems().of(field.key());
      notices.getChildren().setAll(EntryDetailPane.notices(problems, messages));
      PanelParts.setShown(notices, !problems.isEmpty());
      String now = Objects.requireNonNullElse(value, "");
      before = input instanceof TextArea ? EditableText.of(now) : EditableText.ofLine(now);
      typed.show(before.text());
    }
  }
}
