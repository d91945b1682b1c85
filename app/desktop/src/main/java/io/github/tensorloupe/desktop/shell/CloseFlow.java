package io.github.tensorloupe.desktop.shell;

import module java.base;
import module javafx.controls;

import io.github.tensorloupe.desktop.session.RememberedDocument;
import io.github.tensorloupe.desktop.session.Session;

/// Closes tabs, windows and the program after pending changes are settled, and remembers closed
/// documents. Belongs to the FX thread.
final class CloseFlow {

  private final Windows windows;
  private final Runnable onEnd;

  /// The closed documents, the latest first.
  final ObservableList<RememberedDocument> closed = FXCollections.observableArrayList();

  final BooleanBinding canReopen = Bindings.isNotEmpty(closed);

  private boolean isEnding;

  /// @param onEnd ends the program
  CloseFlow(Windows windows, Runnable onEnd) {
    this.windows = windows;
    this.onEnd = onEnd;
  }

  /// Closes a tab. The library closes with its window.
  void close(DocumentTab tab) {
    if (tab.isLibrary) {
      close(tab.window());
    } else {
      if (!tab.workspace.isSettled()) {
        // The question is in the tab.
        tab.window().select(tab);
      }
      tab.workspace.whenSettled(() -> drop(tab));
    }
  }

  /// Closes a document without asking.
  void drop(DocumentTab tab) {
    if (!isEnding && windows.tabs().contains(tab)) {
      tab.snapshot().document().ifPresent(this::note);
      windows.remove(tab);
    }
  }

  void close(AppWindow window) {
    settle(window::tabs, window.stage::close);
  }

  /// Ends the program.
  void quit() {
    settle(
        windows::tabs,
        () -> {
          end();
          // Ending the application closes its windows without notifying ours.
          windows.all().forEach(window -> window.stage.close());
          onEnd.run();
        });
  }

  /// Asks about the pending changes of each tab, one after another. Does nothing if the user
  /// cancels.
  ///
  /// @param tabs supplies the tabs again after each answer, because the user can edit other
  ///   documents meanwhile
  private static void settle(Supplier<List<DocumentTab>> tabs, Runnable onAllSettled) {
    Optional<DocumentTab> unsettled = unsettled(tabs);
    if (unsettled.isEmpty()) {
      onAllSettled.run();
      return;
    }
    DocumentTab tab = unsettled.get();
    tab.bringToFront();
    tab.workspace.whenSettled(
        () -> {
          if (unsettled(tabs).isPresent()) {
            // The user may cancel later, so a saved document must show its new state.
            tab.workspace.opener.reopen(() -> {});
          }
          settle(tabs, onAllSettled);
        });
  }

  private static Optional<DocumentTab> unsettled(Supplier<List<DocumentTab>> tabs) {
    return tabs.get().stream().filter(tab -> !tab.workspace.isSettled()).findFirst();
  }

  /// Called when a window is hiding. The last window is remembered as open, because closing it ends
  /// the program.
  void noteHiding(AppWindow window) {
    if (!isEnding && windows.all().size() == 1) {
      end();
    } else if (!isEnding) {
      window.documents().forEach(tab -> tab.snapshot().document().ifPresent(this::note));
      windows.remove(window);
    }
  }

  private void end() {
    windows.publishSession();
    isEnding = true;
    windows.stopOpening();
  }

  /// Returns true if nothing can be opened any more, because the program is ending.
  boolean isEnding() {
    return isEnding;
  }

  void note(RememberedDocument document) {
    closed.removeIf(document::isSame);
    closed.addFirst(document);
    if (closed.size() > Session.MAX_CLOSED) {
      closed.removeLast();
    }
  }
}
