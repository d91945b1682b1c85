package io.github.tensorloupe.desktop.pane.metadata;

import module java.base;
import module javafx.controls;

import io.github.tensorloupe.desktop.control.WeakSubscriptions;
import io.github.tensorloupe.desktop.control.panel.PanelParts;
import io.github.tensorloupe.desktop.pane.FileDialogs;
import io.github.tensorloupe.desktop.text.Messages;
import io.github.tensorloupe.desktop.theme.Tips;
import io.github.tensorloupe.edit.Entry;
import io.github.tensorloupe.edit.ModelSpecField;
import io.github.tensorloupe.edit.ModelSpecField.ModelSpecKind;
import io.github.tensorloupe.identify.EmbeddedImage;
import javafx.scene.control.Label;

/// The ModelSpec fields as a form. Setting a field adds its entry, clearing it removes the entry.
final class ModelCardPane extends ScrollPane {

  /// A section of the form: consecutive fields.
  private enum Section {
    /// Information for users searching for a model.
    ABOUT(ModelSpecField.TITLE, ModelSpecField.DATE),
    /// Information for users and programs running the model.
    USE(ModelSpecField.TRIGGER_PHRASE, ModelSpecField.SAI_MODEL_SPEC),
    /// Fields for special models or for programs only.
    MORE(ModelSpecField.MERGED_FROM, ModelSpecField.FORMAT_TEMPLATE);

    private final Set<ModelSpecField> fields;

    Section(ModelSpecField first, ModelSpecField last) {
      this.fields = EnumSet.range(first, last);
    }
  }

  private static final double MAX_WIDTH = 760;
  private static final double WIDE = 460;

  private final MetadataViewModel model;
  private final Messages messages;
  private final Map<ModelSpecField, CardField> fields = new EnumMap<>(ModelSpecField.class);
  private final TitledPane more = new TitledPane();
  private final PictureBox picture;
  private Optional<PictureState> shownPicture = Optional.empty();

  private record PictureState(Optional<String> value, boolean editable) {}

  ModelCardPane(MetadataViewModel model, Messages messages, Supplier<FileDialogs> dialogs) {
    this.model = model;
    this.messages = messages;
    this.picture = new PictureBox(model, messages, dialogs, "card");
    setId("metadata-card");
    setFitToWidth(true);
    setHbarPolicy(ScrollBarPolicy.NEVER);
    setMinSize(0, 0);
    // Not visible initially, because few users open the card.
    setVisible(false);
    visibleProperty().subscribe(this::refresh);
    WeakSubscriptions subscriptions = WeakSubscriptions.of(this);
    subscriptions.subscribe(model.problems.checks, (_, _) -> refresh());
    subscriptions.subscribe(model.source, (_, _) -> more.setExpanded(false));
  }

  private void fillForm() {
    VBox form = new VBox(16, intro());
    form.getStyleClass().add("metadata-card-form");
    form.setMaxWidth(MAX_WIDTH);
    for (Section section : Section.values()) {
      form.getChildren().add(section == Section.MORE ? more(section) : section(section));
    }
    setContent(form);
    form.widthProperty()
        .map(width -> width.doubleValue() >= WIDE)
        .subscribe(wide -> fields.values().forEach(field -> field.arrange(wide)));
  }

  private Node intro() {
    Label intro = PanelParts.wrapping(messages.text("metadata.card.intro"), "muted");
    Button fill =
        PanelParts.button(
            "card-fill", messages.text("metadata.card.fill"), () -> model.proposeCard());
    Tips.explain(fill, messages.text("metadata.card.fill.tip"));
    fill.disableProperty().bind(model.editing.editable.not());
    return new VBox(8, intro, fill);
  }

  private VBox section(Section section) {
    VBox box = new VBox(12);
    box.getChildren().add(PanelParts.label(heading(section), "heading"));
    box.getChildren().addAll(fieldsOf(section));
    return box;
  }

  // Rarely used fields are in a collapsible section, which opens if one of them has a value.
  private Node more(Section section) {
    PanelParts.named(more, "card-more").setText(heading(section));
    VBox folded = new VBox(12, fieldsOf(section).toArray(Node[]::new));
    more.setAnimated(false);
    more.setExpanded(false);
    more.expandedProperty()
        .subscribe(
            open -> {
              if (open) {
                more.setContent(folded);
              }
            });
    return more;
  }

  private String heading(Section section) {
    return messages.text("metadata.card.section." + Messages.word(section));
  }

  private List<CardField> fieldsOf(Section section) {
    return section.fields.stream()
        .map(field -> fields.computeIfAbsent(field, this::field))
        .toList();
  }

  private CardField field(ModelSpecField field) {
    Optional<Node> customEditor =
        field.kind() == ModelSpecKind.IMAGE ? Optional.of(picture) : Optional.empty();
    Optional<String> explanation = model.explanation(field.key());
    return new CardField(field, explanation, model.editing, messages, customEditor);
  }

  private void refresh() {
    if (!isVisible()) {
      return;
    }
    if (getContent() == null) {
      fillForm();
    }
    Map<String, String> values = new HashMap<>();
    for (Entry entry : model.editing.entries()) {
      if (entry.key().startsWith(ModelSpecField.PREFIX)) {
        values.putIfAbsent(entry.key(), entry.value());
      }
    }
    fields.forEach(
        (field, node) ->
            node.show(values.getOrDefault(field.key(), ""), model.problems.of(field.key())));
    if (fields.keySet().stream()
        .anyMatch(each -> Section.MORE.fields.contains(each) && values.containsKey(each.key()))) {
      more.setExpanded(true);
    }
    showPicture(Optional.ofNullable(values.get(ModelSpecField.THUMBNAIL.key())));
  }

  private void showPicture(Optional<String> value) {
    Optional<PictureState> now = Optional.of(new PictureState(value, model.editing.editable.get()));
    if (!now.equals(shownPicture)) {
      String key = ModelSpecField.THUMBNAIL.key();
      shownPicture = now;
      picture.show(key, value.isPresent(), false);
      value.ifPresent(text -> picture.decode(() -> EmbeddedImage.of(key, text)));
    }
  }
}
