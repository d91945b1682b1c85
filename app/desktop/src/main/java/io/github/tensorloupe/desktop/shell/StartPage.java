package io.github.tensorloupe.desktop.shell;

import module java.base;
import module javafx.controls;

import io.github.tensorloupe.desktop.command.Command;
import io.github.tensorloupe.desktop.command.Commands;
import io.github.tensorloupe.desktop.control.WeakSubscriptions;
import io.github.tensorloupe.desktop.control.panel.PanelParts;
import io.github.tensorloupe.desktop.error.DetailsButton;
import io.github.tensorloupe.desktop.error.Failure;
import io.github.tensorloupe.desktop.job.OnDemand;
import io.github.tensorloupe.desktop.selection.DocumentState;
import io.github.tensorloupe.desktop.selection.Selection;
import io.github.tensorloupe.desktop.text.Messages;
import io.github.tensorloupe.desktop.theme.Icons;
import io.github.tensorloupe.format.DisplayText;
import java.nio.file.Path;
import javafx.scene.control.Label;
import org.kordamp.ikonli.feather.Feather;

/// The content of a tab without an open document: the library, the progress of opening, or the
/// reason for a failure.
final class StartPage extends StackPane {

  private static final double WIDTH = 1440;
  private static final double LOW = 420;

  private final Messages messages;
  private final Commands commands;
  private final Button main;
  private final Label title = new Label();
  private final Label sentence = new Label();
  private final VBox content = new VBox(12);
  private final ObservableValue<Boolean> isLibraryEmpty;

  /// True once the introduction was shown, which moves the focus only the first time.
  private boolean hasIntroduced;

  private final OnDemand<? extends Node> welcome;
  private final Label notice = new Label(null, Icons.of(Feather.INFO));

  /// @param library creates the library view when it is first shown; empty in a tab for documents
  /// @param isLibraryEmpty true while an introduction is shown above the library
  StartPage(
      Selection selection,
      Commands commands,
      Optional<Supplier<? extends Node>> library,
      ObservableValue<Boolean> isLibraryEmpty,
      Messages messages) {
    this.isLibraryEmpty = isLibraryEmpty;
    welcome =
        new OnDemand<>(() -> library.<Node>map(it -> makeWelcome(it.get())).orElseGet(Region::new));
    this.messages = messages;
    this.commands = commands;
    main = commands.textButton(Command.OPEN_FILE);
    main.sceneProperty().subscribe(_ -> focusOpenButton());
    PanelParts.named(this, "start-page", "start-page");
    title.getStyleClass().add("title");
    title.setWrapText(true);
    PanelParts.named(sentence, "start-sentence", "muted", "sentence");
    sentence.setWrapText(true);
    sentence.setMaxWidth(560);
    content.setAlignment(Pos.CENTER);
    notice.setId("start-notice");
    notice.setWrapText(true);
    notice.setMinHeight(USE_PREF_SIZE);
    notice.visibleProperty().bind(notice.textProperty().isNotEmpty());
    notice.managedProperty().bind(notice.visibleProperty());
    WeakSubscriptions.of(this).subscribe(selection.documentProperty(), this::show);
  }

  private VBox makeWelcome(Node library) {
    Label heading = PanelParts.label(messages.text("start.title"), "title");
    Label hint = PanelParts.label(messages.text("start.hint"), "muted");
    hint.setWrapText(true);
    VBox words = new VBox(2, heading, hint);
    words.setMinWidth(0);
    HBox.setHgrow(words, Priority.ALWAYS);
    Button folder = commands.textButton(Command.OPEN_FOLDER);
    Button address = commands.textButton(Command.OPEN_ADDRESS);
    HBox buttons = new HBox(8, main, folder, address);
    buttons.getChildren().forEach(button -> ((Button) button).setMinWidth(USE_PREF_SIZE));
    FlowPane top = new FlowPane(24, 12, words, buttons);
    top.setAlignment(Pos.CENTER_LEFT);
    words.prefWidthProperty().bind(top.widthProperty().map(width -> wordsWidth(width, buttons)));
    VBox page = new VBox(16, top, notice, library);
    VBox.setVgrow(library, Priority.ALWAYS);
    page.setMaxWidth(WIDTH);
    page.setMinSize(0, 0);
    WeakSubscriptions.of(this).subscribe(isLibraryEmpty, _ -> showIntroduction(top));
    WeakSubscriptions.of(this).subscribe(heightProperty(), _ -> showIntroduction(top));
    return page;
  }

  // In a low window, the list needs the space; the menu has the same commands.
  private void showIntroduction(Node top) {
    boolean isShown = isLibraryEmpty.getValue() && getHeight() >= LOW;
    if (isShown != top.isVisible()) {
      PanelParts.setShown(top, isShown);
      if (isShown && !hasIntroduced) {
        hasIntroduced = true;
        focusOpenButton();
      }
    }
  }

  /// Moves the focus to the button that opens a file.
  void focusOpenButton() {
    main.requestFocus();
  }

  /// Shows a message above the library; may be empty.
  void showNotice(String sentence) {
    notice.setText(sentence);
  }

  /// Places the text next to the buttons if both fit, otherwise above them.
  private static double wordsWidth(Number width, HBox buttons) {
    double spareWidth = width.doubleValue() - buttons.prefWidth(-1) - 25;
    return spareWidth >= 260 ? spareWidth : width.doubleValue();
  }

  private void show(DocumentState state) {
    getChildren().setAll(state instanceof DocumentState.Empty ? welcome.get() : content);
    switch (state) {
      case DocumentState.Empty _, DocumentState.Open _ -> content.getChildren().clear();
      case DocumentState.Opening(Path path, Optional<Path> other) -> {
        String name = nameOf(path) + other.map(it -> " ↔ " + nameOf(it)).orElse("");
        title.setText(messages.text("opening.title", name));
        content.getChildren().setAll(new ProgressIndicator(), title);
      }
      case DocumentState.Failed failed -> {
        title.setText(messages.text("failed.title", nameOf(failed.path())));
        sentence.setText(DisplayText.of(messages.sentence(failed.finding().sentence()), 2000));
        Node icon = Icons.of(Feather.ALERT_OCTAGON, "icon-large", "icon-danger");
        content.getChildren().setAll(icon, title, sentence, recoveryButtons(failed));
      }
    }
  }

  private FlowPane recoveryButtons(DocumentState.Failed failed) {
    Button again = commands.textButton(Command.RELOAD);
    again.setId("start-again");
    again.setText(messages.text("start.again"));
    Button back = commands.textButton(Command.CLOSE);
    back.setId("start-back");
    back.setText(messages.text("command.close.tab"));
    String doing = messages.text("status.opening", nameOf(failed.path()));
    Failure failure =
        new Failure(doing, failed.finding().sentence(), Failure.Disk.UNCHANGED, failed.cause());
    DetailsButton details = new DetailsButton(failure.about(failed.path()), messages);
    details.setId("start-details");
    details.getStyleClass().remove("small");
    FlowPane buttons = new FlowPane(8, 8, again, back, details);
    buttons.setAlignment(Pos.CENTER);
    return buttons;
  }

  private static String nameOf(Path path) {
    return DisplayText.of(DocumentOpener.nameOf(path));
  }
}
