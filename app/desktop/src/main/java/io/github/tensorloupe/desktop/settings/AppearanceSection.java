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

  private final ChosenSettings chosen;
  private final Messages messages;
  private final Label size = PanelParts.named(new Label(), "settings-font-size");
  private final Button smaller;
  private final Button larger;
  private final Button usual;
  private final HBox sizes;
  private final PauseTransition patience = new PauseTransition(PATIENCE);

  /// Chosen with the mouse and not yet taken: the panel becomes larger with its text, and the
  /// button would move away under who presses it again.
  private int steps;

  AppearanceSection(ChosenSettings chosen, Messages messages) {
    this.chosen = chosen;
    this.messages = messages;
    getStyleClass().add("setting-rows");
    smaller = sizeButton("smaller", Feather.MINUS, -1);
    larger = sizeButton("larger", Feather.PLUS, 1);
    usual = new Button(messages.text("settings.font.usual"));
    usual.setId("settings-font-usual");
    usual.setOnAction(
        _ -> {
          steps = 0;
          takeSteps();
          chosen.useUsualFontSize();
        });
    patience.setOnFinished(_ -> takeSteps());
    sizes = new HBox(smaller, size, larger, usual);
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
    getChildren()
        .addAll(
            choices("theme", Theme.values(), Appearance::theme, Appearance::withTheme),
            choices("accent", Accent.values(), Appearance::accent, Appearance::withAccent),
            new SettingRow(messages.text("settings.font"), sizes));
    Following.of(this).subscribe(chosen.settingsProperty(), _ -> showSize());
  }

  private Button sizeButton(String name, Feather icon, int pixels) {
    Runnable action =
        () -> {
          steps += pixels;
          if (sizes.isHover()) {
            showSize();
            patience.playFromStart();
          } else {
            takeSteps();
          }
        };
    Button button = Icons.button(icon, messages.text("settings.font." + name), action);
    button.setId("settings-font-" + name);
    return button;
  }

  private void takeSteps() {
    patience.stop();
    int taken = steps;
    steps = 0;
    if (taken != 0) {
      chosen.enlarge(taken);
    }
  }

  private void showSize() {
    int shown = chosen.get().appearance().fontSize() + steps;
    size.setText(messages.text("settings.font.size", shown));
    smaller.setDisable(shown == Appearance.SMALLEST_FONT);
    larger.setDisable(shown == Appearance.LARGEST_FONT);
    usual.setDisable(shown == Appearance.DEFAULT.fontSize());
  }

  private <E extends Enum<E>> SettingRow choices(
      String name,
      E[] values,
      Function<Appearance, E> getter,
      BiFunction<Appearance, E, Appearance> choosing) {
    FlowPane choices = new FlowPane();
    choices.getStyleClass().add("setting-choices");
    ToggleGroup group = new ToggleGroup();
    for (E value : values) {
      String word = value.name().toLowerCase(Locale.ROOT);
      RadioButton button = new RadioButton(messages.text("settings.%s.%s".formatted(name, word)));
      button.setId("settings-" + name + "-" + word);
      button.setToggleGroup(group);
      if (value instanceof Accent) {
        button.setGraphic(new Region());
        button.getGraphic().getStyleClass().addAll("accent-swatch", "accent-" + word);
      }
      button.setOnAction(_ -> chosen.changeAppearance(look -> choosing.apply(look, value)));
      choices.getChildren().add(button);
    }
    Following.of(choices)
        .subscribe(
            chosen.settingsProperty(),
            settings ->
                group.selectToggle(
                    group.getToggles().get(getter.apply(settings.appearance()).ordinal())));
    return new SettingRow(messages.text("settings." + name), choices);
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
