package io.github.tensorloupe.desktop.pane.metadata;

import io.github.tensorloupe.desktop.text.Messages;
import java.util.ArrayList;
import java.util.List;
import javafx.geometry.Pos;
import javafx.scene.control.ToggleButton;
import javafx.scene.control.ToggleGroup;
import javafx.scene.layout.HBox;
import javafx.scene.layout.Region;

/// The ways a value can be looked at. Only those that fit the value are offered; the one that was
/// chosen last is kept where it fits.
final class BodyModes extends HBox {

  /// One of them.
  enum Mode {
    TABLE("metadata.as-table"),
    TREE("metadata.as-tree"),
    TEXT("metadata.as-text");

    private final String messageKey;

    Mode(String messageKey) {
      this.messageKey = messageKey;
    }
  }

  private final ToggleGroup group = new ToggleGroup();
  private final List<ToggleButton> toggles = new ArrayList<>();
  private Mode wanted = Mode.TABLE;
  private List<Mode> offered = List.of(Mode.TEXT);

  /// @param onChoice called when another one was chosen
  BodyModes(Messages messages, Runnable onChoice) {
    for (Mode mode : Mode.values()) {
      ToggleButton toggle = new ToggleButton(messages.text(mode.messageKey));
      toggle.setId(mode.messageKey.replace('.', '-'));
      toggle.getStyleClass().add("small");
      toggle.setToggleGroup(group);
      toggle.setOnAction(
          _ -> {
            wanted = mode;
            select();
            onChoice.run();
          });
      toggles.add(toggle);
    }
    getChildren().setAll(toggles);
    setMinWidth(Region.USE_PREF_SIZE);
    setAlignment(Pos.CENTER_RIGHT);
  }

  /// Offers some of them.
  ///
  /// @param modes at least one, in order
  void offer(List<Mode> modes) {
    offered = modes;
    for (Mode mode : Mode.values()) {
      ToggleButton toggle = toggles.get(mode.ordinal());
      Nodes.show(toggle, modes.contains(mode));
      toggle.getStyleClass().removeAll("left-pill", "center-pill", "right-pill");
      toggle.getStyleClass().add(pill(modes, mode));
    }
    Nodes.show(this, modes.size() > 1);
    select();
  }

  private static String pill(List<Mode> modes, Mode mode) {
    if (mode == modes.getFirst()) {
      return "left-pill";
    }
    return mode == modes.getLast() ? "right-pill" : "center-pill";
  }

  private void select() {
    group.selectToggle(toggles.get(mode().ordinal()));
  }

  /// The one that is looked at.
  Mode mode() {
    return offered.stream()
        .filter(mode -> mode.compareTo(wanted) >= 0)
        .findFirst()
        .orElse(Mode.TEXT);
  }

  /// Turns to text.
  void turnToText() {
    wanted = Mode.TEXT;
    select();
  }
}
