package io.github.tensorloupe.desktop.pane.hex.find;

import module javafx.controls;

import io.github.tensorloupe.desktop.control.Following;
import io.github.tensorloupe.desktop.error.DetailsButton;
import io.github.tensorloupe.desktop.pane.hex.find.FindViewModel.Note;
import io.github.tensorloupe.desktop.text.Messages;
import io.github.tensorloupe.desktop.theme.Icons;
import io.github.tensorloupe.desktop.theme.Tips;
import org.kordamp.ikonli.feather.Feather;

/// The line below the fields: which match it is, what is wrong, and how far a long search is.
final class FindNoteLine extends HBox {

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
