package io.github.tensorloupe.desktop.shell;

import module java.base;
import module javafx.controls;

import io.github.tensorloupe.desktop.command.Command;
import io.github.tensorloupe.desktop.command.Commands;
import io.github.tensorloupe.desktop.control.panel.PanelParts;
import io.github.tensorloupe.desktop.error.LazyPane;
import io.github.tensorloupe.desktop.pane.DocumentPane;
import io.github.tensorloupe.desktop.pane.PaneContext;
import io.github.tensorloupe.desktop.pane.PaneDescriptor;
import io.github.tensorloupe.desktop.selection.ComparisonDocument;
import io.github.tensorloupe.desktop.selection.DocumentState;
import io.github.tensorloupe.desktop.selection.FileDocument;
import io.github.tensorloupe.desktop.theme.Tips;
import javafx.scene.control.Label;

/// A pane of a [PaneHost] with its tab, its view if it was created, and the place of the view if it
/// is not in the tab. Belongs to the FX thread.
final class PaneSlot {

  final PaneDescriptor descriptor;
  final Tab tab;
  final ObservableValue<Boolean> offered;

  /// True while a document is open that has this pane.
  final BooleanExpression possible;

  final BooleanProperty isShown = new SimpleBooleanProperty();
  Optional<DocumentPane> pane = Optional.empty();
  Optional<LazyPane<?>> view = Optional.empty();
  Optional<SidePane> side = Optional.empty();
  Optional<PaneWindow> ownWindow = Optional.empty();
  private final Workspace workspace;
  private final String title;

  PaneSlot(PaneDescriptor descriptor, Workspace workspace) {
    this.descriptor = descriptor;
    this.workspace = workspace;
    title = workspace.context.messages().text(descriptor.command().messageKey());
    offered = descriptor.isOffered().apply(workspace.context.selection());
    ObservableValue<DocumentState> state = workspace.context.selection().documentProperty();
    possible =
        Bindings.createBooleanBinding(
            () -> state.getValue().shows(descriptor.document()) && offered.getValue(),
            state,
            offered);
    tab = new Tab(title);
    tab.setId(idPrefix() + "tab-" + descriptor.id());
    tab.setUserData(this);
  }

  private String idPrefix() {
    return descriptor.document() == ComparisonDocument.class ? "comparison-" : "";
  }

  boolean isElsewhere() {
    return side.isPresent() || ownWindow.isPresent();
  }

  void create(PaneContext context) {
    DocumentPane created = Panes.create(descriptor, workspace, context);
    pane = Optional.of(created);
    Label badge = PanelParts.named(new Label(), descriptor.id() + "-count", "badge");
    created
        .badge()
        .subscribe(
            text -> {
              badge.setText(text);
              tab.setGraphic(text.isEmpty() ? null : badge);
            });
  }

  /// Replaces the pane of a comparison or survey. If its view is visible, it is created again in
  /// the same place.
  ///
  /// @param context empty if no document of this kind is open
  void replace(Optional<PaneContext> context) {
    pane = Optional.empty();
    if (context.isEmpty() || !isShown.get()) {
      tab.setContent(null);
      view.ifPresent(workspace.guards::forget);
      view = Optional.empty();
    }
    context.ifPresent(this::create);
    view.ifPresent(LazyPane::build);
  }

  /// Returns the view, which is created by the first call.
  LazyPane<?> view() {
    if (view.isEmpty()) {
      BooleanExpression visible = Bindings.createBooleanBinding(isShown::get, isShown);
      Supplier<Node> maker = () -> pane.orElseThrow().createView(visible);
      LazyPane<?> created = workspace.guards.guard(title, descriptor.packageName(), maker);
      // A tab pane requests the focus whenever the mouse is pressed inside it, even if the pressed
      // control has just requested it.
      created.addEventHandler(
          MouseEvent.MOUSE_PRESSED,
          event -> {
            if (event.getButton() == MouseButton.PRIMARY) {
              event.consume();
            }
          });
      view = Optional.of(created);
    }
    return view.get();
  }

  /// Returns the prefix of the ids in the context menu.
  String menuId() {
    return idPrefix() + "tab-menu-" + descriptor.id() + "-";
  }

  /// Adds a tooltip and a context menu to the tab.
  ///
  /// @param places the items that move the pane elsewhere
  void addHint(MenuItem... places) {
    Commands commands = workspace.context.commands();
    String meaning = workspace.context.messages().text(descriptor.tipKey());
    Tooltip tip = Tips.of("");
    tip.textProperty()
        .bind(
            commands
                .keymapProperty()
                .map(_ -> commands.keysText(descriptor.command()))
                .map(keys -> keys.isEmpty() ? meaning : meaning + "  (" + keys + ")"));
    tab.setTooltip(tip);
    ContextMenu menu = new ContextMenu(places);
    if (descriptor.document() == FileDocument.class) {
      menu.getItems()
          .addAll(
              new SeparatorMenuItem(),
              commands.contextItem(Command.GO_BACK, menuId()),
              commands.contextItem(Command.GO_FORWARD, menuId()),
              new SeparatorMenuItem(),
              commands.contextItem(Command.TOGGLE_BYTES, menuId()),
              commands.contextItem(Command.TOGGLE_FILE_MAP, menuId()));
    }
    tab.setContextMenu(menu);
  }
}
