package io.github.tensorloupe.desktop.testing;

import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import javafx.geometry.Bounds;
import javafx.scene.AccessibleAttribute;
import javafx.scene.AccessibleRole;
import javafx.scene.Node;
import javafx.scene.Parent;
import javafx.scene.control.ButtonBase;
import javafx.scene.control.Cell;
import javafx.scene.control.ComboBoxBase;
import javafx.scene.control.ListView;
import javafx.scene.control.MenuBar;
import javafx.scene.control.MenuButton;
import javafx.scene.control.ScrollBar;
import javafx.scene.control.ScrollPane;
import javafx.scene.control.Slider;
import javafx.scene.control.TabPane;
import javafx.scene.control.TableView;
import javafx.scene.control.TextInputControl;
import javafx.scene.control.TreeTableView;

/// Finds visible nodes of a scene that the keyboard cannot reach, and nodes that a screen reader
/// cannot describe.
public final class KeyboardAccess {

  private static final Set<AccessibleRole> MEANINGLESS_ROLES =
      Set.of(AccessibleRole.NODE, AccessibleRole.PARENT);

  /// Style classes of layers that only close on a click or block the mouse.
  private static final Set<String> MOUSE_ONLY_STYLES = Set.of("panel-scrim", "palette-layer");

  private KeyboardAccess() {}

  /// Returns the faults, each with its node.
  public static List<String> complaints(Parent root) {
    return visible(root).flatMap(KeyboardAccess::complaints).distinct().toList();
  }

  /// Returns the nodes in focus traversal, in the order of the scene.
  public static Stream<Node> traversable(Node root) {
    return visible(root).filter(node -> node.isFocusTraversable() && !node.isDisabled());
  }

  /// Returns whether at least a part of a node is not clipped by its ancestors.
  public static boolean isVisibleInClip(Node node) {
    Bounds bounds = node.localToScene(node.getLayoutBounds());
    return !bounds.isEmpty()
        && Stream.iterate(node, at -> at != null, at -> (Node) at.getParent())
            .filter(at -> at.getClip() != null)
            .map(at -> at.localToScene(at.getClip().getBoundsInParent()))
            .allMatch(clip -> clip.intersects(bounds));
  }

  private static Stream<String> complaints(Node node) {
    if (node.isFocusTraversable()) {
      return Stream.of(
              isNameless(node) ? "without a text: " : "",
              MEANINGLESS_ROLES.contains(node.getAccessibleRole()) ? "without a role: " : "")
          .filter(complaint -> !complaint.isEmpty())
          .map(complaint -> complaint + pathOf(node));
    }
    return isForTheMouseOnly(node)
        ? Stream.of("not reached by keys: " + pathOf(node))
        : Stream.empty();
  }

  private static Stream<Node> visible(Node node) {
    if (!node.isVisible()) {
      return Stream.empty();
    }
    return node instanceof Parent parent
        ? Stream.concat(
            Stream.of(node),
            parent.getChildrenUnmodifiable().stream().flatMap(KeyboardAccess::visible))
        : Stream.of(node);
  }

  private static boolean isNameless(Node node) {
    Object text = hasValueAsText(node) ? node.getAccessibleText() : spoken(node);
    boolean labeled = node.queryAccessibleAttribute(AccessibleAttribute.LABELED_BY) != null;
    return !labeled && (text == null || text.toString().isBlank());
  }

  private static Object spoken(Node node) {
    return node.queryAccessibleAttribute(AccessibleAttribute.TEXT);
  }

  /// The default text of these nodes is their value instead of their name.
  private static boolean hasValueAsText(Node node) {
    return switch (node) {
      case TextInputControl _, ComboBoxBase<?> _, Slider _, ScrollBar _ -> true;
      case ListView<?> _, TableView<?> _, TreeTableView<?> _, TabPane _, ScrollPane _ -> true;
      default -> false;
    };
  }

  private static boolean isForTheMouseOnly(Node node) {
    boolean isClickable =
        node instanceof ButtonBase button
            ? button.getOnAction() != null || node instanceof MenuButton
            : node.getOnMouseClicked() != null || node.getOnMousePressed() != null;
    return isClickable && !(node instanceof Cell<?>) && !belongsToControl(node);
  }

  /// Returns whether a node belongs to a control that is reached as a whole, like the menu bar by
  /// F10.
  private static boolean belongsToControl(Node node) {
    for (Node at = node; at != null; at = at.getParent()) {
      if (at instanceof ScrollBar
          || at instanceof Cell<?>
          || at instanceof ScrollPane
          || at instanceof MenuBar
          || at.getStyleClass().stream().anyMatch(MOUSE_ONLY_STYLES::contains)
          || at.isFocusTraversable()) {
        return true;
      }
    }
    return false;
  }

  private static String pathOf(Node node) {
    return Stream.iterate(node, at -> at != null, at -> (Node) at.getParent())
        .limit(5)
        .map(
            at ->
                at.getClass().getSimpleName()
                    + (at.getId() == null ? at.getStyleClass() : "#" + at.getId()))
        .toList()
        .toString();
  }
}
