package io.github.tensorloupe.desktop.pane.histogram;

import io.github.tensorloupe.desktop.text.Messages;
import io.github.tensorloupe.desktop.theme.Tips;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;
import java.util.function.Consumer;
import javafx.scene.Node;
import javafx.scene.control.Button;
import javafx.scene.control.Label;
import javafx.scene.control.Labeled;
import javafx.scene.control.Tooltip;
import javafx.scene.layout.FlowPane;
import javafx.util.Duration;

/// Badges one after the other, in little room only those that matter. What a badge means is in its
/// tool tip; one that leads to values is a button.
final class BadgeRow extends FlowPane {

  private static final double TIP_WIDTH = 420;

  private final Messages messages;
  private final Consumer<ValueClass> onValues;
  private final List<Node> minor = new ArrayList<>();
  private OptionalDouble widthOfAll = OptionalDouble.empty();

  /// @param onValues receives the values whose first occurrence is wanted
  BadgeRow(Messages messages, Consumer<ValueClass> onValues) {
    this.messages = messages;
    this.onValues = onValues;
    setId("histogram-badges");
    getStyleClass().add("badge-row");
  }

  void show(List<Badge> badges) {
    minor.clear();
    widthOfAll = OptionalDouble.empty();
    getChildren().setAll(badges.stream().map(this::node).toList());
  }

  private Labeled node(Badge badge) {
    Labeled node = badge.leadsTo().<Labeled>map(this::button).orElseGet(() -> new Label());
    node.setText(badge.text());
    node.setId(badge.id());
    node.getStyleClass().addAll("badge", badge.tone().styleClass());
    node.setMinWidth(USE_PREF_SIZE);
    String meaning =
        badge.leadsTo().isPresent()
            ? badge.meaning() + "\n" + messages.text("histogram.badge.leads")
            : badge.meaning();
    node.setTooltip(tip(meaning));
    node.setAccessibleHelp(meaning);
    if (badge.minor()) {
      minor.add(node);
    }
    return node;
  }

  private Button button(ValueClass values) {
    Button button = new Button();
    button.getStyleClass().setAll("badge-button");
    button.setOnAction(_ -> onValues.accept(values));
    return button;
  }

  private static Tooltip tip(String text) {
    Tooltip tip = Tips.of(text);
    tip.setWrapText(true);
    tip.setMaxWidth(TIP_WIDTH);
    tip.setShowDelay(Duration.millis(300));
    tip.setShowDuration(Duration.INDEFINITE);
    return tip;
  }

  /// Leaves minor badges out if not all fit on a line of this width.
  ///
  /// @param low whether there is room for a single line only; what comes last is left out then
  void fitInto(double width, boolean low) {
    setPrefWrapLength(width);
    if (widthOfAll.isEmpty()) {
      widthOfAll = OptionalDouble.of(getChildren().stream().mapToDouble(this::room).sum());
    }
    boolean all = widthOfAll.getAsDouble() <= width;
    double right = 0;
    for (Node node : getChildren()) {
      boolean wanted = all || !minor.contains(node);
      right += wanted ? room(node) : 0;
      boolean shown = wanted && (!low || right <= width + getHgap());
      node.setVisible(shown);
      node.setManaged(shown);
    }
  }

  private double room(Node node) {
    return node.prefWidth(-1) + getHgap();
  }
}
