package io.github.tensorloupe.desktop.shell;

import module java.base;
import module javafx.controls;

import io.github.tensorloupe.desktop.instance.Handover;
import io.github.tensorloupe.desktop.session.RememberedDocument;
import io.github.tensorloupe.desktop.session.RememberedWindow;
import io.github.tensorloupe.desktop.session.Session;
import io.github.tensorloupe.desktop.session.StartupPlan;
import io.github.tensorloupe.desktop.session.WindowPlace;
import io.github.tensorloupe.desktop.text.Messages;
import java.nio.file.Path;
import javafx.util.Duration;

/// Opens, remembers and closes the windows of the program and their tabs. Belongs to the FX thread.
final class Windows {

  /// @param dresser sets the scene and icons of a stage, which already has its size and is not
  ///   shown yet
  /// @param contents creates the content of a tab. The path is about to be opened; it is empty for
  ///   the library
  /// @param screens supplies the screen areas that windows may cover, the primary screen first
  /// @param opensInTabs true if documents open in new tabs rather than in new windows
  /// @param onSession receives the session whenever it has changed
  record Tools(
      Consumer<Stage> dresser,
      BiFunction<DocumentTab, Optional<Path>, Workspace> contents,
      Supplier<List<Rectangle2D>> screens,
      BooleanSupplier opensInTabs,
      Consumer<Session> onSession,
      Runnable onEnd,
      Messages messages) {}

  private static final Duration QUIET = Duration.seconds(1);

  /// True while the most recently used window has documents.
  final BooleanProperty hasDocuments = new SimpleBooleanProperty();

  /// True while its documents can be moved into another window.
  final BooleanProperty canMove = new SimpleBooleanProperty();

  /// True while its only document would be moved into an existing window.
  final BooleanProperty movesBack = new SimpleBooleanProperty();

  private final Tools tools;
  private final boolean restores;
  private final List<DocumentTab> tabs = new ArrayList<>();
  private final OpeningQueue openings = new OpeningQueue(this);
  private final PauseTransition quiet = new PauseTransition(QUIET);
  final OpenDocuments documents = new OpenDocuments(this::tabs, this::remove);
  final CloseFlow closing;

  private RememberedWindow defaultWindow = RememberedWindow.DEFAULT;
  private Optional<AppWindow> openingInBackground = Optional.empty();
  private int beginnings;
  private int nextNumber;

  /// @param restores true if the next start restores the open documents
  Windows(Tools tools, boolean restores) {
    this.tools = tools;
    this.restores = restores;
    quiet.setOnFinished(_ -> publishSession());
    closing = new CloseFlow(this, tools.onEnd());
  }

  /// Shows the first windows: for the given paths, or, if there are none, for the stored session.
  void begin(Stage stage, StartupPlan start, List<Path> paths, StartupNotices notices) {
    defaultWindow = start.session().defaultWindow();
    beginnings = start.session().beginnings();
    closing.closed.setAll(start.session().closed());
    nextNumber = start.session().freeNumber();
    List<RememberedDocument> documents = documents(paths);
    List<RememberedWindow> remembered = start.session().windows();
    if (!documents.isEmpty()) {
      showFirst(stage, defaultWindow.with(documents.getFirst()), documents.size());
      queue(documents.subList(1, documents.size()));
    } else if (remembered.isEmpty()) {
      AppWindow window = create(stage, defaultWindow);
      window.selectLibrary();
      window.show();
    } else {
      openings.restore(stage, remembered);
    }
    notices.report(start, last().workspace);
  }

  /// Returns the documents for the arguments of a launch: each path, or the two paths of a
  /// comparison.
  private static List<RememberedDocument> documents(List<Path> words) {
    return Handover.isComparison(words)
        ? List.of(RememberedDocument.of(words.get(1), Optional.of(words.get(2))))
        : words.stream().map(RememberedDocument::of).toList();
  }

  /// Opens the first document. If several are opened, its window is shown at once.
  void showFirst(Stage stage, RememberedWindow remembered, int count) {
    DocumentTab tab = add(create(stage, remembered), remembered);
    if (count == 1) {
      tab.showOnceOpened();
    } else {
      tab.show();
      tab.bringToFront();
    }
  }

  /// Opens a document without selecting it in front: in a tab of its former window if that is open.
  /// The documents of a window are opened in the order of their last use.
  void showBehind(RememberedWindow remembered) {
    DocumentTab front = last();
    Optional<AppWindow> former =
        remembered
            .tab()
            .flatMap(tab -> all().stream().filter(it -> it.number == tab.window()).findAny());
    DocumentTab tab = add(former.orElseGet(() -> create(new Stage(), remembered)), remembered);
    if (former.isEmpty()) {
      openingInBackground = Optional.of(tab.window());
      tab.show();
      front.bringToFront();
    } else if (front.window() != tab.window()) {
      tab.window().select(tab);
    }
    use(front);
  }

  /// Called when the documents of the session have been open for a while.
  void noteRestored() {
    openingInBackground = Optional.empty();
    beginnings = 0;
    publishSession();
  }

  /// Creates a window without tabs, which is not shown yet.
  private AppWindow create(Stage stage, RememberedWindow remembered) {
    openingInBackground = Optional.empty();
    // Placed at its remembered bounds, or offset from another window at the same position.
    WindowPlace place =
        new WindowPlacement(tools.screens().get())
            .place(stage, remembered.place(), this::isOccupied);
    tools.dresser().accept(stage);
    int number = remembered.tab().map(RememberedWindow.Tab::window).orElseGet(() -> nextNumber++);
    AppWindow window =
        new AppWindow(stage, number, place, remembered.arrangement(), this, tools.messages());
    stage.focusedProperty().subscribe(focused -> noteFocused(window, focused));
    stage.setOnCloseRequest(
        event -> {
          event.consume();
          closing.close(window);
        });
    stage.setOnHiding(
        _ -> {
          closing.noteHiding(window);
          window.prepareClose();
        });
    stage.setOnHidden(_ -> window.close());
    return window;
  }

  private boolean isOccupied(WindowPlace place) {
    return all().stream()
        .map(AppWindow::place)
        .anyMatch(other -> other.x() == place.x() && other.y() == place.y());
  }

  /// The desktop focuses every new window, including one that should stay in the background.
  private void noteFocused(AppWindow window, boolean focused) {
    if (focused && openingInBackground.equals(Optional.of(window))) {
      openingInBackground = Optional.empty();
      last().bringToFront();
    } else if (focused) {
      use(window.selected());
    }
  }

  /// Opens a document in a new tab, which is not selected.
  private DocumentTab add(AppWindow window, RememberedWindow remembered) {
    RememberedDocument document = remembered.document().orElseThrow();
    DocumentTab tab = createTab(window, remembered);
    tab.workspace.state.open(document);
    return tab;
  }

  private DocumentTab createTab(AppWindow window, RememberedWindow remembered) {
    DocumentTab tab =
        new DocumentTab(
            window, this, false, created -> content(created, remembered, remembered.document()));
    int last = AppWindow.LAST;
    window.add(tab, remembered.tab().map(RememberedWindow.Tab::position).orElse(last));
    tabs.add(tab);
    return tab;
  }

  private Workspace content(
      DocumentTab tab, RememberedWindow remembered, Optional<RememberedDocument> document) {
    Workspace workspace = tools.contents().apply(tab, document.map(RememberedDocument::path));
    workspace.state.arrange(remembered.arrangement());
    return workspace;
  }

  /// Creates the library of a window when it is first shown.
  DocumentTab createLibrary(AppWindow window) {
    RememberedWindow look = RememberedWindow.of(Optional.empty(), window.arrangement());
    DocumentTab tab =
        new DocumentTab(window, this, true, created -> content(created, look, Optional.empty()));
    tabs.add(tab);
    return tab;
  }

  /// Opens the documents of another launch. Without any, shows the library.
  void openHandedOver(List<Path> paths) {
    if (paths.isEmpty()) {
      last().window().selectLibrary();
      last().bringToFront();
    }
    queue(documents(paths));
  }

  private void queue(List<RememberedDocument> documents) {
    long usedCount =
        tabs.stream().filter(tab -> !tab.isLibrary).count() + openings.waiting().size();
    int count = Math.clamp(Session.MAX_WINDOWS - usedCount, 0, documents.size());
    for (RememberedDocument document : documents.subList(0, count)) {
      openings.add(defaultWindow.with(document), () -> open(document, last().window()));
    }
    if (count < documents.size()) {
      int excess = documents.size() - count;
      last().workspace.warn(StartupNotices.tooMany(excess, tools.messages()));
    }
  }

  /// Opens a document in a new tab, or in a new window if the user prefers windows, and brings it
  /// to the front. If a tab shows the document already, selects that tab, and repeats a failed
  /// attempt to open it.
  void open(RememberedDocument document, AppWindow window) {
    Optional<DocumentTab> shown = tabs.stream().filter(tab -> tab.shows(document)).findFirst();
    if (shown.isEmpty()) {
      addTab(document, window).workspace.state.open(document);
    } else {
      shown.filter(DocumentTab::hasFailed).ifPresent(tab -> tab.workspace.state.open(document));
      shown.get().bringToFront();
    }
  }

  /// Adds a tab for a document, which the caller opens in it, and brings it to the front.
  DocumentTab addTab(RememberedDocument document, AppWindow window) {
    boolean opensInTabs = tools.opensInTabs().getAsBoolean();
    return show(document, opensInTabs ? window : create(new Stage(), likeTheLast()));
  }

  private DocumentTab show(RememberedDocument document, AppWindow window) {
    RememberedWindow look = RememberedWindow.of(Optional.empty(), window.arrangement());
    DocumentTab tab = createTab(window, look.with(document));
    tab.show();
    tab.bringToFront();
    return tab;
  }

  void openInNewWindow(RememberedDocument document) {
    show(document, create(new Stage(), likeTheLast())).workspace.state.open(document);
  }

  void showNewWindow() {
    AppWindow window = create(new Stage(), likeTheLast());
    window.selectLibrary();
    window.show();
    window.bringToFront();
  }

  /// A new window is not maximized or full-screen, even if the previous one is.
  private RememberedWindow likeTheLast() {
    AppWindow window = last().window();
    return RememberedWindow.of(
        Optional.of(window.place().with(false, false)), window.arrangement());
  }

  /// Moves a document into a new window, or, if it is the only one of its window, into the window
  /// that was used before.
  void move(DocumentTab tab) {
    AppWindow home = tab.window();
    if (home.documents().size() == 1) {
      AppWindow other =
          all().reversed().stream().filter(it -> it != home).findFirst().orElseThrow();
      tab.moveTo(other);
      if (home.tabs().stream().allMatch(each -> each.workspace.isSettled())) {
        home.stage.close();
      }
    } else {
      AppWindow other = create(new Stage(), likeTheLast());
      tab.moveTo(other);
      tab.show();
    }
    tab.bringToFront();
    noteChange();
  }

  void reopenClosed(AppWindow window) {
    if (!closing.closed.isEmpty()) {
      open(closing.closed.removeFirst(), window);
    }
  }

  /// Closes a tab without asking. Its window selects another one.
  void remove(DocumentTab tab) {
    tabs.remove(tab);
    tab.window().remove(tab);
    tab.close();
    noteTabs();
    publishSession();
  }

  /// Forgets a window, which is hiding and closes its tabs itself.
  void remove(AppWindow window) {
    tabs.removeAll(window.tabs());
    noteTabs();
    publishSession();
  }

  /// Returns true while tabs of the window wait to be opened.
  boolean isRestoring(AppWindow window) {
    return openings.waiting().stream()
        .flatMap(each -> each.tab().stream())
        .anyMatch(tab -> tab.window() == window.number);
  }

  void stopOpening() {
    quiet.stop();
    openings.stop();
  }

  /// Called when something has changed that may be remembered. Publishes the session a moment
  /// later.
  void noteChange() {
    if (!closing.isEnding()) {
      quiet.playFromStart();
    }
  }

  void publishSession() {
    if (!closing.isEnding()) {
      tools.onSession().accept(session());
    }
  }

  Session session() {
    List<RememberedWindow> remembered = new ArrayList<>(openings.waiting());
    tabs.stream()
        .filter(tab -> !tab.isLibrary || tab.window().documents().isEmpty())
        .forEach(tab -> remembered.add(tab.snapshot()));
    if (!remembered.isEmpty()) {
      defaultWindow = remembered.getLast().withoutDocument();
    }
    return restores
        ? new Session(defaultWindow, remembered, List.copyOf(closing.closed), beginnings)
        : new Session(defaultWindow, List.of(), List.of(), 0);
  }

  /// Marks a tab as the most recently used one, if it is still open.
  void use(DocumentTab tab) {
    if (tabs.remove(tab)) {
      tabs.add(tab);
    }
    noteTabs();
  }

  private void noteTabs() {
    documents.nameTabs();
    if (!tabs.isEmpty()) {
      int documentCount = last().window().documents().size();
      boolean areSeveral = all().size() > 1;
      hasDocuments.set(documentCount > 0);
      canMove.set(documentCount > 1 || areSeveral);
      movesBack.set(documentCount == 1 && areSeveral);
    }
  }

  private DocumentTab last() {
    return tabs.getLast();
  }

  /// Returns the tabs that were shown or hold a document, the most recently used last.
  List<DocumentTab> tabs() {
    return List.copyOf(tabs);
  }

  /// Returns the windows, the most recently used last.
  List<AppWindow> all() {
    return tabs.reversed().stream().map(DocumentTab::window).distinct().toList().reversed();
  }
}
