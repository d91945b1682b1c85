package io.github.tensorloupe.desktop.pane.hex;

import module java.base;
import module javafx.controls;

import io.github.tensorloupe.desktop.control.canvas.WheelSteps;
import javafx.util.Duration;

/// Places the caret, marks bytes and scrolls as the mouse asks, and tells which byte it is over.
final class HexMouse {

  private static final Duration STEP = Duration.millis(50);

  private final HexViewModel model;
  private final HexCanvas canvas;
  private final Consumer<OptionalLong> onHover;
  private final Timeline edgeScroll = new Timeline(new KeyFrame(STEP, _ -> scrollAtEdge()));
  private double x;
  private double y;
  private boolean marks;
  private final WheelSteps wheel = new WheelSteps();

  /// @param onHover receives the file offset of the byte under the pointer, if there is one
  HexMouse(HexViewModel model, HexCanvas canvas, Consumer<OptionalLong> onHover) {
    this.model = model;
    this.canvas = canvas;
    this.onHover = onHover;
    edgeScroll.setCycleCount(Animation.INDEFINITE);
    canvas.setOnMousePressed(this::press);
    canvas.setOnMouseDragged(this::drag);
    canvas.setOnMouseReleased(_ -> release());
    canvas.setOnMouseMoved(event -> onHover.accept(byteAt(event)));
    canvas.setOnMouseExited(_ -> onHover.accept(OptionalLong.empty()));
  }

  private OptionalLong byteAt(MouseEvent event) {
    return canvas.byteOffsetAt(event.getX(), event.getY());
  }

  private void press(MouseEvent event) {
    canvas.requestFocus();
    OptionalLong pressed = byteAt(event);
    marks = event.getButton() == MouseButton.PRIMARY && pressed.isPresent();
    if (!marks) {
      return;
    }
    if (event.isShiftDown()) {
      model.extendTo(pressed.getAsLong());
    } else {
      model.placeCaret(pressed.getAsLong());
    }
  }

  private void drag(MouseEvent event) {
    if (!marks) {
      return;
    }
    x = event.getX();
    y = event.getY();
    if (canvas.rowsOutside(y) == 0) {
      edgeScroll.stop();
    } else {
      edgeScroll.play();
    }
    extend();
  }

  /// A press that stays on its byte marks nothing.
  private void extend() {
    canvas
        .nearestByteOffset(x, y)
        .ifPresent(
            near -> {
              if (model.hasSelection() || !model.pageProperty().get().marks().isCaret(near)) {
                model.extendTo(near);
              }
            });
  }

  /// The further outside, the faster.
  private void scrollAtEdge() {
    model.scrollBy(canvas.rowsOutside(y));
    extend();
  }

  private void release() {
    marks = false;
    edgeScroll.stop();
  }

  void turnWheel(ScrollEvent event) {
    event.consume();
    long rows = wheel.take(-event.getDeltaY() / canvas.rowHeight());
    if (rows != 0) {
      model.scrollBy(rows);
      onHover.accept(canvas.byteOffsetAt(event.getX(), event.getY()));
    }
  }
}
