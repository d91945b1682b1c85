package io.github.tensorloupe.desktop.pane.layers;

import module java.base;
import module javafx.controls;

import io.github.tensorloupe.analysis.layers.LayerStack;
import io.github.tensorloupe.analysis.layers.LayerStatistic;
import io.github.tensorloupe.analysis.layers.StackStatistic;
import io.github.tensorloupe.desktop.control.Following;
import io.github.tensorloupe.desktop.control.copy.CopyMenu;
import io.github.tensorloupe.desktop.control.panel.PanelParts;
import io.github.tensorloupe.desktop.pane.layers.LayerMapViewModel.CellText;
import io.github.tensorloupe.desktop.pane.layers.LayerMapViewModel.State;
import io.github.tensorloupe.desktop.text.Figures;
import io.github.tensorloupe.desktop.text.Messages;
import io.github.tensorloupe.desktop.theme.Icons;
import io.github.tensorloupe.desktop.theme.Tips;
import io.github.tensorloupe.format.DisplayText;
import org.kordamp.ikonli.feather.Feather;

/// Chooses the stack and the statistic, and copies the map.
final class LayerMapBar extends HBox {

  private final LayerMapViewModel model;
  private final Messages messages;
  private final ComboBox<LayerStack> stacks = new ComboBox<>();
  private final ComboBox<LayerStatistic> statistics = new ComboBox<>();

  LayerMapBar(LayerMapViewModel model, Messages messages) {
    this.model = model;
    this.messages = messages;
    getStyleClass().add("layers-bar");
    prepare(stacks, "layers-stack", messages.text("layers.stack"), this::text);
    stacks.setMaxWidth(Double.MAX_VALUE);
    HBox.setHgrow(stacks, Priority.SOMETIMES);
    CellText names = new CellText(messages);
    prepare(statistics, "layers-statistic", messages.text("layers.statistic"), names::name);
    statistics.getItems().setAll(LayerStatistic.values());
    statistics.valueProperty().bindBidirectional(model.statisticProperty());
    Following.of(this).subscribe(model.stateProperty(), this::follow);
    Following.of(this)
        .subscribe(model.stackProperty(), stack -> stacks.setValue(stack.orElse(null)));
    stacks.valueProperty().addListener((_, _, chosen) -> choose(chosen));
    getChildren().addAll(stacks, statistics, copyButton());
  }

  private static <T> void prepare(
      ComboBox<T> box, String id, String accessibleText, Function<T, String> text) {
    box.setId(id);
    box.getStyleClass().add("small");
    box.setAccessibleText(accessibleText);
    Tips.explain(box, accessibleText);
    box.setConverter(PanelParts.choiceText(text));
    box.setMinWidth(80);
  }

  private String text(LayerStack stack) {
    String name = stack.name().isEmpty() ? messages.text("layers.no-name") : stack.name();
    return messages.text(
        "layers.stack.size",
        DisplayText.of(name),
        Figures.count(stack.layerCount()),
        Figures.count(stack.roles().size()));
  }

  private void follow(State state) {
    stacks.getItems().setAll(state instanceof State.Ready(var found) ? found : List.of());
  }

  /// Of a box whose items change the value may be none for a moment.
  private void choose(LayerStack chosen) {
    if (chosen != null) {
      model.stackProperty().set(Optional.of(chosen));
    }
  }

  private Button copyButton() {
    Button copy = Icons.button(Feather.COPY, messages.text("layers.copy"), this::copy, "flat");
    copy.setId("layers-copy");
    copy.setMinWidth(Region.USE_PREF_SIZE);
    copy.disableProperty()
        .bind(model.heatMapProperty().map(map -> map.filter(StackStatistic::fitsTable).isEmpty()));
    return copy;
  }

  private void copy() {
    model
        .heatMapProperty()
        .get()
        .ifPresent(map -> CopyMenu.copy(map.table(messages.text("layers.table.layer"))));
  }
}
