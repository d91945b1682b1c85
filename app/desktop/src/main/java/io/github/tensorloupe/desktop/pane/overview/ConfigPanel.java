package io.github.tensorloupe.desktop.pane.overview;

import module java.base;
import module javafx.controls;

import io.github.tensorloupe.config.ConfigComparison;
import io.github.tensorloupe.config.ConfigText;
import io.github.tensorloupe.desktop.control.panel.Panel;
import io.github.tensorloupe.desktop.control.panel.PanelParts;
import io.github.tensorloupe.desktop.error.Failures;
import io.github.tensorloupe.desktop.pane.PaneContext;
import io.github.tensorloupe.desktop.text.Messages;
import io.github.tensorloupe.format.DisplayText;
import io.github.tensorloupe.model.CheckpointPart;
import java.nio.file.Path;

/// Shows a configuration file with one of its keys selected.
record ConfigPanel(PaneContext context) {

  private static final int MAX_CHARACTERS = 1_000_000;

  /// Reads the file of a key in the background, and shows it.
  ///
  /// @param part the checkpoint that the configuration belongs to
  void show(CheckpointPart part, ConfigComparison row) {
    Path file = part.path().toAbsolutePath().resolveSibling(row.file());
    Messages messages = context.messages();
    context
        .jobs()
        .start(
            messages.text("overview.config.job"),
            (_, _) -> ConfigText.read(file),
            text -> show(file, text, row.key().orElse("")),
            failure -> context.showMessage().accept(messages.sentence(Failures.sentence(failure))));
  }

  private void show(Path file, Optional<ConfigText> text, String key) {
    Messages messages = context.messages();
    if (text.isPresent()) {
      String title = messages.text("overview.config");
      context.panels().show("overview", title, () -> panel(file, text.get(), key));
    } else {
      String name = DisplayText.of(file.toString());
      context.showMessage().accept(messages.text("overview.config.unreadable", name));
    }
  }

  private Panel panel(Path file, ConfigText config, String key) {
    Panel panel = new Panel("config");
    panel.setTitle(DisplayText.of(file.getFileName().toString()), DisplayText.of(key));
    String shown = config.text().substring(0, Math.min(MAX_CHARACTERS, config.text().length()));
    TextArea area = PanelParts.named(new TextArea(shown), "config-text", "mono");
    area.setEditable(false);
    area.setPrefRowCount(24);
    area.setMinHeight(120);
    panel.setElasticBody(new VBox(area));
    VBox.setVgrow(area, Priority.ALWAYS);
    // The selection is only scrolled into view after the first layout.
    Optional<ConfigText.Place> place = config.find(key).filter(it -> it.end() <= shown.length());
    context.jobs().later(() -> place.ifPresent(it -> area.selectRange(it.begin(), it.end())));
    panel.setOnEscape(() -> context.panels().hide(panel));
    String close = context.messages().text("overview.config.close");
    panel.setButtons(
        List.of(),
        List.of(PanelParts.button("config-close", close, () -> context.panels().hide(panel))));
    return panel;
  }
}
