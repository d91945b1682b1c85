package io.github.tensorloupe.ui.settings;

import io.github.tensorloupe.prefs.Accent;
import io.github.tensorloupe.prefs.Appearance;
import io.github.tensorloupe.prefs.Theme;
import io.github.tensorloupe.ui.follow.Following;
import io.github.tensorloupe.ui.text.Messages;
import io.github.tensorloupe.ui.theme.Icons;
import io.github.tensorloupe.ui.theme.Tips;
import java.util.Locale;
import javafx.geometry.Pos;
import javafx.scene.Node;
import javafx.scene.control.Button;
import javafx.scene.control.Label;
import javafx.scene.control.RadioButton;
import javafx.scene.control.ToggleGroup;
import javafx.scene.layout.FlowPane;
import javafx.scene.layout.HBox;
import javafx.scene.layout.Region;
import javafx.scene.layout.VBox;
import org.kordamp.ikonli.feather.Feather;

/// Theme, accent and size of text.
final class AppearanceSection extends VBox {

  private final SettingsViewModel model;
  private final Messages messages;

  AppearanceSection(SettingsViewModel model, Messages messages) {
    this.model = model;
    this.messages = messages;
    getStyleClass().add("setting-rows");
    Label size = new Label();
    Button smaller = sizeButton("smaller", Feather.MINUS, () -> model.enlarge(-1));
    Button larger = sizeButton("larger", Feather.PLUS, () -> model.enlarge(1));
    Button usual = new Button(messages.text("settings.font.usual"));
    usual.setId("settings-font-usual");
    usual.setOnAction(_ -> model.useUsualSize());
    ToggleGroup themes = new ToggleGroup();
    ToggleGroup accents = new ToggleGroup();
    getChildren()
        .addAll(
            new SettingRow(messages.text("settings.theme"), themes(themes)),
            new SettingRow(messages.text("settings.accent"), accents(accents)),
            new SettingRow(messages.text("settings.font"), sizes(smaller, size, larger, usual)));
    Following.of(this)
        .subscribe(
            model.settings(),
            settings -> {
              Appearance shown = settings.appearance();
              select(themes, shown.theme());
              select(accents, shown.accent());
              size.setText(messages.text("settings.font.size", shown.fontSize()));
              smaller.setDisable(shown.fontSize() == Appearance.SMALLEST_FONT);
              larger.setDisable(shown.fontSize() == Appearance.LARGEST_FONT);
              usual.setDisable(shown.fontSize() == Appearance.DEFAULT.fontSize());
            });
  }

  private Node themes(ToggleGroup group) {
    FlowPane choices = choices();
    for (Theme theme : Theme.values()) {
      RadioButton button =
          choice(group, theme, "settings-theme-", messages.text("settings.theme." + name(theme)));
      button.setOnAction(_ -> model.choose(theme));
      choices.getChildren().add(button);
    }
    return choices;
  }

  private Node accents(ToggleGroup group) {
    FlowPane choices = choices();
    for (Accent accent : Accent.values()) {
      Region swatch = new Region();
      swatch.getStyleClass().addAll("accent-swatch", "accent-" + name(accent));
      RadioButton button =
          choice(
              group, accent, "settings-accent-", messages.text("settings.accent." + name(accent)));
      button.setGraphic(swatch);
      button.setOnAction(_ -> model.choose(accent));
      choices.getChildren().add(button);
    }
    return choices;
  }

  private static FlowPane choices() {
    FlowPane choices = new FlowPane();
    choices.getStyleClass().add("setting-choices");
    return choices;
  }

  private static RadioButton choice(ToggleGroup group, Enum<?> value, String id, String text) {
    RadioButton button = new RadioButton(text);
    button.setId(id + name(value));
    button.setToggleGroup(group);
    button.setUserData(value);
    return button;
  }

  private static void select(ToggleGroup group, Enum<?> value) {
    group.getToggles().stream()
        .filter(toggle -> toggle.getUserData() == value)
        .forEach(group::selectToggle);
  }

  private static String name(Enum<?> value) {
    return value.name().toLowerCase(Locale.ROOT);
  }

  private static Node sizes(Node... nodes) {
    HBox sizes = new HBox(nodes);
    sizes.getStyleClass().add("setting-sizes");
    sizes.setAlignment(Pos.CENTER_LEFT);
    nodes[1].setId("settings-font-size");
    return sizes;
  }

  private Button sizeButton(String name, Feather icon, Runnable action) {
    Button button = new Button(null, Icons.of(icon));
    String text = messages.text("settings.font." + name);
    button.setId("settings-font-" + name);
    button.getStyleClass().add("button-icon");
    button.setAccessibleText(text);
    Tips.explain(button, text);
    button.setOnAction(_ -> action.run());
    return button;
  }
}
