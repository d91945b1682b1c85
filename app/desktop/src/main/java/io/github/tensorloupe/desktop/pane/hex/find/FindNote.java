package io.github.tensorloupe.desktop.pane.hex.find;

import io.github.tensorloupe.desktop.error.Failure;
import io.github.tensorloupe.desktop.error.Failures;
import java.util.Optional;

/// What the bar says below its fields.
///
/// @param text a sentence or a few words; may be empty
/// @param isRefusal whether it tells why nothing can be found
/// @param offer what could be typed instead
/// @param failure what can be copied, where searching has failed
record FindNote(String text, boolean isRefusal, Optional<String> offer, Optional<Failure> failure) {

  static final FindNote NONE = said("");

  static FindNote said(String text) {
    return new FindNote(text, false, Optional.empty(), Optional.empty());
  }

  static FindNote refused(String sentence) {
    return refused(sentence, Optional.empty());
  }

  static FindNote refused(String sentence, Optional<String> offer) {
    return new FindNote(sentence, true, offer, Optional.empty());
  }

  static FindNote failed(String sentence, Throwable cause) {
    return new FindNote(
        sentence, true, Optional.empty(), Optional.of(Failures.of(cause, sentence)));
  }
}
