package io.github.tensorloupe.desktop.pane.hex;

import io.github.tensorloupe.desktop.control.Following;
import io.github.tensorloupe.desktop.control.copy.CopyMenu;
import io.github.tensorloupe.desktop.control.panel.SaveTargets;
import io.github.tensorloupe.desktop.error.DetailsButton;
import io.github.tensorloupe.desktop.error.Remark;
import io.github.tensorloupe.desktop.pane.hex.copy.CopyFormat;
import io.github.tensorloupe.desktop.text.Messages;
import io.github.tensorloupe.desktop.theme.Icons;
import io.github.tensorloupe.format.ByteRange;
import io.github.tensorloupe.model.TensorFile;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Supplier;
import javafx.geometry.Pos;
import javafx.scene.Node;
import javafx.scene.control.ContextMenu;
import javafx.scene.control.Label;
import javafx.scene.input.MouseEvent;
import javafx.scene.layout.BorderPane;
import javafx.scene.layout.HBox;
import javafx.scene.layout.StackPane;
import javafx.scene.layout.VBox;
import org.kordamp.ikonli.feather.Feather;

/// The pane of bytes: the title line, the rows with their scroll bar, and below them what they are
/// and what went wrong. A find bar and an inspector may be put into it.
public final class HexView extends StackPane {

  /// Below this the bytes need the room of the footer.
  private static final double MIN_HEIGHT_FOR_FOOTER = 190;

  private final HexViewModel model;
  private final SaveTargets targets;
  private final Messages messages;
  private final HexCanvas canvas;
  private final HexTitle title;
  private final HexScrollBar scrollBar;
  private final HexFooter footer;
  private final SideSlot side;
  private final VBox top = new VBox();
  private final BorderPane content = new BorderPane();
  private final Label status = new Label(null, Icons.of(Feather.INFO, "icon-small"));
  private final Label empty = new Label(null, Icons.of(Feather.HASH, "icon-large"));

  /// @param targets asks where to save bytes
  public HexView(HexViewModel model, SaveTargets targets, Messages messages) {
    this.model = model;
    this.targets = targets;
    this.messages = messages;
    this.canvas = new HexCanvas(model);
    this.title = new HexTitle(model, messages, canvas::requestFocus);
    this.scrollBar = new HexScrollBar(model, messages);
    this.footer = new HexFooter(model, messages);
    this.side = new SideSlot(messages);
    getStyleClass().add("hex-view");
    getStylesheets()
        .add(Objects.requireNonNull(HexView.class.getResource("hex.css")).toExternalForm());
    prepareNotes();
    arrange();
    listen(new HexMenus(model, this::copy, this::save, messages));
    Following.of(this).subscribe(model.pageProperty(), page -> follow(page, messages));
    Following.of(this).subscribe(model.failureProperty(), _ -> showStatus());
    DetailsButton.beside(status, model.failureProperty(), messages);
    Following.of(this).subscribe(model.refusalProperty(), _ -> showStatus());
    Following.of(this).subscribe(model.actions().outcomeProperty(), _ -> showStatus());
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

  private void arrange() {
    top.getChildren().setAll(title);
    content.setTop(top);
    content.setCenter(canvas);
    content.setRight(new HBox(scrollBar, side));
    content.setBottom(new VBox(status, footer));
    // In too little room its upper left part is seen, not its middle.
    content.setMinSize(0, 0);
    BorderPane.setAlignment(canvas, Pos.TOP_LEFT);
    getChildren().addAll(content, empty);
    heightProperty().subscribe(height -> showFooter(height.doubleValue()));
    widthProperty().subscribe(width -> side.setPaneWidth(width.doubleValue()));
  }

  private void showFooter(double height) {
    footer.setVisible(height >= MIN_HEIGHT_FOR_FOOTER);
    footer.setManaged(height >= MIN_HEIGHT_FOR_FOOTER);
  }

  private void listen(HexMenus menus) {
    title.addControls(menus.view(), side.toggle());
    HexMouse mouse = new HexMouse(model, canvas, footer::hover);
    content.setOnScroll(mouse::turnWheel);
    canvas.setOnKeyPressed(new HexKeys(model, () -> copy(CopyFormat.HEX))::press);
    ContextMenu menu = menus.bytes();
    canvas.setOnContextMenuRequested(
        event -> {
          event.consume();
          menu.show(canvas, event.getScreenX(), event.getScreenY());
        });
    canvas.addEventHandler(MouseEvent.MOUSE_PRESSED, _ -> menu.hide());
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

  /// Shows marks along the scroll bar in place of those before.
  ///
  /// @param fractions places in the file, from 0 for its first byte to 1 for its end
  public void showMarks(double[] fractions) {
    scrollBar.marks().show(fractions);
  }

  /// Puts a bar above the bytes. It is there while it is managed.
  public void setFindBar(Node bar) {
    top.getChildren().setAll(title, bar);
  }

  /// Puts a pane at the right of the bytes; a button in the title line opens and closes it.
  ///
  /// @param inspector makes it when it is first opened
  public void setInspector(Supplier<? extends Node> inspector) {
    side.setContent(inspector);
  }

  private void follow(HexPage page, Messages messages) {
    boolean hasRows = page.rows().count() > 0;
    content.setVisible(page.fileOpen());
    empty.setVisible(!hasRows);
    empty.setText(messages.text(page.fileOpen() ? "hex.no-bytes" : "hex.empty"));
    scrollBar.follow(page, canvas.getHeight());
  }

  private void showStatus() {
    Optional<String> note =
        model
            .refusalProperty()
            .get()
            .or(
                () ->
                    model
                        .failureProperty()
                        .getValue()
                        .map(failed -> messages.sentence(failed.sentence())))
            .or(() -> model.actions().outcomeProperty().get().map(Remark::sentence));
    status.setText(note.orElse(""));
    status.setVisible(note.isPresent());
    status.setManaged(note.isPresent());
  }

  private void copy(CopyFormat format) {
    Optional<TensorFile> file = model.file();
    Optional<ByteRange> range = model.selectedBytes();
    if (file.isPresent() && range.isPresent()) {
      model.actions().copy(file.get(), range.get(), format, HexView::putOnClipboard);
    }
  }

  private static void putOnClipboard(String text) {
    CopyMenu.copy(text);
  }

  private void save() {
    Optional<TensorFile> file = model.file();
    Optional<ByteRange> range = model.selectedBytes();
    if (file.isPresent() && range.isPresent()) {
      targets
          .chooseTarget(RangeActions.suggestedName(file.get(), range.get()))
          .ifPresent(target -> model.actions().save(file.get(), range.get(), target));
    }
  }
}
