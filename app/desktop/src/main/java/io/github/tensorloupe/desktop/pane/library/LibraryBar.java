package io.github.tensorloupe.desktop.pane.library;

import module java.base;
import module javafx.controls;

import io.github.tensorloupe.desktop.control.WeakSubscriptions;
import io.github.tensorloupe.desktop.control.panel.MenuItems;
import io.github.tensorloupe.desktop.control.panel.PanelParts;
import io.github.tensorloupe.desktop.pane.library.LibraryListing.LibrarySort;
import io.github.tensorloupe.desktop.pane.library.LibraryListing.Order;
import io.github.tensorloupe.desktop.pane.library.LibraryViewModel.LibraryLook;
import io.github.tensorloupe.desktop.text.Messages;
import io.github.tensorloupe.desktop.theme.Icons;
import io.github.tensorloupe.desktop.theme.Tips;
import io.github.tensorloupe.format.DisplayText;
import java.nio.file.Path;
import org.kordamp.ikonli.feather.Feather;
import org.kordamp.ikonli.javafx.FontIcon;

/// The bar above the models: search, sort order, gallery or table, opening, and the folders.
final class LibraryBar extends HBox {

  /// Wide enough for the default order in all languages.
  private static final double MIN_SORT_WIDTH = 144;

  private static final double NARROW = 700;

  private final LibraryViewModel model;
  private final Messages messages;

  LibraryBar(
      LibraryViewModel model,
      Node search,
      List<MenuItem> openItems,
      Supplier<Optional<Path>> chooseFolder,
      Messages messages) {
    super(8);
    this.model = model;
    this.messages = messages;
    Runnable choose = () -> chooseFolder.get().ifPresent(model.lists::addFolder);
    Button add =
        PanelParts.button("library-add-folder", messages.text("library.add-folder"), choose);
    add.setGraphic(Icons.of(Feather.FOLDER_PLUS));
    add.setAccessibleText(messages.text("library.add-folder"));
    Tips.explain(add, messages.text("library.add-folder.tip"));
    WatchButton watch = new WatchButton(model, chooseFolder, messages);
    String opening = messages.text("library.open-other");
    MenuButton open = new MenuButton(opening, Icons.of(Feather.FOLDER));
    PanelParts.named(open, "library-open");
    open.setAccessibleText(opening);
    open.getItems().setAll(openItems);
    for (Labeled each : List.of(open, add, watch)) {
      each.contentDisplayProperty()
          .bind(
              widthProperty()
                  .lessThan(NARROW)
                  .and(search.visibleProperty())
                  .map(tight -> tight ? ContentDisplay.GRAPHIC_ONLY : ContentDisplay.LEFT));
      each.setMinWidth(USE_PREF_SIZE);
    }
    FontIcon arrows = Icons.of(Feather.REFRESH_CW);
    String refreshing = messages.text("library.refresh");
    Button refresh = PanelParts.iconButton("library-refresh", arrows, refreshing, model::refresh);
    refresh.disableProperty().bind(model.scanning);
    HBox sort = new HBox(4, sortChoice(), direction());
    HBox layoutButtons = createLayoutButtons();
    getChildren().setAll(search, sort, layoutButtons, open, add, watch, refresh);
    getStyleClass().add("library-bar");
    setAlignment(Pos.CENTER_LEFT);
    WeakSubscriptions.of(this)
        .subscribe(
            model.empty,
            isEmpty ->
                List.of(search, sort, layoutButtons)
                    .forEach(node -> PanelParts.setShown(node, !isEmpty)));
    // Otherwise, the bar would never become narrow.
    setMinWidth(0);
    // In a narrow window, the search needs the space; the menu bar has the same commands.
    ObservableValue<Boolean> hasRoom =
        widthProperty().greaterThanOrEqualTo(NARROW).and(search.visibleProperty());
    open.visibleProperty().bind(hasRoom);
    open.managedProperty().bind(hasRoom);
  }

  private ChoiceBox<LibrarySort> sortChoice() {
    ChoiceBox<LibrarySort> choice = PanelParts.named(new ChoiceBox<>(), "library-sort");
    choice.getItems().setAll(LibrarySort.values());
    choice.setAccessibleText(messages.text("library.sort"));
    Tips.explain(choice, messages.text("library.sort"));
    choice.setMinWidth(MIN_SORT_WIDTH);
    choice.setConverter(PanelParts.choiceText(sort -> messages.text(sort.messageKey())));
    WeakSubscriptions.of(choice).subscribe(model.order, order -> choice.setValue(order.by()));
    choice
        .valueProperty()
        .subscribe(
            by -> {
              if (by != model.order.get().by()) {
                model.order.set(new Order(by, false));
              }
            });
    return choice;
  }

  private Button direction() {
    FontIcon arrow = Icons.of(Feather.ARROW_DOWN);
    Runnable reverse =
        () -> {
          Order order = model.order.get();
          model.order.set(new Order(order.by(), !order.isReversed()));
        };
    String text = messages.text("library.reverse");
    Button button = PanelParts.iconButton("library-reverse", arrow, text, reverse);
    WeakSubscriptions.of(button)
        .subscribe(
            model.order,
            order -> arrow.setIconCode(order.isReversed() ? Feather.ARROW_UP : Feather.ARROW_DOWN));
    return button;
  }

  private HBox createLayoutButtons() {
    HBox buttons = new HBox();
    buttons.setMinWidth(USE_PREF_SIZE);
    ToggleGroup group = new ToggleGroup();
    for (LibraryLook look : LibraryLook.values()) {
      boolean isGallery = look == LibraryLook.GALLERY;
      ToggleButton toggle =
          new ToggleButton(null, Icons.of(isGallery ? Feather.GRID : Feather.LIST));
      String name = Messages.word(look);
      PanelParts.named(
          toggle, "library-look-" + name, "button-icon", isGallery ? "left-pill" : "right-pill");
      Tips.name(toggle, messages.text("library.look." + name));
      toggle.setToggleGroup(group);
      WeakSubscriptions.of(toggle).subscribe(model.look, now -> toggle.setSelected(now == look));
      // One button must always be selected.
      toggle.setOnAction(
          _ -> {
            toggle.setSelected(true);
            model.look.set(look);
          });
      buttons.getChildren().add(toggle);
    }
    return buttons;
  }

  private static final class WatchButton extends MenuButton {

    private static final int MAX_CHARACTERS = 90;
    private static final PseudoClass ACTIVE = PseudoClass.getPseudoClass("active");

    private final LibraryViewModel model;
    private final Supplier<Optional<Path>> chooseFolder;
    private final Messages messages;

    WatchButton(LibraryViewModel model, Supplier<Optional<Path>> chooseFolder, Messages messages) {
      this.model = model;
      this.chooseFolder = chooseFolder;
      this.messages = messages;
      PanelParts.named(this, "library-watch");
      setGraphic(Icons.of(Feather.EYE));
      setMnemonicParsing(false);
      Tips.explain(this, messages.text("library.watch.tip"));
      MenuItems.fillOnShowing(this, this::items);
      WeakSubscriptions.of(this).subscribe(model.watching.folders, this::label);
    }

    private void label(Set<Path> watched) {
      String text =
          watched.isEmpty()
              ? messages.text("library.watch")
              : messages.count("library.watch.on", watched.size());
      setText(text);
      setAccessibleText(text);
      pseudoClassStateChanged(ACTIVE, !watched.isEmpty());
    }

    private List<MenuItem> items() {
      List<MenuItem> items = new ArrayList<>();
      for (Path folder : model.addedFolders()) {
        items.add(
            MenuItems.check(
                DisplayText.of(folder.toString(), MAX_CHARACTERS),
                model.watching.folders.get().contains(folder),
                isWatched -> model.lists.watch(folder, isWatched)));
      }
      MenuItem add =
          MenuItems.of(
              "library-watch-add",
              messages.text("library.watch.add"),
              Feather.FOLDER_PLUS,
              () -> chooseFolder.get().ifPresent(folder -> model.lists.watch(folder, true)));
      MenuItem values =
          MenuItems.check(
              messages.text("library.watch.values"),
              model.lists.checksWatched.get(),
              model.lists::setChecksWatched);
      values.setId("library.watch.values");
      items.addAll(List.of(add, new SeparatorMenuItem(), values));
      return items;
    }
  }
}
