package io.github.tensorloupe.format;

import module java.base;

import io.github.tensorloupe.text.Sentence;

/// A fact about a file that is reported to users.
///
/// Findings are comparable, so that a set stays fast when a hostile file contains many names with
/// equal hash codes.
///
/// @param code the kind of finding
/// @param sentence the message, with location, expected and actual value
/// @param tensor the name of the affected tensor, or empty
/// @param range the affected bytes as file offsets, or empty
/// @param concern the severity of this instance; lower than the severity of the code if this
///   instance is harmless
/// @param count 1, or the number of findings that are omitted from a list and replaced by this one
public record Finding(
    FindingCode code,
    Sentence sentence,
    Optional<String> tensor,
    Optional<ByteRange> range,
    Severity concern,
    long count)
    implements Comparable<Finding> {

  private static final Comparator<Finding> ORDER =
      Comparator.comparing(Finding::code)
          .thenComparing(finding -> finding.tensor.orElse(""))
          .thenComparing(Finding::toString);

  public Finding {
    Objects.requireNonNull(code);
    Objects.requireNonNull(sentence);
    Objects.requireNonNull(tensor);
    Objects.requireNonNull(range);
    if (concern.compareTo(code.severity()) < 0) {
      throw new IllegalArgumentException(
          "%s is no more than %s".formatted(code.spelling(), code.severity().spelling()));
    }
  }

  /// Creates a finding whose concern is the severity of its code.
  public Finding(
      FindingCode code, Sentence sentence, Optional<String> tensor, Optional<ByteRange> range) {
    this(code, sentence, tensor, range, code.severity());
  }

  public Finding(
      FindingCode code,
      Sentence sentence,
      Optional<String> tensor,
      Optional<ByteRange> range,
      Severity concern) {
    this(code, sentence, tensor, range, concern, 1);
  }

  public static Finding of(FindingCode code, Sentence sentence) {
    return new Finding(code, sentence, Optional.empty(), Optional.empty());
  }

  public static Finding of(FindingCode code, Sentence sentence, ByteRange range) {
    return new Finding(code, sentence, Optional.empty(), Optional.of(range));
  }

  /// Creates the finding that replaces omitted findings.
  ///
  /// @param sentence contains the number of omitted findings
  public static Finding ofOmitted(FindingCode code, Sentence sentence, long count) {
    return new Finding(code, sentence, Optional.empty(), Optional.empty(), code.severity(), count);
  }

  public Finding withSentence(Sentence other) {
    return new Finding(code, other, tensor, range, concern, count);
  }

  public Finding withConcern(Severity other) {
    return new Finding(code, sentence, tensor, range, other, count);
  }

  /// Returns the message in English, for the command line and JSON.
  public String message() {
    return sentence.toString();
  }

  /// Returns the severity for scripts: the severity of the code unless the code is
  /// [graded][FindingCode#isGraded]. The window displays [#concern()].
  public Severity severity() {
    return code.isGraded() ? concern : code.severity();
  }

  /// Compares codes, then names of tensors, then all other components in an unspecified order.
  @Override
  public int compareTo(Finding other) {
    return ORDER.compare(this, other);
  }
}
