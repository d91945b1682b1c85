package io.github.tensorloupe.desktop.shell;

import module java.base;
import module javafx.controls;

import io.github.tensorloupe.desktop.command.Command;
import io.github.tensorloupe.desktop.command.Commands;
import io.github.tensorloupe.desktop.control.FocusTraversal;
import io.github.tensorloupe.desktop.pane.DocumentPane;
import io.github.tensorloupe.desktop.pane.PaneContext;
import io.github.tensorloupe.desktop.pane.PaneDescriptor;
import io.github.tensorloupe.desktop.pane.histogram.HistogramPane;
import io.github.tensorloupe.desktop.pane.layers.LayerMapView;
import io.github.tensorloupe.desktop.pane.overview.OverviewPane;
import io.github.tensorloupe.desktop.pane.weight.WeightView;
import io.github.tensorloupe.desktop.selection.Selection;
import io.github.tensorloupe.desktop.selection.WeightSelection;
import io.github.tensorloupe.desktop.storage.WeightForm;
import io.github.tensorloupe.desktop.text.Messages;
import io.github.tensorloupe.desktop.theme.Tips;
import io.github.tensorloupe.model.TensorRef;
import javafx.scene.control.Label;

/// The tabs next to the tree. Selecting a tensor while the overview is shown switches to the
/// histogram. The view of a pane is created when it is first shown with a document open.
final class DetailTabs extends TabPane {

  private final WindowContext window;
  private final List<? extends DocumentPane> panes;
  private final Map<PaneDescriptor, Tab> all = new LinkedHashMap<>();
  private final Selection selection;

  // By pane and form. Views are rebuilt over the same panes.
  private final Map<List<?>, DocumentPane> weightPanes = new HashMap<>();

  /// The views created so far for the panes in the tabs. Only the visible one is in the scene:
  /// JavaFX styles every node that is added to a scene, and all of its nodes again when the theme
  /// changes.
  private final Map<PaneDescriptor, Node> views = new HashMap<>();

  /// The panes that are shown next to the tabs or in separate windows.
  private final ObservableSet<PaneDescriptor> elsewhere = FXCollections.observableSet();

  /// The pane to show as soon as it is offered.
  private Optional<PaneDescriptor> awaited = Optional.empty();

  private final TabHeads heads = new TabHeads(this);

  DetailTabs(WindowContext window) {
    this.window = window;
    PaneContext context = window.forPanes();
    panes = Panes.ALL.stream().map(each -> each.factory().apply(context)).toList();
    selection = window.selection();
    Messages messages = window.messages();
    setId("detail-tabs");
    setAccessibleText(messages.text("panes.tabs"));
    setTabClosingPolicy(TabClosingPolicy.UNAVAILABLE);
    for (PaneDescriptor each : Panes.ALL) {
      Tab tab = new Tab(messages.text(each.command().messageKey()));
      tab.setId("tab-" + each.id());
      tab.setUserData(each);
      all.put(each, tab);
      showBadge(each);
    }
    Panes.ALL.forEach(each -> each.isOffered().apply(selection).subscribe(_ -> arrange()));
    selection.documentProperty().subscribe(_ -> fillShown());
    getSelectionModel()
        .selectedItemProperty()
        .subscribe(
            _ -> {
              awaited = Optional.empty();
              fillShown();
            });
    selection.tensorProperty().subscribe(this::follow);
  }

  private void follow(Optional<TensorRef> tensor) {
    if (tensor.isPresent() && !selection.isBrowsing() && shown().equals(OverviewPane.DESCRIPTOR)) {
      show(HistogramPane.DESCRIPTOR);
    }
  }

  private void showBadge(PaneDescriptor descriptor) {
    Label badge = new Label();
    badge.setId(descriptor.id() + "-count");
    badge.getStyleClass().add("badge");
    pane(descriptor)
        .badge()
        .subscribe(
            text -> {
              badge.setText(text);
              tab(descriptor).setGraphic(text.isEmpty() ? null : badge);
            });
  }

  private DocumentPane pane(PaneDescriptor descriptor) {
    return panes.get(Panes.ALL.indexOf(descriptor));
  }

  <P extends DocumentPane> P pane(Class<P> type) {
    return panes.stream().filter(type::isInstance).map(type::cast).findFirst().orElseThrow();
  }

  /// Synchronizes the selected tab and the selection, so that every location in the navigation
  /// history includes its pane. Must be called after the frame has subscribed to the document.
  void followSelection() {
    getSelectionModel()
        .selectedItemProperty()
        .subscribe(_ -> selection.viewProperty().set(shown().id()));
    selection.viewProperty().subscribe(name -> Panes.named(name).ifPresent(this::show));
  }

  @Override
  protected void layoutChildren() {
    heads.fit();
    super.layoutChildren();
  }

  private void fillShown() {
    PaneDescriptor shown = shown();
    if (!elsewhere.contains(shown) && selection.openDocument().isPresent()) {
      views.computeIfAbsent(shown, this::guarded);
    }
    all.forEach((pane, tab) -> tab.setContent(pane.equals(shown) ? views.get(pane) : null));
  }

  private Tab tab(PaneDescriptor pane) {
    return all.get(pane);
  }

  private void arrange() {
    Optional<PaneDescriptor> wanted = awaited;
    List<Tab> inOrder = Panes.ALL.stream().filter(this::hasTab).map(this::tab).toList();
    if (!getTabs().isEmpty() && !hasTab(shown())) {
      // A document that is read again offers the pane again a moment later.
      wanted = Optional.of(shown());
    }
    getTabs().retainAll(inOrder);
    for (int i = 0; i < inOrder.size(); i++) {
      if (!getTabs().contains(inOrder.get(i))) {
        getTabs().add(i, inOrder.get(i));
      }
    }
    awaited = wanted;
    wanted.filter(this::hasTab).ifPresent(this::show);
  }

  private boolean hasTab(PaneDescriptor pane) {
    return !elsewhere.contains(pane) && pane.isOffered().apply(selection).getValue();
  }

  /// Removes a pane from the tabs and returns its view. At least one tab must remain.
  Node take(PaneDescriptor pane) {
    Node view = Optional.ofNullable(views.remove(pane)).orElseGet(() -> guarded(pane));
    tab(pane).setContent(null);
    elsewhere.add(pane);
    arrange();
    return view;
  }

  /// Puts a pane back into its position among the tabs.
  void putBack(PaneDescriptor pane, Node view) {
    elsewhere.remove(pane);
    views.put(pane, view);
    arrange();
    fillShown();
  }

  /// True while there are other tabs, so that a pane can be removed from them.
  BooleanExpression canTake() {
    return Bindings.size(getTabs()).greaterThan(1);
  }

  private Node guarded(PaneDescriptor descriptor) {
    DocumentPane pane = pane(descriptor);
    String packageName = pane.getClass().getPackageName();
    String name = packageName.substring(packageName.lastIndexOf('.') + 1);
    String title = window.messages().text(descriptor.command().messageKey());
    Node guarded = window.guards().guard(title, name, () -> view(descriptor));
    // A tab pane requests the focus whenever the mouse is pressed inside it, even if the pressed
    // control has just requested it.
    guarded.addEventHandler(
        MouseEvent.MOUSE_PRESSED,
        event -> {
          if (event.getButton() == MouseButton.PRIMARY) {
            event.consume();
          }
        });
    return guarded;
  }

  private Node view(PaneDescriptor descriptor) {
    DocumentPane pane = pane(descriptor);
    WeightSelection weights = window.weights();
    WeightView.PaneFactory maker =
        (form, visible) ->
            form == WeightForm.CODES
                ? pane.createView(visible)
                : weightPanes
                    .computeIfAbsent(
                        List.of(descriptor, form),
                        _ -> descriptor.factory().apply(window.forPanes(weights.of(form))))
                    .createView(visible);
    if (descriptor.equals(LayerMapView.DESCRIPTOR)) {
      return WeightView.ofAll(window.forPanes(), weights, shown(descriptor), maker);
    }
    if (!Panes.OF_WEIGHTS.contains(descriptor)) {
      return pane.createView(shown(descriptor));
    }
    boolean hasUsage = descriptor.equals(HistogramPane.DESCRIPTOR);
    return WeightView.ofTensor(window.forPanes(), weights, hasUsage, shown(descriptor), maker);
  }

  /// Adds tooltips and context menus to the tabs. All commands must be bound.
  ///
  /// @param places returns the menu items that move a pane elsewhere
  void addHints(Function<PaneDescriptor, List<MenuItem>> places) {
    Panes.ALL.forEach(pane -> addHint(pane, places.apply(pane)));
    String more = window.messages().text("panes.more");
    Consumer<Node> explain = button -> Tips.explain(button, more);
    skinProperty()
        .subscribe(_ -> Optional.ofNullable(lookup(".tab-down-button")).ifPresent(explain));
  }

  private void addHint(PaneDescriptor pane, List<MenuItem> places) {
    Tab tab = tab(pane);
    Commands commands = window.commands();
    String meaning = window.messages().text("pane.tip." + pane.id());
    Tooltip tip = Tips.of("");
    tip.textProperty()
        .bind(
            commands
                .keymapProperty()
                .map(_ -> commands.keysText(pane.command()))
                .map(keys -> keys.isEmpty() ? meaning : meaning + "  (" + keys + ")"));
    tab.setTooltip(tip);
    String idPrefix = "tab-menu-" + pane.id() + "-";
    ContextMenu menu =
        new ContextMenu(
            commands.contextItem(Command.GO_BACK, idPrefix),
            commands.contextItem(Command.GO_FORWARD, idPrefix),
            new SeparatorMenuItem(),
            commands.contextItem(Command.TOGGLE_BYTES, idPrefix),
            commands.contextItem(Command.TOGGLE_FILE_MAP, idPrefix));
    menu.getItems().addAll(0, places);
    menu.getItems().add(places.size(), new SeparatorMenuItem());
    tab.setContextMenu(menu);
  }

  /// Switches to a pane. Moves the focus to this node if it is inside, because removing the current
  /// focus owner would move the focus to the next node in the window.
  void show(PaneDescriptor pane) {
    boolean hasFocusInside =
        FocusTraversal.focusOwnerOf(this)
            .filter(owner -> owner != this && FocusTraversal.isInside(owner, this))
            .isPresent();
    if (!shown().equals(pane) && !elsewhere.contains(pane) && hasFocusInside) {
      requestFocus();
    }
    if (hasTab(pane)) {
      getSelectionModel().select(tab(pane));
    } else if (!elsewhere.contains(pane)) {
      awaited = Optional.of(pane);
    }
  }

  PaneDescriptor shown() {
    return Optional.ofNullable(getSelectionModel().getSelectedItem())
        .map(tab -> (PaneDescriptor) tab.getUserData())
        .orElse(Panes.ALL.getFirst());
  }

  /// True while a pane is visible, in the tabs or elsewhere.
  BooleanExpression shown(PaneDescriptor pane) {
    return Bindings.createBooleanBinding(
        () -> elsewhere.contains(pane) || getSelectionModel().getSelectedItem() == tab(pane),
        elsewhere,
        getSelectionModel().selectedItemProperty());
  }

  /// The tab headers when there is not enough space for all of them: they move closer together, and
  /// a header that would be clipped is hidden. The menu next to them lists all tabs; the header of
  /// the selected tab is always visible. Belongs to the FX thread.
  static final class TabHeads {

    private static final PseudoClass COMPACT = PseudoClass.getPseudoClass("compact");

    private final TabPane tabs;
    private Optional<Region> bar = Optional.empty();
    private Optional<Region> heads = Optional.empty();
    private double naturalWidth;
    private double compactWidth;
    private boolean compact;

    TabHeads(TabPane tabs) {
      this.tabs = tabs;
      tabs.skinProperty().subscribe(() -> follow());
    }

    private void follow() {
      bar = regionOf(".tab-header-area");
      heads = regionOf(".headers-region");
      heads.ifPresent(TabHeads::follow);
    }

    private Optional<Region> regionOf(String selector) {
      return Optional.ofNullable(tabs.lookup(selector)).map(Region.class::cast);
    }

    /// The skin creates the headers of all tabs at once.
    private static void follow(Region region) {
      List<Node> all = region.getChildrenUnmodifiable();
      all.forEach(head -> head.boundsInParentProperty().subscribe(_ -> show(head, region)));
      region
          .clipProperty()
          .flatMap(Node::boundsInParentProperty)
          .subscribe(_ -> all.forEach(head -> show(head, region)));
    }

    /// Sets the opacity, since the skin controls the visibility of headers.
    private static void show(Node head, Region heads) {
      Bounds at = head.getBoundsInParent();
      Bounds clip = heads.getClip() == null ? at : heads.getClip().getBoundsInParent();
      boolean whole =
          clip.getWidth() <= 0
              || at.getMinX() >= clip.getMinX() - 1 && at.getMaxX() <= clip.getMaxX() + 1;
      head.setOpacity(whole ? 1 : 0);
      head.setMouseTransparent(!whole);
    }

    /// Must be called before the tabs are laid out.
    void fit() {
      double room = room();
      if (compact && width() != compactWidth) {
        // The text or its size changed. The natural width can only be measured in the normal style.
        setCompact(false);
      }
      if (!compact) {
        naturalWidth = width();
      }
      boolean tight = room > 0 && naturalWidth > room;
      if (tight != compact) {
        setCompact(tight);
      }
    }

    private void setCompact(boolean now) {
      compact = now;
      bar.ifPresent(
          region -> {
            region.pseudoClassStateChanged(COMPACT, compact);
            region.applyCss();
          });
      compactWidth = width();
    }

    private double width() {
      return heads.stream()
          .flatMap(region -> region.getChildrenUnmodifiable().stream())
          .mapToDouble(head -> head.prefWidth(-1))
          .sum();
    }

    /// Computed from the tab pane, because the header area still has the width of the last layout.
    private double room() {
      double around = tabs.snappedLeftInset() + tabs.snappedRightInset();
      return bar.map(
              region ->
                  tabs.getWidth() - around - region.snappedLeftInset() - region.snappedRightInset())
          .orElse(0.0);
    }
  }
}
