package io.github.tensorloupe.desktop.pane.repair;

import io.github.tensorloupe.desktop.selection.Caret;
import io.github.tensorloupe.desktop.selection.OpenDocument;
import io.github.tensorloupe.desktop.selection.Selection;
import io.github.tensorloupe.model.TensorFile;
import io.github.tensorloupe.model.TensorRef;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.stream.Stream;

/// The files of the open document that something may help.
final class DamagedFiles {

  private DamagedFiles() {}

  /// Those that fit, in the order of the document.
  static List<TensorFile> of(Optional<OpenDocument> document, Predicate<TensorFile> fits) {
    return document.stream()
        .flatMap(open -> open.checkpoint().files().stream())
        .filter(fits)
        .toList();
  }

  /// The one to begin with: that of the selected tensor or at the caret if it is among them, else
  /// the first.
  ///
  /// @param files at least one
  static TensorFile first(List<TensorFile> files, Selection selection) {
    return Stream.concat(
            selection.tensorProperty().get().map(TensorRef::file).stream(),
            selection.caretProperty().get().map(Caret::file).stream())
        .filter(files::contains)
        .findFirst()
        .orElse(files.getFirst());
  }
}
