package io.github.tensorloupe.desktop.control.panel;

import module java.base;
import module javafx.controls;

import atlantafx.base.controls.Spacer;
import io.github.tensorloupe.desktop.control.FocusTraversal;
import io.github.tensorloupe.desktop.control.WeakSubscriptions;
import javafx.scene.control.Label;

/// A modal panel: title, scrolling body and a row of buttons. Enter presses the focused button, or
/// the default one; Escape runs the action set by [#setOnEscape(Runnable)].
///
/// A panel is shown once; showing it again requires a new panel. It observes models through
/// [WeakSubscriptions], which ends when the panel is hidden.
public final class Panel extends VBox {

  private static final double WIDTH = 760;

  private final Label title = new Label();
  private final Label subtitle = new Label();
  private final BodyScroll scroll = new BodyScroll();
  private final HBox footer = new HBox(8);
  private Optional<Button> main = Optional.empty();
  private Optional<Node> beginning = Optional.empty();
  private Runnable onEscape = () -> {};

  public Panel(String id) {
    PanelParts.named(this, id, "panel");
    setMaxSize(WIDTH, USE_PREF_SIZE);
    PanelParts.named(title, id + "-title", "title").setWrapText(true);
    PanelParts.named(subtitle, id + "-subtitle", "muted").setWrapText(true);
    subtitle.managedProperty().bind(subtitle.textProperty().isNotEmpty());
    VBox header = new VBox(4, title, subtitle);
    header.getStyleClass().add("panel-header");
    header.setMinHeight(USE_PREF_SIZE);
    footer.getStyleClass().add("panel-footer");
    footer.setMinHeight(USE_PREF_SIZE);
    footer.setAlignment(Pos.CENTER_RIGHT);
    VBox.setVgrow(scroll, Priority.ALWAYS);
    getChildren().addAll(header, scroll, footer);
    addEventHandler(KeyEvent.KEY_PRESSED, this::onKey);
  }

  private void onKey(KeyEvent event) {
    switch (event.getCode()) {
      case ESCAPE -> escape();
      case ENTER -> pressed().filter(button -> !button.isDisabled()).ifPresent(Button::fire);
      default -> {
        return;
      }
    }
    event.consume();
  }

  private Optional<Button> pressed() {
    return getScene().getFocusOwner() instanceof Button focused && footer == focused.getParent()
        ? Optional.of(focused)
        : main;
  }

  public void setTitle(String titleText, String subtitleText) {
    title.setText(titleText);
    subtitle.setText(subtitleText);
    setAccessibleText(titleText);
  }

  void escape() {
    onEscape.run();
  }

  /// Stops observing models.
  void dispose() {
    WeakSubscriptions.endIn(this);
  }

  public void setBody(Region body) {
    body.getStyleClass().add("panel-body");
    scroll.setContent(body);
    scroll.setFitToHeight(false);
    scroll.setVvalue(0);
  }

  /// Sets a body that scrolls its own content and can shrink to its minimum height.
  public void setElasticBody(Region body) {
    setBody(body);
    scroll.setFitToHeight(true);
  }

  /// Replaces the buttons; the last one is the default button.
  ///
  /// @param aside shown at the other end of the row
  /// @param buttons in reading order, at least one
  public void setButtons(List<Button> aside, List<Button> buttons) {
    main = Optional.of(buttons.getLast());
    for (Button button : Stream.concat(aside.stream(), buttons.stream()).toList()) {
      button.getStyleClass().remove("accent");
      button.setMinWidth(USE_PREF_SIZE);
    }
    main.get().getStyleClass().add("accent");
    footer.getChildren().setAll(aside);
    footer.getChildren().add(new Spacer());
    footer.getChildren().addAll(buttons);
    focusButtons();
  }

  /// Replaces the buttons with a single stop button. It is not a default button, so that pressing
  /// Enter twice does not stop the work just started.
  public void setStopButton(Button stop) {
    setButtons(List.of(), List.of(stop));
    stop.getStyleClass().remove("accent");
    main = Optional.empty();
    requestFocus();
  }

  public void showEnd() {
    scroll.setVvalue(1);
  }

  /// Sets the node of the body that has the focus when the panel is shown.
  public void setBeginning(Node node) {
    beginning = Optional.of(node);
  }

  public void setOnEscape(Runnable action) {
    onEscape = action;
  }

  /// Focuses the default button, or the last enabled one, unless the focus is in the body.
  public void focusButtons() {
    if (getScene() != null && !FocusTraversal.isInside(getScene().getFocusOwner(), scroll)) {
      focusFirst();
    }
  }

  void begin() {
    // A scroll pane contains its content only after its skin is created.
    applyCss();
    beginning.ifPresentOrElse(Node::requestFocus, this::focusFirst);
  }

  private void focusFirst() {
    List<Node> buttons = FocusTraversal.traversable(footer).toList();
    if (main.isEmpty()) {
      requestFocus();
    } else if (main.filter(button -> !button.isDisabled()).isPresent()) {
      main.get().requestFocus();
    } else if (!buttons.isEmpty()) {
      buttons.getLast().requestFocus();
    }
  }

  static void focusEnd(Node root, boolean last) {
    List<Node> nodes = FocusTraversal.traversable(root).toList();
    if (!nodes.isEmpty()) {
      (last ? nodes.getLast() : nodes.getFirst()).requestFocus();
    }
  }

  /// A scroll pane whose preferred height fits wrapped content; the base class assumes unwrapped
  /// text.
  private static final class BodyScroll extends ScrollPane {

    BodyScroll() {
      setFitToWidth(true);
      setHbarPolicy(ScrollBarPolicy.NEVER);
      getStyleClass().add("panel-scroll");
      setMinHeight(0);
      setFocusTraversable(false);
    }

    @Override
    public Orientation getContentBias() {
      return Orientation.HORIZONTAL;
    }

    @Override
    protected double computePrefHeight(double width) {
      return getContent() == null ? 0 : getContent().prefHeight(width) + 2;
    }
  }
}
