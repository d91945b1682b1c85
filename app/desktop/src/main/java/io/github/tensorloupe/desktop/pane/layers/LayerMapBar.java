package io.github.tensorloupe.desktop.pane.layers;

import module java.base;
import module javafx.controls;

import io.github.tensorloupe.analysis.layers.LayerPlace;
import io.github.tensorloupe.analysis.layers.LayerStack;
import io.github.tensorloupe.analysis.layers.LayerStatistic;
import io.github.tensorloupe.desktop.control.Following;
import io.github.tensorloupe.desktop.control.copy.CopyMenu;
import io.github.tensorloupe.desktop.pane.layers.ColoredStack.Cell;
import io.github.tensorloupe.desktop.pane.layers.LayerMapViewModel.State;
import io.github.tensorloupe.desktop.text.Figures;
import io.github.tensorloupe.desktop.text.Messages;
import io.github.tensorloupe.desktop.theme.Icons;
import io.github.tensorloupe.desktop.theme.Tips;
import io.github.tensorloupe.format.DisplayText;
import javafx.util.StringConverter;
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
    stacks.setMinWidth(80);
    stacks.setMaxWidth(Double.MAX_VALUE);
    HBox.setHgrow(stacks, Priority.SOMETIMES);
    CellText names = new CellText(messages);
    prepare(statistics, "layers-statistic", messages.text("layers.statistic"), names::name);
    statistics.getItems().setAll(LayerStatistic.values());
    statistics.setMinWidth(80);
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
    box.setConverter(
        new StringConverter<>() {
          @Override
          public String toString(T value) {
            return value == null ? "" : text.apply(value);
          }

          @Override
          public T fromString(String ignored) {
            throw new UnsupportedOperationException("nothing is typed");
          }
        });
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
    if (state instanceof State.Ready ready) {
      stacks.getItems().setAll(ready.stacks());
    } else {
      stacks.getItems().clear();
    }
  }

  /// Of a box whose items change the value may be none for a moment.
  private void choose(LayerStack chosen) {
    if (chosen != null) {
      model.stackProperty().set(Optional.of(chosen));
    }
  }

  private Button copyButton() {
    Button copy = new Button(null, Icons.of(Feather.COPY));
    copy.setId("layers-copy");
    copy.getStyleClass().addAll("flat", "button-icon");
    String text = messages.text("layers.copy");
    copy.setAccessibleText(text);
    Tips.explain(copy, text);
    copy.setMinWidth(Region.USE_PREF_SIZE);
    copy.disableProperty()
        .bind(model.heatMapProperty().map(map -> map.filter(LayerMapTable::isPossible).isEmpty()));
    copy.setOnAction(_ -> model.heatMapProperty().get().ifPresent(this::copy));
    return copy;
  }

  private void copy(ColoredStack map) {
    CopyMenu.copy(LayerMapTable.of(map, messages));
  }

  /// The map as a text that spreadsheets read: a line for each layer, tabs between the roles.
  static final class LayerMapTable {

    private static final long MAX_PLACES = 1_000_000;

    private LayerMapTable() {}

    /// True if the map is small enough for it.
    static boolean isPossible(ColoredStack map) {
      return (long) map.rowCount() * map.columnCount() <= MAX_PLACES;
    }

    /// The text. Numbers have all their digits; what is not known is left empty.
    static String of(ColoredStack map, Messages messages) {
      StringBuilder text = new StringBuilder(messages.text("layers.table.layer"));
      map.stack().roles().forEach(role -> text.append('\t').append(DisplayText.of(role)));
      text.append('\n');
      for (int row = 0; row < map.rowCount(); row++) {
        text.append(map.stack().layer(row));
        for (int column = 0; column < map.columnCount(); column++) {
          text.append('\t').append(text(map.cell(new LayerPlace(row, column))));
        }
        text.append('\n');
      }
      return text.toString();
    }

    private static String text(Cell cell) {
      return switch (cell.kind()) {
        case EMPTY, UNKNOWN -> "";
        case NO_NUMBER -> "NaN";
        case ZERO -> "0";
        case VALUE ->
            cell.value() == Math.rint(cell.value()) && Math.abs(cell.value()) < 1L << 53
                ? Long.toString((long) cell.value())
                : Double.toString(cell.value());
      };
    }
  }
}
