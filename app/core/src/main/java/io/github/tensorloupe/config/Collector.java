package io.github.tensorloupe.config;

import module java.base;

import io.github.tensorloupe.config.Section.Setting;
import io.github.tensorloupe.format.Finding;
import io.github.tensorloupe.format.FindingCode;
import io.github.tensorloupe.format.Severity;
import io.github.tensorloupe.model.TensorRef;
import io.github.tensorloupe.text.Sentence;

/// Collects the findings and comparisons of the rules.
final class Collector {

  final List<Finding> findings = new ArrayList<>();
  final List<ConfigComparison> comparisons = new ArrayList<>();
  Optional<HeadComparison> tiedHead = Optional.empty();

  void add(FindingCode code, Sentence sentence) {
    add(code, code.severity(), Optional.empty(), sentence);
  }

  void add(FindingCode code, Severity severity, Sentence sentence) {
    add(code, severity, Optional.empty(), sentence);
  }

  void add(FindingCode code, String tensor, Sentence sentence) {
    add(code, code.severity(), Optional.of(tensor), sentence);
  }

  void add(FindingCode code, Severity severity, Optional<String> tensor, Sentence sentence) {
    findings.add(new Finding(code, sentence, tensor, Optional.empty(), severity));
  }

  boolean has(FindingCode code) {
    return findings.stream().anyMatch(finding -> finding.code() == code);
  }

  /// Adds the comparison of two numbers.
  ///
  /// @param finding the finding about the disagreement, or null if the numbers agree or cannot be
  ///   compared
  void compare(
      Subject subject,
      Setting setting,
      OptionalLong stored,
      FindingCode finding,
      List<Stored> evidence) {
    boolean isEqual = stored.isPresent() && stored.getAsLong() == setting.value();
    comparisons.add(
        new ConfigComparison(
            subject,
            setting.file(),
            setting.key(),
            Optional.of(new Fact.Count(setting.value())),
            Fact.of(stored),
            finding == null && !isEqual ? Optional.empty() : Optional.of(finding == null),
            Optional.ofNullable(finding),
            tensors(evidence)));
  }

  static List<TensorRef> tensors(List<Stored> evidence) {
    return evidence.stream()
        .flatMap(each -> Stream.ofNullable(each.tensor()))
        .limit(Names.MAX_NAMES)
        .toList();
  }
}
