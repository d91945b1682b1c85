package io.github.tensorloupe.desktop.shell;

import module java.base;

import io.github.tensorloupe.desktop.selection.NonFinite;
import io.github.tensorloupe.desktop.selection.OpenDocument;
import io.github.tensorloupe.desktop.selection.PastedHash;
import io.github.tensorloupe.desktop.selection.ScanResults;
import io.github.tensorloupe.desktop.text.Messages;
import io.github.tensorloupe.format.Severity;
import io.github.tensorloupe.model.Checkpoint;
import io.github.tensorloupe.model.FileKind;
import io.github.tensorloupe.model.TensorFile;

/// Few words on whether a document loads and whether numbers in it are known to be bad, with the
/// style that says the same.
///
/// @param text for a person
/// @param styleClass a badge style: `badge-success` or `badge-danger`
/// @param tip the key of the sentence that says more
record DocumentVerdict(String text, String styleClass, String tip) {

  /// @param results what is known of the values by now
  /// @param pasted what came of the last hash that was given for the document
  static DocumentVerdict of(
      OpenDocument document, ScanResults results, Optional<PastedHash> pasted, Messages messages) {
    Checkpoint checkpoint = document.checkpoint();
    if (checkpoint.isBroken() && checkpoint.kind() == FileKind.SET) {
      return refused("verdict.set-refused", messages);
    }
    return checkpoint.files().stream()
        .filter(TensorFile::isRefused)
        .findFirst()
        .flatMap(file -> file.reading().loadError())
        .map(_ -> refused("verdict.refused", messages))
        .orElseGet(
            () ->
                checkpoint.isBroken()
                    ? refused("verdict.folder", messages)
                    : ofLoadable(document, results, pasted, messages));
  }

  /// Each file loads, but the files of a set may not fit together.
  private static DocumentVerdict ofLoadable(
      OpenDocument document, ScanResults results, Optional<PastedHash> pasted, Messages messages) {
    boolean hasErrors =
        document.findings().stream()
            .anyMatch(located -> located.finding().concern() == Severity.ERROR);
    return document.checkpoint().kind() == FileKind.SET && hasErrors
        ? refused("verdict.set-errors", messages)
        : ofHash(pasted, messages).orElseGet(() -> ofValues(results, messages));
  }

  /// What loads may be another file than the one that was meant.
  private static Optional<DocumentVerdict> ofHash(Optional<PastedHash> pasted, Messages messages) {
    return pasted
        .filter(PastedHash::differs)
        .map(
            _ ->
                new DocumentVerdict(
                    messages.text("verdict.ok.other-hash"), "badge-danger", "title.hash.tip"));
  }

  /// What loads may be useless all the same.
  private static DocumentVerdict ofValues(ScanResults results, Messages messages) {
    return NonFinite.in(results)
        .map(
            found ->
                new DocumentVerdict(
                    messages.text("verdict.ok." + found.key()), "badge-danger", "title.values.tip"))
        .orElseGet(
            () ->
                new DocumentVerdict(
                    messages.text("verdict.ok"), "badge-success", "title.loads.tip"));
  }

  private static DocumentVerdict refused(String key, Messages messages) {
    return new DocumentVerdict(messages.text(key), "badge-danger", "title.refused.tip");
  }
}
