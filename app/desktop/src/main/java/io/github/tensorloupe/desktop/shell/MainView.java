package io.github.tensorloupe.desktop.shell;

import module java.base;
import module javafx.controls;

import io.github.tensorloupe.desktop.command.Command;
import io.github.tensorloupe.desktop.command.Commands;
import io.github.tensorloupe.desktop.control.FocusTraversal;
import io.github.tensorloupe.desktop.control.copy.ContextMenuAnchor;
import io.github.tensorloupe.desktop.control.copy.CopyAnywhere;
import io.github.tensorloupe.desktop.control.copy.CopyMenu.CopiedEvent;
import io.github.tensorloupe.desktop.error.LazyPane;
import io.github.tensorloupe.desktop.job.OnDemand;
import io.github.tensorloupe.desktop.pane.PaneContext;
import io.github.tensorloupe.desktop.pane.breadcrumb.BreadcrumbView;
import io.github.tensorloupe.desktop.pane.breadcrumb.BreadcrumbViewModel;
import io.github.tensorloupe.desktop.pane.comparison.adapter.AdapterPairsView;
import io.github.tensorloupe.desktop.pane.comparison.pairs.PairsView;
import io.github.tensorloupe.desktop.pane.export.ExportFlow;
import io.github.tensorloupe.desktop.pane.filemap.FileMapView;
import io.github.tensorloupe.desktop.pane.filemap.FileMapViewModel;
import io.github.tensorloupe.desktop.pane.hash.HashPane;
import io.github.tensorloupe.desktop.pane.hex.HexView;
import io.github.tensorloupe.desktop.pane.metadata.LinkEvent;
import io.github.tensorloupe.desktop.pane.metadata.MetadataPane;
import io.github.tensorloupe.desktop.pane.overview.OverviewPane;
import io.github.tensorloupe.desktop.pane.reload.ReloadBar;
import io.github.tensorloupe.desktop.pane.reload.ReloadViewModel;
import io.github.tensorloupe.desktop.pane.scan.ScanChip;
import io.github.tensorloupe.desktop.pane.tree.TensorTreeView;
import io.github.tensorloupe.desktop.pane.tree.TensorTreeViewModel;
import io.github.tensorloupe.desktop.selection.ComparisonDocument;
import io.github.tensorloupe.desktop.selection.DocumentState;
import io.github.tensorloupe.desktop.selection.Selection;
import io.github.tensorloupe.desktop.selection.SurveyDocument;
import io.github.tensorloupe.desktop.session.Arrangement;
import io.github.tensorloupe.desktop.session.TableLayout;
import io.github.tensorloupe.desktop.text.Messages;
import io.github.tensorloupe.desktop.theme.FocusRing;
import io.github.tensorloupe.desktop.theme.ZoomedPane;
import io.github.tensorloupe.format.DisplayText;

/// The content of a tab: the tree on the left, the panes and the bytes on the right.
final class MainView extends StackPane {

  private static final double MIN_DETAIL_WIDTH = 240;
  private static final int COPIED_CHARACTERS = 60;

  private static final Insets ABOVE_STATUS_BAR = new Insets(12, 16, 40, 16);

  private final Workspace workspace;
  private final PaneContext context;
  final LazyPane<TensorTreeView> tree;
  private final LazyPane<HexView> bytes;
  final PaneHost panes;
  private final BytesSplit right;
  private final TreeSplit document;
  private final LazyPane<StartPage> startPage;
  private final BooleanProperty fileMapShown = new SimpleBooleanProperty(true);
  private final FocusAreas areas;
  private final StackPane layers;
  private final StackPane tabBar = new StackPane();

  /// The tree of the open document.
  private final StackPane trees = new StackPane();

  private boolean isReplacing;

  /// @param workspace its commands must be bound, except the ones that this view binds
  MainView(
      Workspace workspace, DocumentFlows flows, ReloadViewModel reload, ActivityBoard activity) {
    this.workspace = workspace;
    context = workspace.context;
    Commands commands = context.commands();
    Messages messages = context.messages();
    Selection selection = context.selection();
    boolean isForDocuments = workspace.environment.host().isForDocuments();
    // Before the views, whose buttons run these commands.
    bindTo(commands, flows.exports);
    panes = new PaneHost(workspace);
    panes.pane(OverviewPane.class).setOnCheckDownload(panes.pane(HashPane.class)::focusHashField);
    panes.pane(MetadataPane.class).setOnHashManyFiles(flows.batch::showHashes);
    commands.bind(
        Command.SHOW_BYTES,
        this::showBytes,
        panes.canShow(Command.SHOW_BYTES).or(selection.isOpenProperty()));
    // Before the tree, whose menu adds bookmarks.
    bytes = new BytesView(workspace).view;
    tree = guarded("tree", () -> treeView(flows.exports));
    tree.make();
    trees.getChildren().setAll(tree);
    BreadcrumbViewModel path = new BreadcrumbViewModel(selection);
    LazyPane<?> breadcrumb =
        guarded("breadcrumb", () -> new BreadcrumbView(path, commands, messages));
    FileMapViewModel map =
        new FileMapViewModel(selection, context.results(), context.jobs(), messages);
    Node fileMap = guarded("filemap", () -> new FileMapView(map, messages));
    Node changes = new ReloadBar(reload, commands, messages);
    right = panesAndBytes(breadcrumb);
    setShownWhile(breadcrumb, selection.isOpenProperty());
    document = new TreeSplit(trees, right, messages.text("divider.tree"));
    workspace.firstFrame.runAfter(panes::addHints);
    setId("main-view");
    Supplier<LazyPane<?>> lazyLibrary =
        new OnDemand<>(() -> createGuarded("library", workspace.library::createView));
    Optional<Supplier<? extends Node>> ownLibrary =
        isForDocuments ? Optional.empty() : Optional.of(lazyLibrary);
    startPage = guarded("start", () -> createStartPage(ownLibrary));
    Node titleBar = createGuarded("frame", () -> new TitleBar(context));
    Node statusBar = guarded("status", () -> statusBar(activity));
    BorderPane frame = workspace.frame;
    frame.setCenter(new StackPane(document, startPage));
    setShownWhile(
        titleBar,
        Bindings.createBooleanBinding(
            () ->
                isForDocuments
                    || !(selection.documentProperty().get() instanceof DocumentState.Empty),
            selection.documentProperty()));
    frame.setTop(new VBox(titleBar, changes));
    frame.setBottom(new VBox(fileMap, statusBar));
    layers = new StackPane(context.panels());
    activity.overlays().forEach(this::lieOver);
    List<Node> before = List.of(tabBar, titleBar, changes, startPage);
    List<Node> after = List.of(breadcrumb, panes, bytes, fileMap, statusBar);
    areas =
        new FocusAreas(
            this,
            () ->
                Stream.of(before, trees.getChildren(), after, activity.overlays())
                    .flatMap(List::stream)
                    .toList());
    areas.enter(tree, () -> tree.ifPresent(TensorTreeView::focusRows));
    areas.enter(bytes, () -> bytes.ifPresent(Node::requestFocus));
    BorderPane content = new BorderPane(layers);
    content.setTop(new VBox(new MenuBarView(workspace), tabBar));
    getChildren().setAll(new ZoomedPane(new FocusRing(content)));
    selection.documentProperty().subscribe(this::show);
    setShownWhile(fileMap, selection.isOpenProperty().and(fileMapShown));
    panes.synchronizeWithSelection();
    FileDrops.accept(frame, workspace::dropped);
    listen(commands);
  }

  private static void setShownWhile(Node node, ObservableValue<Boolean> condition) {
    node.visibleProperty().bind(condition);
    node.managedProperty().bind(condition);
  }

  /// Shows the tab bar of the window below the menu bar.
  void setTabBar(Node bar) {
    tabBar.getChildren().setAll(bar);
  }

  private void show(DocumentState state) {
    boolean isOpen = state.shown().isPresent();
    document.setTreeShown(!state.shows(SurveyDocument.class));
    document.setVisible(isOpen);
    startPage.setVisible(!isOpen);
    Node shownTree = workspace.comparison.session().<Node>map(it -> it.tree).orElse(tree);
    if (!trees.getChildren().contains(shownTree)) {
      trees.getChildren().setAll(shownTree);
    }
    if (!isReplacing) {
      panes.showFirst();
      context
          .selection()
          .openComparison()
          .flatMap(ComparisonDocument::adapters)
          .ifPresent(_ -> panes.show(AdapterPairsView.DESCRIPTOR));
    }
    focusDocument();
    if (state instanceof DocumentState.Empty) {
      startPage.ifPresent(StartPage::focusOpenButton);
    }
  }

  private void listen(Commands commands) {
    addEventFilter(
        MouseEvent.MOUSE_PRESSED,
        event -> {
          boolean back = event.getButton() == MouseButton.BACK;
          if (back || event.getButton() == MouseButton.FORWARD) {
            commands.run(back ? Command.GO_BACK : Command.GO_FORWARD);
            event.consume();
          }
        });
    listenIn(this, workspace);
  }

  /// Installs copying, opening menus with the keyboard, and leaving text areas with the Tab key.
  static void listenIn(Parent root, Workspace workspace) {
    Messages messages = workspace.context.messages();
    CopyAnywhere.install(root, messages);
    root.addEventHandler(
        CopiedEvent.COPIED,
        event -> {
          String line =
              DisplayText.of(event.text().strip().replaceAll("\\s+", " "), COPIED_CHARACTERS);
          workspace.status.report(messages.text("copy.done", line));
        });
    root.addEventHandler(LinkEvent.LINK, event -> workspace.browse(event.page()));
    ContextMenuAnchor.openByKeys(root);
    root.addEventFilter(KeyEvent.KEY_PRESSED, MainView::passTab);
  }

  private <N extends Node> LazyPane<N> guarded(String name, Supplier<N> maker) {
    LazyPane<N> created =
        workspace.guards.guard(context.messages().text("fault." + name), name, maker);
    // The stylesheet reserves space for bars that are created after the first frame.
    created.getStyleClass().add(name + "-place");
    return created;
  }

  private LazyPane<?> createGuarded(String name, Supplier<? extends Node> maker) {
    LazyPane<?> created = guarded(name, maker);
    created.make();
    return created;
  }

  private TensorTreeView treeView(ExportFlow exports) {
    TensorTreeView created = new TensorTreeView(workspace.tree, context.messages());
    created.setOnExport(
        exports::show,
        name -> context.dialogs().get().chooseTarget(name),
        Stream.of(
                Command.SHOW_HISTOGRAM,
                Command.SHOW_VALUES,
                Command.SHOW_HEATMAP,
                Command.SHOW_METADATA,
                Command.SHOW_BYTES,
                Command.ADD_BOOKMARK)
            .map(command -> context.commands().contextItem(command, "tree-"))
            .toList());
    return created;
  }

  private StartPage createStartPage(Optional<Supplier<? extends Node>> library) {
    return new StartPage(
        context.selection(),
        context.commands(),
        library,
        workspace.environment.library().model.emptyProperty(),
        context.messages());
  }

  private StatusBarView statusBar(ActivityBoard activity) {
    ScanChip values =
        new ScanChip(
            workspace.scan, workspace.comparison.results(), context.commands(), context.messages());
    return new StatusBarView(context, workspace.status, values, activity.chip);
  }

  private void lieOver(Node overlay) {
    String title = context.messages().text("fault.overlay");
    Runnable closing = () -> overlay.setVisible(false);
    Supplier<Node> inCorner =
        () -> {
          StackPane corner = new StackPane(overlay);
          corner.setAlignment(Pos.BOTTOM_RIGHT);
          // Nodes below the overlay still receive mouse events.
          corner.setPickOnBounds(false);
          return corner;
        };
    Node guarded = workspace.guards.layer(title, "activity", inCorner, closing);
    StackPane.setMargin(guarded, ABOVE_STATUS_BAR);
    layers.getChildren().add(guarded);
  }

  private BytesSplit panesAndBytes(Node breadcrumb) {
    VBox above = new VBox(breadcrumb, panes);
    above.setMinHeight(0);
    VBox.setVgrow(panes, Priority.ALWAYS);
    String divider = context.messages().text("divider.bytes");
    BytesSplit both = new BytesSplit(above, bytes, panes.shownProperty(), divider);
    // The content must not push the tree aside, nor extend beyond the window.
    both.setMinWidth(MIN_DETAIL_WIDTH);
    return both;
  }

  /// Leaves a text area with the Tab key, as all other controls; Ctrl+Tab types a tab.
  private static void passTab(KeyEvent event) {
    boolean plain = !event.isShiftDown() && !event.isAltDown() && !event.isMetaDown();
    if (event.getCode() != KeyCode.TAB || !plain || !(event.getTarget() instanceof TextArea area)) {
      return;
    }
    event.consume();
    if (!event.isControlDown()) {
      area.requestFocusTraversal(TraversalDirection.NEXT);
    } else if (area.isEditable()) {
      area.replaceSelection("\t");
    }
  }

  private void bindTo(Commands commands, ExportFlow exports) {
    Selection selection = context.selection();
    BooleanBinding open = selection.isOpenProperty();
    commands.bindAlways(
        Command.FULL_SCREEN,
        () -> {
          if (getScene().getWindow() instanceof Stage stage) {
            stage.setFullScreen(!stage.isFullScreen());
          }
        });
    commands.bind(Command.NEXT_AREA, () -> areas.go(getScene().getFocusOwner(), 1));
    commands.bind(Command.PREVIOUS_AREA, () -> areas.go(getScene().getFocusOwner(), -1));
    commands.bind(Command.GO_BACK, selection::goBack, open.and(selection.canGoBackProperty()));
    commands.bind(
        Command.GO_FORWARD, selection::goForward, open.and(selection.canGoForwardProperty()));
    CurrentComparison comparison = workspace.comparison;
    TensorTreeViewModel rows = workspace.tree;
    comparison.bind(Command.EXPAND_ALL, rows::expandAll, it -> it.model.expandAll());
    comparison.bind(Command.COLLAPSE_ALL, rows::collapseAll, it -> it.model.collapseAll());
    comparison.bind(
        Command.FILTER,
        () -> tree.ifPresent(TensorTreeView::focusFilter),
        it -> it.tree.ifPresent(PairsView::focusFilter));
    commands.bind(Command.GO_TO_OFFSET, () -> showBytes(HexView::focusOffsetField), open);
    commands.bind(
        Command.EXPORT, () -> tree.ifPresent(shown -> exports.show(shown.markedTensors())), open);
    commands.bind(Command.TOGGLE_BYTES, () -> right.toggleBytes(), open);
    commands.bind(Command.TOGGLE_FILE_MAP, () -> fileMapShown.set(!fileMapShown.get()), open);
  }

  /// Shows the bytes of the document in their pane, or below the others.
  private void showBytes() {
    if (context.selection().isOpenProperty().get()) {
      showBytes(Node::requestFocus);
    } else {
      panes.show(Command.SHOW_BYTES);
    }
  }

  private void showBytes(Consumer<HexView> then) {
    right.makeRoomForBytes();
    bytes.ifPresent(then);
  }

  Arrangement arrangement(Map<String, TableLayout> tables, String librarySort) {
    return new Arrangement(
        document.treeWidth(),
        Optional.of(right.otherPanesShare()),
        Optional.of(right.metadataShare()),
        right.chosen(),
        fileMapShown.get(),
        tables,
        Optional.of(librarySort),
        panes.sidePanes());
  }

  /// Applies the arrangement, except for tables and the start page.
  void arrange(Arrangement arrangement) {
    arrangement.treeWidth().ifPresent(document::setTreeWidth);
    right.setShares(arrangement.panesShare(), arrangement.metadataShare());
    right.choose(arrangement.bytesShown());
    fileMapShown.set(arrangement.fileMapShown());
    panes.arrange(arrangement.sidePanes());
  }

  /// Shows a message on the start page until the next message; may be empty.
  void showOnStartPage(String sentence) {
    startPage.ifPresent(page -> page.showNotice(sentence));
  }

  /// Adds a layer above everything else, including panels. It is shown while it is visible.
  void addLayer(Node layer) {
    layers.getChildren().add(layer);
  }

  /// Runs a change that replaces the document with its successor. Pane and focus stay.
  void replaceDocument(Runnable change) {
    Optional<Node> focused = FocusTraversal.focusOwnerOf(this);
    isReplacing = true;
    try {
      change.run();
    } finally {
      isReplacing = false;
    }
    focused.ifPresent(Node::requestFocus);
  }

  /// Moves the focus to the tree if a document is open.
  void focusDocument() {
    if (context.selection().isOpenProperty().get()) {
      tree.ifPresent(TensorTreeView::focusRows);
    }
    workspace.comparison.session().ifPresent(it -> it.tree.ifPresent(PairsView::focusRows));
  }
}
