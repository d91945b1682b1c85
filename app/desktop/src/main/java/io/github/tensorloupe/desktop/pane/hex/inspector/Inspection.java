package io.github.tensorloupe.desktop.pane.hex.inspector;

import java.util.List;
import java.util.Optional;

/// What the inspector tells of one place.
///
/// @param readings the bytes at the caret as every dtype; none where there is no caret
/// @param element the element under the caret; empty where there is none, or not all of its bytes
///   are in the file
record Inspection(List<Reading> readings, Optional<ElementBits> element) {

  static final Inspection NOTHING = new Inspection(List.of(), Optional.empty());
}
