package io.github.tensorloupe.ui.overview;

import io.github.tensorloupe.format.Finding;
import io.github.tensorloupe.format.LoadError;
import io.github.tensorloupe.format.Severity;
import io.github.tensorloupe.model.Checkpoint;
import io.github.tensorloupe.model.FileKind;
import io.github.tensorloupe.model.TensorFile;
import io.github.tensorloupe.ui.selection.LocatedFinding;
import io.github.tensorloupe.ui.selection.OpenDocument;
import java.util.List;
import java.util.Optional;

/// Whether a document loads, and if not, why and what helps. Immutable.
///
/// @param variant the reference library's word for the error, where a single file is refused
/// @param refusedCount how many files are refused
/// @param warningCount how many warnings there are
/// @param infoCount how many notes there are
/// @param sentence the first error, or else the first warning
/// @param advice what to do, where that is known
record Verdict(
    Outcome outcome,
    Optional<LoadError> variant,
    int refusedCount,
    int warningCount,
    int infoCount,
    Optional<String> sentence,
    Optional<Advice> advice) {

  /// The kinds of verdict.
  enum Outcome {
    /// It loads, and there is nothing to warn of.
    LOADS,
    /// It loads, but something is not as it should be.
    WARNINGS,
    /// A single file that is refused.
    REFUSED,
    /// A set with a shard that is missing or refused, or with an unusable index.
    SET_REFUSED,
    /// A folder with files that are refused or cannot be read, or without any file.
    FOLDER_PROBLEMS
  }

  static Verdict of(OpenDocument document) {
    List<TensorFile> refused =
        document.checkpoint().files().stream().filter(TensorFile::isRefused).toList();
    Optional<String> sentence =
        first(document, Severity.ERROR).or(() -> first(document, Severity.WARNING));
    return new Verdict(
        outcome(document, !refused.isEmpty()),
        refused.stream().findFirst().flatMap(file -> file.reading().loadError()),
        refused.size(),
        count(document, Severity.WARNING),
        count(document, Severity.INFO),
        sentence,
        Advice.of(document));
  }

  private static Outcome outcome(OpenDocument document, boolean anyRefused) {
    Checkpoint checkpoint = document.checkpoint();
    if (anyRefused || checkpoint.isBroken()) {
      return switch (checkpoint.kind()) {
        case FileKind.SET -> Outcome.SET_REFUSED;
        case FileKind.DIRECTORY -> Outcome.FOLDER_PROBLEMS;
        default -> Outcome.REFUSED;
      };
    }
    return count(document, Severity.ERROR) + count(document, Severity.WARNING) > 0
        ? Outcome.WARNINGS
        : Outcome.LOADS;
  }

  private static Optional<String> first(OpenDocument document, Severity severity) {
    return document.findings().stream()
        .map(LocatedFinding::finding)
        .filter(finding -> finding.severity() == severity)
        .findFirst()
        .map(Finding::message);
  }

  private static int count(OpenDocument document, Severity severity) {
    return (int)
        document.findings().stream()
            .filter(located -> located.finding().severity() == severity)
            .count();
  }
}
