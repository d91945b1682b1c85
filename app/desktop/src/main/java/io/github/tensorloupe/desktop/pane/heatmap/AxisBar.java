package io.github.tensorloupe.desktop.pane.heatmap;

import io.github.tensorloupe.analysis.slice.SliceAxes;
import io.github.tensorloupe.analysis.slice.TensorSlice;
import io.github.tensorloupe.desktop.control.Following;
import io.github.tensorloupe.desktop.text.Figures;
import io.github.tensorloupe.desktop.text.Messages;
import io.github.tensorloupe.desktop.theme.Tips;
import io.github.tensorloupe.format.Shape;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;
import javafx.geometry.Pos;
import javafx.scene.Node;
import javafx.scene.control.ComboBox;
import javafx.scene.control.Label;
import javafx.scene.control.Slider;
import javafx.scene.control.TextField;
import javafx.scene.input.KeyEvent;
import javafx.scene.layout.FlowPane;
import javafx.scene.layout.HBox;
import javafx.util.StringConverter;

/// Which two axes of a tensor of three and more are shown, and where the others are held.
final class AxisBar extends FlowPane {

  /// Of more axes only the first that are held have a field.
  private static final int MOST_FIELDS = 12;

  private final HeatMapViewModel model;
  private final Messages messages;
  private final Map<Integer, TextField> fields = new HashMap<>();
  private final Map<Integer, Slider> sliders = new HashMap<>();

  /// What the fields were made for.
  private Optional<TensorSlice> shown = Optional.empty();

  AxisBar(HeatMapViewModel model, Messages messages) {
    this.model = model;
    this.messages = messages;
    setId("heatmap-axes");
    getStyleClass().add("heatmap-axes");
    Following.of(this).subscribe(model.stateProperty(), this::follow);
  }

  private void follow(HeatState state) {
    Optional<TensorSlice> slice =
        state instanceof HeatState.Shown(TensorSlice next) && next.data().info().shape().rank() > 2
            ? Optional.of(next)
            : Optional.empty();
    setVisible(slice.isPresent());
    setManaged(slice.isPresent());
    // What is being typed into or dragged has to stay.
    boolean same =
        slice
            .filter(next -> shown.filter(before -> hasSameAxes(before, next)).isPresent())
            .isPresent();
    shown = slice;
    if (!same) {
      getChildren().clear();
      fields.clear();
      sliders.clear();
      slice.ifPresent(this::build);
    }
    slice.ifPresent(next -> showIndexes(next.axes()));
  }

  private static boolean hasSameAxes(TensorSlice one, TensorSlice other) {
    return one.data().equals(other.data())
        && one.axes().rowAxis() == other.axes().rowAxis()
        && one.axes().columnAxis() == other.axes().columnAxis();
  }

  private void build(TensorSlice slice) {
    SliceAxes axes = slice.axes();
    Shape shape = slice.data().info().shape();
    getChildren()
        .addAll(
            axisBox("heatmap-row-axis", "heatmap.axis.rows", axes, true),
            axisBox("heatmap-column-axis", "heatmap.axis.columns", axes, false));
    IntStream.range(0, shape.rank())
        .filter(axes::isHeld)
        .limit(MOST_FIELDS)
        .forEach(axis -> getChildren().add(held(axis, shape.dimension(axis))));
  }

  private void showIndexes(SliceAxes axes) {
    fields.forEach((axis, field) -> field.setText(Long.toString(axes.indexes().get(axis))));
    sliders.forEach(
        (axis, slider) -> {
          long index = axes.indexes().get(axis);
          if (Math.round(slider.getValue()) != index) {
            slider.setValue(index);
          }
        });
  }

  private Node axisBox(String id, String key, SliceAxes axes, boolean asRows) {
    ComboBox<Integer> box = new ComboBox<>();
    box.setId(id);
    box.getStyleClass().add("small");
    box.setAccessibleText(messages.text(key));
    Tips.explain(box, messages.text(key));
    box.setConverter(
        new StringConverter<>() {
          @Override
          public String toString(Integer axis) {
            return axis == null ? "" : messages.text("heatmap.axis", axis);
          }

          @Override
          public Integer fromString(String ignored) {
            throw new UnsupportedOperationException("nothing is typed");
          }
        });
    IntStream.range(0, axes.indexes().size()).forEach(box.getItems()::add);
    box.setValue(asRows ? axes.rowAxis() : axes.columnAxis());
    box.valueProperty().addListener((_, _, chosen) -> model.showAxis(chosen, asRows));
    return line(new Label(messages.text(key)), box);
  }

  private Node held(int axis, long dimension) {
    TextField field = new TextField();
    field.setId("heatmap-axis-" + axis);
    field.setPrefColumnCount(Math.max(3, Long.toString(dimension).length()));
    field.setAccessibleText(messages.text("heatmap.axis.index", axis));
    Tips.explain(field, messages.text("heatmap.axis.index", axis));
    field.setOnAction(_ -> model.hold(axis, field.getText()));
    field.addEventHandler(KeyEvent.KEY_PRESSED, event -> step(axis, event));
    fields.put(axis, field);
    Slider slider = slider(axis, dimension);
    sliders.put(axis, slider);
    Label of = new Label(messages.text("heatmap.axis.of", Figures.count(dimension)));
    of.getStyleClass().add("caption");
    return line(new Label(messages.text("heatmap.axis", axis)), field, slider, of);
  }

  private void step(int axis, KeyEvent event) {
    long step =
        switch (event.getCode()) {
          case UP -> 1;
          case DOWN -> -1;
          case PAGE_UP -> 10;
          case PAGE_DOWN -> -10;
          default -> 0;
        };
    if (step != 0) {
      event.consume();
      shown.ifPresent(slice -> model.hold(axis, slice.axes().indexes().get(axis) + step));
    }
  }

  private Slider slider(int axis, long dimension) {
    Slider slider = new Slider(0, Math.max(1, dimension - 1), 0);
    slider.setId("heatmap-slider-" + axis);
    slider.getStyleClass().add("small");
    slider.setFocusTraversable(false);
    slider.setDisable(dimension < 2);
    slider.setAccessibleText(messages.text("heatmap.axis.index", axis));
    slider
        .valueProperty()
        .addListener((_, _, value) -> model.hold(axis, Math.round(value.doubleValue())));
    return slider;
  }

  private static Node line(Node... nodes) {
    HBox line = new HBox(6, nodes);
    line.setAlignment(Pos.CENTER_LEFT);
    return line;
  }
}
