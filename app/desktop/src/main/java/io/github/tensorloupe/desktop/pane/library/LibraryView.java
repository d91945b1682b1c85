package io.github.tensorloupe.desktop.pane.library;

import module java.base;
import module javafx.controls;

import io.github.tensorloupe.desktop.control.Following;
import io.github.tensorloupe.desktop.control.copy.CopyMenu;
import io.github.tensorloupe.desktop.control.panel.PanelParts;
import io.github.tensorloupe.desktop.error.DetailsButton;
import io.github.tensorloupe.desktop.job.Jobs;
import io.github.tensorloupe.desktop.pane.library.ItemPane.Thumbnails;
import io.github.tensorloupe.desktop.pane.library.LibraryRows.LibraryRow;
import io.github.tensorloupe.desktop.pane.library.LibraryRows.LibraryRow.Heading;
import io.github.tensorloupe.desktop.pane.library.LibraryRows.LibraryRow.Item;
import io.github.tensorloupe.desktop.pane.library.LibraryRows.LibraryRow.Note;
import io.github.tensorloupe.desktop.pane.library.LibraryRows.LibrarySort;
import io.github.tensorloupe.desktop.text.Messages;
import io.github.tensorloupe.desktop.theme.Icons;
import io.github.tensorloupe.desktop.theme.Themes;
import io.github.tensorloupe.desktop.theme.Tips;
import io.github.tensorloupe.format.DisplayText;
import io.github.tensorloupe.library.Place;
import java.nio.file.Path;
import javafx.scene.control.Label;
import org.controlsfx.control.textfield.CustomTextField;
import org.kordamp.ikonli.feather.Feather;
import org.kordamp.ikonli.javafx.FontIcon;

/// The searchable list of checkpoints on disk. Part of the start page.
public final class LibraryView extends VBox {

  public interface LibraryActions {

    void open(Path path);

    void openInNewWindow(Path path);

    void reveal(Path path);

    /// Asks for a folder; empty if the user canceled.
    Optional<Path> chooseFolder();
  }

  private static final int MAX_RECENT = 10;
  private static final int PATH_CHARACTERS = 90;
  private static final double SEARCH_WIDTH = 320;
  private static final double MIN_SORT_WIDTH = 132;
  private static final double ROW_HEIGHT = 48;

  private final LibraryViewModel model;
  private final LibraryActions actions;
  private final Messages messages;
  private final CustomTextField search;
  private final ListView<LibraryRow> list = new ListView<>();
  private Optional<Path> selectedPath = Optional.empty();
  private boolean isReplacing;
  private boolean isAwaited;

  public LibraryView(LibraryViewModel model, LibraryActions actions, Jobs jobs, Messages messages) {
    this.model = model;
    this.actions = actions;
    this.messages = messages;
    PanelParts.named(this, "library-view", "library-view");
    Themes.style(this, LibraryView.class, "library.css");
    search = PanelParts.searchField("library-search", messages.text("library.search"));
    buildList(new Thumbnails(jobs, messages));
    getChildren().setAll(bar(), problemLine(), list);
    VBox.setVgrow(list, Priority.ALWAYS);
  }

  public static Menu recentMenu(LibraryViewModel model, Consumer<Path> onOpen, Messages messages) {
    Menu menu = new Menu(messages.text("menu.recent"));
    menu.setId("menu-recent");
    menu.setMnemonicParsing(false);
    menu.disableProperty().bind(Bindings.isEmpty(model.recent));
    Runnable fill =
        () -> {
          Stream<Path> paths = model.recentPaths().stream().limit(MAX_RECENT);
          menu.getItems().setAll(paths.map(path -> recentItem(path, onOpen)).toList());
        };
    model.recent.subscribe(fill);
    fill.run();
    return menu;
  }

  private static MenuItem recentItem(Path path, Consumer<Path> onOpen) {
    String text = path.toString();
    // Keeps the end of the path.
    int hidden = Math.max(0, text.length() - PATH_CHARACTERS);
    String shown = hidden > 0 ? "…" + text.substring(hidden) : text;
    MenuItem item = new MenuItem(DisplayText.of(shown, PATH_CHARACTERS + 1));
    item.setMnemonicParsing(false);
    item.setOnAction(_ -> onOpen.accept(path));
    return item;
  }

  private HBox bar() {
    search.textProperty().bindBidirectional(model.query);
    search.addEventFilter(KeyEvent.KEY_PRESSED, this::searchKey);
    EventHandler<InputEvent> awaitNoMore = _ -> isAwaited = false;
    search
        .sceneProperty()
        .subscribe(
            (before, now) -> {
              for (var type : List.of(KeyEvent.KEY_PRESSED, MouseEvent.MOUSE_PRESSED)) {
                if (before != null) {
                  before.removeEventFilter(type, awaitNoMore);
                }
                if (now != null) {
                  now.addEventFilter(type, awaitNoMore);
                }
              }
              if (now != null) {
                focusSearch();
              }
            });
    search.setMinWidth(80);
    search.setPrefWidth(SEARCH_WIDTH);
    search.setMaxWidth(420);
    HBox.setHgrow(search, Priority.ALWAYS);
    Runnable choose = () -> actions.chooseFolder().ifPresent(model::addFolder);
    Button add =
        PanelParts.button("library-add-folder", messages.text("library.add-folder"), choose);
    add.setGraphic(Icons.of(Feather.FOLDER_PLUS));
    FontIcon arrows = Icons.of(Feather.REFRESH_CW);
    String refreshing = messages.text("library.refresh");
    Button refresh = PanelParts.iconButton("library-refresh", arrows, refreshing, model::refresh);
    refresh.disableProperty().bind(model.scanning);
    HBox bar = new HBox(8, search, sortChoice(), add, refresh);
    bar.getStyleClass().add("library-bar");
    bar.setAlignment(Pos.CENTER_LEFT);
    return bar;
  }

  private ChoiceBox<LibrarySort> sortChoice() {
    ChoiceBox<LibrarySort> choice = PanelParts.named(new ChoiceBox<>(), "library-sort");
    choice.getItems().setAll(LibrarySort.values());
    choice.setAccessibleText(messages.text("library.sort"));
    Tips.explain(choice, messages.text("library.sort"));
    choice.setMinWidth(MIN_SORT_WIDTH);
    choice.setConverter(PanelParts.choiceText(sort -> messages.text(sort.messageKey())));
    choice.valueProperty().bindBidirectional(model.sort);
    return choice;
  }

  private Label problemLine() {
    Label line = PanelParts.label("", "library-problem");
    line.setGraphic(Icons.of(Feather.ALERT_TRIANGLE, "icon-warning"));
    line.setId("library-problem");
    line.setWrapText(true);
    DetailsButton.tell(line, model.failure, messages);
    return line;
  }

  private void buildList(Thumbnails thumbnails) {
    PanelParts.named(list, "library-list", "edge-to-edge");
    list.setAccessibleText(messages.text("library.list"));
    list.setFixedCellSize(ROW_HEIGHT);
    list.setCellFactory(
        _ -> new LibraryCell(new ItemPane(thumbnails, list.widthProperty(), messages)));
    Label nothing =
        PanelParts.named(PanelParts.wrapping("", "muted", "empty-state"), "library-nothing");
    nothing.textProperty().bind(model.nothing);
    nothing.setMaxWidth(480);
    list.setPlaceholder(nothing);
    list.addEventFilter(KeyEvent.KEY_PRESSED, this::listKey);
    list.getSelectionModel()
        .selectedItemProperty()
        .subscribe(
            _ -> {
              if (!isReplacing) {
                selectedPath = selectedItem().map(Item::path);
              }
            });
    Following.of(this).changes(model.rows, this::showRows);
    showRows();
  }

  /// Rows arrive while the list is in use; keeps the selection.
  private void showRows() {
    isReplacing = true;
    list.getItems().setAll(model.rows);
    isReplacing = false;
    if (isAwaited) {
      focusSearch();
    }
    for (int i = 0; selectedPath.isPresent() && i < list.getItems().size(); i++) {
      if (list.getItems().get(i) instanceof Item item && item.path().equals(selectedPath.get())) {
        list.getSelectionModel().clearAndSelect(i);
        return;
      }
    }
    selectedPath = Optional.empty();
  }

  private void searchKey(KeyEvent event) {
    switch (event.getCode()) {
      case DOWN -> {
        list.requestFocus();
        if (selectedItem().isEmpty()) {
          next(-1, 1).ifPresent(this::select);
        }
        event.consume();
      }
      case ENTER -> {
        selectedItem()
            .or(() -> next(-1, 1).map(first -> (Item) list.getItems().get(first)))
            .ifPresent(item -> actions.open(item.path()));
        event.consume();
      }
      case ESCAPE -> {
        if (!search.getText().isEmpty()) {
          search.clear();
          event.consume();
        }
      }
      default -> {}
    }
  }

  private void listKey(KeyEvent event) {
    int at = list.getSelectionModel().getSelectedIndex();
    if (event.isShortcutDown() || event.isAltDown()) {
      return;
    }
    switch (event.getCode()) {
      case ENTER -> selectedItem().ifPresent(item -> actions.open(item.path()));
      case DELETE ->
          selectedItem()
              .filter(item -> item.opened().isPresent())
              .ifPresent(item -> model.forget(item.path()));
      case DOWN -> next(at, 1).ifPresent(this::select);
      case HOME -> next(-1, 1).ifPresent(this::select);
      case END -> next(list.getItems().size(), -1).ifPresent(this::select);
      case UP -> next(at, -1).ifPresentOrElse(this::select, search::requestFocus);
      default -> {
        return;
      }
    }
    event.consume();
  }

  private void select(int index) {
    list.getSelectionModel().clearAndSelect(index);
    list.getFocusModel().focus(index);
    list.scrollTo(Math.max(0, index - 2));
  }

  /// The next row that can be opened, skipping headings.
  private Optional<Integer> next(int from, int step) {
    return IntStream.iterate(from + step, i -> i >= 0 && i < list.getItems().size(), i -> i + step)
        .boxed()
        .filter(i -> list.getItems().get(i) instanceof Item)
        .findFirst();
  }

  private Optional<Item> selectedItem() {
    return list.getSelectionModel().getSelectedItem() instanceof Item item
        ? Optional.of(item)
        : Optional.empty();
  }

  /// Focuses the search field as soon as there is something to search, unless a key or the mouse
  /// was pressed before that.
  public void focusSearch() {
    isAwaited = next(-1, 1).isEmpty();
    if (!isAwaited) {
      search.requestFocus();
    }
  }

  private final class LibraryCell extends ListCell<LibraryRow> {

    private final ItemPane itemPane;
    private final Label title = PanelParts.label("", "strong");
    private final Label caption = PanelParts.elastic("", "caption");
    private final Label note = PanelParts.label("", "muted");
    private final Button remove;
    private final HBox heading;
    private final Tooltip tip = Tips.of("");

    LibraryCell(ItemPane itemPane) {
      this.itemPane = itemPane;
      getStyleClass().add("library-cell");
      title.setMinWidth(Region.USE_PREF_SIZE);
      HBox.setHgrow(caption, Priority.ALWAYS);
      caption.setMaxWidth(Double.MAX_VALUE);
      String removal = messages.text("library.remove-folder");
      String[] styles = {"flat", "small", "library-remove"};
      Runnable removeFolder =
          () -> {
            if (getItem() instanceof Heading shown) {
              shown.place().map(Place::folder).ifPresent(model::removeFolder);
            }
          };
      remove = Icons.button(Feather.X, removal, removeFolder, styles);
      heading = new HBox(12, title, caption, remove);
      heading.setAlignment(Pos.BOTTOM_LEFT);
      tip.setMaxWidth(640);
      setPrefWidth(0);
      setOnMouseClicked(
          event -> {
            if (event.getButton() == MouseButton.PRIMARY
                && event.getClickCount() == 2
                && getItem() instanceof Item item) {
              actions.open(item.path());
            }
          });
      setOnContextMenuRequested(
          event -> {
            if (getItem() instanceof Item item) {
              menu(item).show(this, event.getScreenX(), event.getScreenY());
              event.consume();
            }
          });
    }

    @Override
    protected void updateItem(LibraryRow row, boolean empty) {
      super.updateItem(row, empty);
      getStyleClass().removeAll("library-heading", "library-note");
      setTooltip(null);
      setAccessibleText(null);
      if (empty || row == null) {
        setGraphic(null);
        return;
      }
      switch (row) {
        case Heading shown -> {
          getStyleClass().add("library-heading");
          title.setText(shown.title());
          caption.setText(shown.caption());
          remove.setVisible(shown.isRemovable());
          setAccessibleText(shown.title() + " " + shown.caption());
          setGraphic(heading);
        }
        case Note(String sentence, boolean isProblem) -> {
          getStyleClass().add("library-note");
          note.setText(sentence);
          note.setGraphic(isProblem ? Icons.of(Feather.ALERT_TRIANGLE, "icon-warning") : null);
          setGraphic(note);
          setAccessibleText(sentence);
        }
        case Item item -> {
          itemPane.show(item);
          tip.setText(itemPane.words.describe(item));
          setTooltip(tip);
          setAccessibleText(tip.getText());
          setGraphic(itemPane);
        }
      }
    }

    private ContextMenu menu(Item item) {
      Path path = item.path();
      ContextMenu menu =
          new ContextMenu(
              entry("library.open", Feather.FOLDER, () -> actions.open(path)),
              entry(
                  "library.open-in-window",
                  Feather.PLUS_SQUARE,
                  () -> actions.openInNewWindow(path)),
              new SeparatorMenuItem(),
              entry("command.reveal", Feather.EXTERNAL_LINK, () -> actions.reveal(path)),
              entry("library.copy-path", Feather.COPY, () -> CopyMenu.copy(path.toString())));
      if (item.opened().isPresent()) {
        MenuItem forget = entry("library.forget", Feather.X, () -> model.forget(path));
        menu.getItems().addAll(new SeparatorMenuItem(), forget);
      }
      return menu;
    }

    private MenuItem entry(String key, Feather icon, Runnable action) {
      MenuItem entry = new MenuItem(messages.text(key), Icons.of(icon));
      entry.setId("library-menu-" + key.substring(key.indexOf('.') + 1));
      entry.setOnAction(_ -> action.run());
      return entry;
    }
  }
}
