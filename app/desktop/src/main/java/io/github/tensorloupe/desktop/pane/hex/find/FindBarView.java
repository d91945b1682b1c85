package io.github.tensorloupe.desktop.pane.hex.find;

import module java.base;
import module javafx.controls;

import io.github.tensorloupe.desktop.control.WeakSubscriptions;
import io.github.tensorloupe.desktop.control.panel.PanelParts;
import io.github.tensorloupe.desktop.error.DetailsButton;
import io.github.tensorloupe.desktop.error.Failure;
import io.github.tensorloupe.desktop.error.Feedback;
import io.github.tensorloupe.desktop.pane.hex.find.QueryReader.FindKind;
import io.github.tensorloupe.desktop.pane.hex.find.QueryReader.Reading;
import io.github.tensorloupe.desktop.text.Messages;
import io.github.tensorloupe.desktop.theme.Icons;
import io.github.tensorloupe.desktop.theme.Tips;
import javafx.scene.control.Label;
import javafx.util.Duration;
import org.kordamp.ikonli.feather.Feather;

/// The bar for searching the bytes, hidden until it is opened. Enter finds the next match,
/// Shift+Enter the previous one. Escape stops a running search, or else closes the bar. Below the
/// fields are the number of the match, error messages, and the progress of a long search.
public final class FindBarView extends VBox {

  private static final PseudoClass DANGER = PseudoClass.getPseudoClass("danger");
  private static final double MIN_FIELD_WIDTH = 56;

  /// Shorter searches show no progress, which would only flicker.
  private static final Duration PATIENCE = Duration.millis(250);

  /// The display texts of the keys that find the next and previous match independently of the
  /// focus; empty if none are assigned.
  public record FindShortcuts(ObservableValue<String> next, ObservableValue<String> previous) {}

  private final FindViewModel model;
  private final Messages messages;
  private final Runnable backToBytes;
  private final ChoiceBox<FindKind> kind = PanelParts.named(new ChoiceBox<>(), "find-kind");
  private final TextField field = PanelParts.named(new TextField(), "find-field");
  private final ToggleButton ignoreCase = new ToggleButton("Aa");
  private final ToggleButton inTensor = new ToggleButton(null, Icons.of(Feather.BOX));
  private final Label count = PanelParts.named(new Label(), "find-count");
  private final Label note = PanelParts.named(PanelParts.wrapping(""), "find-status");
  private final Hyperlink offer = PanelParts.named(new Hyperlink(), "find-offer");
  private final ProgressBar progress = PanelParts.named(new ProgressBar(), "find-progress");
  private final Button stop = new Button(null, Icons.of(Feather.STOP_CIRCLE, "icon-small"));
  private final HBox noteLine = new HBox();
  private final PauseTransition patience = new PauseTransition(PATIENCE);

  /// @param onward shown in the tooltips of the corresponding buttons
  /// @param backToBytes focuses the bytes
  public FindBarView(
      FindViewModel model, Messages messages, FindShortcuts onward, Runnable backToBytes) {
    this.model = model;
    this.messages = messages;
    this.backToBytes = backToBytes;
    PanelParts.named(this, "find-bar", "find-bar");
    prepareFields();
    prepareNote();
    prepareProgress();
    getChildren().addAll(fields(onward), noteLine);
    addEventFilter(KeyEvent.KEY_PRESSED, this::press);
    PanelParts.setShown(this, false);
  }

  public void open() {
    PanelParts.setShown(this, true);
    if (model.kind.get().isTyped()) {
      field.requestFocus();
      field.selectAll();
    } else {
      kind.requestFocus();
    }
  }

  public boolean isOpen() {
    return isVisible();
  }

  /// Hides the bar, clears the results, and focuses the bytes.
  public void close() {
    model.forget();
    PanelParts.setShown(this, false);
    backToBytes.run();
  }

  private void prepareFields() {
    kind.setAccessibleText(messages.text("find.kind"));
    kind.getItems().setAll(FindKind.values());
    kind.setConverter(PanelParts.choiceText(shown -> messages.text("find.kind." + shown.key())));
    kind.valueProperty().bindBidirectional(model.kind);
    field.setAccessibleText(messages.text("find.field"));
    field.setMinWidth(MIN_FIELD_WIDTH);
    HBox.setHgrow(field, Priority.ALWAYS);
    field.textProperty().bindBidirectional(model.text);
    prepare(ignoreCase, "ignore-case").selectedProperty().bindBidirectional(model.ignoreCase);
    prepare(inTensor, "in-tensor").selectedProperty().bindBidirectional(model.inTensor);
    WeakSubscriptions.of(this).subscribe(model.kind, this::showKind);
  }

  private void showKind(FindKind shown) {
    // Hidden but managed, so that the buttons do not move.
    field.setVisible(shown.isTyped());
    Tips.explain(field, shown == FindKind.EXPRESSION ? messages.text("find.tip.expression") : "");
    field.setPromptText(shown.isTyped() ? messages.text("find.prompt." + shown.key()) : "");
    PanelParts.setShown(ignoreCase, shown.hasCase());
  }

  private <B extends ButtonBase> B prepare(B button, String word) {
    button.setId("find-" + word);
    button.setMinWidth(USE_PREF_SIZE);
    Tips.name(button, messages.text("find." + word));
    return button;
  }

  private HBox fields(FindShortcuts onward) {
    HBox fields =
        new HBox(
            kind,
            field,
            ignoreCase,
            inTensor,
            onwardButton(Feather.CHEVRON_UP, "previous", onward.previous(), model::findPrevious),
            onwardButton(Feather.CHEVRON_DOWN, "next", onward.next(), model::findNext),
            PanelParts.iconButton(
                "find-close", Icons.of(Feather.X), messages.text("find.close"), this::close));
    fields.getStyleClass().add("find-fields");
    fields.setAlignment(Pos.CENTER_LEFT);
    return fields;
  }

  private Button onwardButton(
      Feather icon, String word, ObservableValue<String> keys, Runnable action) {
    Button button = PanelParts.iconButton("find-" + word, Icons.of(icon), "", action);
    ObservableValue<String> text =
        keys.map(now -> messages.text("find." + word, now.isEmpty() ? "" : ", " + now));
    Tooltip tip = Tips.of("");
    tip.textProperty().bind(text);
    button.setTooltip(tip);
    button.accessibleTextProperty().bind(text);
    return button;
  }

  private void prepareNote() {
    count.setMinWidth(USE_PREF_SIZE);
    PanelParts.grow(note);
    offer.setMinWidth(USE_PREF_SIZE);
    // Replaces the typed text by the offered one.
    offer.setOnAction(_ -> model.note.get().offer().ifPresent(model.text::set));
    noteLine.getStyleClass().add("find-note");
    noteLine.setAlignment(Pos.CENTER_LEFT);
    ObservableValue<Optional<Failure>> failure =
        model.note.map(feedback -> feedback.note().failure());
    noteLine
        .getChildren()
        .addAll(
            count,
            DetailsButton.visibleWhilePresent(model.countFailure, messages),
            note,
            DetailsButton.visibleWhilePresent(failure, messages),
            offer,
            progress,
            stop);
    count.textProperty().bind(model.count);
    BooleanBinding counted = count.textProperty().isNotEmpty();
    showWhile(count, counted);
    showWhile(offer, offer.textProperty().isNotEmpty());
    showWhile(stop, progress.visibleProperty());
    showWhile(
        noteLine, note.textProperty().isNotEmpty().or(counted).or(progress.visibleProperty()));
    WeakSubscriptions.of(this).subscribe(model.note, this::showNote);
  }

  private static void showWhile(Node node, ObservableValue<Boolean> shown) {
    node.visibleProperty().bind(shown);
    node.managedProperty().bind(shown);
  }

  private void prepareProgress() {
    progress.setMinWidth(USE_PREF_SIZE);
    progress.setAccessibleText(messages.text("find.job.search"));
    progress.progressProperty().bind(model.progressProperty());
    prepare(stop, "stop").getStyleClass().addAll("flat", "button-icon");
    stop.setOnAction(_ -> model.stop());
    patience.setOnFinished(_ -> PanelParts.setShown(progress, model.busy.getValue()));
    WeakSubscriptions.of(this)
        .subscribe(
            model.busy,
            busy -> {
              patience.stop();
              if (busy) {
                patience.playFromStart();
              } else {
                PanelParts.setShown(progress, false);
              }
            });
  }

  private void showNote(Reading reading) {
    Feedback feedback = reading.note();
    field.pseudoClassStateChanged(DANGER, feedback.isRefusal());
    note.setText(feedback.sentence());
    note.pseudoClassStateChanged(DANGER, feedback.isRefusal());
    offer.setText(reading.offer().map(text -> messages.text("find.offer", text)).orElse(""));
  }

  private void press(KeyEvent event) {
    // Enter presses a focused button instead.
    boolean findsByEnter =
        event.getTarget() == field || event.getTarget() == kind && !kind.isShowing();
    if (event.getCode() == KeyCode.ENTER && findsByEnter) {
      event.consume();
      if (event.isShiftDown()) {
        model.findPrevious();
      } else {
        model.findNext();
      }
    } else if (event.getCode() == KeyCode.ESCAPE && !kind.isShowing()) {
      event.consume();
      if (!model.stop()) {
        close();
      }
    }
  }
}
