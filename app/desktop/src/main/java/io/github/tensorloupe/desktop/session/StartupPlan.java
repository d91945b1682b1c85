package io.github.tensorloupe.desktop.session;

import module java.base;

/// The windows to open when the program starts.
///
/// @param session the session to store while its windows are opened; without windows for a start
///   page, or if the command line contains paths
/// @param missing documents that do not exist anymore
/// @param gaveUp true if the windows are not restored because two attempts failed
public record StartupPlan(Session session, List<Path> missing, boolean gaveUp) {

  private static final int MAX_STARTS = 2;

  /// The plan of the first start.
  public static final StartupPlan FRESH = new StartupPlan(Session.NONE, List.of(), false);

  /// Returns the plan for the start after a session.
  ///
  /// If windows are not restored, because the command line contains paths, attempts failed or files
  /// are missing (perhaps on a disconnected drive), their documents become the latest closed ones.
  ///
  /// @param restores true if the user wants to restore windows
  /// @param hasPaths true if the command line contains paths
  public static StartupPlan after(
      Session session, boolean restores, boolean hasPaths, Predicate<Path> isThere) {
    if (!restores) {
      Session forgotten = new Session(session.defaultWindow(), List.of(), List.of(), 0);
      return new StartupPlan(forgotten, List.of(), false);
    }
    boolean gaveUp = session.beginnings() >= MAX_STARTS;
    if (hasPaths || gaveUp) {
      Session closed =
          new Session(
              session.defaultWindow(), List.of(), withClosed(session, session.windows()), 0);
      return new StartupPlan(closed, List.of(), gaveUp);
    }
    Map<Boolean, List<RememberedWindow>> there =
        session.windows().stream()
            .filter(window -> window.document().isPresent())
            .collect(Collectors.partitioningBy(window -> isThere.test(pathOf(window))));
    List<RememberedWindow> windows = there.get(true);
    List<RememberedWindow> missing = there.get(false);
    int beginnings = windows.isEmpty() ? 0 : session.beginnings() + 1;
    return new StartupPlan(
        new Session(session.defaultWindow(), windows, withClosed(session, missing), beginnings),
        missing.stream().map(StartupPlan::pathOf).toList(),
        false);
  }

  private static Path pathOf(RememberedWindow window) {
    return window.document().orElseThrow().path();
  }

  private static List<RememberedDocument> withClosed(
      Session session, List<RememberedWindow> windows) {
    List<RememberedDocument> closed = new ArrayList<>();
    windows.reversed().stream()
        .map(RememberedWindow::document)
        .flatMap(Optional::stream)
        .forEach(closed::add);
    session.closed().stream()
        .filter(document -> closed.stream().noneMatch(document::isSame))
        .forEach(closed::add);
    return closed;
  }
}
