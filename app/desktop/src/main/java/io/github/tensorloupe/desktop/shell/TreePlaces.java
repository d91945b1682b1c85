package io.github.tensorloupe.desktop.shell;

import io.github.tensorloupe.desktop.command.Command;
import io.github.tensorloupe.desktop.command.Commands;
import java.util.List;
import java.util.stream.Stream;
import javafx.scene.control.MenuItem;

/// Where the menu of a tensor leads.
final class TreePlaces {

  private TreePlaces() {}

  /// One item for each pane that shows a tensor.
  ///
  /// @param commands that must be bound already
  static List<MenuItem> items(Commands commands) {
    return Stream.of(
            Command.SHOW_HISTOGRAM,
            Command.SHOW_VALUES,
            Command.SHOW_HEATMAP,
            Command.SHOW_METADATA,
            Command.SHOW_BYTES)
        .map(command -> commands.contextItem(command, "tree-"))
        .toList();
  }
}
