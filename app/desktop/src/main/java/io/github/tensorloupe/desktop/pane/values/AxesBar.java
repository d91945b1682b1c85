package io.github.tensorloupe.desktop.pane.values;

import io.github.tensorloupe.analysis.slice.SliceAxes;
import io.github.tensorloupe.desktop.control.Following;
import io.github.tensorloupe.desktop.text.Messages;
import io.github.tensorloupe.desktop.theme.Tips;
import io.github.tensorloupe.format.Shape;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.IntConsumer;
import javafx.scene.Node;
import javafx.scene.control.MenuButton;
import javafx.scene.control.RadioMenuItem;
import javafx.scene.layout.FlowPane;

/// Chooses which axes of a tensor are shown, and where the others are held. Not there for tensors
/// whose axes are all shown.
final class AxesBar extends FlowPane {

  /// Of tensors with more axes, the further ones are held by the index field.
  private static final int MAX_HELD = 6;

  private static final int MAX_CHOICES = 32;

  private final ValuesViewModel model;
  private final Messages messages;
  private final MenuButton down;
  private final MenuButton right;
  private final List<HeldAxis> held = new ArrayList<>();
  private Optional<SliceAxes> shown = Optional.empty();
  private Shape shape = Shape.SCALAR;

  AxesBar(ValuesViewModel model, Messages messages) {
    this.model = model;
    this.messages = messages;
    this.down = menu("down");
    this.right = menu("right");
    getStyleClass().add("values-axes");
    Following.of(this).subscribe(model.pageProperty(), this::follow);
  }

  private MenuButton menu(String name) {
    MenuButton button = new MenuButton();
    button.setId("values-axis-" + name);
    Tips.explain(button, messages.text("values.axis." + name + ".tip"));
    button.setAccessibleText(messages.text("values.axis." + name + ".tip"));
    return button;
  }

  private void follow(Optional<GridPage> page) {
    Optional<SliceAxes> axes = page.map(each -> each.slice().axes());
    Shape nowShape = page.map(each -> each.slice().data().info().shape()).orElse(Shape.SCALAR);
    if (axes.equals(shown) && nowShape.equals(shape)) {
      return;
    }
    boolean sameSliders = nowShape.equals(shape) && axes.isPresent() && showsSameAxes(axes.get());
    shown = axes;
    shape = nowShape;
    if (sameSliders) {
      held.forEach(each -> each.show(axes.get().indexes().get(each.axis())));
    } else {
      rebuild();
    }
  }

  private boolean showsSameAxes(SliceAxes axes) {
    return shown
        .filter(
            before ->
                before.rowAxis() == axes.rowAxis() && before.columnAxis() == axes.columnAxis())
        .isPresent();
  }

  private void rebuild() {
    held.clear();
    boolean needed = shape.rank() > 2 && shown.isPresent();
    setVisible(needed);
    setManaged(needed);
    if (!needed) {
      getChildren().clear();
      return;
    }
    SliceAxes axes = shown.get();
    fill(down, "down", axes.rowAxis(), model::showDown);
    fill(right, "right", axes.columnAxis(), model::showRight);
    for (int axis = 0; axis < shape.rank() && held.size() < MAX_HELD; axis++) {
      if (axes.isHeld(axis)) {
        held.add(
            new HeldAxis(model, messages, axis, shape.dimension(axis), axes.indexes().get(axis)));
      }
    }
    List<Node> nodes = new ArrayList<>(List.of(down, right));
    nodes.addAll(held);
    getChildren().setAll(nodes);
  }

  private void fill(MenuButton button, String name, int chosen, IntConsumer choose) {
    button.setText(messages.text("values.axis." + name, Integer.toString(chosen)));
    button.getItems().clear();
    for (int axis = 0; axis < Math.min(MAX_CHOICES, shape.rank()); axis++) {
      int each = axis;
      String text =
          messages.text(
              "values.axis.item",
              Integer.toString(axis),
              Long.toUnsignedString(shape.dimension(axis)));
      RadioMenuItem item = new RadioMenuItem(text);
      item.setId("values-axis-" + name + "-" + axis);
      item.setSelected(axis == chosen);
      item.setOnAction(_ -> choose.accept(each));
      button.getItems().add(item);
    }
  }
}
