package io.github.tensorloupe.config;

import module java.base;

import io.github.tensorloupe.format.Finding;
import io.github.tensorloupe.format.FindingCode;
import io.github.tensorloupe.work.Cancellation;

/// The result of comparing the configuration of a checkpoint with its tensors.
///
/// @param files the names of the configuration files, such as `config.json`; empty if none exists
/// @param modelType the `model_type`, or the `_class_name` of diffusers; empty if unknown
/// @param architectures the classes that the configuration names
/// @param tiedHead the stored head and embedding of a configuration that ties them, if only their
///   values show whether they are equal
public record ConfigReport(
    List<String> files,
    Optional<String> modelType,
    List<String> architectures,
    List<ConfigComparison> comparisons,
    List<Finding> findings,
    Optional<HeadComparison> tiedHead) {

  private static final Set<FindingCode> SHARED =
      EnumSet.of(FindingCode.CONFIG_UNREADABLE, FindingCode.CONFIG_QUANTIZATION_UNKNOWN);

  public ConfigReport {
    files = List.copyOf(files);
    architectures = List.copyOf(architectures);
    comparisons = List.copyOf(comparisons);
    findings = List.copyOf(findings);
  }

  /// Returns true if at least one value was compared, and all compared values agree.
  public boolean agrees() {
    return comparisons.stream().anyMatch(each -> each.agrees().isPresent())
        && comparisons.stream().allMatch(each -> each.agrees().orElse(true))
        && findings.isEmpty();
  }

  /// Returns findings about quantized weights, followed by the findings about configurations. Both
  /// may report that a configuration cannot be read or names an unsupported method; this is
  /// returned once.
  public static List<Finding> merge(List<Finding> ofWeights, List<ConfigReport> configs) {
    List<Finding> ofConfigs = configs.stream().flatMap(each -> each.findings.stream()).toList();
    Set<FindingCode> codes = EnumSet.noneOf(FindingCode.class);
    ofConfigs.forEach(finding -> codes.add(finding.code()));
    List<Finding> merged = new ArrayList<>(ofWeights);
    merged.removeIf(finding -> SHARED.contains(finding.code()) && codes.contains(finding.code()));
    merged.addAll(ofConfigs);
    return merged;
  }

  /// Compares the values of a tied head and its embedding, and returns a copy with the result.
  /// Blocks.
  ///
  /// @throws IOException if reading fails
  public ConfigReport withHead(Cancellation cancellation) throws IOException {
    Optional<Boolean> isEqual =
        tiedHead.isPresent() ? tiedHead.get().isEqual(cancellation) : Optional.empty();
    if (isEqual.isEmpty()) {
      return this;
    }
    Finding result = tiedHead.get().finding(isEqual.get());
    List<Finding> others = new ArrayList<>(findings);
    others.replaceAll(each -> each.code() == FindingCode.CONFIG_HEAD_STORED ? result : each);
    List<ConfigComparison> compared = new ArrayList<>(comparisons);
    compared.replaceAll(
        each ->
            each.subject() == Subject.HEAD ? each.withHead(isEqual.get(), result.code()) : each);
    return new ConfigReport(files, modelType, architectures, compared, others, Optional.empty());
  }
}
