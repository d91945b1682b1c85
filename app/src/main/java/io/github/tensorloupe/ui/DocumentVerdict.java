package io.github.tensorloupe.ui;

import io.github.tensorloupe.format.Severity;
import io.github.tensorloupe.model.Checkpoint;
import io.github.tensorloupe.model.FileKind;
import io.github.tensorloupe.model.TensorFile;
import io.github.tensorloupe.ui.selection.OpenDocument;
import io.github.tensorloupe.ui.text.Messages;

/// One word on whether a document loads, with the style that says the same.
///
/// @param text for a person
/// @param styleClass a badge style: `badge-success` or `badge-danger`
record DocumentVerdict(String text, String styleClass) {

  /// Whether all of it loads.
  boolean loads() {
    return styleClass.equals("badge-success");
  }

  static DocumentVerdict of(OpenDocument document, Messages messages) {
    Checkpoint checkpoint = document.checkpoint();
    if (checkpoint.isBroken() && checkpoint.kind() == FileKind.SET) {
      return new DocumentVerdict(messages.text("verdict.set-refused"), "badge-danger");
    }
    return checkpoint.files().stream()
        .filter(TensorFile::isRefused)
        .findFirst()
        .flatMap(file -> file.reading().loadError())
        .map(_ -> new DocumentVerdict(messages.text("verdict.refused"), "badge-danger"))
        .orElseGet(
            () ->
                checkpoint.isBroken()
                    ? new DocumentVerdict(messages.text("verdict.folder"), "badge-danger")
                    : ofLoadable(document, messages));
  }

  /// Each file loads, but the files of a set may not fit together.
  private static DocumentVerdict ofLoadable(OpenDocument document, Messages messages) {
    boolean hasErrors =
        document.findings().stream()
            .anyMatch(located -> located.finding().severity() == Severity.ERROR);
    return document.checkpoint().kind() == FileKind.SET && hasErrors
        ? new DocumentVerdict(messages.text("verdict.set-errors"), "badge-danger")
        : new DocumentVerdict(messages.text("verdict.ok"), "badge-success");
  }
}
