package io.github.tensorloupe.desktop.session;

import module java.base;

/// The windows that are restored in the next run.
///
/// @param defaultWindow the layout of a new window, without a document
/// @param windows windows open at exit; the frontmost is last
/// @param closed closed documents, the latest first
/// @param beginnings number of consecutive starts that failed to restore these windows
public record Session(
    RememberedWindow defaultWindow,
    List<RememberedWindow> windows,
    List<RememberedDocument> closed,
    int beginnings) {

  public static final int MAX_WINDOWS = 50;

  /// Maximum number of closed documents. If a start opens other paths, all windows count as closed.
  public static final int MAX_CLOSED = MAX_WINDOWS;

  /// The session of the first run.
  public static final Session NONE = new Session(RememberedWindow.DEFAULT, List.of(), List.of(), 0);

  public Session {
    // The last ones were in front.
    windows =
        List.copyOf(windows.subList(Math.max(0, windows.size() - MAX_WINDOWS), windows.size()));
    closed = List.copyOf(closed.subList(0, Math.min(closed.size(), MAX_CLOSED)));
    if (beginnings < 0) {
      throw new IllegalArgumentException(beginnings + " beginnings");
    }
  }

  /// Returns a number that is not used by a window with tabs.
  public int freeNumber() {
    return 1
        + windows.stream()
            .flatMap(window -> window.tab().stream())
            .mapToInt(RememberedWindow.Tab::window)
            .max()
            .orElse(-1);
  }
}
