package io.github.tensorloupe.desktop.pane.values;

import io.github.tensorloupe.analysis.slice.TensorSlice.Cell;
import io.github.tensorloupe.desktop.control.Following;
import io.github.tensorloupe.desktop.control.copy.CopyMenu;
import io.github.tensorloupe.desktop.text.Messages;
import java.util.Optional;
import javafx.geometry.Orientation;
import javafx.scene.control.ContextMenu;
import javafx.scene.control.MenuItem;
import javafx.scene.control.ScrollBar;
import javafx.scene.input.ContextMenuEvent;
import javafx.scene.input.KeyCode;
import javafx.scene.input.KeyEvent;
import javafx.scene.input.MouseButton;
import javafx.scene.input.MouseEvent;
import javafx.scene.input.ScrollEvent;
import javafx.scene.layout.BorderPane;

/// The grid with its scroll bars: hears the keys, the mouse and the wheel.
final class GridControl extends BorderPane {

  private static final double MIN_THUMB = 24;

  private final ValuesViewModel model;
  private final GridCanvas canvas;
  private final ScrollBar down = new ScrollBar();
  private final ScrollBar right = new ScrollBar();
  private final ContextMenu menu;
  private boolean followsModel;
  private double wheelRows;
  private double wheelColumns;

  GridControl(ValuesViewModel model, Messages messages) {
    this.model = model;
    this.canvas = new GridCanvas(model);
    this.menu = menu(messages);
    prepare(down, Orientation.VERTICAL, "values-down", messages.text("values.scroll.down"));
    prepare(right, Orientation.HORIZONTAL, "values-right", messages.text("values.scroll.right"));
    setCenter(canvas);
    setRight(down);
    setBottom(right);
    canvas.setOnMousePressed(this::press);
    canvas.setOnMouseDragged(this::drag);
    canvas.setOnKeyPressed(this::pressKey);
    canvas.setOnContextMenuRequested(this::openMenu);
    setOnScroll(this::turnWheel);
    Following.of(this).subscribe(model.pageProperty(), page -> page.ifPresent(this::follow));
  }

  private void prepare(ScrollBar bar, Orientation orientation, String id, String name) {
    bar.setId(id);
    bar.setOrientation(orientation);
    bar.setUnitIncrement(1);
    bar.setAccessibleText(name);
    bar.valueProperty()
        .subscribe(
            (_, value) -> {
              if (!followsModel) {
                scroll(orientation, Math.round(value.doubleValue()));
              }
            });
  }

  /// The other bar may tell its place less exactly than the model does.
  private void scroll(Orientation orientation, long first) {
    model
        .pageProperty()
        .get()
        .map(GridPage::view)
        .ifPresent(
            view -> {
              boolean vertical = orientation == Orientation.VERTICAL;
              model.scrollTo(
                  vertical ? first : view.firstRow(), vertical ? view.firstColumn() : first);
            });
  }

  private ContextMenu menu(Messages messages) {
    ContextMenu created = new ContextMenu();
    for (CopyForm form : CopyForm.values()) {
      MenuItem item = new MenuItem(messages.text("values.copy." + form.key()));
      item.setId("values-copy-" + form.key());
      item.setOnAction(_ -> copy(form));
      created.getItems().add(item);
    }
    return created;
  }

  private void copy(CopyForm form) {
    model.copy(
        form,
        text -> {
          CopyMenu.copy(text);
        });
  }

  /// Sends the keys to the cells.
  @Override
  public void requestFocus() {
    canvas.requestFocus();
  }

  private void follow(GridPage page) {
    followsModel = true;
    Viewport view = page.view();
    show(
        down,
        view.firstRow(),
        view.maxFirstRow(page.slice()),
        view.wholeRows(),
        MIN_THUMB / Math.max(MIN_THUMB, canvas.getHeight()));
    show(
        right,
        view.firstColumn(),
        view.maxFirstColumn(page.slice()),
        view.wholeColumns(),
        MIN_THUMB / Math.max(MIN_THUMB, canvas.getWidth()));
    followsModel = false;
  }

  /// @param smallest the thumb's least part of the bar: by its share of a large tensor it would be
  ///   too small to be seen
  private static void show(ScrollBar bar, long first, long maxFirst, int whole, double smallest) {
    double visible = (double) whole / (maxFirst + (double) whole);
    bar.setMax(maxFirst);
    bar.setVisibleAmount(maxFirst * Math.max(visible, smallest));
    bar.setBlockIncrement(whole);
    bar.setValue(first);
    bar.setVisible(maxFirst > 0);
    bar.setManaged(maxFirst > 0);
  }

  private void press(MouseEvent event) {
    canvas.requestFocus();
    menu.hide();
    Optional<Cell> cell = canvas.cellAt(event.getX(), event.getY());
    boolean insideSelected =
        event.getButton() != MouseButton.PRIMARY
            && cell.isPresent()
            && model
                .pageProperty()
                .get()
                .flatMap(GridPage::selected)
                .filter(range -> range.contains(cell.get().row(), cell.get().column()))
                .isPresent();
    if (!insideSelected) {
      cell.ifPresent(hit -> model.placeCursor(hit, event.isShiftDown()));
    }
  }

  private void drag(MouseEvent event) {
    if (event.getButton() == MouseButton.PRIMARY) {
      canvas
          .nearest(event.getX(), event.getY())
          .filter(
              cell ->
                  !model.pageProperty().get().flatMap(GridPage::cursor).equals(Optional.of(cell)))
          .ifPresent(cell -> model.placeCursor(cell, true));
    }
  }

  private void openMenu(ContextMenuEvent event) {
    event.consume();
    if (model.pageProperty().get().flatMap(GridPage::selected).isPresent()) {
      menu.show(canvas, event.getScreenX(), event.getScreenY());
    }
  }

  private void pressKey(KeyEvent event) {
    Optional<GridMove> move = GridKeys.moveOf(event);
    if (move.isPresent()) {
      event.consume();
      model.move(move.get(), event.isShiftDown());
    } else if (event.getCode() == KeyCode.ESCAPE) {
      event.consume();
      model.escape();
    } else if (event.isShortcutDown() && !event.isShiftDown() && event.getCode() == KeyCode.C) {
      event.consume();
      copy(CopyForm.TSV);
    } else if (event.isShortcutDown() && event.getCode() == KeyCode.A) {
      event.consume();
      model.selectAll();
    }
  }

  private void turnWheel(ScrollEvent event) {
    event.consume();
    // Trackpads send less than a row at a time.
    wheelRows -= event.getDeltaY() / canvas.rowHeight();
    wheelColumns -= event.getDeltaX() / canvas.columnWidth();
    long rows = (long) wheelRows;
    long columns = (long) wheelColumns;
    wheelRows -= rows;
    wheelColumns -= columns;
    if (rows != 0 || columns != 0) {
      model.scrollBy(rows, columns);
    }
  }
}
