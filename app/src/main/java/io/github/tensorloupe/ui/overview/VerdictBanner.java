package io.github.tensorloupe.ui.overview;

import io.github.tensorloupe.format.DisplayText;
import io.github.tensorloupe.format.LoadError;
import io.github.tensorloupe.ui.overview.Verdict.Outcome;
import io.github.tensorloupe.ui.text.Figures;
import io.github.tensorloupe.ui.text.Messages;
import io.github.tensorloupe.ui.theme.Icons;
import javafx.scene.control.Label;
import javafx.scene.layout.HBox;
import javafx.scene.layout.Priority;
import javafx.scene.layout.Region;
import javafx.scene.layout.VBox;
import org.kordamp.ikonli.feather.Feather;
import org.kordamp.ikonli.javafx.FontIcon;

/// Says in colour, form and words whether a document loads, and what helps if not.
final class VerdictBanner extends HBox {

  private static final int SENTENCE_CHARACTERS = 600;

  private final Messages messages;

  VerdictBanner(Verdict verdict, int fileCount, Messages messages) {
    super(12);
    this.messages = messages;
    setId("overview-verdict");
    getStyleClass().addAll("verdict", styleClass(verdict.outcome()));
    Label title = wrapping(title(verdict, fileCount), "heading");
    title.setId("overview-verdict-title");
    VBox texts = new VBox(4, title);
    HBox.setHgrow(texts, Priority.ALWAYS);
    Label sentence = wrapping(sentence(verdict));
    sentence.setId("overview-verdict-sentence");
    texts.getChildren().add(sentence);
    verdict
        .advice()
        .ifPresent(
            advice -> {
              Label label = wrapping(messages.text(advice.messageKey()), "verdict-advice");
              label.setId("overview-advice");
              texts.getChildren().add(label);
            });
    getChildren().setAll(icon(verdict.outcome()), texts);
  }

  private static Label wrapping(String text, String... styleClasses) {
    Label label = new Label(text);
    label.getStyleClass().addAll(styleClasses);
    label.setWrapText(true);
    label.setMinHeight(Region.USE_PREF_SIZE);
    return label;
  }

  private static String styleClass(Outcome outcome) {
    return switch (outcome) {
      case LOADS -> "verdict-success";
      case WARNINGS -> "verdict-warning";
      case REFUSED, SET_REFUSED, FOLDER_PROBLEMS -> "verdict-danger";
    };
  }

  private static FontIcon icon(Outcome outcome) {
    return switch (outcome) {
      case LOADS -> Icons.of(Feather.CHECK_CIRCLE, "verdict-icon", "icon-success");
      case WARNINGS -> Icons.of(Feather.ALERT_TRIANGLE, "verdict-icon", "icon-warning");
      case REFUSED, SET_REFUSED, FOLDER_PROBLEMS ->
          Icons.of(Feather.X_CIRCLE, "verdict-icon", "icon-danger");
    };
  }

  private String title(Verdict verdict, int fileCount) {
    return switch (verdict.outcome()) {
      case LOADS -> loads(fileCount);
      case WARNINGS -> loads(fileCount) + warnings(verdict.warningCount());
      case REFUSED ->
          messages.text(
              "overview.verdict.refused", verdict.variant().map(LoadError::variant).orElse(""));
      case SET_REFUSED -> messages.text("overview.verdict.set-refused");
      case FOLDER_PROBLEMS ->
          verdict.refusedCount() == 0
              ? messages.text("overview.verdict.folder")
              : messages.text(
                  "overview.verdict.folder-refused",
                  Figures.count(verdict.refusedCount()),
                  Figures.count(fileCount));
    };
  }

  private String loads(int fileCount) {
    return messages.text(fileCount > 1 ? "overview.verdict.all-ok" : "overview.verdict.ok");
  }

  private String warnings(int count) {
    return switch (count) {
      case 0 -> "";
      case 1 -> messages.text("overview.verdict.warnings.one");
      default -> messages.text("overview.verdict.warnings", Figures.count(count));
    };
  }

  private String sentence(Verdict verdict) {
    return verdict
        .sentence()
        .map(sentence -> DisplayText.of(sentence, SENTENCE_CHARACTERS))
        .orElseGet(
            () ->
                messages.text(
                    verdict.infoCount() == 0
                        ? "overview.verdict.clean"
                        : "overview.verdict.notes"));
  }
}
