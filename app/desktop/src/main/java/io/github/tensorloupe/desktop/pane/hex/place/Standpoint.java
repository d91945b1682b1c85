package io.github.tensorloupe.desktop.pane.hex.place;

import io.github.tensorloupe.model.Checkpoint;
import io.github.tensorloupe.model.TensorFile;
import io.github.tensorloupe.model.TensorRef;
import java.util.Optional;

/// What a place is named from.
///
/// @param checkpoint whose tensors may be named
/// @param file whose offsets are meant
/// @param caret file offset of the byte the caret is on
/// @param tensor the selected tensor, whose elements are meant where no tensor is named
public record Standpoint(
    Checkpoint checkpoint, TensorFile file, long caret, Optional<TensorRef> tensor) {}
