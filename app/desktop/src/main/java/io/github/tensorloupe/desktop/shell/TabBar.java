package io.github.tensorloupe.desktop.shell;

import module java.base;
import module javafx.controls;

import io.github.tensorloupe.desktop.control.WeakSubscriptions;
import io.github.tensorloupe.desktop.text.Messages;
import io.github.tensorloupe.desktop.theme.Icons;
import org.kordamp.ikonli.feather.Feather;

/// The tab bar of a window: the library, the documents, and a button that opens a file. The content
/// of the selected tab is shown elsewhere. Belongs to the FX thread.
final class TabBar extends HBox {

  private static final String POSITION = "position";

  private final TabPane strip =
      new TabPane() {
        @Override
        protected double computePrefWidth(double height) {
          // At exactly its preferred width, the skin adds a menu of hidden tabs.
          return super.computePrefWidth(height) + 1;
        }
      };
  private final Tab library;
  private final Button plus;

  TabBar(Messages messages) {
    getStyleClass().add("tab-bar");
    strip.setId("document-tabs");
    strip.setTabClosingPolicy(TabPane.TabClosingPolicy.ALL_TABS);
    strip.setTabDragPolicy(TabPane.TabDragPolicy.REORDER);
    strip.setMinWidth(0);
    library = new Tab(messages.text("document-tab.library"));
    library.setGraphic(Icons.of(Feather.HOME));
    library.setId("library-tab");
    library.setClosable(false);
    library.getProperties().put(POSITION, -1);
    strip.getTabs().add(library);
    plus =
        Icons.button(
            Feather.PLUS, messages.text("document-tab.open"), () -> {}, "flat", "button-icon");
    plus.setId("document-tab-open");
    WeakSubscriptions.of(this).changes(Window.getWindows(), this::showUnderscores);
    setAlignment(Pos.CENTER_LEFT);
    getChildren().addAll(strip, plus);
  }

  /// Shows underscores in the list of tabs, a menu of the skin.
  private void showUnderscores() {
    for (Window window : Window.getWindows()) {
      if (window instanceof ContextMenu menu
          && menu.getOwnerNode() != null
          && menu.getOwnerNode().getStyleClass().contains("tab-down-button")) {
        List<MenuItem> items = List.copyOf(menu.getItems());
        items.forEach(item -> item.setMnemonicParsing(false));
        // The menu reads the flag when it adds an item.
        menu.getItems().setAll(items);
      }
    }
  }

  void setOnOpenFile(Runnable action) {
    plus.setOnAction(_ -> action.run());
  }

  Tab library() {
    return library;
  }

  /// Adds a tab, which is not selected.
  ///
  /// @param position sort key: the tab precedes all tabs that were added with a greater one
  void add(Tab tab, int position) {
    tab.getProperties().put(POSITION, position);
    // The skin does not request a layout if the width of a tab changes.
    tab.textProperty().subscribe(strip::requestLayout);
    int index = (int) strip.getTabs().stream().filter(other -> position(other) <= position).count();
    strip.getTabs().add(index, tab);
  }

  static int position(Tab tab) {
    return (int) tab.getProperties().get(POSITION);
  }

  void remove(Tab tab) {
    strip.getTabs().remove(tab);
    // The skin retains the items of the first menu as long as it exists.
    tab.getContextMenu().getItems().clear();
  }

  /// Moves the library to the first position, from which the user may have dragged it.
  void pinLibrary() {
    if (strip.getTabs().getFirst() != library) {
      strip.getTabs().sort(Comparator.comparing(tab -> tab != library));
    }
  }

  /// Returns all tabs in their order, the library first.
  ObservableList<Tab> tabs() {
    return strip.getTabs();
  }

  SingleSelectionModel<Tab> selection() {
    return strip.getSelectionModel();
  }
}
