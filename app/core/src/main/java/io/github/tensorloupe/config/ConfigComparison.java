package io.github.tensorloupe.config;

import module java.base;

import io.github.tensorloupe.format.FindingCode;
import io.github.tensorloupe.model.TensorRef;

/// A property in the configuration and in the tensors.
///
/// @param file the name of the configuration file
/// @param key the path of the key in the file, such as `text_config.num_hidden_layers`; empty for a
///   default
/// @param config the configured value, or empty if it is unknown
/// @param tensors the stored value, or empty if it is unknown
/// @param agrees empty if the two values cannot be compared
/// @param finding the code of the finding about a disagreement
/// @param evidence tensors that determine the stored value
public record ConfigComparison(
    Subject subject,
    String file,
    Optional<String> key,
    Optional<Fact> config,
    Optional<Fact> tensors,
    Optional<Boolean> agrees,
    Optional<FindingCode> finding,
    List<TensorRef> evidence) {

  public ConfigComparison {
    evidence = List.copyOf(evidence);
  }

  /// Returns a copy with the result of comparing the values of head and embedding.
  ConfigComparison withHead(boolean isEqual, FindingCode code) {
    Fact.Head relation = new Fact.Head(isEqual ? "same" : "differs");
    return new ConfigComparison(
        subject,
        file,
        key,
        config,
        Optional.of(relation),
        Optional.of(isEqual),
        Optional.of(code),
        evidence);
  }
}
