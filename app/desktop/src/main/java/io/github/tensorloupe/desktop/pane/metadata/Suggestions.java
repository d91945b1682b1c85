package io.github.tensorloupe.desktop.pane.metadata;

import module java.base;
import module javafx.controls;

import io.github.tensorloupe.desktop.control.FocusTraversal;
import io.github.tensorloupe.desktop.control.panel.PanelParts;
import javafx.scene.control.Label;

/// A list of completions below a text field. No completion is selected automatically: the user
/// selects one with the arrow keys or the mouse, or types any other text. Belongs to the FX thread.
final class Suggestions {

  private static final double ROW_HEIGHT = 30;
  private static final double MIN_WIDTH = 440;
  private static final int MAX_ROWS = 9;
  private static final Set<KeyCode> TYPING = Set.of(KeyCode.BACK_SPACE, KeyCode.DELETE);

  private final TextField field;
  private final Function<String, List<FieldChoice>> matching;
  private final Runnable onClicked;
  private final ListView<FieldChoice> list = new ListView<>();
  private Optional<Popup> popup = Optional.empty();
  private boolean isTyping;

  /// Adds completions to a field. Must be called before other key listeners are added to the field,
  /// because keys that the list uses are consumed.
  ///
  /// @param matching returns the completions for a text, the best first; all of them for an empty
  ///   text
  /// @param onClicked called when a completion was selected with the mouse; if it was selected with
  ///   Enter or Tab, the field receives these keys too
  Suggestions(TextField field, Function<String, List<FieldChoice>> matching, Runnable onClicked) {
    this.field = field;
    this.matching = matching;
    this.onClicked = onClicked;
    field.addEventFilter(KeyEvent.KEY_PRESSED, this::keyPressed);
    field.addEventFilter(KeyEvent.KEY_TYPED, event -> isTyping = !event.isShortcutDown());
    field.addEventFilter(KeyEvent.KEY_RELEASED, _ -> isTyping = false);
    field.textProperty().subscribe((_, typed) -> update(typed));
    FocusTraversal.whenLeft(field, this::hide);
  }

  // Shown only while the user types, not when the text is set by the program.
  private void update(String typed) {
    if (isTyping && field.isEditable() && !typed.isBlank()) {
      show(matching.apply(typed));
    } else {
      hide();
    }
  }

  /// Shows all values, or hides the list if it is visible.
  void toggle() {
    if (isShowing()) {
      hide();
    } else if (field.isEditable()) {
      field.requestFocus();
      show(matching.apply(""));
      for (FieldChoice choice : list.getItems()) {
        if (choice.value().equals(field.getText())) {
          list.getSelectionModel().select(choice);
          list.scrollTo(choice);
        }
      }
    }
  }

  private void keyPressed(KeyEvent event) {
    KeyCode code = event.getCode();
    isTyping = TYPING.contains(code);
    if (!isShowing()) {
      if (code == KeyCode.DOWN) {
        toggle();
        event.consume();
      }
      return;
    }
    switch (code) {
      case DOWN, UP, PAGE_DOWN, PAGE_UP -> {
        move(code);
        event.consume();
      }
      case ESCAPE -> {
        hide();
        event.consume();
      }
      case ENTER, TAB -> applySelected();
      default -> {}
    }
  }

  private void move(KeyCode code) {
    int last = list.getItems().size() - 1;
    int by = code == KeyCode.PAGE_DOWN || code == KeyCode.PAGE_UP ? MAX_ROWS - 1 : 1;
    int now = list.getSelectionModel().getSelectedIndex();
    int to = code == KeyCode.DOWN || code == KeyCode.PAGE_DOWN ? now + by : now - by;
    list.getSelectionModel().select(Math.clamp(to, 0, last));
    list.scrollTo(Math.max(0, list.getSelectionModel().getSelectedIndex() - MAX_ROWS + 2));
  }

  private void applySelected() {
    FieldChoice choice = list.getSelectionModel().getSelectedItem();
    hide();
    if (choice != null) {
      isTyping = false;
      field.setText(choice.value());
      field.positionCaret(choice.value().length());
    }
  }

  private void show(List<FieldChoice> choices) {
    boolean isDone = choices.size() == 1 && choices.getFirst().value().equals(field.getText());
    if (choices.isEmpty() || isDone || field.getScene() == null) {
      hide();
      return;
    }
    list.getSelectionModel().clearSelection();
    list.getItems().setAll(choices);
    Bounds place = field.localToScreen(field.getLayoutBounds());
    // The zoom of the window does not apply to the popup, which is a separate window.
    double zoom = place.getWidth() / field.getWidth();
    list.setFixedCellSize(ROW_HEIGHT * zoom);
    double height = Math.min(choices.size(), MAX_ROWS) * ROW_HEIGHT * zoom + 4;
    list.setMinHeight(height);
    list.setPrefSize(Math.max(place.getWidth(), MIN_WIDTH * zoom), height);
    popup.orElseGet(this::createPopup).show(field, place.getMinX(), top(place, height));
  }

  private boolean isShowing() {
    return popup.filter(Popup::isShowing).isPresent();
  }

  private void hide() {
    popup.ifPresent(Popup::hide);
  }

  // Created on first use, because a window is expensive and most fields never need one.
  private Popup createPopup() {
    PanelParts.named(list, "metadata-suggestions").setFocusTraversable(false);
    list.setCellFactory(_ -> new ChoiceCell());
    StackPane frame = new StackPane(list);
    frame.getStyleClass().add("combo-box-popup");
    Popup newPopup = new Popup();
    newPopup.getContent().setAll(frame);
    newPopup.setAutoHide(true);
    newPopup.setHideOnEscape(false);
    popup = Optional.of(newPopup);
    return newPopup;
  }

  /// Below the field, or above it if there is no room below.
  private static double top(Bounds field, double height) {
    Rectangle2D screen =
        Screen.getScreensForRectangle(field.getMinX(), field.getMinY(), 1, 1).stream()
            .findFirst()
            .orElseGet(Screen::getPrimary)
            .getVisualBounds();
    boolean fits = field.getMaxY() + height <= screen.getMaxY();
    return fits || field.getMinY() - height < screen.getMinY()
        ? field.getMaxY()
        : field.getMinY() - height;
  }

  private final class ChoiceCell extends ListCell<FieldChoice> {

    private final Label value = new Label();
    private final Label name = PanelParts.label("", "muted");
    private final HBox line = PanelParts.row(12, value, name);

    ChoiceCell() {
      value.setMinWidth(Region.USE_PREF_SIZE);
      name.setMinWidth(0);
      line.setPrefWidth(0);
      setOnMouseClicked(
          _ -> {
            if (!isEmpty()) {
              list.getSelectionModel().select(getIndex());
              applySelected();
              onClicked.run();
            }
          });
    }

    @Override
    protected void updateItem(FieldChoice choice, boolean empty) {
      super.updateItem(choice, empty);
      setGraphic(empty ? null : line);
      if (!empty) {
        value.setText(choice.value());
        name.setText(choice.name());
        setAccessibleText(choice.value() + " " + choice.name());
      }
    }
  }
}
