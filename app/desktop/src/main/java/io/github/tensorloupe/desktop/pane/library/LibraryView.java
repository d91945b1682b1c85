package io.github.tensorloupe.desktop.pane.library;

import module java.base;
import module javafx.controls;

import io.github.tensorloupe.desktop.control.FocusTraversal;
import io.github.tensorloupe.desktop.control.WeakSubscriptions;
import io.github.tensorloupe.desktop.control.copy.CopyMenu;
import io.github.tensorloupe.desktop.control.panel.PanelParts;
import io.github.tensorloupe.desktop.control.table.TableColumns;
import io.github.tensorloupe.desktop.error.DetailsButton;
import io.github.tensorloupe.desktop.job.Jobs;
import io.github.tensorloupe.desktop.pane.library.LibraryListing.Facet;
import io.github.tensorloupe.desktop.pane.library.LibraryViewModel.LibraryLook;
import io.github.tensorloupe.desktop.text.Messages;
import io.github.tensorloupe.desktop.theme.Icons;
import io.github.tensorloupe.desktop.theme.Tips;
import javafx.scene.control.Label;
import org.controlsfx.control.textfield.CustomTextField;
import org.kordamp.ikonli.feather.Feather;

/// The models on disk, which the user can search, filter and open. Part of the start page.
public final class LibraryView extends VBox {

  private static final int MAX_NOTES = 3;
  private static final double SEARCH_WIDTH = 320;

  private final LibraryViewModel model;
  private final LibraryActions actions;
  private final Messages messages;
  private final CustomTextField search;
  private final ModelSelection selection = new ModelSelection();
  private final CompareBar compareBar;
  private final GalleryList gallery;
  private final ModelTable table;
  private final ModelMenu menu;
  private boolean isFocusPending;

  /// @param openItems the menu items of the commands that open other models
  public LibraryView(
      LibraryViewModel model,
      LibraryActions actions,
      List<MenuItem> openItems,
      Jobs jobs,
      Messages messages) {
    this.model = model;
    this.actions = actions;
    this.messages = messages;
    PanelParts.named(this, "library-view", "library-view");
    search = PanelParts.searchField("library-search", messages.text("library.search"));
    Thumbnails thumbnails = new Thumbnails(jobs, messages);
    gallery = new GalleryList(thumbnails, selection, messages);
    table = new ModelTable(model, thumbnails, selection, messages);
    compareBar = new CompareBar(model, selection.current, actions::compare, messages);
    menu = new ModelMenu(model, actions, compareBar::choose, this, messages);
    LibraryFilters filters = new LibraryFilters(model, selection, actions, messages);
    DemoCards demos = new DemoCards(actions::open, messages);
    StackPane models = new StackPane();
    PanelParts.fill(models, gallery, table, demos);
    PanelParts.fill(
        this,
        bar(openItems),
        filters,
        new LibraryFilters.FitLine(model, messages),
        new LibraryFilters.CheckLine(model.checks, messages),
        compareBar,
        problemLine(),
        notes(),
        models);
    VBox.setVgrow(models, Priority.ALWAYS);
    for (Control list : List.of(gallery, table)) {
      list.addEventFilter(KeyEvent.KEY_PRESSED, this::listKey);
      list.addEventHandler(MouseEvent.MOUSE_CLICKED, this::click);
      list.addEventHandler(ContextMenuEvent.CONTEXT_MENU_REQUESTED, this::openMenu);
    }
    gallery.addEventFilter(MouseEvent.MOUSE_CLICKED, this::click);
    gallery.setPlaceholder(nothing("library-gallery-nothing"));
    table.setPlaceholder(nothing("library-table-nothing"));
    WeakSubscriptions subscriptions = WeakSubscriptions.of(this);
    subscriptions.subscribe(model.listing, this::show);
    subscriptions.subscribe(
        model.listing,
        listing ->
            PanelParts.setShown(
                filters, listing.allCount() > 0 || listing.options().containsKey(Facet.FOLDER)));
    subscriptions.subscribe(model.empty, isEmpty -> PanelParts.setShown(demos, isEmpty));
    subscriptions.subscribe(model.empty, _ -> showModels());
    subscriptions.subscribe(model.look, _ -> showModels());
  }

  private void showModels() {
    table.setVisible(model.look.get() == LibraryLook.TABLE && !model.empty.get());
    gallery.setVisible(model.look.get() == LibraryLook.GALLERY && !model.empty.get());
  }

  private HBox bar(List<MenuItem> openItems) {
    search.textProperty().bindBidirectional(model.query);
    search.addEventFilter(KeyEvent.KEY_PRESSED, this::searchKey);
    EventHandler<InputEvent> onInput = _ -> isFocusPending = false;
    search
        .sceneProperty()
        .subscribe(
            (before, now) -> {
              for (var type : List.of(KeyEvent.KEY_PRESSED, MouseEvent.MOUSE_PRESSED)) {
                if (before != null) {
                  before.removeEventFilter(type, onInput);
                }
                if (now != null) {
                  now.addEventFilter(type, onInput);
                }
              }
              if (now != null) {
                focusSearch();
              }
            });
    search.setMinWidth(80);
    search.setPrefWidth(SEARCH_WIDTH);
    PanelParts.grow(search);
    return new LibraryBar(model, search, openItems, actions::chooseFolder, messages);
  }

  private Label problemLine() {
    Label line = PanelParts.named(PanelParts.label("", "library-problem"), "library-problem");
    line.setGraphic(Icons.of(Feather.ALERT_TRIANGLE, "icon-warning"));
    line.setWrapText(true);
    DetailsButton.showFailure(line, model.failure, messages);
    return line;
  }

  // Folders that could not be scanned completely.
  private VBox notes() {
    VBox notes = PanelParts.named(new VBox(4), "library-notes");
    WeakSubscriptions.of(this)
        .subscribe(
            model.notes,
            all -> {
              notes.getChildren().clear();
              for (String text : all.subList(0, Math.min(MAX_NOTES, all.size()))) {
                Label line = PanelParts.wrapping(text, "muted");
                line.setGraphic(Icons.of(Feather.ALERT_TRIANGLE, "icon-warning"));
                notes.getChildren().add(line);
              }
              if (all.size() > MAX_NOTES) {
                String text = messages.count("library.notes.more", all.size() - MAX_NOTES);
                Label more = PanelParts.label(text, "caption");
                Tips.setTooltip(more, () -> String.join("\n", all));
                notes.getChildren().add(more);
              }
              PanelParts.setShown(notes, !all.isEmpty());
            });
    return notes;
  }

  private VBox nothing(String id) {
    Label nothing = PanelParts.named(PanelParts.wrapping("", "muted", "empty-state"), id);
    nothing.textProperty().bind(model.nothing);
    nothing.setMaxWidth(480);
    Button clear =
        PanelParts.button(id + "-clear", messages.text("library.clear"), this::clearFilters);
    WeakSubscriptions.of(clear)
        .subscribe(
            model.listing,
            listing -> PanelParts.setShown(clear, listing.allCount() > 0 && isFiltered()));
    VBox box = new VBox(12, nothing, clear);
    box.setAlignment(Pos.CENTER);
    return box;
  }

  private boolean isFiltered() {
    return !model.query.get().isEmpty()
        || !model.chosen.get().isEmpty()
        || model.fitting.base.get().isPresent();
  }

  private void clearFilters() {
    model.query.set("");
    model.fitting.clear();
    model.clearFilters();
  }

  public TableColumns<?> columns() {
    return table.columns;
  }

  // Models arrive while the list is in use; the selection is preserved.
  private void show(LibraryListing listing) {
    gallery.show(listing.shown());
    table.show(listing.shown());
    if (isFocusPending) {
      focusSearch();
    }
  }

  private Control list() {
    return model.look.get() == LibraryLook.TABLE ? table : gallery;
  }

  private List<LibraryItem> shown() {
    return model.listing.get().shown();
  }

  private Optional<LibraryItem> selectedItem() {
    return shown().stream()
        .filter(item -> selection.current.getValue().equals(Optional.of(item.path())))
        .findFirst();
  }

  private void searchKey(KeyEvent event) {
    Optional<LibraryItem> first = selectedItem().or(() -> shown().stream().findFirst());
    switch (event.getCode()) {
      case DOWN -> {
        list().requestFocus();
        first.ifPresent(this::select);
      }
      case ENTER -> first.ifPresent(item -> actions.open(item.path()));
      case ESCAPE -> {
        if (search.getText().isEmpty()) {
          return;
        }
        search.clear();
      }
      default -> {
        return;
      }
    }
    event.consume();
  }

  private void select(LibraryItem item) {
    selection.select(item.path());
  }

  private void listKey(KeyEvent event) {
    if (CopyMenu.isCopy(event)) {
      selectedItem().ifPresent(item -> CopyMenu.copy(item.path().toString(), list()));
      event.consume();
      return;
    }
    if (event.isShortcutDown() && event.getCode() == KeyCode.A) {
      selection.set(shown().stream().map(LibraryItem::path).toList());
      event.consume();
      return;
    }
    if (event.isShortcutDown() || event.isAltDown()) {
      return;
    }
    switch (event.getCode()) {
      case ENTER, SPACE -> selectedItem().ifPresent(item -> actions.open(item.path()));
      case F2 -> selectedItem().ifPresent(item -> actions.rename(item.path()));
      case DELETE ->
          selectedItem()
              .filter(item -> item.opened().isPresent())
              .ifPresent(item -> model.removeRecent(item.path()));
      default -> {
        if (!navigate(event)) {
          return;
        }
      }
    }
    event.consume();
  }

  // From the first row of either layout, Up moves to the search field.
  private boolean navigate(KeyEvent event) {
    if (list() == gallery && gallery.move(event.getCode(), event.isShiftDown())) {
      return true;
    }
    boolean isUp = event.getCode() == KeyCode.UP;
    if (isUp && (list() == gallery || table.getSelectionModel().getSelectedIndex() <= 0)) {
      search.requestFocus();
      return true;
    }
    return false;
  }

  private Optional<LibraryItem> itemAt(Event event) {
    if (event.getTarget() instanceof Node node && list() == table) {
      return FocusTraversal.upFrom(node)
          .filter(TableRow.class::isInstance)
          .findFirst()
          .map(row -> (LibraryItem) ((TableRow<?>) row).getItem());
    }
    return gallery.itemAt(event.getTarget());
  }

  private void click(MouseEvent event) {
    menu.hide();
    boolean isDouble = event.getButton() == MouseButton.PRIMARY && event.getClickCount() == 2;
    if (isDouble && !GalleryList.isOnButton(event.getTarget())) {
      itemAt(event).ifPresent(item -> actions.open(item.path()));
      event.consume();
    }
  }

  private void openMenu(ContextMenuEvent event) {
    Optional<LibraryItem> item = itemAt(event).or(this::selectedItem);
    if (item.isPresent()) {
      if (!selection.contains(item.get().path())) {
        select(item.get());
      }
      if (selection.isMultiple()) {
        menu.fill(selection.items(shown()));
      } else {
        menu.fill(item.get());
      }
      menu.show(this, event.getScreenX(), event.getScreenY());
      event.consume();
    }
  }

  /// Focuses the search field as soon as there are models to search, unless the user presses a key
  /// or a mouse button before that.
  public void focusSearch() {
    isFocusPending = model.listing.get().allCount() == 0;
    if (!isFocusPending) {
      search.requestFocus();
    }
  }
}
