package io.github.tensorloupe.desktop.shell;

import module java.base;
import module javafx.controls;

import io.github.tensorloupe.desktop.error.Failure;
import io.github.tensorloupe.desktop.selection.Selection;
import io.github.tensorloupe.text.Sentence;

/// The latest message in the status bar of a window, kept until another document is opened. Belongs
/// to the FX thread.
final class StatusLine {

  /// @param sentence empty if there is no message
  record Message(Sentence sentence, Optional<Failure> failure) {

    private static final Message NONE = new Message(Sentence.of(""), Optional.empty());
  }

  final ObjectProperty<Message> message = new SimpleObjectProperty<>(Message.NONE);

  StatusLine(Selection selection) {
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
    message.set(new Message(Sentence.of(sentence), Optional.empty()));
  }

  void report(Failure failure) {
    message.set(new Message(failure.sentence(), Optional.of(failure)));
  }
}
