package io.github.tensorloupe.desktop.pane.hash;

import module java.base;
import module javafx.controls;

import io.github.tensorloupe.desktop.control.WeakSubscriptions;
import io.github.tensorloupe.desktop.control.panel.PanelParts;
import io.github.tensorloupe.desktop.pane.hash.HashView.Section;
import io.github.tensorloupe.desktop.pane.hash.HashViewModel.Answer;
import io.github.tensorloupe.desktop.selection.PastedHash;
import io.github.tensorloupe.desktop.text.Messages;
import io.github.tensorloupe.desktop.theme.Icons;
import io.github.tensorloupe.desktop.theme.Tips;
import io.github.tensorloupe.format.DisplayText;
import io.github.tensorloupe.integrity.expected.Check;
import io.github.tensorloupe.integrity.expected.Check.Result;
import io.github.tensorloupe.integrity.expected.ExpectedHash;
import io.github.tensorloupe.integrity.expected.ExpectedHashSource;
import io.github.tensorloupe.integrity.expected.Verifier.Examination;
import io.github.tensorloupe.integrity.expected.Verifier.PendingChecks;
import io.github.tensorloupe.integrity.hash.HashKind;
import javafx.scene.control.Label;
import org.kordamp.ikonli.feather.Feather;
import org.kordamp.ikonli.javafx.FontIcon;

/// The expected hashes of the current file, compared with the actual ones.
final class ExpectedHashSection extends Section {

  private static final int SOURCE_CHARACTERS = 2000;

  /// A field for a hash from elsewhere, and whether it matches the file.
  final VBox pasted;

  final TextField field = PanelParts.named(new TextField(), "expected-hash", "mono");
  private final HashViewModel model;
  private final Messages messages;
  private final VBox rows = new VBox(12);
  private final Label result = PanelParts.named(PanelParts.wrapping(""), "expected-hash-result");

  ExpectedHashSection(HashViewModel model, Messages messages) {
    super("hash-expected", messages.text("hash.expected.title"));
    this.model = model;
    this.messages = messages;
    Label title = PanelParts.label(messages.text("hash.expected-hash"), "strong");
    title.setLabelFor(field);
    field.setPromptText(messages.text("hash.expected-hash.prompt"));
    field.setAccessibleText(messages.text("hash.expected-hash"));
    result.setMaxWidth(Double.MAX_VALUE);
    pasted = new VBox(8, title, field, result);
    getChildren().addAll(rows, pasted);
    WeakSubscriptions subscriptions = WeakSubscriptions.of(this);
    subscriptions.subscribe(
        model.pasted,
        claim -> {
          // Setting the text again would move the caret.
          if (!claim.equals(field.getText())) {
            field.setText(claim);
          }
        });
    field.textProperty().subscribe(model.pasted::set);
    subscriptions.subscribe(model.revision, _ -> showChecks());
    subscriptions.subscribe(model.revision, _ -> showAnswer(model.answer()));
  }

  private void showChecks() {
    Optional<Examination> examination = model.file.get().flatMap(model::examination);
    Optional<PendingChecks> pending = model.file.get().flatMap(model::pendingChecks);
    VerifyOutcome outcome =
        examination.isPresent() ? VerifyOutcome.of(examination) : VerifyOutcome.before(pending);
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
    rows.getChildren().setAll(sentence);
    if (examination.isPresent()) {
      examination.get().checks().forEach(this::add);
    } else if (pending.isPresent()) {
      pending.get().checks().forEach(this::add);
      pending.get().waiting().forEach(this::add);
    }
  }

  private void add(Check check) {
    FontIcon icon =
        VerifyOutcome.isInconclusive(check)
            ? Icons.of(Feather.INFO)
            : switch (check.result()) {
              case MATCH -> Icons.of(Feather.CHECK_CIRCLE, "icon-success");
              case MISMATCH -> Icons.of(Feather.X_CIRCLE, "icon-danger");
              case UNKNOWN -> Icons.of(Feather.HELP_CIRCLE);
            };
    String word = VerifyOutcome.isInconclusive(check) ? "differs" : check.result().spelling();
    icon.setAccessibleText(messages.text("hash.result." + word));
    List<Node> values = new ArrayList<>();
    if (check.result() == Result.MISMATCH) {
      check.expected().ifPresent(value -> values.add(value("hash.expected", value)));
      check.actual().ifPresent(value -> values.add(value("hash.actual", value)));
    }
    add(icon, check.kind(), messages.sentence(check.sentence()), values, check.source());
  }

  private void add(ExpectedHash waiting) {
    String sentence = messages.text("hash.expected.pending");
    List<Node> values = List.of(value("hash.expected", waiting.expected()));
    add(Icons.of(Feather.CIRCLE), waiting.kind(), sentence, values, waiting.source());
  }

  private HBox value(String key, String value) {
    Label name = PanelParts.uncut(messages.text(key), "caption", "hash-value-title");
    Label text = PanelParts.elastic(DisplayText.of(value), "mono");
    Tips.explain(text, DisplayText.of(value));
    return new HBox(8, name, text);
  }

  private void add(
      FontIcon icon, ExpectedHashSource kind, String sentence, List<Node> values, String source) {
    String title = messages.text("hash.source." + kind.spelling());
    VBox texts = new VBox(2, PanelParts.wrapping(title, "strong"), PanelParts.wrapping(sentence));
    texts.getChildren().addAll(values);
    // The title may already name the source.
    if (!title.startsWith(source)) {
      String shown = DisplayText.of(source, SOURCE_CHARACTERS);
      Label label = PanelParts.elastic(shown, "caption", "mono");
      texts.getChildren().add(label);
    }
    texts.setMinWidth(0);
    HBox.setHgrow(texts, Priority.ALWAYS);
    HBox row = new HBox(12, icon, texts);
    row.setMinWidth(0);
    row.getStyleClass().add("hash-check");
    rows.getChildren().add(row);
  }

  private void showAnswer(Answer answer) {
    PanelParts.setShown(result, !(answer instanceof Answer.Empty));
    switch (answer) {
      case Answer.Empty() -> result.setText("");
      case Answer.Unreadable() ->
          showAnswer(
              messages.text("hash.expected-hash.unreadable"), "neutral", Feather.HELP_CIRCLE);
      case Answer.Pending() ->
          showAnswer(messages.text("hash.expected-hash.waits"), "neutral", Feather.CIRCLE);
      case Answer.Known(PastedHash.Same(_, HashKind kind)) ->
          showAnswer(
              messages.text("hash.expected-hash.matches", messages.sentence(kind.title())),
              "success",
              Feather.CHECK_CIRCLE);
      case Answer.Known(PastedHash.Other _) ->
          showAnswer(messages.text("hash.expected-hash.differs"), "danger", Feather.X_CIRCLE);
    }
  }

  private void showAnswer(String sentence, String style, Feather icon) {
    result.setText(sentence);
    result.setGraphic(VerifyOutcome.icon(icon, style));
    result.getStyleClass().setAll("label", "hash-outcome", "hash-outcome-" + style);
  }
}
