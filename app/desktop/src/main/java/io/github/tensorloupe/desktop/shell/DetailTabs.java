package io.github.tensorloupe.desktop.shell;

import module java.base;
import module javafx.controls;

import io.github.tensorloupe.desktop.command.Command;
import io.github.tensorloupe.desktop.command.Commands;
import io.github.tensorloupe.desktop.control.SceneWays;
import io.github.tensorloupe.desktop.pane.DocumentPane;
import io.github.tensorloupe.desktop.pane.PaneDescriptor;
import io.github.tensorloupe.desktop.pane.histogram.HistogramPane;
import io.github.tensorloupe.desktop.pane.overview.OverviewPane;
import io.github.tensorloupe.desktop.selection.Selection;
import io.github.tensorloupe.desktop.text.Messages;
import io.github.tensorloupe.desktop.theme.Tips;
import javafx.scene.control.Label;

/// The tabs beside the tree. Selecting a tensor while the overview is shown turns to the histogram.
///
/// A pane is made when it is first turned to with a document open; what nobody looks at costs
/// nothing.
final class DetailTabs extends TabPane {

  private final WindowContext window;
  private final Map<PaneDescriptor, DocumentPane> panes;
  private final Map<PaneDescriptor, Tab> tabs = new LinkedHashMap<>();
  private final Selection selection;
  private final TabHeads heads = new TabHeads(this);

  /// @param panes the panes of the window, in the order of their tabs
  DetailTabs(WindowContext window, Panes panes) {
    this.window = window;
    this.panes = panes.all();
    selection = window.selection();
    Messages messages = window.messages();
    setId("detail-tabs");
    setAccessibleText(messages.text("panes.tabs"));
    setTabClosingPolicy(TabClosingPolicy.UNAVAILABLE);
    this.panes.forEach(
        (descriptor, pane) -> {
          Tab tab = new Tab(messages.text(descriptor.command().messageKey()));
          tab.setId("tab-" + descriptor.id());
          showBadge(tab, descriptor, pane);
          tabs.put(descriptor, tab);
          getTabs().add(tab);
        });
    selection.documentProperty().subscribe(_ -> fillShown());
    getSelectionModel().selectedItemProperty().subscribe(_ -> fillShown());
    selection
        .tensorProperty()
        .subscribe(
            tensor -> {
              if (tensor.isPresent()
                  && !selection.isBrowsing()
                  && isShown(OverviewPane.DESCRIPTOR)) {
                show(HistogramPane.DESCRIPTOR);
              }
            });
  }

  private static void showBadge(Tab tab, PaneDescriptor descriptor, DocumentPane pane) {
    Label badge = new Label();
    badge.setId(descriptor.id() + "-count");
    badge.getStyleClass().add("badge");
    pane.badge()
        .subscribe(
            text -> {
              badge.setText(text);
              tab.setGraphic(text.isEmpty() ? null : badge);
            });
  }

  /// Lets tabs and selection follow each other: every place of the selection has its pane. To be
  /// called once the frame follows the document.
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
    Tab tab = tabs.get(shown);
    if (tab.getContent() == null && selection.openDocument().isPresent()) {
      tab.setContent(keepingKeys(guarded(shown)));
    }
  }

  private Node guarded(PaneDescriptor descriptor) {
    DocumentPane pane = panes.get(descriptor);
    String packageName = pane.getClass().getPackageName();
    return window
        .guards()
        .guard(
            window.messages().text(descriptor.command().messageKey()),
            packageName.substring(packageName.lastIndexOf('.') + 1),
            () -> pane.makeView(shown(descriptor)));
  }

  /// A pane of tabs takes the keys whenever the mouse is pressed anywhere in it, also away from
  /// what has just asked for them.
  private static Node keepingKeys(Node pane) {
    pane.addEventHandler(
        MouseEvent.MOUSE_PRESSED,
        event -> {
          if (event.getButton() == MouseButton.PRIMARY) {
            event.consume();
          }
        });
    return pane;
  }

  /// Gives the head of each tab its tool tip and menu. All commands must be bound.
  void addHints() {
    tabs.forEach(this::addHint);
    skinProperty()
        .subscribe(
            _ ->
                Optional.ofNullable(lookup(".tab-down-button"))
                    .ifPresent(
                        button -> Tips.explain(button, window.messages().text("panes.more"))));
  }

  private void addHint(PaneDescriptor pane, Tab tab) {
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
    tab.setContextMenu(
        new ContextMenu(
            commands.contextItem(Command.GO_BACK, idPrefix),
            commands.contextItem(Command.GO_FORWARD, idPrefix),
            new SeparatorMenuItem(),
            commands.contextItem(Command.TOGGLE_BYTES, idPrefix),
            commands.contextItem(Command.TOGGLE_FILE_MAP, idPrefix)));
  }

  /// Turns to a pane. The focus stays here: what has it in the pane that is left would hand it to
  /// whatever comes next in the window.
  void show(PaneDescriptor pane) {
    boolean hasFocusInside =
        SceneWays.focusedBeside(this)
            .filter(owner -> owner != this && SceneWays.isInside(owner, this))
            .isPresent();
    if (!isShown(pane) && hasFocusInside) {
      requestFocus();
    }
    getSelectionModel().select(tabs.get(pane));
  }

  /// The pane that is turned to.
  PaneDescriptor shown() {
    return tabs.entrySet().stream()
        .filter(entry -> isShown(entry.getKey()))
        .map(Map.Entry::getKey)
        .findFirst()
        .orElse(Panes.ALL.getFirst());
  }

  BooleanExpression shown(PaneDescriptor pane) {
    return Bindings.equal(getSelectionModel().selectedItemProperty(), tabs.get(pane));
  }

  private boolean isShown(PaneDescriptor pane) {
    return getSelectionModel().getSelectedItem() == tabs.get(pane);
  }

  /// The heads of tabs where there is no room for all of them: they move together, and one that
  /// would be cut at an edge is not shown at all. The menu beside them lists all tabs; the head of
  /// the selected one is always in sight. Belongs to the FX thread.
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
      heads.ifPresent(this::follow);
    }

    private Optional<Region> regionOf(String selector) {
      return Optional.ofNullable(tabs.lookup(selector)).map(Region.class::cast);
    }

    private void follow(Region region) {
      region
          .getChildrenUnmodifiable()
          .addListener((ListChangeListener<Node>) change -> followAdded(change, region));
      region.getChildrenUnmodifiable().forEach(head -> follow(head, region));
      region.clipProperty().subscribe(clip -> followClip(clip, region));
    }

    private void followAdded(ListChangeListener.Change<? extends Node> change, Region heads) {
      while (change.next()) {
        change.getAddedSubList().forEach(head -> follow(head, heads));
      }
    }

    private void follow(Node head, Region heads) {
      head.boundsInParentProperty().subscribe(() -> show(head, heads));
      show(head, heads);
    }

    private void followClip(Node clip, Region heads) {
      if (clip != null) {
        clip.boundsInParentProperty()
            .subscribe(() -> heads.getChildrenUnmodifiable().forEach(head -> show(head, heads)));
      }
    }

    /// By its opacity, since the skin itself makes heads visible.
    private static void show(Node head, Region heads) {
      Node clip = heads.getClip();
      boolean whole = clip == null || isWithin(head.getBoundsInParent(), clip.getBoundsInParent());
      head.setOpacity(whole ? 1 : 0);
      head.setMouseTransparent(!whole);
    }

    private static boolean isWithin(Bounds head, Bounds clip) {
      return clip.getWidth() <= 0
          || head.getMinX() >= clip.getMinX() - 1 && head.getMaxX() <= clip.getMaxX() + 1;
    }

    /// To be called before the tabs are laid out.
    void fit() {
      double room = room();
      if (compact && width() != compactWidth) {
        // Other text, or text of another size: what room it takes shows only when it is loose.
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
      tabs.pseudoClassStateChanged(COMPACT, compact);
      tabs.applyCss();
      compactWidth = width();
    }

    private double width() {
      return heads.stream()
          .flatMap(region -> region.getChildrenUnmodifiable().stream())
          .mapToDouble(head -> head.prefWidth(-1))
          .sum();
    }

    /// The bar of the heads itself has the width of the last layout by now.
    private double room() {
      double around = tabs.snappedLeftInset() + tabs.snappedRightInset();
      return bar.map(
              region ->
                  tabs.getWidth() - around - region.snappedLeftInset() - region.snappedRightInset())
          .orElse(0.0);
    }
  }
}
