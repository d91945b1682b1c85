package io.github.tensorloupe.desktop.pane.layers;

import module javafx.controls;

import io.github.tensorloupe.analysis.layers.Outliers;
import io.github.tensorloupe.desktop.text.Figures;
import io.github.tensorloupe.desktop.text.Messages;
import io.github.tensorloupe.desktop.theme.Icons;
import io.github.tensorloupe.desktop.theme.Tips;
import org.kordamp.ikonli.feather.Feather;

/// How many tensors stand out, a way to go from one to the next, and what that means.
final class OutlierLine extends HBox {

  private static final double TIP_WIDTH = 420;

  private final Messages messages;
  private final Label count = new Label();
  private final Button next;
  private final ToggleButton why;
  private final Label explanation;

  OutlierLine(LayerMapViewModel model, Messages messages) {
    this.messages = messages;
    setId("layers-outliers");
    getStyleClass().add("layers-line");
    count.setId("layers-outlier-count");
    next = new Button(messages.text("layers.outliers.next"));
    next.setId("layers-outlier-next");
    next.getStyleClass().add("small");
    next.setMinWidth(USE_PREF_SIZE);
    next.setOnAction(_ -> model.selectNextOutlier());
    String rule =
        messages.text(
            "layers.outliers.rule",
            Figures.value(Outliers.MIN_SCORE),
            Figures.value(Outliers.MIN_FACTOR),
            Integer.toString(Outliers.MIN_TENSORS - 1));
    count.setTooltip(tip(rule));
    why = whyButton();
    explanation = new Label(rule);
    explanation.setId("layers-outlier-rule");
    explanation.getStyleClass().add("muted");
    explanation.setWrapText(true);
    explanation.setMinHeight(USE_PREF_SIZE);
    explanation
        .visibleProperty()
        .bind(why.selectedProperty().and(why.visibleProperty()).and(visibleProperty()));
    explanation.managedProperty().bind(explanation.visibleProperty());
    getChildren().addAll(count, next, why);
  }

  /// What it means that a tensor stands out, shown while it is asked for; for a place below.
  Label explanation() {
    return explanation;
  }

  private ToggleButton whyButton() {
    ToggleButton button = new ToggleButton(messages.text("layers.outliers.why"));
    button.setId("layers-outlier-why");
    button.getStyleClass().add("small");
    button.setMinWidth(USE_PREF_SIZE);
    return button;
  }

  private static Tooltip tip(String text) {
    Tooltip tip = Tips.of(text);
    tip.setWrapText(true);
    tip.setMaxWidth(TIP_WIDTH);
    tip.setShowDuration(Duration.INDEFINITE);
    return tip;
  }

  /// @param roomy whether there is room for more than the tensors that stand out
  void show(ColoredStack map, boolean roomy) {
    int found = map.outliers().size();
    boolean shown = found > 0 || roomy && map.searched();
    setVisible(shown);
    setManaged(shown);
    boolean fine = found == 0 && !map.hasNotFinite();
    count.setText(text(found, map.hasNotFinite()));
    count.setGraphic(
        fine
            ? Icons.of(Feather.CHECK, "icon-small", "icon-success")
            : Icons.of(Feather.ALERT_TRIANGLE, "icon-small", "icon-warning"));
    count.setMinWidth(USE_PREF_SIZE);
    next.setVisible(found > 0);
    next.setManaged(found > 0);
    why.setVisible(roomy);
    why.setManaged(roomy);
  }

  private String text(int found, boolean notFinite) {
    return switch (found) {
      case 0 -> messages.text(notFinite ? "layers.outliers.none-finite" : "layers.outliers.none");
      case 1 -> messages.text("layers.outliers.one");
      default -> messages.text("layers.outliers", Figures.count(found));
    };
  }
}
