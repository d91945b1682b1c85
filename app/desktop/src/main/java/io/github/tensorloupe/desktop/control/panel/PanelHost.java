package io.github.tensorloupe.desktop.control.panel;

import module java.base;
import module javafx.controls;

import io.github.tensorloupe.desktop.control.FocusTraversal;
import io.github.tensorloupe.desktop.error.LazyPane;
import io.github.tensorloupe.desktop.error.LazyPanes;

/// The content of the window with at most one modal panel above it. Belongs to the FX thread.
///
/// AtlantaFX `ModalPane` does not handle focus: it neither keeps it inside nor restores it. It also
/// wraps its content in a scroll pane, in which the buttons of a long panel scroll out of view.
public final class PanelHost extends StackPane {

  private final LazyPanes guards;
  private final StackPane scrim = new StackPane();
  private final ReadOnlyBooleanWrapper showing = new ReadOnlyBooleanWrapper();
  private Optional<LazyPane<?>> guard = Optional.empty();
  private Optional<Panel> shown = Optional.empty();
  private Optional<Node> focusedBefore = Optional.empty();
  private boolean backwards;

  public PanelHost(Node content, LazyPanes guards) {
    super(content);
    this.guards = guards;
    setId("panel-host");
    scrim.getStyleClass().add("panel-scrim");
    scrim.setAlignment(Pos.CENTER);
    scrim.setVisible(false);
    // Keeps clicks from the content below.
    scrim.setOnMousePressed(event -> event.consume());
    getChildren().add(scrim);
    addEventFilter(
        KeyEvent.KEY_PRESSED,
        event -> backwards = event.getCode() == KeyCode.TAB ? event.isShiftDown() : backwards);
    sceneProperty()
        .flatMap(Scene::focusOwnerProperty)
        .subscribe(owner -> Optional.ofNullable(owner).ifPresent(this::trapFocus));
  }

  /// Moves the focus from the last control of a panel to its first one, and back.
  private void trapFocus(Node owner) {
    if (guard.isPresent() && !FocusTraversal.isInside(owner, scrim)) {
      Panel.focusEnd(scrim, backwards);
    }
  }

  /// Shows a panel in place of the current one; see the other method for the parameters.
  public void show(String pane, String title, Supplier<Panel> constructor) {
    show(pane, title, constructor, () -> {});
  }

  /// Creates a panel and shows it in place of the current one. If that fails, shows a fault card.
  ///
  /// @param pane the package of the panel, relative to `desktop.pane`
  /// @param title shown if the panel has failed
  /// @param constructor creates the panel; called again for a retry
  /// @param onDismissed called if the panel could not be created and the user dismissed it
  public void show(String pane, String title, Supplier<Panel> constructor, Runnable onDismissed) {
    if (guard.isEmpty()) {
      focusedBefore = FocusTraversal.focusOwnerOf(this);
    }
    discard();
    LazyPane<?> guarded =
        guards.guardModal(
            title, pane, () -> createPanel(constructor), () -> closeFailed(onDismissed));
    guard = Optional.of(guarded);
    scrim.getChildren().setAll(guarded);
    scrim.setVisible(true);
    showing.set(true);
    shown.ifPresent(Panel::begin);
  }

  private Node createPanel(Supplier<Panel> constructor) {
    shown.ifPresent(Panel::dispose);
    shown = Optional.empty();
    Panel panel = constructor.get();
    shown = Optional.of(panel);
    return new StackPane(panel);
  }

  /// Closes a failed panel like Escape, and in any case.
  private void closeFailed(Runnable onDismissed) {
    Optional<LazyPane<?>> failed = guard;
    try {
      shown.ifPresentOrElse(Panel::escape, onDismissed);
    } finally {
      if (guard.equals(failed)) {
        clear();
      }
    }
  }

  /// Hides a panel; does nothing if another one is shown.
  public void hide(Panel panel) {
    if (shown.filter(panel::equals).isPresent()) {
      clear();
    }
  }

  public void hide() {
    if (guard.isPresent()) {
      clear();
    }
  }

  private void discard() {
    guard.ifPresent(guards::forget);
    guard = Optional.empty();
    shown.ifPresent(Panel::dispose);
    shown = Optional.empty();
  }

  private void clear() {
    discard();
    scrim.getChildren().clear();
    scrim.setVisible(false);
    showing.set(false);
    focusedBefore.ifPresent(Node::requestFocus);
    focusedBefore = Optional.empty();
  }

  public Optional<Panel> shown() {
    return shown;
  }

  public ReadOnlyBooleanProperty showingProperty() {
    return showing.getReadOnlyProperty();
  }
}
