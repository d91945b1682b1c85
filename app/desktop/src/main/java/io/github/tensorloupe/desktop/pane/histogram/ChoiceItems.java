package io.github.tensorloupe.desktop.pane.histogram;

import io.github.tensorloupe.desktop.control.Following;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import javafx.beans.property.ObjectProperty;
import javafx.scene.control.MenuItem;
import javafx.scene.control.RadioMenuItem;
import javafx.scene.control.ToggleGroup;

/// Menu items of which one is chosen, kept in step with a property.
///
/// @param property what is chosen
/// @param choices what there is to choose from
/// @param key the last part of a choice's id
/// @param text what a choice is called
record ChoiceItems<T>(
    ObjectProperty<T> property,
    List<T> choices,
    Function<T, String> key,
    Function<T, String> text) {

  /// New items.
  ///
  /// @param idPrefix the beginning of their ids
  List<MenuItem> create(String idPrefix) {
    ToggleGroup group = new ToggleGroup();
    List<MenuItem> items = new ArrayList<>();
    for (T choice : choices) {
      RadioMenuItem item = new RadioMenuItem(text.apply(choice));
      item.setId(idPrefix + key.apply(choice));
      item.setToggleGroup(group);
      item.setOnAction(_ -> property.set(choice));
      Following.of(item).subscribe(property, chosen -> item.setSelected(choice.equals(chosen)));
      items.add(item);
    }
    return items;
  }
}
