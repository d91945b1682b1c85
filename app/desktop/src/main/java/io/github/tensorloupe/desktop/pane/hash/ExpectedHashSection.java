package io.github.tensorloupe.desktop.pane.hash;

import module java.base;
import module javafx.controls;

import io.github.tensorloupe.desktop.control.Following;
import io.github.tensorloupe.desktop.control.panel.PanelParts;
import io.github.tensorloupe.desktop.pane.hash.HashView.Section;
import io.github.tensorloupe.desktop.pane.hash.HashViewModel.Answer;
import io.github.tensorloupe.desktop.text.Messages;
import io.github.tensorloupe.desktop.theme.Icons;
import io.github.tensorloupe.desktop.theme.Tips;
import io.github.tensorloupe.format.DisplayText;
import io.github.tensorloupe.integrity.expected.Check;
import io.github.tensorloupe.integrity.expected.Check.Result;
import io.github.tensorloupe.integrity.expected.Examination;
import io.github.tensorloupe.integrity.expected.ExpectedHash;
import io.github.tensorloupe.integrity.expected.ExpectedHashSource;
import io.github.tensorloupe.integrity.expected.PendingChecks;
import io.github.tensorloupe.integrity.hash.HashKind;
import io.github.tensorloupe.integrity.hash.PastedHash;
import javafx.scene.control.Label;
import org.kordamp.ikonli.feather.Feather;
import org.kordamp.ikonli.javafx.FontIcon;

/// The expected hashes of the current file, compared with the actual ones.
final class ExpectedHashSection extends Section {

  private final HashViewModel model;
  private final Messages messages;
  private final VBox rows = new VBox(12);
  private final PastedHashField pasted;

  ExpectedHashSection(HashViewModel model, Messages messages) {
    super("hash-expected", messages.text("hash.expected.title"));
    this.model = model;
    this.messages = messages;
    pasted = new PastedHashField(model, messages);
    getChildren().addAll(rows, pasted);
    Following.of(this).subscribe(model.revisionProperty(), _ -> show());
  }

  PastedHashField pasted() {
    return pasted;
  }

  private void show() {
    rows.getChildren().clear();
    Optional<Examination> examination = model.fileProperty().get().flatMap(model::examination);
    Optional<PendingChecks> outlook = model.fileProperty().get().flatMap(model::outlook);
    VerifyOutcome outcome =
        examination.isPresent() ? VerifyOutcome.of(examination) : VerifyOutcome.before(outlook);
    Label sentence =
        PanelParts.wrapping(
            messages.text(outcome.messageKey()), "hash-outcome", outcome.styleClass());
    sentence.setId("hash-outcome");
    sentence.setMaxWidth(Double.MAX_VALUE);
    sentence.setGraphic(outcome.icon());
    // A pasted hash replaces the hint about missing expected hashes.
    PanelParts.setShown(
        sentence,
        outcome != VerifyOutcome.NONE_EXPECTED || !(model.answer() instanceof Answer.Known));
    rows.getChildren().add(sentence);
    List<Check> checks =
        examination
            .map(Examination::checks)
            .or(() -> outlook.map(PendingChecks::checks))
            .orElse(List.of());
    checks.forEach(check -> rows.getChildren().add(CheckRow.of(check, messages)));
    if (examination.isEmpty()) {
      outlook.stream()
          .flatMap(each -> each.waiting().stream())
          .forEach(waiting -> rows.getChildren().add(CheckRow.of(waiting, messages)));
    }
  }

  /// An expected hash: kind, result and source.
  private static final class CheckRow extends HBox {

    private static final int SOURCE_CHARACTERS = 2000;

    private final Messages messages;
    private final VBox texts = new VBox(2);

    private CheckRow(ExpectedHashSource kind, String sentence, FontIcon icon, Messages messages) {
      super(12);
      this.messages = messages;
      setMinWidth(0);
      getStyleClass().add("hash-check");
      texts
          .getChildren()
          .setAll(
              PanelParts.label(messages.text("hash.source." + kind.spelling()), "strong"),
              PanelParts.wrapping(sentence));
      texts.setMinWidth(0);
      HBox.setHgrow(texts, Priority.ALWAYS);
      getChildren().setAll(icon, texts);
    }

    static CheckRow of(Check check, Messages messages) {
      FontIcon icon = check.isNoSignOfDamage() ? Icons.of(Feather.INFO) : icon(check.result());
      String word = check.isNoSignOfDamage() ? "differs" : check.result().word();
      icon.setAccessibleText(messages.text("hash.result." + word));
      CheckRow row =
          new CheckRow(check.kind(), messages.sentence(check.sentence()), icon, messages);
      if (check.result() == Result.MISMATCH) {
        check.expected().ifPresent(value -> row.addValue("hash.expected", value));
        check.actual().ifPresent(value -> row.addValue("hash.actual", value));
      }
      row.addSource(check.kind(), check.source());
      return row;
    }

    /// The row of an expected hash that is not compared yet.
    static CheckRow of(ExpectedHash expectedHash, Messages messages) {
      FontIcon icon = Icons.of(Feather.CIRCLE);
      CheckRow row =
          new CheckRow(expectedHash.kind(), messages.text("hash.expected.pending"), icon, messages);
      row.addValue("hash.expected", expectedHash.expected());
      row.addSource(expectedHash.kind(), expectedHash.source());
      return row;
    }

    private void addValue(String key, String value) {
      Label name = PanelParts.label(messages.text(key), "caption", "hash-value-title");
      name.setMinWidth(Region.USE_PREF_SIZE);
      Label text = PanelParts.elastic(DisplayText.of(value), "mono");
      Tips.explain(text, DisplayText.of(value));
      texts.getChildren().add(new HBox(8, name, text));
    }

    /// Adds where the hash stands, unless the title says so.
    private void addSource(ExpectedHashSource kind, String source) {
      if (!messages.text("hash.source." + kind.spelling()).startsWith(source)) {
        String shown = DisplayText.of(source, SOURCE_CHARACTERS);
        Label label = PanelParts.elastic(shown, "caption", "mono");
        label.setTooltip(Tips.of(shown));
        texts.getChildren().add(label);
      }
    }

    private static FontIcon icon(Result result) {
      return switch (result) {
        case MATCH -> Icons.of(Feather.CHECK_CIRCLE, "icon-success");
        case MISMATCH -> Icons.of(Feather.X_CIRCLE, "icon-danger");
        case UNKNOWN -> Icons.of(Feather.HELP_CIRCLE);
      };
    }
  }

  /// A field for a hash from elsewhere, and whether it matches the file.
  static final class PastedHashField extends VBox {

    private final HashViewModel model;
    private final Messages messages;
    private final TextField field = new TextField();
    private final Label result = PanelParts.wrapping("");

    PastedHashField(HashViewModel model, Messages messages) {
      super(8);
      this.model = model;
      this.messages = messages;
      Label title = PanelParts.label(messages.text("hash.expected-hash"), "strong");
      title.setLabelFor(field);
      PanelParts.named(field, "expected-hash", "mono");
      field.setPromptText(messages.text("hash.expected-hash.prompt"));
      field.setAccessibleText(messages.text("hash.expected-hash"));
      result.setId("expected-hash-result");
      result.setMaxWidth(Double.MAX_VALUE);
      getChildren().setAll(title, field, result);
      Following.of(this)
          .subscribe(
              model.pastedProperty(),
              claim -> {
                // To set what was just typed would move the caret.
                if (!claim.equals(field.getText())) {
                  field.setText(claim);
                }
              });
      field.textProperty().subscribe(text -> model.pastedProperty().set(text));
      Following.of(this).subscribe(model.revisionProperty(), _ -> show());
    }

    boolean hasFocus() {
      return field.isFocused();
    }

    void focusField() {
      field.requestFocus();
    }

    private void show() {
      Answer answer = model.answer();
      PanelParts.setShown(result, !(answer instanceof Answer.Empty));
      switch (answer) {
        case Answer.Empty() -> result.setText("");
        case Answer.Unreadable() ->
            say(messages.text("hash.expected-hash.unreadable"), "neutral", Feather.HELP_CIRCLE);
        case Answer.Pending() ->
            say(messages.text("hash.expected-hash.waits"), "neutral", Feather.CIRCLE);
        case Answer.Known(PastedHash.Same(_, HashKind kind)) ->
            say(
                messages.text("hash.expected-hash.matches", messages.sentence(kind.title())),
                "success",
                Feather.CHECK_CIRCLE);
        case Answer.Known(PastedHash.Other _) ->
            say(messages.text("hash.expected-hash.differs"), "danger", Feather.X_CIRCLE);
      }
    }

    private void say(String sentence, String style, Feather icon) {
      result.setText(sentence);
      result.setGraphic(VerifyOutcome.icon(icon, style));
      result.getStyleClass().setAll("label", "hash-outcome", "hash-outcome-" + style);
    }
  }
}
