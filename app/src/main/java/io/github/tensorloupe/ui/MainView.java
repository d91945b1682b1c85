package io.github.tensorloupe.ui;

import io.github.tensorloupe.ui.command.Command;
import io.github.tensorloupe.ui.command.Commands;
import io.github.tensorloupe.ui.hex.HexView;
import io.github.tensorloupe.ui.job.Jobs;
import io.github.tensorloupe.ui.panel.PanelHost;
import io.github.tensorloupe.ui.selection.DocumentState;
import io.github.tensorloupe.ui.selection.ScanResults;
import io.github.tensorloupe.ui.selection.Selection;
import io.github.tensorloupe.ui.text.Messages;
import io.github.tensorloupe.ui.tree.TensorTreeView;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Consumer;
import javafx.beans.binding.BooleanExpression;
import javafx.beans.value.ObservableValue;
import javafx.scene.Node;
import javafx.scene.Scene;
import javafx.scene.control.Menu;
import javafx.scene.control.SplitPane;
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
  /// @param details one view for each detail pane
  /// @param breadcrumb the bar above the detail panes
  /// @param bytes the hex pane
  /// @param fileMap the strip below the panes
  /// @param values tells in the status bar how far the values are known
  /// @param library what is on disk to open, shown while no document is open
  /// @param recent the menu of what was opened before
  /// @param changes tells that another program has changed what is open
  /// @param mark the program's picture
  public record Parts(
      TensorTreeView tree,
      Map<DetailPane, Node> details,
      Node breadcrumb,
      HexView bytes,
      Node fileMap,
      Node values,
      Node library,
      Menu recent,
      Node changes,
      Image mark) {}

  private static final double MIN_DETAIL_WIDTH = 320;

  private final Parts parts;
  private final DetailTabs tabs;
  private final SplitPane document;
  private final StatusBarView statusBar;
  private final PanelHost panels;

  /// @param results of scans of the open document
  /// @param edited whether changes are pending
  /// @param commands receives what the frame itself can do; the others must be bound already
  /// @param onDrop receives dropped paths, at least one
  public MainView(
      Parts parts,
      Selection selection,
      ScanResults results,
      ObservableValue<Boolean> edited,
      Jobs jobs,
      Commands commands,
      Messages messages,
      Consumer<List<Path>> onDrop) {
    this.parts = parts;
    this.tabs = new DetailTabs(parts.details(), selection, results, messages);
    this.document = documentPanes();
    bindTo(commands);
    setId("main-view");
    getStylesheets()
        .add(Objects.requireNonNull(MainView.class.getResource("main.css")).toExternalForm());
    StartPage startPage = new StartPage(selection, commands, parts.library(), messages);
    statusBar = new StatusBarView(selection, results, jobs, parts.values(), messages);
    BorderPane frame = new BorderPane(new StackPane(document, startPage));
    frame.setTop(
        new VBox(
            new MenuBarView(commands, parts.recent(), messages),
            new TitleBar(selection, edited, commands, messages, parts.mark()),
            parts.changes()));
    frame.setBottom(new VBox(parts.fileMap(), statusBar));
    panels = new PanelHost(frame);
    getChildren().setAll(panels);
    selection
        .documentProperty()
        .subscribe(
            state -> {
              boolean open = state instanceof DocumentState.Open;
              document.setVisible(open);
              startPage.setVisible(!open);
              parts.fileMap().setVisible(open);
              parts.fileMap().setManaged(open);
              tabs.show(DetailPane.OVERVIEW);
              if (open) {
                parts.tree().focusRows();
              }
            });
    new PaneInPlace(tabs, selection).follow();
    addEventFilter(MouseEvent.MOUSE_PRESSED, event -> goByMouse(event, commands));
    FileDrop.install(frame, onDrop);
  }

  private SplitPane documentPanes() {
    VBox panes = new VBox(parts.breadcrumb(), tabs);
    panes.setMinHeight(0);
    VBox.setVgrow(tabs, Priority.ALWAYS);
    SplitPane right = new BytesBelow(panes, parts.bytes(), tabs.shown(DetailPane.METADATA));
    // What they show must not push the tree aside, nor themselves out of the window.
    right.setMinWidth(MIN_DETAIL_WIDTH);
    SplitPane all = new SplitPane(parts.tree(), right);
    all.setDividerPositions(0.4);
    SplitPane.setResizableWithParent(parts.tree(), false);
    return all;
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
    commands.bind(Command.FILTER, parts.tree()::focusFilter, open);
    commands.bind(Command.SHOW_OVERVIEW, () -> show(DetailPane.OVERVIEW), open);
    commands.bind(Command.SHOW_METADATA, () -> show(DetailPane.METADATA), open);
    commands.bind(Command.SHOW_VALUES, () -> show(DetailPane.VALUES), open);
    commands.bind(Command.SHOW_HEATMAP, () -> show(DetailPane.HEATMAP), open);
    commands.bind(Command.SHOW_HISTOGRAM, () -> show(DetailPane.HISTOGRAM), open);
    commands.bind(Command.SHOW_PROBLEMS, () -> show(DetailPane.PROBLEMS), open);
    commands.bind(Command.SHOW_BYTES, parts.bytes()::requestFocus, open);
    commands.bind(Command.SHOW_LAYERS, () -> show(DetailPane.LAYERS), open);
    commands.bind(Command.SHOW_HASHES, () -> show(DetailPane.HASHES), open);
    commands.bind(Command.GO_TO_OFFSET, parts.bytes()::askForOffset, open);
  }

  /// The place above everything else.
  public PanelHost panels() {
    return panels;
  }

  /// Tells something that needs no answer, until something else is opened.
  public void tell(String sentence) {
    statusBar.tell(sentence);
  }

  /// Does something that shows the document anew, and leaves pane and focus where they are.
  public void keepingPlace(Runnable change) {
    DetailPane pane = tabs.shown();
    Optional<Node> focused = Optional.ofNullable(getScene()).map(Scene::getFocusOwner);
    change.run();
    tabs.show(pane);
    focused.ifPresent(Node::requestFocus);
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
