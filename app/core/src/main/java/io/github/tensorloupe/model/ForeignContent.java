package io.github.tensorloupe.model;

import module java.base;

import io.github.tensorloupe.format.Finding;
import io.github.tensorloupe.format.FindingCode;
import io.github.tensorloupe.format.Metadata;
import io.github.tensorloupe.format.Severity;
import io.github.tensorloupe.text.Sentence;
import io.github.tensorloupe.work.Cancellation;
import io.github.tensorloupe.work.Progress;

/// The content of a file of another format.
///
/// @param description a phrase with an article, without a period
/// @param isParsed false if the tensors could not be listed; `tensors` is empty then
/// @param tensors the readable and the damaged tensors in the order of the file; the names are
///   unique
/// @param unlisted the names of the tensors that are not in `tensors` because they are invalid or
///   have no counterpart, and the codes of their findings, of which `findings` may omit some
/// @param containers the names of the dictionaries and objects with tensors at the root of a
///   pickle; names of tensors at the root may contain dots
/// @param metadata the texts, numbers and Booleans next to the tensors, as text
/// @param findings the findings about the structure, without the name of the format
/// @param dataCheck examines the data of all tensors, such as checksums
public record ForeignContent(
    FileKind kind,
    Sentence description,
    boolean isParsed,
    List<ForeignTensor> tensors,
    Map<String, FindingCode> unlisted,
    Set<String> containers,
    Metadata metadata,
    List<Finding> findings,
    DataCheck dataCheck) {

  /// A check that reads all data of a file.
  @FunctionalInterface
  public interface DataCheck {

    /// @param progress reported in bytes
    List<Finding> findings(Cancellation cancellation, Progress progress) throws IOException;
  }

  public static final DataCheck NO_DATA_CHECK = (_, _) -> List.of();

  public ForeignContent {
    tensors = List.copyOf(tensors);
    SequencedMap<String, FindingCode> others = new LinkedHashMap<>(unlisted);
    tensors.forEach(tensor -> others.remove(tensor.spec().name()));
    unlisted = Collections.unmodifiableSequencedMap(others);
    containers = Set.copyOf(containers);
    findings = List.copyOf(findings);
  }

  /// Creates the content of a file other than a pickle.
  ///
  /// @param noted the tensors with findings
  public static ForeignContent of(
      FileKind kind,
      Sentence description,
      List<ForeignTensor> tensors,
      Map<String, FindingCode> noted,
      Metadata metadata,
      List<Finding> findings,
      DataCheck dataCheck) {
    return new ForeignContent(
        kind, description, true, tensors, noted, Set.of(), metadata, findings, dataCheck);
  }

  /// Creates the content of a file without a list of tensors, because of an error in `findings`.
  public static ForeignContent unparsed(FileKind kind, List<Finding> findings) {
    return unparsed(kind, kind.description(), findings);
  }

  /// Like [#unparsed(FileKind, List)], but with a more precise description.
  public static ForeignContent unparsed(
      FileKind kind, Sentence description, List<Finding> findings) {
    return new ForeignContent(
        kind,
        description,
        false,
        List.of(),
        Map.of(),
        Set.of(),
        Metadata.EMPTY,
        findings,
        NO_DATA_CHECK);
  }

  /// Returns true if the structure of the file has an error.
  public boolean isRefused() {
    return findings.stream().anyMatch(finding -> finding.severity() == Severity.ERROR);
  }
}
