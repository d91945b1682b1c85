package io.github.tensorloupe.format;

import module java.base;

import io.github.tensorloupe.text.Sentence;

/// A fact about a file that users should know.
///
/// @param code the kind of finding, stable across versions
/// @param sentence the message: what, where, expected and found
/// @param tensor the name of the affected tensor
/// @param range the affected bytes, as file offsets
/// @param concern the importance of this finding; lower than the severity of its code if this
///   instance is harmless
public record Finding(
    FindingCode code,
    Sentence sentence,
    Optional<String> tensor,
    Optional<ByteRange> range,
    Severity concern) {

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

  /// Creates a finding with the severity of its code.
  public Finding(
      FindingCode code, Sentence sentence, Optional<String> tensor, Optional<ByteRange> range) {
    this(code, sentence, tensor, range, code.severity());
  }

  public static Finding of(FindingCode code, Sentence sentence) {
    return new Finding(code, sentence, Optional.empty(), Optional.empty());
  }

  public static Finding of(FindingCode code, Sentence sentence, ByteRange range) {
    return new Finding(code, sentence, Optional.empty(), Optional.of(range));
  }

  /// Returns the message in English, for the command line and JSON.
  public String message() {
    return sentence.toString();
  }

  /// Returns the severity of the code, which is used by scripts. The window uses [#concern()].
  public Severity severity() {
    return code.severity();
  }
}
