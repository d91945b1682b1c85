package io.github.tensorloupe.desktop.shell;

import io.github.tensorloupe.desktop.selection.OpenDocument;
import io.github.tensorloupe.desktop.selection.ScanResults;
import io.github.tensorloupe.desktop.selection.Selection;
import io.github.tensorloupe.desktop.text.Figures;
import io.github.tensorloupe.desktop.text.Messages;
import io.github.tensorloupe.format.Severity;
import java.util.EnumMap;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.stream.Stream;
import javafx.beans.binding.Bindings;
import javafx.beans.binding.BooleanExpression;
import javafx.scene.Node;
import javafx.scene.control.Label;
import javafx.scene.control.Tab;
import javafx.scene.control.TabPane;
import javafx.scene.input.MouseButton;
import javafx.scene.input.MouseEvent;

/// The tabs beside the tree. Selecting a tensor while the overview is shown turns to the histogram.
///
/// A pane is made when it is first turned to with a document open; what nobody looks at costs
/// nothing.
final class DetailTabs extends TabPane {

  private final Map<DetailPane, Tab> tabs = new EnumMap<>(DetailPane.class);
  private final Map<DetailPane, ? extends Supplier<? extends Node>> makers;
  private final Selection selection;
  private final Label problemCount = new Label();
  private final TabHeads heads = new TabHeads(this);

  /// @param makers give one view for each pane, when asked for it
  DetailTabs(
      Map<DetailPane, ? extends Supplier<? extends Node>> makers,
      Selection selection,
      ScanResults results,
      Messages messages) {
    this.makers = makers;
    this.selection = selection;
    setId("detail-tabs");
    setAccessibleText(messages.text("panes.tabs"));
    setTabClosingPolicy(TabClosingPolicy.UNAVAILABLE);
    for (DetailPane pane : DetailPane.values()) {
      Tab tab = new Tab(messages.text(pane.messageKey()));
      tab.setId("tab-" + pane.name().toLowerCase(Locale.ROOT));
      tabs.put(pane, tab);
      getTabs().add(tab);
    }
    problemCount.setId("problems-count");
    problemCount.getStyleClass().add("badge");
    selection
        .documentProperty()
        .subscribe(_ -> showProblemCount(selection.openDocument(), results));
    results.revisionProperty().subscribe(_ -> showProblemCount(selection.openDocument(), results));
    selection.documentProperty().subscribe(_ -> fillShown());
    getSelectionModel().selectedItemProperty().subscribe(_ -> fillShown());
    selection
        .tensorProperty()
        .subscribe(
            tensor -> {
              if (tensor.isPresent() && !selection.isBrowsing() && isShown(DetailPane.OVERVIEW)) {
                show(DetailPane.HISTOGRAM);
              }
            });
  }

  @Override
  protected void layoutChildren() {
    heads.fit();
    super.layoutChildren();
  }

  private void fillShown() {
    DetailPane pane = shown();
    Tab tab = tabs.get(pane);
    if (tab.getContent() == null && selection.openDocument().isPresent()) {
      tab.setContent(keepingKeys(makers.get(pane).get()));
    }
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

  /// Gives the head of each tab its tool tip and menu.
  void explain(TabHints hints) {
    tabs.forEach((pane, tab) -> hints.addTo(tab, pane));
    hints.addTo(this);
  }

  /// Turns to a pane. The focus stays here: what has it in the pane that is left would hand it to
  /// whatever comes next in the window.
  void show(DetailPane pane) {
    if (!isShown(pane) && hasFocusInside()) {
      requestFocus();
    }
    getSelectionModel().select(tabs.get(pane));
  }

  private boolean hasFocusInside() {
    Node owner = getScene() == null ? null : getScene().getFocusOwner();
    return Stream.iterate(owner, Objects::nonNull, Node::getParent).skip(1).anyMatch(this::equals);
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

  /// Notes are no problems.
  private void showProblemCount(Optional<OpenDocument> document, ScanResults results) {
    long count =
        document.stream()
                .flatMap(open -> open.findings().stream())
                .filter(located -> located.finding().concern() != Severity.INFO)
                .count()
            + results.findingCount(Severity.ERROR)
            + results.findingCount(Severity.WARNING);
    problemCount.setText(Figures.count(count));
    tabs.get(DetailPane.PROBLEMS).setGraphic(count == 0 ? null : problemCount);
  }
}
