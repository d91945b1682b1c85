package io.github.tensorloupe.desktop.pane.hex.find;

import module java.base;
import module javafx.controls;

import io.github.tensorloupe.desktop.control.Following;
import io.github.tensorloupe.desktop.error.DetailsButton;
import io.github.tensorloupe.desktop.pane.hex.find.FindQuery.FindKind;
import io.github.tensorloupe.desktop.pane.hex.find.FindViewModel.Note;
import io.github.tensorloupe.desktop.text.Messages;
import io.github.tensorloupe.desktop.theme.Icons;
import io.github.tensorloupe.desktop.theme.Tips;
import javafx.scene.control.Label;
import javafx.util.Duration;
import javafx.util.StringConverter;
import org.kordamp.ikonli.Ikon;
import org.kordamp.ikonli.feather.Feather;

/// The bar that finds things in the bytes; hidden until it is opened. Enter finds the next one,
/// with Shift the one before; Escape stops a search, and closes the bar where none runs.
public final class FindBarView extends VBox {

  private static final PseudoClass DANGER = PseudoClass.getPseudoClass("danger");
  private static final double MIN_FIELD_WIDTH = 56;

  /// The keys that find on wherever the focus is, as a person reads them now; empty if none do.
  public record Onward(ObservableValue<String> next, ObservableValue<String> previous) {}

  private final FindViewModel model;
  private final Messages messages;
  private final Runnable backToBytes;
  private final ChoiceBox<FindKind> kind = new ChoiceBox<>();
  private final TextField field = new TextField();
  private final ToggleButton ignoreCase = new ToggleButton("Aa");
  private final ToggleButton inTensor = new ToggleButton(null, Icons.of(Feather.BOX));

  /// @param onward named where there are buttons for it
  /// @param backToBytes gives the keys back to the bytes
  public FindBarView(FindViewModel model, Messages messages, Onward onward, Runnable backToBytes) {
    this.model = model;
    this.messages = messages;
    this.backToBytes = backToBytes;
    setId("find-bar");
    getStyleClass().add("find-bar");
    getStylesheets()
        .add(Objects.requireNonNull(FindBarView.class.getResource("find.css")).toExternalForm());
    prepareKind();
    prepareField();
    getChildren().addAll(fields(onward), new FindNoteLine(model, messages));
    addEventFilter(KeyEvent.KEY_PRESSED, this::press);
    show(false);
  }

  private void show(boolean shown) {
    setVisible(shown);
    setManaged(shown);
  }

  /// Shows the bar and sends the keys to it.
  public void open() {
    show(true);
    if (model.kindProperty().get().isTyped()) {
      field.requestFocus();
      field.selectAll();
    } else {
      kind.requestFocus();
    }
  }

  /// True if the bar is shown.
  public boolean isOpen() {
    return isVisible();
  }

  /// Hides the bar, forgets what was found, and sends the keys to the bytes.
  public void close() {
    model.forget();
    show(false);
    backToBytes.run();
  }

  private HBox fields(Onward onward) {
    toggle(ignoreCase, "find-ignore-case", "find.ignore-case");
    toggle(inTensor, "find-in-tensor", "find.in-tensor");
    ignoreCase.selectedProperty().bindBidirectional(model.ignoreCaseProperty());
    inTensor.selectedProperty().bindBidirectional(model.inTensorProperty());
    HBox.setHgrow(field, Priority.ALWAYS);
    Button close = button(Feather.X, "find-close", this::close);
    name(close, "find-close", "find.close");
    HBox fields =
        new HBox(
            kind,
            field,
            ignoreCase,
            inTensor,
            named(
                button(Feather.CHEVRON_UP, "find-previous", model::findPrevious),
                onward.previous().map(keys -> messages.text("find.previous", others(keys)))),
            named(
                button(Feather.CHEVRON_DOWN, "find-next", model::findNext),
                onward.next().map(keys -> messages.text("find.next", others(keys)))),
            close);
    fields.getStyleClass().add("find-fields");
    fields.setAlignment(Pos.CENTER_LEFT);
    return fields;
  }

  private void toggle(ToggleButton toggle, String id, String key) {
    toggle.setMinWidth(Region.USE_PREF_SIZE);
    name(toggle, id, key);
  }

  private static String others(String keys) {
    return keys.isEmpty() ? "" : ", " + keys;
  }

  private static Button named(Button button, ObservableValue<String> text) {
    Tooltip tip = Tips.of("");
    tip.textProperty().bind(text);
    button.setTooltip(tip);
    button.accessibleTextProperty().bind(text);
    return button;
  }

  private static Button button(Ikon icon, String id, Runnable action) {
    Button button = new Button(null, Icons.of(icon));
    button.setId(id);
    button.getStyleClass().addAll("flat", "button-icon");
    button.setMinWidth(Region.USE_PREF_SIZE);
    button.setOnAction(_ -> action.run());
    return button;
  }

  private void name(ButtonBase button, String id, String key) {
    button.setId(id);
    button.setAccessibleText(messages.text(key));
    Tips.explain(button, messages.text(key));
  }

  private void prepareKind() {
    kind.setId("find-kind");
    kind.setAccessibleText(messages.text("find.kind"));
    kind.getItems().setAll(FindKind.values());
    kind.setConverter(
        new StringConverter<>() {
          @Override
          public String toString(FindKind shown) {
            return shown == null ? "" : messages.text(shown.messageKey());
          }

          @Override
          public FindKind fromString(String text) {
            throw new UnsupportedOperationException(text);
          }
        });
    kind.valueProperty().bindBidirectional(model.kindProperty());
    Following.of(this).subscribe(model.kindProperty(), this::showKind);
  }

  private void showKind(FindKind shown) {
    // Hidden and yet managed, so that the buttons stay where they are.
    field.setVisible(shown.isTyped());
    field.setPromptText(shown.isTyped() ? messages.text(shown.promptKey()) : "");
    ignoreCase.setVisible(shown == FindKind.TEXT);
    ignoreCase.setManaged(shown == FindKind.TEXT);
  }

  private void prepareField() {
    field.setId("find-field");
    field.setAccessibleText(messages.text("find.field"));
    field.setMinWidth(MIN_FIELD_WIDTH);
    field.textProperty().bindBidirectional(model.textProperty());
    Following.of(this)
        .subscribe(
            model.noteProperty(), note -> field.pseudoClassStateChanged(DANGER, note.isRefusal()));
  }

  private void press(KeyEvent event) {
    if (event.getCode() == KeyCode.ENTER && isFindingByEnter(event)) {
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

  /// A button that has the keys is pressed by Enter.
  private boolean isFindingByEnter(KeyEvent event) {
    return event.getTarget() == field || event.getTarget() == kind && !kind.isShowing();
  }

  /// The line below the fields: which match it is, what is wrong, and how far a long search is.
  private static final class FindNoteLine extends HBox {

    private static final PseudoClass DANGER = PseudoClass.getPseudoClass("danger");

    /// A search that takes no longer shows no progress, which would only flicker.
    private static final Duration PATIENCE = Duration.millis(250);

    private final FindViewModel model;
    private final Messages messages;
    private final Label count = new Label();
    private final Label note = new Label();
    private final Hyperlink offer = new Hyperlink();
    private final ProgressBar progress = new ProgressBar();
    private final Button stop = new Button(null, Icons.of(Feather.STOP_CIRCLE, "icon-small"));
    private final PauseTransition patience = new PauseTransition(PATIENCE);

    FindNoteLine(FindViewModel model, Messages messages) {
      this.model = model;
      this.messages = messages;
      getStyleClass().add("find-note");
      setAlignment(Pos.CENTER_LEFT);
      count.setId("find-count");
      count.setMinWidth(Region.USE_PREF_SIZE);
      note.setId("find-status");
      note.setWrapText(true);
      note.setMaxWidth(Double.MAX_VALUE);
      note.setMinHeight(Region.USE_PREF_SIZE);
      HBox.setHgrow(note, Priority.ALWAYS);
      offer.setId("find-offer");
      offer.setMinWidth(Region.USE_PREF_SIZE);
      offer.setOnAction(_ -> model.takeOffer());
      prepareProgress();
      getChildren()
          .addAll(
              count,
              DetailsButton.whileThereIs(model.countFailureProperty(), messages),
              note,
              DetailsButton.whileThereIs(model.noteProperty().map(Note::failure), messages),
              offer,
              progress,
              stop);
      Following.of(this).subscribe(model.noteProperty(), this::tell);
      Following.of(this).subscribe(model.countProperty(), _ -> arrange());
      Following.of(this).subscribe(model.busyProperty(), this::follow);
      patience.setOnFinished(_ -> showProgress(model.busyProperty().get()));
    }

    private void prepareProgress() {
      progress.setId("find-progress");
      progress.setMinWidth(Region.USE_PREF_SIZE);
      progress.setAccessibleText(messages.text("find.job.search"));
      progress.progressProperty().bind(model.progressProperty());
      stop.setId("find-stop");
      stop.getStyleClass().addAll("flat", "button-icon");
      stop.setAccessibleText(messages.text("find.stop"));
      Tips.explain(stop, messages.text("find.stop"));
      stop.setOnAction(_ -> model.stop());
      showProgress(false);
    }

    private void follow(boolean busy) {
      if (busy) {
        patience.playFromStart();
      } else {
        patience.stop();
        showProgress(false);
      }
    }

    private void showProgress(boolean shown) {
      show(progress, shown);
      show(stop, shown);
      arrange();
    }

    private void tell(Note told) {
      note.setText(told.text());
      note.pseudoClassStateChanged(DANGER, told.isRefusal());
      offer.setText(told.offer().map(text -> messages.text("find.offer", text)).orElse(""));
      arrange();
    }

    private void arrange() {
      count.setText(model.countProperty().get());
      show(count, !count.getText().isEmpty());
      show(offer, !offer.getText().isEmpty());
      boolean hasNote = !note.getText().isEmpty();
      show(this, hasNote || count.isVisible() || progress.isVisible());
    }

    private static void show(Node node, boolean shown) {
      node.setVisible(shown);
      node.setManaged(shown);
    }
  }
}
