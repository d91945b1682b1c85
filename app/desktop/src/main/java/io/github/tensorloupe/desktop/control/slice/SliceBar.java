package io.github.tensorloupe.desktop.control.slice;

import module java.base;
import module javafx.controls;

import io.github.tensorloupe.analysis.slice.SliceAxes;
import io.github.tensorloupe.analysis.slice.TensorSlice;
import io.github.tensorloupe.desktop.text.Messages;
import io.github.tensorloupe.desktop.theme.Themes;
import io.github.tensorloupe.desktop.theme.Tips;
import io.github.tensorloupe.format.Shape;
import javafx.scene.control.Label;

/// Chooses which two axes of an array are rows and columns, and at which index each other axis is
/// held. Hidden for arrays whose axes are all shown. Belongs to the FX thread.
public final class SliceBar extends FlowPane {

  public record Slice(Shape shape, SliceAxes axes) {

    public static Slice of(TensorSlice slice) {
      return new Slice(slice.data().info().shape(), slice.axes());
    }

    private boolean hasSameAxes(Slice other) {
      return shape.equals(other.shape)
          && axes.rowAxis() == other.axes.rowAxis()
          && axes.columnAxis() == other.axes.columnAxis();
    }
  }

  /// Receives the choices of a person.
  public interface Listener {

    /// Shows an axis from top to bottom or from left to right.
    void showAxis(int axis, boolean asRows);

    /// Holds an axis at an index, which may lie outside the axis.
    void hold(int axis, long index);

    /// Holds an axis at an index as it was typed.
    void hold(int axis, String typed);
  }

  private static final int MAX_HELD = 12;
  private static final int MAX_CHOICES = 32;
  private static final int MAX_FIELD_COLUMNS = 12;
  private static final int PAGE = 10;

  private final String id;
  private final Messages messages;
  private final Listener listener;
  private final MenuButton rows;
  private final MenuButton columns;
  private final List<HeldAxis> held = new ArrayList<>();
  private Optional<Slice> shown = Optional.empty();

  /// @param id of the pane, with which the ids of the controls begin
  public SliceBar(String id, Messages messages, Listener listener) {
    this.id = id;
    this.messages = messages;
    this.listener = listener;
    this.rows = menu("down", "slice.rows.tip");
    this.columns = menu("right", "slice.columns.tip");
    setId(id + "-axes");
    getStyleClass().add("slice-bar");
    Themes.addSheet(this, "slice.css");
    managedProperty().bind(visibleProperty());
    show(Optional.empty());
  }

  private MenuButton menu(String name, String key) {
    MenuButton button = new MenuButton();
    button.setId(id + "-axis-" + name);
    Tips.name(button, messages.text(key));
    return button;
  }

  /// Shows a slice, or hides the bar where there is none to choose.
  public void show(Optional<Slice> slice) {
    Optional<Slice> next = slice.filter(some -> some.shape().rank() > 2);
    boolean sameAxes = shown.flatMap(before -> next.filter(before::hasSameAxes)).isPresent();
    shown = next;
    setVisible(next.isPresent());
    // A control in use stays.
    if (sameAxes) {
      held.forEach(axis -> axis.show(next.get().axes().indexes().get(axis.axis)));
    } else {
      held.clear();
      getChildren().clear();
      next.ifPresent(this::build);
    }
  }

  private void build(Slice slice) {
    SliceAxes axes = slice.axes();
    rows.setText(messages.text("slice.rows", Integer.toString(axes.rowAxis())));
    columns.setText(messages.text("slice.columns", Integer.toString(axes.columnAxis())));
    rows.getItems().setAll(items("down", slice.shape(), axes.rowAxis(), true));
    columns.getItems().setAll(items("right", slice.shape(), axes.columnAxis(), false));
    IntStream.range(0, slice.shape().rank())
        .filter(axes::isHeld)
        .limit(MAX_HELD)
        .mapToObj(axis -> new HeldAxis(axis, slice.shape().dimension(axis)))
        .forEach(held::add);
    held.forEach(axis -> axis.show(axes.indexes().get(axis.axis)));
    getChildren().addAll(rows, columns);
    getChildren().addAll(held);
  }

  private List<MenuItem> items(String name, Shape shape, int chosen, boolean asRows) {
    List<MenuItem> items = new ArrayList<>();
    for (int axis = 0; axis < Math.min(MAX_CHOICES, shape.rank()); axis++) {
      int each = axis;
      String size = Long.toString(shape.dimension(axis));
      RadioMenuItem item =
          new RadioMenuItem(messages.text("slice.axis.item", Integer.toString(axis), size));
      item.setId(id + "-axis-" + name + "-" + axis);
      item.setSelected(axis == chosen);
      item.setOnAction(_ -> listener.showAxis(each, asRows));
      items.add(item);
    }
    return items;
  }

  /// The index of one held axis: a slider, and a field for a known index.
  private final class HeldAxis extends HBox {

    private final int axis;
    private final Slider slider = new Slider();
    private final TextField field = new TextField();
    private long index;
    private boolean updating;

    HeldAxis(int axis, long dimension) {
      this.axis = axis;
      getStyleClass().add("slice-held");
      setAlignment(Pos.CENTER_LEFT);
      Label name = new Label(messages.text("slice.axis", Integer.toString(axis)));
      name.getStyleClass().add("muted");
      Label last = new Label(messages.text("slice.axis.last", Long.toString(dimension - 1)));
      last.getStyleClass().addAll("muted", "mono");
      String text = messages.text("slice.axis.index", Integer.toString(axis));
      prepareSlider(dimension, text);
      prepareField(dimension, text);
      getChildren().addAll(name, slider, field, last);
    }

    private void prepareSlider(long dimension, String text) {
      slider.setId(id + "-slider-" + axis);
      slider.setMax(dimension - 1);
      slider.setBlockIncrement(1);
      slider.setDisable(dimension == 1);
      slider.setAccessibleText(text);
      slider
          .valueProperty()
          .subscribe(
              (_, value) -> {
                if (!updating) {
                  listener.hold(axis, Math.round(value.doubleValue()));
                }
              });
    }

    private void prepareField(long dimension, String text) {
      field.setId(id + "-held-" + axis);
      field.getStyleClass().add("mono");
      field.setPrefColumnCount(
          Math.clamp(Long.toString(dimension - 1).length(), 2, MAX_FIELD_COLUMNS));
      Tips.name(field, text);
      field.setOnAction(_ -> take());
      field.addEventHandler(KeyEvent.KEY_PRESSED, this::step);
      field
          .focusedProperty()
          .subscribe(
              (was, _) -> {
                // A field that was removed no longer stands for its axis.
                if (was && getScene() != null && !field.getText().equals(Long.toString(index))) {
                  take();
                }
              });
    }

    private void step(KeyEvent event) {
      long step =
          switch (event.getCode()) {
            case UP -> 1;
            case DOWN -> -1;
            case PAGE_UP -> PAGE;
            case PAGE_DOWN -> -PAGE;
            default -> 0;
          };
      if (step != 0) {
        event.consume();
        listener.hold(axis, index + step);
      }
    }

    private void take() {
      listener.hold(axis, field.getText());
      show(index);
    }

    private void show(long now) {
      index = now;
      updating = true;
      slider.setValue(now);
      field.setText(Long.toString(now));
      updating = false;
    }
  }
}
