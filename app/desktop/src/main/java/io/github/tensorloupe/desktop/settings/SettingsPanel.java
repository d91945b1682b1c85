package io.github.tensorloupe.desktop.settings;

import module java.base;
import module javafx.controls;

import io.github.tensorloupe.desktop.control.WeakSubscriptions;
import io.github.tensorloupe.desktop.control.copy.CopyMenu;
import io.github.tensorloupe.desktop.control.notice.Tone;
import io.github.tensorloupe.desktop.control.panel.Panel;
import io.github.tensorloupe.desktop.control.panel.PanelHost;
import io.github.tensorloupe.desktop.control.panel.PanelParts;
import io.github.tensorloupe.desktop.storage.Appearance;
import io.github.tensorloupe.desktop.storage.Settings;
import io.github.tensorloupe.desktop.storage.Settings.Switch;
import io.github.tensorloupe.desktop.storage.Theme;
import io.github.tensorloupe.desktop.text.Language;
import io.github.tensorloupe.desktop.text.Messages;
import io.github.tensorloupe.desktop.theme.Icons;
import io.github.tensorloupe.desktop.theme.Tips;
import io.github.tensorloupe.model.PathText;
import io.github.tensorloupe.storage.Accent;
import java.nio.file.Path;
import javafx.scene.control.Label;
import org.kordamp.ikonli.feather.Feather;

/// Shows all settings above the window; changes apply immediately. Belongs to the FX thread.
public record SettingsPanel(
    PanelHost panels, ChosenSettings chosen, Actions actions, Messages messages) {

  /// Actions outside the panel.
  ///
  /// @param places supplies the locations of the program's files, called each time the panel is
  ///   shown
  /// @param shortcuts shows the list of shortcuts instead of this panel, and runs the given action
  ///   after it is closed
  public record Actions(
      Supplier<List<DataLocation>> places, Consumer<Path> onShow, Consumer<Runnable> shortcuts) {}

  /// A location of the program's own files.
  ///
  /// @param messageKey of the description
  /// @param path the file or folder; empty if nothing can be stored on this computer
  public record DataLocation(String messageKey, Optional<Path> path) {}

  /// Shows the settings and replaces any other panel.
  public void show() {
    panels.show("settings", messages.text("settings.title"), this::panel);
  }

  private Panel panel() {
    Panel panel = new Panel("settings");
    panel.setTitle(messages.text("settings.title"), messages.text("settings.subtitle"));
    VBox body = new VBox();
    body.getStyleClass().add("settings-body");
    chosen
        .failureProperty()
        .getValue()
        .map(failure -> PanelParts.notice(Tone.WARNING, messages.sentence(failure.sentence())))
        .ifPresent(body.getChildren()::add);
    Runnable showShortcuts =
        () -> {
          panels.hide(panel);
          actions.shortcuts().accept(this::show);
        };
    VBox places = rows(actions.places().get().stream().map(this::row).toArray(Node[]::new));
    body.getChildren()
        .addAll(
            section("appearance", appearance()),
            section("opening", opening()),
            section("language", languages()),
            section("shortcuts", button("shortcuts.show", "shortcuts", showShortcuts)),
            section("places", places));
    panel.setBody(body);
    Button reset = button("reset", "reset", this::confirmReset);
    WeakSubscriptions.of(reset)
        .subscribe(
            chosen.settingsProperty(),
            settings -> reset.setDisable(defaults(settings).equals(settings)));
    Runnable hide = () -> panels.hide(panel);
    panel.setButtons(List.of(reset), List.of(button("close", "close", hide)));
    panel.setOnEscape(hide);
    return panel;
  }

  /// Returns the defaults of all settings except the shortcuts, which have a separate list.
  private static Settings defaults(Settings settings) {
    return Settings.DEFAULT.withShortcuts(settings.shortcuts());
  }

  private VBox section(String name, Node content) {
    return PanelParts.section(messages.text("settings." + name), content);
  }

  private Button button(String key, String id, Runnable action) {
    return PanelParts.button("settings-" + id, messages.text("settings." + key), action);
  }

  static VBox rows(Node... rows) {
    VBox box = new VBox(rows);
    box.getStyleClass().add("setting-rows");
    return box;
  }

  private void confirmReset() {
    Runnable reset =
        () -> {
          chosen.change(SettingsPanel::defaults);
          show();
        };
    Supplier<Panel> maker =
        () -> {
          Panel question = new Panel("settings-reset-question");
          question.setTitle(messages.text("settings.reset.title"), "");
          question.setBody(new VBox(PanelParts.wrapping(messages.text("settings.reset.sentence"))));
          question.setButtons(
              List.of(),
              List.of(
                  button("reset.cancel", "reset-cancel", this::show),
                  button("reset.confirm", "reset-confirm", reset)));
          question.setOnEscape(this::show);
          return question;
        };
    panels.show("settings", messages.text("settings.reset.title"), maker);
  }

  private Node appearance() {
    return rows(
        choices("theme", Theme.values(), Appearance::theme, Appearance::withTheme),
        choices("accent", Accent.values(), Appearance::accent, Appearance::withAccent),
        new SettingRow(messages.text("settings.font"), fontSizes()));
  }

  /// Returns a list instead of buttons: the panel grows with its text, and a pressed button would
  /// move away from the mouse pointer.
  private Node fontSizes() {
    ComboBox<Integer> sizes = PanelParts.named(new ComboBox<>(), "settings-font-size");
    for (int size = Appearance.MIN_FONT_SIZE; size <= Appearance.MAX_FONT_SIZE; size++) {
      sizes.getItems().add(size);
    }
    sizes.setConverter(
        PanelParts.choiceText(
            size ->
                messages.text(
                    size == Appearance.DEFAULT.fontSize()
                        ? "settings.font.default"
                        : "settings.font.size",
                    size)));
    sizes.setOnAction(_ -> chosen.changeAppearance(look -> look.withFontSize(sizes.getValue())));
    WeakSubscriptions.of(sizes)
        .subscribe(
            chosen.settingsProperty(),
            settings -> sizes.setValue(settings.appearance().fontSize()));
    return sizes;
  }

  private Node languages() {
    ComboBox<Optional<Language>> languages = new ComboBox<>();
    languages.setId("settings-language");
    languages.getItems().add(Optional.empty());
    Stream.of(Language.values()).map(Optional::of).forEach(languages.getItems()::add);
    languages.setConverter(
        PanelParts.choiceText(
            language ->
                language
                    .map(Language::ownName)
                    .orElseGet(() -> messages.text("settings.language.system"))));
    languages.setValue(chosen.get().language().flatMap(Language::of));
    languages.setAccessibleText(messages.text("settings.language"));
    languages.setOnAction(
        _ -> {
          Optional<String> tag = languages.getValue().map(Language::tag);
          chosen.change(settings -> settings.withLanguage(tag));
        });
    Label hint = PanelParts.label(messages.text("settings.language.hint"), "muted");
    hint.setWrapText(true);
    return new VBox(4, languages, hint);
  }

  private Node opening() {
    CheckBox session = checkBox("settings.session", "session", Switch.RESTORES_SESSION);
    CheckBox tabs = checkBox("settings.tabs", "tabs", Switch.OPENS_IN_TABS);
    CheckBox network = checkBox("settings.network", "network", Switch.USES_NETWORK);
    CheckBox scans = checkBox("scan.automatic", "scan", Switch.SCAN_AUTOMATICALLY);
    ComboBox<Long> limits = PanelParts.named(new ComboBox<>(), "settings-scan-limit");
    limits.setConverter(
        PanelParts.choiceText(bytes -> ChosenSettings.scanLimitText(bytes, messages)));
    limits.setOnAction(
        _ -> {
          if (limits.getValue() != null) {
            chosen.change(settings -> settings.withAutoScanLimitBytes(limits.getValue()));
          }
        });
    SettingRow limitRow = new SettingRow(messages.text("settings.scan.limit"), limits);
    limitRow.disableProperty().bind(scans.selectedProperty().not());
    VBox rows = rows(session, tabs, scans, limitRow, network);
    WeakSubscriptions.of(rows)
        .subscribe(
            chosen.settingsProperty(),
            settings -> {
              List<Long> offered = ChosenSettings.scanLimits(settings.autoScanLimitBytes());
              if (!limits.getItems().equals(offered)) {
                limits.getItems().setAll(offered);
              }
              limits.setValue(settings.autoScanLimitBytes());
            });
    return rows;
  }

  private CheckBox checkBox(String key, String id, Switch which) {
    CheckBox box = PanelParts.named(new CheckBox(messages.text(key)), "settings-" + id);
    box.setOnAction(_ -> chosen.change(settings -> settings.with(which, box.isSelected())));
    WeakSubscriptions.of(box)
        .subscribe(chosen.settingsProperty(), settings -> box.setSelected(settings.isOn(which)));
    box.setWrapText(true);
    box.setMinHeight(Region.USE_PREF_SIZE);
    return box;
  }

  private SettingRow row(DataLocation place) {
    String name = messages.text(place.messageKey());
    Optional<Node> line = place.path().map(path -> line(name, path));
    return new SettingRow(
        name, line.orElseGet(() -> new Label(messages.text("settings.place.none"))));
  }

  private Node line(String name, Path path) {
    String text = PathText.of(path);
    Label shown = PanelParts.elastic(text, "mono", "muted");
    shown.setMaxWidth(Double.MAX_VALUE);
    Tips.explain(shown, text);
    HBox.setHgrow(shown, Priority.ALWAYS);
    Runnable copy = () -> CopyMenu.copy(path.toString());
    Runnable show = () -> actions.onShow().accept(path);
    Button copying = iconButton("settings.place.copy", name, Feather.COPY, copy);
    Button showing = iconButton("settings.place.show", name, Feather.EXTERNAL_LINK, show);
    HBox line = new HBox(shown, copying, showing);
    line.setAlignment(Pos.CENTER_LEFT);
    line.getStyleClass().add("setting-place");
    return line;
  }

  private Button iconButton(String key, String name, Feather icon, Runnable action) {
    Button button = Icons.button(icon, messages.text(key), action, "flat");
    button.setMinWidth(Region.USE_PREF_SIZE);
    button.setAccessibleText(messages.text("settings.place.of", messages.text(key), name));
    button.setAccessibleHelp(messages.text(key));
    return button;
  }

  private static final class SettingRow extends VBox {

    /// @param control gets the name as its accessible text if it has none
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
    WeakSubscriptions.of(choices)
        .subscribe(
            chosen.settingsProperty(),
            settings ->
                group.selectToggle(
                    group.getToggles().get(getter.apply(settings.appearance()).ordinal())));
    return new SettingRow(messages.text("settings." + name), choices);
  }
}
