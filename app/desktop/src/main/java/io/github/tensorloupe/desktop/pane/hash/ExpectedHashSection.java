package io.github.tensorloupe.desktop.pane.hash;

import module java.base;
import module javafx.controls;

import io.github.tensorloupe.desktop.control.Following;
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

  /// The field for a hash to compare.
  PastedHashField pasted() {
    return pasted;
  }

  private void show() {
    rows.getChildren().clear();
    Optional<Examination> examination = model.fileProperty().get().flatMap(model::examination);
    Optional<PendingChecks> outlook = model.fileProperty().get().flatMap(model::outlook);
    VerifyOutcome outcome =
        examination.isPresent() ? VerifyOutcome.of(examination) : VerifyOutcome.before(outlook);
    Label sentence = new Label(messages.text(outcome.messageKey()));
    sentence.setId("hash-outcome");
    sentence.setWrapText(true);
    sentence.setMinHeight(Region.USE_PREF_SIZE);
    sentence.setMaxWidth(Double.MAX_VALUE);
    sentence.setGraphic(outcome.icon());
    sentence.getStyleClass().addAll("hash-outcome", outcome.styleClass());
    // A pasted hash replaces the hint about missing expected hashes.
    sentence.setVisible(outcome != VerifyOutcome.NONE_EXPECTED || !model.answer().isKnown());
    sentence.setManaged(sentence.isVisible());
    rows.getChildren().add(sentence);
    if (examination.isPresent()) {
      examination.get().checks().forEach(this::add);
    } else {
      outlook.ifPresent(
          each -> {
            each.checks().forEach(this::add);
            each.waiting()
                .forEach(
                    expectedHash -> rows.getChildren().add(CheckRow.of(expectedHash, messages)));
          });
    }
  }

  private void add(Check check) {
    rows.getChildren().add(CheckRow.of(check, messages));
  }

  /// An expected hash: kind, result and source.
  private static final class CheckRow extends HBox {

    private static final int SOURCE_CHARACTERS = 2000;

    private final Messages messages;
    private final Label title = new Label();
    private final VBox texts = new VBox(2);

    private CheckRow(ExpectedHashSource kind, String sentence, FontIcon icon, Messages messages) {
      super(12);
      this.messages = messages;
      setMinWidth(0);
      getStyleClass().add("hash-check");
      title.setText(messages.text("hash.source." + kind.spelling()));
      title.getStyleClass().add("strong");
      Label message = new Label(sentence);
      message.setWrapText(true);
      message.setMinHeight(Region.USE_PREF_SIZE);
      texts.getChildren().setAll(title, message);
      texts.setMinWidth(0);
      HBox.setHgrow(texts, Priority.ALWAYS);
      getChildren().setAll(icon, texts);
    }

    /// The row of a comparison.
    static CheckRow of(Check check, Messages messages) {
      FontIcon icon = check.isNoSignOfDamage() ? Icons.of(Feather.INFO) : icon(check.result());
      icon.setAccessibleText(messages.text("hash.result." + word(check)));
      CheckRow row =
          new CheckRow(check.kind(), messages.sentence(check.sentence()), icon, messages);
      if (check.result() == Result.MISMATCH) {
        check.expected().ifPresent(value -> row.addValue("hash.expected", value));
        check.actual().ifPresent(value -> row.addValue("hash.actual", value));
      }
      row.addSource(check.source());
      return row;
    }

    private static String word(Check check) {
      return check.isNoSignOfDamage() ? "differs" : check.result().word();
    }

    /// The row of an expected hash that is not compared yet.
    static CheckRow of(ExpectedHash expectedHash, Messages messages) {
      FontIcon icon = Icons.of(Feather.CIRCLE);
      CheckRow row =
          new CheckRow(expectedHash.kind(), messages.text("hash.expected.pending"), icon, messages);
      row.addValue("hash.expected", expectedHash.expected());
      row.addSource(expectedHash.source());
      return row;
    }

    private void addValue(String key, String value) {
      texts.getChildren().add(value(key, value));
    }

    private void addSource(String source) {
      if (!title.getText().startsWith(source)) {
        texts.getChildren().add(source(source));
      }
    }

    private HBox value(String key, String value) {
      Label title = new Label(messages.text(key));
      title.getStyleClass().addAll("caption", "hash-value-title");
      title.setMinWidth(Region.USE_PREF_SIZE);
      Label text = new Label(DisplayText.of(value));
      text.getStyleClass().add("mono");
      text.setTextOverrun(OverrunStyle.CENTER_ELLIPSIS);
      text.setMinWidth(0);
      Tips.explain(text, DisplayText.of(value));
      return new HBox(8, title, text);
    }

    private static Label source(String source) {
      String shown = DisplayText.of(source, SOURCE_CHARACTERS);
      Label label = new Label(shown);
      label.getStyleClass().addAll("caption", "mono");
      label.setTextOverrun(OverrunStyle.CENTER_ELLIPSIS);
      label.setMinWidth(0);
      Tooltip tooltip = Tips.of(shown);
      tooltip.setWrapText(true);
      tooltip.setMaxWidth(560);
      label.setTooltip(tooltip);
      return label;
    }

    private static FontIcon icon(Result result) {
      return switch (result) {
        case MATCH -> Icons.of(Feather.CHECK_CIRCLE, "icon-success");
        case MISMATCH -> Icons.of(Feather.X_CIRCLE, "icon-danger");
        case UNKNOWN -> Icons.of(Feather.HELP_CIRCLE);
      };
    }
  }
}
