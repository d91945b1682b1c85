package io.github.tensorloupe.desktop.shell;

import module java.base;
import module javafx.controls;

import io.github.tensorloupe.desktop.command.Command;
import io.github.tensorloupe.desktop.command.Commands;
import io.github.tensorloupe.desktop.control.FocusTraversal;
import io.github.tensorloupe.desktop.control.panel.MenuItems;
import io.github.tensorloupe.desktop.control.table.DividerKeys;
import io.github.tensorloupe.desktop.pane.DocumentPane;
import io.github.tensorloupe.desktop.pane.PaneContext;
import io.github.tensorloupe.desktop.pane.PaneDescriptor;
import io.github.tensorloupe.desktop.pane.histogram.HistogramPane;
import io.github.tensorloupe.desktop.pane.overview.OverviewPane;
import io.github.tensorloupe.desktop.selection.Document;
import io.github.tensorloupe.desktop.selection.DocumentState;
import io.github.tensorloupe.desktop.selection.FileDocument;
import io.github.tensorloupe.desktop.selection.Selection;
import io.github.tensorloupe.desktop.selection.SurveyDocument;
import io.github.tensorloupe.desktop.text.Messages;
import io.github.tensorloupe.desktop.theme.Tips;
import io.github.tensorloupe.model.TensorRef;

/// The panes of the open document: in tabs, next to the tabs, or in separate windows. A view is
/// created when it is first shown, and its faults do not affect the others. When the document is
/// closed, all panes return to the tabs; the panes next to the tabs are restored with the next
/// document. Belongs to the FX thread.
///
/// The panes of checkpoints live as long as the tab; the panes of a comparison or survey are
/// replaced with it. Selecting a tensor while the overview is shown switches to the histogram.
final class PaneHost extends SplitPane {

  /// The style sheet hides the tabs if there is only one.
  private static final PseudoClass SINGLE = PseudoClass.getPseudoClass("single");

  private final Workspace workspace;
  private final Selection selection;
  private final Messages messages;
  private final TabPane tabs = new TabPane();
  private final Map<PaneDescriptor, PaneSlot> slots = new LinkedHashMap<>();
  private final ReadOnlyObjectWrapper<PaneDescriptor> shown =
      new ReadOnlyObjectWrapper<>(Panes.FILE.getFirst());

  /// The kind of the last document with panes.
  private Class<? extends Document> kind = FileDocument.class;

  /// The pane to show as soon as it is offered.
  private Optional<PaneSlot> awaited = Optional.empty();

  private List<String> awaitedAtSide = List.of();
  private Runnable toFront = () -> {};

  PaneHost(Workspace workspace) {
    this.workspace = workspace;
    selection = workspace.context.selection();
    messages = workspace.context.messages();
    setId("pane-split");
    setMinHeight(0);
    getItems().add(tabs);
    DividerKeys.on(this, messages.text("divider.panes"));
    tabs.setId("detail-tabs");
    tabs.setAccessibleText(messages.text("panes.tabs"));
    tabs.setTabClosingPolicy(TabPane.TabClosingPolicy.UNAVAILABLE);
    tabs.setMinWidth(0);
    Panes.ALL.forEach(pane -> slots.put(pane, new PaneSlot(pane, workspace)));
    Panes.FILE.forEach(pane -> slots.get(pane).create(workspace.context));
    bindCommands();
    slots.values().forEach(slot -> slot.offered.subscribe(_ -> arrange()));
    tabs.getSelectionModel()
        .selectedItemProperty()
        .subscribe(
            _ -> {
              awaited = Optional.empty();
              showSelected();
            });
    selection.documentProperty().subscribe(this::onDocumentChanged);
    selection.tensorProperty().subscribe(this::onTensorSelected);
  }

  private void bindCommands() {
    Commands commands = workspace.context.commands();
    Panes.ALL.stream()
        .map(PaneDescriptor::command)
        .distinct()
        .forEach(command -> commands.bind(command, () -> show(command), canShow(command)));
    BooleanExpression canMove =
        BooleanExpression.booleanExpression(
                selection.documentProperty().map(state -> state.shown().isPresent()))
            .and(canTake());
    commands.bind(Command.PANE_BESIDE, () -> moveToSide(shown()), canMove);
    commands.bind(Command.PANE_WINDOW, () -> openWindow(shown()), canMove);
  }

  private boolean isOpen(Class<? extends Document> document) {
    return selection.documentProperty().get().shows(document);
  }

  /// True while the open document has a pane with this command.
  BooleanExpression canShow(Command command) {
    return slots.values().stream()
        .filter(slot -> slot.descriptor.command() == command)
        .map(slot -> slot.possible)
        .reduce(BooleanExpression::or)
        .orElseThrow();
  }

  private void onDocumentChanged(DocumentState state) {
    boolean isReopening = state instanceof DocumentState.Opening && kind == FileDocument.class;
    if (!isOpen(kind) && !isReopening) {
      awaitedAtSide = sidePanes();
      closeAll();
    }
    replace(Panes.COMPARISON, workspace.comparison.context());
    replace(Panes.SURVEY, Optional.of(workspace.context).filter(_ -> isOpen(SurveyDocument.class)));
    if (state.shown().isPresent()) {
      kind = state.shown().get().getClass();
      boolean isSingle = Panes.of(kind).size() == 1;
      tabs.pseudoClassStateChanged(SINGLE, isSingle);
      tabs.setFocusTraversable(!isSingle);
      arrange();
      workspace.firstFrame.runAfter(this::restoreSide);
    }
  }

  private void replace(List<PaneDescriptor> panes, Optional<PaneContext> context) {
    panes.forEach(pane -> slots.get(pane).replace(context));
  }

  private void onTensorSelected(Optional<TensorRef> tensor) {
    if (tensor.isPresent() && !selection.isBrowsing() && shown().equals(OverviewPane.DESCRIPTOR)) {
      select(slots.get(HistogramPane.DESCRIPTOR));
    }
  }

  /// Synchronizes the selected tab and the selection, so that every location in the navigation
  /// history includes its pane. Must be called after the frame has subscribed to the document.
  void synchronizeWithSelection() {
    shown.subscribe(pane -> selection.viewProperty().set(pane.id()));
    selection.viewProperty().subscribe(name -> named(name).map(slots::get).ifPresent(this::select));
  }

  /// Returns the pane of the open kind of document with this name.
  Optional<PaneDescriptor> named(String name) {
    return Panes.named(kind, name);
  }

  <P extends DocumentPane> P pane(Class<P> type) {
    return slots.values().stream()
        .flatMap(slot -> slot.pane.stream())
        .filter(type::isInstance)
        .map(type::cast)
        .findFirst()
        .orElseThrow();
  }

  private Optional<PaneSlot> selected() {
    return Optional.ofNullable(tabs.getSelectionModel().getSelectedItem())
        .map(tab -> (PaneSlot) tab.getUserData());
  }

  /// JavaFX styles every node that is added to a scene, and all of its nodes again when the theme
  /// changes. Therefore only the selected tab has a content.
  private void showSelected() {
    Optional<PaneSlot> selected = selected();
    for (PaneSlot slot : slots.values()) {
      boolean isInTabs = selected.filter(slot::equals).isPresent() && !slot.isElsewhere();
      slot.isShown.set(isInTabs || slot.isElsewhere());
      if (isInTabs && isOpen(slot.descriptor.document())) {
        slot.view();
      }
      slot.tab.setContent(isInTabs ? slot.view.orElse(null) : null);
    }
    selected.ifPresent(slot -> shown.set(slot.descriptor));
  }

  private void arrange() {
    List<Tab> inOrder = slots.values().stream().filter(this::hasTab).map(slot -> slot.tab).toList();
    // A document that is read again offers the pane again a moment later.
    Optional<PaneSlot> wanted =
        selected()
            .filter(slot -> slot.descriptor.document() == kind && !hasTab(slot))
            .or(() -> awaited);
    ObservableList<Tab> all = tabs.getTabs();
    if (Collections.disjoint(all, inOrder)) {
      all.setAll(inOrder);
    } else {
      all.retainAll(inOrder);
    }
    for (int i = 0; i < inOrder.size(); i++) {
      if (!all.contains(inOrder.get(i))) {
        all.add(i, inOrder.get(i));
      }
    }
    awaited = wanted;
    wanted.filter(this::hasTab).ifPresent(this::select);
    showSelected();
  }

  /// The pane of the selected tab.
  ReadOnlyObjectProperty<PaneDescriptor> shownProperty() {
    return shown.getReadOnlyProperty();
  }

  PaneDescriptor shown() {
    return shown.get();
  }

  /// Returns true while a pane is visible, in the tabs or elsewhere.
  boolean isShown(PaneDescriptor pane) {
    return slots.get(pane).isShown.get();
  }

  void showFirst() {
    tabs.getTabs().stream().findFirst().ifPresent(tab -> select((PaneSlot) tab.getUserData()));
  }

  /// Switches to the pane that has this command and the open kind of document.
  void show(Command command) {
    Panes.ALL.stream()
        .filter(pane -> pane.document() == kind && pane.command() == command)
        .forEach(this::show);
  }

  /// Switches to a pane in the tabs, next to them, or in a separate window.
  void show(PaneDescriptor pane) {
    PaneSlot slot = slots.get(pane);
    slot.ownWindow.ifPresent(PaneWindow::bringToFront);
    slot.side.ifPresent(SidePane::focus);
    if (!slot.isElsewhere()) {
      select(slot);
    }
  }

  /// Moves the focus to the tabs if it is inside, because removing the current focus owner would
  /// move the focus to the next node in the window.
  private void select(PaneSlot slot) {
    if (!hasTab(slot)) {
      awaited = slot.isElsewhere() ? awaited : Optional.of(slot);
      return;
    }
    boolean hasFocusInside =
        FocusTraversal.focusOwnerOf(tabs)
            .filter(owner -> owner != tabs && FocusTraversal.isInside(owner, tabs))
            .isPresent();
    if (hasFocusInside && !slot.tab.isSelected()) {
      tabs.requestFocus();
    }
    tabs.getSelectionModel().select(slot.tab);
  }

  /// True while there are other tabs, so that a pane can be removed from them.
  private BooleanExpression canTake() {
    return Bindings.size(tabs.getTabs()).greaterThan(1);
  }

  private boolean hasTab(PaneSlot slot) {
    return slot.descriptor.document() == kind && !slot.isElsewhere() && slot.offered.getValue();
  }

  private boolean canMove(PaneSlot slot) {
    return !slot.isElsewhere() && isOpen(slot.descriptor.document()) && canTake().get();
  }

  /// Moves a pane next to the tabs; does nothing if it is already there.
  void moveToSide(PaneDescriptor pane) {
    PaneSlot slot = slots.get(pane);
    if (canMove(slot)) {
      slot.tab.setContent(null);
      SidePane side =
          new SidePane(pane, slot.view(), messages, () -> openWindow(pane), () -> putBack(slot));
      slot.side = Optional.of(side);
      arrange();
      getItems().add(side);
      int count = getItems().size();
      setDividerPositions(
          IntStream.range(1, count).mapToDouble(index -> (double) index / count).toArray());
      side.focus();
    }
  }

  /// Moves a pane into a separate window, which closes with the document.
  void openWindow(PaneDescriptor pane) {
    PaneSlot slot = slots.get(pane);
    if (slot.side.isPresent()) {
      putBack(slot);
    }
    if (canMove(slot)) {
      slot.tab.setContent(null);
      Runnable onClosed =
          () -> {
            slot.ownWindow = Optional.empty();
            arrange();
          };
      PaneWindow own = new PaneWindow(workspace, pane, slot.view(), () -> toFront.run(), onClosed);
      slot.ownWindow = Optional.of(own);
      arrange();
      own.show();
    }
  }

  private void putBack(PaneSlot slot) {
    slot.side.ifPresent(
        side -> {
          getItems().remove(side);
          side.setCenter(null);
        });
    slot.side = Optional.empty();
    arrange();
    select(slot);
  }

  /// Moves all panes back into the tabs and closes their windows.
  void closeAll() {
    slots.values().stream().filter(slot -> slot.side.isPresent()).forEach(this::putBack);
    slots.values().forEach(slot -> slot.ownWindow.ifPresent(Stage::close));
  }

  /// Sets the action that brings the window and tab of the document to the front.
  void setToFront(Runnable action) {
    toFront = action;
  }

  /// Returns the ids of the panes next to the tabs, from left to right, and of the panes that will
  /// be moved there.
  List<String> sidePanes() {
    Stream<String> ids =
        getItems().stream()
            .filter(SidePane.class::isInstance)
            .map(side -> ((SidePane) side).pane.id());
    return Stream.concat(ids, awaitedAtSide.stream()).distinct().toList();
  }

  /// Moves panes next to the tabs as soon as a document is open. Ignores unknown ids.
  void arrange(List<String> names) {
    awaitedAtSide = names;
    if (isOpen(kind)) {
      workspace.firstFrame.runAfter(this::restoreSide);
    }
  }

  private void restoreSide() {
    if (isOpen(kind)) {
      List<String> wanted = awaitedAtSide;
      awaitedAtSide = wanted.stream().filter(name -> named(name).isEmpty()).toList();
      wanted.forEach(name -> named(name).ifPresent(this::moveToSide));
    }
  }

  /// Adds tooltips and context menus to the tabs. All commands must be bound.
  void addHints() {
    slots.values().forEach(this::addHint);
    Consumer<Node> explain = button -> Tips.explain(button, messages.text("panes.more"));
    tabs.skinProperty()
        .subscribe(_ -> Optional.ofNullable(tabs.lookup(".tab-down-button")).ifPresent(explain));
  }

  private void addHint(PaneSlot slot) {
    PaneDescriptor pane = slot.descriptor;
    slot.addHint(
        menuItem(slot, Command.PANE_BESIDE, () -> moveToSide(pane)),
        menuItem(slot, Command.PANE_WINDOW, () -> openWindow(pane)));
  }

  private MenuItem menuItem(PaneSlot slot, Command command, Runnable action) {
    String text = messages.text(command.messageKey());
    MenuItem item = MenuItems.of(slot.menuId() + command.id(), text, command.icon(), action);
    item.disableProperty().bind(canTake().not());
    return item;
  }
}
