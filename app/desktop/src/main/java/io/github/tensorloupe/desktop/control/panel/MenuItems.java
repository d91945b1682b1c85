package io.github.tensorloupe.desktop.control.panel;

import module java.base;
import module javafx.controls;

import io.github.tensorloupe.desktop.control.WeakSubscriptions;
import io.github.tensorloupe.desktop.theme.Icons;
import org.kordamp.ikonli.Ikon;

/// Factory methods for menu items, which show underscores of their texts.
public final class MenuItems {

  private MenuItems() {}

  public static MenuItem of(String id, String text, Runnable action) {
    MenuItem item = new MenuItem(text);
    item.setMnemonicParsing(false);
    item.setId(id);
    item.setOnAction(_ -> action.run());
    return item;
  }

  public static MenuItem of(String id, String text, Ikon icon, Runnable action) {
    MenuItem item = of(id, text, action);
    item.setGraphic(Icons.of(icon));
    return item;
  }

  public static MenuItem named(String name, Runnable action) {
    return of(null, name, action);
  }

  /// @param onChange receives whether the user has selected or deselected the item
  public static MenuItem check(String name, boolean isSelected, Consumer<Boolean> onChange) {
    CheckMenuItem item = new CheckMenuItem(name);
    item.setMnemonicParsing(false);
    item.setSelected(isSelected);
    item.setOnAction(_ -> onChange.accept(item.isSelected()));
    return item;
  }

  /// Creates an item that does not close its menu, so that the user can select several items.
  ///
  /// @param onAction returns true if the item is selected afterwards
  public static MenuItem openCheck(String name, boolean isSelected, BooleanSupplier onAction) {
    CheckBox box = new CheckBox(name);
    box.setMnemonicParsing(false);
    box.setFocusTraversable(false);
    box.setSelected(isSelected);
    // The item receives the clicks; a box would consume them.
    box.setMouseTransparent(true);
    CustomMenuItem item = new CustomMenuItem(new StackPane(box), false);
    // The name of the item for screen readers; the box shows it.
    item.setText(name);
    item.setMnemonicParsing(false);
    item.setOnAction(_ -> box.setSelected(onAction.getAsBoolean()));
    return item;
  }

  /// Creates the items of a menu each time it is opened.
  public static void fillOnShowing(MenuButton button, Supplier<? extends List<MenuItem>> items) {
    // Without an item, the menu would not open.
    button.getItems().setAll(new MenuItem());
    button.addEventHandler(MenuButton.ON_SHOWING, _ -> button.getItems().setAll(items.get()));
  }

  /// Creates radio items for the value of a property.
  ///
  /// @param id returns the id of the item for a choice
  public static <T> List<MenuItem> radio(
      Property<T> property,
      Collection<T> choices,
      Function<T, String> id,
      Function<T, String> text) {
    ToggleGroup group = new ToggleGroup();
    List<MenuItem> items = new ArrayList<>();
    for (T choice : choices) {
      RadioMenuItem item = new RadioMenuItem(text.apply(choice));
      item.setMnemonicParsing(false);
      item.setId(id.apply(choice));
      item.setToggleGroup(group);
      item.setOnAction(_ -> property.setValue(choice));
      WeakSubscriptions.of(item).subscribe(property, now -> item.setSelected(choice.equals(now)));
      items.add(item);
    }
    return items;
  }
}
