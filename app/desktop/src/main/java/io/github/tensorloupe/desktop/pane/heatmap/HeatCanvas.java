package io.github.tensorloupe.desktop.pane.heatmap;

import io.github.tensorloupe.analysis.slice.TensorSlice;
import io.github.tensorloupe.desktop.control.Following;
import io.github.tensorloupe.export.HeatPalette;
import io.github.tensorloupe.export.HeatPixels;
import io.github.tensorloupe.export.HeatScale;
import java.nio.IntBuffer;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import javafx.beans.property.ReadOnlyObjectProperty;
import javafx.beans.property.ReadOnlyObjectWrapper;
import javafx.beans.value.ObservableValue;
import javafx.css.CssMetaData;
import javafx.css.Styleable;
import javafx.geometry.Point2D;
import javafx.scene.AccessibleRole;
import javafx.scene.Cursor;
import javafx.scene.Scene;
import javafx.scene.image.ImageView;
import javafx.scene.image.PixelBuffer;
import javafx.scene.image.PixelFormat;
import javafx.scene.image.WritableImage;
import javafx.scene.input.MouseEvent;
import javafx.scene.input.ScrollEvent;
import javafx.scene.layout.Region;
import javafx.stage.Window;

/// The picture, pixel for pixel as the screen has them; it hears the mouse and the keys.
final class HeatCanvas extends Region {

  private static final double NOTCH = 30;

  private final HeatMapViewModel model;
  private final HeatColors colors = new HeatColors(this);
  private final ImageView view = new ImageView();
  private final ReadOnlyObjectWrapper<HeatPalette> palette =
      new ReadOnlyObjectWrapper<>(HeatPalette.LIGHT);
  private final ReadOnlyObjectWrapper<Optional<Point2D>> pointed =
      new ReadOnlyObjectWrapper<>(Optional.empty());
  private Optional<PixelBuffer<IntBuffer>> buffer = Optional.empty();
  private int[] argb = new int[0];
  private int width;
  private int height;
  private double scale = 1;
  private Point2D pressed = Point2D.ZERO;
  private Point2D dragged = Point2D.ZERO;
  private boolean isDragging;
  private double turned;

  HeatCanvas(HeatMapViewModel model) {
    this.model = model;
    setId("heatmap-picture");
    getStyleClass().add("heatmap-picture");
    setFocusTraversable(true);
    setAccessibleRole(AccessibleRole.IMAGE_VIEW);
    view.setMouseTransparent(true);
    view.setManaged(false);
    view.setSmooth(false);
    getChildren().add(view);
    colors.onChange(this::recolor);
    Following.of(this).subscribe(model.pictureProperty(), _ -> setNeedsLayout(true));
    Following.of(this).subscribe(model.caretProperty(), _ -> setNeedsLayout(true));
    Following.of(this).subscribe(model.cursorProperty(), _ -> setNeedsLayout(true));
    focusedProperty().subscribe(_ -> setNeedsLayout(true));
    screenScale().subscribe(_ -> setNeedsLayout(true));
    setOnMouseMoved(this::point);
    setOnMouseExited(_ -> pointed.set(Optional.empty()));
    setOnMousePressed(this::press);
    setOnMouseDragged(this::drag);
    setOnMouseReleased(this::release);
    setOnScroll(this::turnWheel);
    setOnKeyPressed(new HeatKeys(model));
  }

  private ObservableValue<Number> screenScale() {
    return sceneProperty().flatMap(Scene::windowProperty).flatMap(Window::outputScaleXProperty);
  }

  private void recolor() {
    palette.set(colors.palette());
    setNeedsLayout(true);
  }

  HeatColors colors() {
    return colors;
  }

  /// The colours as the style sheet gives them.
  ReadOnlyObjectProperty<HeatPalette> paletteProperty() {
    return palette.getReadOnlyProperty();
  }

  /// Where the mouse is, in pixels of the screen from the corner of the picture's room.
  ReadOnlyObjectProperty<Optional<Point2D>> pointedProperty() {
    return pointed.getReadOnlyProperty();
  }

  /// The colour that is drawn at a pixel of the screen.
  int colorAt(int x, int y) {
    return argb[y * width + x];
  }

  /// How many pixels of the screen lie along one of the layout's.
  double scale() {
    return scale;
  }

  /// A wheel turns in notches, a touch pad by a little at a time.
  private void turnWheel(ScrollEvent event) {
    event.consume();
    turned += event.getDeltaY();
    int steps = (int) (turned / NOTCH);
    turned -= steps * NOTCH;
    if (steps != 0) {
      model.zoom(steps, event.getX() * scale, event.getY() * scale);
    }
  }

  private Point2D place(MouseEvent event) {
    return new Point2D(event.getX() * scale, event.getY() * scale);
  }

  private void point(MouseEvent event) {
    pointed.set(Optional.of(place(event)));
  }

  private void press(MouseEvent event) {
    requestFocus();
    pressed = place(event);
    dragged = pressed;
    isDragging = false;
  }

  private void drag(MouseEvent event) {
    Point2D now = place(event);
    // A hand that clicks trembles.
    if (isDragging || now.distance(pressed) > 4 * scale) {
      isDragging = true;
      setCursor(Cursor.CLOSED_HAND);
      long right = Math.round(dragged.getX() - now.getX());
      long down = Math.round(dragged.getY() - now.getY());
      dragged = dragged.subtract(right, down);
      model.pan(down, right);
    }
  }

  private void release(MouseEvent event) {
    setCursor(null);
    if (!isDragging) {
      Point2D place = place(event);
      model.pickAt(place.getX(), place.getY());
    }
    isDragging = false;
  }

  @Override
  protected void layoutChildren() {
    measure();
    model.setRoom(height, width);
    view.setFitWidth(width / scale);
    view.setFitHeight(height / scale);
    view.relocate(0, 0);
    paint();
  }

  /// Pictures that are enlarged after they were drawn are blurred, so that it is the screen's
  /// pixels that count.
  private void measure() {
    double output =
        getScene() == null || getScene().getWindow() == null
            ? 1
            : getScene().getWindow().getOutputScaleX();
    scale = Math.max(1, getLocalToSceneTransform().getMxx() * output);
    int newWidth = (int) Math.floor(getWidth() * scale);
    int newHeight = (int) Math.floor(getHeight() * scale);
    if (newWidth == width && newHeight == height) {
      return;
    }
    width = newWidth;
    height = newHeight;
    argb = new int[width * height];
    buffer =
        argb.length == 0
            ? Optional.empty()
            : Optional.of(
                new PixelBuffer<>(
                    width, height, IntBuffer.wrap(argb), PixelFormat.getIntArgbPreInstance()));
    view.setImage(buffer.map(WritableImage::new).orElse(null));
  }

  private void paint() {
    if (buffer.isEmpty()) {
      return;
    }
    HeatPalette shown = palette.get();
    Arrays.fill(argb, shown.ground());
    model.pictureProperty().get().ifPresent(picture -> paint(picture, shown));
    buffer.get().updateBuffer(_ -> null);
  }

  private void paint(HeatPicture picture, HeatPalette shown) {
    HeatScale numbers = new HeatScale(shown, picture.signed(), picture.limit());
    int thickness = (int) Math.max(1, Math.round(scale));
    HeatPixels pixels = new HeatPixels(argb, width, height, shown, thickness);
    HeatPixels.Place place = picture.frame().place();
    picture.blocks().forEach(block -> pixels.draw(block, place, numbers));
    pixels.mark(picture.blocks(), place);
    FramePainter frames = new FramePainter(argb, width, height, thickness);
    if (isFocused()) {
      model
          .cursorProperty()
          .get()
          .ifPresent(cell -> frame(frames, picture.frame(), cell, shown.edge(), shown.ground()));
    }
    model
        .caretProperty()
        .get()
        .ifPresent(cell -> frame(frames, picture.frame(), cell, colors.caret(), shown.ground()));
  }

  private static void frame(
      FramePainter painter, HeatFrame frame, TensorSlice.Cell cell, int color, int edge) {
    HeatPixels.Place place = frame.place();
    painter.frame(
        place.left() + frame.columns().pixelOf(cell.column()) * place.cellWidth(),
        place.top() + frame.rows().pixelOf(cell.row()) * place.cellHeight(),
        place.cellWidth(),
        place.cellHeight(),
        color,
        edge);
  }

  @Override
  protected double computeMinHeight(double forWidth) {
    return 0;
  }

  @Override
  protected double computePrefHeight(double forWidth) {
    return 0;
  }

  @Override
  protected double computeMinWidth(double forHeight) {
    return 0;
  }

  @Override
  protected double computePrefWidth(double forHeight) {
    return 0;
  }

  @Override
  public List<CssMetaData<? extends Styleable, ?>> getCssMetaData() {
    return HeatColors.cssMetaData();
  }
}
