package io.github.tensorloupe.desktop.pane.batch;

import io.github.tensorloupe.desktop.control.panel.Notices;
import io.github.tensorloupe.desktop.text.Messages;
import io.github.tensorloupe.format.DisplayText;
import java.nio.file.Path;
import java.util.Optional;
import javafx.geometry.Pos;
import javafx.scene.control.Button;
import javafx.scene.control.ComboBox;
import javafx.scene.control.Label;
import javafx.scene.control.TextArea;
import javafx.scene.layout.HBox;
import javafx.scene.layout.VBox;
import javafx.util.StringConverter;

/// Where a person says what is to be done with the files.
final class ChangeForm extends VBox {

  private final BatchViewModel model;
  private final Messages messages;
  private final ComboBox<ChangeKind> kind = new ComboBox<>();
  private final TextArea typed = new TextArea();
  private final Label jsonName = new Label();
  private final Label explanation = Notices.wrapping("", "caption");
  private Optional<Path> json = Optional.empty();

  ChangeForm(BatchViewModel model, BatchFlow.FileChoice choice, Messages messages) {
    super(8);
    this.model = model;
    this.messages = messages;
    kind.setId("batch-kind");
    kind.setAccessibleText(messages.text("batch.change"));
    kind.getItems().setAll(ChangeKind.values());
    WantedChange now = model.wantedProperty().get();
    kind.setValue(now.kind());
    json = now.json();
    json.ifPresent(this::showName);
    kind.setMaxWidth(Double.MAX_VALUE);
    kind.setConverter(new KindConverter());
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
              tell();
            });
    typed.textProperty().subscribe(this::tell);
  }

  private String prompt(ChangeKind value) {
    return messages.text(value == ChangeKind.SET ? "batch.prompt.set" : "batch.prompt.unset");
  }

  private void take(Path file) {
    json = Optional.of(file);
    showName(file);
    tell();
  }

  private void showName(Path file) {
    jsonName.setText(DisplayText.of(String.valueOf(file.getFileName())));
  }

  private void tell() {
    WantedChange wanted = new WantedChange(kind.getValue(), typed.getText(), json);
    // Saying the same again would give up what was tried.
    if (!wanted.equals(model.wantedProperty().get())) {
      model.wantedProperty().set(wanted);
    }
  }

  private final class KindConverter extends StringConverter<ChangeKind> {
    @Override
    public String toString(ChangeKind value) {
      return value == null ? "" : messages.text("batch.kind." + value.word());
    }

    @Override
    public ChangeKind fromString(String text) {
      throw new UnsupportedOperationException("nothing is typed here");
    }
  }
}
