package io.github.tensorloupe.integrity.expected;

import module java.base;

import io.github.tensorloupe.integrity.hash.FileHashes;
import io.github.tensorloupe.text.Sentence;
import io.github.tensorloupe.text.Spelled;

/// The comparison of a file with one expected hash.
///
/// @param kind who promises it
/// @param source where it stands: a path or a key of the metadata
/// @param expected what is promised; empty where only that there is a whole file
/// @param actual what the file has; empty where that is not known or there is no file
/// @param sentence the result for a person
public record Check(
    ExpectedHashSource kind,
    String source,
    Optional<String> expected,
    Optional<String> actual,
    Result result,
    Sentence sentence) {

  public enum Result implements Spelled {
    MATCH,
    MISMATCH,
    UNKNOWN
  }

  public String message() {
    return sentence.toString();
  }

  /// True if it is a mismatch as sound files have it now and then, because programs differ in what
  /// they write into the metadata. It says nothing about damage, one way or the other.
  public boolean isNoSignOfDamage() {
    return result == Result.MISMATCH
        && switch (kind) {
          case SSHS_LEGACY_HASH, MODELSPEC_HASH -> true;
          case SSHS_MODEL_HASH -> expected.equals(Optional.of(FileHashes.SHA256_OF_NOTHING));
          default -> false;
        };
  }

  /// A mismatch if there is one, else a match if there is one.
  public static Result worst(List<Check> checks) {
    List<Result> results = checks.stream().map(Check::result).toList();
    return Stream.of(Result.MISMATCH, Result.MATCH)
        .filter(results::contains)
        .findFirst()
        .orElse(Result.UNKNOWN);
  }

  static Check of(
      ExpectedHash expectedHash, Optional<String> actual, Result result, Sentence sentence) {
    return new Check(
        expectedHash.kind(),
        expectedHash.source(),
        Optional.of(expectedHash.expected()),
        actual,
        result,
        sentence);
  }
}
