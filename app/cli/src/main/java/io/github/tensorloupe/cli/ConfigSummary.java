package io.github.tensorloupe.cli;

import module java.base;

import io.github.tensorloupe.config.ConfigComparison;
import io.github.tensorloupe.config.ConfigReport;
import io.github.tensorloupe.config.Fact;
import io.github.tensorloupe.format.Finding;
import io.github.tensorloupe.format.FindingCode;
import io.github.tensorloupe.model.TensorRef;

/// Prints the comparison of a configuration with the tensors, as JSON or as lines of text.
final class ConfigSummary {

  private ConfigSummary() {}

  static JsonObject json(ConfigReport report) {
    return new JsonObject()
        .with("files", report.files())
        .with("modelType", report.modelType())
        .with("architectures", report.architectures())
        .with("comparisons", report.comparisons().stream().map(ConfigSummary::json));
  }

  private static JsonObject json(ConfigComparison comparison) {
    return new JsonObject()
        .with("what", comparison.subject().spelling())
        .with("file", comparison.file())
        .with("key", comparison.key())
        .with("config", comparison.config().map(ConfigSummary::json))
        .with("tensors", comparison.tensors().map(ConfigSummary::json))
        .with("agrees", comparison.agrees())
        .with("finding", comparison.finding().map(FindingCode::spelling))
        .with("evidence", comparison.evidence().stream().map(ConfigSummary::json));
  }

  private static Object json(Fact fact) {
    return switch (fact) {
      case Fact.Count(long value) -> value;
      case Fact.Head(String value) -> value;
      case Fact.Keys(List<String> values) -> values;
    };
  }

  private static JsonObject json(TensorRef tensor) {
    return new JsonObject()
        .with("tensor", tensor.info().name())
        .with("dtype", tensor.info().dtype().name())
        .with("shape", tensor.info().shape());
  }

  /// Returns the disagreements, or a line that the configuration agrees, or nothing.
  static List<String> lines(ConfigReport report) {
    List<String> lines = new ArrayList<>();
    for (Finding finding : report.findings()) {
      lines.add(finding.severity().spelling() + ": " + finding.message());
    }
    if (report.agrees()) {
      String subjects =
          report.comparisons().stream()
              .filter(each -> each.agrees().isPresent())
              .map(each -> each.subject().spelling())
              .distinct()
              .collect(Collectors.joining(", "));
      lines.add("agrees with the tensors (" + subjects + ")");
    }
    return lines;
  }
}
