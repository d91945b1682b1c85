package io.github.tensorloupe.desktop.selection;

import module java.base;

import io.github.tensorloupe.analysis.health.FindingGroup;
import io.github.tensorloupe.analysis.health.FindingGroup.Kind;
import io.github.tensorloupe.analysis.health.HealthIssue;
import io.github.tensorloupe.desktop.selection.FileDocument.LocatedFinding;
import io.github.tensorloupe.desktop.selection.ScanResults.ScanState;
import io.github.tensorloupe.format.Severity;

/// The known health of an open document. All parts of the window show the same instance, so that
/// they never disagree. Immutable.
///
/// @param structure the verdict on the structure
/// @param verdict the worst verdict on the structure, the hashes, the values and quantized weights
/// @param scannedCount the number of completely scanned tensors. Truncated tensors do not count,
///   because they are never reported as healthy
/// @param countByIssue the number of tensors with each issue
/// @param countBySeverity the number of tensors by the severity of their worst issue
/// @param firstNonFinite the finding about NaN or infinities in the first tensor that has any
/// @param weights the findings about quantized weights
/// @param layers the findings about tensors that are scaled unlike other layers
/// @param groups all findings by kind, the worst first; the members of a kind are limited in number
/// @param outlierCount the number of tensors that are outliers among their siblings
public record DocumentHealth(
    FileDocument document,
    DocumentVerdict structure,
    DocumentVerdict verdict,
    ScanState scan,
    int tensorCount,
    int scannedCount,
    Map<HealthIssue, Integer> countByIssue,
    Map<Severity, Integer> countBySeverity,
    Optional<LocatedFinding> firstNonFinite,
    TensorFindings weights,
    TensorFindings layers,
    List<FindingGroup<LocatedFinding>> groups,
    int outlierCount) {

  static DocumentHealth of(
      StructureHealth structure,
      ScanTally tally,
      TensorFindings weights,
      TensorFindings layers,
      List<LocatedFinding> privateData,
      int outlierCount,
      ScanState scan,
      boolean hashDiffers) {
    List<FindingGroup<LocatedFinding>> groups =
        Stream.of(
                structure.groups().stream(),
                tally.findingGroups(),
                weights.groups().stream(),
                layers.groups().stream(),
                byKind(privateData).stream())
            .flatMap(Function.identity())
            .sorted(FindingGroup.WORST_FIRST)
            .toList();
    Set<DocumentVerdict> verdicts = EnumSet.of(structure.verdict());
    if (hashDiffers) {
      verdicts.add(DocumentVerdict.OTHER_HASH);
    }
    Map<HealthIssue, Integer> countByIssue = tally.countByIssue();
    nonFinite(countByIssue).ifPresent(verdicts::add);
    if (!groups.isEmpty()) {
      switch (groups.getFirst().kind().severity()) {
        case ERROR -> verdicts.add(DocumentVerdict.ERRORS);
        case WARNING -> verdicts.add(DocumentVerdict.WARNINGS);
        case INFO -> {}
      }
    }
    return new DocumentHealth(
        structure.document(),
        structure.verdict(),
        Collections.min(verdicts),
        scan,
        tally.tensorCount(),
        tally.scannedCount(),
        countByIssue,
        tally.countBySeverity(),
        tally.firstNonFinite(),
        weights,
        layers,
        groups,
        outlierCount);
  }

  private static List<FindingGroup<LocatedFinding>> byKind(List<LocatedFinding> findings) {
    return FindingGroup.of(
        findings,
        LocatedFinding::finding,
        Kind::ofConcern,
        located -> {
          String file = located.file().map(each -> each.path().toString()).orElse("");
          return located.finding().tensor().map(name -> file + '\0' + name);
        });
  }

  private static Optional<DocumentVerdict> nonFinite(Map<HealthIssue, Integer> countByIssue) {
    boolean hasInf = countByIssue.containsKey(HealthIssue.INF);
    if (countByIssue.containsKey(HealthIssue.NAN)) {
      return Optional.of(hasInf ? DocumentVerdict.NAN_AND_INF : DocumentVerdict.NAN);
    }
    return hasInf ? Optional.of(DocumentVerdict.INF) : Optional.empty();
  }

  /// Returns the verdict on values that are not finite, or empty if all known values are finite.
  public Optional<DocumentVerdict> nonFinite() {
    return nonFinite(countByIssue);
  }

  /// Returns the number of findings of a severity.
  public long count(Severity severity) {
    return groups.stream()
        .filter(group -> group.kind().severity() == severity)
        .mapToLong(FindingGroup::findingCount)
        .sum();
  }

  /// Returns the worst severity of all findings; empty if there are none.
  public Optional<Severity> worst() {
    return groups.stream().findFirst().map(group -> group.kind().severity());
  }

  /// Returns the worst severity of warnings and errors about values and quantized weights.
  public Optional<Severity> worstOfValues() {
    return Stream.of(Severity.ERROR, Severity.WARNING)
        .filter(
            it ->
                countBySeverity.containsKey(it)
                    || weights.count(it, false) + layers.count(it, false) > 0)
        .findFirst();
  }

  /// The result of a completed scan that found no problem.
  public enum CleanValues {
    NONE,
    /// Some tensors are truncated.
    PARTLY,
    /// The document has errors elsewhere, so that its values may be wrong although all are finite.
    FINITE,
    FINE
  }

  public CleanValues cleanValues() {
    if (scannedCount == 0) {
      return CleanValues.NONE;
    }
    if (scannedCount < tensorCount) {
      return CleanValues.PARTLY;
    }
    return verdict.isBad() ? CleanValues.FINITE : CleanValues.FINE;
  }

  /// Returns true if all values were scanned and have no problem, and nothing else is wrong.
  public boolean areValuesFine() {
    return scan instanceof ScanState.Done
        && cleanValues() == CleanValues.FINE
        && worstOfValues().isEmpty();
  }

  /// The part of the health that follows from the structure of a document. Takes time linear in the
  /// number of findings.
  record StructureHealth(
      FileDocument document, DocumentVerdict verdict, List<FindingGroup<LocatedFinding>> groups) {

    static StructureHealth of(FileDocument document) {
      return new StructureHealth(
          document, DocumentVerdict.ofStructure(document), byKind(document.findings()));
    }
  }
}
