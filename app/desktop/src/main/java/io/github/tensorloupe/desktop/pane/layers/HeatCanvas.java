package io.github.tensorloupe.desktop.pane.layers;

import io.github.tensorloupe.analysis.layers.LayerPlace;
import io.github.tensorloupe.desktop.control.Following;
import io.github.tensorloupe.desktop.control.copy.MenuPlace;
import java.util.List;
import java.util.Optional;
import javafx.beans.property.ReadOnlyObjectProperty;
import javafx.beans.property.ReadOnlyObjectWrapper;
import javafx.geometry.Orientation;
import javafx.geometry.Point2D;
import javafx.scene.AccessibleRole;
import javafx.scene.canvas.GraphicsContext;
import javafx.scene.control.ScrollBar;
import javafx.scene.input.KeyEvent;
import javafx.scene.input.MouseEvent;
import javafx.scene.input.ScrollEvent;
import javafx.scene.text.Text;

/// The map itself, drawn, with its scroll bars; it hears keys, clicks and the wheel.
final class HeatCanvas extends HeatRegion {

  private static final int MEASURED_GLYPHS = 100;
  private static final double LABEL_ROOM = 12;
  private static final double MIN_HEADER = 44;
  private static final double MAX_HEADER_PART = 0.36;

  private final LayerMapViewModel model;
  private final ScrollBar across = new ScrollBar();
  private final ScrollBar down = new ScrollBar();
  private final ReadOnlyObjectWrapper<Optional<LayerPlace>> lookedAt =
      new ReadOnlyObjectWrapper<>(Optional.empty());
  private Optional<LayerPlace> hovered = Optional.empty();
  private List<String> roles = List.of();
  private List<String> fittingRoles = List.of();
  private int fittingCharacters;
  private int longestRole;
  private double glyphWidth = 1;
  private Optional<HeatLayout> layout = Optional.empty();
  private boolean arranging;

  HeatCanvas(LayerMapViewModel model) {
    this.model = model;
    setId("layer-map");
    getStyleClass().addAll("heat", "layer-map", "mono");
    setFocusTraversable(true);
    setAccessibleRole(AccessibleRole.IMAGE_VIEW);
    prepare(across, Orientation.HORIZONTAL);
    prepare(down, Orientation.VERTICAL);
    Following.of(this).subscribe(model.stackProperty(), _ -> startAnew());
    Following.of(this).subscribe(model.heatMapProperty(), _ -> setNeedsLayout(true));
    Following.of(this).subscribe(model.cursorProperty(), this::goTo);
    Following.of(this).subscribe(model.selectedPlaceProperty(), _ -> setNeedsLayout(true));
    focusedProperty().subscribe(_ -> setNeedsLayout(true));
    MenuPlace.set(this, () -> model.cursorProperty().get().flatMap(this::pointOf));
    setOnMouseMoved(event -> hover(placeAt(event)));
    setOnMouseExited(_ -> hover(Optional.empty()));
    setOnMouseClicked(this::click);
    setOnScroll(this::turnWheel);
    setOnKeyPressed(this::pressKey);
  }

  private void prepare(ScrollBar bar, Orientation orientation) {
    bar.setOrientation(orientation);
    bar.setFocusTraversable(false);
    bar.valueProperty()
        .addListener(
            _ -> {
              if (!arranging) {
                setNeedsLayout(true);
              }
            });
    getChildren().add(bar);
  }

  /// The place that the mouse is over, else that of the keyboard.
  ReadOnlyObjectProperty<Optional<LayerPlace>> lookedAtProperty() {
    return lookedAt.getReadOnlyProperty();
  }

  private void startAnew() {
    roles =
        model
            .stackProperty()
            .get()
            .map(stack -> RoleNames.shortened(stack.roles()))
            .orElse(List.of());
    fittingRoles = List.of();
    longestRole = roles.stream().mapToInt(String::length).max().orElse(0);
    layout = Optional.empty();
    hovered = Optional.empty();
    across.setValue(0);
    down.setValue(0);
    look();
    setNeedsLayout(true);
  }

  private void goTo(Optional<LayerPlace> cursor) {
    look();
    if (cursor.isPresent() && layout.isPresent()) {
      scrollTo(layout.get().showing(cursor.get()));
    }
    setNeedsLayout(true);
  }

  private void hover(Optional<LayerPlace> place) {
    if (!place.equals(hovered)) {
      hovered = place;
      look();
      setNeedsLayout(true);
    }
  }

  private void look() {
    lookedAt.set(hovered.or(() -> model.cursorProperty().get()));
  }

  private Optional<LayerPlace> placeAt(MouseEvent event) {
    return layout.flatMap(places -> places.at(event.getX(), event.getY()));
  }

  private void click(MouseEvent event) {
    requestFocus();
    placeAt(event).ifPresent(model::select);
  }

  private void turnWheel(ScrollEvent event) {
    event.consume();
    layout.ifPresent(
        places ->
            scrollTo(
                places.scrolled(
                    places.scrollX() - event.getDeltaX(), places.scrollY() - event.getDeltaY())));
  }

  private void scrollTo(HeatLayout places) {
    across.setValue(places.scrollX());
    down.setValue(places.scrollY());
  }

  private void pressKey(KeyEvent event) {
    int page = layout.map(HeatLayout::wholeRows).orElse(1);
    if (event.isShortcutDown() || event.isAltDown()) {
      return;
    }
    switch (event.getCode()) {
      case LEFT -> move(0, -1);
      case RIGHT -> move(0, 1);
      case UP -> move(-1, 0);
      case DOWN -> move(1, 0);
      case PAGE_UP -> move(-page, 0);
      case PAGE_DOWN -> move(page, 0);
      case HOME -> move(0, -roles.size());
      case END -> move(0, roles.size());
      case ENTER, SPACE -> model.selectAtCursor();
      default -> {
        return;
      }
    }
    event.consume();
  }

  private void move(int rows, int columns) {
    hovered = Optional.empty();
    model.moveCursor(rows, columns);
  }

  /// The middle of a place, as a point of this node.
  Point2D middleOf(LayerPlace place) {
    HeatLayout places = layout.orElseThrow();
    return new Point2D(
        places.columnLeft(place.column()) + places.cellWidth() / 2,
        places.rowTop(place.row()) + places.cellHeight() / 2);
  }

  private Optional<Point2D> pointOf(LayerPlace place) {
    return layout.map(_ -> middleOf(place));
  }

  @Override
  protected void layoutChildren() {
    boolean first = layout.isEmpty();
    measure();
    layout = model.heatMapProperty().get().map(this::fitting);
    layout.ifPresent(
        places -> {
          Optional<LayerPlace> cursor = model.cursorProperty().get();
          HeatLayout shown = first && cursor.isPresent() ? places.showing(cursor.get()) : places;
          layout = Optional.of(shown);
          arrangeBars(shown);
        });
    paint();
  }

  private void measure() {
    Text sample = new Text("0".repeat(MEASURED_GLYPHS));
    sample.setFont(colors().font());
    glyphWidth = sample.getLayoutBounds().getWidth() / MEASURED_GLYPHS;
  }

  /// The layout that leaves room for the bars that it needs.
  private HeatLayout fitting(HeatMap map) {
    int lastLayer = map.stack().layer(map.rowCount() - 1);
    double left = Math.ceil(Integer.toString(lastLayer).length() * glyphWidth + LABEL_ROOM);
    double top =
        Math.ceil(
            Math.min(
                longestRole * glyphWidth + LABEL_ROOM,
                Math.max(MIN_HEADER, MAX_HEADER_PART * getHeight())));
    double width = getWidth() - left;
    double height = getHeight() - top;
    double leastWidth = map.columnCount() * HeatLayout.MIN_CELL_WIDTH;
    double leastHeight = map.rowCount() * HeatLayout.MIN_CELL_HEIGHT;
    boolean bothFit = leastWidth <= width && leastHeight <= height;
    boolean needsDown = !bothFit && leastHeight > height - (leastWidth > width ? barHeight() : 0);
    boolean needsAcross = !bothFit && leastWidth > width - (needsDown ? barWidth() : 0);
    return new HeatLayout(
            map.rowCount(),
            map.columnCount(),
            left,
            top,
            Math.max(1, width - (needsDown ? barWidth() : 0)),
            Math.max(1, height - (needsAcross ? barHeight() : 0)),
            0,
            0)
        .scrolled(across.getValue(), down.getValue());
  }

  private double barWidth() {
    return snapSizeX(down.prefWidth(-1));
  }

  private double barHeight() {
    return snapSizeY(across.prefHeight(-1));
  }

  private void arrangeBars(HeatLayout places) {
    arranging = true;
    arrange(across, places.scrollX(), places.maxScrollX(), places.width(), places.cellWidth());
    arrange(down, places.scrollY(), places.maxScrollY(), places.height(), places.cellHeight());
    across.resizeRelocate(places.left(), getHeight() - barHeight(), places.width(), barHeight());
    double right = places.left() + Math.min(places.width(), places.columns() * places.cellWidth());
    down.resizeRelocate(right, places.top(), barWidth(), places.height());
    arranging = false;
  }

  private static void arrange(ScrollBar bar, double value, double max, double room, double unit) {
    bar.setVisible(max > 0);
    bar.setMax(max);
    bar.setVisibleAmount(max * room / (max + room));
    bar.setUnitIncrement(unit);
    bar.setBlockIncrement(room);
    bar.setValue(value);
  }

  private void paint() {
    GraphicsContext graphics = freshCanvas();
    layout.ifPresent(
        places -> {
          HeatPainter painter = new HeatPainter(graphics, colors(), places);
          HeatMap map = model.heatMapProperty().get().orElseThrow();
          painter.paint(map, fittingRoles(places), lookedAt.get());
          hovered.ifPresent(place -> painter.frame(map, place, false));
          model.selectedPlaceProperty().get().ifPresent(place -> painter.frame(map, place, true));
          if (isFocused()) {
            model.cursorProperty().get().ifPresent(place -> painter.frame(map, place, true));
          }
        });
  }

  private List<String> fittingRoles(HeatLayout places) {
    int characters = HeatPainter.roleCharacters(places, glyphWidth);
    if (fittingRoles.isEmpty() || characters != fittingCharacters) {
      fittingRoles = RoleNames.fitting(roles, characters);
      fittingCharacters = characters;
    }
    return fittingRoles;
  }

  @Override
  protected double computeMinHeight(double width) {
    return 0;
  }

  @Override
  protected double computePrefHeight(double width) {
    return 0;
  }
}
