package io.github.tensorloupe.desktop.pane.overview;

import io.github.tensorloupe.desktop.text.Messages;
import io.github.tensorloupe.format.DisplayText;
import javafx.scene.control.Label;
import javafx.scene.layout.ColumnConstraints;
import javafx.scene.layout.GridPane;
import javafx.scene.layout.Priority;

/// The most telling entries of the metadata.
final class MetadataCard extends Card {

  private static final int SHOWN_CHARACTERS = 120;
  private static final double KEY_WIDTH = 150;

  /// @param severalFiles whether it must be said which file the entries are from
  MetadataCard(MetadataSummary summary, boolean severalFiles, Messages messages) {
    super("overview-metadata", messages.text("overview.metadata"), messages);
    if (summary.file().isEmpty()) {
      Label none = new Label(messages.text("overview.metadata.none"));
      none.getStyleClass().add("muted");
      getChildren().add(none);
      return;
    }
    getChildren().add(entries(summary));
    String count = counted("overview.metadata.entries", summary.entryCount());
    String origin = String.valueOf(summary.file().get().path().getFileName());
    String caption =
        severalFiles ? messages.text("overview.metadata.in", count, DisplayText.of(origin)) : count;
    Label footer = elastic(caption, caption, "caption");
    footer.setId("overview-metadata-count");
    getChildren().add(footer);
  }

  private GridPane entries(MetadataSummary summary) {
    GridPane grid = new GridPane();
    grid.getStyleClass().add("metadata-entries");
    ColumnConstraints key = new ColumnConstraints(0, USE_COMPUTED_SIZE, KEY_WIDTH);
    ColumnConstraints value = new ColumnConstraints(0, 0, Double.MAX_VALUE);
    value.setHgrow(Priority.ALWAYS);
    grid.getColumnConstraints().setAll(key, value);
    int row = 0;
    for (MetadataSummary.Entry entry : summary.telling()) {
      String name = DisplayText.of(entry.key(), SHOWN_CHARACTERS);
      String text = DisplayText.of(entry.value(), SHOWN_CHARACTERS);
      grid.add(elastic(name, name, "mono", "muted"), 0, row);
      grid.add(elastic(text, DisplayText.of(entry.value(), 2000)), 1, row);
      row++;
    }
    return grid;
  }
}
