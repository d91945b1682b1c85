package io.github.tensorloupe.desktop.settings;

import module java.base;
import module javafx.controls;

import io.github.tensorloupe.desktop.control.Following;
import io.github.tensorloupe.desktop.control.panel.PanelParts;
import io.github.tensorloupe.desktop.text.Messages;
import io.github.tensorloupe.desktop.theme.Icons;
import io.github.tensorloupe.storage.Accent;
import io.github.tensorloupe.storage.Appearance;
import io.github.tensorloupe.storage.Theme;
import javafx.scene.control.Label;
import javafx.util.Duration;
import org.kordamp.ikonli.feather.Feather;

/// Theme, accent and size of text.
final class AppearanceSection extends VBox {

  private static final Duration PATIENCE = Duration.millis(500);

  private final SettingsViewModel model;
  private final Messages messages;
  private final Label size = new Label();
  private final Button smaller;
  private final Button larger;
  private final Button usual;
  private final HBox sizes = new HBox();
  private final PauseTransition patience = new PauseTransition(PATIENCE);

  /// Chosen with the mouse and not yet taken: the panel becomes larger with its text, and the
  /// button would move away under who presses it again.
  private int steps;

  AppearanceSection(SettingsViewModel model, Messages messages) {
    this.model = model;
    this.messages = messages;
    getStyleClass().add("setting-rows");
    smaller = sizeButton("smaller", Feather.MINUS, () -> enlarge(-1));
    larger = sizeButton("larger", Feather.PLUS, () -> enlarge(1));
    usual = new Button(messages.text("settings.font.usual"));
    usual.setId("settings-font-usual");
    usual.setOnAction(_ -> useUsualSize());
    patience.setOnFinished(_ -> takeSteps());
    getChildren()
        .addAll(
            new SettingRow(
                messages.text("settings.theme"),
                choices(
                    "settings.theme.",
                    Theme.values(),
                    Appearance::theme,
                    Appearance::withTheme,
                    _ -> null)),
            new SettingRow(
                messages.text("settings.accent"),
                choices(
                    "settings.accent.",
                    Accent.values(),
                    Appearance::accent,
                    Appearance::withAccent,
                    AppearanceSection::swatch)),
            new SettingRow(messages.text("settings.font"), sizes()));
    Following.of(this).subscribe(model.settings(), _ -> showSize());
  }

  private void enlarge(int pixels) {
    steps += pixels;
    if (sizes.isHover()) {
      showSize();
      patience.playFromStart();
    } else {
      takeSteps();
    }
  }

  private void useUsualSize() {
    steps = 0;
    takeSteps();
    model.useUsualSize();
  }

  private void takeSteps() {
    patience.stop();
    int taken = steps;
    steps = 0;
    if (taken != 0) {
      model.enlarge(taken);
    }
  }

  private void showSize() {
    int shown = model.settings().getValue().appearance().fontSize() + steps;
    size.setText(messages.text("settings.font.size", shown));
    smaller.setDisable(shown == Appearance.SMALLEST_FONT);
    larger.setDisable(shown == Appearance.LARGEST_FONT);
    usual.setDisable(shown == Appearance.DEFAULT.fontSize());
  }

  /// @param key the beginning of the keys of the names, and with dashes of the ids
  private <E extends Enum<E>> Node choices(
      String key,
      E[] values,
      Function<Appearance, E> chosen,
      BiFunction<Appearance, E, Appearance> choosing,
      Function<E, Node> graphic) {
    FlowPane choices = new FlowPane();
    choices.getStyleClass().add("setting-choices");
    ToggleGroup group = new ToggleGroup();
    for (E value : values) {
      RadioButton button = new RadioButton(messages.text(key + name(value)));
      button.setId(key.replace('.', '-') + name(value));
      button.setToggleGroup(group);
      button.setGraphic(graphic.apply(value));
      button.setOnAction(_ -> model.changeAppearance(look -> choosing.apply(look, value)));
      choices.getChildren().add(button);
    }
    Following.of(choices)
        .subscribe(
            model.settings(),
            settings ->
                group.selectToggle(
                    group.getToggles().get(chosen.apply(settings.appearance()).ordinal())));
    return choices;
  }

  private static Node swatch(Accent accent) {
    Region swatch = new Region();
    swatch.getStyleClass().addAll("accent-swatch", "accent-" + name(accent));
    return swatch;
  }

  private static String name(Enum<?> value) {
    return value.name().toLowerCase(Locale.ROOT);
  }

  private Node sizes() {
    size.setId("settings-font-size");
    sizes.getChildren().setAll(smaller, size, larger, usual);
    sizes.getStyleClass().add("setting-sizes");
    sizes.setAlignment(Pos.CENTER_LEFT);
    sizes.setMaxWidth(USE_PREF_SIZE);
    sizes
        .hoverProperty()
        .subscribe(
            hovered -> {
              if (!hovered) {
                takeSteps();
              }
            });
    return sizes;
  }

  private Button sizeButton(String name, Feather icon, Runnable action) {
    Button button = Icons.button(icon, messages.text("settings.font." + name), action);
    button.setId("settings-font-" + name);
    return button;
  }

  /// A setting: its name above what it is chosen with.
  static final class SettingRow extends VBox {

    /// @param control gets the name as its accessible text where it has none
    SettingRow(String name, Node control) {
      Label label = PanelParts.wrapping(name);
      label.setLabelFor(control);
      getStyleClass().add("setting-row");
      setMinWidth(0);
      if (control.getAccessibleText() == null) {
        control.setAccessibleText(name);
      }
      getChildren().addAll(label, control);
    }
  }
}
