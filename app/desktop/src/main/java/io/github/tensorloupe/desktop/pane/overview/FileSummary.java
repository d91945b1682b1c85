package io.github.tensorloupe.desktop.pane.overview;

import io.github.tensorloupe.desktop.selection.LocatedFinding;
import io.github.tensorloupe.desktop.selection.OpenDocument;
import io.github.tensorloupe.format.Severity;
import io.github.tensorloupe.model.TensorFile;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// One file of a set or folder.
///
/// @param state how much is wrong with it
record FileSummary(Path path, long byteCount, int tensorCount, State state) {

  /// How much is wrong with a file, the worst first.
  enum State {
    /// The reference library refuses it.
    REFUSED,
    /// It loads, but there is an error or a warning.
    PROBLEMS,
    /// It loads, and there is nothing to warn of.
    LOADS
  }

  /// The files in their order, but the worst first.
  static List<FileSummary> of(OpenDocument document) {
    Map<TensorFile, State> problems = new HashMap<>();
    for (LocatedFinding located : document.findings()) {
      located
          .file()
          .filter(_ -> located.finding().concern() != Severity.INFO)
          .ifPresent(file -> problems.put(file, State.PROBLEMS));
    }
    return document.checkpoint().files().stream()
        .map(file -> of(file, Optional.ofNullable(problems.get(file))))
        .sorted(Comparator.comparing(FileSummary::state))
        .toList();
  }

  private static FileSummary of(TensorFile file, Optional<State> problems) {
    return new FileSummary(
        file.path(),
        file.bytes().length(),
        file.header().tensors().size(),
        file.isRefused() ? State.REFUSED : problems.orElse(State.LOADS));
  }
}
