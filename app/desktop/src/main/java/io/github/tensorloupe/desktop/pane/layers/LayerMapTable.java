package io.github.tensorloupe.desktop.pane.layers;

import io.github.tensorloupe.analysis.layers.LayerPlace;
import io.github.tensorloupe.desktop.pane.layers.ColoredStack.Cell;
import io.github.tensorloupe.desktop.text.Messages;
import io.github.tensorloupe.format.DisplayText;

/// The map as a text that spreadsheets read: a line for each layer, tabs between the roles.
final class LayerMapTable {

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
