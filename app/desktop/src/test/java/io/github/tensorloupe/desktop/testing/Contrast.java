package io.github.tensorloupe.desktop.testing;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import javafx.scene.Node;
import javafx.scene.Parent;
import javafx.scene.layout.BackgroundFill;
import javafx.scene.layout.Region;
import javafx.scene.paint.Color;
import javafx.scene.text.Text;

/// Contrast of the texts in a scene with their background, by the formula of the Web Content
/// Accessibility Guidelines.
public final class Contrast {

  /// Minimum ratio for text.
  public static final double MIN_TEXT_RATIO = 4.5;

  /// Minimum ratio for marks with a meaning.
  public static final double OF_MARKS = 3;

  private Contrast() {}

  /// Returns the contrast ratio, from 1 to 21.
  ///
  /// @param ground an opaque color
  public static double ratio(Color ink, Color ground) {
    double one = luminance(over(ink, ground));
    double other = luminance(ground);
    return (Math.max(one, other) + 0.05) / (Math.min(one, other) + 0.05);
  }

  private static double luminance(Color color) {
    return 0.2126 * linear(color.getRed())
        + 0.7152 * linear(color.getGreen())
        + 0.0722 * linear(color.getBlue());
  }

  private static double linear(double part) {
    return part <= 0.04045 ? part / 12.92 : Math.pow((part + 0.055) / 1.055, 2.4);
  }

  /// Returns the visible color of a color over an opaque one.
  public static Color over(Color above, Color below) {
    double share = above.getOpacity();
    return Color.color(
        above.getRed() * share + below.getRed() * (1 - share),
        above.getGreen() * share + below.getGreen() * (1 - share),
        above.getBlue() * share + below.getBlue() * (1 - share));
  }

  /// Returns the visible texts with too little contrast, each with its colors.
  ///
  /// @param ground the background of the window
  public static List<String> lowContrastTexts(Parent root, Color ground) {
    return texts(root)
        .filter(text -> !text.getText().isBlank() && !isDisabled(text))
        .flatMap(text -> complaint(text, ground).stream())
        .distinct()
        .toList();
  }

  private static Stream<Text> texts(Node node) {
    if (!node.isVisible() || node.getOpacity() == 0) {
      return Stream.empty();
    }
    if (node instanceof Text text) {
      return Stream.of(text);
    }
    return node instanceof Parent parent
        ? parent.getChildrenUnmodifiable().stream().flatMap(Contrast::texts)
        : Stream.empty();
  }

  private static boolean isDisabled(Node node) {
    return ancestors(node).stream().anyMatch(Node::isDisabled);
  }

  private static List<String> complaint(Text text, Color ground) {
    if (!(text.getFill() instanceof Color fill) || fill.getOpacity() == 0) {
      return List.of();
    }
    Color under = ground;
    double opacity = 1;
    for (Node node : ancestors(text)) {
      opacity *= node.getOpacity();
      under = groundOf(node, under);
    }
    double ratio = ratio(fill.deriveColor(0, 1, 1, opacity), under);
    return ratio >= MIN_TEXT_RATIO
        ? List.of()
        : List.of("%.2f: %s on %s in %s".formatted(ratio, fill, under, pathOf(text)));
  }

  private static Color groundOf(Node node, Color below) {
    Color under = below;
    if (node instanceof Region region && region.getBackground() != null) {
      for (BackgroundFill fill : region.getBackground().getFills()) {
        if (fill.getFill() instanceof Color color) {
          under = over(color.deriveColor(0, 1, 1, node.getOpacity()), under);
        }
      }
    }
    return under;
  }

  /// Returns the path from the root to the node, inclusive.
  private static List<Node> ancestors(Node node) {
    List<Node> path = new ArrayList<>();
    for (Node at = node; at != null; at = at.getParent()) {
      path.addFirst(at);
    }
    return path;
  }

  private static String pathOf(Node node) {
    return ancestors(node).reversed().stream()
        .limit(4)
        .map(each -> each.getId() == null ? each.getStyleClass().toString() : "#" + each.getId())
        .toList()
        .toString();
  }
}
