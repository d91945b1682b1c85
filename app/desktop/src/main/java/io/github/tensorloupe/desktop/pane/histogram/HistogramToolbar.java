package io.github.tensorloupe.desktop.pane.histogram;

import module java.base;
import module javafx.controls;

import atlantafx.base.controls.Spacer;
import io.github.tensorloupe.desktop.control.WeakSubscriptions;
import io.github.tensorloupe.desktop.control.panel.MenuItems;
import io.github.tensorloupe.desktop.control.panel.PanelParts;
import io.github.tensorloupe.desktop.control.panel.ToggleChoice;
import io.github.tensorloupe.desktop.control.plot.CountScale;
import io.github.tensorloupe.desktop.control.plot.ValueScale;
import io.github.tensorloupe.desktop.pane.histogram.ChartViewModel.BinChoice;
import io.github.tensorloupe.desktop.pane.histogram.ComparisonViewModel.SiblingMode;
import io.github.tensorloupe.desktop.pane.histogram.HistogramContext.HistogramSubject;
import io.github.tensorloupe.desktop.pane.histogram.HistogramContext.HistogramSubject.Scope;
import io.github.tensorloupe.desktop.text.Messages;
import io.github.tensorloupe.desktop.theme.Icons;
import io.github.tensorloupe.desktop.theme.Tips;
import org.kordamp.ikonli.Ikon;
import org.kordamp.ikonli.feather.Feather;

/// The controls: subject and comparison on the left, scales and bins on the right. In a narrow row,
/// the scales and bins are only in the overflow menu.
final class HistogramToolbar extends HBox {

  private static final double WIDTH_FOR_ALL = 540;

  private final HistogramViewModel model;
  private final Messages messages;
  private final MenuButton scopes;
  private final MenuButton siblings;
  private final Button keep;
  private final MenuButton values;
  private final MenuButton bins;
  private final ToggleChoice<CountScale> counts = new ToggleChoice<>();

  HistogramToolbar(
      HistogramViewModel model, SaveActions saving, Runnable editRange, Messages messages) {
    this.model = model;
    this.messages = messages;
    scopes = described(new MenuButton(), "scope");
    scopes.setMinWidth(72);
    siblings = described(new MenuButton(null, Icons.of(Feather.LAYERS)), "siblings");
    siblings.getStyleClass().add("button-icon");
    List<MenuItem> modes =
        MenuItems.radio(
            model.comparison.siblingMode,
            List.of(SiblingMode.values()),
            mode -> "histogram-siblings-" + mode.spelling(),
            mode -> messages.text("histogram.siblings." + mode.spelling()));
    siblings.getItems().setAll(modes);
    keep = described(new Button(null, Icons.of(Feather.BOOKMARK)), "keep");
    keep.getStyleClass().add("button-icon");
    keep.setOnAction(_ -> model.comparison.pin());
    values = described(new MenuButton(), "values");
    values.getItems().setAll(valueScales("values-"));
    bins = described(new MenuButton(), "bins");
    bins.getItems().setAll(binCounts("bins-"));
    counts.getStyleClass().add("scale-switch");
    counts.choose(
        model.chart.countScale,
        List.of(CountScale.values()),
        scale -> "histogram.scale." + scale.spelling(),
        messages);
    PanelParts.named(this, "histogram-toolbar", "histogram-toolbar");
    setAlignment(Pos.CENTER_LEFT);
    // The row is clipped instead of pushing its neighbors aside.
    setMinWidth(0);
    getChildren()
        .addAll(
            scopes, siblings, keep, new Spacer(), counts, values, bins, more(saving, editRange));
    WeakSubscriptions following = WeakSubscriptions.of(this);
    following.subscribe(model.state, _ -> update());
    following.subscribe(model.scope, _ -> update());
    following.changes(model.comparison.pins, this::update);
    following.subscribe(
        model.chart.valueScale,
        scale -> values.setText(messages.text("histogram.values." + scale.spelling())));
    following.subscribe(model.chart.bins, choice -> bins.setText(binsText(choice)));
  }

  private <T extends Region> T described(T control, String name) {
    String text = messages.text("histogram." + name + ".tip");
    control.setId("histogram-" + name);
    control.setMinWidth(USE_PREF_SIZE);
    Tips.name(control, text);
    return control;
  }

  private void update() {
    Scope shown = model.state.get().subject().map(HistogramSubject::scope).orElse(Scope.TENSOR);
    scopes.setText(messages.text("histogram.scope." + shown.spelling()));
    Property<Scope> choice = new SimpleObjectProperty<>(shown);
    choice.subscribe((_, chosen) -> model.scope.set(chosen));
    List<MenuItem> items =
        MenuItems.radio(
            choice,
            model.offeredScopes(),
            scope -> "histogram-scope-" + scope.spelling(),
            scope -> messages.text("histogram.scope." + scope.spelling()));
    scopes.getItems().setAll(items);
    siblings.setDisable(!model.comparison.mayHaveSiblings());
    keep.setDisable(!model.comparison.canPin());
  }

  /// Hides the controls that do not fit into this width. The menu contains them too.
  void fitInto(double width) {
    List.of(counts, values, bins)
        .forEach(each -> PanelParts.setShown(each, width >= WIDTH_FOR_ALL));
  }

  private List<MenuItem> valueScales(String name) {
    return MenuItems.radio(
        model.chart.valueScale,
        List.of(ValueScale.values()),
        scale -> "histogram-" + name + scale.spelling(),
        scale -> messages.text("histogram.values." + scale.spelling() + ".long"));
  }

  private List<MenuItem> binCounts(String name) {
    return MenuItems.radio(
        model.chart.bins,
        BinChoice.ALL,
        choice -> "histogram-" + name + (choice.count() == 0 ? "auto" : choice.count()),
        this::binsText);
  }

  private String binsText(BinChoice choice) {
    return choice.equals(BinChoice.AUTOMATIC)
        ? messages.text("histogram.bins.auto")
        : messages.text("histogram.bins.count", String.valueOf(choice.count()));
  }

  private MenuButton more(SaveActions saving, Runnable editRange) {
    MenuButton button = new MenuButton(null, Icons.of(Feather.MORE_HORIZONTAL));
    PanelParts.named(button, "histogram-more", "flat", "button-icon", "no-arrow");
    button.setMinWidth(USE_PREF_SIZE);
    Tips.name(button, messages.text("histogram.more"));
    List<MenuItem> countScales =
        MenuItems.radio(
            model.chart.countScale,
            List.of(CountScale.values()),
            scale -> "histogram-more-scale-" + scale.spelling(),
            scale -> messages.text("histogram.scale." + scale.spelling() + ".tip"));
    button
        .getItems()
        .setAll(
            menu("values", valueScales("more-values-")),
            menu("counts", countScales),
            menu("bins", binCounts("more-bins-")),
            item("range", Feather.MAXIMIZE_2, editRange),
            new SeparatorMenuItem(),
            item("copy-picture", Feather.CLIPBOARD, saving::copyPicture),
            item("save-png", Feather.IMAGE, saving::savePng),
            item("save-svg", Feather.PEN_TOOL, saving::saveSvg),
            item("save-csv", Feather.FILE_TEXT, saving::saveCsv));
    return button;
  }

  private Menu menu(String name, List<MenuItem> items) {
    Menu menu = new Menu(messages.text("histogram.menu." + name));
    menu.setId("histogram-menu-" + name);
    menu.getItems().setAll(items);
    return menu;
  }

  private MenuItem item(String name, Ikon icon, Runnable action) {
    String text = messages.text("histogram.action." + name);
    MenuItem item = MenuItems.of("histogram-" + name, text, icon, action);
    WeakSubscriptions.of(item).subscribe(model.chart.data, data -> item.setDisable(data.isEmpty()));
    return item;
  }
}
