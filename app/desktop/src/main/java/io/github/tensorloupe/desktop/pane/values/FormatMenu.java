package io.github.tensorloupe.desktop.pane.values;

import io.github.tensorloupe.desktop.control.Following;
import io.github.tensorloupe.desktop.text.Messages;
import io.github.tensorloupe.desktop.theme.Tips;
import javafx.beans.property.ObjectProperty;
import javafx.scene.control.MenuButton;
import javafx.scene.control.RadioMenuItem;
import javafx.scene.control.ToggleGroup;

/// Chooses how numbers are written.
final class FormatMenu extends MenuButton {

  private static final int[] DIGITS = {0, 1, 2, 3, 4, 6, 8, 12};

  private final ObjectProperty<CellFormat> format;
  private final Messages messages;
  private final ToggleGroup group = new ToggleGroup();

  FormatMenu(ObjectProperty<CellFormat> format, Messages messages) {
    this.format = format;
    this.messages = messages;
    setId("values-format");
    setMinWidth(USE_PREF_SIZE);
    setAccessibleText(messages.text("values.format.tip"));
    Tips.explain(this, messages.text("values.format.tip"));
    add(new CellFormat.Shortest(), "shortest", messages.text("values.format.shortest.item"));
    for (int digits : DIGITS) {
      add(new CellFormat.Fixed(digits), "fixed-" + digits, fixedText(digits));
    }
    add(new CellFormat.Hexadecimal(), "hex", messages.text("values.format.hex.item"));
    Following.of(this).subscribe(format, chosen -> setText(shortText(chosen)));
  }

  private void add(CellFormat each, String key, String text) {
    RadioMenuItem item = new RadioMenuItem(text);
    item.setId("values-format-" + key);
    item.setToggleGroup(group);
    item.setOnAction(_ -> format.set(each));
    Following.of(item).subscribe(format, chosen -> item.setSelected(each.equals(chosen)));
    getItems().add(item);
  }

  private String fixedText(int digits) {
    return digits == 1
        ? messages.text("values.format.fixed.one")
        : messages.text("values.format.fixed", Integer.toString(digits));
  }

  private String shortText(CellFormat chosen) {
    return switch (chosen) {
      case CellFormat.Shortest _ -> messages.text("values.format.shortest");
      case CellFormat.Fixed(int digits) ->
          digits == 0 ? "0" : digits > 4 ? "0.0…" : "0." + "0".repeat(digits);
      case CellFormat.Hexadecimal _ -> messages.text("values.format.hex");
    };
  }
}
