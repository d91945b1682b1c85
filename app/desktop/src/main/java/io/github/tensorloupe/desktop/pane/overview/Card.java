package io.github.tensorloupe.desktop.pane.overview;

import module java.base;
import module javafx.controls;

import io.github.tensorloupe.desktop.control.panel.PanelParts;
import io.github.tensorloupe.desktop.theme.Tips;
import javafx.scene.control.Label;

/// A framed section of the overview with a title, and factory methods for its lines.
class Card extends VBox {

  Card(String id, String title, Node... content) {
    super(12, PanelParts.label(title, "heading"));
    PanelParts.named(this, id, "card", "overview-card");
    getChildren().addAll(content);
  }

  final void addCaption(String text) {
    getChildren().add(elastic(text, text, "caption"));
  }

  /// Creates a label for a long text. It shrinks in favor of its neighbors, and the tooltip shows
  /// all of it.
  static Label elastic(String text, String fullText, String... styleClasses) {
    Label label = PanelParts.elastic(text, styleClasses);
    PanelParts.grow(label);
    Tips.setTooltip(label, () -> fullText);
    return label;
  }

  static HBox line(Node... nodes) {
    HBox line = PanelParts.row(8, nodes);
    line.setMinWidth(0);
    return line;
  }

  /// Limits the width of all current and future children of a flow pane to the given width.
  static void limitChildWidths(FlowPane flow, ObservableDoubleValue width) {
    DoubleBinding maxChildWidth =
        Bindings.createDoubleBinding(
            () -> width.get() > 0 ? width.get() : Region.USE_COMPUTED_SIZE, width);
    Runnable keep =
        () ->
            flow.getChildren().stream()
                .map(Region.class::cast)
                .filter(child -> !child.maxWidthProperty().isBound())
                .forEach(child -> child.maxWidthProperty().bind(maxChildWidth));
    flow.setMinWidth(0);
    flow.getChildren().subscribe(keep);
    keep.run();
  }

  /// Creates a button from several stacked lines, as wide as the card.
  static Button button(String name, Node... lines) {
    VBox texts = new VBox(2, lines);
    texts.setMinWidth(0);
    Button button = new Button(name, texts);
    button.setMnemonicParsing(false);
    button.setContentDisplay(ContentDisplay.GRAPHIC_ONLY);
    button.getStyleClass().addAll("flat", "overview-row");
    button.setMaxWidth(Double.MAX_VALUE);
    button.setMinWidth(0);
    texts.prefWidthProperty().bind(button.widthProperty().subtract(16));
    return button;
  }

  /// A horizontal bar of segments, each as wide as its share. The remainder is empty.
  static final class ShareBar extends Region {

    /// Small shares remain visible.
    private static final double MIN_PART_WIDTH = 2;

    private final List<Double> shares = new ArrayList<>();

    ShareBar() {
      getStyleClass().add("share-bar");
      setMinWidth(0);
      Rectangle outline = new Rectangle();
      outline.widthProperty().bind(widthProperty());
      outline.heightProperty().bind(heightProperty());
      outline.arcWidthProperty().bind(heightProperty());
      outline.arcHeightProperty().bind(heightProperty());
      setClip(outline);
    }

    /// @param share the share of the bar, from 0 to 1
    /// @param styleClasses style classes for the color of the segment
    void add(double share, String... styleClasses) {
      Region part = new Region();
      part.getStyleClass().addAll(styleClasses);
      shares.add(share);
      getChildren().add(part);
    }

    @Override
    protected void layoutChildren() {
      double x = 0;
      for (int i = 0; i < shares.size(); i++) {
        double wanted = Math.max(MIN_PART_WIDTH, shares.get(i) * getWidth());
        double width = Math.min(wanted, getWidth() - x);
        double gap = i + 1 < shares.size() && width > MIN_PART_WIDTH ? 1 : 0;
        getChildren().get(i).resizeRelocate(x, 0, width - gap, getHeight());
        x += width;
      }
    }
  }
}
