package io.github.tensorloupe.desktop.pane.hex.strings;

import module java.base;
import module javafx.controls;

import io.github.tensorloupe.desktop.control.WeakSubscriptions;
import io.github.tensorloupe.desktop.control.copy.CopyMenu;
import io.github.tensorloupe.desktop.control.panel.PanelParts;
import io.github.tensorloupe.desktop.error.DetailsButton;
import io.github.tensorloupe.desktop.pane.hex.search.StringScan.FoundString;
import io.github.tensorloupe.desktop.pane.hex.strings.StringsViewModel.Scope;
import io.github.tensorloupe.desktop.text.Messages;
import io.github.tensorloupe.desktop.theme.Icons;
import io.github.tensorloupe.desktop.theme.Tips;
import io.github.tensorloupe.format.DisplayText;
import javafx.scene.control.Label;
import org.controlsfx.control.textfield.CustomTextField;
import org.kordamp.ikonli.feather.Feather;

/// The strings of the file next to its bytes: the choice of scope and minimum length, a filter, and
/// the list, whose rows link to their bytes.
public final class StringsView extends VBox {

  private static final double ROW_HEIGHT = 22;

  private final StringsViewModel model;
  private final Messages messages;
  private final ListView<FoundString> list =
      PanelParts.named(new ListView<>(), "strings-list", "dense", "edge-to-edge");

  public StringsView(StringsViewModel model, Messages messages) {
    this.model = model;
    this.messages = messages;
    PanelParts.named(this, "strings-view", "side-view");
    ChoiceBox<Scope> scope = PanelParts.named(new ChoiceBox<>(), "strings-scope");
    prepare(scope, "scope", List.of(Scope.values()), model.scope);
    scope.setConverter(
        PanelParts.choiceText(each -> messages.text("strings.scope." + Messages.word(each))));
    ChoiceBox<Integer> length = PanelParts.named(new ChoiceBox<>(), "strings-length");
    prepare(length, "length", StringsViewModel.LENGTHS, model.minLength);
    length.setConverter(PanelParts.choiceText(each -> "≥ " + each));
    PanelParts.grow(scope);
    CustomTextField filter =
        PanelParts.searchField("strings-filter", messages.text("strings.filter"));
    filter.textProperty().bindBidirectional(model.filter);
    prepareList();
    VBox.setVgrow(list, Priority.ALWAYS);
    getChildren().addAll(new HBox(4, scope, length), filter, list, foot());
    model.active.bind(visibleProperty());
  }

  @Override
  public void requestFocus() {
    list.requestFocus();
  }

  private <T> void prepare(
      ChoiceBox<T> box, String word, List<T> choices, ObjectProperty<T> property) {
    box.getItems().setAll(choices);
    box.setMinWidth(0);
    Tips.name(box, messages.text("strings." + word));
    box.valueProperty().bindBidirectional(property);
  }

  private void prepareList() {
    list.setAccessibleText(messages.text("strings.list"));
    list.setFixedCellSize(ROW_HEIGHT);
    list.setItems(model.shown);
    list.setPlaceholder(PanelParts.wrapping(messages.text("strings.none"), "muted"));
    list.setCellFactory(_ -> new StringCell());
    list.getSelectionModel()
        .selectedItemProperty()
        .subscribe(
            found -> {
              // The filter also changes the selection, but must not move the caret.
              if (found != null && list.isFocused()) {
                model.choose(found);
              }
            });
    Supplier<String> text =
        () ->
            Optional.ofNullable(list.getSelectionModel().getSelectedItem())
                .map(FoundString::text)
                .orElse("");
    new CopyMenu(messages).copies("copy.text", text).installOn(list);
  }

  private HBox foot() {
    Label note = PanelParts.named(PanelParts.wrapping("", "caption"), "strings-note");
    note.textProperty().bind(model.note);
    ProgressBar progress = PanelParts.named(new ProgressBar(), "strings-progress");
    progress.setAccessibleText(messages.text("strings.job"));
    progress.progressProperty().bind(model.progressProperty());
    progress.setMinWidth(30);
    progress.setPrefWidth(60);
    Button stop =
        PanelParts.iconButton(
            "strings-stop",
            Icons.of(Feather.STOP_CIRCLE, "icon-small"),
            messages.text("strings.stop"),
            model::stop);
    HBox.setHgrow(note, Priority.ALWAYS);
    note.setMaxWidth(Double.MAX_VALUE);
    HBox foot =
        PanelParts.row(
            4, note, DetailsButton.visibleWhilePresent(model.failure, messages), progress, stop);
    WeakSubscriptions.of(this)
        .subscribe(
            model.busy,
            busy -> Stream.of(progress, stop).forEach(node -> PanelParts.setShown(node, busy)));
    return foot;
  }

  private static final class StringCell extends ListCell<FoundString> {

    StringCell() {
      setPrefWidth(0);
      getStyleClass().add("mono");
    }

    @Override
    protected void updateItem(FoundString found, boolean empty) {
      super.updateItem(found, empty);
      setText(null);
      setGraphic(null);
      if (!empty) {
        Label offset = PanelParts.uncut("%X".formatted(found.bytes().begin()), "muted");
        String text = DisplayText.of(found.text());
        HBox row = new HBox(8, offset, PanelParts.elastic(text));
        setGraphic(row);
        Tips.explain(this, text);
      }
    }
  }
}
