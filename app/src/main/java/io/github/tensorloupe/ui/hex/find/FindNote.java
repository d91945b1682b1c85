package io.github.tensorloupe.ui.hex.find;

import java.util.Optional;

/// What the bar says below its fields.
///
/// @param text a sentence or a few words; may be empty
/// @param isRefusal whether it tells why nothing can be found
/// @param offer what could be typed instead
record FindNote(String text, boolean isRefusal, Optional<String> offer) {

  static final FindNote NONE = said("");

  static FindNote said(String text) {
    return new FindNote(text, false, Optional.empty());
  }

  static FindNote refused(String sentence) {
    return new FindNote(sentence, true, Optional.empty());
  }
}
