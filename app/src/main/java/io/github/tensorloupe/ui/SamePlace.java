package io.github.tensorloupe.ui;

import io.github.tensorloupe.model.Checkpoint;
import io.github.tensorloupe.model.TensorFile;
import io.github.tensorloupe.model.TensorRef;
import io.github.tensorloupe.ui.selection.Caret;
import java.util.Optional;

/// Finds in a checkpoint that was opened again what belonged to the one before.
///
/// @param checkpoint the newly opened one
record SamePlace(Checkpoint checkpoint) {

  /// The tensor of the same name in the same file.
  Optional<TensorRef> of(TensorRef before) {
    return file(before.file())
        .flatMap(
            file ->
                file.header().tensor(before.info().name()).map(info -> new TensorRef(file, info)));
  }

  /// The same byte of the same file, if that is still so long.
  Optional<Caret> of(Caret before) {
    return file(before.file())
        .filter(file -> before.byteOffset() < file.bytes().length())
        .map(file -> new Caret(file, before.byteOffset()));
  }

  private Optional<TensorFile> file(TensorFile before) {
    return checkpoint.files().stream()
        .filter(file -> file.path().equals(before.path()))
        .findFirst();
  }
}
