package io.github.tensorloupe.desktop.pane.hex;

import module java.base;
import module javafx.controls;

import io.github.tensorloupe.analysis.structure.ByteText.CharacterSet;
import io.github.tensorloupe.desktop.control.panel.PanelParts;
import io.github.tensorloupe.desktop.pane.hex.HexChoices.OffsetBase;
import io.github.tensorloupe.desktop.pane.hex.HexChoices.RowWidth;
import io.github.tensorloupe.desktop.text.KeyNames;
import io.github.tensorloupe.desktop.text.Messages;
import io.github.tensorloupe.desktop.theme.Icons;
import io.github.tensorloupe.desktop.theme.Tips;
import io.github.tensorloupe.export.RangeText;
import io.github.tensorloupe.format.ByteRange;
import org.kordamp.ikonli.feather.Feather;

/// The menus of the pane: how the bytes are shown, and what can be done with marked ones.
record HexMenus(HexViewModel model, Consumer<RangeText> copies, Runnable saves, Messages messages) {

  MenuButton view() {
    MenuButton button = new MenuButton(null, Icons.of(Feather.SLIDERS, "icon-small"));
    PanelParts.named(button, "hex-view-menu", "flat", "button-icon", "small", "no-arrow");
    button.setMinWidth(MenuButton.USE_PREF_SIZE);
    Tips.name(button, messages.text("hex.view"));
    HexChoices choices = model.choices();
    List<MenuItem> items = button.getItems();
    items.addAll(radios("width", choices.width(), RowWidth.values(), RowWidth::key));
    items.addAll(radios("offsets", choices.offsets(), OffsetBase.values(), HexMenus::key));
    items.addAll(radios("characters", choices.characters(), CharacterSet.values(), HexMenus::key));
    CheckMenuItem grouped = new CheckMenuItem(messages.text("hex.grouped"));
    grouped.setId("hex-grouped");
    grouped.selectedProperty().bindBidirectional(choices.grouped());
    items.add(grouped);
    return button;
  }

  private static String key(Enum<?> choice) {
    return choice.name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  /// The choices of one kind, with a line below them.
  private <T> List<MenuItem> radios(
      String name, ObjectProperty<T> property, T[] choices, Function<T, String> key) {
    Function<T, String> word = choice -> name + "-" + key.apply(choice);
    List<MenuItem> items =
        PanelParts.radioItems(
            property,
            List.of(choices),
            choice -> "hex-" + word.apply(choice),
            choice -> messages.text("hex.view." + word.apply(choice)));
    items.add(new SeparatorMenuItem());
    return items;
  }

  ContextMenu bytes() {
    ContextMenu menu = new ContextMenu();
    menu.setId("hex-menu");
    KeyNames names = new KeyNames(messages);
    for (RangeText format : RangeText.values()) {
      MenuItem copy = item("copy-" + key(format), () -> copies.accept(format));
      if (format == RangeText.HEX) {
        copy.setAccelerator(names.named(KeyCombination.valueOf("Shortcut+C")));
      }
      menu.getItems().add(copy);
    }
    MenuItem all = item("select-all", model::selectAll);
    all.setAccelerator(names.named(KeyCombination.valueOf("Shortcut+A")));
    Supplier<ByteRange> ofTensor = () -> model.pageProperty().get().marks().tensor();
    MenuItem tensor = item("select-tensor", () -> model.select(ofTensor.get()));
    menu.getItems().addAll(item("save", saves), new SeparatorMenuItem(), tensor, all);
    menu.setOnShowing(_ -> tensor.setDisable(ofTensor.get().byteCount() == 0));
    return menu;
  }

  private MenuItem item(String word, Runnable action) {
    MenuItem item = new MenuItem(messages.text("hex.action." + word));
    item.setId("hex-" + word);
    item.setOnAction(_ -> action.run());
    return item;
  }
}
