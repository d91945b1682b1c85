package io.github.tensorloupe.desktop.pane.histogram;

import io.github.tensorloupe.desktop.control.Following;
import io.github.tensorloupe.desktop.text.Messages;
import io.github.tensorloupe.desktop.theme.Icons;
import io.github.tensorloupe.desktop.theme.Tips;
import java.util.Arrays;
import java.util.List;
import javafx.geometry.Pos;
import javafx.scene.Node;
import javafx.scene.control.Button;
import javafx.scene.control.MenuButton;
import javafx.scene.control.RadioMenuItem;
import javafx.scene.control.ToggleGroup;
import javafx.scene.control.Tooltip;
import javafx.scene.layout.HBox;
import javafx.scene.layout.Priority;
import javafx.scene.layout.Region;
import org.kordamp.ikonli.Ikon;
import org.kordamp.ikonli.feather.Feather;

/// One row of controls: what is shown and with what it is compared on the left, how it is drawn on
/// the right. Where there is little room, how it is drawn is chosen in the menu at the end alone.
final class HistogramToolbar extends HBox {

  private static final double WIDTH_FOR_ALL = 540;

  private final HistogramViewModel model;
  private final Messages messages;
  private final MenuButton scopes = new MenuButton();
  private final MenuButton siblings;
  private final Button keep;
  private final ChartMenus menus;
  private final MenuButton values = new MenuButton();
  private final MenuButton bins = new MenuButton();
  private final ScaleSwitch counts;

  /// @param more the menu for what is rarely used
  HistogramToolbar(HistogramViewModel model, ChartMenus menus, MenuButton more, Messages messages) {
    this.model = model;
    this.menus = menus;
    this.messages = messages;
    this.siblings = iconMenu("siblings", Feather.LAYERS);
    this.keep = new Button(null, Icons.of(Feather.BOOKMARK));
    this.counts = new ScaleSwitch(model.chart().countScaleProperty(), messages);
    setId("histogram-toolbar");
    getStyleClass().add("histogram-toolbar");
    setAlignment(Pos.CENTER_LEFT);
    setUpScopes();
    setUpComparison();
    setUpDrawing();
    Region gap = new Region();
    HBox.setHgrow(gap, Priority.ALWAYS);
    getChildren().addAll(scopes, siblings, keep, gap, counts, values, bins, more);
    Following.of(this).subscribe(model.stateProperty(), _ -> follow());
    Following.of(this).changes(model.comparison().pins(), this::follow);
  }

  private MenuButton iconMenu(String name, Ikon icon) {
    MenuButton button = new MenuButton(null, Icons.of(icon));
    button.getStyleClass().add("button-icon");
    return described(button, name);
  }

  private <T extends Region> T described(T control, String name) {
    String text = messages.text("histogram." + name + ".tip");
    control.setId("histogram-" + name);
    control.setMinWidth(USE_PREF_SIZE);
    control.setAccessibleText(text);
    Tooltip.install(control, Tips.of(text));
    return control;
  }

  private void setUpScopes() {
    described(scopes, "scope").setMinWidth(72);
    Following.of(this).subscribe(model.scopeProperty(), _ -> showScopes());
  }

  private void showScopes() {
    HistogramScope shown =
        model.stateProperty().get().subject().map(Subject::scope).orElse(HistogramScope.TENSOR);
    ToggleGroup group = new ToggleGroup();
    scopes.setText(messages.text("histogram.scope." + shown.key()));
    scopes
        .getItems()
        .setAll(
            model.offeredScopes().stream().map(scope -> scopeItem(scope, shown, group)).toList());
  }

  private RadioMenuItem scopeItem(HistogramScope scope, HistogramScope shown, ToggleGroup group) {
    RadioMenuItem item = new RadioMenuItem(messages.text("histogram.scope." + scope.key()));
    item.setId("histogram-scope-" + scope.key());
    item.setToggleGroup(group);
    item.setSelected(scope == shown);
    item.setOnAction(_ -> model.scopeProperty().set(scope));
    return item;
  }

  private void setUpComparison() {
    siblings
        .getItems()
        .setAll(
            new ChoiceItems<>(
                    model.comparison().siblingModeProperty(),
                    Arrays.asList(SiblingMode.values()),
                    SiblingMode::key,
                    mode -> messages.text("histogram.siblings." + mode.key()))
                .create("histogram-siblings-"));
    described(keep, "keep").getStyleClass().add("button-icon");
    keep.setOnAction(_ -> model.comparison().keep());
  }

  private void setUpDrawing() {
    described(values, "values").getItems().setAll(menus.values().create("histogram-values-"));
    Following.of(this)
        .subscribe(
            model.chart().valueScaleProperty(),
            scale -> values.setText(messages.text("histogram.values." + scale.key())));
    described(bins, "bins").getItems().setAll(menus.bins().create("histogram-bins-"));
    Following.of(this)
        .subscribe(model.chart().binsProperty(), choice -> bins.setText(menus.binsText(choice)));
  }

  /// Leaves to the menu what does not fit into this width.
  void fitInto(double width) {
    boolean wide = width >= WIDTH_FOR_ALL;
    for (Node each : List.of(counts, values, bins)) {
      each.setVisible(wide);
      each.setManaged(wide);
    }
  }

  /// What does not fit is left out, so that nothing is pushed aside.
  @Override
  protected double computeMinWidth(double height) {
    return 0;
  }

  private void follow() {
    showScopes();
    siblings.setDisable(!model.comparison().mayHaveSiblings());
    keep.setDisable(!model.comparison().canKeep());
  }
}
