package io.github.tensorloupe.desktop.pane.metadata;

import module java.base;
import module javafx.controls;

import atlantafx.base.layout.InputGroup;
import io.github.tensorloupe.desktop.control.panel.PanelParts;
import io.github.tensorloupe.desktop.selection.MetadataEdits;
import io.github.tensorloupe.desktop.text.EditableText;
import io.github.tensorloupe.desktop.text.Messages;
import io.github.tensorloupe.desktop.theme.Icons;
import io.github.tensorloupe.desktop.theme.Tips;
import io.github.tensorloupe.edit.EditProblem;
import io.github.tensorloupe.edit.EditProblem.Kind;
import io.github.tensorloupe.edit.ModelSpecField;
import io.github.tensorloupe.edit.ModelSpecField.ModelSpecKind;
import io.github.tensorloupe.edit.ModelSpecField.Requirement;
import java.time.LocalDate;
import javafx.scene.control.Label;
import org.kordamp.ikonli.feather.Feather;

/// A field of the model card: its name with its key below, an input for its value, and its
/// problems.
final class CardField extends StackPane {

  private static final double HEAD_WIDTH = 220;

  /// Longer values can only be edited in the entry editor.
  private static final int EDITABLE_CHARACTERS = 100_000;

  private final ModelSpecField field;
  private final EntryEditing editing;
  private final Messages messages;
  private final Label badge = PanelParts.label("", "badge");
  private final VBox head;
  private final VBox body;
  private final Label tooLong = PanelParts.wrapping("", "muted");
  private final VBox notices = new VBox(4);
  private final Consumer<String> showing;
  private EditableText before = EditableText.of("");

  /// @param customEditor a node that displays and edits the value; empty for the default input
  CardField(
      ModelSpecField field,
      Optional<String> explanation,
      EntryEditing editing,
      Messages messages,
      Optional<Node> customEditor) {
    this.field = field;
    this.editing = editing;
    this.messages = messages;
    head = head();
    explanation.ifPresent(sentence -> Tips.explain(head, sentence));
    body = new VBox(4);
    if (customEditor.isPresent()) {
      body.getChildren().setAll(customEditor.get());
      showing = _ -> {};
    } else if (field.kind() == ModelSpecKind.LIST) {
      TagsField tags = new TagsField(id(), field.key(), name(), editing, messages);
      body.getChildren().setAll(tags);
      showing = tags::show;
    } else {
      showing = textInput(explanation);
    }
    PanelParts.fill(body, tooLong, notices);
    body.setMinWidth(0);
    getStyleClass().add("card-field");
    arrange(true);
  }

  /// Puts the name next to the value, or above it.
  void arrange(boolean wide) {
    double width = wide ? HEAD_WIDTH : Region.USE_COMPUTED_SIZE;
    head.setMinWidth(wide ? HEAD_WIDTH : 0);
    head.setPrefWidth(width);
    head.setMaxWidth(width);
    HBox.setHgrow(body, Priority.ALWAYS);
    getChildren().setAll(wide ? new HBox(16, head, body) : new VBox(4, head, body));
  }

  private String name() {
    return messages.text("metadata.card.field." + shortKey());
  }

  private String shortKey() {
    return field.key().substring(ModelSpecField.PREFIX.length());
  }

  private String id() {
    return "card-" + shortKey().replace('_', '-');
  }

  private VBox head() {
    Label label = PanelParts.wrapping(name(), "strong");
    FlowPane title = new FlowPane(6, 2, label);
    title.setPrefWrapLength(HEAD_WIDTH);
    if (field.requirement() != Requirement.CAN) {
      String requirement = Messages.word(field.requirement());
      badge.setText(messages.text("metadata.card." + requirement));
      title.getChildren().add(badge);
    }
    return new VBox(2, title, PanelParts.wrapping(field.key(), "mono", "card-key"));
  }

  /// Creates an input of one or several lines, with the choices of the field.
  ///
  /// @return displays a value in the input, unless the user is typing
  private Consumer<String> textInput(Optional<String> explanation) {
    boolean isLong = field.kind() == ModelSpecKind.MULTI_LINE;
    TextInputControl input = isLong ? new TextArea() : new TextField();
    AtomicReference<TypedText> typed = new AtomicReference<>();
    Runnable commit = () -> typed.get().commit();
    // A list of choices must see keys before the typed text does.
    Node node =
        input instanceof TextField line ? withChoices(line, commit) : area((TextArea) input);
    typed.set(new TypedText(input, editing, this::apply));
    PanelParts.named(input, id()).setAccessibleText(name());
    input.setAccessibleHelp(explanation.orElse(null));
    input.setPromptText(prompt().or(() -> explanation).orElse(""));
    input.editableProperty().bind(editing.editable);
    body.getChildren().setAll(node);
    return value -> {
      before = isLong ? EditableText.of(value) : EditableText.ofLine(value);
      typed.get().show(before.text());
    };
  }

  private Optional<String> prompt() {
    return switch (field.kind()) {
      case TEXT, MULTI_LINE, IMAGE, LIST, PREDICTION -> Optional.empty();
      case DATE -> Optional.of(messages.text("metadata.card.date"));
      case RESOLUTION, SHA_256, RANGE, INTEGER, BOOLEAN ->
          Optional.of(messages.sentence(field.kind().expected()));
    };
  }

  private Node withChoices(TextField input, Runnable commit) {
    HBox.setHgrow(input, Priority.ALWAYS);
    if (field.kind() == ModelSpecKind.DATE) {
      return new InputGroup(input, datePicker(input, commit));
    }
    if (FieldChoice.of(field).isEmpty()) {
      return input;
    }
    Suggestions choices =
        new Suggestions(input, typed -> FieldChoice.matching(field, typed), commit);
    Button all =
        PanelParts.iconButton(
            id() + "-choices",
            Icons.of(Feather.CHEVRON_DOWN, "icon-small"),
            messages.text("metadata.card.choices", name()),
            choices::toggle);
    all.getStyleClass().remove("flat");
    all.disableProperty().bind(editing.editable.not());
    // The Down key in the field does the same.
    all.setFocusTraversable(false);
    return new InputGroup(input, all);
  }

  // Only the button of a date picker: the text field next to it also accepts times and other
  // formats.
  private DatePicker datePicker(TextField input, Runnable commit) {
    DatePicker picker = new DatePicker();
    PanelParts.named(picker, id() + "-picker", "card-date");
    picker.setAccessibleText(messages.text("metadata.card.pick-date"));
    Tips.explain(picker, messages.text("metadata.card.pick-date"));
    picker.setEditable(false);
    picker.setMaxHeight(Double.MAX_VALUE);
    picker.disableProperty().bind(editing.editable.not());
    picker.setOnShowing(_ -> picker.setValue(date(input.getText())));
    picker
        .valueProperty()
        .subscribe(
            picked -> {
              if (picked != null && picker.isShowing() && !picked.equals(date(input.getText()))) {
                input.setText(picked.toString());
                commit.run();
              }
            });
    return picker;
  }

  /// Returns the date at the beginning of a text, or null if there is none.
  private static LocalDate date(String text) {
    try {
      return LocalDate.parse(text.substring(0, Math.min(text.length(), 10)));
    } catch (DateTimeParseException e) {
      return null;
    }
  }

  /// Lays out a text area. The description has a Markdown preview.
  private Node area(TextArea area) {
    area.setWrapText(true);
    if (field != ModelSpecField.DESCRIPTION) {
      area.setPrefRowCount(2);
      return area;
    }
    area.setPrefRowCount(6);
    MarkdownView view = new MarkdownView(messages);
    ToggleButton preview = new ToggleButton(messages.text("metadata.card.preview"));
    PanelParts.named(preview, id() + "-preview", "small");
    Tips.explain(preview, messages.text("metadata.card.preview.tip"));
    head.getChildren().add(preview);
    PanelParts.setShown(view, false);
    Runnable update =
        () -> {
          if (preview.isSelected()) {
            view.show(before.value(area.getText()));
          }
          PanelParts.setShown(view, preview.isSelected());
          PanelParts.setShown(area, !preview.isSelected());
        };
    area.textProperty().subscribe(update);
    preview.selectedProperty().subscribe(update);
    return new VBox(area, view);
  }

  private void apply(MetadataEdits edits, String text) {
    Optional<String> value = Optional.of(before.value(text)).filter(each -> !each.isEmpty());
    EntryEditing.set(edits, field.key(), value);
  }

  /// @param value empty if the entry is missing
  void show(String value, List<EditProblem> problems) {
    Map<Boolean, List<EditProblem>> parts =
        problems.stream()
            .collect(Collectors.partitioningBy(each -> each.kind() == Kind.MODEL_SPEC_MISSING));
    // A short label for a missing field, because a new card lacks many.
    badge.getStyleClass().removeAll("badge-warning", "badge-info");
    if (!parts.get(true).isEmpty()) {
      badge.getStyleClass().add("badge-warning");
    } else if (field.requirement() == Requirement.MUST) {
      badge.getStyleClass().add("badge-info");
    }
    boolean isLong = field.kind() != ModelSpecKind.IMAGE && value.length() > EDITABLE_CHARACTERS;
    tooLong.setText(messages.text("metadata.card.too-long", messages.count(value.length())));
    PanelParts.setShown(tooLong, isLong);
    PanelParts.setShown(body.getChildren().getFirst(), !isLong);
    notices.getChildren().setAll(EntryDetailPane.notices(parts.get(false), messages));
    PanelParts.setShown(notices, !parts.get(false).isEmpty());
    if (!isLong) {
      showing.accept(value);
    }
  }
}
