package io.github.tensorloupe.desktop.selection;

import module java.base;

import io.github.tensorloupe.analysis.health.FindingGroup;
import io.github.tensorloupe.analysis.health.FindingGroup.Kind;
import io.github.tensorloupe.analysis.health.PositionIds;
import io.github.tensorloupe.analysis.layers.LayerFindings;
import io.github.tensorloupe.analysis.layers.Outliers.Outlier;
import io.github.tensorloupe.config.ConfigReport;
import io.github.tensorloupe.desktop.selection.FileDocument.LocatedFinding;
import io.github.tensorloupe.format.Finding;
import io.github.tensorloupe.format.Severity;
import io.github.tensorloupe.model.Checkpoint;
import io.github.tensorloupe.model.TensorRef;
import io.github.tensorloupe.quantization.Quantization;

/// Findings about tensors and the configuration of a document that are not produced by scanning one
/// tensor. Immutable.
///
/// @param groups by kind, the worst first; the members of a kind are limited in number
/// @param byTensor the findings about a tensor, by its index in the checkpoint
public record TensorFindings(
    List<FindingGroup<LocatedFinding>> groups, Map<Integer, List<Finding>> byTensor) {

  public static final TensorFindings NONE = new TensorFindings(List.of(), Map.of());

  /// Takes time linear in the number of weights. Blocks.
  ///
  /// @param configs the configurations of the parts of the checkpoint
  public static TensorFindings of(
      Quantization quantization, List<ConfigReport> configs, Checkpoint checkpoint)
      throws IOException {
    List<LocatedFinding> all = new ArrayList<>();
    Map<Integer, List<Finding>> byTensor = new HashMap<>();
    BiConsumer<Finding, Optional<TensorRef>> add =
        (finding, tensor) -> {
          all.add(new LocatedFinding(tensor.map(TensorRef::file), finding));
          tensor
              .map(checkpoint::indexOf)
              .ifPresent(
                  index -> byTensor.computeIfAbsent(index, _ -> new ArrayList<>()).add(finding));
        };
    quantization
        .weights()
        .forEach(
            weight ->
                weight
                    .findings()
                    .forEach(
                        finding -> add.accept(finding, named(finding, weight.parts().values()))));
    List<Finding> others = new ArrayList<>(ConfigReport.merge(quantization.findings(), configs));
    others.addAll(PositionIds.findings(checkpoint.files()));
    for (Finding finding : others) {
      add.accept(finding, finding.tensor().flatMap(name -> named(name, checkpoint)));
    }
    return of(all, byTensor);
  }

  /// Returns the findings about outliers among the tensors of a checkpoint.
  static TensorFindings of(List<Outlier> outliers, Checkpoint checkpoint) {
    List<LocatedFinding> all = new ArrayList<>();
    Map<Integer, List<Finding>> byTensor = new HashMap<>();
    for (Outlier outlier : outliers) {
      TensorRef tensor = checkpoint.tensors().get(outlier.tensor());
      LayerFindings.of(tensor, outlier)
          .ifPresent(
              finding -> {
                all.add(new LocatedFinding(Optional.of(tensor.file()), finding));
                byTensor.put(outlier.tensor(), List.of(finding));
              });
    }
    return of(all, byTensor);
  }

  private static TensorFindings of(List<LocatedFinding> all, Map<Integer, List<Finding>> byTensor) {
    List<FindingGroup<LocatedFinding>> groups =
        FindingGroup.of(all, LocatedFinding::finding, Kind::ofConcern, it -> it.finding().tensor());
    return new TensorFindings(groups.stream().map(TensorFindings::cut).toList(), byTensor);
  }

  private static Optional<TensorRef> named(Finding finding, Collection<TensorRef> parts) {
    return parts.stream()
        .filter(part -> finding.tensor().equals(Optional.of(part.info().name())))
        .findFirst();
  }

  private static Optional<TensorRef> named(String name, Checkpoint checkpoint) {
    return checkpoint.files().stream()
        .flatMap(file -> file.header().tensor(name).map(it -> new TensorRef(file, it)).stream())
        .findFirst();
  }

  private static FindingGroup<LocatedFinding> cut(FindingGroup<LocatedFinding> group) {
    int memberCount = Math.min(ScanTally.MAX_FINDINGS, group.members().size());
    return new FindingGroup<>(
        group.kind(),
        group.findingCount(),
        group.tensorCount(),
        group.members().subList(0, memberCount));
  }

  /// Returns the findings about a tensor.
  ///
  /// @param tensor its index in the checkpoint
  public List<Finding> of(int tensor) {
    return byTensor.getOrDefault(tensor, List.of());
  }

  /// Returns the number of findings about weights, or about the configuration.
  public long count(Severity severity, boolean ofConfig) {
    return groups(severity, ofConfig).mapToLong(FindingGroup::findingCount).sum();
  }

  /// Returns the first finding of a severity about weights, or about the configuration.
  public Optional<Finding> first(Severity severity, boolean ofConfig) {
    return groups(severity, ofConfig)
        .map(group -> group.members().getFirst().finding())
        .findFirst();
  }

  private Stream<FindingGroup<LocatedFinding>> groups(Severity severity, boolean ofConfig) {
    return groups.stream()
        .filter(group -> group.kind().severity() == severity)
        .filter(group -> group.kind().code().isAboutConfiguration() == ofConfig);
  }

  /// Returns the tensors with a warning or an error about their values.
  Set<Integer> doubtful() {
    return byTensor.entrySet().stream()
        .filter(each -> each.getValue().stream().anyMatch(TensorFindings::isDoubt))
        .map(Map.Entry::getKey)
        .collect(Collectors.toSet());
  }

  /// Returns true if a finding is a warning or an error about values, not about a configuration.
  public static boolean isDoubt(Finding finding) {
    return finding.concern() != Severity.INFO && !finding.code().isAboutConfiguration();
  }

  /// Returns the worst severity of the findings about each tensor.
  Map<Integer, Severity> worst() {
    Map<Integer, Severity> worst = new HashMap<>();
    byTensor.forEach(
        (tensor, findings) ->
            worst.put(
                tensor,
                findings.stream().map(Finding::concern).min(Comparator.naturalOrder()).get()));
    return worst;
  }
}
