package io.github.tensorloupe.ui.hex;

import io.github.tensorloupe.ui.text.Messages;
import io.github.tensorloupe.ui.theme.Icons;
import java.util.Objects;
import java.util.Optional;
import javafx.geometry.Orientation;
import javafx.scene.control.Label;
import javafx.scene.control.ScrollBar;
import javafx.scene.input.KeyCode;
import javafx.scene.input.KeyCodeCombination;
import javafx.scene.input.KeyCombination;
import javafx.scene.input.KeyEvent;
import javafx.scene.input.MouseEvent;
import javafx.scene.input.ScrollEvent;
import javafx.scene.layout.BorderPane;
import javafx.scene.layout.StackPane;
import org.kordamp.ikonli.feather.Feather;

/// The pane of bytes: the title line, the rows with their scroll bar, and a line for what went
/// wrong.
public final class HexView extends StackPane {

  private static final KeyCombination GO_TO =
      new KeyCodeCombination(KeyCode.G, KeyCombination.SHORTCUT_DOWN);

  private static final double MIN_THUMB_HEIGHT = 24;

  private final HexViewModel model;
  private final HexCanvas canvas;
  private final HexTitle title;
  private final ScrollBar scrollBar = new ScrollBar();
  private final BorderPane content = new BorderPane();
  private final Label status = new Label(null, Icons.of(Feather.INFO, "icon-small"));
  private final Label empty = new Label(null, Icons.of(Feather.HASH, "icon-large"));
  private boolean followsModel;
  private double wheelRest;

  public HexView(HexViewModel model, Messages messages) {
    this.model = model;
    this.canvas = new HexCanvas(model);
    this.title = new HexTitle(model, messages, canvas::requestFocus);
    getStyleClass().add("hex-view");
    getStylesheets()
        .add(Objects.requireNonNull(HexView.class.getResource("hex.css")).toExternalForm());
    prepareScrollBar(messages);
    prepareNotes();
    content.setTop(title);
    content.setCenter(canvas);
    content.setRight(scrollBar);
    content.setBottom(status);
    getChildren().addAll(content, empty);
    canvas.setOnMousePressed(this::press);
    canvas.setOnKeyPressed(this::pressKey);
    content.setOnScroll(this::turnWheel);
    setOnKeyPressed(this::pressShortcut);
    model.pageProperty().subscribe(page -> follow(page, messages));
    model.failureProperty().subscribe(_ -> showStatus());
    model.refusalProperty().subscribe(_ -> showStatus());
  }

  private void prepareScrollBar(Messages messages) {
    scrollBar.setId("hex-scroll");
    scrollBar.setOrientation(Orientation.VERTICAL);
    scrollBar.setUnitIncrement(1);
    scrollBar.setAccessibleText(messages.text("hex.scroll"));
    scrollBar
        .valueProperty()
        .subscribe(
            (_, row) -> {
              if (!followsModel) {
                model.scrollTo(Math.round(row.doubleValue()));
              }
            });
  }

  private void prepareNotes() {
    status.setId("hex-status");
    status.getStyleClass().addAll("hex-status", "caption");
    status.setMaxWidth(Double.MAX_VALUE);
    empty.setId("hex-empty");
    empty.getStyleClass().addAll("empty-state", "hex-empty");
    empty.setMaxSize(Double.MAX_VALUE, Double.MAX_VALUE);
    empty.setMouseTransparent(true);
  }

  /// Sends the keys to the bytes.
  @Override
  public void requestFocus() {
    canvas.requestFocus();
  }

  /// Sends the keys to the field that takes an offset.
  public void askForOffset() {
    if (model.pageProperty().get().fileOpen()) {
      title.askForOffset();
    }
  }

  private void follow(HexPage page, Messages messages) {
    boolean hasRows = page.rows().count() > 0;
    content.setVisible(page.fileOpen());
    empty.setVisible(!hasRows);
    empty.setText(messages.text(page.fileOpen() ? "hex.no-bytes" : "hex.empty"));
    followsModel = true;
    double maxRow = model.maxFirstRow();
    scrollBar.setMax(maxRow);
    scrollBar.setVisibleAmount(maxRow * thumbPart(page));
    scrollBar.setBlockIncrement(model.wholeRows());
    scrollBar.setValue(page.firstRow());
    scrollBar.setVisible(maxRow > 0);
    followsModel = false;
  }

  /// The thumb's part of the scroll bar. In a large file it would be too small to be seen.
  private double thumbPart(HexPage page) {
    double visible = (double) model.wholeRows() / Math.max(1, page.rows().count());
    double smallest = MIN_THUMB_HEIGHT / Math.max(MIN_THUMB_HEIGHT, canvas.getHeight());
    return Math.max(visible, smallest);
  }

  private void showStatus() {
    Optional<String> note = model.refusalProperty().get().or(model.failureProperty()::get);
    status.setText(note.orElse(""));
    status.setVisible(note.isPresent());
    status.setManaged(note.isPresent());
  }

  private void press(MouseEvent event) {
    canvas.requestFocus();
    canvas.byteOffsetAt(event.getX(), event.getY()).ifPresent(model::placeCaret);
  }

  private void pressKey(KeyEvent event) {
    Optional<HexMove> move = moveOf(event.getCode(), event.isShortcutDown());
    if (move.isPresent() && !event.isAltDown()) {
      event.consume();
      model.move(move.get());
    }
  }

  private static Optional<HexMove> moveOf(KeyCode key, boolean shortcut) {
    return Optional.ofNullable(
        switch (key) {
          case LEFT -> HexMove.LEFT;
          case RIGHT -> HexMove.RIGHT;
          case UP -> HexMove.UP;
          case DOWN -> HexMove.DOWN;
          case PAGE_UP -> HexMove.PAGE_UP;
          case PAGE_DOWN -> HexMove.PAGE_DOWN;
          case HOME -> shortcut ? HexMove.FILE_START : HexMove.ROW_START;
          case END -> shortcut ? HexMove.FILE_END : HexMove.ROW_END;
          default -> null;
        });
  }

  private void pressShortcut(KeyEvent event) {
    if (GO_TO.match(event)) {
      event.consume();
      askForOffset();
    }
  }

  private void turnWheel(ScrollEvent event) {
    event.consume();
    // Trackpads send less than a row at a time.
    wheelRest -= event.getDeltaY() / canvas.rowHeight();
    long rows = (long) wheelRest;
    wheelRest -= rows;
    if (rows != 0) {
      model.scrollBy(rows);
    }
  }
}
