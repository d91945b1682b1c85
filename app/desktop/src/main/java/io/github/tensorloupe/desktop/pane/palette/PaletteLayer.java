package io.github.tensorloupe.desktop.pane.palette;

import module java.base;
import module javafx.controls;

import io.github.tensorloupe.desktop.command.Command;
import io.github.tensorloupe.desktop.command.Commands;
import io.github.tensorloupe.desktop.control.Following;
import io.github.tensorloupe.desktop.control.SceneWays;
import io.github.tensorloupe.desktop.control.panel.PanelParts;
import io.github.tensorloupe.desktop.pane.palette.PaletteSearch.PaletteRow;
import io.github.tensorloupe.desktop.text.Messages;
import io.github.tensorloupe.desktop.theme.Icons;
import io.github.tensorloupe.desktop.theme.Themes;
import javafx.scene.control.Label;
import org.kordamp.ikonli.feather.Feather;

/// The layer of the palette above the window's content: a field, the results and a hint. A click
/// beside the palette or a change of focus closes it.
public final class PaletteLayer extends StackPane {

  private static final double WIDTH = 720;
  private static final double ROW_HEIGHT = 32;
  private static final int PAGE = 10;
  private static final int MAX_ROWS = 15;

  private final PaletteViewModel model;
  private final Commands commands;
  private final Messages messages;
  private final TextField field = PanelParts.named(new TextField(), "palette-text");
  private final ListView<PaletteRow> list = PanelParts.named(new ListView<>(), "palette-list");
  private Optional<Node> focusedBefore = Optional.empty();

  public PaletteLayer(PaletteViewModel model, Commands commands, Messages messages) {
    this.model = model;
    this.commands = commands;
    this.messages = messages;
    setId("palette-layer");
    getStyleClass().add("palette-layer");
    Themes.style(this, PaletteLayer.class, "palette.css");
    setAlignment(Pos.TOP_CENTER);
    setVisible(false);
    setOnMousePressed(
        event -> {
          event.consume();
          if (event.getTarget() == this) {
            model.close();
          }
        });
    setOnScroll(event -> event.consume());
    Following.of(this).subscribe(model.openProperty(), this::show);
    sceneProperty()
        .flatMap(Scene::focusOwnerProperty)
        .subscribe(owner -> Optional.ofNullable(owner).ifPresent(this::follow));
  }

  /// Fills the palette when it is shown for the first time.
  private void fill() {
    field.setPromptText(messages.text("palette.prompt"));
    field.setAccessibleText(messages.text("palette.prompt"));
    field.textProperty().bindBidirectional(model.textProperty());
    prepareList();
    Label hint = PanelParts.label(messages.text("palette.hint"), "palette-hint");
    hint.setId("palette-hint");
    hint.setMinWidth(0);
    HBox fieldRow = new HBox(8, Icons.of(Feather.SEARCH), field);
    fieldRow.setAlignment(Pos.CENTER_LEFT);
    fieldRow.getStyleClass().add("palette-field");
    HBox.setHgrow(field, Priority.ALWAYS);
    VBox.setVgrow(list, Priority.SOMETIMES);
    VBox palette = PanelParts.named(new VBox(fieldRow, list, hint), "palette", "palette");
    palette.setMaxSize(WIDTH, USE_PREF_SIZE);
    palette.addEventFilter(KeyEvent.KEY_PRESSED, this::pressKey);
    // Keeps unused keys from the window below.
    palette.addEventHandler(KeyEvent.ANY, KeyEvent::consume);
    getChildren().setAll(palette);
  }

  private void prepareList() {
    list.setPlaceholder(PanelParts.label(messages.text("palette.nothing"), "muted"));
    list.setFocusTraversable(false);
    list.setFixedCellSize(ROW_HEIGHT);
    list.setItems(model.rows());
    list.setCellFactory(_ -> new PaletteCell(model, messages));
    list.setMinHeight(ROW_HEIGHT);
    list.prefHeightProperty()
        .bind(
            Bindings.min(MAX_ROWS, Bindings.max(2, Bindings.size(model.rows())))
                .multiply(ROW_HEIGHT)
                .add(2));
    Following.of(this).subscribe(model.markedProperty(), _ -> showMarked());
    Following.of(this).changes(model.rows(), this::showMarked);
  }

  private void show(boolean open) {
    if (open == isVisible()) {
      return;
    }
    setVisible(open);
    Optional<Node> before = focusedBefore;
    focusedBefore = open ? SceneWays.focusedBeside(this) : Optional.empty();
    if (open) {
      if (getChildren().isEmpty()) {
        fill();
      }
      field.requestFocus();
      field.selectAll();
    } else {
      before.ifPresent(Node::requestFocus);
    }
  }

  /// Closes the palette when another node takes the focus, which then stays there.
  private void follow(Node owner) {
    if (isVisible() && !SceneWays.isInside(owner, this)) {
      focusedBefore = Optional.empty();
      model.close();
    }
  }

  private void showMarked() {
    int index = model.markedProperty().get();
    if (index < 0 || index >= list.getItems().size()) {
      list.getSelectionModel().clearSelection();
      field.setAccessibleHelp(null);
      return;
    }
    list.getSelectionModel().clearAndSelect(index);
    field.setAccessibleHelp(list.getItems().get(index).spoken(messages));
    reveal(index);
  }

  private void reveal(int index) {
    // Keeps the first heading visible.
    int top = index == 1 ? 0 : index;
    if (list.lookup(".virtual-flow") instanceof VirtualFlow<?> flow
        && flow.getFirstVisibleCell() != null
        && flow.getLastVisibleCell() != null) {
      int shown = (int) (list.getHeight() / ROW_HEIGHT);
      if (top < flow.getFirstVisibleCell().getIndex() || index == 1) {
        list.scrollTo(top);
      } else if (index >= flow.getFirstVisibleCell().getIndex() + shown) {
        list.scrollTo(Math.max(0, index - shown + 1));
      }
    }
  }

  private void pressKey(KeyEvent event) {
    Optional<KeyCombination> toggle = commands.keymapProperty().get().keys(Command.PALETTE);
    if (toggle.filter(keys -> keys.match(event)).isPresent()) {
      event.consume();
      model.close();
      return;
    }
    switch (event.getCode()) {
      case ESCAPE -> model.close();
      case ENTER -> model.choose();
      case UP -> model.move(-1);
      case DOWN -> model.move(1);
      case PAGE_UP -> model.move(-PAGE);
      case PAGE_DOWN -> model.move(PAGE);
      case TAB -> model.move(event.isShiftDown() ? -1 : 1);
      default -> {
        return;
      }
    }
    event.consume();
  }
}
