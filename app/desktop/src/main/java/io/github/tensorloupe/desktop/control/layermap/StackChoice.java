package io.github.tensorloupe.desktop.control.layermap;

import module java.base;
import module javafx.controls;

import io.github.tensorloupe.analysis.layers.LayerStack;
import io.github.tensorloupe.desktop.control.WeakSubscriptions;
import io.github.tensorloupe.desktop.control.panel.PanelParts;
import io.github.tensorloupe.desktop.text.Messages;
import io.github.tensorloupe.desktop.theme.Tips;
import io.github.tensorloupe.format.DisplayText;

/// Selects the stack of a layer map if there are several.
public final class StackChoice extends ComboBox<LayerStack> {

  /// The longest name must not take the space of its neighbors.
  private static final double WIDTH = 140;

  private static final double MIN_WIDTH = 50;

  public StackChoice(String id, LayerMapModel model, Messages messages) {
    PanelParts.named(this, id, "small");
    Tips.name(this, messages.text("layers.stack"));
    setConverter(PanelParts.choiceText(stack -> text(stack, messages)));
    setMinWidth(MIN_WIDTH);
    setPrefWidth(WIDTH);
    setMaxWidth(Double.MAX_VALUE);
    WeakSubscriptions.of(this)
        .subscribe(model.stacksProperty(), stacks -> getItems().setAll(stacks));
    WeakSubscriptions.of(this)
        .subscribe(model.stackProperty(), stack -> setValue(stack.orElse(null)));
    valueProperty()
        .subscribe(
            (_, chosen) -> {
              // May be null for a moment while the items change.
              if (chosen != null) {
                model.stackProperty().set(Optional.of(chosen));
              }
            });
  }

  private static String text(LayerStack stack, Messages messages) {
    String name =
        DisplayText.of(stack.name().isEmpty() ? messages.text("layers.no-name") : stack.name());
    String layers = messages.count(stack.layerCount());
    String roles = messages.count(stack.roles().size());
    return stack
        .expertRole()
        .map(
            role ->
                messages.text("layers.stack.experts", name, DisplayText.of(role), layers, roles))
        .orElseGet(() -> messages.text("layers.stack.size", name, layers, roles));
  }
}
