package io.github.tensorloupe.desktop.pane.hex.find;

import java.util.Optional;

/// What the bar's fields are read as.
sealed interface QueryReading {

  /// Something to find.
  ///
  /// @param remark something worth saying all the same
  record Ready(FindQuery query, Optional<String> remark) implements QueryReading {}

  /// Nothing yet: the field is empty.
  record Empty() implements QueryReading {}

  /// Nothing that can be found.
  ///
  /// @param sentence why
  /// @param offer what could be typed instead
  record Refused(String sentence, Optional<String> offer) implements QueryReading {}
}
