package io.github.tensorloupe.desktop.pane.hex.place;

import io.github.tensorloupe.model.TensorFile;
import io.github.tensorloupe.model.TensorRef;
import java.util.Optional;

/// What a typed place is read as.
public sealed interface PlaceReading {

  /// A byte of a file.
  ///
  /// @param file of the open checkpoint
  /// @param byteOffset file offset, inside the file
  /// @param tensor the tensor that was named, if one was
  record Place(TensorFile file, long byteOffset, Optional<TensorRef> tensor)
      implements PlaceReading {}

  /// No place.
  ///
  /// @param sentence what was expected and what was found
  record Refused(String sentence) implements PlaceReading {}
}
