package io.github.tensorloupe.desktop.control.bars;

import module java.base;
import module javafx.controls;

import io.github.tensorloupe.desktop.control.canvas.CanvasPalette;
import io.github.tensorloupe.desktop.control.canvas.CanvasRegion;
import io.github.tensorloupe.desktop.control.panel.PanelParts;
import io.github.tensorloupe.desktop.control.plot.Plot;
import io.github.tensorloupe.desktop.control.plot.Plot.Ink;
import io.github.tensorloupe.desktop.control.plot.PlotArea;
import io.github.tensorloupe.export.SvgPicture.Anchor;

/// A bar chart with group labels and an optional line. A bar can be selected with the mouse or the
/// arrow keys. Belongs to the FX thread.
public final class BarsCanvas extends CanvasRegion {

  /// The meaning of a color.
  public enum Tone {
    NORMAL,
    /// Worth a closer examination.
    NOTABLE,
    BAD
  }

  /// One bar. Heights are shares of the full height; NaN if there is no value.
  ///
  /// @param height of the bar
  /// @param other of a paler bar that it is compared with
  public record Bar(double height, double other, Tone tone) {}

  /// The content of the chart.
  ///
  /// @param groups labels by the index of the first bar of each group: a name, a number, or both; a
  ///   number alone belongs to the preceding name
  /// @param line heights of the line in the middle of each bar; empty for no line
  /// @param top label of the full height
  /// @param bottom label of height zero
  public record Bars(
      List<Bar> bars, SortedMap<Integer, String> groups, double[] line, String top, String bottom) {

    public static final Bars NONE = new Bars(List.of(), new TreeMap<>(), new double[0], "", "");
  }

  private enum BarColor {
    OTHER,
    CURVE,
    SELECTED
  }

  private static final CanvasPalette PALETTE =
      CanvasPalette.of(
          "-tl-bars-", List.of(Ink.values()), List.of(Tone.values()), List.of(BarColor.values()));
  private static final double MAX_BAR_WIDTH = 28;
  private static final double WIDTH_WITH_GAPS = 4;
  private static final double LABEL_GAP = 6;
  private static final double LABEL_HEIGHT = 16;

  /// Aligns the bars of charts that are shown above each other.
  private static final double MIN_LEFT_MARGIN = 48;

  private static final double TIP_WIDTH = 420;

  /// Height of a bar without a value, so that it is visible.
  private static final double STUB = 3;

  private final ObjectProperty<Bars> content = new SimpleObjectProperty<>(Bars.NONE);

  /// The index of the selected bar, or -1.
  private final IntegerProperty selected = new SimpleIntegerProperty(-1);

  private PlotArea area = new PlotArea(0, 0, 0, 0, 1, 1);

  /// @param tooltipOf returns the tooltip of a bar
  /// @param onChosen receives the bar that the user clicks or moves to
  public BarsCanvas(IntFunction<String> tooltipOf, IntConsumer onChosen) {
    super(PALETTE);
    getStyleClass().add("bars");
    setMinSize(0, 0);
    setFocusTraversable(true);
    setAccessibleRole(AccessibleRole.IMAGE_VIEW);
    redrawWith(content, selected, focusedProperty());
    installTooltip(
        TIP_WIDTH,
        event -> {
          OptionalInt at = area.columnAt(event.getX());
          return at.isEmpty() ? "" : tooltipOf.apply(at.getAsInt());
        });
    setOnMouseClicked(
        event -> {
          requestFocus();
          area.columnAt(event.getX()).ifPresent(onChosen);
        });
    setOnKeyPressed(event -> pressKey(event, onChosen));
  }

  /// Returns the canvas below its title, visible while there are bars.
  public VBox titled(String id, String title, double height) {
    setId(id);
    setAccessibleText(title);
    setPrefHeight(height);
    setMinHeight(height);
    VBox box = new VBox(4, PanelParts.elastic(title, "caption"), this);
    box.visibleProperty().bind(content.map(now -> !now.bars().isEmpty()));
    return box;
  }

  public ObjectProperty<Bars> contentProperty() {
    return content;
  }

  public IntegerProperty selectedProperty() {
    return selected;
  }

  private void pressKey(KeyEvent event, IntConsumer onChosen) {
    int last = content.get().bars().size() - 1;
    int to =
        switch (event.getCode()) {
          case LEFT -> selected.get() - 1;
          case RIGHT -> selected.get() + 1;
          case HOME -> 0;
          case END -> last;
          default -> -1;
        };
    if (!event.isShortcutDown() && !event.isAltDown() && to >= 0 && to <= last) {
      event.consume();
      onChosen.accept(to);
    }
  }

  @Override
  protected void draw(GraphicsContext graphics, double width, double height) {
    Bars shown = content.get();
    Plot plot = new Plot.OnCanvas(this, graphics);
    double label = Math.max(widthOf(shown.top()), widthOf(shown.bottom()));
    double left = Math.max(MIN_LEFT_MARGIN, Math.ceil(label) + LABEL_GAP);
    double top = LABEL_HEIGHT / 2;
    double base = Math.floor(height - (shown.groups().isEmpty() ? top : LABEL_HEIGHT));
    int count = shown.bars().size();
    double all = Math.clamp(width - left, 0, MAX_BAR_WIDTH * count);
    area = new PlotArea(left, top, all, base - top, plot.pixel(), count);
    if (all > 0) {
      drawAxis(plot, shown, width);
      for (int i = 0; i < count; i++) {
        drawBar(plot, shown.bars().get(i), area.columnLeft(i), barWidth(i));
      }
      List<Point2D> line = new ArrayList<>();
      for (double each : shown.line()) {
        line.add(new Point2D(area.x((line.size() + 0.5) / count), area.y(each)));
      }
      plot.line(new Plot.Stroke(color(BarColor.CURVE), 1.5, List.of()), line);
      int at = selected.get();
      if (at >= 0 && at < count) {
        graphics.setStroke(color(BarColor.SELECTED));
        graphics.setLineWidth(isFocused() ? 2 : 1);
        double bar = Math.max(barWidth(at) + 2, 3);
        graphics.strokeRect(area.columnLeft(at) - 1, top - 1, bar, area.height() + 2);
      }
    }
  }

  private double barWidth(int bar) {
    double width = area.columnLeft(bar + 1) - area.columnLeft(bar);
    return width >= WIDTH_WITH_GAPS ? width - Math.max(1, Math.floor(width / 5)) : width;
  }

  private void drawBar(Plot plot, Bar bar, double x, double width) {
    fill(plot, color(BarColor.OTHER), x, width, bar.other() * area.height());
    double height = bar.height() * area.height();
    if (height >= 1) {
      // Drawn inside the bar that it is compared with.
      double inset = bar.other() > 0 && width >= WIDTH_WITH_GAPS * 2 ? width / 5 : 0;
      fill(plot, color(bar.tone()), x + inset, width - 2 * inset, height);
    } else if (bar.tone() != Tone.NORMAL) {
      fill(plot, color(bar.tone()), x, width, STUB);
    }
    if (bar.other() < bar.height()) {
      plot.fill(color(BarColor.OTHER), x, area.y(bar.other()), width, 1);
    }
  }

  private void fill(Plot plot, Color color, double x, double width, double height) {
    if (height > 0) {
      plot.fill(color, x, area.bottom() - height, Math.max(width, 1), height);
    }
  }

  private void drawAxis(Plot plot, Bars shown, double width) {
    Color text = color(Ink.TEXT);
    plot.fill(color(Ink.LINE), area.left(), area.bottom(), width - area.left(), 1);
    plot.text(text, shown.top(), 0, area.top(), Anchor.START);
    plot.text(text, shown.bottom(), 0, area.bottom(), Anchor.START);
    double free = area.left();
    boolean isNamed = true;
    for (Map.Entry<Integer, String> group : shown.groups().entrySet()) {
      double x = area.columnLeft(group.getKey());
      if (group.getKey() > 0) {
        plot.fill(color(Ink.LINE), x - 1, area.bottom(), 1, Plot.TICK);
      }
      double end = x + widthOf(group.getValue());
      boolean hasRoom = x >= free && end <= width;
      // A number alone belongs to the preceding name.
      boolean isNumber = group.getValue().chars().allMatch(Character::isDigit);
      isNamed = isNumber ? isNamed : hasRoom;
      if (hasRoom && isNamed) {
        double y = area.bottom() + LABEL_HEIGHT / 2 + 1;
        plot.text(text, group.getValue(), x, y, Anchor.START);
        free = end + LABEL_GAP;
      }
    }
  }
}
