package io.github.tensorloupe.desktop.testing;

import io.github.tensorloupe.desktop.theme.Tips;
import java.util.Set;
import java.util.stream.Stream;
import javafx.scene.Node;
import javafx.scene.Parent;
import javafx.scene.control.ButtonBase;
import javafx.scene.control.Cell;
import javafx.scene.control.Control;
import javafx.scene.control.Labeled;
import javafx.scene.control.MenuBar;

/// Finds single words and icons without a tooltip that explains them.
public final class TooltipCheck {

  private static final Set<String> WORDS =
      Set.of("badge", "dtype", "finding-code", "heatmap-swatch", "layers-legend-entry");

  /// The property in which JavaFX stores installed tooltips.
  private static final String TIP = "javafx.scene.control.Tooltip";

  private TooltipCheck() {}

  /// Returns the nodes without an explanation, as text.
  public static Stream<String> complaints(Node node) {
    if (!node.isVisible() || node instanceof MenuBar || hasTip(node)) {
      return Stream.empty();
    }
    Stream<String> own =
        isShort(node) && !(node instanceof Cell<?>) ? Stream.of(node.toString()) : Stream.empty();
    return node instanceof Parent parent
        ? Stream.concat(
            own, parent.getChildrenUnmodifiable().stream().flatMap(TooltipCheck::complaints))
        : own;
  }

  private static boolean hasTip(Node node) {
    return node instanceof Control control && control.getTooltip() != null
        || node.getProperties().containsKey(TIP)
        || !Tips.sentence(node).isEmpty();
  }

  private static boolean isShort(Node node) {
    boolean empty =
        node instanceof Labeled labeled
            && (labeled.getText() == null || labeled.getText().isEmpty());
    return node instanceof ButtonBase && empty
        || !empty && node.getStyleClass().stream().anyMatch(WORDS::contains);
  }
}
