package io.github.tensorloupe.config;

import module java.base;

import io.github.tensorloupe.config.Section.Setting;
import io.github.tensorloupe.format.FindingCode;
import io.github.tensorloupe.text.Sentence;

/// A configured size that one tensor shows.
enum TensorSize {
  VOCABULARY(Subject.VOCABULARY, FindingCode.CONFIG_VOCABULARY),
  LABELS(Subject.LABELS, FindingCode.CONFIG_LABELS),
  POSITIONS(Subject.POSITIONS, FindingCode.CONFIG_POSITIONS),
  COLUMNS(Subject.HIDDEN_SIZE, FindingCode.CONFIG_HIDDEN_SIZE),
  NORM(Subject.HIDDEN_SIZE, FindingCode.CONFIG_HIDDEN_SIZE),
  DIMENSION(Subject.HIDDEN_SIZE, FindingCode.CONFIG_HIDDEN_SIZE);

  private final Subject subject;
  private final FindingCode code;

  TensorSize(Subject subject, FindingCode code) {
    this.subject = subject;
    this.code = code;
  }

  /// Reports a tensor whose size differs from the configuration.
  ///
  /// @param extra the size minus the configured number, if both agree
  /// @return the code of the finding, or null if the size agrees or is unknown
  FindingCode check(
      Setting setting, Stored tensor, OptionalLong size, int extra, Collector results) {
    if (size.isEmpty() || size.getAsLong() == setting.value() + extra) {
      return null;
    }
    Sentence sentence = sentence(extra, setting.words(tensor.shownName(), size.getAsLong(), extra));
    // All norms have the same size.
    Optional<String> name = this == NORM ? Optional.empty() : Optional.of(tensor.nameInFile());
    results.add(code, code.severity(), name, sentence);
    return code;
  }

  private Sentence sentence(int extra, Object... words) {
    return switch (this) {
      case VOCABULARY ->
          Sentence.of(
              "{0} says a vocabulary of {1} ({2}); {3} has {4} {4#row|rows}. transformers stops.",
              words);
      case LABELS ->
          Sentence.of(
              "{0} says {1} {1#label|labels} ({2}); {3} has {4} {4#row|rows}. transformers stops.",
              words);
      case POSITIONS ->
          extra == 0
              ? Sentence.of(
                  "{0} says {1} positions ({2}); {3} has {4} {4#row|rows}. transformers stops.",
                  words)
              : Sentence.of(
                  "{0} says {1} positions ({2}), which need {5} more rows; {3} has {4}"
                      + " {4#row|rows}. transformers stops.",
                  words);
      case COLUMNS ->
          Sentence.of(
              "{0} says a hidden size of {1} ({2}); {3} has {4} {4#column|columns}."
                  + " transformers stops.",
              words);
      case NORM ->
          Sentence.of(
              "{0} says a hidden size of {1} ({2}); {3} has {4} {4#element|elements}. transformers"
                  + " stops.",
              words);
      case DIMENSION -> Sentence.of("{0} says {1} ({2}); {3} has {4}. Loaders stop.", words);
    };
  }

  /// Compares a tensor with the configuration.
  ///
  /// @param extra the size minus the configured number, if both agree
  /// @return false if the sizes differ
  boolean compare(Setting setting, Stored tensor, OptionalLong size, int extra, Collector results) {
    FindingCode finding = check(setting, tensor, size, extra, results);
    OptionalLong stored = size.isEmpty() ? size : OptionalLong.of(size.getAsLong() - extra);
    results.compare(subject, setting, stored, finding, List.of(tensor));
    return finding == null;
  }
}
