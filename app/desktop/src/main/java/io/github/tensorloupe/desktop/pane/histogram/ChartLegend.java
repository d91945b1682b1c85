package io.github.tensorloupe.desktop.pane.histogram;

import module java.base;
import module javafx.controls;

import io.github.tensorloupe.desktop.control.Following;
import io.github.tensorloupe.desktop.control.panel.PanelParts;
import io.github.tensorloupe.desktop.pane.histogram.ComparisonViewModel.Pin;
import io.github.tensorloupe.desktop.pane.histogram.ComparisonViewModel.SiblingMode;
import io.github.tensorloupe.desktop.pane.histogram.ComparisonViewModel.Siblings;
import io.github.tensorloupe.desktop.text.Messages;
import io.github.tensorloupe.desktop.theme.Icons;
import io.github.tensorloupe.desktop.theme.Tips;
import javafx.scene.control.Label;
import org.kordamp.ikonli.feather.Feather;

/// The legend of the lines in the chart. A click on a pinned distribution, or Delete, removes it.
final class ChartLegend extends FlowPane {

  private static final double NAME_WIDTH = 220;

  private final ComparisonViewModel model;
  private final Messages messages;

  ChartLegend(HistogramViewModel model, Messages messages) {
    this.model = model.comparison();
    this.messages = messages;
    setId("histogram-legend");
    getStyleClass().add("chart-legend");
    // By itself it would be as wide as the longest name, which is cut here, and push aside all that
    // stands in the pane.
    setMinWidth(0);
    Following following = Following.of(this);
    following.changes(this.model.pins(), this::show);
    following.subscribe(this.model.siblingsProperty(), _ -> show());
    following.subscribe(this.model.siblingModeProperty(), _ -> show());
    following.subscribe(model.stateProperty(), _ -> show());
  }

  private void show() {
    getChildren().clear();
    if (model.siblingModeProperty().get() != SiblingMode.NONE && model.mayHaveSiblings()) {
      getChildren().add(siblings(model.siblingModeProperty().get()));
    }
    model.pins().forEach(pin -> getChildren().add(pin(pin)));
    PanelParts.setShown(this, !getChildren().isEmpty());
  }

  private Label siblings(SiblingMode mode) {
    Label label =
        new Label(
            model
                .siblingsProperty()
                .get()
                .map(found -> text(found, mode))
                .orElseGet(() -> messages.text("histogram.legend.counting")),
            swatch(mode == SiblingMode.EACH ? "series-sibling" : "series-siblings"));
    label.setId("histogram-legend-siblings");
    label.getStyleClass().add("caption");
    return label;
  }

  private String text(Siblings found, SiblingMode mode) {
    int count = found.rootMeanSquares().size();
    int shown = mode == SiblingMode.EACH ? found.nearest().size() : count;
    String all = String.valueOf(count);
    if (count == 0) {
      return messages.text("histogram.legend.no-siblings");
    }
    return shown < count
        ? messages.text("histogram.legend.nearest", String.valueOf(shown), all)
        : messages.text(
            count == 1 ? "histogram.legend.sibling" : "histogram.legend.siblings." + mode.key(),
            all);
  }

  private Node pin(Pin pin) {
    HBox graphic = new HBox(swatch("series-" + pin.series()), Icons.of(Feather.X, "icon-small"));
    graphic.getStyleClass().add("legend-pin-graphic");
    Button button = new Button(pin.name(), graphic);
    button.setId("histogram-pin-" + pin.series());
    button.getStyleClass().setAll("legend-pin");
    button.setTextOverrun(OverrunStyle.LEADING_ELLIPSIS);
    button.setMaxWidth(NAME_WIDTH);
    Tips.name(button, messages.text("histogram.legend.remove", pin.name()));
    button.setOnAction(_ -> model.pins().remove(pin));
    button.setOnKeyPressed(
        event -> {
          if (event.getCode() == KeyCode.DELETE || event.getCode() == KeyCode.BACK_SPACE) {
            model.pins().remove(pin);
            event.consume();
          }
        });
    return button;
  }

  private static Region swatch(String series) {
    Region swatch = new Region();
    swatch.getStyleClass().setAll("legend-swatch", series);
    return swatch;
  }
}
