package io.github.tensorloupe.desktop.control.bars;

import module java.base;
import module javafx.controls;

import io.github.tensorloupe.desktop.control.canvas.CanvasPalette;
import io.github.tensorloupe.desktop.control.canvas.CanvasRegion;
import io.github.tensorloupe.desktop.control.panel.PanelParts;

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
    LINE,
    GRID,
    LABEL,
    SELECTED
  }

  private static final CanvasPalette PALETTE =
      CanvasPalette.of("-tl-bars-", List.of(Tone.values()), List.of(BarColor.values()));
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

  private double left;
  private double step = 1;

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
          int at = barAt(event.getX());
          return at < 0 ? "" : tooltipOf.apply(at);
        });
    setOnMouseClicked(
        event -> {
          requestFocus();
          int at = barAt(event.getX());
          if (at >= 0) {
            onChosen.accept(at);
          }
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

  private int barAt(double x) {
    int at = (int) Math.floor((x - left) / step);
    return x >= left && at < content.get().bars().size() ? at : -1;
  }

  @Override
  protected void arrange(double width, double height) {
    Bars shown = content.get();
    double label = Math.max(widthOf(shown.top()), widthOf(shown.bottom()));
    left = Math.max(MIN_LEFT_MARGIN, Math.ceil(label) + LABEL_GAP);
    step = Math.min(MAX_BAR_WIDTH, (width - left) / Math.max(1, shown.bars().size()));
  }

  @Override
  protected void draw(GraphicsContext graphics, double width, double height) {
    Bars shown = content.get();
    if (shown.bars().isEmpty() || width <= left) {
      return;
    }
    double top = LABEL_HEIGHT / 2;
    double base = Math.floor(height - (shown.groups().isEmpty() ? top : LABEL_HEIGHT));
    double room = base - top;
    drawAxis(graphics, shown, width, base);
    double bar = step >= WIDTH_WITH_GAPS ? step - Math.max(1, Math.floor(step / 5)) : step;
    for (int i = 0; i < shown.bars().size(); i++) {
      Bar each = shown.bars().get(i);
      double x = left + i * step;
      graphics.setFill(color(BarColor.OTHER));
      fill(graphics, x, base, bar, each.other() * room);
      graphics.setFill(color(each.tone()));
      boolean isNone = !(each.height() * room >= 1);
      // Drawn inside the bar that it is compared with.
      double inset = each.other() > 0 && bar >= WIDTH_WITH_GAPS * 2 ? bar / 5 : 0;
      if (!isNone) {
        fill(graphics, x + inset, base, bar - 2 * inset, each.height() * room);
      } else if (each.tone() != Tone.NORMAL) {
        fill(graphics, x, base, bar, STUB);
      }
      if (each.other() < each.height()) {
        graphics.setFill(color(BarColor.OTHER));
        graphics.fillRect(x, base - each.other() * room, bar, 1);
      }
    }
    drawLine(graphics, shown.line(), base, room);
    if (selected.get() >= 0 && selected.get() < shown.bars().size()) {
      graphics.setStroke(color(BarColor.SELECTED));
      graphics.setLineWidth(isFocused() ? 2 : 1);
      double x = left + selected.get() * step;
      graphics.strokeRect(x - 1, top - 1, Math.max(bar + 2, 3), room + 2);
    }
  }

  private static void fill(
      GraphicsContext graphics, double x, double base, double width, double height) {
    if (height > 0) {
      graphics.fillRect(x, base - height, Math.max(width, 1), height);
    }
  }

  private void drawAxis(GraphicsContext graphics, Bars shown, double width, double base) {
    graphics.setFill(color(BarColor.GRID));
    graphics.fillRect(left, base, width - left, 1);
    graphics.setFill(color(BarColor.LABEL));
    graphics.setTextBaseline(VPos.CENTER);
    graphics.fillText(shown.top(), 0, LABEL_HEIGHT / 2);
    graphics.fillText(shown.bottom(), 0, base);
    double free = left;
    boolean isNamed = true;
    for (Map.Entry<Integer, String> group : shown.groups().entrySet()) {
      double x = left + group.getKey() * step;
      if (group.getKey() > 0) {
        graphics.setFill(color(BarColor.GRID));
        graphics.fillRect(Math.floor(x) - 1, base, 1, 4);
      }
      double end = x + widthOf(group.getValue());
      boolean hasRoom = x >= free && end <= width;
      // A number alone belongs to the preceding name.
      boolean isNumber = group.getValue().chars().allMatch(Character::isDigit);
      isNamed = isNumber ? isNamed : hasRoom;
      if (hasRoom && isNamed) {
        graphics.setFill(color(BarColor.LABEL));
        graphics.fillText(group.getValue(), x, base + LABEL_HEIGHT / 2 + 1);
        free = end + LABEL_GAP;
      }
    }
  }

  private void drawLine(GraphicsContext graphics, double[] line, double base, double room) {
    graphics.setStroke(color(BarColor.LINE));
    graphics.setLineWidth(1.5);
    graphics.beginPath();
    for (int i = 0; i < line.length; i++) {
      graphics.lineTo(left + (i + 0.5) * step, base - line[i] * room);
    }
    graphics.stroke();
  }
}
