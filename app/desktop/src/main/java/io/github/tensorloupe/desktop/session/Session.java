package io.github.tensorloupe.desktop.session;

import module java.base;

/// The windows that are remembered from one run to the next.
///
/// @param usual what a new window looks like; it has no document
/// @param windows that were open when the program was last left, the one to be in front last
/// @param closed documents that were closed, the latest first
/// @param beginnings how often in a row the program began to open these windows without getting
///   them open
public record Session(
    RememberedWindow usual,
    List<RememberedWindow> windows,
    List<RememberedDocument> closed,
    int beginnings) {

  public static final int MAX_WINDOWS = 50;

  /// The number of closed documents that are remembered: all windows count as closed where a start
  /// opens something else.
  public static final int MAX_CLOSED = MAX_WINDOWS;

  /// The session if nothing was remembered yet.
  public static final Session NONE = new Session(RememberedWindow.USUAL, List.of(), List.of(), 0);

  public Session {
    // The last ones were in front.
    windows =
        List.copyOf(windows.subList(Math.max(0, windows.size() - MAX_WINDOWS), windows.size()));
    closed = List.copyOf(closed.subList(0, Math.min(closed.size(), MAX_CLOSED)));
    if (beginnings < 0) {
      throw new IllegalArgumentException(beginnings + " beginnings");
    }
  }

  /// A number that no window with tabs has.
  public int freeNumber() {
    return 1
        + windows.stream()
            .flatMap(window -> window.tab().stream())
            .mapToInt(RememberedWindow.Tab::window)
            .max()
            .orElse(-1);
  }
}
