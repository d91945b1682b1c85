package io.github.tensorloupe.desktop.error;

import module java.base;
import module javafx.controls;

import io.github.tensorloupe.desktop.error.LazyPane.Fault;

/// The guarded panes of one window. Belongs to the FX thread.
public final class LazyPanes {

  private final LazyPane.Environment environment;
  private final String windowPackage;
  private final List<LazyPane<?>> panes = new ArrayList<>();
  private final List<LazyPane<?>> modalLayers = new ArrayList<>();

  public LazyPanes(LazyPane.Environment environment, String windowPackage) {
    this.environment = environment;
    this.windowPackage = windowPackage;
  }

  /// Guards a pane.
  ///
  /// @param title of the pane, shown to the user
  /// @param pane name of its package, relative to the parent package
  /// @param maker creates the pane, and creates it again after it has failed
  public <N extends Node> LazyPane<N> guard(
      String title, String pane, Supplier<? extends N> maker) {
    LazyPane<N> guarded =
        new LazyPane<>(
            title, windowPackage + "." + pane, maker, Optional.empty(), false, environment);
    panes.add(guarded);
    return guarded;
  }

  /// Guards a layer that is shown over the window from time to time; see [#guard] for the other
  /// parameters.
  ///
  /// @param closing hides the layer
  public LazyPane<Node> layer(
      String title, String pane, Supplier<? extends Node> maker, Runnable closing) {
    return new LazyPane<>(
        title, windowPackage + "." + pane, maker, Optional.of(closing), false, environment);
  }

  /// Guards a layer that stays over the window until it is closed; see [#layer] for the parameters.
  public LazyPane<Node> guardModal(
      String title, String pane, Supplier<? extends Node> maker, Runnable closing) {
    LazyPane<Node> guarded =
        new LazyPane<>(
            title, windowPackage + "." + pane, maker, Optional.of(closing), true, environment);
    // Not deferred, because it may prompt for input that is required before the first frame.
    guarded.make();
    modalLayers.add(guarded);
    return guarded;
  }

  /// Stops guarding a pane that is no longer shown.
  public void forget(LazyPane<?> guarded) {
    modalLayers.remove(guarded);
    panes.remove(guarded);
  }

  /// Schedules creating the failed panes again, because the content that they failed with is being
  /// replaced.
  public void retry() {
    List<LazyPane<?>> failed = panes.stream().filter(LazyPane::hasFailed).toList();
    environment
        .later()
        .execute(() -> failed.stream().filter(LazyPane::hasFailed).forEach(LazyPane::build));
  }

  /// Finds the pane that an uncaught exception comes from. Replaces that pane with a fault card if
  /// it has no content to show, or after repeated faults.
  public Fault attribute(Throwable thrown) {
    Optional<LazyPane<?>> origin =
        Stream.concat(modalLayers.stream(), panes.stream())
            .filter(pane -> pane.isOrigin(thrown, windowPackage))
            .findFirst();
    Optional<String> title = origin.map(LazyPane::title);
    if (!(thrown instanceof PaneException failed)) {
      boolean replaced = origin.map(pane -> pane.note(thrown)).orElse(false);
      return new Fault(thrown, title, replaced, Optional.empty());
    }
    boolean replaced = failed.isWhole() && origin.isPresent();
    if (replaced) {
      origin.get().showFault(failed.getCause(), failed.again());
    }
    return new Fault(failed.getCause(), title, replaced, Optional.of(failed.again()));
  }
}
