package io.github.tensorloupe.ui.error;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import javafx.scene.Node;

/// The guarded panes of one window. Belongs to the FX thread.
public final class GuardedPanes {

  private final GuardedPane.Surroundings surroundings;
  private final String windowPackage;
  private final List<GuardedPane> panes = new ArrayList<>();

  /// @param windowPackage the package whose packages are the panes
  public GuardedPanes(GuardedPane.Surroundings surroundings, String windowPackage) {
    this.surroundings = surroundings;
    this.windowPackage = windowPackage;
  }

  /// Puts a pane under guard.
  ///
  /// @param title of the pane, for a person
  /// @param pane its package's name below the package of the window
  /// @param maker makes it, and makes it anew where it has failed
  public GuardedPane guard(String title, String pane, Supplier<? extends Node> maker) {
    return added(new GuardedPane(title, windowPackage + "." + pane, maker, surroundings));
  }

  /// Puts a pane under guard that the window keeps hold of, so that it cannot be made anew.
  ///
  /// @param title of the pane, for a person
  /// @param pane its package's name below the package of the window
  public GuardedPane keep(String title, String pane, Node content) {
    return added(GuardedPane.of(title, windowPackage + "." + pane, content, surroundings));
  }

  private GuardedPane added(GuardedPane guarded) {
    panes.add(guarded);
    return guarded;
  }

  /// Finds out which pane something comes from that was thrown where nobody caught it, and lets
  /// that pane give way if it was not the first time.
  public Fault attribute(Throwable cause) {
    Optional<GuardedPane> origin =
        panes.stream().filter(pane -> pane.isOrigin(cause, windowPackage)).findFirst();
    boolean replaced = origin.map(pane -> pane.note(cause)).orElse(false);
    return new Fault(cause, origin.map(GuardedPane::title), replaced);
  }
}
