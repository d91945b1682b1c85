package io.github.tensorloupe.desktop.pane.comparison;

import module java.base;
import module javafx.controls;

import io.github.tensorloupe.desktop.control.panel.PanelParts;
import io.github.tensorloupe.desktop.pane.FileDialogs.Existing;
import io.github.tensorloupe.desktop.pane.PaneContext;
import io.github.tensorloupe.desktop.pane.comparison.CompareFlow.Choice;
import io.github.tensorloupe.desktop.pane.comparison.CompareFlow.Origin;
import io.github.tensorloupe.desktop.selection.DistinctNames;
import io.github.tensorloupe.desktop.text.Messages;
import io.github.tensorloupe.desktop.theme.Tips;
import io.github.tensorloupe.model.PathText;
import java.nio.file.Path;
import org.controlsfx.control.SearchableComboBox;

/// The form of the dialog *Compare*: a choice for each side.
final class CompareForm extends VBox {

  private static final int NAME_CHARACTERS = 80;

  final ObjectProperty<Choice> a;
  final ObjectProperty<Choice> b;
  private final PaneContext context;
  private final Messages messages;
  private final ObservableList<Choice> choices = FXCollections.observableArrayList();
  private Map<Path, String> names = Map.of();

  CompareForm(PaneContext context, List<Choice> known, Optional<Path> a, Optional<Path> b) {
    super(12);
    this.context = context;
    messages = context.messages();
    setChoices(known);
    ComboBox<Choice> boxA = box("a");
    ComboBox<Choice> boxB = box("b");
    this.a = boxA.valueProperty();
    this.b = boxB.valueProperty();
    getChildren().setAll(side("a", boxA), side("b", boxB));
    a.ifPresent(path -> choose(this.a, path));
    b.ifPresent(path -> choose(this.b, path));
  }

  private void setChoices(List<Choice> all) {
    List<Path> paths = all.stream().map(Choice::path).toList();
    List<String> texts = DistinctNames.of(paths, NAME_CHARACTERS);
    names = new HashMap<>();
    for (int i = 0; i < paths.size(); i++) {
      names.put(paths.get(i), texts.get(i));
    }
    choices.setAll(all);
  }

  private ComboBox<Choice> box(String side) {
    ComboBox<Choice> box = PanelParts.named(new SearchableComboBox<>(), "compare-" + side);
    box.setConverter(PanelParts.choiceText(this::text));
    box.setItems(choices);
    box.setAccessibleText(messages.text("compare.choose." + side));
    box.setPromptText(messages.text("compare.choose.prompt"));
    box.setMinWidth(0);
    PanelParts.grow(box);
    return box;
  }

  private String text(Choice choice) {
    return messages.text(
        "compare.choose.from." + Messages.word(choice.origin()), names.get(choice.path()));
  }

  private VBox side(String side, ComboBox<Choice> box) {
    Button file = fileButton(side, "file", Existing.CHECKPOINT, box);
    Button folder = fileButton(side, "folder", Existing.FOLDER, box);
    Tips.setTooltip(box, () -> box.getValue() == null ? "" : PathText.of(box.getValue().path()));
    return PanelParts.section(
        messages.text("compare.choose." + side), PanelParts.row(8, box, file, folder));
  }

  private Button fileButton(String side, String word, Existing kind, ComboBox<Choice> box) {
    return PanelParts.button(
        "compare-" + side + "-" + word,
        messages.text("compare.choose." + word),
        () ->
            context
                .dialogs()
                .get()
                .choose(kind)
                .ifPresent(path -> choose(box.valueProperty(), path)));
  }

  private void choose(ObjectProperty<Choice> side, Path path) {
    Path absolute = path.toAbsolutePath().normalize();
    Optional<Choice> known =
        choices.stream().filter(choice -> choice.path().equals(absolute)).findFirst();
    if (known.isEmpty()) {
      Choice[] values = {a.get(), b.get()};
      List<Choice> all = new ArrayList<>(choices);
      all.addFirst(new Choice(absolute, Origin.DISK));
      setChoices(all);
      a.set(values[0]);
      b.set(values[1]);
    }
    side.set(known.orElseGet(choices::getFirst));
  }

  void swap() {
    Choice before = a.get();
    a.set(b.get());
    b.set(before);
  }
}
