package io.github.tensorloupe.desktop.pane.values;

import io.github.tensorloupe.desktop.text.Messages;
import javafx.geometry.Pos;
import javafx.scene.control.Label;
import javafx.scene.control.Slider;
import javafx.scene.control.TextField;
import javafx.scene.layout.HBox;

/// Where one axis is held: a slider, and a field for those who know the index.
final class HeldAxis extends HBox {

  private static final int MAX_FIELD_COLUMNS = 12;

  private final ValuesViewModel model;
  private final int axis;
  private final Slider slider = new Slider();
  private final TextField field = new TextField();
  private long index;
  private boolean followsModel;

  /// @param dimension of the axis
  /// @param index where it is held
  HeldAxis(ValuesViewModel model, Messages messages, int axis, long dimension, long index) {
    this.model = model;
    this.axis = axis;
    getStyleClass().add("values-held");
    setAlignment(Pos.CENTER_LEFT);
    Label name = new Label(messages.text("values.axis.held", Integer.toString(axis)));
    name.getStyleClass().add("muted");
    Label last = new Label(messages.text("values.axis.last", Long.toString(dimension - 1)));
    last.getStyleClass().addAll("muted", "mono");
    setUpSlider(dimension, messages);
    setUpField(dimension, messages);
    getChildren().addAll(name, slider, field, last);
    show(index);
  }

  private void setUpSlider(long dimension, Messages messages) {
    slider.setId("values-slider-" + axis);
    slider.setMax(dimension - 1);
    slider.setBlockIncrement(1);
    slider.setDisable(dimension == 1);
    slider.setAccessibleText(messages.text("values.axis.held", Integer.toString(axis)));
    slider
        .valueProperty()
        .subscribe(
            (_, value) -> {
              if (!followsModel) {
                model.hold(axis, Math.round(value.doubleValue()));
              }
            });
  }

  private void setUpField(long dimension, Messages messages) {
    field.setId("values-held-" + axis);
    field.getStyleClass().add("mono");
    field.setPrefColumnCount(
        Math.min(MAX_FIELD_COLUMNS, Math.max(2, Long.toString(dimension - 1).length())));
    field.setAccessibleText(messages.text("values.axis.held", Integer.toString(axis)));
    field.setOnAction(_ -> take());
    field
        .focusedProperty()
        .subscribe(
            (was, _) -> {
              // A field that was taken away speaks no more for its axis.
              if (was && getScene() != null) {
                take();
              }
            });
  }

  /// What is no index leaves the axis where it is.
  private void take() {
    try {
      model.hold(axis, Long.parseLong(field.getText().strip()));
    } catch (NumberFormatException e) {
      show(index);
      return;
    }
    show(index);
  }

  int axis() {
    return axis;
  }

  /// Shows where the axis is held now.
  void show(long now) {
    index = now;
    followsModel = true;
    slider.setValue(now);
    field.setText(Long.toString(now));
    followsModel = false;
  }
}
