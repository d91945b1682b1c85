package io.github.tensorloupe.desktop.control.layermap;

import module java.base;
import module javafx.controls;

import io.github.tensorloupe.analysis.layers.LayerCell;
import io.github.tensorloupe.analysis.layers.LayerStack;
import io.github.tensorloupe.desktop.control.WeakSubscriptions;
import io.github.tensorloupe.desktop.control.canvas.CanvasRegion;
import io.github.tensorloupe.desktop.control.canvas.CaretMove;
import io.github.tensorloupe.desktop.control.canvas.Glyphs;
import io.github.tensorloupe.desktop.control.copy.ContextMenuAnchor;
import io.github.tensorloupe.desktop.control.layermap.LayerMapLayout.LabelRoom;
import io.github.tensorloupe.desktop.control.layermap.LayerMapLayout.Line;
import io.github.tensorloupe.desktop.control.layermap.LayerMapPainter.LayerColor;
import io.github.tensorloupe.desktop.control.panel.PanelParts;
import io.github.tensorloupe.desktop.text.Messages;

/// The layer map with its scroll bars. Handles keys, clicks and the wheel.
public final class LayerMapCanvas extends CanvasRegion {

  private final LayerMapModel model;
  private final Messages messages;
  private final ScrollBar across = new ScrollBar();
  private final ScrollBar down = new ScrollBar();
  private final ObjectProperty<Optional<LayerCell>> emphasizedPlace =
      new SimpleObjectProperty<>(Optional.empty());
  private Optional<LayerCell> hovered = Optional.empty();
  private List<String> names = List.of();
  private List<String> fittingNames = List.of();
  private int fittingCharacters;
  private Optional<LayerMapLayout> layout = Optional.empty();
  private boolean arranging;

  public LayerMapCanvas(LayerMapModel model, Messages messages) {
    super(LayerColor.PALETTE);
    this.model = model;
    this.messages = messages;
    PanelParts.named(this, "layer-map", "heat", "layer-map", "mono");
    setFocusTraversable(true);
    setAccessibleRole(AccessibleRole.IMAGE_VIEW);
    prepare(across, Orientation.HORIZONTAL);
    prepare(down, Orientation.VERTICAL);
    WeakSubscriptions.of(this).subscribe(model.stackProperty(), _ -> onStackChanged());
    WeakSubscriptions.of(this).subscribe(model.cursorProperty(), this::goTo);
    redrawWith(model.heatMapProperty(), model.selectedPlaceProperty(), focusedProperty());
    ContextMenuAnchor.set(
        this, () -> layout.flatMap(places -> model.cursorProperty().get().map(places::middleOf)));
    setOnMouseMoved(event -> hover(placeAt(event)));
    setOnMouseExited(_ -> hover(Optional.empty()));
    setOnMouseClicked(
        event -> {
          requestFocus();
          placeAt(event).ifPresent(model::select);
        });
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
                redraw();
              }
            });
    getChildren().add(bar);
  }

  /// The place under the mouse, or else the place of the keyboard cursor.
  public ReadOnlyObjectProperty<Optional<LayerCell>> emphasizedPlaceProperty() {
    return emphasizedPlace;
  }

  private void onStackChanged() {
    Optional<LayerStack> stack = model.stackProperty().get();
    names = stack.map(LayerStack::columnNames).orElse(List.of());
    fittingNames = List.of();
    layout = Optional.empty();
    hovered = Optional.empty();
    across.setValue(0);
    down.setValue(0);
    look();
    redraw();
  }

  private void goTo(Optional<LayerCell> cursor) {
    look();
    if (cursor.isPresent() && layout.isPresent()) {
      LayerMapLayout shown = layout.get().showing(cursor.get());
      across.setValue(shown.columns().scroll());
      down.setValue(shown.rows().scroll());
    }
    redraw();
  }

  private void hover(Optional<LayerCell> place) {
    if (!place.equals(hovered)) {
      hovered = place;
      look();
      redraw();
    }
  }

  private void look() {
    emphasizedPlace.set(hovered.or(() -> model.cursorProperty().get()));
  }

  private Optional<LayerCell> placeAt(MouseEvent event) {
    return layout.flatMap(places -> places.at(event.getX(), event.getY()));
  }

  private void turnWheel(ScrollEvent event) {
    if (layout.isPresent()) {
      Line columns = layout.get().columns();
      Line rows = layout.get().rows();
      across.setValue(columns.scrolled(columns.scroll() - event.getDeltaX()).scroll());
      down.setValue(rows.scrolled(rows.scroll() - event.getDeltaY()).scroll());
    }
  }

  private void pressKey(KeyEvent event) {
    if (event.isShortcutDown() || event.isAltDown()) {
      return;
    }
    if (event.getCode() == KeyCode.ENTER || event.getCode() == KeyCode.SPACE) {
      event.consume();
      model.selectAtCursor();
      return;
    }
    Optional<CaretMove> move = CaretMove.of(event);
    if (move.isPresent()) {
      event.consume();
      hovered = Optional.empty();
      int page = layout.map(at -> (int) (at.rows().room() / at.rows().cell())).orElse(1);
      move.get().step(Math.max(1, page), model::moveCursor);
    }
  }

  /// Returns the center of a place in this node.
  public Point2D middleOf(LayerCell place) {
    return layout.orElseThrow().middleOf(place);
  }

  @Override
  protected void arrange(double width, double height) {
    boolean first = layout.isEmpty();
    layout = model.heatMapProperty().get().map(this::fitting);
    if (first) {
      layout =
          layout.map(fitted -> model.cursorProperty().get().map(fitted::showing).orElse(fitted));
    }
    layout.ifPresent(this::arrangeBars);
  }

  private LayerMapLayout fitting(StackStatistic map) {
    int longestLayer =
        IntStream.range(0, map.rowCount())
            .map(row -> map.stack().layerLabel(row).length())
            .max()
            .orElse(0);
    LabelRoom labels =
        LabelRoom.of(
            names,
            map.stack().expertRole().isPresent(),
            Math.max(longestLayer, rowTitle().length()),
            map.rowCount(),
            Glyphs.of(font()),
            getWidth(),
            getHeight());
    double width = getWidth() - labels.left() - labels.right();
    double height = getHeight() - labels.top();
    double minMapWidth = map.columnCount() * labels.minColumnWidth();
    double minMapHeight = map.rowCount() * Line.MIN_HEIGHT;
    boolean bothFit = minMapWidth <= width && minMapHeight <= height;
    boolean needsDown = !bothFit && minMapHeight > height - (minMapWidth > width ? barHeight() : 0);
    boolean needsAcross = !bothFit && minMapWidth > width - (needsDown ? barWidth() : 0);
    double columnRoom = Math.max(1, width - (needsDown ? barWidth() : 0));
    double rowRoom = Math.max(1, height - (needsAcross ? barHeight() : 0));
    return new LayerMapLayout(
        Line.ofColumns(
            map.columnCount(),
            labels.left(),
            columnRoom,
            labels.minColumnWidth(),
            across.getValue()),
        Line.ofRows(map.rowCount(), labels.top(), rowRoom, down.getValue()),
        labels);
  }

  private String rowTitle() {
    return messages.text("layers.axis.layer");
  }

  private double barWidth() {
    return snapSizeX(down.prefWidth(-1));
  }

  private double barHeight() {
    return snapSizeY(across.prefHeight(-1));
  }

  private void arrangeBars(LayerMapLayout places) {
    arranging = true;
    Line columns = places.columns();
    Line rows = places.rows();
    arrange(across, columns);
    arrange(down, rows);
    across.resizeRelocate(columns.begin(), getHeight() - barHeight(), columns.room(), barHeight());
    double right = columns.begin() + Math.min(columns.room(), columns.count() * columns.cell());
    down.resizeRelocate(right, rows.begin(), barWidth(), rows.room());
    arranging = false;
  }

  private static void arrange(ScrollBar bar, Line line) {
    double max = line.maxScroll();
    bar.setVisible(max > 0);
    bar.setMax(max);
    bar.setVisibleAmount(max * line.room() / (max + line.room()));
    bar.setUnitIncrement(line.cell());
    bar.setBlockIncrement(line.room());
    bar.setValue(line.scroll());
  }

  @Override
  protected void draw(GraphicsContext graphics, double width, double height) {
    if (layout.isPresent()) {
      LayerMapPainter painter = new LayerMapPainter(graphics, this, layout.get());
      StackStatistic map = model.heatMapProperty().get().orElseThrow();
      painter.paint(map, fittingNames(layout.get().labels().characters()), emphasizedPlace.get());
      boolean areExperts = map.stack().expertRole().isPresent();
      painter.paintTitles(
          messages.text(areExperts ? "layers.axis.expert" : "layers.axis.role"), rowTitle());
      hovered.ifPresent(place -> painter.frame(map, place, false));
      model.selectedPlaceProperty().get().ifPresent(place -> painter.frame(map, place, true));
      if (isFocused()) {
        model.cursorProperty().get().ifPresent(place -> painter.frame(map, place, true));
      }
    }
  }

  private List<String> fittingNames(int characters) {
    if (fittingNames.isEmpty() || characters != fittingCharacters) {
      fittingNames = FittingNames.fitting(names, characters);
      fittingCharacters = characters;
    }
    return fittingNames;
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
