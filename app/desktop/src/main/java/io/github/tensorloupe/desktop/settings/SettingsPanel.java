package io.github.tensorloupe.desktop.settings;

import io.github.tensorloupe.desktop.control.Following;
import io.github.tensorloupe.desktop.control.notice.Tone;
import io.github.tensorloupe.desktop.control.panel.Panel;
import io.github.tensorloupe.desktop.control.panel.PanelHost;
import io.github.tensorloupe.desktop.control.panel.PanelParts;
import io.github.tensorloupe.desktop.control.panel.PanelSource;
import io.github.tensorloupe.desktop.text.Messages;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Supplier;
import javafx.scene.Node;
import javafx.scene.control.Button;
import javafx.scene.control.ComboBox;
import javafx.scene.control.Label;
import javafx.scene.layout.VBox;

/// Shows all settings above the window; what is chosen holds at once. Belongs to the FX thread.
public final class SettingsPanel {

  /// What the panel leads to.
  ///
  /// @param places where the program keeps its files, asked for each time the panel is shown
  /// @param onShow shows a file or folder in the desktop's file manager
  /// @param shortcuts shows the list of shortcuts in place of this panel, if there is one, and does
  ///   what it is given once that is closed
  public record Ways(
      Supplier<List<KeptPlace>> places,
      Consumer<Path> onShow,
      Optional<Consumer<Runnable>> shortcuts) {}

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
    panel
        .getStylesheets()
        .add(
            Objects.requireNonNull(SettingsPanel.class.getResource("settings.css"))
                .toExternalForm());
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
    languages.setOnAction(_ -> model.choose(languages.getValue()));
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
    Button button = new Button(messages.text(key));
    button.setId(id);
    button.setOnAction(_ -> action.run());
    return button;
  }
}
