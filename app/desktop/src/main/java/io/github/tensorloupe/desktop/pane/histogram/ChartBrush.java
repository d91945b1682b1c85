package io.github.tensorloupe.desktop.pane.histogram;

import module java.base;
import module javafx.controls;

/// Mouse and key input of the chart: selects bins, zooms in on them, and shows all again.
final class ChartBrush {

  /// A shorter drag is a click.
  private static final double CLICK_WIDTH = 4;

  private final HistogramChart chart;
  private OptionalInt pressedBin = OptionalInt.empty();
  private double pressedX;

  ChartBrush(HistogramChart chart) {
    this.chart = chart;
    chart.setOnMouseMoved(event -> markAt(event.getX()));
    chart.setOnMouseExited(_ -> leave());
    chart.setOnMousePressed(this::press);
    chart.setOnMouseDragged(this::drag);
    chart.setOnMouseReleased(this::release);
    chart.setOnKeyPressed(this::pressKey);
  }

  private void markAt(double x) {
    OptionalInt bin = chart.binAt(x);
    chart.mark(bin.isPresent() ? BinSelection.of(bin.getAsInt()) : BinSelection.NONE);
  }

  private void leave() {
    if (pressedBin.isEmpty()) {
      chart.mark(BinSelection.NONE);
    }
  }

  private void press(MouseEvent event) {
    chart.requestFocus();
    if (event.getButton() != MouseButton.PRIMARY) {
      return;
    }
    if (event.getClickCount() == 2) {
      chart.showAll();
      return;
    }
    pressedX = event.getX();
    pressedBin = chart.binAt(event.getX());
    markAt(event.getX());
  }

  private void drag(MouseEvent event) {
    if (chart.marked().isEmpty()) {
      // Other bins have come meanwhile, or it was given up.
      pressedBin = OptionalInt.empty();
    }
    pressedBin.ifPresent(
        begin ->
            chart
                .nearestBin(event.getX())
                .ifPresent(bin -> chart.mark(BinSelection.of(begin).to(bin))));
  }

  private void release(MouseEvent event) {
    if (pressedBin.isPresent() && Math.abs(event.getX() - pressedX) >= CLICK_WIDTH) {
      chart.zoomToMarked();
    }
    pressedBin = OptionalInt.empty();
  }

  private void pressKey(KeyEvent event) {
    switch (event.getCode()) {
      case LEFT -> step(-1, event.isShiftDown());
      case RIGHT -> step(1, event.isShiftDown());
      case ENTER -> chart.zoomToMarked();
      case ESCAPE -> giveUp();
      default -> {
        return;
      }
    }
    event.consume();
  }

  private void step(int direction, boolean extended) {
    if (chart.binCount() > 0) {
      chart.mark(chart.marked().step(direction, extended, chart.binCount()));
    }
  }

  /// The mark first, then the part that fills the chart.
  private void giveUp() {
    if (!chart.marked().isEmpty()) {
      pressedBin = OptionalInt.empty();
      chart.mark(BinSelection.NONE);
    } else {
      chart.showAll();
    }
  }
}
