package io.github.tensorloupe.desktop.session;

import module java.base;

/// The plan for a start of the program.
///
/// @param session to be kept while its windows are opened; it has none for a start page, or where
///   paths are given
/// @param gone documents that are no longer there
/// @param gaveUp true if the windows are not opened because that has ended badly twice
public record StartupPlan(Session session, List<Path> gone, boolean gaveUp) {

  private static final int MOST_BEGINNINGS = 2;

  /// A start without any past.
  public static final StartupPlan FRESH = new StartupPlan(Session.NONE, List.of(), false);

  /// The plan for the start after this session.
  ///
  /// Windows that are not opened, because paths were given or because that ended badly, are not
  /// lost, and neither are those whose files are gone, which may be on a drive that is not there
  /// now: their documents are the ones that were closed last.
  ///
  /// @param restores true if the person wants to see again what was open
  /// @param hasPaths true if the program is told what to open
  public static StartupPlan after(
      Session session, boolean restores, boolean hasPaths, Predicate<Path> isThere) {
    if (!restores) {
      Session forgotten = new Session(session.usual(), List.of(), List.of(), 0);
      return new StartupPlan(forgotten, List.of(), false);
    }
    boolean gaveUp = session.beginnings() >= MOST_BEGINNINGS;
    if (hasPaths || gaveUp) {
      Session closed =
          new Session(session.usual(), List.of(), withClosed(session, session.windows()), 0);
      return new StartupPlan(closed, List.of(), gaveUp);
    }
    Map<Boolean, List<RememberedWindow>> there =
        session.windows().stream()
            .filter(window -> window.document().isPresent())
            .collect(Collectors.partitioningBy(window -> isThere.test(pathOf(window))));
    List<RememberedWindow> windows = there.get(true);
    List<RememberedWindow> gone = there.get(false);
    int beginnings = windows.isEmpty() ? 0 : session.beginnings() + 1;
    return new StartupPlan(
        new Session(session.usual(), windows, withClosed(session, gone), beginnings),
        gone.stream().map(StartupPlan::pathOf).toList(),
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
