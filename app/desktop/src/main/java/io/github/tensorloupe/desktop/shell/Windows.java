package io.github.tensorloupe.desktop.shell;

import module java.base;
import module javafx.controls;

import io.github.tensorloupe.storage.session.RememberedDocument;
import io.github.tensorloupe.storage.session.RememberedWindow;
import io.github.tensorloupe.storage.session.Session;
import io.github.tensorloupe.storage.session.StartupPlan;
import io.github.tensorloupe.storage.session.WindowPlace;
import java.nio.file.Path;
import javafx.util.Duration;

/// The windows of the program and the documents in them: opens them, remembers them, closes them.
/// Belongs to the FX thread.
final class Windows implements Desktop.OtherWindows, TabbedWindow.Listener {

  /// Makes what a window shows.
  interface Filling {

    /// Gives a stage, which has its size already and is not shown yet, its scene and icons.
    void dress(Stage stage);

    /// Makes a workbench.
    ///
    /// @param stage the window that the document is in, which may change
    /// @param onClose closes the document with its tab or window
    /// @param first what is about to be opened; empty for the start page
    Workbench fill(Supplier<Stage> stage, Runnable onClose, Optional<Path> first);
  }

  /// @param screens the parts of the screens that windows may cover, the primary one first
  /// @param opensInTabs true if documents open in tabs of the window used last, rather than in
  ///   windows of their own
  /// @param onSession receives what is to be remembered, whenever it has changed
  record Tools(
      Filling filling,
      Supplier<List<Rectangle2D>> screens,
      BooleanSupplier opensInTabs,
      Consumer<Session> onSession,
      Runnable onEnd) {}

  /// A program that lives so long after its windows have been opened has not died of that.
  private static final Duration SAFE = Duration.seconds(3);

  private final Tools tools;
  private final boolean restores;

  /// The latest first.
  private final ObservableList<RememberedDocument> closed = FXCollections.observableArrayList();

  private final BooleanBinding canReopen = Bindings.isNotEmpty(closed);
  private final BooleanProperty hasTabs = new SimpleBooleanProperty();

  /// The one that was used last is the last.
  private final List<DocumentWindow> windows = new ArrayList<>();

  private final OpeningQueue openings = new OpeningQueue();
  private final List<RememberedWindow> closedByQuitting = new ArrayList<>();
  private RememberedWindow usual = RememberedWindow.USUAL;
  private Optional<DocumentWindow> behind = Optional.empty();
  private int beginnings;
  private int nextNumber;
  private boolean isEnding;

  /// @param restores true if what is open is to be opened the next time
  Windows(Tools tools, boolean restores) {
    this.tools = tools;
    this.restores = restores;
  }

  /// Shows the first windows: for these paths, or where there are none, for what was open before.
  void begin(Stage stage, StartupPlan start, List<Path> paths, WindowNotices notices) {
    usual = start.session().usual();
    beginnings = start.session().beginnings();
    closed.setAll(start.session().closed());
    nextNumber =
        1
            + start.session().windows().stream()
                .flatMap(window -> window.tab().stream())
                .mapToInt(RememberedWindow.Tab::window)
                .max()
                .orElse(-1);
    if (!paths.isEmpty()) {
      showFirst(prepare(stage, usual, paths.getFirst()), paths.size());
      queue(paths.subList(1, paths.size()));
    } else if (start.session().windows().isEmpty()) {
      show(stage, usual);
    } else {
      restore(stage, start.session().windows());
    }
    notices.tell(start, windows.getLast());
  }

  /// The one in front first: it is what the person waits for.
  private void restore(Stage stage, List<RememberedWindow> remembered) {
    openings.add(
        remembered.getLast(),
        () -> showFirst(restore(stage, remembered.getLast()), remembered.size()));
    remembered.stream()
        .limit(remembered.size() - 1)
        .forEach(window -> openings.add(window, () -> restoreBehind(window)));
    PauseTransition pause = new PauseTransition(SAFE);
    pause.setOnFinished(_ -> noteSafe(pause));
    pause.play();
  }

  private DocumentWindow restore(Stage stage, RememberedWindow remembered) {
    DocumentWindow window = prepare(stage, remembered);
    remembered.document().ifPresent(window.workbench()::open);
    return window;
  }

  private void restoreBehind(RememberedWindow remembered) {
    Optional<TabbedWindow> home =
        remembered
            .tab()
            .flatMap(tab -> homes().filter(it -> it.number() == tab.window()).findAny());
    if (home.isPresent()) {
      restoreTab(home.get(), remembered);
      return;
    }
    DocumentWindow window = restore(new Stage(), remembered);
    behind = Optional.of(window);
    Collections.swap(windows, windows.size() - 2, windows.size() - 1);
    window.show();
    windows.getLast().bringToFront();
  }

  /// The tabs of a window come in the order in which they were used.
  private void restoreTab(TabbedWindow home, RememberedWindow remembered) {
    DocumentWindow front = windows.getLast();
    DocumentWindow window = add(home, remembered);
    remembered.document().ifPresent(window.workbench()::open);
    if (front.home() != home) {
      home.select(window);
    }
    windows.remove(front);
    windows.add(front);
  }

  private Stream<TabbedWindow> homes() {
    return windows.stream().map(DocumentWindow::home).distinct();
  }

  private void noteSafe(PauseTransition pause) {
    if (!openings.waiting().isEmpty() || windows.stream().anyMatch(DocumentWindow::isOpening)) {
      pause.playFromStart();
    } else {
      behind = Optional.empty();
      beginnings = 0;
      tellSession();
    }
  }

  /// Shows a window that looks like this one; the document is not opened.
  DocumentWindow show(Stage stage, RememberedWindow remembered) {
    DocumentWindow window = prepare(stage, remembered.withoutDocument());
    window.show();
    return window;
  }

  /// Of several windows one is to be in front, so none may come late.
  private static void showFirst(DocumentWindow window, int count) {
    if (count == 1) {
      window.showOnceOpened();
    } else {
      window.show();
      window.bringToFront();
    }
  }

  private DocumentWindow prepare(Stage stage, RememberedWindow remembered, Path path) {
    DocumentWindow window = prepare(stage, remembered.with(RememberedDocument.of(path)));
    window.workbench().open(path);
    return window;
  }

  /// Makes a window, which is not shown yet. What is remembered of it is about to be opened in it.
  private DocumentWindow prepare(Stage stage, RememberedWindow remembered) {
    closedByQuitting.clear();
    WindowPlace place = place(stage, remembered);
    DocumentWindow window = add(dressed(stage, remembered), remembered.at(Optional.of(place)));
    behind = Optional.empty();
    return window;
  }

  private TabbedWindow dressed(Stage stage, RememberedWindow remembered) {
    tools.filling().dress(stage);
    int number = remembered.tab().map(RememberedWindow.Tab::window).orElseGet(() -> nextNumber++);
    TabbedWindow home = new TabbedWindow(stage, number, this);
    stage.focusedProperty().subscribe(focused -> noteUsed(home, focused));
    stage.setOnCloseRequest(
        event -> {
          event.consume();
          closeAll(home);
        });
    stage.setOnHiding(_ -> hiding(home));
    stage.setOnHidden(_ -> home.documents().forEach(DocumentWindow::close));
    return home;
  }

  /// Adds a document to a window, which goes on showing the one that it shows.
  private DocumentWindow add(TabbedWindow home, RememberedWindow remembered) {
    Optional<Path> first = remembered.document().map(RememberedDocument::path);
    Function<DocumentWindow, Workbench> filling =
        made -> {
          Workbench workbench = tools.filling().fill(made::stage, () -> closing(made), first);
          workbench.arrange(remembered.arrangement());
          return workbench;
        };
    DocumentWindow window =
        new DocumentWindow(
            home, filling, remembered.place().orElseThrow(), this::tellSession, this::noteClosed);
    windows.add(window);
    int last = TabbedWindow.LAST;
    home.add(window, remembered.tab().map(RememberedWindow.Tab::position).orElse(last));
    noteTabs();
    return window;
  }

  private void noteTabs() {
    hasTabs.set(!windows.isEmpty() && windows.getLast().home().hasTabs());
  }

  /// Closes a window once nothing in it has anything unsettled.
  private void closeAll(TabbedWindow home) {
    Optional<DocumentWindow> unsettled =
        home.documents().stream().filter(each -> !each.workbench().isSettled()).findFirst();
    if (unsettled.isEmpty()) {
      home.stage().close();
      return;
    }
    DocumentWindow document = unsettled.get();
    home.select(document);
    document
        .workbench()
        .leave(
            () -> {
              if (home.hasTabs()) {
                if (homes().count() == 1) {
                  closedByQuitting.add(document.see());
                }
                drop(document);
                closeAll(home);
              } else {
                home.stage().close();
              }
            });
  }

  /// Takes a document out of its window, which has others.
  private void drop(DocumentWindow document) {
    windows.remove(document);
    document.home().remove(document);
    document.close();
    noteTabs();
    tellSession();
  }

  @Override
  public void closing(DocumentWindow document) {
    if (document.home().hasTabs()) {
      document.home().select(document);
      document
          .workbench()
          .leave(
              () -> {
                document.see().document().ifPresent(this::noteClosed);
                drop(document);
              });
    } else {
      closeAll(document.home());
    }
  }

  @Override
  public void movingToNewWindow(DocumentWindow document) {
    if (document.home().hasTabs()) {
      RememberedWindow look = likeTheLast();
      Stage stage = new Stage();
      place(stage, look);
      document.moveTo(dressed(stage, look));
      document.show();
      document.bringToFront();
    }
  }

  @Override
  public void selected(DocumentWindow document) {
    noteUsed(document.home(), true);
  }

  private WindowPlace place(Stage stage, RememberedWindow remembered) {
    WindowPlace place = placeOf(remembered);
    stage.setX(place.x());
    stage.setY(place.y());
    stage.setWidth(place.width());
    stage.setHeight(place.height());
    stage.setMaximized(place.maximized());
    return place;
  }

  /// The desktop gives the focus to a window that is new, also to one that is to stay behind.
  private void noteUsed(TabbedWindow home, boolean focused) {
    if (!focused) {
      return;
    }
    DocumentWindow window = home.selected();
    if (behind.equals(Optional.of(window))) {
      behind = Optional.empty();
      windows.getLast().bringToFront();
    } else if (windows.remove(window)) {
      windows.add(window);
    }
    noteTabs();
  }

  void take(List<Path> paths) {
    if (paths.isEmpty()) {
      emptyWindow().ifPresentOrElse(DocumentWindow::bringToFront, this::showNew);
    }
    queue(paths);
  }

  private void queue(List<Path> paths) {
    int taken = windows.size() + openings.waiting().size();
    int count = Math.clamp(Session.MAX_WINDOWS - taken, 0, paths.size());
    for (Path path : paths.subList(0, count)) {
      openings.add(usual.with(RememberedDocument.of(path)), () -> open(path));
    }
    if (count < paths.size()) {
      Workbench last = windows.getLast().workbench();
      last.warn(WindowNotices.tooMany(paths.size() - count, last.window().messages()));
    }
  }

  /// Opens a path where it is open already, in a window on the start page, or in a new tab or
  /// window, and brings that to the front.
  void open(Path path) {
    Optional<DocumentWindow> shown = windowOf(path);
    Optional<DocumentWindow> taken = shown.or(this::emptyWindow);
    if (shown.isEmpty()) {
      taken.ifPresent(window -> window.workbench().open(path));
    }
    Consumer<Path> opening = tools.opensInTabs().getAsBoolean() ? this::openInTab : this::openInNew;
    taken.ifPresentOrElse(DocumentWindow::bringToFront, () -> opening.accept(path));
  }

  @Override
  public void openInTab(Path path) {
    newTab(Optional.of(path)).workbench().open(path);
  }

  @Override
  public void showNewTab() {
    newTab(Optional.empty());
  }

  private DocumentWindow newTab(Optional<Path> path) {
    TabbedWindow home = windows.getLast().home();
    RememberedWindow like = windows.getLast().see().withoutDocument();
    closedByQuitting.clear();
    DocumentWindow window =
        add(home, path.map(RememberedDocument::of).map(like::with).orElse(like));
    window.bringToFront();
    return window;
  }

  @Override
  public void stepTabs(int step) {
    windows.getLast().home().step(step);
  }

  @Override
  public void moveTabToNewWindow() {
    movingToNewWindow(windows.getLast());
  }

  @Override
  public ObservableBooleanValue hasTabs() {
    return hasTabs;
  }

  @Override
  public void openInNew(Path path) {
    DocumentWindow window = prepare(new Stage(), likeTheLast(), path);
    window.show();
    window.bringToFront();
  }

  @Override
  public void showNew() {
    show(new Stage(), likeTheLast()).bringToFront();
  }

  @Override
  public void reopenClosed() {
    if (!closed.isEmpty()) {
      RememberedDocument document = closed.removeFirst();
      windowOf(document.path())
          .ifPresentOrElse(DocumentWindow::bringToFront, () -> reopen(document));
    }
  }

  private void noteClosed(RememberedDocument document) {
    closed.removeIf(each -> each.path().equals(document.path()));
    closed.addFirst(document);
    if (closed.size() > Session.MAX_CLOSED) {
      closed.removeLast();
    }
  }

  private void reopen(RememberedDocument document) {
    boolean isFree = !windows.isEmpty() && windows.getLast().isEmpty();
    DocumentWindow window =
        isFree
            ? windows.getLast()
            : tools.opensInTabs().getAsBoolean() || hasTabs.get()
                ? newTab(Optional.of(document.path()))
                : show(new Stage(), likeTheLast());
    window.workbench().open(document);
    window.bringToFront();
  }

  @Override
  public ObservableBooleanValue canReopen() {
    return canReopen;
  }

  @Override
  public List<Path> openFiles() {
    return windows.stream()
        .flatMap(window -> window.workbench().window().selection().openDocument().stream())
        .flatMap(document -> document.paths().stream())
        .toList();
  }

  /// If another window is there already, beside that and not over it.
  private WindowPlace placeOf(RememberedWindow remembered) {
    WindowFit fit = new WindowFit(tools.screens().get());
    return remembered
        .place()
        .map(place -> isTaken(place) ? fit.beside(place) : fit.fit(place))
        .orElseGet(fit::usual);
  }

  private boolean isTaken(WindowPlace place) {
    return windows.stream()
        .flatMap(window -> window.see().place().stream())
        .anyMatch(other -> other.x() == place.x() && other.y() == place.y());
  }

  /// A new window does not fill the screen by itself if the one before does.
  private RememberedWindow likeTheLast() {
    if (windows.isEmpty()) {
      return usual;
    }
    RememberedWindow seen = windows.getLast().see();
    return seen.withoutDocument().at(seen.place().map(place -> place.with(false, false)));
  }

  private Optional<DocumentWindow> windowOf(Path path) {
    return windows.stream().filter(window -> window.shows(path)).findFirst();
  }

  private Optional<DocumentWindow> emptyWindow() {
    return windows.reversed().stream().filter(DocumentWindow::isEmpty).findFirst();
  }

  /// The last window that is closed is remembered as open, for it ends the program.
  private void hiding(TabbedWindow home) {
    if (isEnding) {
      return;
    }
    if (homes().count() == 1) {
      end();
    } else {
      for (DocumentWindow each : home.documents()) {
        each.see().document().ifPresent(this::noteClosed);
        windows.remove(each);
      }
      noteTabs();
      tellSession();
    }
  }

  /// Ends the program once no window has anything unsettled.
  void quit() {
    for (DocumentWindow window : windows) {
      if (!window.workbench().isSettled()) {
        window.bringToFront();
        window.workbench().leave(() -> closeAndQuit(window));
        return;
      }
    }
    end();
    // The end of the program takes the system's windows away before ours are told.
    List.copyOf(windows).forEach(window -> window.stage().close());
    tools.onEnd().run();
  }

  private void end() {
    tellSession();
    isEnding = true;
    openings.stop();
  }

  /// True if nothing can be opened any more, because the program is ending.
  boolean isEnding() {
    return isEnding;
  }

  private void closeAndQuit(DocumentWindow window) {
    if (windows.size() > 1) {
      closedByQuitting.add(window.see());
      windows.remove(window);
      if (window.home().hasTabs()) {
        window.home().remove(window);
        window.close();
        quit();
        return;
      }
      window.stage().setOnHiding(null);
    }
    window.stage().close();
    quit();
  }

  private void tellSession() {
    if (!isEnding) {
      tools.onSession().accept(session());
    }
  }

  Session session() {
    List<RememberedWindow> all = new ArrayList<>(closedByQuitting);
    all.addAll(openings.waiting());
    windows.forEach(window -> all.add(window.see()));
    if (!all.isEmpty()) {
      usual = all.getLast().withoutDocument();
    }
    return restores
        ? new Session(usual, all, List.copyOf(closed), beginnings)
        : new Session(usual, List.of(), List.of(), 0);
  }

  /// All windows, the one that was used last at the end.
  List<DocumentWindow> all() {
    return List.copyOf(windows);
  }
}
