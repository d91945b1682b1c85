package io.github.tensorloupe.desktop.pane.help;

import module java.base;
import module javafx.controls;

import io.github.tensorloupe.demo.DemoCheckpoints.Sample;
import io.github.tensorloupe.desktop.command.Command;
import io.github.tensorloupe.desktop.command.Commands;
import io.github.tensorloupe.desktop.control.copy.CopyMenu;
import io.github.tensorloupe.desktop.control.panel.Panel;
import io.github.tensorloupe.desktop.control.panel.PanelParts;
import io.github.tensorloupe.desktop.error.Failures;
import io.github.tensorloupe.desktop.pane.PaneContext;
import io.github.tensorloupe.desktop.text.Messages;
import io.github.tensorloupe.desktop.text.SystemFacts;
import java.nio.file.Path;
import javafx.scene.control.Label;

/// Shows the guide and the “About” panel. Belongs to the FX thread.
public final class HelpFlow {

  private final PaneContext context;
  private final Consumer<Path> reveal;
  private final Consumer<Sample> openSample;
  private final Commands commands;
  private final Messages messages;

  /// @param openSample opens a sample on which the user can try a task of the guide
  public HelpFlow(PaneContext context, Consumer<Path> reveal, Consumer<Sample> openSample) {
    this.context = context;
    this.reveal = reveal;
    this.openSample = openSample;
    commands = context.commands();
    messages = context.messages();
  }

  /// Binds the commands that show help.
  public void bindCommands() {
    String title = messages.text("guide.title");
    Consumer<Throwable> onFailure =
        failure -> context.showMessage().accept(messages.sentence(Failures.of(failure).sentence()));
    commands.bind(
        Command.USER_GUIDE,
        () -> context.jobs().start(title, (_, _) -> writtenGuide(), this::showGuide, onFailure));
    commands.bind(Command.ABOUT, this::showAbout);
    commands.bindAlways(Command.COPY_DETAILS, this::copyDetails);
  }

  /// Shows the tasks of the program step by step, and the location of the written guide.
  ///
  /// @param written first page of the written guide; empty if it is not shipped
  private void showGuide(Optional<Path> written) {
    context.panels().show("help", messages.text("guide.title"), () -> guide(written));
  }

  private Panel guide(Optional<Path> written) {
    VBox body = new VBox(20);
    Panel panel = new Panel("guide-panel");
    for (Topic topic : Topic.values()) {
      String name = topic.name().toLowerCase(Locale.ROOT);
      Label steps = PanelParts.wrapping(messages.text("guide.steps." + name));
      FlowPane buttons = new FlowPane(8, 8);
      topic
          .command
          .filter(commands::isPossible)
          .map(
              command -> {
                Runnable run = leaving(panel, () -> commands.run(command));
                return smallButton(command.id(), commands.text(command), run);
              })
          .ifPresent(buttons.getChildren()::add);
      topic
          .sample
          .map(sample -> sampleButton(sample, leaving(panel, () -> openSample.accept(sample))))
          .ifPresent(buttons.getChildren()::add);
      VBox section = PanelParts.section(messages.text("guide." + name), steps);
      if (!buttons.getChildren().isEmpty()) {
        section.getChildren().add(buttons);
      }
      body.getChildren().add(section);
    }
    body.getChildren().add(written(written));
    panel.setTitle(messages.text("guide.title"), messages.text("guide.subtitle"));
    return filled(panel, body, List.of());
  }

  private Runnable leaving(Panel panel, Runnable action) {
    return () -> {
      context.panels().hide(panel);
      action.run();
    };
  }

  private Button sampleButton(Sample sample, Runnable open) {
    String word = Messages.word(sample);
    String text = messages.text("guide.sample", messages.text("library.demo." + word));
    return smallButton("sample-" + word, text, open);
  }

  private static Button smallButton(String id, String text, Runnable action) {
    Button button = PanelParts.button("guide-" + id, text, action);
    button.getStyleClass().add("small");
    return button;
  }

  private VBox written(Optional<Path> written) {
    Label where =
        PanelParts.wrapping(
            written
                .map(page -> messages.text("guide.written.at", String.valueOf(page.getParent())))
                .orElseGet(() -> messages.text("guide.written.elsewhere")));
    where.setId("guide-written");
    VBox section = PanelParts.section(messages.text("guide.written"), where);
    String show = messages.text("guide.written.show");
    written.ifPresent(
        page -> {
          CopyMenu.install(where, messages, page::toString);
          section.getChildren().add(smallButton("written-show", show, () -> reveal.accept(page)));
        });
    return section;
  }

  private void showAbout() {
    context.panels().show("help", messages.text("command.about"), this::about);
  }

  private Panel about() {
    SequencedMap<String, String> facts = SystemFacts.now();
    Panel panel = new Panel("about-panel");
    panel.setTitle(facts.firstEntry().getValue(), messages.text("about.subtitle"));
    VBox body =
        new VBox(
            20,
            PanelParts.section(messages.text("about.program"), grid(facts)),
            PanelParts.section(
                messages.text("about.parts"),
                PanelParts.wrapping(messages.text("about.licences"))));
    Button copy =
        PanelParts.button("about-copy", messages.text("command.copy-details"), this::copyDetails);
    return filled(panel, body, List.of(copy));
  }

  private GridPane grid(Map<String, String> facts) {
    GridPane grid = PanelParts.named(new GridPane(16, 4), "about-facts");
    facts.forEach(
        (name, value) -> {
          Label label = PanelParts.uncut(name, "muted");
          Label text = PanelParts.wrapping(value);
          CopyMenu.install(text, messages, text::getText);
          grid.addRow(grid.getRowCount(), label, text);
        });
    return grid;
  }

  private Panel filled(Panel panel, Region body, List<Button> aside) {
    Runnable hide = () -> context.panels().hide(panel);
    Button close = PanelParts.button("help-close", messages.text("help.close"), hide);
    panel.setOnEscape(hide);
    panel.setBody(body);
    panel.setButtons(aside, List.of(close));
    return panel;
  }

  /// Copies the facts for a bug report.
  private void copyDetails() {
    CopyMenu.copy(String.join("\n", SystemFacts.lines()) + "\n");
    context.showMessage().accept(messages.text("about.copied"));
  }

  /// Returns the first page of the guide shipped with this program, if it exists. Reads the disk.
  private static Optional<Path> writtenGuide() {
    return findGuide(Path.of(System.getProperty("java.home", "")));
  }

  /// Returns the first page of the guide of an image whose runtime is `IMAGE/lib/runtime`: in
  /// `IMAGE/doc`, or in `PREFIX/share/doc` if the image is in `PREFIX/lib`.
  static Optional<Path> findGuide(Path runtime) {
    Path image = runtime.toAbsolutePath().normalize().resolve("../..").normalize();
    return Stream.of(image.resolve("doc"), image.resolve("../../share/doc/tensorloupe").normalize())
        .map(folder -> folder.resolve("README.md"))
        .filter(Files::isRegularFile)
        .findFirst();
  }

  /// The topics of the guide, each with the command of its first step and a sample to try it on.
  private enum Topic {
    OPEN(Command.OPEN_FILE, Sample.HEALTHY),
    NAN(Command.SCAN_VALUES, Sample.NAN_AND_INF),
    DOWNLOAD(Command.SHOW_HASHES, null),
    METADATA(Command.SHOW_METADATA, Sample.RICH_METADATA),
    DAMAGE(Command.SHOW_PROBLEMS, Sample.TRUNCATED),
    FIND(Command.PALETTE, null),
    EXPORT(Command.EXPORT, null),
    SCRIPT(null, null);

    private final Optional<Command> command;
    private final Optional<Sample> sample;

    Topic(Command command, Sample sample) {
      this.command = Optional.ofNullable(command);
      this.sample = Optional.ofNullable(sample);
    }
  }
}
