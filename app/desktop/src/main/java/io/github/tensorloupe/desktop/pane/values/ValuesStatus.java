package io.github.tensorloupe.desktop.pane.values;

import module java.base;
import module javafx.controls;

import atlantafx.base.controls.Spacer;
import io.github.tensorloupe.desktop.control.Following;
import io.github.tensorloupe.desktop.control.panel.PanelParts;
import io.github.tensorloupe.desktop.error.DetailsButton;
import io.github.tensorloupe.desktop.error.FeedbackLine;
import io.github.tensorloupe.desktop.pane.values.GridPage.CellSummary;
import io.github.tensorloupe.desktop.pane.values.ValuesViewModel.Content;
import io.github.tensorloupe.desktop.text.Figures;
import io.github.tensorloupe.desktop.text.Messages;
import io.github.tensorloupe.desktop.theme.Icons;
import io.github.tensorloupe.desktop.theme.Tips;
import javafx.scene.control.Label;
import org.kordamp.ikonli.feather.Feather;

/// The lines below the cells: what is missing or went wrong, what was copied, and the cell of the
/// cursor.
final class ValuesStatus extends VBox {

  private final ValuesViewModel model;
  private final Messages messages;
  private final Label refusal = line("values-refusal");
  private final Label missing = line("values-missing");
  private final Label failure = line("values-failure");
  private final Label element = label("values-element", "mono", "muted");
  private final Label value = label("values-value", "mono", "values-value");
  private final Label selected = label("values-selected", "muted");
  private final HBox cell;
  private boolean isJson;

  ValuesStatus(ValuesViewModel model, Messages messages) {
    this.model = model;
    this.messages = messages;
    getStyleClass().add("values-status");
    refusal.setGraphic(Icons.of(Feather.ALERT_CIRCLE, "icon-small", "icon-danger"));
    missing.setGraphic(Icons.of(Feather.SCISSORS, "icon-small", "icon-warning"));
    failure.setGraphic(Icons.of(Feather.ALERT_TRIANGLE, "icon-small", "icon-danger"));
    cell = new HBox(element, value, new Spacer(), selected);
    cell.getStyleClass().add("values-cell");
    cell.setAlignment(Pos.CENTER_LEFT);
    selected.setMinWidth(USE_PREF_SIZE);
    value.setTextOverrun(OverrunStyle.ELLIPSIS);
    FeedbackLine notice = new FeedbackLine("values-notice", model.noticeProperty(), messages);
    getChildren().addAll(refusal, missing, failure, notice, cell);
    Following.of(this).subscribe(model.contentProperty(), this::follow);
    Following.of(this).subscribe(model.pageProperty(), this::follow);
    Following.of(this).subscribe(model.refusalProperty(), sentence -> show(refusal, sentence));
    Following.of(this)
        .subscribe(
            model.failureProperty(),
            failed -> show(failure, failed.map(each -> messages.sentence(each.sentence()))));
    DetailsButton.beside(failure, model.failureProperty(), messages);
  }

  private static Label line(String id) {
    Label label = label(id);
    label.setWrapText(true);
    label.setMinHeight(USE_PREF_SIZE);
    return label;
  }

  private static Label label(String id, String... styleClasses) {
    Label label = new Label();
    label.setId(id);
    label.getStyleClass().addAll(styleClasses);
    return label;
  }

  private void follow(Content content) {
    isJson = content instanceof Content.Json;
    follow(model.pageProperty().get());
  }

  private void follow(Optional<GridPage> page) {
    show(missing, model.whatIsMissing());
    Optional<CellSummary> line =
        page.flatMap(shown -> shown.cursor().map(at -> CellSummary.of(shown, at)));
    element.setText(line.map(CellSummary::index).orElse(""));
    value.setText(line.map(this::valueText).orElse(""));
    Tips.explain(value, value.getText());
    selected.setText(
        page.flatMap(GridPage::selected)
            .filter(range -> !range.isSingle())
            .map(
                range ->
                    messages.text(
                        "values.selected",
                        Figures.count(range.rowCount()),
                        Figures.count(range.columnCount())))
            .orElse(""));
    boolean numbers = page.isPresent() && !isJson;
    PanelParts.setShown(cell, numbers);
  }

  private String valueText(CellSummary line) {
    if (line.isBeyondEnd()) {
      return messages.text("values.beyond");
    }
    return line.value().isEmpty() ? "" : "= " + line.value();
  }

  private static void show(Label label, Optional<String> sentence) {
    label.setText(sentence.orElse(""));
    PanelParts.setShown(label, sentence.isPresent());
  }
}
