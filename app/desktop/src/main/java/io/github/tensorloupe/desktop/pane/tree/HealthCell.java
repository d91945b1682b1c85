package io.github.tensorloupe.desktop.pane.tree;

import io.github.tensorloupe.analysis.health.HealthIssue;
import io.github.tensorloupe.desktop.theme.Icons;
import io.github.tensorloupe.format.Severity;
import java.util.List;
import java.util.Set;
import javafx.beans.value.ChangeListener;
import javafx.beans.value.WeakChangeListener;
import org.kordamp.ikonli.feather.Feather;
import org.kordamp.ikonli.javafx.FontIcon;

/// The worst that is wrong with the values of a tensor, or of everything in a group.
final class HealthCell extends TreeCell {

  private static final List<String> COLORS =
      List.of("icon-danger", "icon-warning", "icon-info", "icon-quiet");

  private final TensorTreeViewModel model;
  private final HealthText text;
  private final FontIcon icon = Icons.of(Feather.CHECK, "icon-small");
  // The results live longer than the cells, so they must not hold them.
  private final ChangeListener<Number> onResults = (_, _, _) -> showAgain();

  HealthCell(TensorTreeViewModel model, HealthText text) {
    this.model = model;
    this.text = text;
    getStyleClass().add("health-cell");
    model.results().revisionProperty().addListener(new WeakChangeListener<>(onResults));
  }

  private void showAgain() {
    if (!isEmpty() && getItem() != null && model.hasNode(getItem().node())) {
      show(getItem().node());
    }
  }

  @Override
  void show(int node) {
    Presence presence = model.presenceOf(node);
    if (presence != Presence.WHOLE) {
      showIcon(presence == Presence.CUT ? Feather.SCISSORS : Feather.SLASH, "icon-danger");
      setGraphic(icon);
      setAccessibleText(text.of(node));
      return;
    }
    Set<HealthIssue> issues = model.results().issuesAt(node);
    boolean outlier = model.results().isOutlierAt(node);
    if (issues.isEmpty() && !outlier && !model.results().isScannedAt(node)) {
      clear();
      return;
    }
    issues.stream()
        .filter(issue -> !issue.isUsual())
        .map(HealthIssue::severity)
        .min(Severity::compareTo)
        .ifPresentOrElse(this::showSeverity, () -> showFine(outlier, !issues.isEmpty()));
    setGraphic(icon);
    setAccessibleText(text.of(node));
  }

  private void showSeverity(Severity severity) {
    switch (severity) {
      case ERROR -> showIcon(Feather.X_CIRCLE, "icon-danger");
      case WARNING -> showIcon(Feather.ALERT_TRIANGLE, "icon-warning");
      case INFO -> showIcon(Feather.INFO, "icon-info");
    }
  }

  private void showFine(boolean outlier, boolean usual) {
    if (outlier) {
      showIcon(Feather.TRENDING_UP, "icon-info");
    } else if (usual) {
      showIcon(Feather.INFO, "icon-quiet");
    } else {
      showIcon(Feather.CHECK, "icon-quiet");
    }
  }

  private void showIcon(Feather picture, String color) {
    icon.setIconCode(picture);
    icon.getStyleClass().removeAll(COLORS);
    icon.getStyleClass().add(color);
  }

  @Override
  void clear() {
    super.clear();
    setAccessibleText(null);
  }
}
