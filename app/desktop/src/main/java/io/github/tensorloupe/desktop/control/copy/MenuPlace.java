package io.github.tensorloupe.desktop.control.copy;

import java.util.Optional;
import java.util.function.Supplier;
import javafx.geometry.Bounds;
import javafx.geometry.Point2D;
import javafx.scene.Node;
import javafx.scene.control.Cell;
import javafx.scene.control.IndexedCell;
import javafx.scene.control.TableCell;
import javafx.scene.control.TreeTableCell;

/// Where a menu opens that keys ask for: at the caret of what is drawn, at the marked row of a
/// list, else inside what has the focus. Belongs to the FX thread.
///
/// @param node that the menu is about
/// @param point of that node
public record MenuPlace(Node node, Point2D point) {

  private static final Object KEY = MenuPlace.class;
  private static final double INSET = 24;

  /// Says where in a node its menu opens.
  ///
  /// @param point gives a point of the node; empty where nothing is marked in it
  public static void set(Node node, Supplier<Optional<Point2D>> point) {
    node.getProperties().put(KEY, point);
  }

  /// The place for what has the focus.
  public static MenuPlace of(Node focused) {
    Node node = markedRow(focused).orElse(focused);
    return new MenuPlace(node, told(node).orElseGet(() -> inside(node)));
  }

  private static Optional<Point2D> told(Node node) {
    return node.hasProperties() && node.getProperties().get(KEY) instanceof Supplier<?> supplier
        ? ((Optional<?>) supplier.get())
            .map(Point2D.class::cast)
            .filter(node.getLayoutBounds()::contains)
        : Optional.empty();
  }

  private static Point2D inside(Node node) {
    Bounds bounds = node.getLayoutBounds();
    return new Point2D(
        bounds.getMinX() + Math.min(INSET, bounds.getWidth() / 2),
        bounds.getMinY() + Math.min(INSET, bounds.getHeight() / 2));
  }

  private static Optional<Node> markedRow(Node focused) {
    return focused.lookupAll(".indexed-cell").stream()
        .filter(
            cell -> !(cell instanceof TableCell<?, ?>) && !(cell instanceof TreeTableCell<?, ?>))
        .filter(cell -> cell.isVisible() && cell instanceof IndexedCell<?> row && isMarked(row))
        .findFirst();
  }

  private static boolean isMarked(Cell<?> row) {
    return row.isSelected() && !row.isEmpty();
  }
}
