package io.github.tensorloupe.ui;

import io.github.tensorloupe.format.Severity;
import io.github.tensorloupe.ui.selection.OpenDocument;
import io.github.tensorloupe.ui.selection.ScanResults;
import io.github.tensorloupe.ui.selection.Selection;
import io.github.tensorloupe.ui.text.Figures;
import io.github.tensorloupe.ui.text.Messages;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import javafx.beans.binding.Bindings;
import javafx.beans.binding.BooleanExpression;
import javafx.scene.Node;
import javafx.scene.control.Label;
import javafx.scene.control.Tab;
import javafx.scene.control.TabPane;
import javafx.scene.input.MouseButton;
import javafx.scene.input.MouseEvent;

/// The tabs beside the tree. Selecting a tensor while the overview is shown turns to the histogram.
final class DetailTabs extends TabPane {

  private final Map<DetailPane, Tab> tabs = new EnumMap<>(DetailPane.class);
  private final Label problemCount = new Label();

  DetailTabs(
      Map<DetailPane, Node> panes, Selection selection, ScanResults results, Messages messages) {
    setId("detail-tabs");
    setTabClosingPolicy(TabClosingPolicy.UNAVAILABLE);
    for (DetailPane pane : DetailPane.values()) {
      Tab tab = new Tab(messages.text(pane.messageKey()), keepingKeys(panes.get(pane)));
      tab.setId("tab-" + pane.name().toLowerCase(Locale.ROOT));
      tabs.put(pane, tab);
      getTabs().add(tab);
    }
    problemCount.getStyleClass().add("badge");
    selection
        .documentProperty()
        .subscribe(_ -> showProblemCount(selection.openDocument(), results));
    results.revisionProperty().subscribe(_ -> showProblemCount(selection.openDocument(), results));
    selection
        .tensorProperty()
        .subscribe(
            tensor -> {
              if (tensor.isPresent() && !selection.isBrowsing() && isShown(DetailPane.OVERVIEW)) {
                show(DetailPane.HISTOGRAM);
              }
            });
  }

  /// A pane of tabs takes the keys whenever the mouse is pressed anywhere in it, also away from
  /// what has just asked for them.
  private static Node keepingKeys(Node pane) {
    pane.addEventHandler(
        MouseEvent.MOUSE_PRESSED,
        event -> {
          if (event.getButton() == MouseButton.PRIMARY) {
            event.consume();
          }
        });
    return pane;
  }

  /// Turns to a pane.
  void show(DetailPane pane) {
    getSelectionModel().select(tabs.get(pane));
  }

  /// The pane that is turned to.
  DetailPane shown() {
    return tabs.entrySet().stream()
        .filter(entry -> isShown(entry.getKey()))
        .map(Map.Entry::getKey)
        .findFirst()
        .orElse(DetailPane.OVERVIEW);
  }

  /// Whether a pane is the one that is turned to.
  BooleanExpression shown(DetailPane pane) {
    return Bindings.equal(getSelectionModel().selectedItemProperty(), tabs.get(pane));
  }

  private boolean isShown(DetailPane pane) {
    return getSelectionModel().getSelectedItem() == tabs.get(pane);
  }

  private void showProblemCount(Optional<OpenDocument> document, ScanResults results) {
    long count =
        document.map(open -> open.findings().size()).orElse(0)
            + Arrays.stream(Severity.values()).mapToLong(results::findingCount).sum();
    problemCount.setText(Figures.count(count));
    tabs.get(DetailPane.PROBLEMS).setGraphic(count == 0 ? null : problemCount);
  }
}
