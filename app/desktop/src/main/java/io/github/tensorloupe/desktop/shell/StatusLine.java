package io.github.tensorloupe.desktop.shell;

import module java.base;
import module javafx.controls;

import io.github.tensorloupe.desktop.error.Failure;
import io.github.tensorloupe.desktop.selection.Selection;
import io.github.tensorloupe.text.Sentence;
import javafx.util.Duration;

/// The latest message in the status bar of a window, kept until another document is opened, or for
/// a short time. Belongs to the FX thread.
final class StatusLine {

  /// @param sentence empty if there is no message
  record Message(Sentence sentence, Optional<Failure> failure) {

    private static final Message NONE = new Message(Sentence.of(""), Optional.empty());
  }

  private static final Duration BRIEF = Duration.seconds(12);

  final ObjectProperty<Message> message = new SimpleObjectProperty<>(Message.NONE);
  private final PauseTransition pause;

  StatusLine(Selection selection) {
    this(selection, BRIEF);
  }

  /// @param brief the time for which brief messages are shown
  StatusLine(Selection selection, Duration brief) {
    pause = new PauseTransition(brief);
    pause.setOnFinished(_ -> message.set(Message.NONE));
    selection
        .documentProperty()
        .subscribe(
            state -> {
              if (state.shown().isEmpty()) {
                message.set(Message.NONE);
              }
            });
  }

  void report(String sentence) {
    pause.stop();
    message.set(new Message(Sentence.of(sentence), Optional.empty()));
  }

  void report(Failure failure) {
    pause.stop();
    message.set(new Message(failure.sentence(), Optional.of(failure)));
  }

  /// Reports a failure that does not concern the document.
  void reportBriefly(Failure failure) {
    report(failure);
    pause.playFromStart();
  }
}
