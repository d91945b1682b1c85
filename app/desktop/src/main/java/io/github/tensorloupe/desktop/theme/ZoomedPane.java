package io.github.tensorloupe.desktop.theme;

import module java.base;
import module javafx.controls;

/// Scales its content by `-tl-zoom`, which the stylesheets set, so that everything follows the text
/// size: letters, rows, gaps, icons and canvases. The content is laid out in the unscaled size. In
/// a small window, it is enlarged only as far as enough space remains, and if the window is too
/// narrow, it is reduced instead of clipped.
public final class ZoomedPane extends Region {

  private static final StyleablePropertyFactory<ZoomedPane> FACTORY =
      new StyleablePropertyFactory<>(Region.getClassCssMetaData());
  private static final CssMetaData<ZoomedPane, Number> ZOOM =
      FACTORY.createSizeCssMetaData("-tl-zoom", pane -> pane.zoom, 1, false);
  private static final double MIN_WIDTH = 480;
  private static final double MIN_HEIGHT = 400;
  private static final double MIN_ZOOM = 0.5;
  private static final Set<String> DRAGGED_BY_SCENE =
      Set.of("split-pane-divider", "column-resize-line", "nested-column-header");

  private final SimpleStyleableDoubleProperty zoom =
      new SimpleStyleableDoubleProperty(ZOOM, this, "zoom", 1.0);
  private final Scale scale = new Scale();
  private final Node content;
  private final double minContentWidth;
  private final double minContentHeight;
  private boolean isPassingOn;

  public ZoomedPane(Node content) {
    this(content, MIN_WIDTH, MIN_HEIGHT);
  }

  private ZoomedPane(Node content, double minContentWidth, double minContentHeight) {
    this.content = content;
    this.minContentWidth = minContentWidth;
    this.minContentHeight = minContentHeight;
    getStyleClass().add("zoomed-pane");
    content.getTransforms().add(scale);
    getChildren().add(content);
    zoom.subscribe(_ -> requestLayout());
    addEventFilter(MouseEvent.ANY, this::passOn);
  }

  /// Creates a pane for a menu, which adapts to its size: always scaled by the full factor. The
  /// content can be moved to another parent later.
  public static ZoomedPane inMenu(Node content) {
    return new ZoomedPane(new StackPane(content), 1, 1);
  }

  /// JavaFX computes the drag distance of dividers and column headers in scene coordinates, which
  /// differ from the coordinates of the scaled content: with text of 24 px, a divider would move
  /// 185 px when the mouse moves 100 px.
  private void passOn(MouseEvent event) {
    if (!isPassingOn && scale.getX() != 1 && isHandle(event.getTarget())) {
      event.consume();
      isPassingOn = true;
      try {
        Event.fireEvent(event.getTarget(), inContent(event));
      } finally {
        isPassingOn = false;
      }
    }
  }

  private static boolean isHandle(Object target) {
    return target instanceof Node node
        && (node.getStyleClass().stream().anyMatch(DRAGGED_BY_SCENE::contains)
            || node.getParent() != null
                && node.getStyleClass().isEmpty()
                && node.getParent().getStyleClass().stream().anyMatch(DRAGGED_BY_SCENE::contains));
  }

  private MouseEvent inContent(MouseEvent event) {
    return new MouseEvent(
        event.getSource(),
        event.getTarget(),
        event.getEventType(),
        event.getSceneX() / scale.getX(),
        event.getSceneY() / scale.getY(),
        event.getScreenX(),
        event.getScreenY(),
        event.getButton(),
        event.getClickCount(),
        event.isShiftDown(),
        event.isControlDown(),
        event.isAltDown(),
        event.isMetaDown(),
        event.isPrimaryButtonDown(),
        event.isMiddleButtonDown(),
        event.isSecondaryButtonDown(),
        event.isSynthesized(),
        event.isPopupTrigger(),
        event.isStillSincePress(),
        event.getPickResult());
  }

  /// Returns the current scale factor of the content.
  public double zoom() {
    return scale.getX();
  }

  @Override
  protected void layoutChildren() {
    double room = Math.min(getWidth() / minContentWidth, getHeight() / minContentHeight);
    double fitting = Math.clamp(getWidth() / minContentWidth, MIN_ZOOM, Math.max(1, room));
    double shown = Math.min(zoom.get(), fitting);
    scale.setX(shown);
    scale.setY(shown);
    content.resizeRelocate(0, 0, getWidth() / shown, getHeight() / shown);
  }

  @Override
  protected double computeMinWidth(double height) {
    return 0;
  }

  @Override
  protected double computeMinHeight(double width) {
    return 0;
  }

  @Override
  protected double computePrefWidth(double height) {
    return content.prefWidth(-1) * zoom.get();
  }

  @Override
  protected double computePrefHeight(double width) {
    return content.prefHeight(-1) * zoom.get();
  }

  /// Returns the properties that stylesheets can set.
  public static List<CssMetaData<? extends Styleable, ?>> getClassCssMetaData() {
    return FACTORY.getCssMetaData();
  }

  @Override
  public List<CssMetaData<? extends Styleable, ?>> getCssMetaData() {
    return getClassCssMetaData();
  }
}
