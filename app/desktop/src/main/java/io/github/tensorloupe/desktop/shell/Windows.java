package io.github.tensorloupe.desktop.shell;

import module java.base;
import module javafx.controls;

import io.github.tensorloupe.desktop.instance.Handover;
import io.github.tensorloupe.desktop.session.RememberedDocument;
import io.github.tensorloupe.desktop.session.RememberedWindow;
import io.github.tensorloupe.desktop.session.Session;
import io.github.tensorloupe.desktop.session.StartupPlan;
import io.github.tensorloupe.desktop.session.WindowPlace;
import java.nio.file.Path;
import javafx.util.Duration;

/// Opens, remembers and closes the windows of the program and their documents. Belongs to the FX
/// thread.
final class Windows implements Desktop.OtherWindows, AppWindow.Listener {

  /// @param screens supplies the screen areas that windows may cover, the primary screen first
  /// @param opensInTabs true if documents open in tabs of the most recently used window, rather
  ///   than in new windows
  /// @param onSession receives the session whenever it has changed
  record Tools(
      WindowContentFactory filling,
      Supplier<List<Rectangle2D>> screens,
      BooleanSupplier opensInTabs,
      Consumer<Session> onSession,
      Runnable onEnd) {}

  /// After this time, the documents of the session are assumed not to crash the program.
  private static final Duration SAFE = Duration.seconds(3);

  private final Tools tools;
  private final boolean restores;
  private final WindowList windows = new WindowList();
  private final OpeningQueue openings = new OpeningQueue();
  private final CloseFlow closing;
  private RememberedWindow defaultWindow = RememberedWindow.DEFAULT;
  private Optional<DocumentTab> openingInBackground = Optional.empty();
  private int beginnings;
  private int nextNumber;

  /// @param restores true if the next start restores the open documents
  Windows(Tools tools, boolean restores) {
    this.tools = tools;
    this.restores = restores;
    closing = new CloseFlow(windows, this::publishSession, openings::stop, tools.onEnd());
  }

  /// Shows the first windows: for the given paths, or, if there are none, for the stored session.
  void begin(Stage stage, StartupPlan start, List<Path> paths, WindowNotices notices) {
    defaultWindow = start.session().defaultWindow();
    beginnings = start.session().beginnings();
    closing.closed.setAll(start.session().closed());
    nextNumber = start.session().freeNumber();
    if (!paths.isEmpty()) {
      List<RememberedDocument> documents = documents(paths);
      prepare(stage, defaultWindow, documents.getFirst()).showFirst(documents.size());
      queue(documents.subList(1, documents.size()));
    } else if (start.session().windows().isEmpty()) {
      show(stage, defaultWindow);
    } else {
      restore(stage, start.session().windows());
    }
    notices.report(start, windows.last());
  }

  /// Opens the front window first, because the user waits for it.
  private void restore(Stage stage, List<RememberedWindow> remembered) {
    openings.add(
        remembered.getLast(),
        () -> restore(stage, remembered.getLast()).showFirst(remembered.size()));
    remembered.stream()
        .limit(remembered.size() - 1)
        .forEach(window -> openings.add(window, () -> restoreInBackground(window)));
    PauseTransition pause = new PauseTransition(SAFE);
    pause.setOnFinished(_ -> noteSafe(pause));
    pause.play();
  }

  private DocumentTab restore(Stage stage, RememberedWindow remembered) {
    DocumentTab window = prepare(stage, remembered);
    remembered.document().ifPresent(window.workbench::open);
    return window;
  }

  private void restoreInBackground(RememberedWindow remembered) {
    Optional<AppWindow> home =
        remembered
            .tab()
            .flatMap(tab -> windows.homes().filter(it -> it.number == tab.window()).findAny());
    if (home.isPresent()) {
      restoreTab(home.get(), remembered);
      return;
    }
    DocumentTab front = windows.last();
    DocumentTab window = restore(new Stage(), remembered);
    openingInBackground = Optional.of(window);
    windows.use(front);
    window.show();
    front.bringToFront();
  }

  /// The tabs of a window are restored in the order of their last use.
  private void restoreTab(AppWindow home, RememberedWindow remembered) {
    DocumentTab front = windows.last();
    DocumentTab window = add(home, remembered);
    remembered.document().ifPresent(window.workbench::open);
    if (front.window() != home) {
      home.select(window);
    }
    windows.use(front);
  }

  private void noteSafe(PauseTransition pause) {
    if (!openings.waiting().isEmpty() || windows.all().stream().anyMatch(DocumentTab::isOpening)) {
      pause.playFromStart();
    } else {
      openingInBackground = Optional.empty();
      beginnings = 0;
      publishSession();
    }
  }

  /// Shows a new window with the same arrangement, but without the document.
  DocumentTab show(Stage stage, RememberedWindow remembered) {
    DocumentTab window = prepare(stage, remembered.withoutDocument());
    window.show();
    return window;
  }

  private DocumentTab prepare(
      Stage stage, RememberedWindow remembered, RememberedDocument document) {
    DocumentTab window = prepare(stage, remembered.with(document));
    window.workbench.open(document);
    return window;
  }

  /// Returns the documents for the arguments of a launch: each path, or the two paths of a
  /// comparison.
  private static List<RememberedDocument> documents(List<Path> words) {
    return Handover.isComparison(words)
        ? List.of(RememberedDocument.of(words.get(1), Optional.of(words.get(2))))
        : words.stream().map(RememberedDocument::of).toList();
  }

  /// Creates a window, which is not shown yet. The remembered document is about to be opened in it.
  private DocumentTab prepare(Stage stage, RememberedWindow remembered) {
    closing.forgetQuitting();
    WindowPlace place = place(stage, remembered);
    DocumentTab window = add(dressed(stage, remembered), remembered.at(Optional.of(place)));
    openingInBackground = Optional.empty();
    return window;
  }

  private AppWindow dressed(Stage stage, RememberedWindow remembered) {
    tools.filling().prepareStage(stage);
    int number = remembered.tab().map(RememberedWindow.Tab::window).orElseGet(() -> nextNumber++);
    AppWindow home = new AppWindow(stage, number, this);
    stage.focusedProperty().subscribe(focused -> noteUsed(home, focused));
    stage.setOnCloseRequest(
        event -> {
          event.consume();
          closing.closeAll(home);
        });
    stage.setOnHiding(
        _ -> {
          closing.hiding(home);
          home.prepareClose();
        });
    stage.setOnHidden(
        _ -> {
          home.documents().forEach(DocumentTab::close);
          home.releaseDocuments();
        });
    return home;
  }

  private DocumentTab add(AppWindow home, RememberedWindow remembered) {
    Optional<Path> first = remembered.document().map(RememberedDocument::path);
    Function<DocumentTab, Workbench> filling =
        created -> {
          Workbench workbench =
              tools.filling().fill(created::stage, () -> closing.close(created), first);
          workbench.arrange(remembered.arrangement());
          return workbench;
        };
    DocumentTab window =
        new DocumentTab(
            home, filling, remembered.place().orElseThrow(), this::publishSession, closing::note);
    windows.add(window);
    int last = AppWindow.LAST;
    home.add(window, remembered.tab().map(RememberedWindow.Tab::position).orElse(last));
    windows.noteTabs();
    return window;
  }

  @Override
  public void closing(DocumentTab document) {
    closing.close(document);
  }

  @Override
  public void movingToNewWindow(DocumentTab document) {
    if (document.window().hasTabs()) {
      RememberedWindow look = likeTheLast();
      Stage stage = new Stage();
      WindowPlace place = place(stage, look);
      document.moveTo(dressed(stage, look), place);
      document.show();
      document.bringToFront();
    }
  }

  @Override
  public void selected(DocumentTab document) {
    noteUsed(document.window(), true);
  }

  /// Places a window at its remembered bounds, or offset from another window at the same position.
  private WindowPlace place(Stage stage, RememberedWindow remembered) {
    return new WindowPlacement(tools.screens().get())
        .place(stage, remembered.place(), windows::isOccupied);
  }

  /// The desktop focuses every new window, including one that should stay in the background.
  private void noteUsed(AppWindow home, boolean focused) {
    if (!focused) {
      return;
    }
    DocumentTab window = home.selected();
    if (openingInBackground.equals(Optional.of(window))) {
      openingInBackground = Optional.empty();
      windows.last().bringToFront();
    } else {
      windows.use(window);
    }
  }

  void take(List<Path> paths) {
    if (paths.isEmpty()) {
      windows.onStartPage().ifPresentOrElse(DocumentTab::bringToFront, this::showNew);
    }
    queue(documents(paths));
  }

  private void queue(List<RememberedDocument> documents) {
    int usedCount = windows.size() + openings.waiting().size();
    int count = Math.clamp(Session.MAX_WINDOWS - usedCount, 0, documents.size());
    for (RememberedDocument document : documents.subList(0, count)) {
      openings.add(defaultWindow.with(document), () -> open(document));
    }
    if (count < documents.size()) {
      Workbench last = windows.last().workbench;
      last.warn(WindowNotices.tooMany(documents.size() - count, last.window.messages()));
    }
  }

  /// Opens a document, or reuses the window that already shows it. Otherwise uses a window with the
  /// start page, or a new tab or window. Brings it to the front.
  private void open(RememberedDocument document) {
    Optional<DocumentTab> shown = windows.at(document);
    Optional<DocumentTab> target = shown.or(windows::onStartPage);
    if (shown.isEmpty()) {
      target.ifPresent(window -> window.workbench.open(document));
    }
    Consumer<RememberedDocument> opening =
        tools.opensInTabs().getAsBoolean() ? this::openInTab : this::openInNew;
    target.ifPresentOrElse(DocumentTab::bringToFront, () -> opening.accept(document));
  }

  @Override
  public void openInTab(Path path) {
    openInTab(RememberedDocument.of(path));
  }

  private void openInTab(RememberedDocument document) {
    newTab(Optional.of(document)).workbench.open(document);
  }

  @Override
  public void showNewTab() {
    newTab(Optional.empty());
  }

  private DocumentTab newTab(Optional<RememberedDocument> document) {
    AppWindow home = windows.last().window();
    RememberedWindow like = windows.last().snapshot().withoutDocument();
    closing.forgetQuitting();
    DocumentTab window = add(home, document.map(like::with).orElse(like));
    window.bringToFront();
    return window;
  }

  @Override
  public void stepTabs(int step) {
    windows.last().window().step(step);
  }

  @Override
  public void moveTabToNewWindow() {
    movingToNewWindow(windows.last());
  }

  @Override
  public ObservableBooleanValue hasTabs() {
    return windows.hasTabs;
  }

  @Override
  public void openInNew(Path path) {
    openInNew(RememberedDocument.of(path));
  }

  private void openInNew(RememberedDocument document) {
    DocumentTab window = prepare(new Stage(), likeTheLast(), document);
    window.show();
    window.bringToFront();
  }

  @Override
  public void showNew() {
    show(new Stage(), likeTheLast()).bringToFront();
  }

  @Override
  public void reopenClosed() {
    if (!closing.closed.isEmpty()) {
      RememberedDocument document = closing.closed.removeFirst();
      windows.at(document).ifPresentOrElse(DocumentTab::bringToFront, () -> reopen(document));
    }
  }

  private void reopen(RememberedDocument document) {
    boolean isFree = !windows.isEmpty() && windows.last().isEmpty();
    DocumentTab window =
        isFree
            ? windows.last()
            : tools.opensInTabs().getAsBoolean() || windows.hasTabs.get()
                ? newTab(Optional.of(document))
                : show(new Stage(), likeTheLast());
    window.workbench.open(document);
    window.bringToFront();
  }

  @Override
  public ObservableBooleanValue canReopen() {
    return closing.canReopen;
  }

  @Override
  public List<Path> openFiles() {
    return windows.openFiles();
  }

  /// A new window is not maximized or full-screen, even if the previous one is.
  private RememberedWindow likeTheLast() {
    if (windows.isEmpty()) {
      return defaultWindow;
    }
    RememberedWindow lastState = windows.last().snapshot();
    return lastState.withoutDocument().at(lastState.place().map(place -> place.with(false, false)));
  }

  void quit() {
    closing.quit();
  }

  /// Returns true if nothing can be opened any more, because the program is ending.
  boolean isEnding() {
    return closing.isEnding();
  }

  private void publishSession() {
    if (!closing.isEnding()) {
      tools.onSession().accept(session());
    }
  }

  Session session() {
    List<RememberedWindow> all = new ArrayList<>(closing.closedByQuitting());
    all.addAll(openings.waiting());
    windows.all().forEach(window -> all.add(window.snapshot()));
    if (!all.isEmpty()) {
      defaultWindow = all.getLast().withoutDocument();
    }
    return restores
        ? new Session(defaultWindow, all, List.copyOf(closing.closed), beginnings)
        : new Session(defaultWindow, List.of(), List.of(), 0);
  }

  /// Returns the documents of all windows, the most recently used last.
  List<DocumentTab> all() {
    return windows.all();
  }
}
