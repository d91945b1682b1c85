package io.github.tensorloupe.desktop.error;

import module java.base;
import module javafx.controls;

import io.github.tensorloupe.desktop.error.GuardedPane.Fault;

/// The guarded panes of one window. Belongs to the FX thread.
public final class GuardedPanes {

  private final GuardedPane.Environment environment;
  private final String windowPackage;
  private final List<GuardedPane> panes = new ArrayList<>();
  private final List<GuardedPane> guardModal = new ArrayList<>();

  public GuardedPanes(GuardedPane.Environment environment, String windowPackage) {
    this.environment = environment;
    this.windowPackage = windowPackage;
  }

  /// Guards a pane.
  ///
  /// @param title of the pane, shown to the user
  /// @param pane name of its package, relative to the parent package
  /// @param maker creates the pane, and creates it again after it has failed
  public GuardedPane guard(String title, String pane, Supplier<? extends Node> maker) {
    GuardedPane guarded =
        new GuardedPane(
            title, windowPackage + "." + pane, maker, Optional.empty(), false, environment);
    panes.add(guarded);
    return guarded;
  }

  /// Guards a pane that the window accesses; see [#guard] for the parameters.
  public <N extends Node> LivePane<N> live(String title, String pane, Supplier<N> maker) {
    AtomicReference<N> created = new AtomicReference<>();
    Supplier<N> keeping =
        () -> {
          created.set(null);
          created.set(maker.get());
          return created.get();
        };
    return new LivePane<>(guard(title, pane, keeping), created::get);
  }

  /// Guards a layer that is shown over the window from time to time; see [#guard] for the other
  /// parameters.
  ///
  /// @param closing hides the layer
  public GuardedPane layer(
      String title, String pane, Supplier<? extends Node> maker, Runnable closing) {
    return new GuardedPane(
        title, windowPackage + "." + pane, maker, Optional.of(closing), false, environment);
  }

  /// Guards a layer that stays over the window until it is closed; see [#layer] for the parameters.
  public GuardedPane guardModal(
      String title, String pane, Supplier<? extends Node> maker, Runnable closing) {
    GuardedPane guarded =
        new GuardedPane(
            title, windowPackage + "." + pane, maker, Optional.of(closing), true, environment);
    // Not deferred, because it may prompt for input that is required before the first frame.
    guarded.make();
    guardModal.add(guarded);
    return guarded;
  }

  /// Stops guarding a pane that is no longer shown.
  public void forget(GuardedPane guarded) {
    guardModal.remove(guarded);
    panes.remove(guarded);
  }

  /// Schedules creating the failed panes again, because the content that they failed with is being
  /// replaced.
  public void retry() {
    List<GuardedPane> failed = panes.stream().filter(GuardedPane::hasFailed).toList();
    environment
        .later()
        .execute(() -> failed.stream().filter(GuardedPane::hasFailed).forEach(GuardedPane::build));
  }

  /// Finds the pane that an uncaught exception comes from. Replaces that pane with a fault card if
  /// it has no content to show, or after repeated faults.
  public Fault attribute(Throwable thrown) {
    Optional<GuardedPane> origin =
        Stream.concat(guardModal.stream(), panes.stream())
            .filter(pane -> pane.isOrigin(thrown, windowPackage))
            .findFirst();
    Optional<String> title = origin.map(GuardedPane::title);
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

  /// A guarded pane with access to the pane itself. Belongs to the FX thread.
  ///
  /// @param node the node in the window: the pane, or the card that replaced it
  /// @param lastCreated returns the pane that was created last, or null
  public record LivePane<N extends Node>(GuardedPane node, Supplier<N> lastCreated) {

    /// Returns the pane, which is created if necessary, or empty while the card replaces it.
    public Optional<N> pane() {
      node.make();
      return node.hasFailed() ? Optional.empty() : Optional.ofNullable(lastCreated.get());
    }

    public void ifPresent(Consumer<? super N> action) {
      pane().ifPresent(action);
    }
  }
}
