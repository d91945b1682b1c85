package io.github.tensorloupe.desktop.shell;

import module java.base;
import module javafx.controls;

import io.github.tensorloupe.desktop.session.RememberedDocument;
import io.github.tensorloupe.desktop.session.RememberedWindow;
import io.github.tensorloupe.desktop.session.Session;

/// Closes tabs, windows and the program after pending changes are settled, and remembers closed
/// documents. Belongs to the FX thread.
final class CloseFlow {

  private final WindowList windows;
  private final Runnable onChange;
  private final Runnable onEnding;
  private final Runnable onEnd;

  /// The closed documents, the latest first.
  final ObservableList<RememberedDocument> closed = FXCollections.observableArrayList();

  final BooleanBinding canReopen = Bindings.isNotEmpty(closed);

  /// The documents that were closed while quitting. The next start opens them.
  private final List<RememberedWindow> closedByQuitting = new ArrayList<>();

  private boolean isEnding;

  /// @param onChange called when the set of open documents changes
  /// @param onEnding called when the program is about to end and nothing may be opened any more
  /// @param onEnd ends the program
  CloseFlow(WindowList windows, Runnable onChange, Runnable onEnding, Runnable onEnd) {
    this.windows = windows;
    this.onChange = onChange;
    this.onEnding = onEnding;
    this.onEnd = onEnd;
  }

  void close(DocumentTab document) {
    AppWindow home = document.window();
    if (home.hasTabs()) {
      home.select(document);
      document.workbench.leave(() -> closeSettled(document));
    } else {
      closeAll(home);
    }
  }

  /// While the user was prompted, the document may have become the only one of its window.
  private void closeSettled(DocumentTab document) {
    if (document.window().hasTabs()) {
      document.snapshot().document().ifPresent(this::note);
      drop(document);
    } else {
      document.stage().close();
    }
  }

  void closeAll(AppWindow home) {
    Optional<DocumentTab> unsettled =
        home.documents().stream().filter(each -> !each.workbench.isSettled()).findFirst();
    unsettled.ifPresentOrElse(
        document -> {
          home.select(document);
          document.workbench.leave(() -> closeNext(document));
        },
        home.stage::close);
  }

  private void closeNext(DocumentTab settled) {
    AppWindow home = settled.window();
    if (!home.hasTabs()) {
      home.stage.close();
      return;
    }
    if (windows.homes().count() == 1) {
      closedByQuitting.add(settled.snapshot());
    }
    drop(settled);
    closeAll(home);
  }

  private void drop(DocumentTab document) {
    document.window().remove(document);
    windows.remove(document);
    document.close();
    onChange.run();
  }

  /// Called when a window is hiding. The last window is remembered as open, because closing it ends
  /// the program.
  void hiding(AppWindow home) {
    if (isEnding) {
      return;
    }
    if (windows.homes().count() == 1) {
      end();
      return;
    }
    for (DocumentTab each : home.documents()) {
      each.snapshot().document().ifPresent(this::note);
      windows.remove(each);
    }
    onChange.run();
  }

  /// Ends the program after the pending changes of all windows are settled.
  void quit() {
    for (DocumentTab window : windows.all()) {
      if (!window.workbench.isSettled()) {
        window.bringToFront();
        window.workbench.leave(() -> closeAndQuit(window));
        return;
      }
    }
    end();
    // Ending the application closes its windows without notifying ours.
    windows.all().forEach(window -> window.stage().close());
    onEnd.run();
  }

  private void end() {
    onChange.run();
    isEnding = true;
    onEnding.run();
  }

  private void closeAndQuit(DocumentTab window) {
    boolean isOneOfMany = windows.size() > 1;
    if (isOneOfMany) {
      closedByQuitting.add(window.snapshot());
      windows.remove(window);
    }
    if (window.window().hasTabs()) {
      window.window().remove(window);
      window.close();
    } else {
      if (isOneOfMany) {
        window.stage().setOnHiding(null);
      }
      window.stage().close();
    }
    quit();
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
