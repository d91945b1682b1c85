package io.github.tensorloupe.desktop.control.panel;

import io.github.tensorloupe.desktop.control.Following;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import javafx.geometry.Orientation;
import javafx.geometry.Pos;
import javafx.scene.Node;
import javafx.scene.Parent;
import javafx.scene.control.Button;
import javafx.scene.control.Label;
import javafx.scene.control.ScrollPane;
import javafx.scene.input.KeyEvent;
import javafx.scene.layout.HBox;
import javafx.scene.layout.Priority;
import javafx.scene.layout.Region;
import javafx.scene.layout.VBox;

/// A title, a body that scrolls where it is long, and a row of buttons. Enter presses the button
/// that has the focus, else the main one; Escape does what the panel is told to do.
///
/// A panel is shown once and made anew to be shown again. What it hears of models it hears through
/// [Following], its own or that of a node inside it, which ends when it is gone.
public final class Panel extends VBox {

  private static final double WIDTH = 760;

  private final Label title = new Label();
  private final Label subtitle = new Label();
  private final BodyScroll scroll = new BodyScroll();
  private final HBox footer = new HBox(8);
  private Optional<Button> main = Optional.empty();
  private Optional<Node> beginning = Optional.empty();
  private Runnable onEscape = () -> {};

  /// @param id of the panel
  public Panel(String id) {
    setId(id);
    getStyleClass().add("panel");
    setMaxSize(WIDTH, USE_PREF_SIZE);
    title.setId(id + "-title");
    title.getStyleClass().add("title");
    title.setWrapText(true);
    subtitle.setId(id + "-subtitle");
    subtitle.getStyleClass().add("muted");
    subtitle.setWrapText(true);
    subtitle.managedProperty().bind(subtitle.textProperty().isNotEmpty());
    VBox header = new VBox(4, title, subtitle);
    header.getStyleClass().add("panel-header");
    footer.getStyleClass().add("panel-footer");
    footer.setAlignment(Pos.CENTER_RIGHT);
    for (Region edge : List.of(header, footer)) {
      edge.setMinHeight(USE_PREF_SIZE);
    }
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

  /// Changes what stands at the top.
  public void setTitle(String titleText, String subtitleText) {
    title.setText(titleText);
    subtitle.setText(subtitleText);
    setAccessibleText(titleText);
  }

  /// Does what Escape does.
  void escape() {
    onEscape.run();
  }

  /// The panel is gone, and hears nothing any more.
  void leave() {
    Following.endIn(this);
  }

  /// Changes what stands between title and buttons.
  public void setBody(Region body) {
    body.getStyleClass().add("panel-body");
    scroll.setContent(body);
    scroll.setFitToHeight(false);
    scroll.setVvalue(0);
  }

  /// Changes what stands between title and buttons to something that scrolls by itself: in a low
  /// window it becomes lower, down to its least height.
  public void setElasticBody(Region body) {
    setBody(body);
    scroll.setFitToHeight(true);
  }

  /// Changes the buttons; the last one is the main one.
  ///
  /// @param aside stand at the other end of the row
  /// @param buttons in the order of reading, at least one
  public void setButtons(List<Button> aside, List<Button> buttons) {
    Region gap = new Region();
    HBox.setHgrow(gap, Priority.ALWAYS);
    main = Optional.of(buttons.getLast());
    Stream.concat(aside.stream(), buttons.stream())
        .forEach(button -> button.getStyleClass().remove("accent"));
    main.get().getStyleClass().add("accent");
    footer.getChildren().setAll(aside);
    footer.getChildren().add(gap);
    footer.getChildren().addAll(buttons);
    footer.getChildren().stream()
        .filter(Button.class::isInstance)
        .forEach(button -> ((Button) button).setMinWidth(USE_PREF_SIZE));
    focusButtons();
  }

  /// Changes the buttons to one that stops what is going on. Enter presses it only once somebody
  /// has gone to it: whoever presses Enter twice does not mean to stop what they have just begun.
  public void setStopButton(Button stop) {
    setButtons(List.of(), List.of(stop));
    stop.getStyleClass().remove("accent");
    main = Optional.empty();
    requestFocus();
  }

  /// Scrolls to the end of the body.
  public void showEnd() {
    scroll.setVvalue(1);
  }

  /// Says what in the body has the keys when the panel is shown, in place of a button.
  public void setBeginning(Node node) {
    beginning = Optional.of(node);
  }

  /// Says what Escape does.
  public void setOnEscape(Runnable action) {
    onEscape = action;
  }

  /// Puts the focus on the main button, or where that is disabled on the last one that is not;
  /// whoever is busy in the body is left alone.
  public void focusButtons() {
    if (getScene() != null && !isInBody(getScene().getFocusOwner())) {
      focusFirst();
    }
  }

  private boolean isInBody(Node node) {
    for (Node at = node; at != null; at = at.getParent()) {
      if (at == scroll) {
        return true;
      }
    }
    return false;
  }

  /// Puts the keys where they belong when the panel is shown.
  void begin() {
    // What scrolls takes its content in only when it gets its look.
    applyCss();
    beginning.ifPresentOrElse(Node::requestFocus, this::focusFirst);
  }

  /// Puts the focus on a button, wherever it is now.
  private void focusFirst() {
    List<Node> buttons = traversable(footer).toList();
    if (main.isEmpty()) {
      requestFocus();
    } else if (main.filter(button -> !button.isDisabled()).isPresent()) {
      main.get().requestFocus();
    } else if (!buttons.isEmpty()) {
      buttons.getLast().requestFocus();
    }
  }

  /// Puts the focus on the first control in something, or the last one.
  static void focusEnd(Node root, boolean last) {
    List<Node> nodes = traversable(root).toList();
    if (!nodes.isEmpty()) {
      (last ? nodes.getLast() : nodes.getFirst()).requestFocus();
    }
  }

  private static Stream<Node> traversable(Node node) {
    if (!node.isVisible() || node.isDisabled()) {
      return Stream.empty();
    }
    Stream<Node> below =
        node instanceof Parent parent
            ? parent.getChildrenUnmodifiable().stream().flatMap(Panel::traversable)
            : Stream.empty();
    return node.isFocusTraversable() ? Stream.concat(Stream.of(node), below) : below;
  }

  /// Scrolls its content, and is as high as that where there is room. A plain scroll pane asks for
  /// the height that wrapped text would have in one line.
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
