package io.github.tensorloupe.desktop.pane.histogram;

import io.github.tensorloupe.desktop.theme.Tips;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import javafx.geometry.Orientation;
import javafx.scene.control.Label;
import javafx.scene.control.Tooltip;
import javafx.scene.layout.Pane;

/// Figures with their names, either one below the other or side by side. Where there is no room for
/// all, the last ones are left out.
final class FiguresPane extends Pane {

  private record Entry(Label label, Label value) {}

  private static final double ROW_HEIGHT = 22;
  private static final double COLUMN_GAP = 16;
  private static final double MAX_WIDTH = 232;
  private static final double CELL_WIDTH = 92;
  private static final double CELL_HEIGHT = 36;
  private static final double TOOLTIP_WIDTH = 420;

  private List<Entry> entries = List.of();
  private Orientation orientation = Orientation.VERTICAL;

  FiguresPane() {
    setId("histogram-figures");
    getStyleClass().add("figures-pane");
  }

  void show(List<Figure> figures) {
    entries = figures.stream().map(FiguresPane::entry).toList();
    List<Label> labels = new ArrayList<>();
    entries.forEach(entry -> labels.addAll(List.of(entry.label(), entry.value())));
    getChildren().setAll(labels);
  }

  private static Entry entry(Figure figure) {
    Label label = new Label(figure.label());
    label.getStyleClass().add("caption");
    Label value = new Label(figure.value());
    value.setId(figure.id());
    value.getStyleClass().add("mono");
    value.setTooltip(tooltip(figure));
    if (!figure.explanation().isEmpty()) {
      label.setTooltip(tooltip(figure));
      value.setAccessibleHelp(figure.explanation());
    }
    label.setLabelFor(value);
    return new Entry(label, value);
  }

  private static Tooltip tooltip(Figure figure) {
    Tooltip tooltip = Tips.of(figure.tooltip());
    tooltip.setWrapText(true);
    tooltip.setMaxWidth(TOOLTIP_WIDTH);
    return tooltip;
  }

  /// All figures with their names, one a line, also those that there is no room for.
  String text() {
    return entries.stream()
        .map(entry -> entry.label().getText() + "\t" + entry.value().getText())
        .collect(Collectors.joining("\n"));
  }

  /// One below the other, or side by side.
  void setOrientation(Orientation newOrientation) {
    if (orientation != newOrientation) {
      orientation = newOrientation;
      requestLayout();
    }
  }

  private int columns(double width) {
    double inner = width - snappedLeftInset() - snappedRightInset();
    return (int) Math.clamp(inner / CELL_WIDTH, 1, Math.max(1, entries.size()));
  }

  @Override
  protected double computePrefWidth(double height) {
    double content =
        entries.stream()
            .mapToDouble(
                entry -> entry.label().prefWidth(-1) + COLUMN_GAP + entry.value().prefWidth(-1))
            .max()
            .orElse(0);
    return Math.min(MAX_WIDTH, content) + snappedLeftInset() + snappedRightInset();
  }

  @Override
  protected double computePrefHeight(double width) {
    double insets = snappedTopInset() + snappedBottomInset();
    if (orientation == Orientation.VERTICAL) {
      return insets + entries.size() * ROW_HEIGHT;
    }
    int columns = columns(width);
    return insets + (entries.size() + columns - 1) / columns * CELL_HEIGHT;
  }

  @Override
  protected double computeMinHeight(double width) {
    return 0;
  }

  @Override
  protected void layoutChildren() {
    for (int i = 0; i < entries.size(); i++) {
      Entry entry = entries.get(i);
      double bottom =
          orientation == Orientation.VERTICAL ? placeRow(entry, i) : placeCell(entry, i);
      boolean fits = bottom <= getHeight() - snappedBottomInset() + 1;
      entry.label().setVisible(fits);
      entry.value().setVisible(fits);
    }
  }

  private double placeRow(Entry entry, int index) {
    double left = snappedLeftInset();
    double width = getWidth() - left - snappedRightInset();
    double top = snappedTopInset() + index * ROW_HEIGHT;
    double labelWidth = snapSizeX(entry.label().prefWidth(-1));
    double valueWidth =
        Math.min(snapSizeX(entry.value().prefWidth(-1)), width - labelWidth - COLUMN_GAP / 2);
    entry.label().resizeRelocate(left, top, labelWidth, ROW_HEIGHT);
    entry.value().resizeRelocate(left + width - valueWidth, top, valueWidth, ROW_HEIGHT);
    return top + ROW_HEIGHT;
  }

  private double placeCell(Entry entry, int index) {
    int columns = columns(getWidth());
    double cell = (getWidth() - snappedLeftInset() - snappedRightInset()) / columns;
    double left = snapPositionX(snappedLeftInset() + index % columns * cell);
    double top = snappedTopInset() + index / columns * CELL_HEIGHT;
    double width = cell - COLUMN_GAP / 2;
    entry.label().resizeRelocate(left, top, width, CELL_HEIGHT / 2 - 2);
    entry.value().resizeRelocate(left, top + CELL_HEIGHT / 2 - 2, width, CELL_HEIGHT / 2 - 2);
    return top + CELL_HEIGHT;
  }
}
