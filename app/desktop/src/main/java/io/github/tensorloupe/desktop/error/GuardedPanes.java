package io.github.tensorloupe.desktop.error;

import module java.base;
import module javafx.controls;

import io.github.tensorloupe.desktop.error.GuardedPane.Fault;

/// The guarded panes of one window. Belongs to the FX thread.
public final class GuardedPanes {

  private final GuardedPane.Environment environment;
  private final String windowPackage;
  private final List<GuardedPane> panes = new ArrayList<>();
  private final List<GuardedPane> passing = new ArrayList<>();

  public GuardedPanes(GuardedPane.Environment environment, String windowPackage) {
    this.environment = environment;
    this.windowPackage = windowPackage;
  }

  /// Puts a pane under guard.
  ///
  /// @param title of the pane, for a person
  /// @param pane its package's name below the package of the window
  /// @param maker makes it, and makes it anew where it has failed
  public GuardedPane guard(String title, String pane, Supplier<? extends Node> maker) {
    GuardedPane guarded =
        new GuardedPane(
            title, windowPackage + "." + pane, maker, Optional.empty(), false, environment);
    panes.add(guarded);
    return guarded;
  }

  /// Puts a pane under guard that the window turns to; parameters are those of [#guard].
  public <N extends Node> LivePane<N> live(String title, String pane, Supplier<N> maker) {
    AtomicReference<N> made = new AtomicReference<>();
    Supplier<N> keeping =
        () -> {
          made.set(null);
          made.set(maker.get());
          return made.get();
        };
    return new LivePane<>(guard(title, pane, keeping), made::get);
  }

  /// Puts something under guard that is shown over the window from time to time; parameters are
  /// those of [#guard].
  ///
  /// @param closing takes it away
  public GuardedPane layer(
      String title, String pane, Supplier<? extends Node> maker, Runnable closing) {
    return new GuardedPane(
        title, windowPackage + "." + pane, maker, Optional.of(closing), false, environment);
  }

  /// Puts something under guard that lies over the window until it is closed; parameters are those
  /// of [#layer].
  public GuardedPane passing(
      String title, String pane, Supplier<? extends Node> maker, Runnable closing) {
    GuardedPane guarded =
        new GuardedPane(
            title, windowPackage + "." + pane, maker, Optional.of(closing), true, environment);
    // It may ask what has to be known before the window can show what it was opened for.
    guarded.make();
    passing.add(guarded);
    return guarded;
  }

  /// Takes a pane from the guarded ones that is not shown any more.
  public void forget(GuardedPane guarded) {
    passing.remove(guarded);
    panes.remove(guarded);
  }

  /// Makes the panes anew, soon, that have failed by now: what they failed at is going.
  public void retry() {
    List<GuardedPane> failed = panes.stream().filter(GuardedPane::hasFailed).toList();
    environment
        .later()
        .execute(() -> failed.stream().filter(GuardedPane::hasFailed).forEach(GuardedPane::build));
  }

  /// Finds out which pane something comes from that was thrown where nobody caught it, and lets
  /// that pane give way if it has nothing to show, or if it was not the first time.
  public Fault attribute(Throwable thrown) {
    Optional<GuardedPane> origin =
        Stream.concat(passing.stream(), panes.stream())
            .filter(pane -> pane.isOrigin(thrown, windowPackage))
            .findFirst();
    Optional<String> title = origin.map(GuardedPane::title);
    if (!(thrown instanceof PaneException failed)) {
      boolean replaced = origin.map(pane -> pane.note(thrown)).orElse(false);
      return new Fault(thrown, title, replaced, Optional.empty());
    }
    boolean replaced = failed.isWhole() && origin.isPresent();
    if (replaced) {
      origin.get().giveWay(failed.getCause(), failed.again());
    }
    return new Fault(failed.getCause(), title, replaced, Optional.of(failed.again()));
  }

  /// A guarded pane with the abilities of the pane itself. Belongs to the FX thread.
  ///
  /// @param node the node in the window: the pane, or the card in its place
  /// @param made gives the pane as it was made last; null if it never was
  public record LivePane<N extends Node>(GuardedPane node, Supplier<N> made) {

    /// The pane, which is made now if it was not before; empty while the card is in its place.
    public Optional<N> pane() {
      node.make();
      return node.hasFailed() ? Optional.empty() : Optional.ofNullable(made.get());
    }

    public void ask(Consumer<? super N> action) {
      pane().ifPresent(action);
    }
  }
}
