package io.github.tensorloupe.desktop.pane.heatmap;

import module java.base;
import module javafx.controls;

import io.github.tensorloupe.analysis.heatmap.GridPlacement;
import io.github.tensorloupe.analysis.slice.TensorSlice;
import io.github.tensorloupe.analysis.slice.TensorSlice.Cell;
import io.github.tensorloupe.desktop.control.WeakSubscriptions;
import io.github.tensorloupe.desktop.control.canvas.CanvasPalette;
import io.github.tensorloupe.desktop.control.canvas.CaretMove;
import io.github.tensorloupe.desktop.control.canvas.ColoredRegion;
import io.github.tensorloupe.desktop.control.canvas.WheelSteps;
import io.github.tensorloupe.export.HeatPalette;
import io.github.tensorloupe.export.HeatPixels;
import io.github.tensorloupe.export.HeatScale;

/// The picture, drawn in physical screen pixels. Handles mouse and keyboard input.
final class HeatCanvas extends ColoredRegion {

  private static final double NOTCH = 30;

  /// The distance that a key pans the picture, in screen pixels.
  private static final int PAN_STEP = 64;

  /// The minimum size of the inside of a frame, in line widths.
  private static final int MIN_FRAME_SIZE = 7;

  /// The distance that a page key moves the cursor, in picture pixels.
  private static final int PAGE = 16;

  /// The minimum size of tiles that are separated by lines, in screen pixels.
  private static final int MIN_TILE_SIZE = 6;

  private enum Ink {
    NAN,
    INFINITE,
    EDGE,
    ABSENT,
    GROUND,
    CARET
  }

  private static final CanvasPalette PALETTE =
      CanvasPalette.of(
          "-tl-picture-", CanvasPalette.SIGNED, CanvasPalette.RAMP, List.of(Ink.values()));

  private final HeatMapViewModel model;
  private final ImageView view = new ImageView();
  final ObjectProperty<HeatPalette> palette = new SimpleObjectProperty<>(HeatPalette.LIGHT);

  /// The mouse position in screen pixels, relative to the corner of the picture's area.
  final ObjectProperty<Optional<Point2D>> pointed = new SimpleObjectProperty<>(Optional.empty());

  private final ObservableValue<Number> outputScale =
      sceneProperty()
          .flatMap(Scene::windowProperty)
          .flatMap(Window::outputScaleXProperty)
          .orElse(1);
  private Optional<PixelBuffer<IntBuffer>> buffer = Optional.empty();
  private int[] argb = new int[0];
  private int width;
  private int height;
  private double scale = 1;
  private Point2D pressed = Point2D.ZERO;
  private Point2D dragged = Point2D.ZERO;
  private boolean isDragging;
  private final WheelSteps wheel = new WheelSteps();

  HeatCanvas(HeatMapViewModel model) {
    super(PALETTE);
    this.model = model;
    setId("heatmap-picture");
    getStyleClass().add("heatmap-picture");
    setMinSize(0, 0);
    setPrefSize(0, 0);
    setFocusTraversable(true);
    setAccessibleRole(AccessibleRole.IMAGE_VIEW);
    view.setMouseTransparent(true);
    view.setManaged(false);
    view.setSmooth(false);
    getChildren().add(view);
    WeakSubscriptions.of(this).subscribe(model.pictureProperty(), _ -> redraw());
    WeakSubscriptions.of(this).subscribe(model.caret, _ -> redraw());
    WeakSubscriptions.of(this).subscribe(model.cursor, _ -> redraw());
    focusedProperty().subscribe(_ -> redraw());
    outputScale.subscribe(_ -> redraw());
    setOnMouseMoved(event -> pointed.set(Optional.of(place(event))));
    setOnMouseExited(_ -> pointed.set(Optional.empty()));
    setOnMousePressed(this::press);
    setOnMouseDragged(this::drag);
    setOnMouseReleased(this::release);
    setOnScroll(this::turnWheel);
    setOnKeyPressed(this::pressKey);
  }

  @Override
  protected void restyle() {
    palette.set(
        new HeatPalette(
            CanvasPalette.SIGNED.stream().map(this::argb).toList(),
            CanvasPalette.RAMP.stream().map(this::argb).toList(),
            argb(Ink.NAN),
            argb(Ink.INFINITE),
            argb(Ink.EDGE),
            argb(Ink.ABSENT),
            argb(Ink.GROUND)));
    redraw();
  }

  private int argb(Object name) {
    Color color = color(name);
    return 0xff << 24
        | (int) Math.round(color.getRed() * 255) << 16
        | (int) Math.round(color.getGreen() * 255) << 8
        | (int) Math.round(color.getBlue() * 255);
  }

  /// Returns the number of screen pixels per unit of length.
  double scale() {
    return scale;
  }

  private void turnWheel(ScrollEvent event) {
    int steps = (int) wheel.take(event.getDeltaY() / NOTCH);
    if (steps != 0) {
      model.zoom(steps, event.getX() * scale, event.getY() * scale);
    }
  }

  private void pressKey(KeyEvent event) {
    if (!event.isShortcutDown()
        && !event.isAltDown()
        && ((event.isShiftDown() ? pan(event) : move(event)) || zoom(event))) {
      event.consume();
    }
  }

  private boolean move(KeyEvent event) {
    if (event.getCode() == KeyCode.ENTER || event.getCode() == KeyCode.SPACE) {
      model.pickAtCursor();
      return true;
    }
    Optional<CaretMove> move = CaretMove.of(event);
    move.ifPresent(it -> it.step(PAGE, model::moveCursor));
    return move.isPresent();
  }

  private boolean pan(KeyEvent event) {
    switch (event.getCode()) {
      case LEFT -> model.pan(0, -PAN_STEP);
      case RIGHT -> model.pan(0, PAN_STEP);
      case UP -> model.pan(-PAN_STEP, 0);
      case DOWN -> model.pan(PAN_STEP, 0);
      default -> {
        return false;
      }
    }
    return true;
  }

  /// Handles EQUALS too, which is the key code of `+` typed with Shift.
  private boolean zoom(KeyEvent event) {
    switch (event.getCode()) {
      case PLUS, EQUALS, ADD -> model.zoom(1);
      case MINUS, SUBTRACT -> model.zoom(-1);
      case DIGIT0, NUMPAD0 -> model.fit();
      case DIGIT1, NUMPAD1 -> model.showElementwise();
      default -> {
        return false;
      }
    }
    return true;
  }

  private Point2D place(MouseEvent event) {
    return new Point2D(event.getX() * scale, event.getY() * scale);
  }

  private void press(MouseEvent event) {
    requestFocus();
    pressed = place(event);
    dragged = pressed;
    isDragging = false;
  }

  private void drag(MouseEvent event) {
    Point2D now = place(event);
    // The mouse may move by a few pixels during a click.
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

  /// Adapts the resolution of the picture to the screen, because scaling it after drawing would
  /// blur it.
  private void measure() {
    scale = Math.max(1, getLocalToSceneTransform().getMxx() * outputScale.getValue().doubleValue());
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
    if (buffer.isPresent()) {
      Arrays.fill(argb, palette.get().ground());
      model.pictureProperty().get().ifPresent(picture -> paint(picture, palette.get()));
      buffer.get().updateBuffer(_ -> null);
    }
  }

  private void paint(HeatPicture picture, HeatPalette shown) {
    HeatScale numbers = new HeatScale(shown, picture.signed(), picture.limit());
    int thickness = (int) Math.max(1, Math.round(scale));
    HeatPixels pixels = new HeatPixels(argb, width, height, shown, thickness);
    HeatMapViewport frame = picture.frame();
    GridPlacement place = frame.place();
    picture.blocks().forEach(block -> pixels.draw(block, place, numbers));
    pixels.mark(picture.blocks(), place);
    model.slice().ifPresent(slice -> drawTileLines(slice, frame, shown.ground()));
    if (isFocused()) {
      model.cursor.get().ifPresent(at -> frame(frame, at, thickness, shown.edge()));
    }
    model.caret.get().ifPresent(at -> frame(frame, at, thickness, argb(Ink.CARET)));
  }

  private void drawTileLines(TensorSlice slice, HeatMapViewport frame, int color) {
    GridPlacement place = frame.place();
    boolean isTiled = slice.axes().tiles().isPresent() && frame.grid().isElementwise();
    long tileHeight = slice.tileHeight() * place.cellHeight();
    long tileWidth = slice.tileWidth() * place.cellWidth();
    if (!isTiled || Math.min(tileHeight, tileWidth) < MIN_TILE_SIZE) {
      return;
    }
    for (int y = Math.clamp(place.top(), 0, height); y < height; y++) {
      boolean isLine = (y - place.top()) % tileHeight == 0;
      for (int x = Math.clamp(place.left(), 0, width); x < width; x++) {
        if (isLine || (x - place.left()) % tileWidth == 0) {
          argb[y * width + x] = color;
        }
      }
    }
  }

  /// Draws a frame outside a pixel of the picture, with a visible minimum size: two lines of the
  /// given color between two lines of the background color, which separate it from the picture.
  ///
  /// @param thickness the thickness of a line, at least 1
  private void frame(HeatMapViewport picture, Cell cell, int thickness, int color) {
    GridPlacement place = picture.place();
    HeatMapViewport.Pixel pixel = picture.pixelOf(cell);
    int ground = palette.get().ground();
    int[] lines = {ground, color, color, ground};
    int growX = Math.max(0, Math.ceilDiv(MIN_FRAME_SIZE * thickness - place.cellWidth(), 2));
    int growY = Math.max(0, Math.ceilDiv(MIN_FRAME_SIZE * thickness - place.cellHeight(), 2));
    long left = place.left() + pixel.column() * place.cellWidth() - growX;
    long top = place.top() + pixel.row() * place.cellHeight() - growY;
    long right = left + place.cellWidth() + 2L * growX;
    long bottom = top + place.cellHeight() + 2L * growY;
    int reach = lines.length * thickness;
    for (int y = Math.clamp(top - reach, 0, height); y < Math.min(height, bottom + reach); y++) {
      for (int x = Math.clamp(left - reach, 0, width); x < Math.min(width, right + reach); x++) {
        long outside =
            Math.max(Math.max(left - x, x + 1 - right), Math.max(top - y, y + 1 - bottom));
        if (outside > 0) {
          argb[y * width + x] = lines[(int) (outside - 1) / thickness];
        }
      }
    }
  }
}
