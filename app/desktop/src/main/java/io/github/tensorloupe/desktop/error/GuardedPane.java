package io.github.tensorloupe.desktop.error;

import module java.base;
import module javafx.controls;

import io.github.tensorloupe.desktop.control.Following;
import io.github.tensorloupe.desktop.job.FirstFrame;
import io.github.tensorloupe.desktop.text.Messages;

/// Holds a pane and keeps its faults from the rest of the window: where building it or laying it
/// out throws, or other faults come from it one after the other, a card takes its place that tells
/// of it and can build it anew. The pane is built once the window is in sight, or as soon as it is
/// asked for. Belongs to the FX thread.
///
/// A scene graph that has thrown while it was laid out is never laid out again, up to the root of
/// the window; that is why this catches what its content throws before its parents see it.
public final class GuardedPane extends Region {

  private static final int DEEPEST_CAUSE = 8;
  private static final int FAULTS_BORNE = 2;
  private static final long FAULTS_FORGOTTEN_NANOS = 5_000_000_000L;

  /// @param later does something on the FX thread, not at once
  /// @param faults is told of each pane that is taken away
  /// @param firstFrame the moment in which the window is in sight
  public record Environment(
      Executor later, Consumer<Fault> faults, FirstFrame firstFrame, Messages messages) {}

  private final String title;
  private final String packageName;
  private final Supplier<? extends Node> maker;
  private final Optional<Runnable> closing;
  private final boolean isPassing;
  private final Environment environment;
  private final Runnable beforeLayout = this::layOutBranch;
  private Node pane = new Region();
  private Node content = pane;
  private Optional<Throwable> failed = Optional.empty();
  private boolean isWaiting = true;
  private boolean hasCard;
  private Runnable again = this::build;
  private int faults;
  private long lastFaultNanos;

  /// @param title of the pane, for a person
  /// @param packageName of its classes
  /// @param maker makes the pane, and makes it anew where it has failed
  /// @param closing takes a layer over the window away; empty for a part of the window itself
  /// @param isPassing true if the layer lies there until it is closed. It gives way to the card at
  ///   its first fault: nothing else can be done until it works or is gone
  GuardedPane(
      String title,
      String packageName,
      Supplier<? extends Node> maker,
      Optional<Runnable> closing,
      boolean isPassing,
      Environment environment) {
    this.title = title;
    this.packageName = packageName;
    this.maker = maker;
    this.closing = closing;
    this.isPassing = isPassing;
    this.environment = environment;
    // A layer leaves the mouse to what is below it.
    setPickOnBounds(closing.isEmpty());
    sceneProperty().subscribe(this::follow);
    getChildren().setAll(content);
    environment.firstFrame().then(this::make);
  }

  /// Builds the pane now if it still waits for the window to be in sight.
  public void make() {
    if (isWaiting) {
      build();
    }
  }

  private void follow(Scene before, Scene now) {
    if (before != null) {
      before.removePreLayoutPulseListener(beforeLayout);
    }
    if (now != null) {
      now.addPreLayoutPulseListener(beforeLayout);
    }
  }

  /// Makes the pane anew, whatever is shown now.
  public void build() {
    isWaiting = false;
    failed = Optional.empty();
    again = this::build;
    faults = 0;
    try {
      Node made = maker.get();
      // By now the new pane has taken over what the window lent to the old one.
      if (made != pane) {
        Following.endIn(pane);
      }
      pane = made;
      show(pane);
    } catch (Throwable e) {
      fail(e);
    }
  }

  /// The content: the pane, or the card in its place.
  public Node content() {
    return content;
  }

  public boolean hasFailed() {
    return failed.isPresent();
  }

  public String title() {
    return title;
  }

  /// True if something thrown comes from the pane: of all panes its code was the last to run before
  /// it was thrown, or before its cause was.
  ///
  /// @param windowPackage the package whose packages are the panes
  boolean isOrigin(Throwable fault, String windowPackage) {
    return Stream.iterate(fault, Objects::nonNull, Throwable::getCause)
        .limit(DEEPEST_CAUSE)
        .flatMap(thrown -> Arrays.stream(thrown.getStackTrace()))
        .map(StackTraceElement::getClassName)
        .filter(name -> name.startsWith(windowPackage + "."))
        .findFirst()
        .filter(name -> name.startsWith(packageName + "."))
        .isPresent();
  }

  /// Takes note of a fault that came from the pane. Where they come one after the other, the pane
  /// gives way to the card.
  ///
  /// @return true if it did
  boolean note(Throwable fault) {
    long now = System.nanoTime();
    faults = now - lastFaultNanos < FAULTS_FORGOTTEN_NANOS ? faults + 1 : 1;
    lastFaultNanos = now;
    if (faults > (isPassing ? 0 : FAULTS_BORNE) && failed.isEmpty()) {
      failed = Optional.of(fault);
      showCard();
      return true;
    }
    return false;
  }

  /// Lets the card take the place of the pane, which has nothing to show.
  void giveWay(Throwable cause, Runnable work) {
    failed = Optional.of(cause);
    again =
        () -> {
          build();
          work.run();
        };
    showCard();
  }

  private void show(Node node) {
    hasCard = node != pane;
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
    // What is being laid out must not be changed.
    environment.later().execute(this::showCard);
  }

  private void showCard() {
    if (failed.isEmpty()) {
      return;
    }
    boolean canRepeat = closing.isEmpty() || isPassing;
    Optional<Runnable> repeating = Optional.of(again).filter(_ -> canRepeat);
    Optional<Runnable> close =
        closing.map(
            action ->
                () -> {
                  if (!isPassing) {
                    build();
                  }
                  action.run();
                });
    FaultCard card = new FaultCard(title, failed.get(), repeating, close, environment.messages());
    show(closing.isEmpty() ? card : new StackPane(card));
    closing.ifPresent(_ -> card.focus());
  }

  /// If only a descendant needs layout, this region is not asked to lay out its children.
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

  /// Something that was thrown where nobody expected it.
  ///
  /// @param pane the title of the pane that it came from, where that is known
  /// @param replaced true if the pane was taken away because of it
  /// @param again does once more what has failed, where that can be done
  public record Fault(
      Throwable cause, Optional<String> pane, boolean replaced, Optional<Runnable> again) {}
}
