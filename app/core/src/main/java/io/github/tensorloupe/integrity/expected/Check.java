package io.github.tensorloupe.integrity.expected;

import module java.base;

import io.github.tensorloupe.model.PathText;
import io.github.tensorloupe.text.Sentence;
import io.github.tensorloupe.text.Spelled;

/// The result of comparing a file with one expected hash.
///
/// @param source the path or the metadata key of the source
/// @param expected the expected value, or empty if the source only requires that the file exists
///   and is complete
/// @param actual the actual value, or empty if it is unknown or the file does not exist
/// @param isPartial true if most of the content is not compared, for example only the length
public record Check(
    ExpectedHashSource kind,
    String source,
    Optional<String> expected,
    Optional<String> actual,
    Result result,
    Sentence sentence,
    boolean isPartial) {

  public enum Result implements Spelled {
    MATCH,
    MISMATCH,
    UNKNOWN
  }

  public Check(
      ExpectedHashSource kind,
      String source,
      Optional<String> expected,
      Optional<String> actual,
      Result result,
      Sentence sentence) {
    this(kind, source, expected, actual, result, sentence, false);
  }

  /// Returns true if the content of the file is as expected.
  public boolean isFullMatch() {
    return result == Result.MATCH && !isPartial;
  }

  public String message() {
    return sentence.toString();
  }

  /// Returns the overall result: a mismatch if any check is a mismatch, otherwise a match if any
  /// check is a full match, otherwise unknown.
  public static Result worst(List<Check> checks) {
    if (checks.stream().anyMatch(check -> check.result() == Result.MISMATCH)) {
      return Result.MISMATCH;
    }
    return checks.stream().anyMatch(Check::isFullMatch) ? Result.MATCH : Result.UNKNOWN;
  }

  /// Creates a check without an actual value.
  public static Check of(
      ExpectedHashSource kind,
      Path source,
      Optional<String> expected,
      Result result,
      Sentence sentence) {
    return new Check(kind, PathText.of(source), expected, Optional.empty(), result, sentence);
  }

  static Check of(
      ExpectedHash expectedHash, Optional<String> actual, Result result, Sentence sentence) {
    return new Check(
        expectedHash.kind(),
        expectedHash.source(),
        Optional.of(expectedHash.expected()),
        actual,
        result,
        sentence,
        expectedHash.measure().isPartial());
  }
}
