package io.github.tensorloupe.desktop.pane.histogram;

import io.github.tensorloupe.desktop.control.Following;
import io.github.tensorloupe.desktop.error.DetailsButton;
import io.github.tensorloupe.desktop.error.Remark;
import io.github.tensorloupe.desktop.text.Messages;
import io.github.tensorloupe.desktop.theme.Icons;
import io.github.tensorloupe.desktop.theme.Tips;
import java.util.Optional;
import javafx.scene.control.Label;
import javafx.scene.layout.VBox;
import org.kordamp.ikonli.feather.Feather;

/// Lines below the badges: what stands out, and what was done last. Each is there only while there
/// is something to tell.
final class NoticeLine extends VBox {

  private final Label outlier = line("histogram-outlier");
  private final Label notice = line("histogram-notice");

  NoticeLine(OutlierViewModel outliers, NoticeBoard notices, Messages messages) {
    getStyleClass().add("histogram-notices");
    outlier.setGraphic(Icons.of(Feather.TRENDING_UP, "icon-small", "icon-warning"));
    DetailsButton details =
        DetailsButton.whileThereIs(
            notices.noticeProperty().map(told -> told.flatMap(Remark::failure)), messages);
    getChildren().addAll(outlier, notice, details);
    Following.of(this).subscribe(outliers.sentenceProperty(), sentence -> show(outlier, sentence));
    Following.of(this).subscribe(notices.noticeProperty(), told -> showNotice(told));
  }

  private static Label line(String id) {
    Label label = new Label();
    label.setId(id);
    label.setWrapText(true);
    label.setMinHeight(USE_PREF_SIZE);
    return label;
  }

  private void showNotice(Optional<Remark> told) {
    boolean failure = told.filter(Remark::isRefusal).isPresent();
    notice.setGraphic(
        failure
            ? Icons.of(Feather.ALERT_TRIANGLE, "icon-small", "icon-danger")
            : Icons.of(Feather.CHECK, "icon-small", "icon-success"));
    show(notice, told.map(Remark::sentence).orElse(""));
  }

  private void show(Label label, String text) {
    label.setText(text);
    Tips.explain(label, text);
    label.setVisible(!text.isEmpty());
    label.setManaged(!text.isEmpty());
    boolean any = outlier.isVisible() || notice.isVisible();
    setVisible(any);
    setManaged(any);
  }
}
