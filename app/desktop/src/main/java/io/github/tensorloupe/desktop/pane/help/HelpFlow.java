package io.github.tensorloupe.desktop.pane.help;

import io.github.tensorloupe.desktop.command.Commands;
import io.github.tensorloupe.desktop.control.copy.CopyMenu;
import io.github.tensorloupe.desktop.control.panel.Notices;
import io.github.tensorloupe.desktop.control.panel.Panel;
import io.github.tensorloupe.desktop.control.panel.PanelHost;
import io.github.tensorloupe.desktop.control.panel.PanelSource;
import io.github.tensorloupe.desktop.text.Messages;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Supplier;
import javafx.scene.control.Button;
import javafx.scene.control.Label;
import javafx.scene.layout.GridPane;
import javafx.scene.layout.Region;
import javafx.scene.layout.VBox;

/// Shows what helps a person on. Belongs to the FX thread.
public final class HelpFlow {

  private final Supplier<PanelHost> panels;
  private final Supplier<Program> program;
  private final Consumer<String> tell;
  private final Consumer<Path> reveal;
  private final Commands commands;
  private final Messages messages;

  /// @param panels the place for panels; asked for when one is shown
  /// @param program gives the particulars as they are when they are asked for
  /// @param tell tells what came of it
  /// @param reveal shows a file to a person, outside of the window
  public HelpFlow(
      Supplier<PanelHost> panels,
      Supplier<Program> program,
      Consumer<String> tell,
      Consumer<Path> reveal,
      Commands commands,
      Messages messages) {
    this.panels = panels;
    this.program = program;
    this.tell = tell;
    this.reveal = reveal;
    this.commands = commands;
    this.messages = messages;
  }

  /// Shows what the program is for, step by step, and where more is written.
  ///
  /// @param written the first page of the written guide; empty where that is not shipped
  public void showGuide(Optional<Path> written) {
    panels.get().show(new PanelSource("help", messages.text("guide.title"), () -> guide(written)));
  }

  private Panel guide(Optional<Path> written) {
    VBox body = new VBox(20);
    Panel panel = new Panel("guide-panel");
    for (GuideTopic topic : GuideTopic.values()) {
      body.getChildren().add(topic.section(messages, commands, () -> panels.get().hide(panel)));
    }
    body.getChildren().add(written(written));
    panel.setTitle(messages.text("guide.title"), messages.text("guide.subtitle"));
    return filled(panel, body, List.of());
  }

  private VBox written(Optional<Path> written) {
    Label where =
        Notices.wrapping(
            written
                .map(page -> messages.text("guide.written.at", String.valueOf(page.getParent())))
                .orElseGet(() -> messages.text("guide.written.elsewhere")));
    where.setId("guide-written");
    VBox section = Notices.section(messages.text("guide.written"), where);
    written.ifPresent(
        page -> {
          CopyMenu.install(where, messages, page::toString);
          Button show = new Button(messages.text("guide.written.show"));
          show.setId("guide-written-show");
          show.getStyleClass().add("small");
          show.setOnAction(_ -> reveal.accept(page));
          section.getChildren().add(show);
        });
    return section;
  }

  /// Shows what the program is made of.
  public void showAbout() {
    panels.get().show(new PanelSource("help", messages.text("command.about"), this::about));
  }

  private Panel about() {
    Program now = program.get();
    Panel panel = new Panel("about-panel");
    panel.setTitle(now.version(), messages.text("about.subtitle"));
    VBox body =
        new VBox(
            20,
            Notices.section(messages.text("about.program"), facts(now)),
            Notices.section(
                messages.text("about.parts"), Notices.wrapping(messages.text("about.licences"))));
    Button copy = new Button(messages.text("command.copy-details"));
    copy.setId("about-copy");
    copy.setOnAction(_ -> copyDetails());
    return filled(panel, body, List.of(copy));
  }

  private GridPane facts(Program now) {
    GridPane grid = new GridPane(16, 4);
    grid.setId("about-facts");
    now.facts()
        .forEach(
            (name, value) -> {
              Label label = new Label(name);
              label.getStyleClass().add("muted");
              label.setMinWidth(Region.USE_PREF_SIZE);
              Label text = Notices.wrapping(value);
              CopyMenu.install(text, messages, text::getText);
              grid.addRow(grid.getRowCount(), label, text);
            });
    return grid;
  }

  private Panel filled(Panel panel, Region body, List<Button> aside) {
    Button close = new Button(messages.text("help.close"));
    close.setId("help-close");
    close.setOnAction(_ -> panels.get().hide(panel));
    panel.setOnEscape(() -> panels.get().hide(panel));
    panel.setBody(body);
    panel.setButtons(aside, List.of(close));
    return panel;
  }

  /// Copies what a report should have.
  public void copyDetails() {
    CopyMenu.copy(program.get().text());
    tell.accept(messages.text("about.copied"));
  }
}
