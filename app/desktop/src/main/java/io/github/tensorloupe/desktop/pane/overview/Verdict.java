package io.github.tensorloupe.desktop.pane.overview;

import io.github.tensorloupe.desktop.selection.LocatedFinding;
import io.github.tensorloupe.desktop.selection.OpenDocument;
import io.github.tensorloupe.format.Finding;
import io.github.tensorloupe.format.FindingCode;
import io.github.tensorloupe.format.LoadError;
import io.github.tensorloupe.format.Severity;
import io.github.tensorloupe.model.Checkpoint;
import io.github.tensorloupe.model.FileKind;
import io.github.tensorloupe.model.PathText;
import io.github.tensorloupe.model.TensorFile;
import io.github.tensorloupe.text.Sentence;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Stream;

/// Whether a document loads, and if not, why and what helps. Immutable.
///
/// @param variant the reference library's word for the error, where a single file is refused
/// @param refusedCount how many files are refused
/// @param warningCount how many warnings there are
/// @param infoCount how many notes there are
/// @param sentence the first error, or else the first warning; in a folder with the file it is
///   about
/// @param code of that error or warning
/// @param more what else is wrong with a set, or with other files of a folder, in the order of the
///   problems
/// @param advice what to do, where that is known
/// @param excerpt the text of a broken header around the place
record Verdict(
    Outcome outcome,
    Optional<LoadError> variant,
    int refusedCount,
    int warningCount,
    int infoCount,
    Optional<Sentence> sentence,
    Optional<FindingCode> code,
    List<Finding> more,
    Optional<Advice> advice,
    Optional<HeaderExcerpt> excerpt) {

  /// The kinds of verdict.
  enum Outcome {
    /// It loads, and there is nothing to warn of.
    LOADS,
    /// It loads, but something is not as it should be.
    WARNINGS,
    /// A set whose files all load, but with errors all the same, such as an index that does not
    /// fit.
    SET_ERRORS,
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
    Optional<Finding> told =
        first(document, Severity.ERROR).or(() -> first(document, Severity.WARNING));
    return new Verdict(
        outcome(document, !refused.isEmpty()),
        refused.stream().findFirst().flatMap(file -> file.reading().loadError()),
        refused.size(),
        count(document, Severity.WARNING),
        count(document, Severity.INFO),
        told.map(Finding::sentence),
        told.map(Finding::code),
        more(document, told),
        Advice.of(document),
        HeaderExcerpt.of(document));
  }

  /// Whether it loads, with warnings or without.
  boolean loads() {
    return outcome == Outcome.LOADS || outcome == Outcome.WARNINGS;
  }

  /// How many shards are known to be missing.
  long missingCount() {
    return Stream.concat(code.stream(), more.stream().map(Finding::code))
        .filter(each -> each == FindingCode.SHARD_MISSING)
        .count();
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
    if (checkpoint.kind() == FileKind.SET && count(document, Severity.ERROR) > 0) {
      return Outcome.SET_ERRORS;
    }
    return count(document, Severity.ERROR) + count(document, Severity.WARNING) > 0
        ? Outcome.WARNINGS
        : Outcome.LOADS;
  }

  private static Optional<Finding> first(OpenDocument document, Severity severity) {
    return document.findings().stream()
        .filter(located -> located.finding().concern() == severity)
        .findFirst()
        .map(located -> named(located, document.checkpoint()));
  }

  /// In a folder it must be said which file it is.
  private static Finding named(LocatedFinding located, Checkpoint checkpoint) {
    Finding finding = located.finding();
    if (checkpoint.kind() != FileKind.DIRECTORY || located.file().isEmpty()) {
      return finding;
    }
    Path file = checkpoint.path().relativize(located.file().get().path());
    return new Finding(
        finding.code(),
        Sentence.of("{0}: {1}", PathText.of(file), finding.sentence()),
        finding.tensor(),
        finding.range());
  }

  /// Of a set its errors as such: what is wrong within a shard, the error that names it tells. Of a
  /// folder the first error of each file.
  private static List<Finding> more(OpenDocument document, Optional<Finding> told) {
    Checkpoint checkpoint = document.checkpoint();
    Set<TensorFile> files = new HashSet<>();
    return switch (checkpoint.kind()) {
      case FileKind.SET -> errors(document, told, located -> located.file().isEmpty());
      case FileKind.DIRECTORY ->
          errors(document, told, located -> located.file().map(files::add).orElse(true));
      default -> List.of();
    };
  }

  private static List<Finding> errors(
      OpenDocument document, Optional<Finding> told, Predicate<LocatedFinding> isTold) {
    return document.findings().stream()
        .filter(located -> located.finding().concern() == Severity.ERROR)
        .filter(isTold)
        .map(located -> named(located, document.checkpoint()))
        .filter(finding -> !told.equals(Optional.of(finding)))
        .toList();
  }

  private static int count(OpenDocument document, Severity severity) {
    return (int)
        document.findings().stream()
            .filter(located -> located.finding().concern() == severity)
            .count();
  }
}
