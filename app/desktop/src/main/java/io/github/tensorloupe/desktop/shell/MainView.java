package io.github.tensorloupe.desktop.shell;

import io.github.tensorloupe.desktop.command.Command;
import io.github.tensorloupe.desktop.command.Commands;
import io.github.tensorloupe.desktop.control.copy.CopiedEvent;
import io.github.tensorloupe.desktop.control.copy.CopyAnywhere;
import io.github.tensorloupe.desktop.control.copy.MenuPlace;
import io.github.tensorloupe.desktop.control.panel.PanelHost;
import io.github.tensorloupe.desktop.error.Failure;
import io.github.tensorloupe.desktop.error.GuardedPanes;
import io.github.tensorloupe.desktop.error.LivePane;
import io.github.tensorloupe.desktop.pane.hex.HexView;
import io.github.tensorloupe.desktop.pane.tree.TensorTreeView;
import io.github.tensorloupe.desktop.selection.DocumentState;
import io.github.tensorloupe.desktop.selection.ScanResults;
import io.github.tensorloupe.desktop.selection.Selection;
import io.github.tensorloupe.desktop.text.Messages;
import io.github.tensorloupe.desktop.theme.FocusRing;
import io.github.tensorloupe.desktop.theme.ZoomedPane;
import io.github.tensorloupe.format.DisplayText;
import io.github.tensorloupe.storage.session.Arrangement;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Supplier;
import javafx.beans.binding.BooleanExpression;
import javafx.beans.property.BooleanProperty;
import javafx.beans.property.SimpleBooleanProperty;
import javafx.beans.value.ObservableValue;
import javafx.geometry.Insets;
import javafx.geometry.Pos;
import javafx.scene.Node;
import javafx.scene.Scene;
import javafx.scene.control.Menu;
import javafx.scene.image.Image;
import javafx.scene.input.MouseButton;
import javafx.scene.input.MouseEvent;
import javafx.scene.layout.BorderPane;
import javafx.scene.layout.Priority;
import javafx.scene.layout.StackPane;
import javafx.scene.layout.VBox;

/// The window's content: the tree on the left, the panes and the bytes on the right.
public final class MainView extends StackPane {

  /// The parts that the frame arranges.
  ///
  /// @param tree the tensor tree
  /// @param details make one view for each detail pane
  /// @param breadcrumb the bar above the detail panes
  /// @param bytes the hex pane
  /// @param fileMap the strip below the panes
  /// @param values tells in the status bar how far the values are known
  /// @param library what is on disk to open, shown while no document is open
  /// @param recent the menu of what was opened before
  /// @param changes tells that another program has changed what is open
  /// @param activity tells in the status bar what runs
  /// @param overlays lie over everything at the lower right
  /// @param guards keeps the faults of panes from the window
  /// @param mark the program's picture
  public record Parts(
      LivePane<TensorTreeView> tree,
      Map<DetailPane, ? extends Supplier<? extends Node>> details,
      Node breadcrumb,
      LivePane<HexView> bytes,
      Node fileMap,
      Node values,
      Supplier<? extends Node> library,
      Menu recent,
      Node changes,
      Node activity,
      List<Node> overlays,
      GuardedPanes guards,
      Image mark) {}

  private static final double MIN_DETAIL_WIDTH = 240;
  private static final int COPIED_CHARACTERS = 60;

  private static final Insets ABOVE_STATUS_BAR = new Insets(12, 16, 40, 16);

  private final Parts parts;
  private final DetailTabs tabs;
  private final BytesBelow right;
  private final DocumentPanes document;
  private final LivePane<StartPage> startPage;
  private final BooleanProperty fileMapShown = new SimpleBooleanProperty(true);
  private final LivePane<StatusBarView> statusBar;
  private final PanelHost panels;
  private final Areas areas;
  private final StackPane layers;

  /// @param results of scans of the open document
  /// @param edited whether changes are pending
  /// @param commands receives what the frame itself can do; the others must be bound already
  /// @param onDrop receives dropped paths, at least one
  public MainView(
      Parts parts,
      Selection selection,
      ScanResults results,
      ObservableValue<Boolean> edited,
      Commands commands,
      Messages messages,
      Consumer<List<Path>> onDrop) {
    this.parts = parts;
    this.tabs = new DetailTabs(parts.details(), selection, results, messages);
    this.right = panesAndBytes(messages);
    this.document = new DocumentPanes(parts.tree().node(), right, messages.text("divider.tree"));
    bindTo(commands);
    tabs.explain(new TabHints(commands, messages));
    setId("main-view");
    getStylesheets()
        .add(Objects.requireNonNull(MainView.class.getResource("main.css")).toExternalForm());
    GuardedPanes guards = parts.guards();
    startPage =
        guards.live(
            messages.text("fault.start"),
            "start",
            () -> new StartPage(selection, commands, parts.library(), messages));
    statusBar =
        guards.live(
            messages.text("fault.status"),
            "status",
            () ->
                new StatusBarView(
                    selection, results, parts.values(), parts.activity(), commands, messages));
    BorderPane frame = new BorderPane(new StackPane(document, startPage.node()));
    Node titleBar =
        guards.guard(
            messages.text("fault.frame"),
            "frame",
            () -> new TitleBar(selection, results, edited, commands, messages, parts.mark()));
    areas = new Areas(this, areas(titleBar));
    frame.setTop(
        new VBox(new MenuBarView(commands, parts.recent(), messages), titleBar, parts.changes()));
    frame.setBottom(new VBox(parts.fileMap(), statusBar.node()));
    panels = new PanelHost(frame, guards);
    layers = new StackPane(panels);
    parts.overlays().forEach(overlay -> lieOver(overlay, messages));
    getChildren().setAll(new ZoomedPane(new FocusRing(layers)));
    selection
        .documentProperty()
        .subscribe(
            state -> {
              boolean open = state instanceof DocumentState.Open;
              document.setVisible(open);
              startPage.node().setVisible(!open);
              tabs.show(DetailPane.OVERVIEW);
              focusDocument();
              if (state instanceof DocumentState.Empty) {
                startPage.ask(StartPage::takeKeys);
              }
            });
    parts.fileMap().visibleProperty().bind(document.visibleProperty().and(fileMapShown));
    parts.fileMap().managedProperty().bind(parts.fileMap().visibleProperty());
    new PaneInPlace(tabs, selection).follow();
    addEventFilter(MouseEvent.MOUSE_PRESSED, event -> goByMouse(event, commands));
    FileDrop.install(frame, onDrop);
    CopyAnywhere.install(this, messages);
    addEventHandler(CopiedEvent.COPIED, event -> tell(copied(event.text(), messages)));
    MenuPlace.openByKeys(this);
    TabKeys.install(this);
  }

  private static String copied(String text, Messages messages) {
    String line = text.strip().replaceAll("\\s+", " ");
    return messages.text("copy.told", DisplayText.of(line, COPIED_CHARACTERS));
  }

  private List<Areas.Area> areas(Node titleBar) {
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
                Areas.Area.of(statusBar.node())));
    parts.overlays().forEach(overlay -> all.add(Areas.Area.of(overlay)));
    return all;
  }

  /// A part of the window that is shown from time to time at the lower right.
  private void lieOver(Node overlay, Messages messages) {
    Node guarded =
        parts
            .guards()
            .layer(
                messages.text("fault.overlay"),
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

  private BytesBelow panesAndBytes(Messages messages) {
    VBox panes = new VBox(parts.breadcrumb(), tabs);
    panes.setMinHeight(0);
    VBox.setVgrow(tabs, Priority.ALWAYS);
    BytesBelow both =
        new BytesBelow(
            panes,
            parts.bytes().node(),
            tabs.shown(DetailPane.METADATA),
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

  private void bindTo(Commands commands) {
    BooleanExpression open = document.visibleProperty();
    commands.bind(Command.NEXT_AREA, () -> areas.go(getScene().getFocusOwner(), 1));
    commands.bind(Command.PREVIOUS_AREA, () -> areas.go(getScene().getFocusOwner(), -1));
    commands.bind(Command.FILTER, () -> parts.tree().ask(TensorTreeView::focusFilter), open);
    commands.bind(Command.SHOW_OVERVIEW, () -> show(DetailPane.OVERVIEW), open);
    commands.bind(Command.SHOW_METADATA, () -> show(DetailPane.METADATA), open);
    commands.bind(Command.SHOW_VALUES, () -> show(DetailPane.VALUES), open);
    commands.bind(Command.SHOW_HEATMAP, () -> show(DetailPane.HEATMAP), open);
    commands.bind(Command.SHOW_HISTOGRAM, () -> show(DetailPane.HISTOGRAM), open);
    commands.bind(Command.SHOW_PROBLEMS, () -> show(DetailPane.PROBLEMS), open);
    commands.bind(Command.SHOW_BYTES, () -> showBytes(Node::requestFocus), open);
    commands.bind(Command.SHOW_LAYERS, () -> show(DetailPane.LAYERS), open);
    commands.bind(Command.SHOW_HASHES, () -> show(DetailPane.HASHES), open);
    commands.bind(Command.GO_TO_OFFSET, () -> showBytes(HexView::askForOffset), open);
    commands.bind(Command.TOGGLE_BYTES, () -> toggle(right.bytesShownProperty()), open);
    commands.bind(Command.TOGGLE_FILE_MAP, () -> toggle(fileMapShown), open);
  }

  private void showBytes(Consumer<HexView> then) {
    right.makeRoomForBytes();
    parts.bytes().ask(then);
  }

  private static void toggle(BooleanProperty shown) {
    shown.set(!shown.get());
  }

  /// How the parts are arranged; tables and the start page are left out.
  public Arrangement arrangement() {
    BytesBelow.Shares shares = right.shares();
    return new Arrangement(
        document.treeWidth(),
        Optional.of(shares.usual()),
        Optional.of(shares.metadata()),
        right.bytesShownProperty().get(),
        fileMapShown.get(),
        Map.of(),
        Optional.empty());
  }

  /// Arranges what [#arrangement()] tells of.
  public void arrange(Arrangement arrangement) {
    arrangement.treeWidth().ifPresent(document::setTreeWidth);
    right.setShares(arrangement.panesShare(), arrangement.metadataShare());
    right.bytesShownProperty().set(arrangement.bytesShown());
    fileMapShown.set(arrangement.fileMapShown());
  }

  /// Tells something on the start page, as long as nothing else is told there.
  ///
  /// @param sentence may be empty
  public void tellOnStartPage(String sentence) {
    startPage.ask(page -> page.tell(sentence));
  }

  /// The place above everything else.
  public PanelHost panels() {
    return panels;
  }

  /// Puts something above everything else, panels included. It is there while it is visible.
  public void addLayer(Node layer) {
    layers.getChildren().add(layer);
  }

  /// Tells something that needs no answer, until something else is opened.
  public void tell(String sentence) {
    statusBar.ask(bar -> bar.tell(sentence));
  }

  /// Tells of something that did not work, until something else is opened.
  public void tell(Failure failure) {
    statusBar.ask(bar -> bar.tell(failure));
  }

  /// Does something that shows the document anew, and leaves pane and focus where they are.
  public void keepingPlace(Runnable change) {
    DetailPane pane = tabs.shown();
    Optional<Node> focused = Optional.ofNullable(getScene()).map(Scene::getFocusOwner);
    change.run();
    tabs.show(pane);
    focused.ifPresent(Node::requestFocus);
  }

  /// Sends the keys to the tree, if a document is open.
  public void focusDocument() {
    if (document.isVisible()) {
      parts.tree().ask(TensorTreeView::focusRows);
    }
  }

  /// Whether one of the panes beside the tree is the one that is turned to.
  public BooleanExpression shown(DetailPane pane) {
    return tabs.shown(pane);
  }

  /// Turns to one of the panes beside the tree.
  public void show(DetailPane pane) {
    tabs.show(pane);
  }
}
