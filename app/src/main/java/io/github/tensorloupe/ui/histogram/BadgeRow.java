package io.github.tensorloupe.ui.histogram;

import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;
import javafx.scene.control.Label;
import javafx.scene.layout.FlowPane;

/// Badges one after the other, in little room only those that matter.
final class BadgeRow extends FlowPane {

  private final List<Label> minor = new ArrayList<>();
  private OptionalDouble widthOfAll = OptionalDouble.empty();

  BadgeRow() {
    setId("histogram-badges");
    getStyleClass().add("badge-row");
  }

  void show(List<Badge> badges) {
    minor.clear();
    widthOfAll = OptionalDouble.empty();
    getChildren().setAll(badges.stream().map(this::label).toList());
  }

  private Label label(Badge badge) {
    Label label = new Label(badge.text());
    label.setId(badge.id());
    label.getStyleClass().addAll("badge", badge.tone().styleClass());
    label.setMinWidth(USE_PREF_SIZE);
    if (badge.minor()) {
      minor.add(label);
    }
    return label;
  }

  /// Leaves minor badges out if not all fit on a line of this width.
  void fitInto(double width) {
    setPrefWrapLength(width);
    if (widthOfAll.isEmpty()) {
      widthOfAll =
          OptionalDouble.of(
              getChildren().stream().mapToDouble(label -> label.prefWidth(-1) + getHgap()).sum());
    }
    boolean all = widthOfAll.getAsDouble() <= width;
    for (Label label : minor) {
      label.setVisible(all);
      label.setManaged(all);
    }
  }
}
