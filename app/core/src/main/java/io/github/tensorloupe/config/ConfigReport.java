package io.github.tensorloupe.config;

import module java.base;

import io.github.tensorloupe.format.Finding;
import io.github.tensorloupe.format.FindingCode;

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

  /// Returns a copy in which the result of comparing head and embedding replaces the finding that
  /// the head is stored.
  public ConfigReport withHead(boolean isEqual) {
    if (tiedHead.isEmpty()) {
      return this;
    }
    Finding result = tiedHead.get().finding(isEqual);
    List<Finding> others = new ArrayList<>(findings);
    others.replaceAll(each -> each.code() == FindingCode.CONFIG_HEAD_STORED ? result : each);
    List<ConfigComparison> compared = new ArrayList<>(comparisons);
    compared.replaceAll(
        each ->
            each.subject() == Subject.HEAD
                ? new ConfigComparison(
                    Subject.HEAD,
                    each.file(),
                    each.key(),
                    each.config(),
                    Optional.of(new Fact.Head(isEqual ? "same" : "differs")),
                    Optional.of(isEqual),
                    Optional.of(result.code()),
                    each.evidence())
                : each);
    return new ConfigReport(files, modelType, architectures, compared, others, Optional.empty());
  }
}
