package io.github.tensorloupe.desktop.control.slice;

import module java.base;
import module javafx.controls;

import io.github.tensorloupe.desktop.text.Messages;
import io.github.tensorloupe.desktop.theme.Tips;
import javafx.scene.control.Label;

/// Chooses which two axes of an array are rows and columns, and at which index each other axis is
/// held. Hidden for arrays whose axes are all shown. Belongs to the FX thread.
public final class SliceBar extends FlowPane {

  /// A slice of an array.
  ///
  /// @param dimensions of all axes, at most `Long.MAX_VALUE`
  /// @param rowAxis the axis from top to bottom, or -1
  /// @param columnAxis the axis from left to right, or -1
  /// @param indexes for each axis; those of the shown axes have no meaning
  public record Slice(List<Long> dimensions, int rowAxis, int columnAxis, List<Long> indexes) {

    public Slice {
      dimensions = List.copyOf(dimensions);
      indexes = List.copyOf(indexes);
    }

    private boolean isHeld(int axis) {
      return axis != rowAxis && axis != columnAxis;
    }

    private boolean hasSameAxes(Slice other) {
      return dimensions.equals(other.dimensions)
          && rowAxis == other.rowAxis
          && columnAxis == other.columnAxis;
    }
  }

  /// Receives the choices of a person.
  public interface Listener {

    /// Shows an axis from top to bottom.
    void showRows(int axis);

    /// Shows an axis from left to right.
    void showColumns(int axis);

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
    getStylesheets()
        .add(Objects.requireNonNull(SliceBar.class.getResource("slice.css")).toExternalForm());
    show(Optional.empty());
  }

  private MenuButton menu(String name, String key) {
    MenuButton button = new MenuButton();
    button.setId(id + "-axis-" + name);
    Tips.explain(button, messages.text(key));
    button.setAccessibleText(messages.text(key));
    return button;
  }

  /// Shows a slice, or hides the bar where there is none to choose.
  public void show(Optional<Slice> slice) {
    Optional<Slice> next = slice.filter(some -> some.dimensions().size() > 2);
    boolean sameAxes =
        next.isPresent() && shown.filter(before -> before.hasSameAxes(next.get())).isPresent();
    shown = next;
    setVisible(next.isPresent());
    setManaged(next.isPresent());
    // A control in use stays.
    if (sameAxes) {
      held.forEach(axis -> axis.show(next.get().indexes().get(axis.axis)));
    } else {
      held.clear();
      getChildren().clear();
      next.ifPresent(this::build);
    }
  }

  private void build(Slice slice) {
    fill(rows, "down", "slice.rows", slice, slice.rowAxis(), listener::showRows);
    fill(columns, "right", "slice.columns", slice, slice.columnAxis(), listener::showColumns);
    getChildren().addAll(rows, columns);
    for (int axis = 0; axis < slice.dimensions().size() && held.size() < MAX_HELD; axis++) {
      if (slice.isHeld(axis)) {
        HeldAxis control =
            new HeldAxis(axis, slice.dimensions().get(axis), slice.indexes().get(axis));
        held.add(control);
        getChildren().add(control);
      }
    }
  }

  private void fill(
      MenuButton button, String name, String key, Slice slice, int chosen, IntConsumer choose) {
    button.setText(messages.text(key, Integer.toString(chosen)));
    button.getItems().clear();
    for (int axis = 0; axis < Math.min(MAX_CHOICES, slice.dimensions().size()); axis++) {
      int each = axis;
      RadioMenuItem item =
          new RadioMenuItem(
              messages.text(
                  "slice.axis.item",
                  Integer.toString(axis),
                  Long.toString(slice.dimensions().get(axis))));
      item.setId(id + "-axis-" + name + "-" + axis);
      item.setSelected(axis == chosen);
      item.setOnAction(_ -> choose.accept(each));
      button.getItems().add(item);
    }
  }

  /// The index of one held axis: a slider, and a field for a known index.
  private final class HeldAxis extends HBox {

    private final int axis;
    private final Slider slider = new Slider();
    private final TextField field = new TextField();
    private long index;
    private boolean updating;

    HeldAxis(int axis, long dimension, long index) {
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
      show(index);
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
      field.setAccessibleText(text);
      Tips.explain(field, text);
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
