package io.github.tensorloupe.desktop.pane.histogram;

import java.util.List;
import java.util.stream.Stream;
import javafx.scene.Node;
import javafx.scene.control.Label;
import javafx.scene.layout.Region;

/// A fixed stock of lines and labels along an axis. They are placed by hand and never ask their
/// parent for a new layout.
final class TickLabels {

  private final List<Region> lines;
  private final List<Label> labels;
  private int used;

  /// @param capacity the most ticks there can be
  /// @param lineStyle the style class of the lines
  /// @param labelStyle the style class of the labels
  TickLabels(int capacity, String lineStyle, String labelStyle) {
    lines = Stream.generate(() -> line(lineStyle)).limit(capacity).toList();
    labels = Stream.generate(() -> label(labelStyle)).limit(capacity).toList();
  }

  /// A line that is placed by hand.
  static Region line(String styleClass) {
    return prepared(new Region(), styleClass);
  }

  /// A label that is placed by hand.
  static Label label(String styleClass) {
    return prepared(new Label(), styleClass);
  }

  private static <T extends Region> T prepared(T node, String styleClass) {
    node.getStyleClass().add(styleClass);
    node.setManaged(false);
    node.setMouseTransparent(true);
    return node;
  }

  List<? extends Node> lines() {
    return lines;
  }

  List<? extends Node> labels() {
    return labels;
  }

  /// Takes everything away.
  void begin() {
    used = 0;
    lines.forEach(line -> line.setVisible(false));
    labels.forEach(label -> label.setVisible(false));
  }

  /// The next label with this text: visible, of its full size, not yet placed.
  Label next(String text) {
    Label label = labels.get(used++);
    label.setText(text);
    label.setVisible(true);
    label.autosize();
    return label;
  }

  /// Places one of the lines.
  void line(int index, double x, double y, double width, double height) {
    lines.get(index).setVisible(true);
    lines.get(index).resizeRelocate(x, y, width, height);
  }
}
