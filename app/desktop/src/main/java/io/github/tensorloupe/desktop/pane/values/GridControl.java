package io.github.tensorloupe.desktop.pane.values;

import module java.base;
import module javafx.controls;

import io.github.tensorloupe.analysis.slice.TensorSlice.Cell;
import io.github.tensorloupe.desktop.control.Following;
import io.github.tensorloupe.desktop.control.canvas.CaretMove;
import io.github.tensorloupe.desktop.control.canvas.IndexScrollBar;
import io.github.tensorloupe.desktop.control.canvas.WheelSteps;
import io.github.tensorloupe.desktop.control.copy.CopyMenu;
import io.github.tensorloupe.desktop.pane.values.CopiedCells.Format;
import io.github.tensorloupe.desktop.pane.values.GridPlace.Viewport;
import io.github.tensorloupe.desktop.text.Messages;

/// The grid with its scroll bars: hears the keys, the mouse and the wheel.
final class GridControl extends BorderPane {

  private final ValuesViewModel model;
  private final GridCanvas canvas;
  private final IndexScrollBar down;
  private final IndexScrollBar right;
  private final ContextMenu menu;
  private final WheelSteps wheelRows = new WheelSteps();
  private final WheelSteps wheelColumns = new WheelSteps();

  GridControl(ValuesViewModel model, Messages messages) {
    this.model = model;
    this.canvas = new GridCanvas(model);
    this.menu = menu(messages);
    this.down = bar(Orientation.VERTICAL, "values-down", messages.text("values.scroll.down"));
    this.right = bar(Orientation.HORIZONTAL, "values-right", messages.text("values.scroll.right"));
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

  private IndexScrollBar bar(Orientation orientation, String id, String name) {
    IndexScrollBar bar =
        new IndexScrollBar(orientation, id, name, first -> scroll(orientation, first));
    bar.managedProperty().bind(bar.visibleProperty());
    return bar;
  }

  /// Keeps the other index as the model has it.
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
    for (Format form : Format.values()) {
      MenuItem item = new MenuItem(messages.text("values.copy." + form.key()));
      item.setId("values-copy-" + form.key());
      item.setOnAction(_ -> copy(form));
      created.getItems().add(item);
    }
    return created;
  }

  private void copy(Format form) {
    model.copy(form, CopyMenu::copy);
  }

  /// Sends the keys to the cells.
  @Override
  public void requestFocus() {
    canvas.requestFocus();
  }

  private void follow(GridPage page) {
    Viewport view = page.view();
    down.show(
        view.firstRow(), view.maxFirstRow(page.slice()), view.wholeRows(), canvas.getHeight());
    right.show(
        view.firstColumn(),
        view.maxFirstColumn(page.slice()),
        view.wholeColumns(),
        canvas.getWidth());
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
    boolean modified = event.isAltDown() || event.isShortcutDown();
    Optional<CaretMove> move =
        CaretMove.of(event).filter(_ -> !event.getCode().isArrowKey() || !modified);
    if (move.isPresent()) {
      event.consume();
      model.move(move.get(), event.isShiftDown());
    } else if (event.getCode() == KeyCode.ESCAPE) {
      event.consume();
      model.escape();
    } else if (event.isShortcutDown() && !event.isShiftDown() && event.getCode() == KeyCode.C) {
      event.consume();
      copy(Format.TSV);
    } else if (event.isShortcutDown() && event.getCode() == KeyCode.A) {
      event.consume();
      model.selectAll();
    }
  }

  private void turnWheel(ScrollEvent event) {
    event.consume();
    long rows = wheelRows.take(-event.getDeltaY() / canvas.rowHeight());
    long columns = wheelColumns.take(-event.getDeltaX() / canvas.columnWidth());
    if (rows != 0 || columns != 0) {
      model.scrollBy(rows, columns);
    }
  }
}
