package io.github.tensorloupe.desktop.shell;

import module java.base;
import module javafx.controls;

import io.github.tensorloupe.desktop.command.Command;
import io.github.tensorloupe.desktop.command.Commands;
import io.github.tensorloupe.desktop.control.SceneWays;
import io.github.tensorloupe.desktop.control.copy.CopyAnywhere;
import io.github.tensorloupe.desktop.control.copy.CopyMenu.CopiedEvent;
import io.github.tensorloupe.desktop.control.copy.MenuPlace;
import io.github.tensorloupe.desktop.control.panel.PanelHost;
import io.github.tensorloupe.desktop.error.GuardedPane;
import io.github.tensorloupe.desktop.error.LivePane;
import io.github.tensorloupe.desktop.pane.PaneDescriptor;
import io.github.tensorloupe.desktop.pane.hex.HexView;
import io.github.tensorloupe.desktop.pane.metadata.MetadataPane;
import io.github.tensorloupe.desktop.pane.tree.TensorTreeView;
import io.github.tensorloupe.desktop.selection.DocumentState;
import io.github.tensorloupe.desktop.selection.Selection;
import io.github.tensorloupe.desktop.text.Messages;
import io.github.tensorloupe.desktop.theme.FocusRing;
import io.github.tensorloupe.desktop.theme.Themes;
import io.github.tensorloupe.desktop.theme.ZoomedPane;
import io.github.tensorloupe.format.DisplayText;
import io.github.tensorloupe.storage.session.Arrangement;
import io.github.tensorloupe.storage.session.TableLayout;
import java.nio.file.Path;

/// The window's content: the tree on the left, the panes and the bytes on the right.
final class MainView extends StackPane {

  /// The parts that the frame arranges.
  ///
  /// @param values shows in the status bar how far the values are known
  /// @param library the checkpoints to open, shown while no document is open
  /// @param changes reports that another program has changed the document
  /// @param activity shows running jobs in the status bar
  /// @param overlays lie over everything at the lower right
  record Parts(
      LivePane<TensorTreeView> tree,
      Panes panes,
      Node breadcrumb,
      LivePane<HexView> bytes,
      Node fileMap,
      Node values,
      Supplier<? extends Node> library,
      Menu recent,
      Node changes,
      Node activity,
      List<Node> overlays) {}

  private static final double MIN_DETAIL_WIDTH = 240;
  private static final int COPIED_CHARACTERS = 60;

  private static final Insets ABOVE_STATUS_BAR = new Insets(12, 16, 40, 16);

  private final WindowContext window;
  private final Parts parts;
  private final DetailTabs tabs;
  private final BytesSplit right;
  private final TreeSplit document;
  private final LivePane<StartPage> startPage;
  private final BooleanProperty fileMapShown = new SimpleBooleanProperty(true);
  private final Areas areas;
  private final StackPane layers;

  /// @param window all commands of which are bound but those that the frame itself binds
  /// @param onDrop receives dropped paths, at least one
  MainView(WindowContext window, Parts parts, Consumer<List<Path>> onDrop) {
    this.window = window;
    this.parts = parts;
    Commands commands = window.commands();
    Messages messages = window.messages();
    Selection selection = window.selection();
    tabs = new DetailTabs(window, parts.panes());
    right = panesAndBytes(messages);
    document = new TreeSplit(parts.tree().node(), right, messages.text("divider.tree"));
    bindTo(commands);
    tabs.addHints();
    setId("main-view");
    Themes.style(this, MainView.class, "main.css");
    startPage =
        window
            .guards()
            .live(
                messages.text("fault.start"),
                "start",
                () -> new StartPage(selection, commands, parts.library(), messages));
    Node titleBar = guarded("frame", this::titleBar);
    Node statusBar =
        guarded("status", () -> new StatusBarView(window, parts.values(), parts.activity()));
    BorderPane frame = window.frame();
    frame.setCenter(new StackPane(document, startPage.node()));
    frame.setTop(
        new VBox(new MenuBarView(commands, parts.recent(), messages), titleBar, parts.changes()));
    frame.setBottom(new VBox(parts.fileMap(), statusBar));
    areas = new Areas(this, areas(titleBar, statusBar));
    layers = new StackPane(window.panels());
    parts.overlays().forEach(overlay -> lieOver(overlay));
    getChildren().setAll(new ZoomedPane(new FocusRing(layers)));
    selection
        .documentProperty()
        .subscribe(
            state -> {
              boolean open = state instanceof DocumentState.Open;
              document.setVisible(open);
              startPage.node().setVisible(!open);
              tabs.show(Panes.ALL.getFirst());
              focusDocument();
              if (state instanceof DocumentState.Empty) {
                startPage.ask(StartPage::takeKeys);
              }
            });
    parts.fileMap().visibleProperty().bind(document.visibleProperty().and(fileMapShown));
    parts.fileMap().managedProperty().bind(parts.fileMap().visibleProperty());
    tabs.followSelection();
    addEventFilter(MouseEvent.MOUSE_PRESSED, event -> goByMouse(event, commands));
    acceptDrops(frame, onDrop);
    CopyAnywhere.install(this, messages);
    addEventHandler(
        CopiedEvent.COPIED, event -> window.status().tell(copied(event.text(), messages)));
    MenuPlace.openByKeys(this);
    addEventFilter(KeyEvent.KEY_PRESSED, MainView::passTab);
  }

  private GuardedPane guarded(String name, Supplier<Node> maker) {
    return window.guards().guard(window.messages().text("fault." + name), name, maker);
  }

  private TitleBar titleBar() {
    return new TitleBar(
        window.selection(),
        window.results(),
        window.edits().changedProperty(),
        window.commands(),
        window.messages(),
        ProgramIcon.of(128));
  }

  private static String copied(String text, Messages messages) {
    String line = text.strip().replaceAll("\\s+", " ");
    return messages.text("copy.done", DisplayText.of(line, COPIED_CHARACTERS));
  }

  private List<Areas.Area> areas(Node titleBar, Node statusBar) {
    List<Areas.Area> all =
        new ArrayList<>(
            List.of(
                Areas.Area.of(titleBar),
                Areas.Area.of(parts.changes()),
                Areas.Area.of(startPage.node()),
                Areas.Area.of(
                    parts.tree().node(), () -> parts.tree().ask(TensorTreeView::focusRows)),
                Areas.Area.of(parts.breadcrumb()),
                Areas.Area.of(tabs),
                Areas.Area.of(parts.bytes().node(), () -> parts.bytes().ask(Node::requestFocus)),
                Areas.Area.of(parts.fileMap()),
                Areas.Area.of(statusBar)));
    parts.overlays().forEach(overlay -> all.add(Areas.Area.of(overlay)));
    return all;
  }

  /// A part of the window that is shown from time to time at the lower right.
  private void lieOver(Node overlay) {
    Node guarded =
        window
            .guards()
            .layer(
                window.messages().text("fault.overlay"),
                "activity",
                () -> inCorner(overlay),
                () -> overlay.setVisible(false));
    StackPane.setMargin(guarded, ABOVE_STATUS_BAR);
    layers.getChildren().add(guarded);
  }

  private static StackPane inCorner(Node overlay) {
    StackPane corner = new StackPane(overlay);
    corner.setAlignment(Pos.BOTTOM_RIGHT);
    // What lies below still hears of the mouse.
    corner.setPickOnBounds(false);
    return corner;
  }

  private BytesSplit panesAndBytes(Messages messages) {
    VBox panes = new VBox(parts.breadcrumb(), tabs);
    panes.setMinHeight(0);
    VBox.setVgrow(tabs, Priority.ALWAYS);
    BytesSplit both =
        new BytesSplit(
            panes,
            parts.bytes().node(),
            tabs.shown(MetadataPane.DESCRIPTOR),
            messages.text("divider.bytes"));
    // What they show must not push the tree aside, nor themselves out of the window.
    both.setMinWidth(MIN_DETAIL_WIDTH);
    return both;
  }

  /// The two buttons that mice have for this.
  private static void goByMouse(MouseEvent event, Commands commands) {
    if (event.getButton() == MouseButton.BACK || event.getButton() == MouseButton.FORWARD) {
      commands.run(event.getButton() == MouseButton.BACK ? Command.GO_BACK : Command.GO_FORWARD);
      event.consume();
    }
  }

  private static void acceptDrops(Node node, Consumer<List<Path>> onDrop) {
    node.setOnDragOver(
        event -> {
          if (event.getDragboard().hasFiles()) {
            event.acceptTransferModes(TransferMode.COPY, TransferMode.LINK);
          }
          event.consume();
        });
    node.setOnDragDropped(event -> drop(event, onDrop));
  }

  private static void drop(DragEvent event, Consumer<List<Path>> onDrop) {
    List<Path> paths = event.getDragboard().getFiles().stream().map(File::toPath).toList();
    event.setDropCompleted(!paths.isEmpty());
    event.consume();
    if (!paths.isEmpty()) {
      onDrop.accept(paths);
    }
  }

  /// The Tab key leaves text areas as it leaves all other controls; with Ctrl it types a tab.
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

  private void bindTo(Commands commands) {
    BooleanExpression open = document.visibleProperty();
    commands.bind(Command.NEXT_AREA, () -> areas.go(getScene().getFocusOwner(), 1));
    commands.bind(Command.PREVIOUS_AREA, () -> areas.go(getScene().getFocusOwner(), -1));
    commands.bind(Command.FILTER, () -> parts.tree().ask(TensorTreeView::focusFilter), open);
    commands.bind(Command.GO_TO_OFFSET, () -> showBytes(HexView::askForOffset), open);
    commands.bind(Command.TOGGLE_BYTES, () -> toggle(right.bytesShownProperty()), open);
    commands.bind(Command.TOGGLE_FILE_MAP, () -> toggle(fileMapShown), open);
  }

  void showBytes(Consumer<HexView> then) {
    right.makeRoomForBytes();
    parts.bytes().ask(then);
  }

  private static void toggle(BooleanProperty shown) {
    shown.set(!shown.get());
  }

  /// The arrangement of the parts, with that of the tables and the start page.
  Arrangement arrangement(Map<String, TableLayout> tables, String librarySort) {
    BytesSplit.Shares shares = right.shares();
    return new Arrangement(
        document.treeWidth(),
        Optional.of(shares.usual()),
        Optional.of(shares.metadata()),
        right.bytesShownProperty().get(),
        fileMapShown.get(),
        tables,
        Optional.of(librarySort));
  }

  /// Arranges the parts; tables and the start page are left out.
  void arrange(Arrangement arrangement) {
    arrangement.treeWidth().ifPresent(document::setTreeWidth);
    right.setShares(arrangement.panesShare(), arrangement.metadataShare());
    right.bytesShownProperty().set(arrangement.bytesShown());
    fileMapShown.set(arrangement.fileMapShown());
  }

  /// Shows a message on the start page, as long as there is no other one.
  ///
  /// @param sentence may be empty
  void tellOnStartPage(String sentence) {
    startPage.ask(page -> page.tell(sentence));
  }

  PanelHost panels() {
    return window.panels();
  }

  /// Puts something above everything else, panels included. It is there while it is visible.
  void addLayer(Node layer) {
    layers.getChildren().add(layer);
  }

  /// Shows the document anew and leaves pane and focus unchanged.
  void keepingPlace(Runnable change) {
    PaneDescriptor pane = tabs.shown();
    Optional<Node> focused = SceneWays.focusedBeside(this);
    change.run();
    tabs.show(pane);
    focused.ifPresent(Node::requestFocus);
  }

  /// Sends the keys to the tree, if a document is open.
  void focusDocument() {
    if (document.isVisible()) {
      parts.tree().ask(TensorTreeView::focusRows);
    }
  }

  BooleanExpression shown(PaneDescriptor pane) {
    return tabs.shown(pane);
  }

  void show(PaneDescriptor pane) {
    tabs.show(pane);
  }
}
