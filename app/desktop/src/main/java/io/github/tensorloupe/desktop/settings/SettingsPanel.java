package io.github.tensorloupe.desktop.settings;

import module java.base;
import module javafx.controls;

import io.github.tensorloupe.desktop.control.Following;
import io.github.tensorloupe.desktop.control.copy.CopyMenu;
import io.github.tensorloupe.desktop.control.notice.Tone;
import io.github.tensorloupe.desktop.control.panel.Panel;
import io.github.tensorloupe.desktop.control.panel.PanelHost;
import io.github.tensorloupe.desktop.control.panel.PanelParts;
import io.github.tensorloupe.desktop.control.panel.PanelSource;
import io.github.tensorloupe.desktop.settings.AppearanceSection.SettingRow;
import io.github.tensorloupe.desktop.settings.SettingsViewModel.LanguageChoice;
import io.github.tensorloupe.desktop.text.Messages;
import io.github.tensorloupe.desktop.theme.Icons;
import io.github.tensorloupe.desktop.theme.Themes;
import io.github.tensorloupe.desktop.theme.Tips;
import io.github.tensorloupe.model.PathText;
import java.nio.file.Path;
import javafx.scene.control.Label;
import org.kordamp.ikonli.feather.Feather;

/// Shows all settings above the window; changes apply immediately. Belongs to the FX thread.
public final class SettingsPanel {

  /// Actions outside the panel.
  ///
  /// @param places where the program keeps its files, asked for each time the panel is shown
  /// @param shortcuts shows the list of shortcuts in place of this panel, if there is one, and does
  ///   what it is given once that is closed
  public record Ways(
      Supplier<List<KeptPlace>> places,
      Consumer<Path> onShow,
      Optional<Consumer<Runnable>> shortcuts) {}

  /// A place where the program keeps something of its own.
  ///
  /// @param messageKey of what is kept there
  /// @param path the file or folder; empty where nothing can be kept on this computer
  public record KeptPlace(String messageKey, Optional<Path> path) {}

  private final PanelHost panels;
  private final SettingsViewModel model;
  private final Ways ways;
  private final Messages messages;

  public SettingsPanel(PanelHost panels, SettingsViewModel model, Ways ways, Messages messages) {
    this.panels = panels;
    this.model = model;
    this.ways = ways;
    this.messages = messages;
  }

  /// Shows the settings in place of whatever panel is shown.
  public void show() {
    panels.show(new PanelSource("settings", messages.text("settings.title"), this::panel));
  }

  private Panel panel() {
    Panel panel = new Panel("settings");
    Themes.style(panel, SettingsPanel.class, "settings.css");
    panel.setTitle(messages.text("settings.title"), messages.text("settings.subtitle"));
    VBox body =
        new VBox(
            PanelParts.section(
                messages.text("settings.appearance"), new AppearanceSection(model, messages)),
            PanelParts.section(
                messages.text("settings.opening"), new OpeningSection(model, messages)),
            PanelParts.section(messages.text("settings.language"), languages()));
    body.getStyleClass().add("settings-body");
    model
        .failure()
        .getValue()
        .ifPresent(
            sentence -> body.getChildren().addFirst(PanelParts.notice(Tone.WARNING, sentence)));
    ways.shortcuts().ifPresent(show -> body.getChildren().add(shortcuts(panel, show)));
    body.getChildren()
        .add(
            PanelParts.section(
                messages.text("settings.places"),
                new PlacesSection(ways.places().get(), ways.onShow(), messages)));
    panel.setBody(body);
    Button reset = button("settings.reset", "settings-reset", this::askBeforeReset);
    Following.of(reset).subscribe(model.settings(), _ -> reset.setDisable(model.isUsual()));
    panel.setButtons(
        List.of(reset),
        List.of(button("settings.close", "settings-close", () -> panels.hide(panel))));
    panel.setOnEscape(() -> panels.hide(panel));
    return panel;
  }

  private Node languages() {
    ComboBox<LanguageChoice> languages = new ComboBox<>();
    languages.setId("settings-language");
    languages.getItems().setAll(model.languages());
    languages.setValue(model.language());
    languages.setAccessibleText(messages.text("settings.language"));
    languages.setOnAction(
        _ -> model.change(settings -> settings.withLanguage(languages.getValue().tag())));
    Label hint = new Label(messages.text("settings.language.hint"));
    hint.getStyleClass().add("muted");
    hint.setWrapText(true);
    return new VBox(4, languages, hint);
  }

  private Node shortcuts(Panel panel, Consumer<Runnable> show) {
    return PanelParts.section(
        messages.text("settings.shortcuts"),
        button(
            "settings.shortcuts.show",
            "settings-shortcuts",
            () -> {
              panels.hide(panel);
              show.accept(this::show);
            }));
  }

  private void askBeforeReset() {
    panels.show(
        new PanelSource("settings", messages.text("settings.reset.title"), this::resetQuestion));
  }

  private Panel resetQuestion() {
    Panel question = new Panel("settings-reset-question");
    question.setTitle(messages.text("settings.reset.title"), "");
    question.setBody(new VBox(PanelParts.wrapping(messages.text("settings.reset.sentence"))));
    question.setButtons(
        List.of(),
        List.of(
            button("settings.reset.cancel", "settings-reset-cancel", this::show),
            button(
                "settings.reset.confirm",
                "settings-reset-confirm",
                () -> {
                  model.reset();
                  show();
                })));
    question.setOnEscape(this::show);
    return question;
  }

  private Button button(String key, String id, Runnable action) {
    return PanelParts.button(id, messages.text(key), action);
  }

  /// The settings for startup and for opening files.
  private static final class OpeningSection extends VBox {

    OpeningSection(SettingsViewModel model, Messages messages) {
      getStyleClass().add("setting-rows");
      CheckBox session = new CheckBox(messages.text("settings.session"));
      session.setId("settings-session");
      session.setOnAction(
          _ -> model.change(settings -> settings.withRestoresSession(session.isSelected())));
      CheckBox scans = new CheckBox(messages.text("scan.automatic"));
      scans.setId("settings-scan");
      scans.setOnAction(
          _ -> model.change(settings -> settings.withScanAutomatically(scans.isSelected())));
      ComboBox<Long> limits = limits(model, messages);
      SettingRow limitRow = new SettingRow(messages.text("settings.scan.limit"), limits);
      limitRow.disableProperty().bind(scans.selectedProperty().not());
      for (CheckBox box : new CheckBox[] {session, scans}) {
        box.setWrapText(true);
        box.setMinHeight(USE_PREF_SIZE);
      }
      getChildren().addAll(session, scans, limitRow);
      Following.of(this)
          .subscribe(
              model.settings(),
              settings -> {
                session.setSelected(settings.restoresSession());
                scans.setSelected(settings.scanAutomatically());
                List<Long> offered = ScanLimits.with(settings.autoScanLimitBytes());
                if (!limits.getItems().equals(offered)) {
                  limits.getItems().setAll(offered);
                }
                limits.setValue(settings.autoScanLimitBytes());
              });
    }

    private static ComboBox<Long> limits(SettingsViewModel model, Messages messages) {
      ComboBox<Long> limits = new ComboBox<>();
      limits.setId("settings-scan-limit");
      limits.setConverter(PanelParts.choiceText(bytes -> ScanLimits.text(bytes, messages)));
      limits.setOnAction(
          _ -> {
            if (limits.getValue() != null) {
              model.change(settings -> settings.withAutoScanLimitBytes(limits.getValue()));
            }
          });
      return limits;
    }
  }

  /// The folders of settings, cache and log.
  private static final class PlacesSection extends VBox {

    private final Consumer<Path> onShow;
    private final Messages messages;

    PlacesSection(List<KeptPlace> places, Consumer<Path> onShow, Messages messages) {
      this.onShow = onShow;
      this.messages = messages;
      getStyleClass().add("setting-rows");
      places.forEach(place -> getChildren().add(row(place)));
    }

    private SettingRow row(KeptPlace place) {
      String name = messages.text(place.messageKey());
      return new SettingRow(
          name,
          place
              .path()
              .map(path -> line(name, path))
              .orElseGet(() -> new Label(messages.text("settings.place.none"))));
    }

    private Node line(String name, Path path) {
      String text = PathText.of(path);
      Label shown = new Label(text);
      shown.getStyleClass().addAll("mono", "muted");
      shown.setTextOverrun(OverrunStyle.CENTER_ELLIPSIS);
      shown.setMinWidth(0);
      shown.setMaxWidth(Double.MAX_VALUE);
      Tips.explain(shown, text);
      HBox.setHgrow(shown, Priority.ALWAYS);
      HBox line =
          new HBox(
              shown,
              button(
                  "settings.place.copy", name, Feather.COPY, () -> CopyMenu.copy(path.toString())),
              button(
                  "settings.place.show", name, Feather.EXTERNAL_LINK, () -> onShow.accept(path)));
      line.getStyleClass().add("setting-place");
      line.setAlignment(Pos.CENTER_LEFT);
      return line;
    }

    private Button button(String key, String name, Feather icon, Runnable action) {
      Button button = Icons.button(icon, messages.text(key), action, "flat");
      button.setMinWidth(USE_PREF_SIZE);
      button.setAccessibleText(messages.text("settings.place.of", messages.text(key), name));
      button.setAccessibleHelp(messages.text(key));
      return button;
    }
  }
}
