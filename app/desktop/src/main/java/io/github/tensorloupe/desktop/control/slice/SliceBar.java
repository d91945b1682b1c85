package io.github.tensorloupe.desktop.control.slice;

import module java.base;
import module javafx.controls;

import io.github.tensorloupe.analysis.slice.SliceAxes;
import io.github.tensorloupe.analysis.slice.TensorSlice;
import io.github.tensorloupe.desktop.text.Messages;
import io.github.tensorloupe.desktop.theme.Icons;
import io.github.tensorloupe.desktop.theme.Tips;
import io.github.tensorloupe.format.DisplayText;
import io.github.tensorloupe.format.Shape;
import javafx.scene.control.Label;
import org.kordamp.ikonli.feather.Feather;

/// Selects the two axes of an array that are shown as rows and columns, and the index at which each
/// other axis is held. Hidden for arrays whose axes are all shown. Belongs to the FX thread.
public final class SliceBar extends FlowPane {

  public record Slice(Shape shape, SliceAxes axes) {

    public static Slice of(TensorSlice slice) {
      return new Slice(slice.data().info().shape(), slice.axes());
    }

    private boolean hasSameAxes(Slice other) {
      return shape.equals(other.shape)
          && axes.tiles().equals(other.axes.tiles())
          && axes.rowAxis() == other.axes.rowAxis()
          && axes.columnAxis() == other.axes.columnAxis();
    }
  }

  /// Receives the choices of the user.
  public interface Listener {

    /// Shows an axis as rows, or as columns.
    void showAxis(int axis, boolean asRows);

    /// Shows all kernels next to each other, or a single one.
    void showTiles(boolean asTiles);

    /// Holds an axis at an index, which may be outside the axis.
    void hold(int axis, long index);

    /// Reports why a typed index is not valid for the axis.
    void refuse(String sentence);
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
  private final ToggleButton tiles = new ToggleButton(null, Icons.of(Feather.GRID));
  private final List<HeldAxis> held = new ArrayList<>();
  private Optional<Slice> shown = Optional.empty();

  /// @param id of the pane, and prefix of the ids of the controls
  public SliceBar(String id, Messages messages, Listener listener) {
    this.id = id;
    this.messages = messages;
    this.listener = listener;
    this.rows = menu("down", "slice.rows.tip");
    this.columns = menu("right", "slice.columns.tip");
    tiles.setText(messages.text("slice.tiles"));
    tiles.setId(id + "-tiles");
    Tips.name(tiles, messages.text("slice.tiles.tip"));
    tiles.setOnAction(_ -> listener.showTiles(tiles.isSelected()));
    setId(id + "-axes");
    getStyleClass().add("slice-bar");
    managedProperty().bind(visibleProperty());
    show(Optional.empty());
  }

  private MenuButton menu(String name, String key) {
    MenuButton button = new MenuButton();
    button.setId(id + "-axis-" + name);
    Tips.name(button, messages.text(key));
    return button;
  }

  /// Shows the axes of a slice, or hides the bar if there are no axes to choose.
  public void show(Optional<Slice> slice) {
    Optional<Slice> next = slice.filter(some -> some.shape().rank() > 2);
    boolean sameAxes = shown.flatMap(before -> next.filter(before::hasSameAxes)).isPresent();
    shown = next;
    setVisible(next.isPresent());
    // A control in use is not replaced.
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
    Optional<SliceAxes.Tiles> both = axes.tiles();
    rows.setText(text("slice.rows", both.map(SliceAxes.Tiles::rowAxis), axes.rowAxis()));
    columns.setText(
        text("slice.columns", both.map(SliceAxes.Tiles::columnAxis), axes.columnAxis()));
    tiles.setSelected(both.isPresent());
    rows.getItems().setAll(items("down", slice.shape(), axes.rowAxis(), true));
    columns.getItems().setAll(items("right", slice.shape(), axes.columnAxis(), false));
    IntStream.range(0, slice.shape().rank())
        .filter(axes::isFixed)
        .limit(MAX_HELD)
        .mapToObj(axis -> new HeldAxis(axis, slice.shape().dimension(axis)))
        .forEach(held::add);
    held.forEach(axis -> axis.show(axes.indexes().get(axis.axis)));
    getChildren().addAll(rows, columns);
    getChildren().addAll(held);
    if (SliceAxes.ofTiles(slice.shape()).isPresent()) {
      getChildren().add(tiles);
    }
  }

  private String text(String key, Optional<Integer> tileAxis, int axis) {
    return messages.text(key, tileAxis.map(outer -> outer + ", ").orElse("") + axis);
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

  /// The index of one held axis: a slider, and a field for typing an index.
  private final class HeldAxis extends HBox {

    private final int axis;
    private final long last;
    private final Slider slider = new Slider();
    private final TextField field = new TextField();
    private long index;
    private boolean updating;

    HeldAxis(int axis, long dimension) {
      this.axis = axis;
      this.last = dimension - 1;
      getStyleClass().add("slice-held");
      setAlignment(Pos.CENTER_LEFT);
      Label name = new Label(messages.text("slice.axis", Integer.toString(axis)));
      name.getStyleClass().add("muted");
      Label end = new Label(messages.text("slice.axis.last", Long.toString(last)));
      end.getStyleClass().addAll("muted", "mono");
      String text = messages.text("slice.axis.index", Integer.toString(axis));
      prepareSlider(dimension, text);
      prepareField(dimension, text);
      getChildren().addAll(name, slider, field, end);
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
      field.setOnAction(_ -> apply());
      field.addEventHandler(KeyEvent.KEY_PRESSED, this::step);
      field
          .focusedProperty()
          .subscribe(
              (was, _) -> {
                // A field that was removed no longer belongs to its axis.
                if (was && getScene() != null && !field.getText().equals(Long.toString(index))) {
                  apply();
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

    private void apply() {
      String digits = field.getText().strip();
      if (digits.matches("[0-9]{1,18}") && Long.parseLong(digits) <= last) {
        listener.hold(axis, Long.parseLong(digits));
      } else {
        String maxIndex = messages.count(last);
        listener.refuse(messages.text("slice.outside", DisplayText.of(digits), axis, maxIndex));
      }
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
