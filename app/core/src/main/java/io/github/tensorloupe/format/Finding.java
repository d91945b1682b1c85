package io.github.tensorloupe.format;

import module java.base;

import io.github.tensorloupe.text.Sentence;

/// One thing worth telling about a file.
///
/// @param code what kind of thing, stable across versions
/// @param sentence for a person: what, where, expected and found
/// @param tensor the name of the tensor it is about, where it is about one
/// @param range the bytes it is about, as file offsets, where there are such bytes
/// @param concern how much it should concern somebody who looks at the file; below the severity of
///   its kind where the particulars are harmless
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

  /// A finding that matters as much as others of its kind.
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

  /// Returns the sentence in English, as the command line and JSON give it.
  public String message() {
    return sentence.toString();
  }

  /// The severity of findings of its kind: what scripts go by. The window goes by [#concern()].
  public Severity severity() {
    return code.severity();
  }
}
