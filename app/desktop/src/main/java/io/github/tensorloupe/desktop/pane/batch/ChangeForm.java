package io.github.tensorloupe.desktop.pane.batch;

import module java.base;
import module javafx.controls;

import io.github.tensorloupe.desktop.control.panel.PanelParts;
import io.github.tensorloupe.desktop.pane.batch.WantedChange.Kind;
import io.github.tensorloupe.desktop.text.Messages;
import io.github.tensorloupe.format.DisplayText;
import java.nio.file.Path;
import javafx.scene.control.Label;

/// The form for the change.
final class ChangeForm extends VBox {

  private final BatchViewModel model;
  private final Messages messages;
  private final ComboBox<Kind> kind = new ComboBox<>();
  private final TextArea typed = new TextArea();
  private final Label jsonName = new Label();
  private final Label explanation = PanelParts.wrapping("", "caption");
  private Optional<Path> json = Optional.empty();

  ChangeForm(BatchViewModel model, BatchFlow.FileChoice choice, Messages messages) {
    super(8);
    this.model = model;
    this.messages = messages;
    kind.setId("batch-kind");
    kind.setAccessibleText(messages.text("batch.change"));
    kind.getItems().setAll(Kind.values());
    WantedChange now = model.wantedProperty().get();
    kind.setValue(now.kind());
    json = now.json();
    json.ifPresent(this::showName);
    kind.setMaxWidth(Double.MAX_VALUE);
    kind.setConverter(PanelParts.choiceText(value -> messages.text("batch.kind." + value.word())));
    typed.setId("batch-typed");
    typed.setAccessibleText(messages.text("batch.typed"));
    typed.getStyleClass().add("mono");
    typed.setPrefRowCount(3);
    typed.setText(now.typed());
    typed.managedProperty().bind(typed.visibleProperty());
    Button choose = new Button(messages.text("batch.button.choose-json"));
    choose.setId("batch-choose-json");
    choose.setOnAction(_ -> choice.chooseJsonFile().ifPresent(this::take));
    HBox jsonBox = new HBox(12, choose, jsonName);
    jsonBox.setAlignment(Pos.CENTER_LEFT);
    jsonBox.managedProperty().bind(jsonBox.visibleProperty());
    getChildren().addAll(kind, typed, jsonBox, explanation);
    kind.valueProperty()
        .subscribe(
            value -> {
              typed.setVisible(value.isTyped());
              typed.setPromptText(value.isTyped() ? prompt(value) : "");
              jsonBox.setVisible(value.needsJson());
              explanation.setText(messages.text("batch.explained." + value.word()));
              publish();
            });
    typed.textProperty().subscribe(this::publish);
  }

  private String prompt(Kind value) {
    return messages.text(value == Kind.SET ? "batch.prompt.set" : "batch.prompt.unset");
  }

  private void take(Path file) {
    json = Optional.of(file);
    showName(file);
    publish();
  }

  private void showName(Path file) {
    jsonName.setText(DisplayText.of(String.valueOf(file.getFileName())));
  }

  private void publish() {
    WantedChange wanted = new WantedChange(kind.getValue(), typed.getText(), json);
    // An equal value would discard the dry run.
    if (!wanted.equals(model.wantedProperty().get())) {
      model.wantedProperty().set(wanted);
    }
  }
}
