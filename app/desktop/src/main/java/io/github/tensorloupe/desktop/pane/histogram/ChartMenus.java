package io.github.tensorloupe.desktop.pane.histogram;

import io.github.tensorloupe.desktop.control.Following;
import io.github.tensorloupe.desktop.text.Messages;
import io.github.tensorloupe.desktop.theme.Icons;
import io.github.tensorloupe.desktop.theme.Tips;
import java.util.Arrays;
import java.util.List;
import javafx.scene.control.Menu;
import javafx.scene.control.MenuButton;
import javafx.scene.control.MenuItem;
import javafx.scene.control.SeparatorMenuItem;
import org.kordamp.ikonli.Ikon;
import org.kordamp.ikonli.feather.Feather;

/// The choices of how a chart is drawn, and the menu that has them all together with what can be
/// done with the chart.
///
/// @param chart what is drawn
/// @param messages gives the words
record ChartMenus(ChartViewModel chart, Messages messages) {

  /// What the menu does.
  ///
  /// @param askForRange lets a person type a range
  /// @param copyPicture puts a picture onto the clipboard
  /// @param savePng saves a picture
  /// @param saveSvg saves a drawing
  /// @param saveCsv saves the numbers
  record Actions(
      Runnable askForRange,
      Runnable copyPicture,
      Runnable savePng,
      Runnable saveSvg,
      Runnable saveCsv) {}

  ChoiceItems<ValueScale> values() {
    return new ChoiceItems<>(
        chart.valueScaleProperty(),
        Arrays.asList(ValueScale.values()),
        ValueScale::key,
        scale -> messages.text("histogram.values." + scale.key() + ".long"));
  }

  ChoiceItems<CountScale> counts() {
    return new ChoiceItems<>(
        chart.countScaleProperty(),
        Arrays.asList(CountScale.values()),
        CountScale::key,
        scale -> messages.text("histogram.scale." + scale.key() + ".tip"));
  }

  ChoiceItems<BinChoice> bins() {
    return new ChoiceItems<>(
        chart.binsProperty(),
        BinChoice.ALL,
        choice -> choice.equals(BinChoice.AUTOMATIC) ? "auto" : String.valueOf(choice.count()),
        this::binsText);
  }

  /// What a number of bins is called.
  String binsText(BinChoice choice) {
    return choice.equals(BinChoice.AUTOMATIC)
        ? messages.text("histogram.bins.auto")
        : messages.text("histogram.bins.count", String.valueOf(choice.count()));
  }

  /// The menu that has everything.
  MenuButton more(Actions actions) {
    MenuButton button = new MenuButton(null, Icons.of(Feather.MORE_HORIZONTAL));
    button.setId("histogram-more");
    button.getStyleClass().addAll("flat", "button-icon", "no-arrow");
    button.setMinWidth(MenuButton.USE_PREF_SIZE);
    button.setAccessibleText(messages.text("histogram.more"));
    Tips.explain(button, messages.text("histogram.more"));
    button
        .getItems()
        .setAll(
            menu("values", values().create("histogram-more-values-")),
            menu("counts", counts().create("histogram-more-scale-")),
            menu("bins", bins().create("histogram-more-bins-")),
            item("range", Feather.MAXIMIZE_2, actions.askForRange()),
            new SeparatorMenuItem(),
            item("copy-picture", Feather.CLIPBOARD, actions.copyPicture()),
            item("save-png", Feather.IMAGE, actions.savePng()),
            item("save-svg", Feather.PEN_TOOL, actions.saveSvg()),
            item("save-csv", Feather.FILE_TEXT, actions.saveCsv()));
    return button;
  }

  private Menu menu(String name, List<MenuItem> items) {
    Menu menu = new Menu(messages.text("histogram.menu." + name));
    menu.setId("histogram-menu-" + name);
    menu.getItems().setAll(items);
    return menu;
  }

  private MenuItem item(String name, Ikon icon, Runnable action) {
    MenuItem item = new MenuItem(messages.text("histogram.action." + name), Icons.of(icon));
    item.setId("histogram-" + name);
    item.setOnAction(_ -> action.run());
    Following.of(item).subscribe(chart.dataProperty(), data -> item.setDisable(data.isEmpty()));
    return item;
  }
}
