package io.github.tensorloupe.ui.filemap;

import io.github.tensorloupe.ui.text.Messages;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import javafx.css.CssMetaData;
import javafx.css.Styleable;
import javafx.scene.AccessibleRole;
import javafx.scene.canvas.Canvas;
import javafx.scene.control.Tooltip;
import javafx.scene.input.KeyEvent;
import javafx.scene.input.MouseButton;
import javafx.scene.input.MouseEvent;
import javafx.scene.layout.Region;
import javafx.util.Duration;

/// The strip that stands for the whole file. A click goes to the bytes under it, the arrow keys go
/// from one tensor with something wrong to the next.
public final class FileMapView extends Region {

  private static final double STRIP_HEIGHT = 14;
  private static final Duration TOOLTIP_DELAY = Duration.millis(150);

  private final FileMapViewModel model;
  private final MapText text;
  private final Messages messages;
  private final Canvas canvas = new Canvas();
  private final MapColors colors = new MapColors(this);
  private final Tooltip tooltip = new Tooltip();

  /// @param model what is shown
  public FileMapView(FileMapViewModel model, Messages messages) {
    this.model = model;
    this.text = new MapText(model, messages);
    this.messages = messages;
    setId("file-map");
    getStyleClass().add("file-map");
    getStylesheets()
        .add(Objects.requireNonNull(FileMapView.class.getResource("filemap.css")).toExternalForm());
    setFocusTraversable(true);
    setAccessibleRole(AccessibleRole.IMAGE_VIEW);
    setMinWidth(0);
    getChildren().setAll(canvas);
    canvas.setHeight(STRIP_HEIGHT);
    tooltip.setShowDelay(TOOLTIP_DELAY);
    Tooltip.install(this, tooltip);
    setOnMouseMoved(this::hover);
    setOnMouseClicked(this::click);
    setOnKeyPressed(this::press);
    colors.onChange(this::paint);
    model.columnsProperty().subscribe(_ -> paint());
    model.caretProperty().subscribe(_ -> paint());
  }

  private void hover(MouseEvent event) {
    map().ifPresent(map -> tooltip.setText(text.of(map, column(map, event))));
  }

  private void click(MouseEvent event) {
    if (event.getButton() == MouseButton.PRIMARY) {
      requestFocus();
      map().ifPresent(map -> model.goTo(column(map, event)));
    }
  }

  private void press(KeyEvent event) {
    switch (event.getCode()) {
      case RIGHT -> model.goToProblem(1);
      case LEFT -> model.goToProblem(-1);
      default -> {
        return;
      }
    }
    event.consume();
  }

  private Optional<MapColumns> map() {
    return model.columnsProperty().get();
  }

  private int column(MapColumns map, MouseEvent event) {
    return Math.clamp((int) (event.getX() - canvas.getLayoutX()), 0, map.count() - 1);
  }

  private void paint() {
    boolean shown = map().isPresent();
    canvas.setVisible(shown);
    map()
        .ifPresent(
            map ->
                new MapPainter(canvas.getGraphicsContext2D(), colors, STRIP_HEIGHT)
                    .paint(map, model.selected(), model.caret()));
    setAccessibleText(
        map()
            .flatMap(
                map ->
                    model
                        .caret()
                        .map(
                            caret ->
                                messages.text(
                                    "filemap.accessible", text.of(map, map.scale().column(caret)))))
            .orElse(messages.text("filemap.empty")));
  }

  @Override
  protected void layoutChildren() {
    double width = Math.floor(getWidth() - snappedLeftInset() - snappedRightInset());
    canvas.setWidth(Math.max(0, width));
    canvas.relocate(snappedLeftInset(), snappedTopInset());
    model.setColumnCount((int) width);
    paint();
  }

  @Override
  protected double computePrefHeight(double width) {
    return snappedTopInset() + STRIP_HEIGHT + snappedBottomInset();
  }

  @Override
  protected double computeMinHeight(double width) {
    return computePrefHeight(width);
  }

  @Override
  protected double computePrefWidth(double height) {
    return 0;
  }

  MapColors colors() {
    return colors;
  }

  @Override
  public List<CssMetaData<? extends Styleable, ?>> getCssMetaData() {
    return MapColors.cssMetaData();
  }
}
