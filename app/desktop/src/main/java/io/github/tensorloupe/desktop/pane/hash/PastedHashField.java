package io.github.tensorloupe.desktop.pane.hash;

import module javafx.controls;

import io.github.tensorloupe.desktop.control.Following;
import io.github.tensorloupe.desktop.control.panel.PanelParts;
import io.github.tensorloupe.desktop.pane.hash.HashViewModel.Answer;
import io.github.tensorloupe.desktop.text.Messages;
import io.github.tensorloupe.desktop.theme.Icons;
import io.github.tensorloupe.integrity.hash.HashKind;
import org.kordamp.ikonli.feather.Feather;

/// A field for a hash from elsewhere, and whether it matches the file.
final class PastedHashField extends VBox {

  private final HashViewModel model;
  private final Messages messages;
  private final TextField field = new TextField();
  private final Label result = new Label();

  PastedHashField(HashViewModel model, Messages messages) {
    super(8);
    this.model = model;
    this.messages = messages;
    Label title = new Label(messages.text("hash.expected-hash"));
    title.getStyleClass().add("strong");
    title.setLabelFor(field);
    field.setId("expected-hash");
    field.setPromptText(messages.text("hash.expected-hash.prompt"));
    field.getStyleClass().add("mono");
    field.setAccessibleText(messages.text("hash.expected-hash"));
    result.setId("expected-hash-result");
    result.setWrapText(true);
    result.setMinHeight(Region.USE_PREF_SIZE);
    result.setMaxWidth(Double.MAX_VALUE);
    getChildren().setAll(title, field, result);
    Following.of(this).subscribe(model.pastedProperty(), this::take);
    field.textProperty().subscribe(text -> model.pastedProperty().set(text));
    Following.of(this).subscribe(model.revisionProperty(), _ -> show());
  }

  /// Returns true while the field has the focus.
  boolean hasFocus() {
    return field.isFocused();
  }

  /// Focuses the field.
  void focusField() {
    field.requestFocus();
  }

  /// Ignores the text that was just typed, to keep the caret.
  private void take(String claim) {
    if (!claim.equals(field.getText())) {
      field.setText(claim);
    }
  }

  private void show() {
    Answer answer = model.answer();
    boolean asked = !(answer instanceof Answer.Empty);
    PanelParts.setShown(result, asked);
    switch (answer) {
      case Answer.Empty() -> result.setText("");
      case Answer.Unreadable() ->
          say("hash.expected-hash.unreadable", "neutral", Feather.HELP_CIRCLE, "");
      case Answer.Pending() -> say("hash.expected-hash.waits", "neutral", Feather.CIRCLE, "");
      case Answer.Matches(HashKind kind) -> match(kind);
      case Answer.Differs _ ->
          say("hash.expected-hash.differs", "danger", Feather.X_CIRCLE, "icon-danger");
    }
  }

  private void match(HashKind kind) {
    String name = messages.sentence(kind.title());
    say("hash.expected-hash.matches", "success", Feather.CHECK_CIRCLE, "icon-success", name);
  }

  private void say(String key, String style, Feather icon, String iconClass, Object... arguments) {
    result.setText(arguments.length == 0 ? messages.text(key) : messages.text(key, arguments));
    result.setGraphic(iconClass.isEmpty() ? Icons.of(icon) : Icons.of(icon, iconClass));
    result.getStyleClass().setAll("label", "hash-outcome", "hash-outcome-" + style);
  }
}
