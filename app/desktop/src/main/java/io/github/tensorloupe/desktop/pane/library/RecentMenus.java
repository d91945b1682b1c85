package io.github.tensorloupe.desktop.pane.library;

import module java.base;
import module javafx.controls;

import io.github.tensorloupe.desktop.control.WeakSubscriptions;
import io.github.tensorloupe.desktop.control.panel.MenuItems;
import io.github.tensorloupe.desktop.storage.RecentComparison;
import io.github.tensorloupe.desktop.text.Messages;
import io.github.tensorloupe.format.DisplayText;
import java.nio.file.Path;

/// The menus of recent files and comparisons.
public final class RecentMenus {

  private static final int MAX_ITEMS = 10;
  private static final int PATH_CHARACTERS = 90;

  private RecentMenus() {}

  public static Menu files(LibraryViewModel model, Consumer<Path> onOpen, Messages messages) {
    MenuItem clear =
        MenuItems.of(
            "menu-recent-clear", messages.text("menu.recent.clear"), model.lists::clearRecent);
    return menu(
        "recent",
        model.lists.recent,
        recent -> recentItem(recent.path(), onOpen),
        List.of(new SeparatorMenuItem(), clear),
        messages);
  }

  public static Menu comparisons(
      LibraryViewModel model, BiConsumer<Path, Path> onCompare, Messages messages) {
    Function<RecentComparison, MenuItem> item =
        recent ->
            MenuItems.named(
                CompareBar.name(recent), () -> onCompare.accept(recent.a(), recent.b()));
    return menu("recent-comparisons", model.lists.comparisons, item, List.of(), messages);
  }

  private static <T> Menu menu(
      String name,
      ObservableList<T> all,
      Function<T, MenuItem> item,
      List<MenuItem> end,
      Messages messages) {
    Menu menu = new Menu(messages.text("menu." + name));
    menu.setId("menu-" + name);
    menu.setMnemonicParsing(false);
    menu.disableProperty().bind(Bindings.isEmpty(all));
    Runnable fill =
        () -> {
          menu.getItems().setAll(all.stream().limit(MAX_ITEMS).map(item).toList());
          menu.getItems().addAll(all.isEmpty() ? List.of() : end);
        };
    WeakSubscriptions.of(menu).subscribe(all, fill);
    fill.run();
    return menu;
  }

  private static MenuItem recentItem(Path path, Consumer<Path> onOpen) {
    String text = path.toString();
    // Keeps the end of the path.
    int hidden = Math.max(0, text.length() - PATH_CHARACTERS);
    String shown = hidden > 0 ? "…" + text.substring(hidden) : text;
    return MenuItems.named(DisplayText.of(shown, PATH_CHARACTERS + 1), () -> onOpen.accept(path));
  }
}
