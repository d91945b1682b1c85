package io.github.tensorloupe.desktop.error;

import module java.base;
import module javafx.controls;

import io.github.tensorloupe.desktop.control.WeakSubscriptions;
import io.github.tensorloupe.desktop.job.FirstFrame;
import io.github.tensorloupe.desktop.text.Messages;

/// Contains a pane, which is created after the first frame of the window or when it is needed, and
/// isolates its faults from the rest of the window. If the pane throws while it is created or laid
/// out, or causes several other faults in a row, a fault card replaces it, which can create it
/// again. Belongs to the FX thread.
///
/// JavaFX never again lays out a scene graph that has thrown during layout, up to the root of the
/// window. Therefore this class catches exceptions of its content before they reach its parents.
public final class LazyPane<N extends Node> extends Region {

  private static final int MAX_CAUSES = 8;
  private static final int MAX_FAULTS = 2;
  private static final long FAULT_SERIES_NANOS = 5_000_000_000L;

  /// @param later runs an action on the FX thread later, not at once
  /// @param faults receives each pane that was replaced
  /// @param firstFrame signals that the window has painted its first frame
  public record Environment(
      Executor later, Consumer<Fault> faults, FirstFrame firstFrame, Messages messages) {}

  private final String title;
  private final String packageName;
  private final Supplier<? extends N> maker;
  private final Optional<Runnable> closing;
  private final boolean isModal;
  private final Environment environment;
  private final Runnable beforeLayout = this::layOutBranch;
  private Optional<N> pane = Optional.empty();
  private Node content = new Region();
  private Optional<Throwable> failed = Optional.empty();
  private boolean isWaiting = true;
  private boolean hasCard;
  private Runnable again = this::build;
  private int faults;
  private long lastFaultNanos;

  /// @param title of the pane, shown to the user
  /// @param packageName of its classes
  /// @param maker creates the pane, and creates it again after it has failed
  /// @param closing removes a layer over the window; empty for a part of the window itself
  /// @param isModal true for a layer that stays until it is closed. The card replaces it at its
  ///   first fault, because the user cannot do anything else until it works or is closed
  LazyPane(
      String title,
      String packageName,
      Supplier<? extends N> maker,
      Optional<Runnable> closing,
      boolean isModal,
      Environment environment) {
    this.title = title;
    this.packageName = packageName;
    this.maker = maker;
    this.closing = closing;
    this.isModal = isModal;
    this.environment = environment;
    // A layer passes mouse events to the nodes below it.
    setPickOnBounds(closing.isEmpty());
    sceneProperty().subscribe(this::onSceneChanged);
    getChildren().setAll(content);
    environment.firstFrame().runAfter(this::make);
  }

  /// Creates the pane now if it is still waiting for the first frame.
  public void make() {
    if (isWaiting) {
      build();
    }
  }

  private void onSceneChanged(Scene before, Scene now) {
    if (before != null) {
      before.removePreLayoutPulseListener(beforeLayout);
    }
    if (now != null) {
      now.addPreLayoutPulseListener(beforeLayout);
    }
  }

  /// Creates the pane again and replaces the current content.
  public void build() {
    isWaiting = false;
    failed = Optional.empty();
    again = this::build;
    faults = 0;
    try {
      N created = maker.get();
      // By now the new pane has taken over the nodes that are shared with the old one.
      pane.filter(old -> old != created).ifPresent(WeakSubscriptions::endIn);
      pane = Optional.of(created);
      show(created);
    } catch (Throwable e) {
      fail(e);
    }
  }

  /// Returns the pane, which is created if necessary, or empty while the card replaces it.
  public Optional<N> pane() {
    make();
    return hasFailed() ? Optional.empty() : pane;
  }

  public void ifPresent(Consumer<? super N> action) {
    pane().ifPresent(action);
  }

  /// Returns the content: the pane, or the card that replaced it.
  public Node content() {
    return content;
  }

  public boolean hasFailed() {
    return failed.isPresent();
  }

  public String title() {
    return title;
  }

  /// Returns true if an exception comes from the pane: in its stack trace, or in the ones of its
  /// causes, the first frame in code of any pane is in code of this one.
  ///
  /// @param windowPackage the parent package of the panes
  boolean isOrigin(Throwable fault, String windowPackage) {
    return Stream.iterate(fault, Objects::nonNull, Throwable::getCause)
        .limit(MAX_CAUSES)
        .flatMap(thrown -> Arrays.stream(thrown.getStackTrace()))
        .map(StackTraceElement::getClassName)
        .filter(name -> name.startsWith(windowPackage + "."))
        .findFirst()
        .filter(name -> name.startsWith(packageName + "."))
        .isPresent();
  }

  /// Counts a fault of the pane. After several faults in a row, the card replaces the pane.
  ///
  /// @return true if the pane was replaced
  boolean note(Throwable fault) {
    long now = System.nanoTime();
    faults = now - lastFaultNanos < FAULT_SERIES_NANOS ? faults + 1 : 1;
    lastFaultNanos = now;
    if (faults > (isModal ? 0 : MAX_FAULTS) && failed.isEmpty()) {
      failed = Optional.of(fault);
      showCard();
      return true;
    }
    return false;
  }

  /// Replaces the pane, which has no content to show, with the card.
  ///
  /// @param work repeated together with the pane
  void showFault(Throwable cause, Runnable work) {
    failed = Optional.of(cause);
    again =
        () -> {
          build();
          work.run();
        };
    showCard();
  }

  private void show(Node node) {
    hasCard = pane.filter(node::equals).isEmpty();
    content = node;
    getChildren().setAll(node);
    requestLayout();
  }

  private void fail(Throwable cause) {
    if (failed.isPresent()) {
      return;
    }
    failed = Optional.of(cause);
    environment.faults().accept(new Fault(cause, Optional.of(title), true, Optional.empty()));
    // Nodes must not be replaced during their layout.
    environment.later().execute(this::showCard);
  }

  private void showCard() {
    if (failed.isEmpty()) {
      return;
    }
    boolean canRepeat = closing.isEmpty() || isModal;
    Optional<Runnable> repeating = Optional.of(again).filter(_ -> canRepeat);
    Optional<Runnable> close =
        closing.map(
            action ->
                () -> {
                  if (!isModal) {
                    build();
                  }
                  action.run();
                });
    FaultCard card = new FaultCard(title, failed.get(), repeating, close, environment.messages());
    show(closing.isEmpty() ? card : new StackPane(card));
    closing.ifPresent(_ -> card.focus());
  }

  /// If only a descendant needs layout, [#layoutChildren()] of this region is not called.
  private void layOutBranch() {
    if (failed.isEmpty() && content instanceof Parent parent && !parent.isNeedsLayout()) {
      guarded(parent::layout);
    }
  }

  @Override
  protected void layoutChildren() {
    if (failed.isPresent() && !hasCard) {
      return;
    }
    Insets insets = getInsets();
    guarded(
        () -> {
          content.resizeRelocate(
              insets.getLeft(),
              insets.getTop(),
              getWidth() - insets.getLeft() - insets.getRight(),
              getHeight() - insets.getTop() - insets.getBottom());
          if (content instanceof Parent parent) {
            parent.layout();
          }
        });
  }

  private void guarded(Runnable action) {
    try {
      action.run();
    } catch (Throwable e) {
      fail(e);
    }
  }

  private double guarded(DoubleSupplier size) {
    try {
      return size.getAsDouble();
    } catch (Throwable e) {
      fail(e);
      return 0;
    }
  }

  @Override
  public Orientation getContentBias() {
    return content == null ? null : content.getContentBias();
  }

  @Override
  protected double computeMinWidth(double height) {
    return snappedLeftInset() + snappedRightInset() + guarded(() -> content.minWidth(height));
  }

  @Override
  protected double computeMinHeight(double width) {
    return snappedTopInset() + snappedBottomInset() + guarded(() -> content.minHeight(width));
  }

  @Override
  protected double computePrefWidth(double height) {
    return snappedLeftInset() + snappedRightInset() + guarded(() -> content.prefWidth(height));
  }

  @Override
  protected double computePrefHeight(double width) {
    return snappedTopInset() + snappedBottomInset() + guarded(() -> content.prefHeight(width));
  }

  /// An unexpected exception.
  ///
  /// @param pane the title of the pane that it came from, if known
  /// @param replaced true if the card has replaced the pane
  /// @param again repeats the failed operation, if possible
  public record Fault(
      Throwable cause, Optional<String> pane, boolean replaced, Optional<Runnable> again) {}
}
