package io.github.tensorloupe.desktop.pane.values;

import module java.base;
import module javafx.controls;

import io.github.tensorloupe.analysis.health.ElementSearch.Goal;
import io.github.tensorloupe.analysis.slice.TensorSlice;
import io.github.tensorloupe.analysis.slice.TensorSlice.Cell;
import io.github.tensorloupe.desktop.control.WeakSubscriptions;
import io.github.tensorloupe.desktop.control.canvas.CanvasPalette;
import io.github.tensorloupe.desktop.control.canvas.CanvasRegion;
import io.github.tensorloupe.desktop.control.canvas.CanvasText;
import io.github.tensorloupe.desktop.control.canvas.CaretMove;
import io.github.tensorloupe.desktop.control.canvas.Glyphs;
import io.github.tensorloupe.desktop.control.canvas.IndexScrollBar;
import io.github.tensorloupe.desktop.control.canvas.WheelSteps;
import io.github.tensorloupe.desktop.control.copy.ContextMenuAnchor;
import io.github.tensorloupe.desktop.control.copy.CopyMenu;
import io.github.tensorloupe.desktop.control.panel.MenuItems;
import io.github.tensorloupe.desktop.control.panel.PanelParts;
import io.github.tensorloupe.desktop.pane.values.GridPage.CellSummary;
import io.github.tensorloupe.desktop.pane.values.GridPainter.GridColor;
import io.github.tensorloupe.desktop.pane.values.GridPainter.GridLayout;
import io.github.tensorloupe.desktop.pane.values.GridState.Viewport;
import io.github.tensorloupe.desktop.pane.values.ValuesViewModel.Format;
import io.github.tensorloupe.desktop.text.Messages;

/// The grid with its scroll bars. Handles the keys, the mouse and the wheel.
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
    this.down =
        bar(
            Orientation.VERTICAL,
            "values-down",
            messages.text("values.scroll.down"),
            row -> model.scroll(view -> view.at(row, view.firstColumn())));
    this.right =
        bar(
            Orientation.HORIZONTAL,
            "values-right",
            messages.text("values.scroll.right"),
            column -> model.scroll(view -> view.at(view.firstRow(), column)));
    setCenter(canvas);
    setRight(down);
    setBottom(right);
    canvas.setOnMousePressed(this::press);
    canvas.setOnMouseDragged(this::drag);
    canvas.setOnKeyPressed(this::pressKey);
    canvas.setOnContextMenuRequested(this::openMenu);
    setOnScroll(this::turnWheel);
    WeakSubscriptions.of(this).subscribe(model.page, page -> page.ifPresent(this::show));
  }

  private static IndexScrollBar bar(
      Orientation orientation, String id, String name, LongConsumer onScroll) {
    IndexScrollBar bar = new IndexScrollBar(orientation, id, name, onScroll);
    bar.managedProperty().bind(bar.visibleProperty());
    return bar;
  }

  private ContextMenu menu(Messages messages) {
    ContextMenu created = new ContextMenu();
    created
        .getItems()
        .setAll(
            copyItem("value", CellSummary::value, messages),
            copyItem("index", CellSummary::index, messages),
            new SeparatorMenuItem());
    for (Goal goal : Goal.values()) {
      String id = "values.next." + Messages.word(goal);
      Runnable find = () -> model.search.findNext(goal);
      created.getItems().add(MenuItems.of(id.replace('.', '-'), messages.text(id), find));
    }
    created.getItems().add(new SeparatorMenuItem());
    for (Format form : Format.values()) {
      String word = Messages.word(form);
      String text = messages.text("values.copy." + word);
      created.getItems().add(MenuItems.of("values-copy-" + word, text, () -> copy(form)));
    }
    return created;
  }

  private MenuItem copyItem(String word, Function<CellSummary, String> text, Messages messages) {
    Runnable copy =
        () ->
            model
                .page
                .get()
                .flatMap(CellSummary::ofCursor)
                .ifPresent(cell -> CopyMenu.copy(text.apply(cell), this));
    return MenuItems.of("values-copy-" + word, messages.text("values.copy." + word), copy);
  }

  private void copy(Format form) {
    model.copy(form, CopyMenu::copy);
  }

  @Override
  public void requestFocus() {
    canvas.requestFocus();
  }

  private void show(GridPage page) {
    Viewport view = page.view();
    TensorSlice slice = page.slice();
    int rows = view.wholeRows();
    down.show(view.firstRow(), view.maxFirstRow(slice), rows, canvas.getHeight());
    int columns = view.wholeColumns();
    right.show(view.firstColumn(), view.maxFirstColumn(slice), columns, canvas.getWidth());
  }

  private void press(MouseEvent event) {
    canvas.requestFocus();
    menu.hide();
    Optional<Cell> cell =
        canvas.gridLayout().flatMap(layout -> layout.cellAt(event.getX(), event.getY()));
    if (cell.isPresent()) {
      boolean inSelected =
          model
              .page
              .get()
              .filter(page -> page.isSelected(cell.get().row(), cell.get().column()))
              .isPresent();
      if (event.getButton() == MouseButton.PRIMARY || !inSelected) {
        model.placeCursor(cell.get(), event.isShiftDown());
      }
    }
  }

  private void drag(MouseEvent event) {
    if (event.getButton() == MouseButton.PRIMARY && canvas.gridLayout().isPresent()) {
      Cell nearest = canvas.gridLayout().get().nearest(event.getX(), event.getY());
      if (!model.page.get().flatMap(GridPage::cursor).equals(Optional.of(nearest))) {
        model.placeCursor(nearest, true);
      }
    }
  }

  private void openMenu(ContextMenuEvent event) {
    event.consume();
    if (model.page.get().flatMap(GridPage::selected).isPresent()) {
      menu.show(canvas, event.getScreenX(), event.getScreenY());
    }
  }

  private void pressKey(KeyEvent event) {
    boolean modified = event.isAltDown() || event.isShortcutDown();
    Optional<CaretMove> move =
        CaretMove.of(event).filter(_ -> !event.getCode().isArrowKey() || !modified);
    if (move.isPresent()) {
      model.move(move.get(), event.isShiftDown());
    } else if (!modified && event.getCode() == KeyCode.N) {
      model.search.findNext(Goal.NON_FINITE);
    } else if (!modified && event.getCode() == KeyCode.L) {
      model.search.findNext(Goal.LARGEST);
    } else if (event.getCode() == KeyCode.ESCAPE) {
      model.escape();
    } else if (event.isShortcutDown() && !event.isShiftDown() && event.getCode() == KeyCode.C) {
      copy(Format.TSV);
    } else if (event.isShortcutDown() && event.getCode() == KeyCode.A) {
      model.selectAll();
    } else {
      return;
    }
    event.consume();
  }

  private void turnWheel(ScrollEvent event) {
    long rows = wheelRows.take(-event.getDeltaY() / canvas.rowHeight());
    long columns = wheelColumns.take(-event.getDeltaX() / canvas.columnWidth());
    if (rows != 0 || columns != 0) {
      model.scroll(view -> view.at(view.firstRow() + rows, view.firstColumn() + columns));
    }
  }

  /// The drawn cells with row and column headers. [GridControl] handles keys and clicks.
  static final class GridCanvas extends CanvasRegion {

    private static final CanvasPalette PALETTE =
        CanvasPalette.of("-tl-grid-", List.of(GridColor.values()));
    private static final int MIN_ROWS = 2;

    private final ValuesViewModel model;
    private Glyphs glyphs;

    GridCanvas(ValuesViewModel model) {
      super(PALETTE);
      this.model = model;
      PanelParts.named(this, "values-grid", "grid-canvas", "mono");
      setFocusTraversable(true);
      setAccessibleRole(AccessibleRole.TEXT);
      glyphs = Glyphs.of(font());
      redrawWith(model.page, focusedProperty());
      ContextMenuAnchor.set(this, () -> model.page.get().flatMap(this::cursorPoint));
    }

    @Override
    protected void restyle() {
      glyphs = Glyphs.of(font());
      redraw();
    }

    Optional<GridLayout> gridLayout() {
      return model.page.get().map(page -> GridLayout.of(page, glyphs));
    }

    /// Returns the center of a cell in local coordinates; the row and column are relative to the
    /// first visible ones.
    Point2D middleOf(int row, int column) {
      GridLayout layout = gridLayout().orElseThrow();
      return new Point2D(
          layout.left(column) + layout.columnWidth() / 2, layout.top(row) + layout.rowHeight() / 2);
    }

    private Optional<Point2D> cursorPoint(GridPage page) {
      Viewport view = page.view();
      return page.cursor()
          .map(
              cell ->
                  middleOf(
                      (int) (cell.row() - view.firstRow()),
                      (int) (cell.column() - view.firstColumn())));
    }

    double rowHeight() {
      return gridLayout().map(GridLayout::rowHeight).orElse(glyphs.height());
    }

    double columnWidth() {
      return gridLayout().map(GridLayout::columnWidth).orElse(glyphs.width());
    }

    @Override
    protected void arrange(double width, double height) {
      gridLayout()
          .ifPresent(
              layout -> model.setWholeCells(layout.wholeRows(height), layout.wholeColumns(width)));
    }

    @Override
    protected void draw(GraphicsContext graphics, double width, double height) {
      Optional<GridPage> page = model.page.get();
      CanvasText text = new CanvasText(graphics);
      gridLayout()
          .map(layout -> new GridPainter(graphics, text, layout, this, width, height))
          .ifPresent(painter -> painter.paint(isFocused()));
      setAccessibleText(page.flatMap(CellSummary::ofCursor).map(CellSummary::spoken).orElse(""));
    }

    @Override
    protected double computeMinHeight(double width) {
      return rowHeight() * (MIN_ROWS + 1);
    }

    @Override
    protected double computePrefHeight(double width) {
      return computeMinHeight(width);
    }
  }
}
