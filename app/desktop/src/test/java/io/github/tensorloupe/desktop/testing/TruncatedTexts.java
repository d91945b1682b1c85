package io.github.tensorloupe.desktop.testing;

import io.github.tensorloupe.desktop.theme.Tips;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import javafx.geometry.Bounds;
import javafx.scene.Node;
import javafx.scene.Parent;
import javafx.scene.Scene;
import javafx.scene.control.Cell;
import javafx.scene.control.Control;
import javafx.scene.control.Labeled;
import javafx.scene.control.MenuBar;
import javafx.scene.control.ScrollPane;

/// Finds texts that are truncated without a tooltip, or lie beyond the edges of the window.
public final class TruncatedTexts {

  private static final String TIP = "javafx.scene.control.Tooltip";

  private TruncatedTexts() {}

  /// Returns the texts with the reason.
  public static List<String> in(Scene scene) {
    List<String> complaints = new ArrayList<>();
    find(scene.getRoot(), scene, complaints);
    return complaints;
  }

  private static void find(Node node, Scene scene, List<String> complaints) {
    // The headers of tabs scroll, and a menu lists them.
    boolean isHeader = node.getStyleClass().contains("tab-header-area");
    if (!node.isVisible() || node instanceof MenuBar || isHeader) {
      return;
    }
    if (node instanceof Labeled labeled && labeled.getText() != null) {
      if (labeled.isTextTruncated() && !explains(labeled)) {
        complaints.add(name(labeled) + " is truncated: " + labeled.getText());
      }
      if (isBeyond(labeled, scene)) {
        complaints.add(name(labeled) + " lies beyond the edge: " + labeled.getText());
      }
    }
    if (node instanceof Parent parent) {
      parent.getChildrenUnmodifiable().forEach(child -> find(child, scene, complaints));
    }
  }

  /// Returns whether the node or the row around it has a tooltip.
  private static boolean explains(Node node) {
    return ancestors(node)
        .anyMatch(
            at ->
                at instanceof Control control && control.getTooltip() != null
                    || at.getProperties().containsKey(TIP)
                    || !Tips.sentence(at).isEmpty()
                    || at instanceof Cell<?>);
  }

  private static boolean isBeyond(Node node, Scene scene) {
    Bounds bounds = node.localToScene(node.getLayoutBounds());
    boolean scrolls = ancestors(node).anyMatch(at -> at instanceof ScrollPane);
    return !scrolls
        && bounds.getWidth() > 0
        && ancestors(node).noneMatch(at -> at instanceof Cell<?>)
        && (bounds.getMinX() < -1 || bounds.getMaxX() > scene.getWidth() + 1);
  }

  private static String name(Node node) {
    return node.getId() == null ? String.join(".", node.getStyleClass()) : "#" + node.getId();
  }

  private static Stream<Node> ancestors(Node node) {
    return Stream.iterate(node, at -> at != null, at -> (Node) at.getParent());
  }
}
