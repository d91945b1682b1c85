package io.github.tensorloupe.cli;

import module java.base;

import io.github.tensorloupe.format.Finding;
import io.github.tensorloupe.format.FindingCode;
import io.github.tensorloupe.format.LoadError;
import io.github.tensorloupe.format.Severity;
import io.github.tensorloupe.model.FileKind;
import io.github.tensorloupe.model.TensorFile;
import java.util.stream.Stream;

/// The facts and findings about a file, a set or a folder, excluding its tensors.
///
/// @param description a phrase for the kind, which may be more specific than `kind`
/// @param error the error of the reference library; may be empty for a file that is refused for
///   another reason, contained in the findings
/// @param headerLength the u64 at byte 0, unsigned
/// @param tensorCount the number of tensors in the header, or empty if the header is invalid
record Report(
    Location location,
    FileKind kind,
    String description,
    LoadVerdict verdict,
    Optional<LoadError> error,
    OptionalLong headerLength,
    OptionalLong dataLength,
    OptionalLong tensorCount,
    List<Finding> findings) {

  static Report of(Location location, TensorFile file, List<Finding> findings) {
    return new Report(
        location,
        file.kind(),
        file.description().toString(),
        verdict(file),
        file.reading().loadError(),
        file.reading().headerLength(),
        file.foreign().isPresent() ? OptionalLong.empty() : file.dataLength(),
        file.reading().headerParsed()
            ? OptionalLong.of(file.header().tensors().size())
            : OptionalLong.empty(),
        findings);
  }

  private static LoadVerdict verdict(TensorFile file) {
    if (!file.isIntact()) {
      return LoadVerdict.REFUSED;
    }
    return file.isRefused() ? LoadVerdict.FOREIGN : LoadVerdict.OK;
  }

  /// Returns the name of the reference library's error for texts. Empty for other formats, where it
  /// says nothing about the file.
  Optional<String> shownError() {
    return error.filter(_ -> !kind.isForeignCheckpoint()).map(LoadError::variant);
  }

  static Report withoutHeader(
      Location location,
      FileKind kind,
      LoadVerdict verdict,
      OptionalLong tensorCount,
      List<Finding> findings) {
    return new Report(
        location,
        kind,
        kind.description().toString(),
        verdict,
        Optional.empty(),
        OptionalLong.empty(),
        OptionalLong.empty(),
        tensorCount,
        findings);
  }

  static Report unreadable(Location location, FileKind kind, Finding finding) {
    return withoutHeader(
        location, kind, LoadVerdict.UNREADABLE, OptionalLong.empty(), List.of(finding));
  }

  Report with(List<Finding> more) {
    List<Finding> all = Stream.concat(findings.stream(), more.stream()).toList();
    return new Report(
        location, kind, description, verdict, error, headerLength, dataLength, tensorCount, all);
  }

  Stream<Finding> errors() {
    return findings.stream().filter(finding -> finding.severity() == Severity.ERROR);
  }

  ExitCode exitCode() {
    boolean hasChanged =
        findings.stream().anyMatch(finding -> finding.code() == FindingCode.FILE_CHANGED);
    if (verdict == LoadVerdict.UNREADABLE && !hasChanged) {
      return ExitCode.FAILURE;
    }
    boolean hasErrors = verdict == LoadVerdict.REFUSED || errors().findAny().isPresent();
    return hasErrors ? ExitCode.FINDINGS : ExitCode.FINE;
  }
}
