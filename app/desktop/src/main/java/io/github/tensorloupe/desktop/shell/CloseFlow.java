package io.github.tensorloupe.desktop.shell;

import module java.base;
import module javafx.controls;

import io.github.tensorloupe.desktop.session.RememberedDocument;
import io.github.tensorloupe.desktop.session.RememberedWindow;
import io.github.tensorloupe.desktop.session.Session;

/// Closes tabs, windows and the program after pending changes are settled, and remembers closed
/// documents. Belongs to the FX thread.
final class CloseFlow {

  private final Windows windows;
  private final Runnable onEnd;

  /// The closed documents, the latest first.
  final ObservableList<RememberedDocument> closed = FXCollections.observableArrayList();

  final BooleanBinding canReopen = Bindings.isNotEmpty(closed);

  /// The documents that were closed while quitting. The next start opens them.
  private final List<RememberedWindow> closedByQuitting = new ArrayList<>();

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
      tab.window().select(tab);
      tab.workbench.leave(() -> drop(tab));
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
    settle(
        window.tabs(),
        tab -> {
          if (windows.all().size() == 1) {
            closedByQuitting.add(tab.snapshot());
          }
          windows.remove(tab);
          close(window);
        },
        window.stage::close);
  }

  /// Ends the program.
  void quit() {
    settle(
        windows.tabs(),
        tab -> {
          closedByQuitting.add(tab.snapshot());
          windows.remove(tab);
          quit();
        },
        () -> {
          end();
          // Ending the application closes its windows without notifying ours.
          windows.all().forEach(window -> window.stage.close());
          onEnd.run();
        });
  }

  /// Asks about the pending changes of the first tab that has some.
  private static void settle(
      List<DocumentTab> tabs, Consumer<DocumentTab> onSettled, Runnable onAllSettled) {
    tabs.stream()
        .filter(tab -> !tab.workbench.isSettled())
        .findFirst()
        .ifPresentOrElse(
            tab -> {
              tab.bringToFront();
              tab.workbench.leave(() -> onSettled.accept(tab));
            },
            onAllSettled);
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

  /// Returns the windows that were closed since the user began to quit.
  List<RememberedWindow> closedByQuitting() {
    return List.copyOf(closedByQuitting);
  }

  /// Called when something is opened, which means that quitting was abandoned.
  void forgetQuitting() {
    closedByQuitting.clear();
  }
}
