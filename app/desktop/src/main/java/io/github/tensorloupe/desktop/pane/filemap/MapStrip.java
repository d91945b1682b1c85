package io.github.tensorloupe.desktop.pane.filemap;

import module java.base;
import module javafx.controls;

import io.github.tensorloupe.analysis.health.TensorHealth;
import io.github.tensorloupe.desktop.control.canvas.CanvasRegion;
import io.github.tensorloupe.desktop.control.copy.ContextMenuAnchor;
import io.github.tensorloupe.desktop.control.copy.CopyMenu;
import io.github.tensorloupe.desktop.control.copy.TensorCopies;
import io.github.tensorloupe.desktop.control.panel.PanelParts;
import io.github.tensorloupe.desktop.selection.TensorLookup;
import io.github.tensorloupe.desktop.text.Messages;
import io.github.tensorloupe.format.ByteRange;
import io.github.tensorloupe.format.DisplayText;
import io.github.tensorloupe.format.LoadError;
import io.github.tensorloupe.format.TensorInfo;
import io.github.tensorloupe.model.TensorRef;

/// The strip for the whole file. A click goes to the bytes at the mouse, a double click to the
/// problem of the tensor there. Dragging scrubs, the wheel zooms. The left and right keys go from
/// tensor to tensor, up and down from problem to problem.
final class MapStrip extends CanvasRegion {

  private static final double HEIGHT = 16;
  private static final double ZOOM_STEP = 1.5;
  private static final int PAN_COLUMNS = 60;
  private static final PseudoClass REFUSED = PseudoClass.getPseudoClass("refused");

  private final FileMapViewModel model;
  private final MapText text;
  private final Messages messages;
  private Optional<Integer> pointed = Optional.empty();
  private boolean scrubbing;

  MapStrip(FileMapViewModel model, Messages messages) {
    super(MapPainter.PALETTE, HEIGHT);
    this.model = model;
    this.text = new MapText(model, messages);
    this.messages = messages;
    PanelParts.named(this, "file-map", "file-map", "drawn-series");
    setFocusTraversable(true);
    setAccessibleRole(AccessibleRole.IMAGE_VIEW);
    installTooltip(
        640, event -> map().map(map -> text.of(map, column(map, event.getX()))).orElse(""));
    setOnMousePressed(_ -> scrubbing = false);
    setOnMouseDragged(this::drag);
    setOnMouseClicked(this::click);
    setOnScroll(this::scroll);
    setOnKeyPressed(this::press);
    copyMenu();
    redrawWith(model.columns, model.coloring, model.caretProperty());
    redrawWith(model.groupColumns, model.visibleBytesProperty());
  }

  private void copyMenu() {
    CopyMenu menu = new CopyMenu(messages).onOpen(this::point);
    menu.copies(
        "filemap.copy.place",
        () -> map().flatMap(map -> pointed.map(at -> text.of(map, at))).orElse(""));
    Runnable goToProblem = () -> pointed.ifPresent(model::goToProblemAt);
    TensorCopies.addTo(menu, () -> pointed.flatMap(model::tensorAt))
        .line()
        .does("filemap.go", () -> pointed.ifPresent(model::goTo), () -> pointed.isPresent())
        .does(
            "filemap.go-problem", goToProblem, () -> pointed.filter(model::hasProblem).isPresent())
        .does("filemap.whole", model::showWhole, () -> true)
        .installOn(this);
    ContextMenuAnchor.set(
        this,
        () ->
            map()
                .filter(_ -> model.caret().isPresent())
                .map(map -> new Point2D(snappedLeftInset() + caretColumn(map), getHeight() / 2)));
  }

  /// Sets the column of the context menu: at the mouse or, if opened by keyboard, at the caret.
  private void point(ContextMenuEvent event) {
    pointed =
        map().map(map -> event.isKeyboardTrigger() ? caretColumn(map) : column(map, event.getX()));
  }

  private int caretColumn(MapColumns map) {
    return map.scale().column(model.caret().orElse(map.scale().begin()));
  }

  private void drag(MouseEvent event) {
    if (event.isPrimaryButtonDown()) {
      scrubbing = true;
      at(event, model::scrub);
    }
  }

  private void click(MouseEvent event) {
    if (event.getButton() == MouseButton.PRIMARY) {
      requestFocus();
      if (!scrubbing) {
        at(event, event.getClickCount() == 2 ? model::goToProblemAt : model::goTo);
      }
    }
  }

  /// Zooms. With Shift or horizontal movement, scrolls along the file.
  private void scroll(ScrollEvent event) {
    double sideways = event.getDeltaX() != 0 ? event.getDeltaX() : event.getDeltaY();
    if (event.isShiftDown() || Math.abs(event.getDeltaX()) > Math.abs(event.getDeltaY())) {
      model.pan(sideways < 0 ? PAN_COLUMNS : -PAN_COLUMNS);
    } else if (event.getDeltaY() != 0) {
      double factor = event.getDeltaY() > 0 ? 1 / ZOOM_STEP : ZOOM_STEP;
      map().ifPresent(map -> model.zoom(column(map, event.getX()), factor));
    }
  }

  private void press(KeyEvent event) {
    if (event.isAltDown() || event.isShortcutDown()) {
      return;
    }
    switch (event.getCode()) {
      case RIGHT -> model.goToTensor(1);
      case LEFT -> model.goToTensor(-1);
      case DOWN -> model.goToProblem(1);
      case UP -> model.goToProblem(-1);
      case HOME -> model.goToTensorAt(0);
      case END -> model.goToLastTensor();
      case PLUS, ADD, EQUALS -> zoomAtCaret(1 / ZOOM_STEP);
      case MINUS, SUBTRACT -> zoomAtCaret(ZOOM_STEP);
      case DIGIT0, NUMPAD0 -> model.showWhole();
      default -> {
        return;
      }
    }
    event.consume();
  }

  private void zoomAtCaret(double factor) {
    map().ifPresent(map -> model.zoom(caretColumn(map), factor));
  }

  private Optional<MapColumns> map() {
    return model.columns.get();
  }

  private void at(MouseEvent event, IntConsumer action) {
    map().ifPresent(map -> action.accept(column(map, event.getX())));
  }

  private int column(MapColumns map, double x) {
    return Math.clamp(Math.round(Math.floor(x - snappedLeftInset())), 0, map.count() - 1);
  }

  @Override
  protected void arrange(double width, double height) {
    model.setColumnCount((int) width);
  }

  @Override
  protected void draw(GraphicsContext graphics, double width, double height) {
    pseudoClassStateChanged(REFUSED, map().filter(map -> !map.file().isIntact()).isPresent());
    map().ifPresent(map -> new MapPainter(graphics, this, model, height).paint(map));
    setAccessibleText(
        map()
            .flatMap(map -> model.caret().map(caret -> text.ofByte(map, caret)))
            .map(place -> messages.text("filemap.accessible", place))
            .orElse(messages.text("filemap.empty")));
  }

  record MapText(FileMapViewModel model, Messages messages) {

    /// Returns the text for a byte: the text for its tensor, even if other tensors share the
    /// column, else the text for its column.
    String ofByte(MapColumns map, long byteOffset) {
      return TensorLookup.at(map.file(), byteOffset)
          .map(this::tensor)
          .orElseGet(() -> of(map, map.scale().column(byteOffset)));
    }

    String of(MapColumns map, int column) {
      return what(map, column)
          + (map.isNotFetched(column) ? "\n" + messages.text("filemap.absent") : "");
    }

    private String what(MapColumns map, int column) {
      long begin = map.scale().begin(column);
      String where = messages.text("filemap.byte", messages.count(begin));
      return switch (map.kind(column)) {
        case HEADER -> header(map, where);
        case UNCLAIMED -> messages.text("filemap.unclaimed") + "\n" + where;
        case OVERLAP ->
            messages.text("filemap.overlap")
                + "\n"
                + where
                + tensor(column).map(text -> "\n" + text).orElse("");
        case MISSING ->
            messages.text("filemap.missing", messages.count(map.scale().fileLength()))
                + "\n"
                + messages.text("filemap.missing.byte", messages.count(begin));
        case HEALTHY, UNKNOWN, NOTE, WARNING, ERROR -> tensor(column).orElse(where);
      };
    }

    private Optional<String> tensor(int column) {
      return model.tensorAt(column).map(this::tensor);
    }

    private String header(MapColumns map, String where) {
      Optional<String> variant = map.file().reading().loadError().map(LoadError::variant);
      String refused = variant.map(it -> "\n" + messages.text("filemap.refused", it)).orElse("");
      return messages.text("filemap.header") + refused + "\n" + where;
    }

    private String tensor(TensorRef tensor) {
      TensorInfo info = tensor.info();
      String bytes = messages.bytes(info.clampedByteCount());
      String facts =
          messages.text("filemap.tensor", info.dtype(), messages.shape(info.shape()), bytes);
      String name = DisplayText.of(info.name());
      String range = tensor.data().map(data -> bytes(data.range())).orElse("");
      String health =
          model.health(tensor).map(this::health).orElse(messages.text("filemap.not-scanned"));
      String shownName = name.isEmpty() ? messages.text("filemap.empty-name") : name;
      return String.join("\n", shownName, facts, range, health);
    }

    private String bytes(ByteRange range) {
      String first = messages.count(range.begin());
      return messages.text("filemap.bytes", first, messages.count(range.end() - 1));
    }

    private String health(TensorHealth health) {
      return health.issues().isEmpty()
          ? messages.text("filemap.healthy")
          : health.issues().stream()
              .map(issue -> messages.text("filemap.issue." + issue.spelling()))
              .collect(Collectors.joining(" · "));
    }
  }
}
