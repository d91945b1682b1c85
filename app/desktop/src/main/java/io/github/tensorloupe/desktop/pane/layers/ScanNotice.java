package io.github.tensorloupe.desktop.pane.layers;

import io.github.tensorloupe.desktop.text.Figures;
import io.github.tensorloupe.desktop.text.Messages;
import io.github.tensorloupe.desktop.theme.Icons;
import javafx.scene.control.Button;
import javafx.scene.control.Label;
import javafx.scene.layout.HBox;
import org.kordamp.ikonli.feather.Feather;

/// Says that values are not known yet, and offers to find them out.
final class ScanNotice extends HBox {

  private final Messages messages;
  private final Label sentence = new Label();
  private final Button scan;

  ScanNotice(Messages messages) {
    this.messages = messages;
    setId("layers-notice");
    getStyleClass().add("layers-line");
    sentence.setGraphic(Icons.of(Feather.INFO, "icon-small", "icon-info"));
    scan = new Button(messages.text("layers.scan"));
    scan.setId("layers-scan");
    scan.getStyleClass().add("small");
    scan.setMinWidth(USE_PREF_SIZE);
    scan.setVisible(false);
    scan.managedProperty().bind(scan.visibleProperty());
    getChildren().addAll(sentence, scan);
  }

  void setOnScan(Runnable action) {
    scan.setOnAction(_ -> action.run());
    scan.setVisible(true);
  }

  /// @param withSentence whether there is room for more than the button
  void show(HeatMap map, boolean withSentence) {
    boolean missing = map.missingCount() > 0;
    setVisible(missing);
    setManaged(missing);
    boolean told = withSentence || scan.getOnAction() == null || map.outliers().isEmpty();
    sentence.setVisible(told);
    sentence.setManaged(told);
    sentence.setText(
        map.knownCount() == 0
            ? messages.text("layers.unknown")
            : messages.text(
                "layers.partly-known",
                Figures.count(map.knownCount()),
                Figures.count(map.knownCount() + (long) map.missingCount())));
  }
}
