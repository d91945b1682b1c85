package io.github.tensorloupe.desktop.pane.hex;

import module java.base;
import module javafx.controls;

import io.github.tensorloupe.desktop.control.WeakSubscriptions;
import io.github.tensorloupe.desktop.control.canvas.CanvasPalette;
import io.github.tensorloupe.desktop.control.canvas.CanvasRegion;
import io.github.tensorloupe.desktop.control.canvas.CaretMove;
import io.github.tensorloupe.desktop.control.canvas.IndexScrollBar;
import io.github.tensorloupe.desktop.control.copy.CopyMenu;
import io.github.tensorloupe.desktop.control.panel.MenuItems;
import io.github.tensorloupe.desktop.control.panel.PanelParts;
import io.github.tensorloupe.desktop.control.panel.SaveTargets;
import io.github.tensorloupe.desktop.error.DetailsButton;
import io.github.tensorloupe.desktop.error.Failure;
import io.github.tensorloupe.desktop.error.Feedback;
import io.github.tensorloupe.desktop.text.KeyNames;
import io.github.tensorloupe.desktop.text.Messages;
import io.github.tensorloupe.desktop.theme.Icons;
import io.github.tensorloupe.desktop.theme.Tips;
import io.github.tensorloupe.format.ByteRange;
import io.github.tensorloupe.model.TensorFile;
import javafx.scene.control.Label;
import org.kordamp.ikonli.feather.Feather;

/// The byte pane: the title line, the rows with their scroll bar, and below them a legend and error
/// messages. A find bar and side panes can be added.
public final class HexView extends StackPane {

  /// A lower pane hides the footer to make room for the bytes.
  private static final double MIN_HEIGHT_FOR_FOOTER = 190;

  private final HexViewModel model;
  private final SaveTargets targets;
  private final Messages messages;
  private final HexCanvas canvas;
  private final HexTitle title;
  private final IndexScrollBar scrollBar;
  private final ScrollMarks marks = new ScrollMarks();
  private final HexFooter footer;
  private final SideSlot side = new SideSlot();
  private boolean isSideAwaited;
  private final VBox top = new VBox();
  private final BorderPane content = new BorderPane();
  private final Label status = PanelParts.named(new Label(), "hex-status", "hex-status", "caption");
  private final Label empty =
      PanelParts.named(new Label(), "hex-empty", "empty-state", "hex-empty");

  public HexView(HexViewModel model, SaveTargets targets, Messages messages) {
    this.model = model;
    this.targets = targets;
    this.messages = messages;
    this.footer = new HexFooter(model, messages);
    this.canvas = new HexCanvas(model, footer::hover);
    this.title = new HexTitle(model, messages, canvas::requestFocus);
    this.scrollBar =
        new IndexScrollBar(
            Orientation.VERTICAL, "hex-scroll", messages.text("hex.scroll"), model::scrollTo);
    getStyleClass().add("hex-view");
    arrange();
    listen(menu());
    WeakSubscriptions.of(this).subscribe(model.page, this::show);
    DetailsButton.showNextTo(status, model.failureProperty(), messages);
    Stream.of(model.failureProperty(), model.refusal, model.actions.outcome)
        .forEach(property -> WeakSubscriptions.of(this).subscribe(property, _ -> showStatus()));
  }

  private void arrange() {
    status.setGraphic(Icons.of(Feather.INFO, "icon-small"));
    status.setMaxWidth(Double.MAX_VALUE);
    empty.setGraphic(Icons.of(Feather.HASH, "icon-large"));
    empty.setMaxSize(Double.MAX_VALUE, Double.MAX_VALUE);
    empty.setMouseTransparent(true);
    top.getChildren().setAll(title);
    content.setTop(top);
    content.setCenter(canvas);
    content.setRight(new HBox(new StackPane(scrollBar, marks), side));
    content.setBottom(new VBox(status, footer));
    // If there is too little room, the upper left part is visible, not the center.
    content.setMinSize(0, 0);
    BorderPane.setAlignment(canvas, Pos.TOP_LEFT);
    getChildren().addAll(content, empty);
    heightProperty()
        .subscribe(
            height -> PanelParts.setShown(footer, height.doubleValue() >= MIN_HEIGHT_FOR_FOOTER));
    widthProperty().subscribe(width -> side.setPaneWidth(width.doubleValue()));
  }

  private void listen(ContextMenu menu) {
    content.setOnScroll(canvas::turnWheel);
    canvas.setOnKeyPressed(this::pressKey);
    canvas.setOnContextMenuRequested(
        event -> {
          event.consume();
          menu.show(canvas, event.getScreenX(), event.getScreenY());
        });
    canvas.addEventHandler(MouseEvent.MOUSE_PRESSED, _ -> menu.hide());
  }

  private ContextMenu menu() {
    ContextMenu menu = new ContextMenu();
    menu.setId("hex-menu");
    KeyNames names = new KeyNames(messages);
    for (RangeText format : RangeText.values()) {
      MenuItem copy = item("copy-" + Messages.word(format), () -> copy(format));
      if (format == RangeText.HEX) {
        copy.setAccelerator(names.named(KeyCombination.valueOf("Shortcut+C")));
      }
      menu.getItems().add(copy);
    }
    MenuItem all = item("select-all", model::selectAll);
    all.setAccelerator(names.named(KeyCombination.valueOf("Shortcut+A")));
    Supplier<ByteRange> ofTensor = () -> model.page.get().marks().tensor();
    MenuItem tensor = item("select-tensor", () -> model.select(ofTensor.get()));
    menu.getItems().addAll(item("save", this::save), new SeparatorMenuItem(), tensor, all);
    menu.setOnShowing(_ -> tensor.setDisable(ofTensor.get().byteCount() == 0));
    return menu;
  }

  private MenuItem item(String word, Runnable action) {
    return MenuItems.of("hex-" + word, messages.text("hex.action." + word), action);
  }

  private void pressKey(KeyEvent event) {
    if (event.isAltDown()) {
      return;
    }
    boolean isShortcut = event.isShortcutDown() && !event.isShiftDown();
    Optional<CaretMove> move = CaretMove.of(event);
    if (move.isPresent()) {
      model.move(move.get(), event.isShiftDown());
    } else if (isShortcut && event.getCode() == KeyCode.A) {
      model.selectAll();
    } else if (isShortcut && event.getCode() == KeyCode.C) {
      copy(RangeText.HEX);
    } else if (event.getCode() == KeyCode.ESCAPE && model.hasSelection()) {
      model.select(HexPage.NOTHING);
    } else {
      return;
    }
    event.consume();
  }

  @Override
  public void requestFocus() {
    canvas.requestFocus();
  }

  public void focusOffsetField() {
    if (model.page.get().fileOpen()) {
      title.focusOffsetField();
    }
  }

  /// Replaces the marks along the scroll bar.
  ///
  /// @param fractions positions in the file, from 0 for its first byte to 1 for its end
  public void showMarks(double[] fractions) {
    marks.show(fractions);
  }

  /// Sets the bar above the bytes. It takes up room only while it is managed.
  public void setFindBar(Node bar) {
    top.getChildren().setAll(title, bar);
  }

  /// Adds a pane to the right of the bytes; a button in the title line opens and closes it. The
  /// first added pane is open by default if there is room.
  ///
  /// @param word part of its id
  /// @param content creates the pane when it is first opened
  public void addSide(String word, Feather icon, String title, Supplier<? extends Node> content) {
    this.title.getChildren().add(side.add(word, icon, title, content));
  }

  /// Opens a pane to the right of the bytes and focuses it.
  ///
  /// @param word as passed to [#addSide]
  public void openSide(String word) {
    side.open(word);
    isSideAwaited = true;
    focusSide();
  }

  /// Focuses the side pane once it is shown, because it cannot get the focus before.
  private void focusSide() {
    if (isSideAwaited && content.isVisible()) {
      isSideAwaited = false;
      side.getChildren().forEach(Node::requestFocus);
    }
  }

  private void show(HexPage page) {
    boolean hasRows = page.rows().count() > 0;
    content.setVisible(page.fileOpen());
    focusSide();
    empty.setVisible(!hasRows);
    empty.setText(messages.text(page.fileOpen() ? "hex.no-bytes" : "hex.empty"));
    scrollBar.show(
        page.firstRow(), model.scroll.maxFirstRow(), model.scroll.wholeRows, canvas.getHeight());
  }

  private void showStatus() {
    Optional<Failure> failure = model.failureProperty().getValue();
    Optional<String> note =
        model
            .refusal
            .get()
            .or(() -> failure.map(failed -> messages.sentence(failed.sentence())))
            .or(() -> model.actions.outcome.get().map(Feedback::sentence));
    status.setText(note.orElse(""));
    PanelParts.setShown(status, note.isPresent());
  }

  private void copy(RangeText format) {
    withSelected((file, range) -> model.actions.copy(file, range, format, CopyMenu::copy));
  }

  private void save() {
    withSelected(
        (file, range) ->
            targets
                .chooseTarget(RangeActions.suggestedName(file, range))
                .ifPresent(target -> model.actions.save(file, range, target)));
  }

  private void withSelected(BiConsumer<TensorFile, ByteRange> action) {
    model
        .file()
        .ifPresent(file -> model.selectedBytes().ifPresent(range -> action.accept(file, range)));
  }

  /// The slot to the right of the bytes for one of several panes, each with a button that opens and
  /// closes it. The slot is closed if there is little room, unless the user opens it.
  static final class SideSlot extends StackPane {

    /// The minimum width of the whole pane at which the slot opens by itself: sixteen bytes and
    /// their characters still fit next to it.
    private static final double WIDTH_TO_OPEN = 740;

    /// A narrower pane has only the button of the open or first side pane; commands open the
    /// others.
    private static final double WIDTH_FOR_BUTTONS = 420;

    private static final double SHARE = 0.31;
    private static final double MIN_WIDTH = 236;
    private static final double MAX_WIDTH = 420;

    /// A side pane, created when it is first opened.
    private record Side(ToggleButton toggle, Supplier<? extends Node> maker) {}

    private final Map<String, Side> sides = new LinkedHashMap<>();
    private final Map<String, Node> createdPanes = new HashMap<>();

    /// The user's last choice: the word of a side pane, or empty text for none.
    private Optional<String> wish = Optional.empty();

    private boolean hasWidth;
    private boolean isRoomy;
    private boolean isNarrow;

    SideSlot() {
      PanelParts.named(this, "hex-side", "hex-side");
      arrange();
    }

    /// Adds a side pane. The first added pane opens by itself.
    ///
    /// @param word part of its id
    /// @param content creates the pane when it is first opened
    /// @return the button that opens and closes the pane
    ToggleButton add(String word, Feather icon, String title, Supplier<? extends Node> content) {
      ToggleButton toggle = new ToggleButton(null, Icons.of(icon, "icon-small"));
      PanelParts.named(toggle, "hex-side-" + word, "flat", "button-icon", "small");
      toggle.setMinWidth(USE_PREF_SIZE);
      Tips.name(toggle, title);
      toggle.setOnAction(_ -> open(toggle.isSelected() ? word : ""));
      sides.put(word, new Side(toggle, content));
      arrange();
      return toggle;
    }

    /// Opens a side pane, replacing the open one.
    ///
    /// @param word the word of the pane; empty text closes the slot
    void open(String word) {
      wish = Optional.of(word);
      arrange();
    }

    void setPaneWidth(double width) {
      boolean roomy = width >= WIDTH_TO_OPEN;
      boolean narrow = width < WIDTH_FOR_BUTTONS;
      setMinWidth(Math.min(width / 2, MIN_WIDTH));
      setPrefWidth(Math.clamp(width * SHARE, MIN_WIDTH, MAX_WIDTH));
      // A choice made before the first layout does not depend on the width, so it is kept.
      if (roomy != isRoomy && hasWidth) {
        wish = Optional.empty();
      }
      hasWidth |= width > 0;
      if (roomy != isRoomy || narrow != isNarrow) {
        isRoomy = roomy;
        isNarrow = narrow;
        arrange();
      }
    }

    private void arrange() {
      Optional<String> open =
          wish.or(() -> sides.keySet().stream().findFirst().filter(_ -> isRoomy))
              .filter(sides::containsKey);
      Optional<String> only = open.or(() -> sides.keySet().stream().findFirst());
      sides.forEach(
          (word, side) -> {
            side.toggle().setSelected(open.equals(Optional.of(word)));
            PanelParts.setShown(side.toggle(), !isNarrow || only.equals(Optional.of(word)));
          });
      PanelParts.setShown(this, open.isPresent());
      open.ifPresent(
          word ->
              getChildren()
                  .setAll(createdPanes.computeIfAbsent(word, _ -> sides.get(word).maker().get())));
      // Hidden panes watch this property to stop their work.
      createdPanes.forEach((word, content) -> content.setVisible(open.equals(Optional.of(word))));
    }
  }

  /// Marks along a scroll bar, transparent to the mouse.
  static final class ScrollMarks extends CanvasRegion {

    private static final String MARK = "mark";
    private static final CanvasPalette PALETTE = CanvasPalette.of("-tl-", List.of(MARK));
    private static final double MARK_HEIGHT = 2;
    private static final double INSET = 2;

    private double[] fractions = {};

    ScrollMarks() {
      super(PALETTE);
      PanelParts.named(this, "hex-marks", "hex-marks");
      setMouseTransparent(true);
    }

    void show(double[] places) {
      fractions = places.clone();
      redraw();
    }

    /// Returns the pixel rows of the marks, from the top.
    ///
    /// @param height the total height in pixels
    static BitSet rows(double[] fractions, double height) {
      BitSet rows = new BitSet();
      double room = height - MARK_HEIGHT;
      for (double fraction : fractions) {
        if (room >= 0) {
          rows.set((int) Math.round(Math.clamp(fraction, 0.0, 1.0) * room));
        }
      }
      return rows;
    }

    @Override
    protected void draw(GraphicsContext graphics, double width, double height) {
      graphics.setFill(color(MARK));
      rows(fractions, height).stream()
          .forEach(row -> graphics.fillRect(INSET, row, width - 2 * INSET, MARK_HEIGHT));
    }
  }
}
