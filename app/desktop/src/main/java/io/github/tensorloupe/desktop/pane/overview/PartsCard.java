package io.github.tensorloupe.desktop.pane.overview;

import io.github.tensorloupe.desktop.text.Figures;
import io.github.tensorloupe.desktop.text.Messages;
import io.github.tensorloupe.desktop.theme.Icons;
import io.github.tensorloupe.format.DisplayText;
import java.util.List;
import javafx.scene.control.Label;
import javafx.scene.layout.HBox;
import javafx.scene.layout.VBox;
import org.kordamp.ikonli.feather.Feather;
import org.kordamp.ikonli.javafx.FontIcon;

/// The sets and lone files of a folder, such as the components of a pipeline.
final class PartsCard extends Card {

  private static final int MAX_ROWS = 12;

  PartsCard(List<PartSummary> parts, Messages messages) {
    super("overview-parts", messages.text("overview.parts"), messages);
    VBox rows = new VBox(6);
    parts.stream().limit(MAX_ROWS).map(this::row).forEach(rows.getChildren()::add);
    getChildren().add(rows);
    if (parts.size() > MAX_ROWS) {
      Label more =
          new Label(messages.text("overview.parts.more", Figures.count(parts.size() - MAX_ROWS)));
      more.getStyleClass().add("caption");
      getChildren().add(more);
    }
  }

  private HBox row(PartSummary part) {
    FontIcon icon =
        part.broken()
            ? Icons.of(Feather.X_CIRCLE, "icon-small", "icon-danger")
            : Icons.of(Feather.CHECK, "icon-small", "icon-success");
    icon.setAccessibleText(
        messages().text(part.broken() ? "overview.parts.problems" : "overview.parts.fine"));
    String kind =
        part.isSet()
            ? counted("overview.parts.shards", part.fileCount())
            : messages().text("overview.parts.file");
    String label = DisplayText.of(part.label(), 200);
    return line(
        icon,
        elastic(label, DisplayText.of(part.label(), 2000), "mono"),
        figure(kind, "caption"),
        figure(counted("overview.tensors", part.tensorCount()), "caption"),
        figure(Figures.bytes(part.byteCount()), "file-size"));
  }
}
