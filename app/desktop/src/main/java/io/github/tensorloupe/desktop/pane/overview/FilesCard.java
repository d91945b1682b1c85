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

/// The files of a set or folder; those with something wrong first.
final class FilesCard extends Card {

  private static final int MAX_ROWS = 12;

  FilesCard(List<FileSummary> files, String title, Messages messages) {
    super("overview-files", title, messages);
    VBox rows = new VBox(6);
    files.stream().limit(MAX_ROWS).map(this::row).forEach(rows.getChildren()::add);
    getChildren().add(rows);
    if (files.size() > MAX_ROWS) {
      Label more =
          new Label(messages.text("overview.files.more", Figures.count(files.size() - MAX_ROWS)));
      more.getStyleClass().add("caption");
      getChildren().add(more);
    }
  }

  private HBox row(FileSummary file) {
    FontIcon icon = icon(file.state());
    String name = DisplayText.of(String.valueOf(file.path().getFileName()), 200);
    return line(
        icon,
        elastic(name, DisplayText.of(file.path().toString(), 2000), "mono"),
        figure(counted("overview.tensors", file.tensorCount()), "caption"),
        figure(Figures.bytes(file.byteCount()), "file-size"));
  }

  private FontIcon icon(FileSummary.State state) {
    FontIcon icon =
        switch (state) {
          case REFUSED -> Icons.of(Feather.X_CIRCLE, "icon-small", "icon-danger");
          case PROBLEMS -> Icons.of(Feather.ALERT_TRIANGLE, "icon-small", "icon-warning");
          case LOADS -> Icons.of(Feather.CHECK, "icon-small", "icon-success");
        };
    icon.setAccessibleText(
        messages()
            .text(
                switch (state) {
                  case REFUSED -> "overview.files.refused";
                  case PROBLEMS -> "overview.files.problems";
                  case LOADS -> "overview.files.loads";
                }));
    return icon;
  }
}
