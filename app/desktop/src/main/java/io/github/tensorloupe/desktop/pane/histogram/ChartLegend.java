package io.github.tensorloupe.desktop.pane.histogram;

import module java.base;
import module javafx.controls;

import io.github.tensorloupe.desktop.control.Following;
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

  private final HistogramViewModel model;
  private final Messages messages;

  ChartLegend(HistogramViewModel model, Messages messages) {
    this.model = model;
    this.messages = messages;
    setId("histogram-legend");
    getStyleClass().add("chart-legend");
    Following.of(this).changes(model.comparison().pins(), this::show);
    Following.of(this).subscribe(model.comparison().siblingsProperty(), _ -> show());
    Following.of(this).subscribe(model.comparison().siblingModeProperty(), _ -> show());
    Following.of(this).subscribe(model.stateProperty(), _ -> show());
  }

  private void show() {
    List<Node> entries = new ArrayList<>();
    siblings().ifPresent(entries::add);
    model.comparison().pins().forEach(pin -> entries.add(pin(pin)));
    getChildren().setAll(entries);
    setVisible(!entries.isEmpty());
    setManaged(!entries.isEmpty());
  }

  private Optional<Node> siblings() {
    SiblingMode mode = model.comparison().siblingModeProperty().get();
    if (mode == SiblingMode.NONE || !model.comparison().mayHaveSiblings()) {
      return Optional.empty();
    }
    Label label = new Label(siblingsText(mode));
    label.setId("histogram-legend-siblings");
    label.getStyleClass().add("caption");
    label.setGraphic(swatch(mode == SiblingMode.EACH ? "series-sibling" : "series-siblings"));
    return Optional.of(label);
  }

  private String siblingsText(SiblingMode mode) {
    Optional<Siblings> found = model.comparison().siblingsProperty().get();
    if (found.isEmpty()) {
      return messages.text("histogram.legend.counting");
    }
    int count = found.get().names().size();
    if (count == 0) {
      return messages.text("histogram.legend.no-siblings");
    }
    int shown = mode == SiblingMode.EACH ? found.get().nearest().size() : count;
    return shown < count
        ? messages.text("histogram.legend.nearest", String.valueOf(shown), String.valueOf(count))
        : messages.text(
            count == 1 ? "histogram.legend.sibling" : "histogram.legend.siblings." + mode.key(),
            String.valueOf(count));
  }

  private Node pin(Pin pin) {
    HBox graphic = new HBox(swatch("series-" + pin.series()), Icons.of(Feather.X, "icon-small"));
    graphic.getStyleClass().add("legend-pin-graphic");
    Button button = new Button(pin.name(), graphic);
    button.setId("histogram-pin-" + pin.series());
    button.getStyleClass().setAll("legend-pin");
    button.setTextOverrun(OverrunStyle.LEADING_ELLIPSIS);
    button.setMaxWidth(NAME_WIDTH);
    String text = messages.text("histogram.legend.remove", pin.name());
    Tips.explain(button, text);
    button.setAccessibleText(text);
    button.setOnAction(_ -> model.comparison().remove(pin));
    button.setOnKeyPressed(
        event -> {
          if (event.getCode() == KeyCode.DELETE || event.getCode() == KeyCode.BACK_SPACE) {
            model.comparison().remove(pin);
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

  /// By itself it would be as wide as the longest name, which is cut here, and push aside all that
  /// stands in the pane.
  @Override
  protected double computeMinWidth(double height) {
    return 0;
  }
}
