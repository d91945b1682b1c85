package io.github.tensorloupe.desktop.pane.histogram;

import io.github.tensorloupe.desktop.control.Following;
import io.github.tensorloupe.desktop.text.Messages;
import io.github.tensorloupe.desktop.theme.Tips;
import java.util.EnumMap;
import java.util.Map;
import javafx.beans.property.ObjectProperty;
import javafx.scene.control.ToggleButton;
import javafx.scene.control.ToggleGroup;
import javafx.scene.layout.HBox;

/// Chooses between the scales of the count axis.
final class ScaleSwitch extends HBox {

  private final Map<CountScale, ToggleButton> buttons = new EnumMap<>(CountScale.class);

  ScaleSwitch(ObjectProperty<CountScale> scale, Messages messages) {
    getStyleClass().add("scale-switch");
    setMinWidth(USE_PREF_SIZE);
    ToggleGroup group = new ToggleGroup();
    for (CountScale each : CountScale.values()) {
      String key = "histogram.scale." + each.key();
      ToggleButton button = new ToggleButton(messages.text(key));
      button.setId(key.replace('.', '-'));
      button.getStyleClass().add(each == CountScale.LINEAR ? "left-pill" : "right-pill");
      Tips.explain(button, messages.text(key + ".tip"));
      button.setAccessibleText(messages.text(key + ".tip"));
      button.setToggleGroup(group);
      button.setOnAction(_ -> choose(scale, each));
      buttons.put(each, button);
      getChildren().add(button);
    }
    Following.of(this).subscribe(scale, chosen -> buttons.get(chosen).setSelected(true));
  }

  private void choose(ObjectProperty<CountScale> scale, CountScale chosen) {
    scale.set(chosen);
    // A second press would leave none selected.
    buttons.get(chosen).setSelected(true);
  }
}
